//! What is refused, with its place.

use std::fmt;

use crate::structured::Unstructured;

/// Why a construct has no C.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A type.
    #[error("the type {0} cannot be written in C")]
    Type(String),
    /// An operation on values of a type, which has one.
    #[error("this operation on {0} cannot be written in C")]
    Operation(String),
    /// An instruction, a terminator or a constant.
    #[error("{0} cannot be written in C")]
    Construct(String),
    /// An instruction, because of something in it.
    #[error("{text}: {cause}")]
    Instruction {
        /// The line in the file that was read; 0 if it is not known.
        line: u32,
        /// The instruction.
        text: String,
        /// What it is because of.
        cause: Box<Cause>,
    },
    /// An intrinsic.
    #[error("the intrinsic {0} cannot be written in C")]
    Intrinsic(String),
    /// The graph could not be structured.
    #[error("{0}")]
    Structure(String),
    /// A bug: the structured program is not the graph.
    #[error("the structured program does not follow the graph: {0}")]
    NotProved(String),
}

impl From<Unstructured> for Cause {
    fn from(error: Unstructured) -> Cause {
        match error {
            Unstructured::NotProved(broken) => Cause::NotProved(broken.to_string()),
            error => Cause::Structure(error.to_string()),
        }
    }
}

/// Something of a module that has no C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The function or variable that it is in; the module if it is empty.
    pub symbol: String,
    /// The line in the file that was read; 0 if it is not known.
    pub line: u32,
    /// Why.
    pub cause: Cause,
}

impl Refusal {
    /// Refuses something because of what is in it, at the line of that instruction if it is one.
    pub(super) fn new(symbol: &str, line: u32, cause: Cause) -> Self {
        let line = match cause {
            Cause::Instruction { line: own, .. } if own > 0 => own,
            _ => line,
        };
        Refusal {
            symbol: symbol.to_owned(),
            line,
            cause,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.symbol.as_str() {
            "" => self.cause.fmt(f),
            symbol => write!(f, "in @{symbol}: {}", self.cause),
        }
    }
}

/// All that is refused of a module, by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusals(pub Vec<Refusal>);

impl fmt::Display for Refusals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, refusal) in self.0.iter().enumerate() {
            let separator = if place == 0 { "" } else { "\n" };
            write!(f, "{separator}{refusal}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusals {}
