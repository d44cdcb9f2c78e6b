//! The graph of a function, and the changes made to it before it is structured.
//!
//! *Needs:* a function. *Gives:* its blocks in order, their successors, and the [`Cfg`] that is
//! structured and proved.
//! *Cost:* linear in the blocks and edges.

pub(crate) mod equal_copies;

use unsnarl::{BlockId, Cfg, CfgBuilder, CfgError, Id};
use unsnarl_ir::{Function, exit_of};

use crate::code::stackify::StackCode;

/// The reachable blocks, each after its dominators.
pub(crate) fn reverse_postorder(function: &Function) -> Vec<usize> {
    let order = unsnarl_ir::reverse_postorder(function).into_iter();
    order.map(Id::index).collect()
}

/// By reachable block: its successors, each once.
pub(crate) fn successors(function: &Function, order: &[usize]) -> Vec<Vec<usize>> {
    let mut successors = vec![Vec::new(); function.blocks.len()];
    for &block in order {
        let terminator = &function.blocks[BlockId::new(block)].terminator;
        let mut list: Vec<usize> = terminator.successors().map(Id::index).collect();
        list.sort_unstable();
        list.dedup();
        successors[block] = list;
    }
    successors
}

/// The graph of a function, with the same block numbers and slots.
pub(crate) fn graph(
    function: &Function,
    code: &StackCode,
    is_empty: impl Fn(BlockId, BlockId) -> bool,
) -> Result<Cfg, CfgError> {
    let mut builder = CfgBuilder::new();
    for (id, block) in function.blocks.pairs() {
        let exit = exit_of(&block.terminator);
        builder.block(exit, block.terminator.successors());
        let size = code.blocks[id.index()].run.len() + code.blocks[id.index()].exit.len();
        builder.size(id, u32::try_from(size.max(1)).unwrap_or(u32::MAX));
        for (slot, to) in block.terminator.successors().enumerate() {
            if !is_empty(id, to) {
                builder.nonempty(unsnarl::Edge::new(id, slot));
            }
        }
    }
    builder.build(BlockId::new(0))
}
