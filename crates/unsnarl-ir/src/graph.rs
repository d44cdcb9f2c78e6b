//! The control-flow graph of a function.
//!
//! *Needs:* a function with a body.
//! *Gives:* a [`Cfg`] whose block `i` is block `i` of the function and whose arms are the slots of its terminators: the
//! taken arm of a branch first, the default of a switch last, several arms to one block as they are.
//! *Cost:* O(blocks + edges).

use unsnarl::{Cfg, CfgError, ControlFlow, Edge, Exit};

use crate::copies::EdgeCopies;
use crate::function::Function;
use crate::id::{BlockId, Id};
use crate::terminator::Terminator;

/// Makes the graph of a function. An edge is empty if no value is copied on it.
///
/// # Errors
/// If the function is a declaration: it has no entry.
pub fn graph(function: &Function, copies: &EdgeCopies) -> Result<Cfg, CfgError> {
    unsnarl::import(&Host { function, copies })
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
        match self.function.blocks[block].terminator {
            Terminator::Return(_) => Exit::Return,
            Terminator::Jump(_) => Exit::Jump,
            Terminator::Branch { .. } => Exit::Branch,
            Terminator::Switch { .. } => Exit::Switch,
            Terminator::Unreachable => Exit::Unreachable,
        }
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
