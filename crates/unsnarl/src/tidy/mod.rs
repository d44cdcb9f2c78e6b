//! Tidying: makes a shorter, equivalent program.
//!
//! *Needs:* a graph, and any program that keeps the rules on it.
//! *Gives:* [`tidy`]; the [`REWRITES`] that it runs; [`falls_into`], for writers of languages whose
//! arms fall through; [`exits_behind_loops`], for writers of loops with conditions.
//! *Cost:* each rewrite is linear apart from logarithms. The rewrites run until nothing changes,
//! [`ROUNDS`] times at most. On the random graphs of `docs/algorithms/tidy.md` eight rounds are
//! enough, whatever the algorithm.
//!
//! Every rewrite preserves what [`simulation`](crate::verify::simulation) proves: for each sequence
//! of decisions, the same blocks run in the same order, and the same edges are taken. No rewrite
//! copies code, tests a decision that was not tested before, or stores a label or a flag that was
//! not stored before.
//!
//! ## Promises
//! Each has a test.
//! - The numbers of label stores, loops, jumps and steps never grow, nor does the number of loops
//!   and scopes together, and brackets never nest deeper. A loop that never repeats may become a
//!   scope.
//! - Tidying is idempotent: `tidy(tidy(p)) == tidy(p)`, unless the rounds ran out.
//!
//! Termination: each rewrite decreases the following tuple in lexicographic order: the number of
//! steps, of loops, of jumps that lead to jumps, the sum of the depths of all steps, and the number
//! of arms that are out of order.

mod beyond;
mod conditions;
mod dead;
mod depths;
mod edits;
mod exits;
mod facts;
mod fall;
mod fresh;
mod guards;
mod jumps;
mod labels;
mod order;
mod otherwise;
mod same;
mod scopes;
mod sink;
mod trailing;

#[cfg(test)]
mod tests;

pub use exits::exits_behind_loops;
pub use fall::falls_into;

use crate::cfg::Cfg;
use crate::program::Program;
use edits::Edits;
use facts::Facts;

/// The greatest number of passes over the table. Each pass is linear, so the total is linear too.
pub const ROUNDS: usize = 64;

/// A row of the table of rewrites.
#[derive(Clone, Copy, Debug)]
pub struct Rewrite {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The reason for its place in the order.
    pub why: &'static str,
    run: fn(&Facts) -> Option<Program>,
}

/// All rewrites, in the order in which they run in each round.
pub const REWRITES: [Rewrite; 13] = [
    Rewrite {
        name: "dead",
        about: "drops unreachable steps",
        why: "first: later rewrites assume that the code after a bracket runs",
        run: dead::rewrite,
    },
    Rewrite {
        name: "jumps",
        about: "drops jumps to the place where control goes anyway, and shortens jumps to jumps",
        why: "before every rewrite that counts the jumps to a label or asks which arms reach their ends",
        run: jumps::rewrite,
    },
    Rewrite {
        name: "labels",
        about: "drops labels, scopes and loops that no jump names",
        why: "after jumps, which leaves such labels",
        run: labels::rewrite,
    },
    Rewrite {
        name: "scopes",
        about: "replaces a scope by the end of another bracket",
        why: "after labels, which turns loops into scopes and drops empty scopes",
        run: scopes::rewrite,
    },
    Rewrite {
        name: "same",
        about: "joins arms with the same steps",
        why: "before jumps at the ends of arms move and make them differ",
        run: same::rewrite,
    },
    Rewrite {
        name: "conditions",
        about: "joins tests in a row and tests in each other",
        why: "with same: both compare arms before other rewrites split them",
        run: conditions::rewrite,
    },
    Rewrite {
        name: "trailing",
        about: "moves a jump that ends several arms behind them",
        why: "before guards, which would split arms that end with the same jump",
        run: trailing::rewrite,
    },
    Rewrite {
        name: "sink",
        about: "moves code behind a scope or a loop to the only jump that leads there, for one scope less",
        why: "before otherwise and beyond: it leaves less work for them, and dropped scopes are \
              nested less deep",
        run: sink::rewrite,
    },
    Rewrite {
        name: "otherwise",
        about: "moves the code that a scope exists to skip into the arm that does not skip it",
        why: "before guards, which moves code in the other direction where no jump is saved",
        run: otherwise::rewrite,
    },
    Rewrite {
        name: "guards",
        about: "moves an arm behind its bracket if no other arm reaches its end",
        why: "after every rewrite that nests code in arms to save jumps or scopes",
        run: guards::rewrite,
    },
    Rewrite {
        name: "beyond",
        about: "moves code that runs only when a loop is left behind the loop",
        why: "after guards, which puts such code at the end of the loop",
        run: beyond::rewrite,
    },
    Rewrite {
        name: "order",
        about: "puts the arm that leaves before the arm that stays",
        why: "after every rewrite that changes the length of arms",
        run: order::rewrite,
    },
    Rewrite {
        name: "fall",
        about: "orders the arms of a switch so that more of them can fall into the next",
        why: "last: it asks how arms end, and no rewrite asks for their order",
        run: fall::rewrite,
    },
];

impl Rewrite {
    /// Runs this rewrite once. Gives `None` if it changes nothing, or if the program breaks a rule.
    pub fn apply(&self, cfg: &Cfg, program: &Program) -> Option<Program> {
        let facts = Facts::new(cfg, program)?;
        (self.run)(&facts)
    }
}

/// Runs all rewrites until nothing changes, and renumbers labels.
///
/// A program that breaks a rule of brackets, labels or jumps comes back unchanged. O(steps + k log
/// k) a round for brackets of k arms.
///
/// ```
/// use unsnarl::{measure, structure, text, tidy, verify};
///
/// let graph = text::read("a -> b | c\nb -> a\nc -> return", text::Notation::Cfg)?;
/// let program = tidy::tidy(&graph.cfg, &structure::state_machine(&graph.cfg));
/// let limit = verify::state_limit(&graph.cfg, &program);
/// assert!(verify::simulation(&graph.cfg, &program, limit).is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tidy(cfg: &Cfg, program: &Program) -> Program {
    tidy_counted(cfg, program).0
}

/// Tidies a program, and gives the number of rounds that changed something.
///
/// The facts about a program hold until a rewrite changes it. Tidying ends when no rewrite has
/// changed the program since each last ran: no rewrite sees the same program twice.
fn tidy_counted(cfg: &Cfg, program: &Program) -> (Program, usize) {
    let mut current = program.clone();
    let mut limit = None;
    // The rewrites that are still to run, in this round and in later ones up to the limit.
    let mut rewrites = (0..ROUNDS).flat_map(|round| REWRITES.iter().map(move |one| (round, one)));
    let mut rounds = 0;
    loop {
        let Some(mut facts) = Facts::new(cfg, &current) else {
            assert!(limit.is_none(), "a rewrite keeps the rules");
            return (current, rounds);
        };
        facts.limit = *limit.get_or_insert(facts.limit);
        let next = rewrites
            .by_ref()
            .take(REWRITES.len())
            .find_map(|(round, rewrite)| Some((round, (rewrite.run)(&facts)?)));
        match next {
            Some((round, next)) => (rounds, current) = (round + 1, next),
            None => return (fresh::numbered(&current), rounds),
        }
    }
}
