//! Why a module cannot be compiled.
//!
//! *Gives:* [`CompileError`], what is wrong with the module as a whole or with one function,
//! [`Cause`], what is wrong with an instruction, and [`CompileErrors`], everything that is wrong.

mod list;

pub use list::CompileErrors;
pub(crate) use list::{FunctionRefusals, Refusals};

use unsnarl::CfgError;
use unsnarl::structure::Refusal;
use unsnarl_ir::{FuncId, ImageError, Module};
use unsnarl_low::opt::divide::TooLarge;
use unsnarl_low::select::SelectError;
use unsnarl_object::ObjectError;

use crate::limits::Exceeded;

/// Why a module cannot be compiled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompileError {
    /// The data layout is not that of WebAssembly, with addresses of 32 or 64 bits.
    #[error(
        "data layout '{0}' is not for wasm32 or wasm64: compile the source with --target=wasm32-wasi"
    )]
    DataLayout(String),
    /// Functions or variables are used but neither defined nor imported.
    #[error(
        "undefined: {}: define them, or declare them with the attribute wasm-import-module", .0.join(", ")
    )]
    Undefined(Vec<String>),
    /// Two exports have one name.
    #[error("two functions are exported as '{0}'")]
    ExportTwice(String),
    /// A function is defined and imported.
    #[error("function '{0}' has a body and the attribute wasm-import-name: drop one of them")]
    ImportDefined(String),
    /// A global variable or alias has a property that is not supported.
    #[error("line {line}: global '{name}' {construct}, which is not supported")]
    Global {
        /// Its name.
        name: String,
        /// Its line, 0 if that is not known.
        line: u32,
        /// What is not supported, as a phrase that follows the name.
        construct: String,
    },
    /// The initial value of a global variable or alias is not known before the program runs.
    #[error("line {line}: cannot lay out the initial value of global '{name}': {source}")]
    Initializer {
        /// Its name.
        name: String,
        /// Its line, 0 if that is not known.
        line: u32,
        /// What is wrong with the constant.
        source: ImageError,
    },
    /// There is assembly outside of functions.
    #[error("assembly outside of functions is not supported")]
    ModuleAssembly,
    /// The module asks for something beside its code that is not supported.
    #[error("line {line}: {what} is not supported")]
    Demand {
        /// What it asks for.
        what: String,
        /// The line that says so, 0 if that is not known.
        line: u32,
    },
    /// Functions are to return several results, and may not.
    #[error(
        "the ABI experimental-mv needs the feature multivalue: compile the source with -mmultivalue"
    )]
    Abi,
    /// The stack is to be checked, and the module is for several threads.
    #[error(
        "the stack cannot be checked in a module for several threads: only the bounds of the first \
         thread's stack are known"
    )]
    StackOfThreads,
    /// The module is beyond the limits of engines.
    #[error("{0}")]
    Limit(Exceeded),
    /// The name of an import or export is longer than engines take.
    #[error("line {line}: '{start}…': {exceeded}")]
    Name {
        /// How it begins.
        start: String,
        /// The line of what has the name, 0 if that is not known.
        line: u32,
        /// How long it is.
        exceeded: Exceeded,
    },
    /// Globals and stack need more memory than addresses reach, or engines have.
    #[error("globals and stack need {needed} bytes, but memory has at most {most}")]
    Memory {
        /// The bytes that are needed.
        needed: u64,
        /// The most that there may be.
        most: u64,
    },
    /// A function cannot be compiled.
    #[error("line {line}: in function '{function}': {cause}")]
    Function {
        /// Its name.
        function: String,
        /// The line of the instruction, or of the function if it is about all of it; 0 if that is
        /// not known.
        line: u32,
        /// What is wrong.
        cause: Cause,
    },
    /// The object cannot be written.
    #[error(transparent)]
    Object(ObjectError),
    /// Debug information has no form in DWARF, such as a section of more than 4 GiB.
    #[error("the debug information cannot be written: {0}; leave out -g")]
    Debug(String),
    /// The engine's rules reject the module that was written. This is a bug of this crate.
    #[error("bug in this compiler: the written module is not valid WebAssembly: {0}")]
    NotValid(String),
    /// The bytes that were written do not do what the graph of a function says. This is a bug of
    /// this crate.
    #[error("bug in this compiler: function '{function}' was not written correctly: {reason}")]
    NotProved {
        /// The name of the function.
        function: String,
        /// What the proof found.
        reason: String,
    },
}

impl CompileError {
    /// The line of the module's text that it is about; 0 if it is about all of it, or if that is
    /// not known.
    pub fn line(&self) -> u32 {
        match self {
            CompileError::Function { line, .. }
            | CompileError::Demand { line, .. }
            | CompileError::Global { line, .. }
            | CompileError::Initializer { line, .. }
            | CompileError::Name { line, .. } => *line,
            _ => 0,
        }
    }

    /// Tells whether it is a bug of this crate, not an error in the module.
    pub fn is_bug(&self) -> bool {
        matches!(
            self,
            CompileError::NotValid(_) | CompileError::NotProved { .. }
        )
    }
}

/// The cause of an error in an instruction.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Cause {
    /// Selection does not support it.
    #[error(transparent)]
    Selection(#[from] SelectError),
    /// A property of a function that is not supported.
    #[error("{0} is not supported")]
    Function(&'static str),
    /// A function of the runtime library is needed and not defined.
    #[error(
        "this needs the function '{0}' of the runtime library: compile to an object (.o) and link it with a C library"
    )]
    Routine(&'static str),
    /// A call whose type is not that of the function.
    #[error("the signature of the call differs from the function '{0}'")]
    Signature(String),
    /// A constant has no value before the program runs.
    #[error(transparent)]
    Constant(#[from] ImageError),
    /// The function is beyond the limits of engines.
    #[error("{0}")]
    Limit(Exceeded),
    /// The code is longer than a function may be, and division does not help.
    #[error("the function is too large and cannot be divided: {0}")]
    TooLarge(TooLarge),
    /// The blocks are not a graph.
    #[error(transparent)]
    Graph(#[from] CfgError),
    /// The structurer refuses the function's graph.
    #[error(transparent)]
    Structure(#[from] Refusal),
    /// Exceptions have no form in the legacy instructions.
    #[error(
        "the legacy instructions cannot express these exceptions: {0}; use the standard \
         instructions (`--eh=standard`; with cc and ld `-funsnarl-eh=standard`)"
    )]
    Exceptions(&'static str),
    /// Calls of `setjmp` that cannot be resolved.
    #[error("{0} is not supported: {remedy}", remedy = .0.remedy())]
    Jumps(unsnarl_ir::rewrite::setjmp::Refused),
    /// An operand has the wrong type for its instruction.
    #[error("an operand of {0} has the wrong type")]
    OperandType(&'static str),
}

/// Puts a cause at its place.
pub(crate) fn in_function(module: &Module, id: FuncId, line: u32, cause: Cause) -> CompileError {
    CompileError::Function {
        function: module.function_name(id).to_owned(),
        line,
        cause,
    }
}
