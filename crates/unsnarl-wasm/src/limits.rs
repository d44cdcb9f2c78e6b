//! The implementation limits of engines.
//!
//! *Source:* "Implementation-defined Limits" of the WebAssembly JavaScript interface, which V8,
//! SpiderMonkey, JavaScriptCore and `wasmparser` agree on; where they differ, the least.
//!
//! | of | at most | beyond it |
//! |---|--:|---|
//! | parameters of a function | 1,000 | an error |
//! | results of a function | 1,000 | several results go to memory: never more than one |
//! | locals with the parameters | 50,000 | [kept in the frame](crate::locals::spill) |
//! | bytes of a function | 7,654,321 | [several functions](crate::division), or an error |
//! | entries of a `br_table` (V8) | 65,520 | [several tables](crate::control) |
//! | types; functions; imports; exports | 1,000,000 each | an error |
//! | entries of the table | 10,000,000 | no more than there are functions |
//! | globals, tables, memories | 1,000,000, 100,000, 1 | few globals, one of the others at most |
//! | data segments of a module | 100,000 | runs of zeros between them are written, too |
//! | pages of memory | 65,536 | an error |
//! | bytes of a name of an import or export | 100,000 | an error |
//! | bytes of another name | 100,000 | it is left out of the name section |
//! | bytes of a module (V8) | 2^30 | an error |
//!
//! For an object, segments, which the linker joins, and names that only the linker reads have no
//! limits. What the linker copies into its module unchanged (functions and their types, imports)
//! has to keep them already.

use std::fmt;

/// A limited quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The parameters of a function, or the numbers that its arguments consist of.
    Parameters,
    /// The locals of a function, with its parameters.
    Locals,
    /// The bytes of a function.
    FunctionBytes,
    /// The instructions of a function before unused ones are left out, and the numbers in its
    /// values. A function with more is too large, or most of it is unused.
    Instructions,
    /// The types of functions in a module.
    Types,
    /// The functions of a module, with those that it imports.
    Functions,
    /// What a module exports.
    Exports,
    /// The bytes of a name that is imported or exported.
    NameBytes,
    /// The bytes of a module or object.
    ModuleBytes,
}

impl Limit {
    /// The limit of engines.
    pub const fn most(self) -> u64 {
        match self {
            Limit::Parameters => 1_000,
            Limit::Locals => 50_000,
            Limit::FunctionBytes | Limit::Instructions => 7_654_321,
            Limit::Types | Limit::Functions | Limit::Exports => 1_000_000,
            Limit::NameBytes => 100_000,
            Limit::ModuleBytes => 1 << 30,
        }
    }

    /// Fails if a count exceeds the limit of engines.
    pub(crate) fn check(self, count: usize) -> Result<(), Exceeded> {
        let count = count as u64;
        match count <= self.most() {
            true => Ok(()),
            false => Err(Exceeded { limit: self, count }),
        }
    }
}

/// An exceeded limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exceeded {
    /// The quantity.
    pub limit: Limit,
    /// How many.
    pub count: u64,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match self.limit {
            Limit::Parameters => write!(f, "the arguments are {count} numbers")?,
            Limit::Locals => write!(f, "control flow alone needs {count} WebAssembly locals")?,
            Limit::FunctionBytes => write!(f, "the code takes {count} bytes")?,
            Limit::Instructions => {
                return write!(
                    f,
                    "the code has {count} instructions or more, but engines allow {} bytes for a \
                     function",
                    self.limit.most()
                );
            }
            Limit::Types => write!(f, "the module has {count} function types")?,
            Limit::Functions => write!(f, "the module has {count} functions, including imports")?,
            Limit::Exports => write!(f, "the module has {count} exports")?,
            Limit::NameBytes => write!(f, "the imported or exported name has {count} bytes")?,
            Limit::ModuleBytes => write!(f, "the whole output takes {count} bytes")?,
        }
        write!(f, ", but engines allow {} at most", self.limit.most())
    }
}

impl std::error::Error for Exceeded {}
