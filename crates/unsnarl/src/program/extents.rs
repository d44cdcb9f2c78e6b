//! How far brackets and arms extend.
//!
//! *Needs:* the steps of a program, well bracketed or not.
//! *Gives:* [`Extents`].
//! *Cost:* one pass, four bytes a step; a stack of what is open.
//!
//! What is kept is the distance to the end. It is zero for all steps but brackets and arms, so the table begins as
//! zeros and the pass has something to do at these alone.

use super::Step;
use crate::ids::{Id, IdMap, NodeId};
use alloc::vec::Vec;

/// Room that is made for what is open at a time.
const ROOM: usize = 32;

/// Where the brackets and arms of a program end.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Extents {
    /// From a bracket to its `End`, from an `Arm` to the step that ends the arm, from any other step to itself. What
    /// is never closed extends to the last step.
    distances: IdMap<NodeId, u32>,
    /// Whether every bracket is closed.
    pub(super) closed: bool,
}

impl Extents {
    /// Finds the extents of steps.
    pub(super) fn of(steps: &[Step]) -> Extents {
        let mut search = Search {
            distances: alloc::vec![0; steps.len()],
            open: Vec::with_capacity(ROOM),
        };
        for (at, step) in (0..).zip(steps) {
            match step {
                Step::Arm(_) => {
                    search.end_arm(at);
                    search.open.push(Open { at, is_arm: true });
                }
                Step::End => {
                    search.end_arm(at);
                    search.end_innermost(at);
                }
                step if step.opens() => search.open.push(Open { at, is_arm: false }),
                _ => {}
            }
        }
        let closed = search.open.is_empty();
        while !search.open.is_empty() {
            search.end_innermost(steps.len() as u32 - 1);
        }
        Extents {
            distances: IdMap::from_values(search.distances),
            closed,
        }
    }

    /// Gives the step to which a step extends.
    pub(super) fn of_step(&self, node: NodeId) -> NodeId {
        NodeId::new(node.index() + self.distances[node] as usize)
    }
}

/// The steps so far.
struct Search {
    distances: Vec<u32>,
    /// The brackets and, above its bracket, the arm that are open.
    open: Vec<Open>,
}

/// An open bracket or arm.
struct Open {
    at: u32,
    is_arm: bool,
}

impl Search {
    fn end_arm(&mut self, at: u32) {
        if self.open.last().is_some_and(|open| open.is_arm) {
            self.end_innermost(at);
        }
    }

    fn end_innermost(&mut self, at: u32) {
        if let Some(open) = self.open.pop() {
            self.distances[open.at as usize] = at - open.at;
        }
    }
}
