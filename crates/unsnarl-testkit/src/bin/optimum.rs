//! `nested` against the simplest program there is, on small reducible graphs.
//!
//! *Needs:* nothing. *Gives:* how often `nested` has as few scopes, then jumps, then as little depth, as
//! the best layout; every graph on which it has not is printed. *Fails* if that is more than one in a hundred of all
//! small graphs or two in a hundred of the larger random ones, or if a layout is worse than `nested`, which then would not be the best.

use std::process::ExitCode;
use unsnarl::reduce::Reducible;
use unsnarl::structure::nested;
use unsnarl::{Cfg, measure};
use unsnarl_testkit::optimum::{Cost, optimum};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, exhaustive, notation};

/// All graphs of up to this many blocks with at most two arms each.
const EXHAUSTIVE: usize = 5;
/// The random graphs, and their blocks at most.
const RANDOM: usize = 5_000;
const BLOCKS: usize = 8;
/// The layouts of one part that are tried before a graph is given up.
const LAYOUTS: usize = 20_000;

#[derive(Default)]
struct Tally {
    graphs: usize,
    equal: usize,
    /// Graphs with too many layouts to try.
    given_up: usize,
    /// Graphs on which the search is worse than `nested`.
    wrong: usize,
}

fn main() -> ExitCode {
    let mut small = Tally::default();
    for cfg in exhaustive::graphs(EXHAUSTIVE) {
        small.compare(&cfg);
    }
    small.report(&format!("all graphs of up to {EXHAUSTIVE} blocks"));
    let mut random = Tally::default();
    let mut rng = Rng::new(1);
    for _ in 0..RANDOM {
        let knobs = Knobs::any(&mut rng, BLOCKS);
        random.compare(&graph(&mut rng, &knobs));
    }
    random.report(&format!("random graphs of up to {BLOCKS} blocks"));
    if small.holds(99) && random.holds(98) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

impl Tally {
    fn compare(&mut self, cfg: &Cfg) {
        let Ok(reducible) = Reducible::test(cfg) else {
            return;
        };
        let Some(best) = optimum(cfg, LAYOUTS) else {
            self.given_up += 1;
            return;
        };
        let made = measure(&nested(&reducible));
        let made = Cost {
            scopes: made.scopes,
            jumps: made.branches,
            depth: made.depth,
        };
        self.graphs += 1;
        self.equal += usize::from(made == best);
        self.wrong += usize::from(made < best);
        if made != best {
            println!("{made:?}, at best {best:?}:\n{}", notation::show(cfg));
        }
    }

    fn report(&self, what: &str) {
        let Tally {
            graphs,
            equal,
            given_up,
            wrong,
        } = self;
        println!(
            "{what}: {equal} of {graphs} at the optimum, {wrong} below it, {given_up} given up"
        );
    }

    /// Tells whether so many in a hundred are at the optimum, and none below it.
    fn holds(&self, percent: usize) -> bool {
        self.wrong == 0 && self.equal * 100 >= self.graphs * percent && self.graphs > 0
    }
}
