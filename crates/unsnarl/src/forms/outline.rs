//! The shown parts of a program.
//!
//! *Needs:* a program whose loops repeat at their end, and which steps print something.
//! *Gives:* [`Outline`].
//! *Cost:* O(steps).

use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(super) struct Outline {
    /// For each position: the number of steps before it that print something.
    shown_before: Vec<usize>,
    /// For each label: whether a jump binds to it.
    pub(super) bound: IdMap<LabelId, bool>,
}

impl Outline {
    /// Finds the outline. `prints` tells whether a `Run` or a `Take` prints something.
    pub(super) fn find(program: &Program, prints: impl Fn(Step) -> bool) -> Outline {
        let mut shown_before = Vec::with_capacity(program.len() + 1);
        let mut bound = IdMap::filled(program.label_count(), false);
        let mut shown = 0;
        for (_, step) in program.steps() {
            shown_before.push(shown);
            shown += usize::from(match step {
                Step::Run(_) | Step::Take(_) => prints(step),
                Step::Loop(_) | Step::Store(_) | Step::Set(..) => true,
                step => step.diverts(),
            });
            if let Step::Break(label) | Step::Continue(label) = step {
                bound[label] = true;
            }
        }
        shown_before.push(shown);
        Outline {
            shown_before,
            bound,
        }
    }

    /// Tells whether the bracket or arm at `node` holds anything that is shown.
    pub(super) fn is_shown(&self, program: &Program, node: NodeId) -> bool {
        self.shown(node, program.extent(node)) > 0
    }

    /// Counts the steps that print something between two places.
    pub(super) fn shown(&self, first: NodeId, end: NodeId) -> usize {
        self.shown_before[end.index()] - self.shown_before[first.index()]
    }

    /// Tells whether a jump binds to a bracket.
    pub(super) fn is_bound(&self, program: &Program, node: NodeId) -> bool {
        let label = program.step(node).bound_label();
        label.is_some_and(|label| self.bound[label])
    }

    /// Tells whether a bracket holds something that is shown and no jump goes past its end.
    pub(super) fn is_closed(&self, program: &Program, node: NodeId) -> bool {
        !self.is_bound(program, node) && self.is_shown(program, node)
    }

    /// Tells whether the bracket at `node` itself is shown: a scope that no jump leaves is not.
    pub(super) fn has_brackets(&self, program: &Program, node: NodeId) -> bool {
        match program.step(node) {
            Step::Block(label) => self.bound[label],
            Step::Loop(_) => true,
            _ => self.is_shown(program, node),
        }
    }
}
