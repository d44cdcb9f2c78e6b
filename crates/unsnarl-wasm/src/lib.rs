//! A typed SSA module becomes a self-contained WebAssembly module, or an object that a linker joins
//! with others.
//!
//! *Needs:* a [`unsnarl_ir::Module`] for wasm32 that keeps its rules.
//! *Gives:* the bytes of a validated [module](compile) or [object](object()), a [map](FunctionMap)
//! of each function, and the [proof](Report) that the bytes follow the graph of each function.
//! *Cost:* near-linear in the instructions of the functions that are used.
//! *Limits:* no exceptions or threads; `musttail` only with `tail-call`; no scalable vectors or
//! 80-bit floats. All that is [an error](CompileError) with the line of the instruction, and all
//! that is refused is [said at once](CompileErrors). A module alone must define the functions of
//! the runtime library that it needs, such as `fmod` and `__divti3`.
//!
//! `function` takes a function through these stages:
//!
//! | stage | what it does |
//! |---|---|
//! | `frame` | local variables in memory: which may share bytes, the offset of each |
//! | `select` | SSA to a function of the [machine](unsnarl_low) |
//! | [`unsnarl_low::opt`] | merging adjacent constant stores; local value numbering; extending loads |
//! | [`unsnarl_low::trees`] | which registers stay on the operand stack, which instructions go last |
//! | `locals` | which of the other registers share a local |
//! | `graph::view` | the graph, with edges of equal parallel copies merged |
//! | the structurer of the caller | the graph to a structured program |
//! | `control` | the program to `block`, `loop`, `br`; results and parameters of brackets |
//! | `encode` | bytes, in which symbols have numbers |
//! | `proof::data` | the bytes compute what the machine's function says |
//!
//! Before all of them `prototypes` says what functions that C declares without parameters take, and
//! [`unsnarl_ir::rewrite`] replaces what WebAssembly is too narrow for ([`TARGET`]) and changes the
//! graph. Around them: `forms` and `shape` (how values of each type are held), `abi` (signatures),
//! `features` (what may be used), `limits` (what engines take), `link` (what functions and
//! addresses are called by). `module` numbers and writes what a module has, `object` what an object
//! has. At the end `validate` and `proof` read the bytes back.
//!
//! ```
//! let text = r#"
//! target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
//! define i32 @twice(i32 %x) "wasm-export-name"="twice" {
//!   %y = shl i32 %x, 1
//!   ret i32 %y
//! }"#;
//! let module = unsnarl_llvm::read(text)?;
//! let output = unsnarl_wasm::compile(&module, &unsnarl_wasm::Options::default())?;
//! assert!(output.reports[0].verdict.is_proved());
//! assert!(unsnarl_wasm::wat(&output.bytes)?.contains("i32.shl"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod abi;
mod control;
mod encode;
mod error;
mod features;
mod forms;
mod frame;
mod function;
mod graph;
mod limits;
mod link;
mod locals;
mod map;
mod module;
mod object;
mod proof;
mod prototypes;
mod select;
mod shape;
mod target;
mod text;
mod types;
mod unsupported;
mod validate;

pub use error::{Cause, CompileError, CompileErrors};
pub use limits::{Exceeded, Limit};
pub use map::{Comparison, FunctionMap, Piece, PieceKind};
pub use target::TARGET;
pub use text::{WatError, is_object, wat};

use std::borrow::Cow;
use std::fmt;

use unsnarl::structure::{ALGORITHMS, Refusal, Settings};
use unsnarl::verify::Verdict;
use unsnarl::{Cfg, Measures, Program};
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_ir::{FuncId, Id, Module};

use error::Refusals;
use function::Compiled;
use link::{Link, Target};

/// The global that holds the stack pointer.
pub(crate) const STACK_POINTER: u32 = 0;

/// How to compile.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Makes a structured program of a graph. It may be any function: its result is proved.
    pub structure: &'a dyn Fn(&Cfg) -> Result<Program, Refusal>,
    /// Which functions are exported.
    pub exports: Exports<'a>,
    /// The bytes of the stack for local variables whose address is taken.
    pub stack_size: u32,
    /// Whether brackets may have parameters.
    pub block_parameters: BlockParameters,
    /// How many locals a function may have, with its parameters; most of the others are kept in its
    /// frame. Engines take 50,000, and some take fewer.
    pub locals: u32,
}

