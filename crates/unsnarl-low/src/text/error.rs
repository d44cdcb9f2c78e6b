//! What is wrong with a text.

use std::fmt;

use crate::types::Type;

/// What is wrong with a text, and where.
///
/// Displayed as `line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub cause: Cause,
}

/// What can be wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The text has 4 GiB or more.
    TooLong,
    /// Something else is expected.
    Expected {
        /// What is expected.
        wanted: &'static str,
        /// What is there, shortened.
        found: String,
    },
    /// An edge is taken at another time than is said.
    Slot {
        /// What should be said.
        wanted: &'static str,
    },
    /// A quoted name has no closing quote on its line.
    OpenQuote,
    /// A quoted name has an escape that there is not.
    Escape,
    /// There is no operation of this name.
    UnknownOp(String),
    /// A number does not fit what it is for.
    Range {
        /// What it is for.
        wanted: &'static str,
    },
    /// A reference is written as a constant.
    Reference,
    /// Nothing defines a register.
    NoRegister(String),
    /// A register is defined a second time.
    TwoRegisters(String),
    /// An edge leads to a block that the function does not have.
    NoBlock(u32),
    /// A block starts a second time.
    TwoBlocks(u32),
    /// A block has a number far above that of all blocks of the text.
    FarBlock(u32),
    /// A function is there a second time.
    TwoFunctions(String),
    /// The operation has another number of results.
    Results {
        /// How many there are.
        found: usize,
        /// The type of the only one that there should be, if any.
        wanted: Option<Type>,
    },
    /// The results of a call have no types.
    Untyped,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.cause)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::TooLong => f.write_str("the text has 4 GiB or more"),
            Cause::Expected { wanted, found } => write!(f, "expected {wanted}, found {found}"),
            Cause::Slot { wanted } => write!(f, "expected {wanted}"),
            Cause::OpenQuote => f.write_str("missing closing quote on this line"),
            Cause::Escape => f.write_str("the escapes are `\\\"`, `\\\\` and `\\u{…}`"),
            Cause::UnknownOp(name) => write!(f, "unknown operation `{name}`"),
            Cause::Range { wanted } => write!(f, "this number does not fit {wanted}"),
            Cause::Reference => {
                f.write_str("references have no literals: use `ref.null` or `ref.func`")
            }
            Cause::NoRegister(name) => write!(f, "`%{name}` is not defined"),
            Cause::TwoRegisters(name) => write!(f, "`%{name}` is defined a second time"),
            Cause::NoBlock(number) => {
                write!(f, "block `b{number}` is not defined in this function")
            }
            Cause::TwoBlocks(number) => write!(f, "block `b{number}` starts a second time"),
            Cause::FarBlock(number) => write!(
                f,
                "`b{number}` skips too many block numbers: number the blocks from `b0` on"
            ),
            Cause::TwoFunctions(name) => write!(f, "function `@{name}` is defined a second time"),
            Cause::Results {
                found,
                wanted: None,
            } => {
                write!(
                    f,
                    "{found} registers are given for an operation without a result"
                )
            }
            Cause::Results {
                found,
                wanted: Some(ty),
            } => {
                write!(
                    f,
                    "{found} registers are given for an operation with one result, an `{ty}`"
                )
            }
            Cause::Untyped => f.write_str("results of a call need types: `%1: i32 = call @f()`"),
        }
    }
}

impl std::error::Error for ParseError {}
