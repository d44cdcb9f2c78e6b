//! The graph of a function, and what is true of it.

use unsnarl::analysis::{Dominators, Loops, Order};
use unsnarl::{BlockId, Cfg, CfgBuilder, Exit, Id};

use crate::machine::Function;

/// The graph of a function, in which only the number of edges says how a block ends.
pub(super) struct Graph {
    cfg: Cfg,
    pub(super) order: Order,
    pub(super) dominators: Dominators,
    pub(super) loops: Loops,
    /// By block: its place in the order of the function.
    places: Vec<u32>,
}

impl Graph {
    pub(super) fn new(function: &Function) -> Graph {
        let cfg = cfg(function);
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let loops = Loops::new(&cfg, &order);
        let mut places = vec![0; function.block_count()];
        for (place, block) in (0..).zip(function.order()) {
            places[block.index()] = place;
        }
        Graph {
            cfg,
            order,
            dominators,
            loops,
            places,
        }
    }

    /// Where a block leads, once for each edge.
    pub(super) fn successors(&self, block: BlockId) -> &[BlockId] {
        self.cfg.successors(block)
    }

    /// The place of a block in the order of the function.
    pub(super) fn place(&self, block: BlockId) -> u32 {
        self.places[block.index()]
    }

    /// In how many loops a block is.
    pub(super) fn depth(&self, block: BlockId) -> u32 {
        let innermost = self.loops.innermost(block);
        innermost.map_or(0, |id| self.loops.depth(id))
    }

    /// Tells whether an edge does not lead forward in the order.
    pub(super) fn is_retreating(&self, from: BlockId, to: BlockId) -> bool {
        self.order.position(from) >= self.order.position(to)
    }
}

fn cfg(function: &Function) -> Cfg {
    let mut builder = CfgBuilder::new();
    for block in (0..function.block_count()).map(BlockId::new) {
        let edges = function.block(block).edges();
        let exit = match edges.len() {
            0 => Exit::Return,
            1 => Exit::Jump,
            _ => Exit::Switch,
        };
        builder.block(exit, edges.iter().map(|edge| edge.to));
    }
    let cfg = builder.build(BlockId::new(0));
    cfg.expect("L1: there is an entry, and edges lead to blocks")
}
