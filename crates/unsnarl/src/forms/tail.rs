//! The steps at the end of each round of a loop, and the targets of `continue`.
//!
//! *Needs:* a place in a loop that control only leaves to the next round, or to the test of a loop
//! that tests last.
//! *Gives:* [`Tail`]: the steps before that place that belong in the head of a `for`, or in the
//! question; and the bracket whose end is right before them. A jump past its end goes on with the
//! next round, and is a `continue`.
//! *Cost:* O(steps in the tail).
//!
//! ```text
//! while c {                          loop {
//!   l0: block {                        l0: block {
//!     a                                  a
//!     if d {           for ; c; e {      if d {              do {
//!       break l0         a                 break l0            a
//!     }          ->      if d {          }               ->    if d {
//!     b                    continue      b                       continue
//!   }                    }             }                       }
//!   e                    b             if not c {              b
//! }                    }                 break               } while c
//!                                      }
//!                                    }
//! ```

use super::Host;
use super::fork::Contents;
use super::outline::Outline;
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::Step;

/// The end of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tail {
    /// Its first step. All steps up to its end are `Run` and `Take`.
    pub(super) first: NodeId,
    pub(super) end: NodeId,
    /// The label of the bracket that ends right before the tail, if a jump goes past that end.
    pub(super) label: Option<LabelId>,
}

/// Looks for tails.
#[derive(Clone, Copy)]
pub(super) struct Tails<'p> {
    pub(super) contents: Contents<'p>,
    pub(super) outline: &'p Outline,
    /// The bracket that each `End` closes.
    pub(super) openers: &'p IdMap<NodeId, Option<NodeId>>,
    /// Whether a jump can go past the end of an `if`.
    pub(super) leaves_ifs: bool,
}

impl Tails<'_> {
    /// Finds the silent steps before `end`, if a bracket that a jump leaves ends right before them.
    pub(super) fn silent(self, end: NodeId) -> Option<Tail> {
        let first = self.before_silent(end);
        let label = Some(self.left_before(first)?);
        Some(Tail { first, end, label })
    }

    /// Finds the last steps before `end`, exactly one of which prints, if that one may be the step
    /// of a `for`.
    pub(super) fn step(self, end: NodeId, host: &impl Host) -> Option<Tail> {
        let printing = self.last_printing(end)?;
        let step = self.contents.program.step(printing);
        if !host.may_step(step) {
            return None;
        }
        let first = self.before_silent(printing);
        let label = self.left_before(first);
        let first = if label.is_some() { first } else { printing };
        Some(Tail { first, end, label })
    }

    /// Gives the `Run` or `Take` that prints and is separated from `end` by silent steps only.
    pub(super) fn last_printing(self, end: NodeId) -> Option<NodeId> {
        let before = NodeId::new(self.before_silent(end).index().checked_sub(1)?);
        self.runs_or_takes(before).then_some(before)
    }

    fn runs_or_takes(self, node: NodeId) -> bool {
        matches!(
            self.contents.program.step(node),
            Step::Run(_) | Step::Take(_)
        )
    }

    /// Gives the first of the silent steps before `end`.
    fn before_silent(self, end: NodeId) -> NodeId {
        let mut at = end.index();
        while let Some(before) = at.checked_sub(1).map(NodeId::new)
            && self.runs_or_takes(before)
            && !(self.contents.prints)(self.contents.program.step(before))
        {
            at = before.index();
        }
        NodeId::new(at)
    }

    /// Gives the label of the scope or `if` that ends right before `node`, if a jump goes past its
    /// end.
    fn left_before(self, node: NodeId) -> Option<LabelId> {
        let program = self.contents.program;
        let opener = self.openers[NodeId::new(node.index().checked_sub(1)?)]?;
        let may_lose_its_label = match program.step(opener) {
            Step::Block(_) => true,
            Step::If(..) | Step::Test(..) => self.leaves_ifs,
            _ => false,
        };
        let is_left = may_lose_its_label && self.outline.is_bound(program, opener);
        program.step(opener).bound_label().filter(|_| is_left)
    }
}
