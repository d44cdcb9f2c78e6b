//! The map from the bytes of a function to the parts of its graph.
//!
//! *Gives:* [`FunctionMap`], written with the code and read by the [proof](crate::proof). It says
//! where the code of blocks and edges is and which places decide; what control does there is read
//! from the bytes.

use unsnarl::{BlockId, Edge, FlagId};
use unsnarl_ir::FuncId;

/// The map of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionMap {
    /// The function of the module that was compiled.
    pub function: FuncId,
    /// Its index in the WebAssembly module.
    pub index: u32,
    /// Its pieces in order; they do not overlap. Bytes between them are control.
    pub pieces: Vec<Piece>,
    /// The local that holds the label, if there is one.
    pub label: Option<u32>,
    /// Locals that hold a decision from where the block runs to where it is asked for.
    pub saved: Vec<(BlockId, u32)>,
    /// Locals that hold a flag of the program.
    pub flags: Vec<(FlagId, u32)>,
    /// In the legacy instructions for exceptions: by `catch_all` in order, a number for what it
    /// catches.
    pub caught: Option<Vec<u32>>,
}

/// A range of bytes of a function's body, counted from the start of the body (its local
/// declarations).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first byte.
    pub start: u32,
    /// The byte after the last; a range may be empty.
    pub end: u32,
    /// What the range is for.
    pub kind: PieceKind,
}

/// What a range of bytes is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// The prologue.
    Prologue,
    /// The code of a block. In a copy of a block there are several.
    Code(BlockId),
    /// The copies on an edge; empty if there are none.
    Edge(Edge),
    /// Pushes the operands of the exit of a block: the value of its switch, its results, or those
    /// of its condition.
    Operand(BlockId),
    /// Pushes the result of the comparison that is the condition of a block. It may be the opposite
    /// one.
    Comparison(BlockId, Comparison),
    /// Decides by the value of a block's switch, which the operand before pushed: control in here
    /// only picks a target.
    Decision(BlockId),
    /// Decides by the label.
    Dispatch,
    /// The epilogue.
    Epilogue,
    /// The exit of a block, which leaves the function.
    Leave(BlockId),
    /// The edge is taken by the next decision, if it selects it.
    Arm(Edge),
    /// The call that ends a block, in its bracket, and what keeps its results.
    Call(BlockId),
    /// Keeps what was caught, where the clause of this edge jumps to.
    Caught(Edge),
}

/// An instruction that compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the names are those of WebAssembly's instructions"
)]
pub enum Comparison {
    I32Eqz,
    I32Eq,
    I32Ne,
    I32LtS,
    I32LtU,
    I32GtS,
    I32GtU,
    I32LeS,
    I32LeU,
    I32GeS,
    I32GeU,
    I64Eqz,
    I64Eq,
    I64Ne,
    I64LtS,
    I64LtU,
    I64GtS,
    I64GtU,
    I64LeS,
    I64LeU,
    I64GeS,
    I64GeU,
    F32Eq,
    F32Ne,
    F64Eq,
    F64Ne,
}

impl Comparison {
    /// Gives the comparison that holds when this one does not, if it is one instruction too.
    pub fn opposite(self) -> Option<Comparison> {
        use Comparison as C;
        Some(match self {
            C::I32Eqz | C::I64Eqz => return None,
            C::I32Eq => C::I32Ne,
            C::I32Ne => C::I32Eq,
            C::I32LtS => C::I32GeS,
            C::I32LtU => C::I32GeU,
            C::I32GtS => C::I32LeS,
            C::I32GtU => C::I32LeU,
            C::I32LeS => C::I32GtS,
            C::I32LeU => C::I32GtU,
            C::I32GeS => C::I32LtS,
            C::I32GeU => C::I32LtU,
            C::I64Eq => C::I64Ne,
            C::I64Ne => C::I64Eq,
            C::I64LtS => C::I64GeS,
            C::I64LtU => C::I64GeU,
            C::I64GtS => C::I64LeS,
            C::I64GtU => C::I64LeU,
            C::I64LeS => C::I64GtS,
            C::I64LeU => C::I64GtU,
            C::I64GeS => C::I64LtS,
            C::I64GeU => C::I64LtU,
            C::F32Eq => C::F32Ne,
            C::F32Ne => C::F32Eq,
            C::F64Eq => C::F64Ne,
            C::F64Ne => C::F64Eq,
        })
    }
}
