//! A function as it is written, before its registers are known: a use may come before the
//! definition.

use crate::machine::{Callee, Catch, Exit, Frame, Number};
use crate::op::Op;
use crate::op::effect::{Effect, Traps};
use crate::op::memory::AddressWidths;
use crate::symbol::Symbol;
use crate::types::Type;

/// A function; `at` is the byte of its name.
pub(super) struct RawFunction<'t> {
    pub(super) at: usize,
    pub(super) name: String,
    pub(super) symbol: Symbol,
    pub(super) parameters: Vec<RawParameter<'t>>,
    pub(super) results: Vec<Type>,
    pub(super) widths: AddressWidths,
    pub(super) frame: Option<Frame>,
    pub(super) blocks: Vec<RawBlock<'t>>,
}

/// The name of a register, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct RawReg<'t> {
    pub(super) at: usize,
    pub(super) name: &'t str,
}

/// A register that is defined with its type.
pub(super) struct RawParameter<'t> {
    pub(super) reg: RawReg<'t>,
    pub(super) ty: Type,
}

/// A block.
pub(super) struct RawBlock<'t> {
    pub(super) at: usize,
    pub(super) number: u32,
    pub(super) parameters: Vec<RawParameter<'t>>,
    pub(super) insts: Vec<RawInst<'t>>,
    pub(super) exit: RawExit<'t>,
}

/// An instruction.
pub(super) struct RawInst<'t> {
    pub(super) at: usize,
    pub(super) results: Vec<RawResult<'t>>,
    pub(super) op: Op,
    pub(super) effect: Effect,
    pub(super) traps: Traps,
    pub(super) operands: Vec<RawOperand<'t>>,
}

/// A result, with its type if that is said.
pub(super) struct RawResult<'t> {
    pub(super) reg: RawReg<'t>,
    pub(super) ty: Option<Type>,
}

/// What an instruction, an exit or an edge reads.
#[derive(Clone, Copy)]
pub(super) enum RawOperand<'t> {
    /// A register by its name.
    Reg(RawReg<'t>),
    /// A constant.
    Number(Number),
    /// An address in the frame.
    Frame(u32),
}

/// How a block ends.
pub(super) struct RawExit<'t> {
    pub(super) kind: RawExitKind,
    pub(super) operands: Vec<RawOperand<'t>>,
    pub(super) edges: Vec<RawEdge<'t>>,
}

/// The word that an exit begins with, and what belongs to it.
pub(super) enum RawExitKind {
    /// A switch, whose values are before its edges.
    Switch,
    /// A call, whose clauses are before its edges.
    Call(Callee),
    /// An exit that is whole without its edges.
    Whole(Exit),
}

/// An edge, and when it is taken.
pub(super) struct RawEdge<'t> {
    pub(super) at: usize,
    pub(super) slot: RawSlot,
    pub(super) to: u32,
    pub(super) arguments: Vec<RawOperand<'t>>,
}

/// What stands before an edge.
#[derive(Clone, Copy)]
pub(super) enum RawSlot {
    /// Nothing, or `else`.
    Plain,
    /// A value of a switch.
    Value(i64),
    /// What a call throws.
    Catch(Catch),
}
