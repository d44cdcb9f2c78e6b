//! The graph of a function, and analyses of it.
//!
//! *Needs:* a definition. *Gives:* [`Flow`]. *Cost:* near-linear in blocks and edges.

use unsnarl::Edge;
use unsnarl::analysis::{Dominators, Loops, Order};

use crate::copies::{EdgeCopies, PhiCopy};
use crate::function::Function;
use crate::graph::graph;
use crate::id::{BlockId, Id, IdMap};

pub(super) struct Flow {
    copies: EdgeCopies,
    order: Order,
    dominators: Dominators,
    loops: Loops,
    /// The reachable blocks that lead to each block, each once, ascending.
    predecessors: IdMap<BlockId, Vec<BlockId>>,
}

impl Flow {
    /// Analyses a function; a function without a body has no blocks.
    pub(super) fn new(function: &Function) -> Option<Self> {
        let copies = EdgeCopies::new(function);
        let cfg = graph(function, &copies).ok()?;
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let loops = Loops::new(&cfg, &order);
        let mut predecessors: IdMap<BlockId, Vec<BlockId>> =
            IdMap::filled(function.blocks.len(), Vec::new());
        let mut reached = order.blocks().to_vec();
        reached.sort_unstable_by_key(|block| block.index());
        for block in reached {
            for to in function.blocks[block].terminator.successors() {
                if predecessors[to].last() != Some(&block) {
                    predecessors[to].push(block);
                }
            }
        }
        Some(Flow {
            copies,
            order,
            dominators,
            loops,
            predecessors,
        })
    }

    /// The reachable blocks, each after its dominators.
    pub(super) fn order(&self) -> &[BlockId] {
        self.order.blocks()
    }

    /// The position of a block in that order; nothing if it cannot be reached.
    pub(super) fn place(&self, block: BlockId) -> Option<u32> {
        self.order.position(block)
    }

    pub(super) fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.dominators.dominates(above, below)
    }

    pub(super) fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block]
    }

    /// The copies on an edge, which all happen at once.
    pub(super) fn copies(&self, edge: Edge) -> &[PhiCopy] {
        self.copies.get(edge)
    }

    /// Tells whether an edge leads to a block that is not after the one that it leaves.
    pub(super) fn goes_back(&self, from: BlockId, to: BlockId) -> bool {
        self.place(from) >= self.place(to)
    }

    /// Tells whether an edge leads out of a loop.
    pub(super) fn leaves_loop(&self, from: BlockId, to: BlockId) -> bool {
        let innermost = self.loops.innermost(from);
        innermost.is_some_and(|around| !self.loops.contains(around, to))
    }
}
