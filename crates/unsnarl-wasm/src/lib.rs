//! A typed SSA module becomes a self-contained WebAssembly module, or an object that a linker joins
//! with others.
//!
//! *Needs:* a [`unsnarl_ir::Module`] for wasm32 or wasm64 that keeps its rules.
//! *Gives:* the bytes of a validated [module](compile) or [object](object()), a [map](FunctionMap)
//! of each function, and the [proof](Report) that the bytes follow the graph of each function.
//! *Cost:* near-linear in the instructions of the functions that are used.
//! *Limits:* no exceptions but C++'s, no threads in a module alone; `musttail` only with
//! `tail-call`; no scalable vectors or 80-bit floats. All that is [an error](CompileError) with the
//! line of the instruction, and all that is refused is [said at once](CompileErrors). A module
//! alone must define the functions of the runtime library that it needs, such as `fmod` and
//! `__divti3`.
//!
//! `function` takes a function through these stages, `division` makes several functions of one that
//! is too large for engines after the first, and `body` does the rest for each:
//!
//! | stage | what it does |
//! |---|---|
//! | `lower` | SSA to a function of the [machine](unsnarl_low), and the [passes](unsnarl_low::opt) |
//! | [`unsnarl_low::trees`] | which registers stay on the operand stack, which instructions go last |
//! | [`unsnarl_low::locals`] | which of the other registers share a local |
//! | `view` | the graph, with edges of equal parallel copies merged |
//! | the structurer of the caller | the graph to a structured program |
//! | `control` | the program to `block`, `loop`, `br`; results and parameters of brackets |
//! | `encode` | bytes, in which symbols have numbers |
//! | `proof::data` | the bytes compute what the machine's function says |
//!
//! Before all of them `prototypes` says what functions that C declares without parameters take, and
//! [`unsnarl_ir::rewrite`] replaces what WebAssembly is too narrow for ([`TARGET`]) and changes the
//! graph. Around them: `refuse` (what is refused around instructions), `features` (what may be
//! used), `limits` (what engines take), `numbering` (what functions, addresses and types are called
//! by). [`machine`](machine()) shows the code of the machine, and [`linked`](linked()) gives it to
//! other targets. `functions` runs all of this on several processors. `module` writes a module,
//! `object` an object. At the end `validate` and `proof` read the bytes back.
//!
//! A module of WebAssembly is an input, too: [`read`](read()) makes a module of the machine of it,
//! and [`restructure`](restructure()) writes it again, through the stages from `unsnarl_low::trees`
//! on. These ask a `linkage` what symbols are called, which has one implementation for code that
//! was selected and one for code that was read.
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

mod body;
mod compiled;
mod control;
mod counts;
mod debug;
mod definitions;
mod division;
mod dwarf;
mod encode;
mod error;
mod features;
mod function;
mod functions;
mod graphs;
#[doc(hidden)]
pub mod inspect;
mod item;
mod limits;
mod linkage;
mod linked;
mod lower;
mod machine;
mod map;
mod meanings;
mod module;
mod names;
mod numbering;
mod object;
mod options;
mod parallel;
mod placement;
mod places;
mod positions;
mod producers;
mod proof;
mod prototypes;
mod read;
mod refuse;
mod report;
mod restructure;
mod spilled;
mod stack;
mod symbols;
mod target;
mod text;
mod types;
mod validate;
mod view;

pub use error::{Cause, CompileError, CompileErrors};
pub use graphs::graphs;
pub use limits::{Exceeded, Limit};
pub use linked::linked;
pub use machine::{MachineStage, machine};
pub use map::{Comparison, FunctionMap, Piece, PieceKind};
pub use options::{Abi, BlockParameters, Exceptions, Exports, Options, Prove, Relocation, Stack};
pub use read::{PositionsError, ReadError, Unsupported, read, read_positions};
pub use report::{DataVerdict, Output, PartReport, Report};
pub use restructure::{RestructureError, Restructured, restructure};
pub use target::{TARGET, target};
pub use text::{WatError, is_object, wat};

use std::borrow::Cow;

use unsnarl::verify::Verdict;
use unsnarl_ir::{FuncId, Id, Module};
use unsnarl_low::locals;

use compiled::Compiled;
use error::Refusals;
use numbering::{Numbering, Target};

/// Compiles a module.
///
/// # Errors
/// Lists everything in the module that is not supported or not defined.
pub fn compile(module: &Module, options: &Options<'_>) -> Result<Output, CompileErrors> {
    let module = &*stack::checked(module, options)?;
    let (bytes, functions) = write(module, options)?;
    validate::module(&bytes, options.jobs)?;
    judged(module, bytes, functions, options)
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
    let module = &*stack::checked(module, options)?;
    let (bytes, functions) = object::write(module, options)?;
    validate::object(&bytes, options.jobs)?;
    judged(module, bytes, functions, options)
}

/// Checks that everything in functions is supported, without compiling them: for those that a
/// module leaves out.
///
/// Their code is selected and dropped. So errors that need its layout are not found: the limits of
/// engines, and symbols that are used with different types.
///
/// # Errors
/// Lists everything in the functions, and in the module as a whole, that is not supported.
pub fn check(
    module: &Module,
    functions: &[FuncId],
    options: &Options<'_>,
) -> Result<(), CompileErrors> {
    object::check(&*stack::checked(module, options)?, functions, options)
}

/// Proves what was written and validated.
fn judged(
    module: &Module,
    bytes: Vec<u8>,
    functions: Vec<Compiled>,
    options: &Options<'_>,
) -> Result<Output, CompileErrors> {
    let verdicts = prove(module, &bytes, &functions, options)?;
    let mut reports: Vec<Report> = Vec::new();
    for (body, verdict) in functions.into_iter().zip(verdicts) {
        // The functions that run destructors are not in the module.
        if body.id.index() >= module.functions.len() {
            continue;
        }
        let report = PartReport {
            measures: body.measures,
            verdict,
            data: body.data,
            map: body.map,
        };
        if body.part.is_none() {
            reports.push(Report::new(body.id, body.folded, report));
            continue;
        }
        // Functions are in the order of their numbers, and parts follow.
        let place = reports.partition_point(|report| report.function < body.id);
        reports[place].add(report);
    }
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
    let numbering = Numbering::for_module(module, options, &mut refusals)?;
    let Target::Module(placement) = &numbering.target else {
        unreachable!("this is the numbering of a module");
    };
    counts::check_module(&numbering, placement, &mut refusals);
    let first = placement.imports.len() as u32;
    let mut functions = functions::compile(&numbering, &legalised, first, options, &mut refusals);
    for part in functions.iter().filter_map(|body| body.part.as_ref()) {
        numbering.bracket_type(&part.signature);
    }
    counts::check_parts(&numbering, placement, functions.len(), &mut refusals);
    functions = refusals.finish(functions)?;
    module::link(&numbering, &mut functions);
    let bytes = module::assemble(&numbering, placement, &functions, options)?;
    let size = Limit::ModuleBytes.check(bytes.len());
    size.map_err(CompileError::Limit)?;
    Ok((bytes, functions))
}

fn prove(
    module: &Module,
    bytes: &[u8],
    functions: &[Compiled],
    options: &Options<'_>,
) -> Result<Vec<Verdict>, CompileError> {
    proof::prove(bytes, functions, options.jobs).map_err(|(index, reason)| {
        CompileError::NotProved {
            function: functions
                .get(index)
                .filter(|function| function.id.index() < module.functions.len())
                .map_or_else(String::new, |function| {
                    module.function_name(function.id).to_owned()
                }),
            reason,
        }
    })
}
