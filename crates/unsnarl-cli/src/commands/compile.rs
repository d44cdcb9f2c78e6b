//! `unsnarl compile`: LLVM IR to a WebAssembly module.

use crate::args::{Compile, Making, Module};
use crate::diagnostic::{Failure, Fault};
use crate::input::Source;
use crate::output;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::{Path, PathBuf};
use unsnarl_wasm::{CompileError, CompileErrors, Options, Output};

/// Compiles the input and writes the module.
pub(crate) fn compile(arguments: &Compile) -> Result<(), Failure> {
    let (path, form) = destination(arguments)?;
    let source = Source::read(&arguments.input)?;
    let (names, output) = if form == Module::Obj {
        compiled(&source, &arguments.making, unsnarl_wasm::object)?
    } else {
        module(&source, &arguments.making)?
    };
    if arguments.stats {
        for (name, report) in names.iter().zip(&output.reports) {
            eprintln!("{name}: {}; {}", report.verdict, report.measures);
        }
    }
    match form {
        Module::Wasm | Module::Obj => output::write(&path, &output.bytes),
        Module::Wat => output::write(&path, wat(&output.bytes)?.as_bytes()),
    }
}

/// Compiles LLVM IR to a module that is validated and proved; gives the names of its functions, too.
pub(super) fn module(source: &Source, making: &Making) -> Result<(Vec<String>, Output), Failure> {
    compiled(source, making, unsnarl_wasm::compile)
}

/// Compiles LLVM IR to whatever `compile` makes of a module.
fn compiled(
    source: &Source,
    making: &Making,
    compile: fn(&unsnarl_ir::Module, &Options<'_>) -> Result<Output, CompileErrors>,
) -> Result<(Vec<String>, Output), Failure> {
    let module = source.parse_module()?;
    let structure = |cfg: &unsnarl::Cfg| making.how.make(cfg);
    let options = making.options(&structure);
    let output = compile(&module, &options).map_err(|errors| failures(source, &module, &errors))?;
    let function = |id| module.names.text(module.functions[id].name).to_string();
    Ok((
        output
            .reports
            .iter()
            .map(|report| function(report.function))
            .collect(),
        output,
    ))
}

/// Prints a module as text.
pub(super) fn wat(bytes: &[u8]) -> Result<String, Failure> {
    unsnarl_wasm::wat(bytes).map_err(|error| Failure::new(Fault::Ours, error))
}

/// All that is wrong, each with its place.
fn failures(source: &Source, module: &unsnarl_ir::Module, errors: &CompileErrors) -> Failure {
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

fn failure(source: &Source, module: &unsnarl_ir::Module, error: &CompileError) -> Failure {
    let message = match error {
        error if error.is_bug() => {
            let help = "this is a bug of unsnarl: please report it with the input";
            return Failure::new(Fault::Ours, error).help(help);
        }
        CompileError::Function {
            function, cause, ..
        } => format!("in @{function}: {cause}"),
        _ => error.to_string(),
    };
    source.failure(message, place(source, module, error).unwrap_or(0..0))
}

/// Where in the source the cause of an error stands; nothing if it is what does not stand there.
fn place(
    source: &Source,
    module: &unsnarl_ir::Module,
    error: &CompileError,
) -> Option<Range<usize>> {
    match error {
        CompileError::Function { line, .. }
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
        .iter()
        .map(|function| (function.name, function.origin));
    let globals = module
        .globals
        .iter()
        .map(|global| (global.name, global.origin));
    let mut all = functions.chain(globals);
    let found = all.find(|&(name, _)| is_named(module.names.text(name)));
    found.map(|(_, origin)| origin.range())
}

/// Where to write, and in which form.
fn destination(arguments: &Compile) -> Result<(PathBuf, Module), Failure> {
    let ending = arguments
        .output
        .as_deref()
        .and_then(Path::extension)
        .and_then(OsStr::to_str);
    let form = match (arguments.emit, &arguments.output, ending) {
        (Some(form), ..) => form,
        (None, _, Some("wat")) => Module::Wat,
        (None, _, Some("o")) => Module::Obj,
        (None, _, Some("wasm")) | (None, None, _) => Module::Wasm,
        (None, Some(path), _) if path == Path::new("-") => Module::Wasm,
        (None, Some(path), _) if path.is_dir() => {
            let message = format!("{} is a folder", path.display());
            return Err(Failure::new(Fault::Usage, message).help("name a file in it"));
        }
        (None, Some(path), _) => {
            let message = format!("the name {} does not say what to write", path.display());
            return Err(Failure::new(Fault::Usage, message)
                .help("end it in .wasm, .o or .wat, or give --emit"));
        }
    };
    let input = &arguments.input.path;
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None if input == Path::new("-") => PathBuf::from("-"),
        None => {
            let ending = match form {
                Module::Wasm => "wasm",
                Module::Obj => "o",
                Module::Wat => "wat",
            };
            PathBuf::from(input.file_name().unwrap_or_default()).with_extension(ending)
        }
    };
    Ok((path, form))
}
