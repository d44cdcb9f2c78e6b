//! Forks: brackets that choose between two arms.
//!
//! *Needs:* a program, and which of its steps print something.
//! *Gives:* [`Fork`]: an `If`, a `Test`, or a `Dispatch` that tests for a few values and has one
//! arm for all others; [`Contents`], which looks into arms.
//! *Cost:* O(1) for each question, beside the silent steps that it passes.
//!
//! A dispatcher with one arm besides the default is a fork:
//!
//! ```text
//! switch label {          if label == 3 {
//!   case 3:                 b
//!     b             ->    } else {
//!   default:                c
//!     c                   }
//! }
//! ```

use super::{arms, cases, next};
use crate::ids::{BlockId, FlagId, IdMap, NodeId};
use crate::program::{Program, Step, Term};

/// Values that successive comparisons may test for.
const FEW_VALUES: usize = 3;

/// What a fork decides by.
#[derive(Clone, Copy)]
pub(super) enum Asked<'p> {
    /// The decision of a block, which holds for slot 0.
    Block(BlockId),
    /// A condition over flags.
    Flags(&'p [Term]),
    /// Whether the label is one of these.
    Label(&'p [u32]),
}

#[derive(Clone, Copy)]
pub(super) struct Fork<'p> {
    pub(super) asked: Asked<'p>,
    /// The arm that runs if the condition holds.
    pub(super) then: NodeId,
    /// The arm that runs if it does not.
    pub(super) otherwise: Option<NodeId>,
}

impl<'p> Fork<'p> {
    /// Reads the bracket at `node`; nothing if it is no fork.
    pub(super) fn at(program: &'p Program, node: NodeId) -> Option<Fork<'p>> {
        let (asked, cases_of_then) = match program.step(node) {
            Step::If(block, _) => (Asked::Block(block), 0),
            Step::Test(condition, _) => (Asked::Flags(program.condition(condition)), 1),
            Step::Dispatch(_) => return Fork::of_label(program, node),
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
            asked,
            then,
            otherwise,
        })
    }

    fn of_label(program: &'p Program, node: NodeId) -> Option<Fork<'p>> {
        let (then, otherwise) = match arms(program, node)[..] {
            [only] => (only, None),
            [first, second] if cases(program, first).is_empty() => (second, Some(first)),
            [first, second] if cases(program, second).is_empty() => (first, Some(second)),
            _ => return None,
        };
        let values = cases(program, then);
        let asked = Asked::Label(values);
        (1..=FEW_VALUES).contains(&values.len()).then_some(Fork {
            asked,
            then,
            otherwise,
        })
    }

    /// Gives the arm that runs if the condition holds, or the other one.
    pub(super) fn arm(&self, holds: bool) -> Option<NodeId> {
        match holds {
            true => Some(self.then),
            false => self.otherwise,
        }
    }
}

/// Where an arm leads that is empty, or only jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Past the end of its bracket.
    On,
    /// Where a jump leads.
    Jump(Step),
}

/// The content of arms.
#[derive(Clone, Copy)]
pub(super) struct Contents<'p> {
    pub(super) program: &'p Program,
    /// Tells whether a `Run` or a `Take` prints something.
    pub(super) speaks: &'p dyn Fn(Step) -> bool,
}

impl Contents<'_> {
    /// Gives the first step at `node` or after it that is no silent `Run` or `Take`.
    pub(super) fn pass_silent(self, mut node: NodeId) -> NodeId {
        while let step @ (Step::Run(_) | Step::Take(_)) = self.program.step(node)
            && !(self.speaks)(step)
        {
            node = next(node);
        }
        node
    }

    /// Gives where an arm leads that does nothing else; a missing arm falls through.
    pub(super) fn way(self, arm: Option<NodeId>) -> Option<Way> {
        let Some(arm) = arm else {
            return Some(Way::On);
        };
        let end = self.program.extent(arm);
        let first = self.pass_silent(next(arm));
        match self.program.step(first) {
            _ if first == end => Some(Way::On),
            jump @ (Step::Break(_) | Step::Continue(_)) if next(first) == end => {
                Some(Way::Jump(jump))
            }
            _ => None,
        }
    }

    /// Gives the bracket that is all that an arm holds.
    pub(super) fn sole_bracket(self, arm: NodeId) -> Option<NodeId> {
        let first = self.pass_silent(next(arm));
        let opens = self.program.step(first).opens();
        (opens && next(self.program.extent(first)) == self.program.extent(arm)).then_some(first)
    }

    /// Gives the flag and value that is all that an arm sets.
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