impl Default for Options<'_> {
    /// The first algorithm of the library, the exports that the module marks, 1 MiB of stack, no
    /// parameters of brackets.
    fn default() -> Self {
        Options {
            structure: &|cfg| ALGORITHMS[0].structure(cfg, &Settings::default()),
            exports: Exports::Marked,
            stack_size: 1 << 20,
            block_parameters: BlockParameters::Never,
            locals: Limit::Locals.most() as u32,
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

/// The result of compilation.
#[derive(Clone, Debug)]
pub struct Output {
    /// The module.
    pub bytes: Vec<u8>,
    /// A report for each function, in the order of the code section.
    pub reports: Vec<Report>,
}

/// The report on a compiled function.
#[derive(Clone, Debug)]
pub struct Report {
    /// The function.
    pub function: FuncId,
    /// The statistics of its structured program.
    pub measures: Measures,
    /// Whether its bytes follow its graph, which is that of the source after rewrites. A failed
    /// proof is an error, so this is proved or bounded.
    pub verdict: Verdict,
    /// Whether its bytes compute what its function on the machine says.
    pub data: DataVerdict,
    /// What was folded together in the proof that this graph is that of the source.
    pub folded: Folded,
    /// What each range of its bytes is for.
    pub map: FunctionMap,
}

/// Whether the data of a function was proved. A failed proof is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataVerdict {
    /// Each block computes, loads, stores, calls and decides what it should, and each edge brings
    /// the values that it should.
    Proved,
    /// Control reaches its blocks with too many combinations of labels and flags: the proof was
    /// given up after 1,024 steps for each instruction.
    TooLarge,
}

impl fmt::Display for DataVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DataVerdict::Proved => "data proved",
            DataVerdict::TooLarge => "data not proved: given up at the limit of steps",
        })
    }
}

/// Compiles a module.
///
/// # Errors
/// Lists everything in the module that is not supported or not defined.
pub fn compile(module: &Module, options: &Options<'_>) -> Result<Output, CompileErrors> {
    let (bytes, functions) = write(module, options)?;
    validate::module(&bytes)?;
    judged(module, bytes, functions)
}

/// Compiles a module to a relocatable object, which `wasm-ld` links with others and with libraries.
///
/// All that the module defines is in it, and [`Options::exports`] and [`Options::stack_size`] have
/// no effect here: the linker decides.
///
/// ```
/// let text = r#"
/// target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
/// declare double @sin(double)
/// define double @twice(double %x) {
///   %y = call double @sin(double %x)
///   %z = fadd double %y, %y
///   ret double %z
/// }"#;
/// let module = unsnarl_llvm::read(text)?;
/// let output = unsnarl_wasm::object(&module, &unsnarl_wasm::Options::default())?;
/// assert!(output.reports[0].verdict.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Lists everything in the module that is not supported.
pub fn object(module: &Module, options: &Options<'_>) -> Result<Output, CompileErrors> {
    let (bytes, functions) = object::write(module, options)?;
    validate::object(&bytes)?;
    judged(module, bytes, functions)
}

/// Proves what was written and validated.
fn judged(
    module: &Module,
    bytes: Vec<u8>,
    functions: Vec<Compiled>,
) -> Result<Output, CompileErrors> {
    let verdicts = prove(module, &bytes, &functions)?;
    let reports = functions
        .into_iter()
        .zip(verdicts)
        // The functions that run destructors are not in the module.
        .filter(|(function, _)| function.id.index() < module.functions.len())
        .map(|(function, verdict)| Report {
            function: function.id,
            measures: function.measures,
            verdict,
            data: function.data,
            folded: function.folded,
            map: function.map,
        })
        .collect();
    Ok(Output { bytes, reports })
}

/// Writes a module that has not been judged yet.
fn write(
    module: &Module,
    options: &Options<'_>,
) -> Result<(Vec<u8>, Vec<Compiled>), CompileErrors> {
    let mut completed = Cow::Borrowed(module);
    prototypes::complete(&mut completed);
    let legalised = target::legalised(&mut completed);
    let module = &*completed;
    let mut refusals = Refusals::default();
    let link = Link::for_module(module, options, &mut refusals)?;
    let Target::Module(placement) = &link.target else {
        unreachable!("this is a link for a module");
    };
    limits::check_module(&link, placement, &mut refusals);
    let first = placement.imports.len() as u32;
    let mut functions = Vec::new();
    for (index, &id) in (first..).zip(&link.definitions) {
        functions.extend(function::compile(
            &link,
            &legalised,
            id,
            index,
            options,
            &mut refusals,
        ));
    }
    let functions = refusals.finish(functions)?;
    let bytes = module::assemble(&link, placement, &functions, options)?;
    let size = Limit::ModuleBytes.check(bytes.len());
    size.map_err(CompileError::Limit)?;
    Ok((bytes, functions))
}

fn prove(
    module: &Module,
    bytes: &[u8],
    functions: &[Compiled],
) -> Result<Vec<Verdict>, CompileError> {
    proof::prove(bytes, functions).map_err(|(index, reason)| CompileError::NotProved {
        function: functions
            .get(index)
            .filter(|function| function.id.index() < module.functions.len())
            .map_or_else(String::new, |function| {
                module.function_name(function.id).to_owned()
            }),
        reason,
    })
}
