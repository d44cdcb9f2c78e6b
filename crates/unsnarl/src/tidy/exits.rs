//! Code on the way out of a loop, moved after the loop.
//!
//! *Needs:* a program, and which of its steps print anything.
//! *Gives:* [`exits_behind_loops`]: if a loop is left at one place only, at the end of an
//! iteration, the code there moves after the loop. Then the loop ends with a decision, and
//! [`forms`](crate::forms) can make this its condition.
//! *Cost:* O(steps · log steps) a round. There are as many rounds as such loops nest deep, and at
//! most [`ROUNDS`].
//! *Limits:* a loop that a jump leaves to its own end is not changed, and neither is a loop that
//! can repeat in two ways at the end of an iteration.
//!
//! ```text
//! loop l0 {                          loop l0 {
//!   run b0                             run b0
//!   if b0 {                            if b0 {
//!   case 0: take b0.0 continue l0  ->  case 0: take b0.0 continue l0
//!   case 1: take b0.1 break l9         case 1:
//!   }                                  }
//! }                                  }
//!                                    take b0.1
//!                                    break l9
//! ```
//!
//! This is not a rewrite of [`tidy`](super::tidy()), because it does not shorten the program.

use super::edits::Edits;
use super::facts::Facts;
use crate::cfg::Cfg;
use crate::ids::{IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;

/// The greatest number of passes over the program.
const ROUNDS: usize = 16;

/// Moves the code on the way out of loops after the loops. Gives `None` if nothing moves, or if the
/// program breaks a rule.
///
/// `prints` tells whether a `Run` or a `Take` prints anything.
pub fn exits_behind_loops(
    cfg: &Cfg,
    program: &Program,
    prints: impl Fn(Step) -> bool,
) -> Option<Program> {
    let mut moved: Option<Program> = None;
    for _ in 0..ROUNDS {
        let current = moved.as_ref().unwrap_or(program);
        let Some(next) = round(cfg, current, &prints) else {
            break;
        };
        moved = Some(next);
    }
    moved
}

fn round(cfg: &Cfg, program: &Program, prints: &dyn Fn(Step) -> bool) -> Option<Program> {
    let facts = Facts::new(cfg, program)?;
    let exits = Exits {
        continues: continues(program),
        facts: &facts,
        prints,
    };
    let mut edits = Edits::new(program);
    for (node, step) in program.steps() {
        if let Step::Loop(label) = step
            && let Some((from, to)) = exits.of(node, label)
        {
            edits.carry(from, to, program.extent(node));
        }
    }
    edits.finish()
}

/// By label: the places that repeat the loop which binds it, ascending.
fn continues(program: &Program) -> IdMap<LabelId, Vec<NodeId>> {
    let mut continues = IdMap::filled(program.label_count(), Vec::new());
    for (node, step) in program.steps() {
        if let Step::Continue(label) = step {
            continues[label].push(node);
        }
    }
    continues
}

struct Exits<'p> {
    facts: &'p Facts<'p>,
    continues: IdMap<LabelId, Vec<NodeId>>,
    prints: &'p dyn Fn(Step) -> bool,
}

impl Exits<'_> {
    /// The part that moves after the loop at `node`, if there is one.
    fn of(&self, node: NodeId, label: LabelId) -> Option<(NodeId, NodeId)> {
        let facts = self.facts;
        if facts.uses(label).breaks > 0 {
            return None;
        }
        let mut start = node;
        loop {
            let fork = self.last_fork(start)?;
            let (again, out) = self.arms(fork, label)?;
            let (from, to) = (following(out), facts.program.extent(out));
            let falls = facts.ends(out);
            let tests_first = start == node && self.decides_first(node, fork);
            if !falls && !tests_first && self.last_fork(again).is_some() {
                start = again;
                continue;
            }
            let may_move = match falls {
                true => self.shows(from, to),
                false => facts.is_last(node),
            };
            return may_move.then_some((from, to));
        }
    }

    /// The arms of a fork at the end of an iteration: the arm that repeats the loop, and the arm
    /// that leaves it.
    fn arms(&self, fork: NodeId, label: LabelId) -> Option<(NodeId, NodeId)> {
        let facts = self.facts;
        let mut arms = facts.arms(fork);
        let (first, second) = (arms.next()?, arms.next()?);
        let repeats = |arm| self.repeats(arm, label);
        let (again, out) = match (repeats(first), repeats(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return None,
        };
        (arms.next().is_none() && !facts.ends(again)).then_some((again, out))
    }

    /// The fork that ends a sequence, unless a jump leads to its end.
    fn last_fork(&self, start: NodeId) -> Option<NodeId> {
        let facts = self.facts;
        let last = facts.last(start);
        let fork = match facts.program.step(last) {
            Step::End => facts.parent(last)?,
            _ => return None,
        };
        let is_fork = facts.program.step(fork).has_arms();
        (is_fork && facts.breaks(fork) == 0).then_some(fork)
    }

    /// Tells whether a loop begins with the block that decides a fork, directly before the fork.
    fn decides_first(&self, node: NodeId, fork: NodeId) -> bool {
        let first = following(node);
        let step = self.facts.program.step(first);
        matches!(step, Step::Run(_)) && !(self.prints)(step) && following(first) == fork
    }

    /// Tells whether a part of the program repeats a loop.
    fn repeats(&self, arm: NodeId, label: LabelId) -> bool {
        let continues = &self.continues[label];
        let first = continues.partition_point(|&node| node < arm);
        let end = self.facts.program.extent(arm);
        continues.get(first).is_some_and(|&node| node < end)
    }

    /// Tells whether a part of the program prints anything.
    fn shows(&self, from: NodeId, to: NodeId) -> bool {
        let mut at = from;
        while at < to {
            match self.facts.program.step(at) {
                step @ (Step::Run(_) | Step::Take(_)) if !(self.prints)(step) => {}
                _ => return true,
            }
            at = following(at);
        }
        false
    }
}
