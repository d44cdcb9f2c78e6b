//! The graph of a function: the order of its blocks, and what of it is structured.
//!
//! *Cost:* linear in the blocks and edges.

pub(crate) mod view;

use unsnarl_ir::{Function, Id};

/// The reachable blocks, each after its dominators.
pub(crate) fn reverse_postorder(function: &Function) -> Vec<usize> {
    let order = unsnarl_ir::reverse_postorder(function).into_iter();
    order.map(Id::index).collect()
}
