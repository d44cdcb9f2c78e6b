//! The surroundings of each bracket.
//!
//! *Needs:* a program. *Gives:* [`Around`]. *Cost:* O(steps); O([`DEEPEST`]) for a question.

use super::next;
use crate::ids::{Id, IdMap, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

/// The maximum number of nested brackets to inspect, each of which is the last step of the next.
const DEEPEST: usize = 64;

/// For each bracket: what is around it.
pub(super) struct Around {
    /// The bracket around it.
    bracket: IdMap<NodeId, Option<NodeId>>,
    /// The end of the sequence of steps that it is in.
    pub(super) end: IdMap<NodeId, NodeId>,
}

impl Around {
    pub(super) fn find(program: &Program) -> Around {
        let mut around = Around {
            bracket: IdMap::filled(program.len(), None),
            end: IdMap::filled(program.len(), NodeId::new(program.len())),
        };
        // Open brackets, each with the start of the current sequence: an arm, or the bracket
        // itself.
        let mut open: Vec<(NodeId, NodeId)> = Vec::new();
        for (node, step) in program.steps() {
            match step {
                Step::End => drop(open.pop()),
                Step::Arm(_) => {
                    if let Some((_, sequence)) = open.last_mut() {
                        *sequence = node;
                    }
                }
                _ => {}
            }
            if step.opens() {
                if let Some(&(bracket, sequence)) = open.last() {
                    around.bracket[node] = Some(bracket);
                    around.end[node] = program.extent(sequence);
                }
                open.push((node, node));
            }
        }
        around
    }

    /// Tells whether control reaches the target of a jump without the jump, from the end of the
    /// sequence that a bracket is in.
    pub(super) fn falls(&self, program: &Program, mut node: NodeId, jump: Step) -> bool {
        for _ in 0..DEEPEST {
            let Some(bracket) = self.bracket[node] else {
                return false;
            };
            match (program.step(bracket), jump) {
                (Step::Loop(own), Step::Continue(label)) if own == label => return true,
                (Step::Loop(_), _) => return false,
                (step, Step::Break(label)) if step.bound_label() == Some(label) => return true,
                _ if next(program.extent(bracket)) == self.end[bracket] => node = bracket,
                _ => return false,
            }
        }
        false
    }
}
