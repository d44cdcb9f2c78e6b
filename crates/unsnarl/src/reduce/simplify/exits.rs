//! Dedicated exits: the exit blocks of a loop have no predecessor outside it.
//!
//! *Needs:* an [`Edited`] graph. *Gives:* another.
//! *Cost:* O(V + E + Σ the loops that each edge leaves) beside the facts of the result.
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
//! Loops are treated from the inside to the outside. The block that is inserted after a loop is in
//! the same loops as the one that it leads to, as far as they are around the loop, so what has been
//! done for a loop inside serves the loops around it.

use super::Edited;
use crate::ids::{BlockId, Id, LoopId};
use crate::reduce::draft::Draft;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Sees to it that whatever an edge out of a loop leads to has edges from that loop only.
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

/// Counts the edges that lead to each block from blocks that can be reached; control comes to the
/// entry from outside all, too.
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

/// Puts edges together that lead to the same block, in the order of their firsts.
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
    /// Of each block one of the graph's that is in the same loops, as far as they matter.
    likes: Vec<BlockId>,
    /// By loop: the edges that leave it, known once all loops inside it have been handed on.
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

    /// Lists an edge if it leaves the loop.
    fn enter(&mut self, id: LoopId, draft: &Draft, edge: u32) {
        if !self.holds(id, draft.target(edge)) {
            self.edges[id.index()].push(edge);
        }
    }

    /// Tells whether a block, inserted or not, is in a loop that is around all that it was inserted
    /// after.
    pub(super) fn holds(&self, id: LoopId, block: BlockId) -> bool {
        (self.edited.graph.loops()).contains(id, self.likes[block.index()])
    }

    /// Gives the edges that leave a loop whose inner loops have been handed on.
    pub(super) fn take(&mut self, id: LoopId) -> Vec<u32> {
        core::mem::take(&mut self.edges[id.index()])
    }

    /// Says that a block has been appended that is in the same loops as `block`.
    pub(super) fn stand_for(&mut self, block: BlockId) {
        self.likes.push(self.likes[block.index()]);
    }

    /// Lists those of the edges that leave the loop around, too.
    pub(super) fn hand_on(&mut self, id: LoopId, draft: &Draft, edges: &[u32]) {
        if let Some(parent) = self.edited.graph.loops().parent(id) {
            for &edge in edges {
                self.enter(parent, draft, edge);
            }
        }
    }
}
