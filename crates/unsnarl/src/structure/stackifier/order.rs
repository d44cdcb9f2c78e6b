//! The row of blocks: a topological order in which loops are contiguous.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Row`]: the reachable blocks in an order in which every edge except back edges leads
//! to a later block, and the blocks of each loop are contiguous, the header first.
//! *Cost:* O(E + V log V).
//! *Source:* LLVM's WebAssemblyCFGSort ([LLVMWasm]): Kahn's method with two queues and a stack of
//! loops.
//! *Departs:* a block waits for the outermost of the open loops that do not contain it, found by
//! bisection, instead of for one loop after the other.
//!
//! A block is *ready* when all sources of its forward edges are in the row. Blocks that have just
//! become ready are *preferred*, in canonical order, so that the row keeps that order as far as
//! possible. A target of an edge out of a loop waits until all blocks of the loop are placed; such
//! blocks are then taken from the last to the first in canonical order, and only when no block is
//! preferred.

use crate::ids::{BlockId, IdMap, LoopId};
use crate::reduce::Reducible;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The reachable blocks in a row.
pub(super) struct Row {
    pub(super) blocks: Vec<BlockId>,
    /// The place of each reachable block; zero for others.
    pub(super) place: IdMap<BlockId, u32>,
}

/// Puts the blocks in a row.
pub(super) fn sort(graph: &Reducible) -> Row {
    let mut sorting = Sorting {
        graph,
        waits_for: count_forward_edges(graph),
        left: count_pieces(graph),
        open: Vec::new(),
        preferred: BinaryHeap::new(),
        ready: BinaryHeap::new(),
    };
    let mut row = Row {
        blocks: Vec::with_capacity(graph.order().blocks().len()),
        place: IdMap::filled(graph.cfg().block_count(), 0),
    };
    let mut next = Some(graph.cfg().entry());
    while let Some(block) = next {
        row.place[block] = row.blocks.len() as u32;
        row.blocks.push(block);
        sorting.enter_and_leave_loops(block);
        sorting.free_successors(block);
        next = sorting.next_after(position(graph, block));
    }
    row
}

/// A loop with blocks that are not placed yet.
struct Open {
    id: LoopId,
    /// Blocks outside the loop that wait for its end, by position.
    waiting: Vec<u32>,
}

struct Sorting<'a> {
    graph: &'a Reducible,
    /// The number of forward edges to each block from blocks that are not placed yet.
    waits_for: IdMap<BlockId, u32>,
    /// The number of pieces of each loop that are not complete: its own blocks, and the loops
    /// directly inside it.
    left: IdMap<LoopId, u32>,
    /// The open loops, each inside the one before.
    open: Vec<Open>,
    /// Positions of the blocks that have just become ready.
    preferred: BinaryHeap<Reverse<u32>>,
    /// Positions of the other blocks that are ready.
    ready: BinaryHeap<u32>,
}

impl Sorting<'_> {
    /// Opens the loop of a header, and ends the loops whose last block this was.
    fn enter_and_leave_loops(&mut self, block: BlockId) {
        let loops = self.graph.loops();
        let Some(inner) = loops.innermost(block) else {
            return;
        };
        if loops.header(inner) == block {
            self.open.push(Open {
                id: inner,
                waiting: Vec::new(),
            });
        }
        let mut around = Some(inner);
        while let Some(id) = around {
            self.left[id] -= 1;
            if self.left[id] > 0 {
                break;
            }
            let ended = self
                .open
                .pop()
                .expect("a loop stays open up to its last block");
            self.ready.extend(ended.waiting);
            around = loops.parent(id);
        }
    }

    fn free_successors(&mut self, block: BlockId) {
        for &target in self.graph.cfg().successors(block) {
            let at = position(self.graph, target);
            if at <= position(self.graph, block) {
                continue;
            }
            self.waits_for[target] -= 1;
            if self.waits_for[target] == 0 {
                self.preferred.push(Reverse(at));
            }
        }
    }

    /// Takes the block that follows the block at position `last`, if any is left.
    fn next_after(&mut self, last: u32) -> Option<BlockId> {
        while let Some(Reverse(at)) = self.preferred.pop() {
            if let Some(outside) = self.outermost_left_by(at) {
                self.open[outside].waiting.push(at);
            } else if at < last {
                self.ready.push(at);
            } else {
                return Some(self.graph.order().blocks()[at as usize]);
            }
        }
        while let Some(at) = self.ready.pop() {
            match self.outermost_left_by(at) {
                Some(outside) => self.open[outside].waiting.push(at),
                None => return Some(self.graph.order().blocks()[at as usize]),
            }
        }
        None
    }

    /// The outermost open loop that does not contain the block at a position, by its place on the
    /// stack.
    fn outermost_left_by(&self, at: u32) -> Option<usize> {
        let block = self.graph.order().blocks()[at as usize];
        let holds = |open: &Open| self.graph.loops().contains(open.id, block);
        let outside = self.open.partition_point(holds);
        (outside < self.open.len()).then_some(outside)
    }
}

fn position(graph: &Reducible, block: BlockId) -> u32 {
    let position = graph.order().position(block);
    position.expect("the blocks of the row and their successors are reachable")
}

fn count_forward_edges(graph: &Reducible) -> IdMap<BlockId, u32> {
    let mut counts = IdMap::filled(graph.cfg().block_count(), 0);
    for &block in graph.order().blocks() {
        for &target in graph.cfg().successors(block) {
            counts[target] += u32::from(position(graph, target) > position(graph, block));
        }
    }
    counts
}

fn count_pieces(graph: &Reducible) -> IdMap<LoopId, u32> {
    let loops = graph.loops();
    let mut pieces = IdMap::filled(loops.len(), 0);
    let own = graph.order().blocks().iter();
    let own = own.filter_map(|&block| loops.innermost(block));
    own.chain(loops.ids().filter_map(|id| loops.parent(id)))
        .for_each(|id| pieces[id] += 1);
    pieces
}
