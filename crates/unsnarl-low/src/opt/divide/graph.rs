//! The graph of a function, and what is true of it.

use unsnarl::analysis::{Dominators, Loops, Order};
use unsnarl::{BlockId, Cfg, CfgBuilder, Exit, Id};

use crate::machine::Function;

/// The graph of a function, in which only the number of edges says how a block ends.
pub(super) struct Graph {
    pub(super) order: Order,
    pub(super) dominators: Dominators,
    pub(super) loops: Loops,
    /// By block: the blocks with edges to it, once for each edge.
    predecessors: Vec<Vec<BlockId>>,
}

impl Graph {
    pub(super) fn new(function: &Function) -> Graph {
        let cfg = cfg(function);
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let loops = Loops::new(&cfg, &order);
        let mut predecessors = vec![Vec::new(); function.block_count()];
        for &block in order.blocks() {
            for &to in cfg.successors(block) {
                predecessors[to.index()].push(block);
            }
        }
        Graph {
            order,
            dominators,
            loops,
            predecessors,
        }
    }

    /// The blocks with edges to a block, once for each edge.
    pub(super) fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
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
