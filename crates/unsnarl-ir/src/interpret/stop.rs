//! Why execution ends where the program does not return.

use std::fmt;

use crate::id::{FuncId, TypeId, ValueId};

/// Why execution ends where the program does not return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The behaviour is undefined: whatever a compiler made of it is right.
    Undefined(Undefined),
    /// What happens depends on a choice that [`Choices::Any`](super::Choices::Any) leaves open: the
    /// bits of a NaN, of a `freeze`.
    Undetermined(Undefined),
    /// `llvm.trap` and its like.
    Trap,
    /// The limit of steps is reached.
    OutOfFuel,
    /// A limit on memory or on the depth of calls is reached.
    OutOfSpace,
    /// An exception leaves the outermost function.
    Unwind,
    /// The [`Host`](super::Host) ends the program with a status.
    Exit(i32),
    /// This interpreter does not know the construct.
    Unsupported(Unsupported),
}

/// Which rule makes behaviour undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undefined {
    /// A branch, a switch, a division or an access of memory depends on poison or undefined bits.
    Unknown,
    /// A division by zero, or the least signed number by minus one.
    Division,
    /// `unreachable`.
    Unreachable,
    /// An access of memory at address zero, or over the end of the address space.
    OutOfBounds,
    /// An access of memory at an address that is less aligned than it says.
    Misaligned,
    /// A `memcpy` between places that overlap and are not the same.
    Overlap,
    /// A call of an address that is not a function, or with another signature.
    Call,
    /// `llvm.assume` of what is not true.
    Assumption,
    /// Execution continues after a call that never returns.
    Returned,
}

/// What this interpreter does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An intrinsic, by its full name.
    Intrinsic(String),
    /// A function that is declared and that the [`Host`](super::Host) does not have.
    External(FuncId),
    /// Inline assembly.
    Assembly,
    /// A type: scalable, of one target only, of a floating-point format that is not IEEE's, or of
    /// more than [`MAX_SCALARS`](super::MAX_SCALARS) scalars.
    Type(TypeId),
    /// A constant: metadata, a signed pointer.
    Constant,
    /// A value that is read and that the frame does not have.
    Missing(ValueId),
    /// Memory with the most significant byte first.
    BigEndian,
    /// A cleanup or a handler of an exception: calls do not unwind here, but out of everything.
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
