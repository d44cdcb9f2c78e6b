//! Why a module cannot be written again.

use crate::error::Cause;
use crate::limits::Exceeded;
use crate::read::ReadError;

/// Why a module cannot be written again.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RestructureError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It is an object for a linker, whose relocations name places in the code.
    #[error("relocatable objects are not supported: link the object first")]
    Relocatable,
    /// A function cannot be written.
    #[error("{}in function '{function}': {cause}", at(*.offset))]
    Function {
        /// Its name, or its number.
        function: String,
        /// Where in the file it is, in bytes from its start, if that is known.
        offset: Option<u64>,
        /// What is wrong.
        cause: Cause,
    },
    /// The module that would be written is beyond the limits of engines.
    #[error("{0}")]
    Limit(Exceeded),
    /// The engine's rules reject the module that was written. This is a bug of this crate.
    #[error("bug in this compiler: the written module is not valid WebAssembly: {0}")]
    NotValid(String),
    /// The bytes that were written do not do what the graph of a function says. This is a bug of
    /// this crate.
    #[error("bug in this compiler: function '{function}' was not written correctly: {reason}")]
    NotProved {
        /// Its name, or its number.
        function: String,
        /// What the proof found.
        reason: String,
    },
}

impl RestructureError {
    /// Where in the file it is, in bytes from its start, if that is known.
    pub fn offset(&self) -> Option<u64> {
        match self {
            RestructureError::Read(error) => Some(error.offset()),
            RestructureError::Function { offset, .. } => *offset,
            _ => None,
        }
    }

    /// Tells whether the input is not at fault, but this crate.
    pub fn is_bug(&self) -> bool {
        matches!(
            self,
            RestructureError::NotValid(_) | RestructureError::NotProved { .. }
        )
    }
}

fn at(offset: Option<u64>) -> String {
    match offset {
        Some(offset) => format!("at byte {offset:#x}: "),
        None => String::new(),
    }
}
