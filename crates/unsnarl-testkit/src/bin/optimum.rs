//! `nested` compared with the simplest program, on small reducible graphs: `optimum [--shown N]`,
//! `optimum --blocks N` for all graphs of up to N blocks, or `optimum COUNT LEAST MOST [--shown N]`
//! for so many random graphs that have from LEAST to MOST blocks.
//!
//! *Needs:* nothing. *Gives:* how often `nested` has as few scopes, then jumps, then as little
//! depth, as the best layout, and how often no more scopes and then depth whatever the jumps. Every
//! graph on which it misses the latter is printed, or the first N of each kind, and of a COUNT
//! none unless told. *Fails* if that is any of the small graphs, or more than one in a thousand of
//! the random ones of up to 8 blocks, or if a layout is worse than `nested`, which then would not
//! be the best.
//! *Cost:* 6 blocks take a few minutes.

use std::collections::BTreeMap;
use std::process::ExitCode;
use unsnarl::analysis::Order;
use unsnarl::reduce::Reducible;
use unsnarl::structure::nested;
use unsnarl::{Cfg, measure};
use unsnarl_testkit::classes::{Class, class};
use unsnarl_testkit::optimum::{Cost, optimum, simplest};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, exhaustive, notation};

/// All graphs of up to this many blocks with at most two arms each.
const EXHAUSTIVE: usize = 5;
/// The random graphs, and their blocks at most.
const RANDOM: usize = 5_000;
const BLOCKS: usize = 8;
/// Graphs of at most this many blocks are known by their class; hardly two larger ones are alike.
const CLASSED: usize = 6;
/// The layouts of one part that are tried before a graph is given up.
const LAYOUTS: usize = 50_000;

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
    /// How many of those that are worse than the best layout are printed; all of them without a
    /// number.
    shown: Option<usize>,
    /// The least cost of the layouts of a class.
    known: BTreeMap<Class, Option<Cost>>,
}

/// What the command line asks for.
enum Task {
    /// All small graphs and some larger ones; so many are printed, all of them without a number.
    Usual { shown: Option<usize> },
    /// All graphs of up to so many blocks.
    All { blocks: usize },
    /// So many random graphs with this many blocks at least and at most.
    Random {
        count: usize,
        least: usize,
        most: usize,
        shown: usize,
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
            ["--blocks", blocks] => Task::All {
                blocks: number(blocks).filter(|&blocks| blocks <= 8)?,
            },
            [count, least, most, ref rest @ ..] => Task::Random {
                count: number(count)?,
                least: number(least)?,
                most: number(most).filter(|&most| most <= 16)?,
                shown: match rest {
                    [] => 0,
                    ["--shown", shown] => number(shown)?,
                    _ => return None,
                },
            },
            _ => return None,
        })
    }
}

fn main() -> ExitCode {
    match Task::read() {
        Some(Task::Usual { shown }) => usual(shown),
        Some(Task::All { blocks }) => ExitCode::from(u8::from(!small(blocks, Some(5)))),
        Some(Task::Random {
            count,
            least,
            most,
            shown,
        }) => of_size(count, least, most, shown),
        None => {
            eprintln!(
                "usage: optimum [--shown N] | optimum --blocks N | optimum COUNT LEAST MOST \
                 [--shown N], of 16 blocks at most"
            );
            ExitCode::from(2)
        }
    }
}

fn usual(shown: Option<usize>) -> ExitCode {
    let is_small_best = small(EXHAUSTIVE, shown);
    let mut random = Tally {
        shown,
        ..Tally::default()
    };
    let mut rng = Rng::new(1);
    for _ in 0..RANDOM {
        let knobs = Knobs::any(&mut rng, BLOCKS);
        random.compare(&graph(&mut rng, &knobs));
    }
    random.report(&format!("random graphs of up to {BLOCKS} blocks"));
    ExitCode::from(u8::from(!is_small_best || !random.holds(999)))
}

/// Compares all graphs of up to so many blocks; tells whether none is worse than the best layout.
fn small(blocks: usize, shown: Option<usize>) -> bool {
    let mut small = Tally {
        shown,
        ..Tally::default()
    };
    for cfg in exhaustive::graphs(blocks) {
        small.compare(&cfg);
    }
    small.report(&format!("all graphs of up to {blocks} blocks"));
    small.holds(1000)
}

fn of_size(count: usize, least: usize, most: usize, shown: usize) -> ExitCode {
    let mut tally = Tally {
        shown: Some(shown),
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
        let Some(best) = self.best(cfg) else {
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
        let missed = self.graphs - self.simple;
        if !simple && self.shown.is_none_or(|most| missed <= most) {
            println!("{made:?}, at best {best:?}:\n{}", notation::show(cfg));
            if let Some((_, layout)) = simplest(cfg, LAYOUTS) {
                println!("; at best: {layout}");
            }
        }
    }

    /// Finds the least cost of a graph's layouts, once for each class.
    fn best(&mut self, cfg: &Cfg) -> Option<Cost> {
        match class(cfg).filter(|_| cfg.block_count() <= CLASSED) {
            Some(class) => *(self.known.entry(class)).or_insert_with(|| optimum(cfg, LAYOUTS)),
            None => optimum(cfg, LAYOUTS),
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

    /// Tells whether so many of a thousand are as good as the best layout, and none better.
    fn holds(&self, of_thousand: usize) -> bool {
        self.wrong == 0 && self.simple * 1000 >= self.graphs * of_thousand && self.graphs > 0
    }
}
