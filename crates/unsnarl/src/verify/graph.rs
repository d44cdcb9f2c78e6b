//! The rules of a graph.
//!
//! *Needs:* anything that claims to be a graph: a [`Cfg`](crate::Cfg), or a host's own IR.
//! *Gives:* every violation of the rules G1 to G3 of [`cfg`](crate::cfg).
//! *Cost:* O(blocks + edges).
//!
//! A [`Cfg`](crate::Cfg) cannot break the rules: its builder refuses invalid graphs, and a graph
//! never changes. It is checked all the same, by its accessors. A host that implements
//! [`ControlFlow`] can break each rule.

use super::Violation;
use crate::cfg::{CfgError, ControlFlow, Exit};
use crate::ids::{BlockId, Edge, Id};
use alloc::vec::Vec;

/// Gives every violation of the rules of a graph, in the order of the blocks. O(blocks + edges).
pub fn graph(graph: &impl ControlFlow) -> Vec<Violation> {
    let count = graph.block_count();
    let mut found = Vec::new();
    let entry = graph.entry();
    if entry.index() >= count {
        found.push(CfgError::NoEntry { entry, count });
    }
    for block in (0..count).map(BlockId::new) {
        let mut arms = 0;
        for target in graph.successors(block) {
            let edge = Edge::new(block, arms);
            arms += 1;
            if target.index() >= count {
                found.push(CfgError::NoTarget {
                    edge,
                    target,
                    count,
                });
            }
        }
        let exit = graph.exit(block);
        if !agrees(exit, arms) {
            found.push(CfgError::ArmCount { block, exit, arms });
        }
    }
    found.into_iter().map(Violation::Graph).collect()
}

fn agrees(exit: Exit, arms: usize) -> bool {
    match exit {
        Exit::Return | Exit::Unreachable => arms == 0,
        Exit::Jump => arms == 1,
        Exit::Branch => arms == 2,
        Exit::Switch => arms > 0,
    }
}
