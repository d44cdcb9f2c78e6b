//! Return duplication: predecessors of a common return block return directly.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, e, d
//!                                      e: ret i32 -2
//! c: %y = …                            c: %y = …
//!    br b                                 ret i32 %y
//! b: %x = phi [-2, a], [%y, c], …  →   b: %x = phi …
//!    ret i32 %x                           ret i32 %x
//! ```
//! *Needs:* a function. *Gives:* the changed function, if there is a return to duplicate.
//! *Cost:* linear in the blocks, plus a copy of the function.
//! *Source:* tail duplication in LLVM's back ends; its middle end merges all returns before.
//!
//! A predecessor that ends in a plain jump returns its value itself. A constant that comes from a
//! conditional jump gets a return block of its own, one per constant. Either is shorter than
//! setting a local and jumping. A function with a frame is left alone, because every return has to
//! restore the stack pointer. The proof is about the changed graph.

use std::collections::{HashMap, HashSet};

use unsnarl_ir::{Block, BlockId, Function, Operand, Terminator};

/// Gives predecessors of a return block returns of their own where that is shorter.
pub(crate) fn duplicate(function: &Function) -> Option<Function> {
    let mut changed: Option<Function> = None;
    for (id, block) in function.blocks.pairs() {
        let mut returns: HashMap<Operand, BlockId> = HashMap::new();
        let mut gone: HashSet<BlockId> = HashSet::new();
        for (from, value) in predecessors(block) {
            let jumps = function.blocks[from].terminator == Terminator::Jump(id);
            if !jumps && matches!(value, Operand::Value(_)) {
                continue;
            }
            let function = changed.get_or_insert_with(|| function.clone());
            if jumps {
                function.blocks[from].terminator = Terminator::Return(Some(value));
            } else {
                let own = *returns.entry(value).or_insert_with(|| {
                    let own = block.bare(Terminator::Return(Some(value)));
                    function.blocks.push(own)
                });
                function.blocks[from].terminator.redirect(id, own);
            }
            gone.insert(from);
        }
        if let Some(function) = changed.as_mut().filter(|_| !gone.is_empty()) {
            remove_edges(&mut function.blocks[id], &gone);
        }
    }
    changed
}

/// Removes edges into a return block; one that loses all of them becomes unreachable.
fn remove_edges(block: &mut Block, gone: &HashSet<BlockId>) {
    for phi in &mut block.phis {
        phi.incoming.retain(|(from, _)| !gone.contains(from));
    }
    if block.phis.iter().all(|phi| phi.incoming.is_empty()) {
        block.phis.clear();
        block.terminator = Terminator::Unreachable;
    }
}

/// The predecessors of a block that only returns a phi, each with its incoming value.
fn predecessors(block: &Block) -> Vec<(BlockId, Operand)> {
    let Terminator::Return(Some(Operand::Value(value))) = block.terminator else {
        return Vec::new();
    };
    let mut phis = block.phis.iter();
    match phis.find(|phi| phi.result == value) {
        Some(phi) if block.insts.is_empty() => phi.incoming.clone(),
        _ => Vec::new(),
    }
}
