//! How an execution ends.
//!
//! A trap, an exception and the end of the fuel are what programs do: [`Outcome`]s. A function that
//! breaks the machine's rules, or asks for what the environment does not have, is an
//! [`Error`](super::Error).

use std::fmt;

use unsnarl::BlockId;

use crate::machine::{InstId, Reg};
use crate::op::effect::Traps;
use crate::symbol::Symbol;

use super::error::{Fault, Place};
use super::value::Value;

/// Why a program stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Trap {
    /// Control is where it never gets.
    Unreachable,
    /// An integer is divided by zero.
    DivisionByZero,
    /// The quotient, or the integer of a float, has no room.
    IntegerOverflow,
    /// A NaN becomes an integer.
    NanToInteger,
    /// An access, or a piece of a segment for it, is outside.
    MemoryOutOfBounds,
    /// The address of an atomic access is no multiple of its bytes.
    Unaligned,
    /// A thread waits in a memory that is not shared.
    NotShared,
    /// An element, or a piece of a segment for it, is outside.
    TableOutOfBounds,
    /// An element that is called is null.
    NullCall,
    /// A reference to an exception that is thrown is null.
    NullThrow,
    /// An element that is called has other types.
    CallType,
    /// Calls nest deeper than [the limit](super::Limits::registers).
    StackOverflow,
    /// The host stops the program.
    Host,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trap::Unreachable => "unreachable",
            Trap::DivisionByZero => "integer divided by zero",
            Trap::IntegerOverflow => "integer overflow",
            Trap::NanToInteger => "float-to-integer conversion of NaN",
            Trap::MemoryOutOfBounds => "memory access out of bounds",
            Trap::Unaligned => "unaligned atomic access",
            Trap::NotShared => "wait on a memory that is not shared",
            Trap::TableOutOfBounds => "table access out of bounds",
            Trap::NullCall => "call of a null reference",
            Trap::NullThrow => "throw of a null reference",
            Trap::CallType => "indirect call with the wrong type",
            Trap::StackOverflow => "calls nest too deep",
            Trap::Host => "stopped by the host",
        })
    }
}

/// How a call of a host function ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// With results.
    Returned(Vec<Value>),
    /// With an exception of a tag, and its values.
    Thrown(Symbol, Vec<Value>),
    /// With the end of the program.
    Trapped(Trap),
}

/// How an execution ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// With results.
    Returned(Vec<Value>),
    /// With an exception of a tag that nothing catches, and its values.
    Thrown(Symbol, Vec<Value>),
    /// With a trap.
    Trapped {
        /// Which one.
        trap: Trap,
        /// Whether the program can rely on it; if not, any other outcome would be right, too.
        traps: Traps,
        /// Where.
        place: Place,
    },
    /// With all fuel burnt. It could have gone on.
    OutOfFuel,
}

/// How the execution of one block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockEnd {
    /// It takes an edge.
    Edge {
        /// The slot of the exit.
        slot: usize,
        /// Where it leads.
        to: BlockId,
        /// The parameters of the target and their new values.
        parameters: Vec<(Reg, Value)>,
    },
    /// It leaves the function.
    Left(Outcome),
}

/// An effect of a block: an instruction, or a call that ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The instruction; none is the exit.
    pub inst: Option<InstId>,
    /// What its operands hold.
    pub operands: Vec<Value>,
    /// Its results; none if it does not come to an end.
    pub results: Vec<Value>,
}

/// Why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Halt {
    /// It traps.
    Trap(Trap),
    /// It would burn more fuel than there is.
    OutOfFuel,
    /// It breaks a rule.
    Fault(Fault),
}

impl From<Trap> for Halt {
    fn from(trap: Trap) -> Halt {
        Halt::Trap(trap)
    }
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Halt {
        Halt::Fault(fault)
    }
}
