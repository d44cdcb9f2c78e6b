//! `nested` compared with the simplest program, on small reducible graphs: `optimum [--shown N]`,
//! or `optimum COUNT LEAST MOST` for so many random graphs that have from LEAST to MOST blocks.
//!
//! *Needs:* nothing. *Gives:* how often `nested` has as few scopes, then jumps, then as little
//! depth, as the best layout, and how often no more scopes and then depth whatever the jumps; every
//! graph on which it misses the former is printed, or the first N of each kind, and of a COUNT
//! none. *Fails* if that is more than one in a hundred of all small graphs or two in a hundred of
//! the larger random ones, or if a layout is worse than `nested`, which then would not be the best.

use std::process::ExitCode;
use unsnarl::analysis::Order;
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
    /// Graphs with no more scopes, nor more depth with as many, than the best layout.
    simple: usize,
    /// Graphs with too many layouts to try.
    given_up: usize,
    /// Graphs on which the search is worse than `nested`.
    wrong: usize,
    /// How many of those that are not at the optimum are printed; all of them without a number.
    shown: Option<usize>,
}

/// What the command line asks for.
enum Task {
    /// All small graphs and some larger ones; so many are printed, all of them without a number.
    Usual { shown: Option<usize> },
    /// So many random graphs with this many blocks at least and at most.
    Random {
        count: usize,
        least: usize,
        most: usize,
    },
}

impl Task {
    fn read() -> Option<Task> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let number = |word: &str| word.parse().ok();
        Some(match words[..] {
            [] => Task::Usual { shown: None },
            ["--shown", shown] => Task::Usual {
                shown: Some(number(shown)?),
            },
            [count, least, most] => Task::Random {
                count: number(count)?,
                least: number(least)?,
                most: number(most).filter(|&most| most <= 16)?,
            },
            _ => return None,
        })
    }
}

fn main() -> ExitCode {
    match Task::read() {
        Some(Task::Usual { shown }) => usual(shown),
        Some(Task::Random { count, least, most }) => of_size(count, least, most),
        None => {
            eprintln!(
                "usage: optimum [--shown N] | optimum COUNT LEAST MOST, of 16 blocks at most"
            );
            ExitCode::from(2)
        }
    }
}

fn usual(shown: Option<usize>) -> ExitCode {
    let tally = || Tally {
        shown,
        ..Tally::default()
    };
    let mut small = tally();
    for cfg in exhaustive::graphs(EXHAUSTIVE) {
        small.compare(&cfg);
    }
    small.report(&format!("all graphs of up to {EXHAUSTIVE} blocks"));
    let mut random = tally();
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

fn of_size(count: usize, least: usize, most: usize) -> ExitCode {
    let mut tally = Tally {
        shown: Some(0),
        ..Tally::default()
    };
    let mut rng = Rng::new(1);
    while tally.graphs + tally.given_up < count {
        let knobs = Knobs::any(&mut rng, most);
        let cfg = graph(&mut rng, &knobs);
        if Order::new(&cfg).blocks().len() >= least {
            tally.compare(&cfg);
        }
    }
    tally.report(&format!("random graphs of {least} to {most} blocks"));
    ExitCode::from(u8::from(tally.wrong > 0))
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
        let simple = (made.scopes, made.depth) <= (best.scopes, best.depth);
        self.simple += usize::from(simple);
        self.wrong += usize::from(made < best);
        let missed = self.graphs - self.equal;
        if made != best && self.shown.is_none_or(|most| missed <= most) {
            println!("{made:?}, at best {best:?}:\n{}", notation::show(cfg));
        }
    }

    fn report(&self, what: &str) {
        let Tally {
            graphs,
            equal,
            simple,
            given_up,
            wrong,
            ..
        } = self;
        println!(
            "{what}: {equal} of {graphs} at the optimum, {simple} as good in scopes and then depth, \
             {wrong} below it, {given_up} given up"
        );
    }

    /// Tells whether this percentage is at the optimum, and none below it.
    fn holds(&self, percent: usize) -> bool {
        self.wrong == 0 && self.equal * 100 >= self.graphs * percent && self.graphs > 0
    }
}
