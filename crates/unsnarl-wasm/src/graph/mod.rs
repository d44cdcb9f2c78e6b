//! The graph of a function: the changes made to it before selection, and what of it is structured.
//!
//! *Cost:* linear in the blocks and edges.

pub(crate) mod latches;
pub(crate) mod returns;
pub(crate) mod view;

use unsnarl_ir::{BlockId, Function, Id};

/// The reachable blocks, each after its dominators.
pub(crate) fn reverse_postorder(function: &Function) -> Vec<usize> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(0_usize, 0_usize)];
    seen[0] = true;
    while let Some((block, slot)) = stack.pop() {
        match function.blocks[BlockId::new(block)]
            .terminator
            .successor(slot)
        {
            None => order.push(block),
            Some(to) => {
                stack.push((block, slot + 1));
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to.index(), 0));
                }
            }
        }
    }
    order.reverse();
    order
}
