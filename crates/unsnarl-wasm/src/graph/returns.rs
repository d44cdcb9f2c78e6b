//! Returns: where one block returns for many, those who can return by themselves.
//!
//! ```text
//! a: br %c, b, d                       a: br %c, e, d
//!                                      e: ret i32 -2
//! c: %y = …                            c: %y = …
//!    br b                                 ret i32 %y
//! b: %x = phi [-2, a], [%y, c], …  →   b: %x = phi …
//!    ret i32 %x                           ret i32 %x
//! ```
//! *Needs:* a function. *Gives:* the changed function, if anything is gained.
//! *Cost:* linear in the blocks, beside the copy of the function.
//! *Source:* what LLVM's back ends do by duplicating tails; its middle end joins all returns before.
//!
//! A block that only jumps there returns what it brings; a constant that decisions bring gets a block of its own, one for
//! all of them. Either is shorter than setting a local and jumping. A function with a frame is left alone, because every
//! return undoes the frame. The graph that is proved is the changed one.

use std::collections::{HashMap, HashSet};

use unsnarl_ir::{Block, BlockId, Function, Operand, Terminator};

/// Gives returns of their own to those who gain by it.
pub(crate) fn spread(function: &Function) -> Option<Function> {
    let mut changed: Option<Function> = None;
    for (id, block) in function.blocks.pairs() {
        let mut returns: HashMap<Operand, BlockId> = HashMap::new();
        let mut gone: HashSet<BlockId> = HashSet::new();
        for (from, value) in ways_in(block) {
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
            leave(&mut function.blocks[id], &gone);
        }
    }
    changed
}

/// Takes ways into a block away; with the last one goes what it returns.
fn leave(block: &mut Block, gone: &HashSet<BlockId>) {
    for phi in &mut block.phis {
        phi.incoming.retain(|(from, _)| !gone.contains(from));
    }
    if block.phis.iter().all(|phi| phi.incoming.is_empty()) {
        block.phis.clear();
        block.terminator = Terminator::Unreachable;
    }
}

/// The predecessors of a block that does nothing but return a phi, each with what it brings.
fn ways_in(block: &Block) -> Vec<(BlockId, Operand)> {
    let Terminator::Return(Some(Operand::Value(value))) = block.terminator else {
        return Vec::new();
    };
    let mut phis = block.phis.iter();
    match phis.find(|phi| phi.result == value) {
        Some(phi) if block.insts.is_empty() => phi.incoming.clone(),
        _ => Vec::new(),
    }
}
