//! Compound conditions are proved: a program with compounds, expanded, follows the graph.

use unsnarl::compound::Compounds;
use unsnarl::forms::{Formed, Host, expand};
use unsnarl::{BlockId, Cfg, Id, Step, verify};
use unsnarl_testkit::algorithms::pipelines_for;
use unsnarl_testkit::exhaustive::graphs;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, check, notation};

/// A host of which only the blocks that only decide print nothing.
struct Quiet<'g>(&'g Cfg);

impl Host for Quiet<'_> {
    fn prints(&self, step: Step) -> bool {
        match step {
            Step::Run(block) => !self.0.only_decides(block),
            _ => false,
        }
    }
    fn may_decide_last(&self, block: BlockId) -> bool {
        self.0.only_decides(block)
    }
    fn may_step(&self, step: Step) -> bool {
        self.prints(step)
    }
}

/// How many graphs had compounds, and how many blocks were joined.
#[derive(Default, Debug)]
struct Found {
    graphs: usize,
    blocks: usize,
    programs: usize,
    later: usize,
}

/// Checks the programs of every pipeline.
#[track_caller]
fn check_all(cfg: &Cfg, decide: u64, found: &mut Found) {
    // Bits by blocks.
    let cfg = cfg.marked(|block| decide >> (block.index() % 64) & 1 == 1);
    let compounds = Compounds::find(&cfg);
    let joined = compounds.joined().count();
    let small = compounds.cfg();
    assert!(verify::graph(small).is_empty(), "{}", notation::show(&cfg));
    if compounds.is_empty() {
        assert_eq!((joined, small), (0, &cfg));
        return;
    }
    found.graphs += 1;
    found.blocks += joined;
    for pipeline in pipelines_for(small) {
        let Some(program) = pipeline.structure(small) else {
            continue;
        };
        // Forms change nothing.
        let formed = Formed::new(small, &program, &Quiet(small));
        for program in [program, expand(&formed)] {
            check(small, &program);
            match compounds.expand(&program) {
                Some(expanded) => {
                    found.programs += 1;
                    check(&cfg, &expanded);
                }
                None => found.later += 1,
            }
        }
    }
}

#[test]
fn compounds_of_small_graphs_are_proved() {
    let mut found = Found::default();
    for cfg in graphs(3) {
        check_all(&cfg, u64::MAX, &mut found);
    }
    assert!(found.graphs > 50 && found.programs > 500, "{found:?}");
}

#[test]
fn compounds_of_random_graphs_are_proved() {
    let mut rng = Rng::new(41);
    let mut found = Found::default();
    for _ in 0..400 {
        let knobs = Knobs::any(&mut rng, 16);
        let cfg = graph(&mut rng, &knobs);
        let decide = rng.next() | rng.next() | rng.next();
        check_all(&cfg, decide, &mut found);
    }
    assert!(found.graphs > 50 && found.programs > 1000, "{found:?}");
    // Conditions are asked later where flags or labels are tested first, which is rare.
    assert!(found.later * 4 < found.programs, "{found:?}");
}
