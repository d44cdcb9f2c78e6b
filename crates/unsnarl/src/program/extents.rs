//! The extents of brackets and arms.
//!
//! *Needs:* the steps of a program, well bracketed or not.
//! *Gives:* [`Extents`].
//! *Cost:* one pass, four bytes a step; the open brackets are a list in the same table.
//!
//! The table holds the distance from each step to its end. The distance is zero for all steps other
//! than brackets and arms, so the table begins as zeros and the pass writes only for these.

use super::Step;
use crate::ids::{Id, IdMap, NodeId};
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// The ends of the brackets and arms of a program.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Extents {
    /// From a bracket to its `End`, from an `Arm` to the step that ends the arm, from any other
    /// step to itself. A bracket or arm that is never closed extends to the last step.
    distances: IdMap<NodeId, u32>,
}

impl Extents {
    /// Finds the extents of steps, and tells whether every bracket is closed.
    pub(super) fn of(steps: &[Step]) -> (Extents, bool) {
        let mut search = Search {
            steps,
            distances: alloc::vec![0; steps.len()],
            innermost: None,
        };
        for (at, step) in (0..).zip(steps) {
            match step {
                Step::Arm(_) => {
                    search.end_arm(at);
                    search.open(at);
                }
                Step::End => {
                    search.end_arm(at);
                    search.end_innermost(at);
                }
                step if step.opens() => search.open(at),
                _ => {}
            }
        }
        let closed = search.innermost.is_none();
        while search.innermost.is_some() {
            search.end_innermost(steps.len() as u32 - 1);
        }
        let distances = IdMap::from_values(search.distances);
        (Extents { distances }, closed)
    }

    /// Gives the step to which a step extends.
    pub(super) fn of_step(&self, node: NodeId) -> NodeId {
        NodeId::new(node.index() + self.distances[node] as usize)
    }
}

/// The search for extents. It keeps the open brackets and, for each, its open arm.
struct Search<'a> {
    steps: &'a [Step],
    /// The distance of a closed bracket or arm. For an open one: the position, counted from one, of
    /// the open bracket or arm around it.
    distances: Vec<u32>,
    innermost: Option<NonZeroU32>,
}

impl Search<'_> {
    fn open(&mut self, at: u32) {
        let around = self.innermost.replace(NonZeroU32::MIN.saturating_add(at));
        self.distances[at as usize] = around.map_or(0, NonZeroU32::get);
    }

    fn end_arm(&mut self, at: u32) {
        if let Some(open) = self.innermost
            && matches!(self.steps[open.get() as usize - 1], Step::Arm(_))
        {
            self.end_innermost(at);
        }
    }

    fn end_innermost(&mut self, at: u32) {
        if let Some(open) = self.innermost {
            let open = open.get() - 1;
            self.innermost = NonZeroU32::new(self.distances[open as usize]);
            self.distances[open as usize] = at - open;
        }
    }
}
