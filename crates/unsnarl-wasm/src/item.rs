//! The instructions of a function before they are bytes.

use unsnarl::BlockId;
use unsnarl_low::{InstId, Number, Op};
use wasm_encoder::Instruction;

use crate::locals::Web;
use crate::map::PieceKind;

/// An instruction, or the start or end of a piece.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// An instruction of control.
    Op(Instruction<'static>),
    /// An instruction of the function.
    Inst(InstId),
    /// A tail call: the exit of a block.
    TailCall(BlockId),
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
