//! Which places of a program can be reached, while it is walked.
//!
//! *Needs:* the steps of a program in order.
//! *Gives:* [`Flow`], which tells whether control reaches the place after the steps so far, and
//! [`reached`], which tells that of every step.
//! *Cost:* O(1) a step.

use crate::ids::{IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(crate) struct Flow {
    live: bool,
    open: Vec<Open>,
    left: IdMap<LabelId, bool>,
}

/// A bracket that is open.
struct Open {
    label: Option<LabelId>,
    /// Whether control reaches its start.
    start: bool,
    /// Whether control reaches its end by an arm before this one.
    end: bool,
    arms: usize,
}

impl Flow {
    pub(crate) fn new(program: &Program) -> Flow {
        Flow::with_labels(program.label_count())
    }

    /// Starts before a program whose labels are below a number.
    pub(crate) fn with_labels(label_count: usize) -> Flow {
        Flow {
            live: true,
            open: Vec::new(),
            left: IdMap::filled(label_count, false),
        }
    }

    /// Tells whether control gets here.
    pub(crate) fn is_live(&self) -> bool {
        self.live
    }

    pub(crate) fn pass(&mut self, step: Step) {
        match step {
            Step::Break(label) => {
                self.left[label] |= self.live;
                self.live = false;
            }
            Step::Arm(_) => self.pass_arm(),
            Step::End => self.pass_end(),
            step if step.opens() => self.open.push(Open {
                label: step.bound_label(),
                start: self.live,
                end: false,
                arms: 0,
            }),
            step => self.live &= !step.diverts(),
        }
    }

    fn pass_arm(&mut self) {
        if let Some(inner) = self.open.last_mut() {
            inner.end |= inner.arms > 0 && self.live;
            inner.arms += 1;
            self.live = inner.start;
        }
    }

    fn pass_end(&mut self) {
        if let Some(inner) = self.open.pop() {
            let left = inner.label.is_some_and(|label| self.left[label]);
            self.live |= inner.end || left;
        }
    }
}

/// Tells of each step whether control gets to it from the one before: of an `Arm` or an `End`
/// whether it gets to the end of what they end.
pub(crate) fn reached(program: &Program) -> IdMap<NodeId, bool> {
    let mut reached = IdMap::filled(program.len(), false);
    let mut flow = Flow::new(program);
    for (node, step) in program.steps() {
        reached[node] = flow.is_live();
        flow.pass(step);
    }
    reached
}
