//! `unsnarl compile`: LLVM IR to a WebAssembly module.

use crate::args::{Compile, How, Module};
use crate::diagnostic::{Failure, Fault};
use crate::input::Source;
use crate::output;
use std::path::{Path, PathBuf};
use unsnarl_wasm::{CompileError, Options, Output};

/// Compiles the input and writes the module.
pub(crate) fn compile(arguments: &Compile) -> Result<(), Failure> {
    let (path, form) = destination(arguments)?;
    let source = Source::read(&arguments.input)?;
    let output = module(&source, &arguments.how)?;
    if arguments.stats {
        eprint!("{}", stats(&output));
    }
    match form {
        Module::Wasm => output::write(&path, &output.bytes),
        Module::Wat => output::write(&path, wat(&output.bytes)?.as_bytes()),
    }
}

/// Compiles LLVM IR to a module that is validated and proved.
pub(super) fn module(source: &Source, how: &How) -> Result<Output, Failure> {
    let module = source.parse_module()?;
    let options = Options {
        algorithm: how.algorithm(),
        max_depth: how.max_depth,
    };
    unsnarl_wasm::compile(&module, &options).map_err(|error| failure(source, &error))
}

/// Prints a module as text.
pub(super) fn wat(bytes: &[u8]) -> Result<String, Failure> {
    unsnarl_wasm::wat(bytes).map_err(|error| Failure::new(Fault::Ours, error))
}

fn failure(source: &Source, error: &CompileError) -> Failure {
    if error.is_ours() {
        let help = "this is a bug of unsnarl: please report it with the input";
        return Failure::new(Fault::Ours, error).help(help);
    }
    match error.span() {
        Some(span) => source.failure(error, span),
        None => Failure::new(Fault::Input, error),
    }
}

/// Where to write, and in which form.
fn destination(arguments: &Compile) -> Result<(PathBuf, Module), Failure> {
    let by_ending = |path: &Path| match path.extension().and_then(|ending| ending.to_str()) {
        Some("wat") => Some(Module::Wat),
        Some("wasm") => Some(Module::Wasm),
        _ => None,
    };
    let form = match (&arguments.emit, &arguments.output) {
        (Some(form), _) => *form,
        (None, Some(path)) if path == Path::new("-") => Module::Wasm,
        (None, Some(path)) => by_ending(path).ok_or_else(|| {
            let message = format!("the name {} does not say what to write", path.display());
            Failure::new(Fault::Usage, message).help("end it in .wasm or .wat, or give --emit")
        })?,
        (None, None) => Module::Wasm,
    };
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None if arguments.input.path == Path::new("-") => PathBuf::from("-"),
        None => {
            let ending = if form == Module::Wat { "wat" } else { "wasm" };
            PathBuf::from(arguments.input.path.file_name().unwrap_or_default())
                .with_extension(ending)
        }
    };
    Ok((path, form))
}

fn stats(output: &Output) -> String {
    let lines = output.functions.iter().map(|function| {
        format!(
            "{}: {}; {:?}\n",
            function.name, function.verdict, function.measures
        )
    });
    lines.collect()
}
