//! The graph of a function, as the library structures it.
//!
//! *Needs:* a function. *Gives:* [`graph`], and the [edges](split_edges) that are blocks in it.
//! *Cost:* linear in the copies on edges.

use std::collections::BTreeMap;

use unsnarl::{BlockId, Cfg, CfgBuilder, Edge, Id};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Exit, Function};

use super::early::Early;
use super::plan::Plan;

/// The edges that get a block of their own: they lead where another edge out of their block leads,
/// with other copies. To the library such edges are the same.
pub(super) fn split_edges(function: &Function) -> Vec<(BlockId, usize)> {
    let mut split = Vec::new();
    for index in 0..function.block_count() {
        let id = BlockId::new(index);
        let block = function.block(id);
        let mut first: BTreeMap<BlockId, unsnarl_low::Edge> = BTreeMap::new();
        for (slot, &edge) in block.edges().iter().enumerate() {
            let known = *first.entry(edge.to).or_insert(edge);
            let is_call = matches!(block.exit, Exit::Call(..)) && slot > 0;
            let is_same = function.arguments(known) == function.arguments(edge);
            if !is_same || is_call && !function.brought(edge).is_empty() {
                split.push((id, slot));
            }
        }
    }
    split
}

/// The graph of a function: a call of itself that is its result leads to its first block.
pub(super) fn graph(
    plan: &Plan<'_>,
    function: &Function,
    trees: &Trees,
    split: &[(BlockId, usize)],
    early: &Early,
) -> Result<Cfg, unsnarl::CfgError> {
    let mut builder = CfgBuilder::new();
    for index in 0..function.block_count() {
        let id = BlockId::new(index);
        let block = function.block(id);
        let targets = block.edges().iter().enumerate().map(|(slot, edge)| {
            match split.binary_search(&(id, slot)) {
                Ok(place) => BlockId::new(function.block_count() + place),
                Err(_) => edge.to,
            }
        });
        match &block.exit {
            Exit::TailCall(callee) if plan.is_self_call(function, *callee) => {
                builder.block(unsnarl::Exit::Jump, [BlockId::new(0)]);
                builder.nonempty(Edge::new(id, 0));
            }
            exit => {
                builder.block(exit_of(exit), targets);
            }
        }
        let size = trees.block(id).len().max(1);
        builder.size(id, u32::try_from(size).unwrap_or(u32::MAX));
        for (slot, &edge) in block.edges().iter().enumerate() {
            let set = function.copies(edge).map(|(to, _)| to);
            let set = set.chain(function.brought(edge).iter().copied());
            let is_elsewhere = split.binary_search(&(id, slot)).is_ok() || early.has(id, slot);
            if !is_elsewhere && set.into_iter().any(|to| trees.is_live(to)) {
                builder.nonempty(Edge::new(id, slot));
            }
        }
    }
    for (place, &(from, slot)) in split.iter().enumerate() {
        let id = BlockId::new(function.block_count() + place);
        builder.block(unsnarl::Exit::Jump, [function.block(from).edges()[slot].to]);
        builder.nonempty(Edge::new(id, 0));
    }
    builder.build(BlockId::new(0))
}

/// How a block of the graph ends.
fn exit_of(exit: &Exit) -> unsnarl::Exit {
    match exit {
        Exit::Return | Exit::TailCall(_) => unsnarl::Exit::Return,
        Exit::Unreachable => unsnarl::Exit::Unreachable,
        Exit::Jump => unsnarl::Exit::Jump,
        Exit::Branch => unsnarl::Exit::Branch,
        Exit::Switch(_) | Exit::Call(..) => unsnarl::Exit::Switch,
    }
}
