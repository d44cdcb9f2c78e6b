//! The command line of `unsnarl compile`.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{Input, Making, Time};

#[derive(Args)]
pub(crate) struct Compile {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The file to write; `-` is standard output [default: IN with another extension, in the
    /// current folder, unless that is a file that unsnarl did not write]
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// The form of the output [default: from the extension of OUT, else wasm]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) emit: Option<Module>,
    /// For LLVM IR: export this function; may be repeated, or names separated by commas. `_start`
    /// and functions that the source marks for export are always exported [default: only those, or
    /// if there are none, every function with external linkage]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) export: Vec<String>,
    #[command(flatten)]
    pub(crate) making: Making,
    /// C over linear memory: start a new file after this many bytes of functions [default: one
    /// file]
    #[arg(long, value_name = "BYTES")]
    pub(crate) split: Option<NonZeroUsize>,
    /// Print the measures of every function to standard error
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) time: Time,
    // The heading of these options would be that of all options after them.
    #[command(flatten)]
    pub(crate) text: Text,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Module {
    /// A binary module
    Wasm,
    /// A relocatable object, for wasm-ld
    Obj,
    /// A module as text
    Wat,
    /// JavaScript: see docs/js.md
    Js,
    /// C without goto: C for people (see docs/c-for-people.md) if the input is LLVM IR for a target
    /// other than WebAssembly, else portable C over linear memory, with a header (see docs/c.md)
    C,
}

/// What JavaScript should be like.
#[derive(Args)]
#[command(next_help_heading = "JavaScript")]
pub(crate) struct Text {
    /// Throw a WebAssembly.RuntimeError wherever WebAssembly traps
    #[arg(long, conflicts_with = "unchecked")]
    pub(crate) traps: bool,
    /// Trust the module: it never divides by zero, never converts a float outside the range of the
    /// integer type, and aligns accesses as it promises
    #[arg(long)]
    pub(crate) unchecked: bool,
    /// Short names and no white space
    #[arg(long)]
    pub(crate) compact: bool,
    /// Leave out the runtime for WASI: the host gives all imports
    #[arg(long)]
    pub(crate) no_wasi: bool,
    /// Write TypeScript declarations of the exports to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) declarations: Option<PathBuf>,
    /// Write a source map to this file, from the debug information
    #[arg(long, value_name = "FILE")]
    pub(crate) source_map: Option<PathBuf>,
    /// Keep the bits of NaNs wherever WebAssembly keeps them
    #[arg(long)]
    pub(crate) exact_nan: bool,
}
