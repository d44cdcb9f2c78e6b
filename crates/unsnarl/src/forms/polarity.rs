//! The order of the two arms of a fork.
//!
//! *Needs:* a program whose loops repeat at their end, and the number of lines of its steps.
//! *Gives:* [`Polarity`], which says which of two arms comes last.
//! *Cost:* O(steps) to make; O(1) for each fork, beside the silent steps at the start of its arms.
//!
//! The first arm decides how a question is phrased: the arm runs if the question holds. If the
//! first arm never reaches its end, the other one comes after it without an `else`. If both arms
//! are shown, the first of these rules that distinguishes them decides:
//!
//! 1. An arm whose only content is another fork comes last: `else if`.
//! 2. An arm that never reaches its end comes first, and is a *guard clause*.
//! 3. An arm with far fewer lines comes first: less than half as many if neither reaches its end,
//!    since the other one then needs no `else`; less than a third if both do.
//! 4. The arm whose question has no negation comes first.
//!
//! ```text
//! if c {                 if not c {
//!   a                      break
//!   b           ->       }
//! } else {               a
//!   break                b
//! }
//! ```

use super::assignment::assignment;
use super::flow::reached;
use super::fork::{Contents, Fork};
use super::outline::Outline;
use super::{Host, Test};
use crate::ids::{Id, IdMap, NodeId};
use crate::program::{Step, Term};
use alloc::vec::Vec;

/// The factor by which an arm must have more lines to count as far longer if no `else` is needed.
const FAR_MORE_BEHIND: usize = 2;
/// The same factor if an `else` is needed.
const FAR_MORE_IN_ELSE: usize = 3;

pub(super) struct Polarity<'p> {
    contents: Contents<'p>,
    outline: &'p Outline,
    /// For the end of each arm: whether control reaches it.
    reached: IdMap<NodeId, bool>,
    /// For each position: the number of lines before it.
    lines_before: Vec<usize>,
}

impl<'p> Polarity<'p> {
    pub(super) fn new(
        contents: Contents<'p>,
        outline: &'p Outline,
        host: &impl Host,
    ) -> Polarity<'p> {
        Polarity {
            contents,
            outline,
            reached: reached(contents.program),
            lines_before: lines_before(contents, outline, host),
        }
    }

    /// Gives the arm of the fork at `node` that comes last, if both are shown.
    pub(super) fn last_arm(&self, node: NodeId, fork: Fork) -> Option<NodeId> {
        let program = self.contents.program;
        let pair = [fork.then, fork.otherwise?];
        if !pair.iter().all(|&arm| self.outline.is_shown(program, arm)) {
            return None;
        }
        let is_bound = self.outline.is_bound(program, node);
        let falls = pair.map(|arm| is_bound || self.reached[program.extent(arm)]);
        let is_chained = pair.map(|arm| self.is_fork(arm));
        let first = match (is_chained, falls) {
            ([false, true], _) => 0,
            ([true, false], _) => 1,
            (_, [false, true]) => 0,
            (_, [true, false]) => 1,
            _ => self
                .far_shorter(pair, falls[0])
                .unwrap_or(self.unnegated(fork)),
        };
        Some(pair[1 - first])
    }

    /// Gives the arm that has far fewer lines, if one has.
    fn far_shorter(&self, pair: [NodeId; 2], fall: bool) -> Option<usize> {
        let far = if fall {
            FAR_MORE_IN_ELSE
        } else {
            FAR_MORE_BEHIND
        };
        let [then, otherwise] = pair.map(|arm| self.lines(arm));
        match () {
            () if far * then < otherwise => Some(0),
            () if far * otherwise < then => Some(1),
            () => None,
        }
    }

    /// Gives the arm that runs if the question holds without a negation.
    fn unnegated(&self, fork: Fork) -> usize {
        let is_negation = match fork.test {
            Test::Flags(condition) => {
                let terms = self.contents.program.condition(condition);
                matches!(terms, [Term::Not, ..])
            }
            _ => false,
        };
        usize::from(is_negation)
    }

    fn lines(&self, arm: NodeId) -> usize {
        let end = self.contents.program.extent(arm).index();
        self.lines_before[end] - self.lines_before[arm.index()]
    }

    /// Tells whether the only content of an arm is another fork, which is not an assignment.
    fn is_fork(&self, arm: NodeId) -> bool {
        let inner = self.contents.sole_bracket(arm);
        let inner = inner.filter(|&inner| self.outline.is_closed(self.contents.program, inner));
        inner.is_some_and(|inner| {
            self.contents.fork(inner).is_some() && assignment(self.contents, inner).is_none()
        })
    }
}

fn lines_before(contents: Contents<'_>, outline: &Outline, host: &impl Host) -> Vec<usize> {
    let program = contents.program;
    let mut lines = 0;
    let mut before = Vec::with_capacity(program.len() + 1);
    for (node, step) in program.steps() {
        before.push(lines);
        lines += match step {
            Step::Run(_) | Step::Take(_) => host.lines(step),
            Step::Store(_) | Step::Set(..) => 1,
            step if step.diverts() => 1,
            // The bracket's first line and its last.
            step if step.opens() => 2 * usize::from(outline.has_brackets(program, node)),
            _ => 0,
        };
    }
    before.push(lines);
    before
}
