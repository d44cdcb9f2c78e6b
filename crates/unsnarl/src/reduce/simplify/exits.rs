//! Dedicated exits: the exit blocks of a loop have no predecessor outside it.
//!
//! *Needs:* an [`Edited`] graph. *Gives:* a new [`Edited`] graph.
//! *Cost:* O(V + E + Σ loops that each edge leaves), and the facts of the result.
//!
//! ```text
//! before            after
//! a -> h | d        a -> h | d
//! h -> c | d        h -> c | x
//! c -> h | d        c -> h | x
//! d -> return       x -> d
//!                   d -> return
//! ```
//!
//! Loops are handled from the inside out. A block that is inserted after a loop counts as a block
//! of each loop around that also contains its target. So the block that was inserted for an inner
//! loop also serves the loops around it.

use super::Edited;
use crate::ids::{BlockId, Id, LoopId};
use crate::reduce::draft::Draft;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Makes all exits dedicated: where an edge leaves a loop, its target has incoming edges from that
/// loop only.
pub fn dedicated_exits(edited: &Edited) -> Edited {
    let mut draft = edited.draft();
    let mut leaving = Leaving::new(edited, &draft);
    let mut ways_in = ways_in(edited, &draft);
    for id in edited.graph.loops().ids().rev() {
        let edges = leaving.take(id);
        for (target, edges) in by_target(&draft, &edges) {
            if ways_in[target.index()] != edges.len() {
                ways_in[target.index()] -= edges.len() - 1;
                ways_in.push(edges.len());
                insert(&mut draft, target, &edges);
                leaving.stand_for(target);
            }
        }
        leaving.hand_on(id, &draft, &edges);
    }
    Edited::finish(draft)
}

fn insert(draft: &mut Draft, target: BlockId, edges: &[u32]) {
    let weights = edges.iter().map(|&edge| u64::from(draft.weight(edge)));
    let weight = weights.sum();
    let block = draft.add_empty(target, weight);
    for &edge in edges {
        draft.lead(edge, block);
    }
}

/// Counts the edges to each block from reachable blocks. The entry has one more: control comes to
/// it from outside.
fn ways_in(edited: &Edited, draft: &Draft) -> Vec<usize> {
    let mut ways_in = alloc::vec![0; draft.block_count()];
    ways_in[edited.graph.cfg().entry().index()] += 1;
    for &block in edited.graph.order().blocks() {
        for edge in draft.edges(block) {
            ways_in[draft.target(edge).index()] += 1;
        }
    }
    ways_in
}

/// Groups edges by their targets, in the order of the first edge of each group.
fn by_target(draft: &Draft, edges: &[u32]) -> Vec<(BlockId, Vec<u32>)> {
    let mut groups: Vec<(BlockId, Vec<u32>)> = Vec::new();
    let mut known = BTreeMap::new();
    for &edge in edges {
        let target = draft.target(edge);
        let group = *known.entry(target).or_insert(groups.len());
        if group == groups.len() {
            groups.push((target, Vec::new()));
        }
        groups[group].1.push(edge);
    }
    groups
}

/// The edges out of each loop, while blocks are inserted.
pub(super) struct Leaving<'a> {
    edited: &'a Edited,
    /// For each block: a block of the original graph that is in the same loops, as far as they
    /// matter.
    likes: Vec<BlockId>,
    /// By loop: the edges that leave it. The list is complete once the lists of all inner loops
    /// have been handed on.
    edges: Vec<Vec<u32>>,
}

impl<'a> Leaving<'a> {
    pub(super) fn new(edited: &'a Edited, draft: &Draft) -> Leaving<'a> {
        let loops = edited.graph.loops();
        let mut leaving = Leaving {
            edited,
            likes: edited.graph.cfg().blocks().collect(),
            edges: alloc::vec![Vec::new(); loops.len()],
        };
        for &block in edited.graph.order().blocks() {
            if let Some(inner) = loops.innermost(block) {
                for edge in draft.edges(block) {
                    leaving.enter(inner, draft, edge);
                }
            }
        }
        leaving
    }

    /// Adds an edge to the list of a loop if it leaves the loop.
    fn enter(&mut self, id: LoopId, draft: &Draft, edge: u32) {
        if !self.holds(id, draft.target(edge)) {
            self.edges[id.index()].push(edge);
        }
    }

    /// Tells whether a loop contains a block. If the block was inserted, the loop must be around
    /// all loops after which it was inserted.
    pub(super) fn holds(&self, id: LoopId, block: BlockId) -> bool {
        (self.edited.graph.loops()).contains(id, self.likes[block.index()])
    }

    /// Gives the edges that leave a loop. The edges of its inner loops must have been handed on.
    pub(super) fn take(&mut self, id: LoopId) -> Vec<u32> {
        core::mem::take(&mut self.edges[id.index()])
    }

    /// Records that a block has been appended that is in the same loops as `block`.
    pub(super) fn stand_for(&mut self, block: BlockId) {
        self.likes.push(self.likes[block.index()]);
    }

    /// Adds the edges that also leave the next outer loop to its list.
    pub(super) fn hand_on(&mut self, id: LoopId, draft: &Draft, edges: &[u32]) {
        if let Some(parent) = self.edited.graph.loops().parent(id) {
            for &edge in edges {
                self.enter(parent, draft, edge);
            }
        }
    }
}
