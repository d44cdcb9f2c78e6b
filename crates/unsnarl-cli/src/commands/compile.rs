//! `unsnarl compile`: LLVM IR to a WebAssembly module.

use crate::args::{Compile, How, Module};
use crate::diagnostic::{Failure, Fault};
use crate::input::Source;
use crate::output;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use unsnarl_wasm::{CompileError, Options, Output};

/// Compiles the input and writes the module.
pub(crate) fn compile(arguments: &Compile) -> Result<(), Failure> {
    let (path, form) = destination(arguments)?;
    let source = Source::read(&arguments.input)?;
    let (names, output) = module(&source, &arguments.how)?;
    if arguments.stats {
        for (name, report) in names.iter().zip(&output.reports) {
            eprintln!("{name}: {}; {}", report.verdict, report.measures);
        }
    }
    match form {
        Module::Wasm => output::write(&path, &output.bytes),
        Module::Wat => output::write(&path, wat(&output.bytes)?.as_bytes()),
    }
}

/// Compiles LLVM IR to a module that is validated and proved; gives the names of its functions, too.
pub(super) fn module(source: &Source, how: &How) -> Result<(Vec<String>, Output), Failure> {
    let module = source.parse_module()?;
    let structure = |cfg: &unsnarl::Cfg| how.algorithm().structure(cfg, how.max_depth);
    let options = Options {
        structure: &structure,
        ..Options::default()
    };
    let output =
        unsnarl_wasm::compile(&module, &options).map_err(|error| failure(source, &error))?;
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

fn failure(source: &Source, error: &CompileError) -> Failure {
    let (line, message) = match error {
        CompileError::NotValid(_) | CompileError::NotProved { .. } => {
            let help = "this is a bug of unsnarl: please report it with the input";
            return Failure::new(Fault::Ours, error).help(help);
        }
        CompileError::Function {
            function,
            line,
            cause,
        } => (*line, format!("in @{function}: {cause}")),
        CompileError::Global { line, .. } | CompileError::Initializer { line, .. } => {
            (*line, error.to_string())
        }
        _ => (0, error.to_string()),
    };
    match source.line(line) {
        Some(span) => source.failure(message, span),
        None => Failure::new(Fault::Input, format!("{}: {message}", source.name)),
    }
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
        (None, _, Some("wasm")) | (None, None, _) => Module::Wasm,
        (None, Some(path), _) if path == Path::new("-") => Module::Wasm,
        (None, Some(path), _) => {
            let message = format!("the name {} does not say what to write", path.display());
            return Err(
                Failure::new(Fault::Usage, message).help("end it in .wasm or .wat, or give --emit")
            );
        }
    };
    let input = &arguments.input.path;
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None if input == Path::new("-") => PathBuf::from("-"),
        None => {
            let ending = if form == Module::Wat { "wat" } else { "wasm" };
            PathBuf::from(input.file_name().unwrap_or_default()).with_extension(ending)
        }
    };
    Ok((path, form))
}
