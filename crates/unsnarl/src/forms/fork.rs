//! Forks: brackets that choose between two arms.
//!
//! *Needs:* a program, and which of its steps print something.
//! *Gives:* [`Fork`]: an `If`, a `Test`, a `Dispatch` of at most two arms, or a `Switch` of two
//! arms that tests for a few slots; [`Contents`], which looks into arms.
//! *Cost:* O(1) for each call, beside the slots of a switch and the silent steps that it passes.
//!
//! A dispatcher of two arms is a fork, as in [profiles](crate::program::Profile): jumps in its arms
//! bind to brackets around it.
//!
//! ```text
//! switch label {          if label == 3 {
//!   case 3:                 b
//!     b             ->    } else {
//!   default:                c
//!     c                   }
//! }
//! ```

use super::outline::Outline;
use super::{Test, arms, cases, next};
use crate::ids::{BlockId, FlagId, IdMap, NodeId};
use crate::program::{Cases, Program, Step};

/// The maximum number of slots that a switch may be compared with, one after the other.
const FEW_SLOTS: usize = 3;

#[derive(Clone, Copy)]
pub(super) struct Fork {
    pub(super) test: Test,
    /// The arm for a test that holds.
    pub(super) then: NodeId,
    /// The arm for a test that does not hold.
    pub(super) otherwise: Option<NodeId>,
}

impl Fork {
    /// Reads the bracket at `node`; nothing if it is not a fork.
    pub(super) fn at(program: &Program, node: NodeId) -> Option<Fork> {
        let (test, cases_of_then) = match program.step(node) {
            Step::If(block, _) => (Test::Decided(block), 0),
            Step::Test(condition, _) => (Test::Flags(condition), 1),
            Step::Dispatch(_) => return Fork::of_label(program, node),
            Step::Switch(block, _) => return Fork::of_switch(program, node, block),
            _ => return None,
        };
        let [first, second] = arms(program, node)[..] else {
            return None;
        };
        let [of_first, of_second] = [first, second].map(|arm| cases(program, arm));
        let (then, otherwise) = match (of_first, of_second) {
            ([0], [1]) | ([1], [0]) if of_first == [cases_of_then] => (first, second),
            ([0], [1]) | ([1], [0]) => (second, first),
            _ => return None,
        };
        let otherwise = Some(otherwise);
        Some(Fork {
            test,
            then,
            otherwise,
        })
    }

    fn of_label(program: &Program, node: NodeId) -> Option<Fork> {
        let (then, otherwise) = match arms(program, node)[..] {
            [only] => (only, None),
            [first, second] if cases(program, first).is_empty() => (second, Some(first)),
            [first, second] if cases(program, second).is_empty() => (first, Some(second)),
            // The label always has a value of one of the two arms, so a value that one arm does not
            // list belongs to the other.
            [first, second] if cases(program, first).len() <= cases(program, second).len() => {
                (first, Some(second))
            }
            [first, second] => (second, Some(first)),
            _ => return None,
        };
        let test = Test::Label(listed(program, then)?);
        (!cases(program, then).is_empty()).then_some(Fork {
            test,
            then,
            otherwise,
        })
    }

    /// A switch with one arm for a few slots, and one arm for the others and the default, which is
    /// the last slot.
    fn of_switch(program: &Program, node: NodeId, block: BlockId) -> Option<Fork> {
        let [first, second] = arms(program, node)[..] else {
            return None;
        };
        let greatest = |arm| cases(program, arm).iter().max();
        let (then, otherwise) = match greatest(first) < greatest(second) {
            true => (first, second),
            false => (second, first),
        };
        if !(1..=FEW_SLOTS).contains(&cases(program, then).len()) {
            return None;
        }
        let test = Test::Slots(block, listed(program, then)?, listed(program, otherwise)?);
        Some(Fork {
            test,
            then,
            otherwise: Some(otherwise),
        })
    }

