//! The first step with an effect that control reaches from a place.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`Places`]: for each place, the first step with an effect that control reaches from it.
//! *Cost:* O(steps) time and space; O(1) for each query.
//!
//! Two jumps whose targets lead to the same step are equivalent, whatever brackets they name: for
//! instance, a `break` to the end of a bracket directly before the jump that repeats a loop, and
//! that jump itself. So a target language that cannot express one can often express the other.

use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(super) struct Places {
    /// There is one more place than there are steps: the last one is the end of the program.
    first: IdMap<NodeId, NodeId>,
    binders: IdMap<LabelId, Option<NodeId>>,
    /// Whether a loop begins at a place.
    starts: IdMap<NodeId, bool>,
}

impl Places {
    pub(super) fn new(program: &Program) -> Places {
        let mut binders = IdMap::filled(program.label_count(), None);
        for (node, step) in program.steps() {
            if let Some(label) = step.bound_label() {
                binders[label] = Some(node);
            }
        }
        let mut places = Places {
            first: (0..=program.len()).map(NodeId::new).collect(),
            binders,
            starts: IdMap::filled(program.len() + 1, false),
        };
        let next = places.nexts(program);
        places.follow(&next);
        for (node, step) in program.steps() {
            if let Step::Loop(_) = step {
                let first = places.first[node];
                places.starts[first] = true;
            }
        }
        places
    }

    /// Gives the first step with an effect when control comes to a place.
    pub(super) fn first(&self, place: NodeId) -> NodeId {
        self.first[place]
    }

    /// Tells whether a loop begins with this step.
    pub(super) fn is_start(&self, first: NodeId) -> bool {
        self.starts[first]
    }

    /// Gives the first step with an effect after a bracket.
    pub(super) fn behind(&self, program: &Program, bracket: NodeId) -> NodeId {
        self.first[following(program.extent(bracket))]
    }

    /// Gives the first step with an effect at the target of a jump; `None` for other steps.
    pub(super) fn target(&self, program: &Program, step: Step) -> Option<NodeId> {
        match step {
            Step::Break(label) => Some(self.behind(program, self.binders[label]?)),
            Step::Continue(label) => Some(self.first[self.binders[label]?]),
            _ => None,
        }
    }

    /// Gives the next place to which each place passes control; a step with an effect gives itself.
    fn nexts(&self, program: &Program) -> IdMap<NodeId, NodeId> {
        let mut next = self.first.clone();
        let mut open: Vec<NodeId> = Vec::new();
        for (node, step) in program.steps() {
            let past = |bracket: NodeId| following(program.extent(bracket));
            let bound = |label: LabelId| self.binders[label].expect("P2: a bracket binds it");
            next[node] = match step {
                Step::Block(_) | Step::Loop(_) => following(node),
                Step::End => {
                    open.pop();
                    following(node)
                }
                Step::Arm(_) => past(*open.last().expect("P1: an arm is inside a bracket")),
                Step::Break(label) => past(bound(label)),
                Step::Continue(label) => bound(label),
                _ => node,
            };
            if step.opens() {
                open.push(node);
            }
        }
        next
    }

    /// Follows each chain to its end; a cycle ends where it was entered.
    fn follow(&mut self, next: &IdMap<NodeId, NodeId>) {
        let mut seen = IdMap::filled(next.len(), false);
        let mut trail = Vec::new();
        for start in next.keys() {
            let mut at = start;
            while !seen[at] && next[at] != at {
                seen[at] = true;
                trail.push(at);
                at = next[at];
            }
            seen[at] = true;
            let end = self.first[at];
            for place in trail.drain(..) {
                self.first[place] = end;
            }
        }
    }
}
