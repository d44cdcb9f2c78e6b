//! How to compile.

use std::num::NonZeroUsize;

use unsnarl::structure::{ALGORITHMS, Refusal, Settings};
use unsnarl::{Cfg, Program};
use unsnarl_ir::{FuncId, Module};
use unsnarl_low::select;

use crate::limits::Limit;

/// How to compile.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Makes a structured program of a graph. It may be any function: its result is proved.
    pub structure: &'a (dyn Fn(&Cfg) -> Result<Program, Refusal> + Sync),
    /// Which functions are exported.
    pub exports: Exports<'a>,
    /// The bytes of the stack for local variables whose address is taken.
    pub stack_size: u32,
    /// Whether brackets may have parameters.
    pub block_parameters: BlockParameters,
    /// How many locals a function may have, with its parameters; most of the others are kept in its
    /// frame. Engines take 50,000, and some take fewer.
    pub locals: u32,
    /// How many bytes the body of a function may have; one that has more becomes several functions.
    /// Engines take 7,654,321.
    pub function_bytes: u64,
    /// Whether functions check that they stay on that stack.
    pub stack: Stack,
    /// In which instructions exceptions are written.
    pub exceptions: Exceptions,
    /// Whether the code of an object may be loaded anywhere.
    pub relocation: Relocation,
    /// How functions return results of several numbers.
    pub abi: Abi,
    /// What is proved of each function.
    pub prove: Prove,
    /// How many functions are compiled at once; if nothing is said, one for each processor. The
    /// result is the same.
    pub jobs: Option<NonZeroUsize>,
}

impl Default for Options<'_> {
    /// The first algorithm of the library, the exports that the module marks, 1 MiB of stack, no
    /// parameters of brackets, control and data proved.
    fn default() -> Self {
        Options {
            structure: &|cfg| ALGORITHMS[0].structure(cfg, &Settings::default()),
            exports: Exports::Marked,
            stack_size: 1 << 20,
            block_parameters: BlockParameters::Never,
            locals: Limit::Locals.most() as u32,
            function_bytes: Limit::FunctionBytes.most(),
            stack: Stack::Unchecked,
            exceptions: Exceptions::Standard,
            relocation: Relocation::OfModule,
            abi: Abi::Default,
            prove: Prove::ControlAndData,
            jobs: None,
        }
    }
}

/// Whether `block`, `loop` and `if` may have parameters, as the proposal *multi-value* allows.
///
/// All engines know them, but not all tools: `wasm-opt` of Binaryen 108 rejects a module that has
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockParameters {
    /// No bracket has any.
    Never,
    /// Where that is shorter than a local; in an object, if the source allows `multivalue`.
    WhereShorter,
}

/// Whether functions check that they stay on the stack in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stack {
    /// A program that needs more stack than there is writes over its data, or traps if the stack
    /// lies first in memory.
    Unchecked,
    /// A function that would leave the stack traps; see [`unsnarl_ir::rewrite::stack`]. An object
    /// needs a linker that defines `__stack_low` and `__stack_high`, such as `wasm-ld` 16.
    Checked,
}

/// In which instructions exceptions are written.
///
/// All objects of a program should have the same: V8 refuses a module that has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceptions {
    /// `try_table`, `throw_ref`: those of WebAssembly 3.0.
    Standard,
    /// `try`, `catch`, `rethrow`, `delegate`: those that came before, which LLVM writes unless it
    /// is told otherwise, and which engines know that are some years old.
    Legacy,
}

/// Whether the code of an object may be loaded anywhere, as a shared library is. A module that is
/// no object lies where it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relocation {
    /// If the module has the flag `PIC Level`, as clang writes it with `-fPIC` and `-fPIE`.
    OfModule,
    /// No.
    Static,
    /// Yes.
    PositionIndependent,
}

impl Relocation {
    /// What it is for a module.
    pub(crate) fn of(self, module: &Module) -> select::Relocation {
        match (self, module.pic_level) {
            (Relocation::Static, _) | (Relocation::OfModule, 0) => select::Relocation::Static,
            _ => select::Relocation::PositionIndependent,
        }
    }
}

/// How functions return results of several numbers: structs that are values in the IR, and integers
/// of 128 bits. Objects with different ones do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abi {
    /// In memory of the caller.
    Default,
    /// As several results: LLVM's `experimental-mv`.
    MultiValue,
}

/// What is proved of each function. Its bytes are validated in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prove {
    /// That its bytes take the same jumps as its graph.
    Control,
    /// Also that they compute the same values: about a quarter of the time of compiling.
    ControlAndData,
}

/// Which functions are exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exports<'a> {
    /// `_start` and those with the attribute `wasm-export-name`.
    Marked,
    /// These, and all others that other modules could see.
    External,
    /// The marked ones if there are any, else all that other modules could see: a sensible default.
    /// What clang calls `__main_argc_argv` or `__main_void` is exported as `main`, unless another
    /// one is.
    MarkedOrExternal,
    /// The marked ones, and these as far as they have a body.
    These(&'a [FuncId]),
}
