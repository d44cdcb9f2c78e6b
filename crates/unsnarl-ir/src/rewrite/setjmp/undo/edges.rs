//! The predecessors of blocks.

use std::collections::BTreeMap;

use crate::function::Function;
use crate::id::{BlockId, Id, ValueId};
use crate::inst::Operand;
use crate::terminator::Terminator;

/// By block: the number of slots of terminators that lead there.
pub(super) fn incoming(function: &Function) -> Vec<usize> {
    let mut incoming = vec![0; function.blocks.len()];
    for block in function.blocks.values() {
        for to in block.terminator.successors() {
            incoming[to.index()] += 1;
        }
    }
    incoming
}

/// By block that is entered only by the return of a call: the result of the call.
pub(super) fn returned(function: &Function) -> BTreeMap<BlockId, ValueId> {
    let incoming = incoming(function);
    let ends = function.blocks.values().map(|block| &block.terminator);
    let results = ends.filter_map(|end| match end {
        Terminator::Invoke(invoke) => Some((invoke.normal, invoke.result?)),
        _ => None,
    });
    results
        .filter(|(block, _)| incoming[block.index()] == 1)
        .collect()
}

/// By token of a cleanup: its unwind target.
pub(super) fn cleanups(function: &Function) -> BTreeMap<ValueId, Option<BlockId>> {
    let ends = function.blocks.values().map(|block| &block.terminator);
    let cleanups = ends.filter_map(|end| match *end {
        Terminator::CleanupReturn {
            pad: Operand::Value(pad),
            unwind,
        } => Some((pad, unwind)),
        _ => None,
    });
    cleanups.collect()
}
