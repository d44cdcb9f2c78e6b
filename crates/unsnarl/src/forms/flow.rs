//! Tracks which places of a program can be reached, while the program is walked.
//!
//! *Needs:* the steps of a program in order.
//! *Gives:* [`Flow`], which tells whether control reaches the place after the steps so far, and
//! [`reached`], which tells it for every step.
//! *Cost:* O(1) a step.

use crate::ids::{IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(crate) struct Flow {
    live: bool,
    open: Vec<Open>,
    left: IdMap<LabelId, bool>,
    /// Whether loops repeat at their end; otherwise they are left there.
    repeats: bool,
}

/// A bracket that is open.
struct Open {
    label: Option<LabelId>,
    is_loop: bool,
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

    /// Starts before a program with this number of labels.
    pub(crate) fn with_labels(label_count: usize) -> Flow {
        Flow {
            live: true,
            open: Vec::new(),
            left: IdMap::filled(label_count, false),
            repeats: false,
        }
    }

    /// Starts before a program whose loops repeat at their end.
    fn repeating(program: &Program) -> Flow {
        Flow {
            repeats: true,
            ..Flow::new(program)
        }
    }

    /// Tells whether control reaches the current place.
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
                is_loop: matches!(step, Step::Loop(_)),
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
            let leaves = self.live && !(inner.is_loop && self.repeats);
            self.live = leaves || inner.end || left;
        }
    }
}

/// Tells for each step whether control reaches it from the step before; for an `Arm` or an `End`,
/// whether control reaches the end of the part that it closes.
pub(crate) fn reached(program: &Program) -> IdMap<NodeId, bool> {
    along(program, Flow::new(program))
}

/// The same for a program whose loops repeat at their end.
pub(crate) fn reached_of_repeating(program: &Program) -> IdMap<NodeId, bool> {
    along(program, Flow::repeating(program))
}

fn along(program: &Program, mut flow: Flow) -> IdMap<NodeId, bool> {
    let mut reached = IdMap::filled(program.len(), false);
    for (node, step) in program.steps() {
        reached[node] = flow.is_live();
        flow.pass(step);
    }
    reached
}
