//! The control-flow graph of a function.
//!
//! *Needs:* a function with a body.
//! *Gives:* a [`Cfg`] whose block `i` is block `i` of the function and whose arms are the slots of
//! its terminators, with parallel edges kept; [`exit_of`], the kind of a terminator's exit.
//! *Cost:* O(blocks + edges).
//!
//! | terminator | exit | arms |
//! |---|---|---|
//! | `ret`, `resume`, `cleanupret` to the caller | return | |
//! | `br label`, `catchret`, `cleanupret` to a block | jump | its target |
//! | `br i1` | branch | the taken one first |
//! | `switch`, `indirectbr` | switch | the default last |
//! | `invoke` | branch | the normal one, the unwinding one |
//! | `callbr` | switch | the labels it may jump to, then the fall-through |
//! | `catchswitch` | switch | its handlers, then the block it unwinds to, if any |
//! | `unreachable`, `indirectbr` and `catchswitch` without targets | unreachable | |
//!
//! *Limits:* unwinding out of the function is not an edge: neither from a call that is not an
//! `invoke`, nor from a `catchswitch` that unwinds to the caller.

use unsnarl::{Cfg, CfgError, ControlFlow, Edge, Exit};

use crate::copies::EdgeCopies;
use crate::function::Function;
use crate::id::{BlockId, Id};
use crate::terminator::Terminator;

/// Gives the kind of exit of a block with this terminator.
pub fn exit_of(terminator: &Terminator) -> Exit {
    match terminator {
        Terminator::Return(_)
        | Terminator::Resume(_)
        | Terminator::CleanupReturn { unwind: None, .. } => Exit::Return,
        Terminator::Jump(_) | Terminator::CatchReturn { .. } | Terminator::CleanupReturn { .. } => {
            Exit::Jump
        }
        Terminator::Branch { .. } | Terminator::Invoke(_) => Exit::Branch,
        Terminator::CatchSwitch(pad) if pad.handlers.is_empty() && pad.unwind.is_none() => {
            Exit::Unreachable
        }
        Terminator::Switch { .. } | Terminator::CallBranch(_) | Terminator::CatchSwitch(_) => {
            Exit::Switch
        }
        Terminator::Unreachable => Exit::Unreachable,
    }
}

/// Makes the graph of a function. An edge without copies of values is empty.
///
/// # Errors
/// If the function is a declaration: it has no entry.
pub fn graph(function: &Function, copies: &EdgeCopies) -> Result<Cfg, CfgError> {
    unsnarl::import(&Host { function, copies })
}

/// Gives the reachable blocks of a function, each after its dominators; none for a declaration.
///
/// O(blocks + edges).
pub fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut stack = Vec::new();
    if let Some(entry) = seen.first_mut() {
        *entry = true;
        stack.push((BlockId::new(0), 0));
    }
    while let Some((block, slot)) = stack.pop() {
        match function.blocks[block].terminator.successor(slot) {
            None => order.push(block),
            Some(to) => {
                stack.push((block, slot + 1));
                if !std::mem::replace(&mut seen[to.index()], true) {
                    stack.push((to, 0));
                }
            }
        }
    }
    order.reverse();
    order
}

struct Host<'a> {
    function: &'a Function,
    copies: &'a EdgeCopies,
}

impl ControlFlow for Host<'_> {
    fn entry(&self) -> BlockId {
        BlockId::new(0)
    }

    fn block_count(&self) -> usize {
        self.function.blocks.len()
    }

    fn exit(&self, block: BlockId) -> Exit {
        exit_of(&self.function.blocks[block].terminator)
    }

    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.function.blocks[block].terminator.successors()
    }

    /// The instructions and the terminator.
    fn size(&self, block: BlockId) -> u32 {
        let insts = self.function.blocks[block].insts.len();
        u32::try_from(insts).map_or(u32::MAX, |insts| insts.saturating_add(1))
    }

    fn is_empty_edge(&self, edge: Edge) -> bool {
        self.copies.get(edge).is_empty()
    }
}
