//! What can be wrong with a text.

use std::ops::Range;

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {cause}")]
pub struct ReadError {
    /// The cause.
    pub cause: Cause,
    /// The bytes of the text that show it.
    pub span: Range<usize>,
    /// The line of the first byte, counted from 1.
    pub line: usize,
    /// The column of the first byte in characters, counted from 1.
    pub column: usize,
}

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// Something else had to stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What had to stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// A construct of LLVM IR that this reader does not know or cannot translate.
    #[error("unsupported {construct}")]
    Unsupported {
        /// Its kind and name, such as `instruction 'landingpad'`.
        construct: String,
    },
    /// A name is used and nowhere defined.
    #[error("{name} is used but nowhere defined")]
    Undefined {
        /// The name with its sigil.
        name: String,
    },
    /// A name is defined a second time.
    #[error("{name} is defined twice")]
    Redefined {
        /// The name with its sigil.
        name: String,
    },
    /// An unnamed value or block has another number than its place says.
    #[error("number {found} is out of order: the next one is {expected}")]
    Misnumbered {
        /// The number that its place says.
        expected: u32,
        /// The number that it has.
        found: u32,
    },
    /// A value is used as one type and defined as another.
    #[error("{name} is used with a type that its definition does not have")]
    TypeClash {
        /// The name with its sigil.
        name: String,
    },
    /// A constant is written that its type does not have.
    #[error("{constant} is no constant of this type")]
    WrongConstant {
        /// The constant as it is written.
        constant: String,
    },
    /// A number is too large for its place, or no number.
    #[error("number {number} does not fit here")]
    BadNumber {
        /// The number as it is written.
        number: String,
    },
    /// A string or a quoted name has no closing quote.
    #[error("string has no closing quote")]
    OpenString,
    /// A bracket that was skipped over has no closing one.
    #[error("bracket has no closing one")]
    OpenBracket,
    /// A byte that begins nothing.
    #[error("character {character:?} begins nothing in LLVM IR")]
    BadCharacter {
        /// The character.
        character: char,
    },
    /// Types or constants stand too deep inside each other.
    #[error("nesting is deeper than {limit}")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// The text is longer than positions can say.
    #[error("text is longer than {limit} bytes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// The data layout cannot be read.
    #[error(transparent)]
    DataLayout(#[from] unsnarl_ir::DataLayoutError),
    /// Something stands where it must not.
    #[error("{what}")]
    Misplaced {
        /// What stands where.
        what: &'static str,
    },
    /// The text can be read, and what it says breaks a rule of the module.
    #[error("{} (rule {:?})", .0.what, .0.rule)]
    Rule(unsnarl_ir::Violation),
}

impl ReadError {
    /// Makes an error about `span` of `text`.
    pub(crate) fn at(text: &str, span: Range<usize>, cause: Cause) -> Self {
        let start = text.floor_char_boundary(span.start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            cause,
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: start..text.ceil_char_boundary(span.end).max(start),
        }
    }
}
