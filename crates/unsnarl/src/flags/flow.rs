//! Where control goes from each step.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`Flow`]: the steps that each step may follow, and may be followed by; which steps can
//! be reached.
//! *Cost:* O(steps) time and space.
//!
//! Control that comes to an `Arm` has fallen through the arm before it, and goes to the `End`; what
//! a bracket leads to is the step after each of its arms. The place past the last step counts as a
//! step.

use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use crate::rows::{Counting, Rows};

pub(super) struct Flow<'p> {
    pub(super) program: &'p Program,
    binders: IdMap<LabelId, NodeId>,
    origins: Rows<NodeId>,
}

impl<'p> Flow<'p> {
    pub(super) fn new(program: &'p Program) -> Flow<'p> {
        let mut flow = Flow {
            program,
            binders: IdMap::filled(program.label_count(), NodeId::new(0)),
            origins: Rows::with_room(0, 0),
        };
        for (node, step) in program.steps() {
            if let Some(label) = step.bound_label() {
                flow.binders[label] = node;
            }
        }
        let mut counting = Counting::new(program.len() + 1);
        flow.each_edge(|_, to| counting.count(to.index()));
        let mut placing = counting.place(NodeId::new(0));
        flow.each_edge(|from, to| placing.put(to.index(), from));
        flow.origins = placing.finish();
        flow
    }

    /// Gives the steps from which control comes to this one.
    pub(super) fn origins(&self, node: NodeId) -> &[NodeId] {
        self.origins.row(node.index())
    }

    /// Calls `to` with each step to which control goes from this one, and with the arm if the step
    /// opens a bracket that has some.
    pub(super) fn each_next(&self, node: NodeId, mut to: impl FnMut(NodeId, Option<NodeId>)) {
        let program = self.program;
        if node.index() == program.len() {
            return;
        }
        match program.step(node) {
            Step::Leave(_) => {}
            Step::Break(label) => to(following(program.extent(self.binders[label])), None),
            Step::Continue(label) => to(self.binders[label], None),
            Step::Arm(_) => to(program.extent(node), None),
            step if step.has_arms() => {
                for arm in arms(program, node) {
                    to(following(arm), Some(arm));
                }
            }
            _ => to(following(node), None),
        }
    }

    /// Tells which steps control can get to.
    pub(super) fn reached(&self) -> IdMap<NodeId, bool> {
        let mut reached = IdMap::filled(self.program.len() + 1, false);
        let mut work = alloc::vec![NodeId::new(0)];
        while let Some(node) = work.pop() {
            if !core::mem::replace(&mut reached[node], true) {
                self.each_next(node, |to, _| work.push(to));
            }
        }
        reached
    }

    fn each_edge(&self, mut edge: impl FnMut(NodeId, NodeId)) {
        for (node, _) in self.program.steps() {
            self.each_next(node, |to, _| edge(node, to));
        }
    }
}

/// Walks the arms of a bracket that has some.
pub(super) fn arms(program: &Program, bracket: NodeId) -> impl Iterator<Item = NodeId> {
    let end = program.extent(bracket);
    core::iter::successors(Some(following(bracket)), |&arm| Some(program.extent(arm)))
        .take_while(move |&arm| arm != end)
}
