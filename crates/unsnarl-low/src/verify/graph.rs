//! L8: the order has the reachable blocks, each once, after its dominators; others are empty.

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{BlockId, Cfg, CfgBuilder, Exit, Id};

use super::{Place, Rule, Violation, violation};
use crate::machine::Function;

/// What is true of the graph of a function.
pub(super) struct Facts {
    order: Order,
    pub(super) dominators: Dominators,
}

impl Facts {
    /// Finds them for a function that keeps L1.
    pub(super) fn new(function: &Function) -> Facts {
        let cfg = graph(function);
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        Facts { order, dominators }
    }

    pub(super) fn is_reachable(&self, block: BlockId) -> bool {
        self.order.position(block).is_some()
    }
}

/// The graph, in which only the number of edges says how a block ends.
fn graph(function: &Function) -> Cfg {
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
    let graph = builder.build(BlockId::new(0));
    graph.expect("L1: there is an entry, and edges lead to blocks")
}

pub(super) fn check(function: &Function, facts: &Facts, found: &mut Vec<Violation>) {
    let mut wrong = |block, what| found.push(violation(Rule::L8, Place::Block(block), what));
    let mut is_placed = vec![false; function.block_count()];
    for &block in function.order() {
        if !facts.is_reachable(block) {
            wrong(block, "the order lists an unreachable block");
        } else if std::mem::replace(&mut is_placed[block.index()], true) {
            wrong(block, "the order lists the block twice");
        } else if let Some(above) = facts.dominators.immediate(block)
            && !is_placed[above.index()]
        {
            wrong(
                block,
                "the block is ordered before a block that dominates it",
            );
        }
    }
    for block in (0..function.block_count()).map(BlockId::new) {
        if facts.is_reachable(block) && !is_placed[block.index()] {
            wrong(block, "the block is reachable but not in the order");
        }
        if !facts.is_reachable(block) && !is_empty(function, block) {
            wrong(block, "the block is unreachable but not empty");
        }
    }
}

fn is_empty(function: &Function, id: BlockId) -> bool {
    let block = function.block(id);
    block.parameters.is_empty()
        && block.insts().len() == 0
        && block.edges().is_empty()
        && function.exit_operands(id).is_empty()
}
