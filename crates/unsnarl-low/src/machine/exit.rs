//! How blocks end.

use unsnarl::BlockId;

use super::Row;
use crate::op::memory::Table;
use crate::symbol::Symbol;

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function.
    Symbol(Symbol),
    /// The function of a table that the last operand numbers.
    Table(Table),
    /// Nothing: an exception of this tag is thrown, whose values are the operands.
    Throw(Symbol),
    /// Nothing: the exception that the operand refers to is thrown again.
    ThrowRef,
}

/// What a clause of a call catches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Catch {
    /// Exceptions of a tag. Their values are the first arguments of the edge.
    Tag(Symbol),
    /// Exceptions of a tag. Their values are the first arguments of the edge, and behind them is
    /// a reference to the one that was caught.
    TagRef(Symbol),
    /// All exceptions.
    All,
    /// All exceptions. The first argument of the edge refers to the one that was caught.
    AllRef,
}

/// How a block ends. Its operands are the block's, its edges are in the order of its slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Exit {
    /// Leaves the function with the operands as results.
    Return,
    /// Control never gets here; if it does, the program traps.
    #[default]
    Unreachable,
    /// Takes its only edge.
    Jump,
    /// Takes the first of two edges if the operand, an `i32`, is not zero.
    Branch,
    /// Takes the edge of the value that the operand, an `i32` or `i64`, has; the last edge if it
    /// has none of them.
    Switch(Vec<i64>),
    /// Leaves the function by a call with the operands; its results are those of the function.
    TailCall(Callee),
    /// Calls, and takes the first edge if the call returns: its results are the first parameters of
    /// the target, before the arguments of the edge. Each clause that catches has an edge, in
    /// order; what none catches leaves the function.
    Call(Callee, Vec<Catch>),
}

/// An edge out of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The block that it leads to.
    pub to: BlockId,
    pub(super) arguments: Row,
}
