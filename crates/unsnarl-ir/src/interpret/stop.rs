//! The reasons why execution ends without a return of the program.

use std::fmt;

use crate::id::{FuncId, TypeId, ValueId};

/// The reason why execution ends without a return of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The behaviour is undefined: every result of a compiler is right.
    Undefined(Undefined),
    /// The behaviour depends on a choice that [`Choices::Any`](super::Choices::Any) leaves open:
    /// the bits of a NaN, of a `freeze`.
    Undetermined(Undefined),
    /// `llvm.trap` and similar intrinsics.
    Trap,
    /// The limit of steps is reached.
    OutOfFuel,
    /// A limit on memory or on the depth of calls is reached.
    OutOfSpace,
    /// An exception leaves the outermost function.
    Unwind,
    /// The [`Host`](super::Host) ends the program with a status.
    Exit(i32),
    /// This interpreter does not support the construct.
    Unsupported(Unsupported),
}

/// The rule that makes behaviour undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// A branch, a switch, a division or a memory access depends on poison or undefined bits.
    Unknown,
    /// A division by zero, or the least signed number by minus one.
    Division,
    /// `unreachable`.
    Unreachable,
    /// A memory access at address zero, or beyond the end of the address space.
    OutOfBounds,
    /// A memory access at an address with less alignment than it states.
    Misaligned,
    /// A `memcpy` between ranges that overlap and are not the same.
    Overlap,
    /// A call of an address that is not a function, or with another signature.
    Call,
    /// `llvm.assume` of a false condition.
    Assumption,
    /// Execution continues after a call that never returns.
    Returned,
}

/// A construct that this interpreter does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An intrinsic, by its full name.
    Intrinsic(String),
    /// A declared function that the [`Host`](super::Host) does not have.
    External(FuncId),
    /// Inline assembly.
    Assembly,
    /// A type: scalable, target-specific, of a floating-point format that is not an IEEE format, or
    /// with more than [`MAX_SCALARS`](super::MAX_SCALARS) scalars.
    Type(TypeId),
    /// A constant: metadata, a signed pointer.
    Constant,
    /// A value that is read but not in the frame.
    Missing(ValueId),
    /// Big-endian memory.
    BigEndian,
    /// A cleanup or a handler of an exception: an unwinding call leaves all functions.
    Exception,
}

impl From<Undefined> for Stop {
    fn from(rule: Undefined) -> Self {
        Self::Undefined(rule)
    }
}

impl From<Unsupported> for Stop {
    fn from(what: Unsupported) -> Self {
        Self::Unsupported(what)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined(rule) => write!(f, "undefined behaviour: {rule}"),
            Self::Undetermined(rule) => {
                write!(f, "the result depends on an unspecified choice: {rule}")
            }
            Self::Trap => f.write_str("trap"),
            Self::OutOfFuel => f.write_str("the limit of steps was reached"),
            Self::OutOfSpace => f.write_str("the limit of memory or of nested calls was reached"),
            Self::Unwind => f.write_str("an exception leaves the outermost function"),
            Self::Exit(status) => write!(f, "exit with status {status}"),
            Self::Unsupported(what) => write!(f, "cannot be interpreted: {what}"),
        }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a branch, division or access depends on poison or undefined bits",
            Self::Division => "division by zero, or signed division overflow",
            Self::Unreachable => "unreachable is reached",
            Self::OutOfBounds => "access at address zero or beyond the end of memory",
            Self::Misaligned => "access at an address with less than the stated alignment",
            Self::Overlap => "memcpy between overlapping ranges",
            Self::Call => "call of an address that is not a function, or with another signature",
            Self::Assumption => "an assumption does not hold",
            Self::Returned => "a noreturn call returned",
        })
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Intrinsic(name) => write!(f, "intrinsic {name}"),
            Self::External(function) => write!(f, "external function {function}"),
            Self::Assembly => f.write_str("inline assembly"),
            Self::Type(ty) => write!(f, "type {ty}"),
            Self::Constant => f.write_str("a constant of this kind"),
            Self::Missing(value) => write!(f, "{value}, which has no value"),
            Self::BigEndian => f.write_str("big-endian memory"),
            Self::Exception => f.write_str("an exception handler"),
        }
    }
}

impl std::error::Error for Stop {}
