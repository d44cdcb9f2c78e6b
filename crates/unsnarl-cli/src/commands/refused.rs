//! What is wrong with LLVM IR that is compiled, each error with its place in the source.

use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, enumerate};
use std::ops::Range;
use unsnarl_wasm::{Cause, CompileError, CompileErrors};

/// All errors, each with its place.
pub(super) fn failures(
    source: &Source,
    module: &unsnarl_ir::Module,
    errors: &CompileErrors,
) -> Failure {
    let (shown, more) = errors.shown();
    let all = shown.iter().map(|error| failure(source, module, error));
    let more = (more > 0).then(|| {
        let fault = if errors.has_bug() {
            Fault::Ours
        } else {
            Fault::Input
        };
        Failure::new(fault, format!("and {more} more errors"))
    });
    Failure::several(all.chain(more))
}

pub(super) fn failure(
    source: &Source,
    module: &unsnarl_ir::Module,
    error: &CompileError,
) -> Failure {
    let message = match error {
        error if error.is_bug() => {
            let help = "this is a bug in unsnarl: please report it with the input";
            return Failure::new(Fault::Ours, error).help(help);
        }
        CompileError::Function {
            function, cause, ..
        } => format!("in @{function}: {cause}"),
        CompileError::Undefined(names) => {
            format!("undefined symbols in {}: {}", source.name, enumerate(names))
        }
        _ => error.to_string(),
    };
    let shown = source.failure(message, place(source, module, error).unwrap_or(0..0));
    if is_for_linker(error) {
        let name = if source.name == "<stdin>" {
            "x.ll"
        } else {
            &source.name
        };
        return shown.help(format!(
            "to link with a C library: `unsnarl cc {name} -o x.wasm` links a program, `unsnarl \
             run {name}` runs it, `unsnarl compile {name} -o x.o` makes an object for wasm-ld; \
             declare functions of the host with the attribute wasm-import-module"
        ));
    }
    shown
}

/// Tells whether a linker and a library could help.
pub(super) fn is_for_linker(error: &CompileError) -> bool {
    match error {
        CompileError::Undefined(_) => true,
        CompileError::Function { cause, .. } => matches!(cause, Cause::Routine(_)),
        CompileError::Global { name, .. } => {
            matches!(name.as_str(), "llvm.global_ctors" | "llvm.global_dtors")
        }
        _ => false,
    }
}

/// The place of an error in the source; `None` if the error is that something is missing.
fn place(
    source: &Source,
    module: &unsnarl_ir::Module,
    error: &CompileError,
) -> Option<Range<usize>> {
    match error {
        CompileError::Function { line, .. }
        | CompileError::Demand { line, .. }
        | CompileError::Global { line, .. }
        | CompileError::Initializer { line, .. } => source.line(*line),
        CompileError::DataLayout(_) => source.line_that_begins("target datalayout"),
        CompileError::ModuleAssembly => source.line_that_begins("module asm"),
        CompileError::Undefined(names) => {
            declaration(module, |name| names.iter().any(|at| at == name))
        }
        CompileError::ExportTwice(name) | CompileError::ImportDefined(name) => {
            declaration(module, |at| at == name)
        }
        _ => None,
    }
}

/// Where a function or variable with such a name is declared.
fn declaration(
    module: &unsnarl_ir::Module,
    is_named: impl Fn(&str) -> bool,
) -> Option<Range<usize>> {
    let functions = module
        .functions
        .values()
        .map(|function| (function.name, function.origin));
    let globals = module
        .globals
        .values()
        .map(|global| (global.name, global.origin));
    let mut all = functions.chain(globals);
    let found = all.find(|&(name, _)| is_named(module.names.text(name)));
    let place = found.map(|(_, origin)| origin.range());
    // Bitcode has no places.
    place.filter(|range| !range.is_empty())
}
