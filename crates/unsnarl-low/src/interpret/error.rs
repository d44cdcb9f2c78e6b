//! A function that cannot be executed: it breaks the machine's rules, or asks for what the
//! environment does not have.

use std::fmt;

use unsnarl::BlockId;

use crate::machine::{InstId, Reg};
use crate::op::memory::{Memory, Table};
use crate::symbol::Symbol;
use crate::types::Type;

/// Where something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The function, if it was called by its symbol.
    pub function: Option<Symbol>,
    /// The block.
    pub block: BlockId,
    /// The instruction; none is the exit.
    pub inst: Option<InstId>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(function) = self.function {
            write!(f, "{function}, ")?;
        }
        write!(f, "{}, ", self.block)?;
        match self.inst {
            Some(inst) => write!(f, "instruction {}", inst.index()),
            None => f.write_str("exit"),
        }
    }
}

/// Which rule of the machine is broken, or what the environment does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// An operand or result has another type than it must have.
    Type {
        /// The type that it has.
        is: Type,
        /// The type that it must have.
        not: Type,
    },
    /// Operands, results, edges or parameters are more or fewer than they must be.
    Count,
    /// A register is read that holds nothing.
    Undefined(Reg),
    /// A function or host function is called with other types than it has, or returns others.
    Signature(Symbol),
    /// The environment does not have this.
    UnknownSymbol(Symbol),
    /// The environment does not have this.
    UnknownMemory(Memory),
    /// The environment does not have this.
    UnknownTable(Table),
    /// A function has a frame, and the environment has no stack pointer.
    NoStackPointer,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Type { is, not } => write!(f, "found a value of type {is}, expected {not}"),
            Fault::Count => f.write_str("wrong number of operands, results, edges or parameters"),
            Fault::Undefined(reg) => write!(f, "{reg} is read before it is set"),
            Fault::Signature(symbol) => write!(f, "the types of {symbol} differ from its call"),
            Fault::UnknownSymbol(symbol) => write!(f, "the environment lacks {symbol}"),
            Fault::UnknownMemory(memory) => write!(f, "the environment lacks memory {}", memory.0),
            Fault::UnknownTable(table) => write!(f, "the environment lacks table {}", table.0),
            Fault::NoStackPointer => f.write_str("the environment lacks a stack pointer"),
        }
    }
}

/// A function that cannot be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error {
    /// Why.
    pub fault: Fault,
    /// Where; none before anything is executed.
    pub place: Option<Place>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}", self.fault)
    }
}

impl std::error::Error for Error {}
