//! The instructions of a function before they are bytes.

use unsnarl::BlockId;
use unsnarl_low::{Catch, InstId, Number, Op, Symbol};
use wasm_encoder::Instruction;

use crate::locals::Web;
use crate::map::PieceKind;

/// A clause of the bracket of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    pub(crate) catch: Catch,
    /// How many brackets further out than that of the call its target is.
    pub(crate) depth: u32,
}

/// An instruction, or the start or end of a piece.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// An instruction of control.
    Op(Instruction<'static>),
    /// An instruction of the function.
    Inst(InstId),
    /// A tail call: the exit of a block.
    TailCall(BlockId),
    /// Opens the bracket of a call that ends a block, with the depth that each clause jumps to.
    TryTable(Box<[Clause]>),
    /// The call in that bracket, or what is thrown there.
    ExitCall(BlockId),
    /// Opens a bracket that catches exceptions, in the legacy instructions.
    Try,
    /// Catches exceptions of a tag in such a bracket.
    Catch(Symbol),
    /// Catches all exceptions in such a bracket.
    CatchAll,
    /// Ends such a bracket: its exceptions go to what is so many brackets further out.
    Delegate(u32),
    /// Throws what the bracket has caught that is so many brackets further out; maybe as the exit
    /// of a block.
    Rethrow(Option<BlockId>, u32),
    /// An access to memory or the stack pointer that the function does not have.
    Access(Op),
    /// Pushes a constant.
    Number(Number),
    Get(Web),
    Set(Web),
    Tee(Web),
    Open(PieceKind),
    Close,
}