    /// Tells whether the fork is written as a fork. It is not if it would compare a decision
    /// several times that may be compared only once.
    pub(super) fn is_asked(&self, program: &Program, may_repeat: impl Fn(BlockId) -> bool) -> bool {
        match self.test {
            Test::Slots(block, slots, _) => program.cases(slots).len() == 1 || may_repeat(block),
            _ => true,
        }
    }

    /// Gives the arm for a test that holds, or the other one.
    pub(super) fn arm(&self, holds: bool) -> Option<NodeId> {
        match holds {
            true => Some(self.then),
            false => self.otherwise,
        }
    }
}

/// Gives the slots or values that an arm lists, as the index into the table.
fn listed(program: &Program, arm: NodeId) -> Option<Cases> {
    match program.step(arm) {
        Step::Arm(cases) => Some(cases),
        _ => None,
    }
}

/// The target of an arm that is empty, or only jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// The steps after its bracket.
    Falls,
    /// The target of a jump.
    Jumps(Step),
}

/// The content of arms.
#[derive(Clone, Copy)]
pub(super) struct Contents<'p> {
    pub(super) program: &'p Program,
    /// Tells whether a `Run` or a `Take` prints something.
    pub(super) prints: &'p dyn Fn(Step) -> bool,
    /// Tells whether the decision of a block may be compared several times.
    pub(super) may_repeat: &'p dyn Fn(BlockId) -> bool,
}

impl Contents<'_> {
    /// Reads the bracket at `node`; nothing if the bracket is not written as a fork.
    pub(super) fn fork(self, node: NodeId) -> Option<Fork> {
        let fork = Fork::at(self.program, node)?;
        fork.is_asked(self.program, self.may_repeat).then_some(fork)
    }

    /// Reads the bracket at `node`; nothing if the bracket is not written as an `if`: a switch
    /// stays a switch if a jump leaves it and no jump can leave an `if`.
    pub(super) fn as_if(self, node: NodeId, outline: &Outline, leaves_ifs: bool) -> Option<Fork> {
        let is_switch = matches!(self.program.step(node), Step::Switch(..));
        let stays = is_switch && !leaves_ifs && outline.is_bound(self.program, node);
        self.fork(node).filter(|_| !stays)
    }

    /// Gives the first step at `node` or after it that is not a silent `Run` or `Take`.
    pub(super) fn pass_silent(self, mut node: NodeId) -> NodeId {
        while let step @ (Step::Run(_) | Step::Take(_)) = self.program.step(node)
            && !(self.prints)(step)
        {
            node = next(node);
        }
        node
    }

    /// Gives the target of an arm that does nothing else; a missing arm falls through.
    pub(super) fn after(self, arm: Option<NodeId>) -> Option<After> {
        let Some(arm) = arm else {
            return Some(After::Falls);
        };
        let end = self.program.extent(arm);
        let first = self.pass_silent(next(arm));
        match self.program.step(first) {
            _ if first == end => Some(After::Falls),
            jump @ (Step::Break(_) | Step::Continue(_)) if next(first) == end => {
                Some(After::Jumps(jump))
            }
            _ => None,
        }
    }

    /// Gives the bracket that is the only content of an arm.
    pub(super) fn sole_bracket(self, arm: NodeId) -> Option<NodeId> {
        let first = self.pass_silent(next(arm));
        let opens = self.program.step(first).opens();
        (opens && next(self.program.extent(first)) == self.program.extent(arm)).then_some(first)
    }

    /// Gives the flag and value of the `Set` that is the only content of an arm.
    pub(super) fn sole_set(self, arm: NodeId) -> Option<(FlagId, bool)> {
        let first = self.pass_silent(next(arm));
        match self.program.step(first) {
            Step::Set(flag, value) if next(first) == self.program.extent(arm) => {
                Some((flag, value))
            }
            _ => None,
        }
    }
}

/// Gives the bracket that each `End` closes.
pub(super) fn openers(program: &Program) -> IdMap<NodeId, Option<NodeId>> {
    let mut openers = IdMap::filled(program.len(), None);
    for (node, _) in program.steps().filter(|(_, step)| step.opens()) {
        openers[program.extent(node)] = Some(node);
    }
    openers
}
