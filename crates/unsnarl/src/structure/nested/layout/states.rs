//! The layout of a subtree as a state machine: a loop around a switch over its blocks.
//!
//! *Needs:* the walk, at a root of [`Machines`].
//! *Gives:* its steps.
//! *Cost:* O(blocks + ways) of the subtree.

use super::Walk;
use crate::ids::BlockId;
use crate::program::{Cases, Step};
use crate::structure::nested::machines::Machines;

impl Walk<'_> {
    /// Lays out the subtree of `root` as a loop around a switch over its blocks.
    pub(super) fn machine(&mut self, root: BlockId, machines: &Machines) {
        self.arrive(root);
        if let Some(state) = machines.start(root) {
            self.layout.steps.push(Step::Store(state));
        }
        self.begin_loop(root);
        self.layout.steps.push(Step::Dispatch(None));
        for (block, states) in machines.arms(root) {
            let cases = Cases::append(&mut self.layout.cases, states.iter().copied());
            self.layout.steps.push(Step::Arm(cases));
            self.layout.steps.push(Step::Run(block));
            self.leave_state(block, root, machines);
        }
        self.layout.steps.extend([Step::End, Step::End]);
    }

    fn leave_state(&mut self, block: BlockId, root: BlockId, machines: &Machines) {
        let plan = self.plan;
        let ways = plan.tree.ways(block);
        if ways.is_empty() {
            self.layout.steps.push(Step::Leave(block));
        }
        if ways.len() > 1 {
            self.layout.steps.push(self.bracket(block));
        }
        for way in ways {
            if ways.len() > 1 {
                let cases = Cases::of_table(way.slots);
                self.layout.steps.push(Step::Arm(cases));
            }
            self.layout.steps.push(Step::Take(way.edge));
            match machines.state_after(self.graph, root, way.edge) {
                Some(state) => {
                    self.layout.steps.push(Step::Store(state));
                    self.jump(root);
                }
                None => {
                    self.layout.steps.extend(way.store.map(Step::Store));
                    self.go(way.target, None);
                }
            }
        }
        if ways.len() > 1 {
            self.layout.steps.push(Step::End);
        }
    }
}
