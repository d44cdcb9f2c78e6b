//! Errors in bitcode.

use unsnarl_ir::Rule;

/// Why bitcode could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {cause}", Place(*.bit))]
pub struct BitcodeError {
    /// The cause.
    pub cause: BitcodeCause,
    /// The bit of the file at which what shows it begins, counted from 0, the lowest of each byte
    /// first.
    pub bit: u64,
}

/// A bit of a file as bytes and bits.
struct Place(u64);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 % 8 {
            0 => write!(f, "byte {:#x}", self.0 / 8),
            bit => write!(f, "byte {:#x} bit {bit}", self.0 / 8),
        }
    }
}

/// The cause of an error in bitcode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BitcodeCause {
    /// The first bytes are not those of bitcode.
    #[error("not LLVM bitcode: the file does not begin with 'BC' 0xC0DE")]
    Magic,
    /// The file is too long for positions of 32 bits.
    #[error("the file is longer than {limit} bytes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// The file, or the block, ends too early.
    #[error("the file ends in the middle of {what}")]
    Truncated {
        /// What was being read.
        what: &'static str,
    },
    /// The stream of bits breaks a rule of its format.
    #[error("{what}")]
    Stream {
        /// What is wrong.
        what: &'static str,
    },
    /// There is no module.
    #[error("no module in this file")]
    NoModule,
    /// There are several modules where one is wanted.
    #[error(
        "{count} modules in this file: `llvm-modextract` extracts them, and `unsnarl ld -r` makes \
         one object of them"
    )]
    Modules {
        /// How many.
        count: usize,
    },
    /// The module was written by LLVM before 5, or by one that is yet to come.
    #[error(
        "version {found} of the format is not supported: only version 2, of LLVM 5 and later, \
             is supported"
    )]
    Version {
        /// The version.
        found: u64,
    },
    /// A record does not have what its kind has.
    #[error("record {code} of {block}: {what}")]
    Record {
        /// The block.
        block: &'static str,
        /// The code of the record.
        code: u32,
        /// What is wrong.
        what: &'static str,
    },
    /// A construct that LLVM IR does not have, or has only in versions that are yet to come.
    #[error("unknown {construct}")]
    Unknown {
        /// Its kind and name or number, such as `instruction 'frobnicate'`.
        construct: String,
    },
    /// A construct of LLVM IR that this reader does not translate.
    #[error("unsupported {construct}")]
    Unsupported {
        /// Its kind and name or number.
        construct: String,
    },
    /// Types or constants are nested too deep.
    #[error("nesting is deeper than {limit}")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// The data layout cannot be read.
    #[error(transparent)]
    DataLayout(#[from] unsnarl_ir::DataLayoutError),
    /// The module can be read, but breaks a rule.
    #[error("{in_what}{what}")]
    Rule {
        /// `in @f: `, or nothing.
        in_what: String,
        /// What is wrong.
        what: &'static str,
        /// The rule.
        rule: Rule,
    },
}

pub(super) type Result<T> = std::result::Result<T, BitcodeError>;

impl BitcodeError {
    pub(super) fn new(bit: u64, cause: BitcodeCause) -> Self {
        BitcodeError { cause, bit }
    }

    /// The stream of bits is wrong.
    pub(super) fn stream(bit: u64, what: &'static str) -> Self {
        BitcodeError::new(bit, BitcodeCause::Stream { what })
    }

    /// The stream of bits ends too early.
    pub(super) fn truncated(bit: u64, what: &'static str) -> Self {
        BitcodeError::new(bit, BitcodeCause::Truncated { what })
    }
}
