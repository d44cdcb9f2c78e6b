//! What the text should be like.

use unsnarl::structure::Structurer;

use crate::runtime::Runtime;
use crate::source_map::SourceMap;

/// The bytes of V8's bytecode that a function should not exceed.
pub const LARGEST: usize = 59_500;

/// How to write a module.
#[derive(Clone, Debug)]
pub struct Options {
    /// What happens where WebAssembly traps.
    pub traps: Traps,
    /// Whether people read the text.
    pub style: Style,
    /// What is assumed of the alignment that loads and stores promise.
    pub alignment: Alignment,
    /// Leaves out the runtime for WASI: the host gives all imports.
    pub no_wasi: bool,
    /// Functions of more bytes of V8's bytecode than this are divided, if that is possible.
    pub largest: usize,
    /// The source map that is wanted, if the code is known to come from somewhere.
    pub source_map: Option<SourceMap>,
    /// Keeps the bits of NaNs wherever WebAssembly keeps them.
    pub exact_nan: bool,
}

/// What writing a module needs beside it.
#[derive(Clone, Copy)]
pub(crate) struct Means<'a> {
    pub(crate) options: &'a Options,
    /// Who structures graphs.
    pub(crate) structure: Structurer<'a>,
    pub(crate) runtime: &'a Runtime,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            traps: Traps::default(),
            style: Style::default(),
            alignment: Alignment::default(),
            no_wasi: false,
            largest: LARGEST,
            source_map: None,
            exact_nan: false,
        }
    }
}

/// What happens where WebAssembly traps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Traps {
    /// Every trap is a `WebAssembly.RuntimeError`, and comes where WebAssembly has it.
    All,
    /// Traps that cost nothing, or little beside what they guard, are exceptions: divisions,
    /// conversions of floats, unreachable code, operations on ranges, calls through an element of a
    /// table that has no function. An access outside of memory reads anything and writes nothing,
    /// or throws a `RangeError`; the type of a call through a table is not looked at.
    #[default]
    Free,
    /// As [`Traps::Free`], but divisions and conversions of floats do not trap, either: what
    /// they give then is any number.
    Unchecked,
}

/// Whether people read the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Names of the source, two blanks a level.
    #[default]
    Readable,
    /// Short names, no white space.
    Compact,
}

/// What is assumed of the alignment that loads and stores promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alignment {
    /// Nothing: an access is right at any address.
    #[default]
    Hint,
    /// It is true: an access that promises its own size and is elsewhere goes to the address below
    /// that is a multiple of it. Compilers of C and Rust keep their promises.
    Promise,
}
