//! Forms mean what the program means: written in plain steps again, they are proved.

use std::borrow::Cow;
use unsnarl::forms::{Formed, Host, Statement, expand};
use unsnarl::program::PROFILES;
use unsnarl::verify::Verdict;
use unsnarl::{BlockId, Cfg, Edge, Exit, Id, Program, Step, lower, verify};
use unsnarl_testkit::algorithms::{pipelines_for, plain};
use unsnarl_testkit::exhaustive::graphs;
use unsnarl_testkit::machines::machines;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, notation};

/// States that a proof may visit; more than any program here has.
const STATES: usize = 1 << 16;

/// A host of which some blocks and edges print nothing.
#[derive(Clone)]
struct Quiet {
    blocks: u64,
    edges: u64,
    last: u64,
}

impl Quiet {
    fn new(rng: &mut Rng) -> Quiet {
        let [blocks, edges, last] = [(); 3].map(|()| rng.next() | rng.next());
        Quiet {
            blocks,
            edges: edges & rng.next(),
            last,
        }
    }

    /// No block and no edge prints anything.
    fn all() -> Quiet {
        Quiet {
            blocks: 0,
            edges: 0,
            last: u64::MAX,
        }
    }
}

/// A host of which all blocks that branch print nothing, and no edge does.
fn deciding(cfg: &Cfg) -> Quiet {
    let runs = |block: &BlockId| cfg.exit(*block) != Exit::Branch && block.index() < 64;
    let runs = cfg.blocks().filter(runs);
    Quiet {
        blocks: runs.map(|block| 1 << block.index()).sum(),
        ..Quiet::all()
    }
}

fn has(bits: u64, index: usize) -> bool {
    bits >> (index % 64) & 1 == 1
}

impl Host for Quiet {
    fn prints(&self, step: Step) -> bool {
        match step {
            Step::Run(block) => has(self.blocks, block.index()),
            Step::Take(Edge { block, slot }) => has(self.edges, 7 * block.index() + slot as usize),
            _ => true,
        }
    }

    fn may_step(&self, step: Step) -> bool {
        matches!(step, Step::Run(block) if has(self.last, block.index() + 2))
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let variable = match step {
            Step::Run(block) => ["i", "j"][block.index() % 2],
            _ => return None,
        };
        self.may_step(step).then_some(Cow::Borrowed(variable))
    }

    fn may_decide_last(&self, block: BlockId) -> bool {
        has(self.last, block.index())
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        has(self.last, first.index() + 3 * test.index())
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        has(self.last, first.map_or(0, |first| first.index() + 4))
    }

    fn sets_last(&self, block: BlockId) -> Option<Cow<'_, str>> {
        self.sets(Step::Run(block))
    }

    fn may_repeat(&self, block: BlockId) -> bool {
        has(self.last, block.index() + 1)
    }

    fn falls_through(&self) -> bool {
        true
    }
}

/// How many statements there were of each form.
#[derive(Default, Debug)]
struct Found {
    whiles: usize,
    do_whiles: usize,
    entered: usize,
    fors: usize,
    inits: usize,
    continued: usize,
    else_ifs: usize,
    saves: usize,
    falls: usize,
    merged: usize,
    joined: usize,
    silent: usize,
    programs: usize,
}

impl Found {
    fn count(&mut self, formed: &Formed) {
        self.programs += 1;
        let mut tested_last = Vec::new();
        for &statement in formed.statements() {
            match statement {
                Statement::While(..) => self.whiles += 1,
                Statement::DoWhile(_, label) => {
                    self.do_whiles += 1;
                    tested_last.push(label);
                }
                Statement::Entered(_, _, label) => {
                    self.entered += 1;
                    tested_last.push(label);
                }
                Statement::For(_, head, _) => {
                    self.fors += 1;
                    self.inits += usize::from(formed.steps(head.init).count() > 0);
                }
                Statement::Continue(label) => {
                    self.continued += usize::from(tested_last.contains(&label));
                }
                Statement::ElseIf(_) => self.else_ifs += 1,
                Statement::Save(..) => self.saves += 1,
                Statement::FallThrough => self.falls += 1,
                Statement::Merge => self.merged += 1,
                Statement::Silent(_) => self.silent += 1,
                _ => {}
            }
            if let Some(question) = statement.question() {
                self.joined += usize::from(formed.literals(question).len() > 1);
            }
        }
    }
}

#[track_caller]
fn check(cfg: &Cfg, program: &Program, host: &Quiet, found: &mut Found) {
    let formed = Formed::new(cfg, program, host);
    found.count(&formed);
    let expanded = expand(&formed);
    let show = || {
        format!(
            "{}\n{program}\n{:#?}",
            notation::show(cfg),
            formed.statements()
        )
    };
    let broken = verify::program(cfg, &expanded);
    assert!(broken.is_empty(), "{broken:?}\n{}\n{expanded:?}", show());
    let before = verify::simulation(cfg, program, STATES);
    let after = verify::simulation(cfg, &expanded, STATES);
    match (before, after) {
        (Verdict::Proved { .. }, Verdict::Proved { .. }) => {}
        // What has too many states before may have too many after.
        (Verdict::Bounded { .. }, Verdict::Proved { .. } | Verdict::Bounded { .. }) => {}
        (_, verdict) => panic!("{verdict:?}\n{}\n{expanded:?}", show()),
    }
}

fn check_all(cfg: &Cfg, hosts: &[Quiet], found: &mut Found) {
    let programs = pipelines_for(cfg).filter_map(|pipeline| pipeline.structure(cfg));
    for program in programs.chain(machines(cfg)).chain([plain(cfg)]) {
        for host in hosts {
            check(cfg, &program, host, found);
        }
        for profile in &PROFILES[1..] {
            let lowered = lower::lower(cfg, &program, profile).expect("no depth is set");
            check(cfg, &lowered.program, &hosts[0], found);
        }
    }
}

#[test]
fn forms_of_small_graphs_are_proved() {
    let mut rng = Rng::new(31);
    let mut found = Found::default();
    for cfg in graphs(3) {
        let hosts = [Quiet::all(), Quiet::new(&mut rng)];
        check_all(&cfg, &hosts, &mut found);
    }
    assert!(found.whiles > 1000 && found.do_whiles > 100, "{found:?}");
}

#[test]
fn forms_of_random_graphs_are_proved() {
    let mut rng = Rng::new(32);
    let mut found = Found::default();
    for _ in 0..300 {
        let knobs = Knobs::any(&mut rng, 14);
        let cfg = graph(&mut rng, &knobs);
        let hosts = [Quiet::new(&mut rng), Quiet::all(), deciding(&cfg)];
        check_all(&cfg, &hosts, &mut found);
    }
    let Found {
        whiles,
        do_whiles,
        entered,
        fors,
        inits,
        continued,
        else_ifs,
        saves,
        falls,
        merged,
        joined,
        silent,
        ..
    } = found;
    println!("{falls} {merged}");
    let counts = [
        whiles, do_whiles, else_ifs, saves, falls, merged, joined, silent,
    ];
    assert!(counts.into_iter().min() > Some(50), "{found:?}");
    let rare = [entered, fors, inits, continued];
    assert!(rare.into_iter().min() > Some(0), "{found:?}");
}
