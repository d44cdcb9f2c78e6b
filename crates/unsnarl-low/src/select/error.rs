//! Why a function cannot be selected.
//!
//! *Gives:* [`SelectError`], what is wrong with an instruction, [`Refusal`], where it is, and
//! [`Refusals`], which collects them: other instructions are still checked after a refused one.

use unsnarl_ir::{AddressError, ImageError};

/// What is wrong with an instruction, or with a function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SelectError {
    /// A type whose values the machine does not hold.
    #[error("a value of type {0} is not supported")]
    Type(String),
    /// An instruction that is not supported, for all types or for this one.
    #[error("{0} is not supported")]
    Instruction(String),
    /// An intrinsic that is not supported.
    #[error("intrinsic {0} is not supported")]
    Intrinsic(String),
    /// A parameter attribute changes how arguments are passed.
    #[error("parameter attribute {0} is not supported")]
    Attribute(&'static str),
    /// A calling convention that passes arguments differently.
    #[error("calling convention {0} is not supported")]
    Convention(u32),
    /// An address cannot be computed.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// A constant has no value before the program runs.
    #[error(transparent)]
    Constant(#[from] ImageError),
    /// The arguments of a call are too many numbers for the target.
    #[error("the arguments are {count} numbers, but engines allow {most} at most")]
    Parameters {
        /// How many numbers.
        count: usize,
        /// How many the target takes.
        most: usize,
    },
    /// The function is too large for the target.
    #[error(
        "the code has {count} instructions or more, but engines allow {most} bytes for a function"
    )]
    Instructions {
        /// How many instructions were selected so far.
        count: usize,
        /// How many the target takes.
        most: usize,
    },
    /// A value is too large to be held outside of memory.
    #[error(
        "a value of type {name} consists of more than {most} numbers, and can only be held in memory"
    )]
    Parts {
        /// The type.
        name: String,
        /// How many numbers a value may have.
        most: usize,
    },
    /// Local memory does not fit 32-bit addresses.
    #[error("the stack frame needs {0} bytes, but at most 2 GiB are possible")]
    Frame(u64),
    /// A value is used where it has not been computed.
    #[error("value {0} is used where its definition does not reach")]
    Undominated(String),
    /// A phi has no value for an edge.
    #[error("a phi of block {0} has no value for an edge that enters the block")]
    MissingPhi(String),
    /// An operand has the wrong type for its instruction.
    #[error("an operand of {0} has the wrong type")]
    OperandType(&'static str),
}

/// The error of a construct that no selection has.
pub(super) fn unsupported(what: &str) -> SelectError {
    SelectError::Instruction(what.to_owned())
}

/// An error and its place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct Refusal {
    /// The line of the instruction in the module's text, or of the function; 0 if it is not known.
    pub line: u32,
    /// What is wrong.
    pub error: SelectError,
}

/// Collects the errors of a function.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    list: Vec<Refusal>,
}

impl Refusals {
    /// Adds an error at a line, or returns the value of a result. A value that is missing because
    /// its definition was refused is not reported.
    pub(super) fn take<T>(&mut self, line: u32, result: Result<T, SelectError>) -> Option<T> {
        match result {
            Ok(made) => Some(made),
            Err(SelectError::Undominated(_)) if !self.list.is_empty() => None,
            Err(error) => {
                self.list.push(Refusal { line, error });
                None
            }
        }
    }

    /// Returns what was made, if nothing was refused.
    pub(super) fn finish<T>(self, made: T) -> Result<T, Vec<Refusal>> {
        match self.list.is_empty() {
            true => Ok(made),
            false => Err(self.list),
        }
    }

    /// The errors so far.
    pub(super) fn into_list(self) -> Vec<Refusal> {
        self.list
    }
}
