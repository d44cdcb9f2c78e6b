//! `unsnarl compile`: LLVM IR to a WebAssembly module, such a module to one with its control flow
//! structured anew, and both to JavaScript and C.

pub(super) mod restructure;
mod text;

use crate::args::{Color, Compile, Making, Module, RelocationModel, first_given};
use crate::commands::refused::{failure, failures};
use crate::diagnostic::{Failure, Fault};
use crate::input::{Source, enumerate, is_wasm, read_bytes};
use crate::output::{self, Naming, count, watched};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use unsnarl_ir::{FuncId, Linkage};
use unsnarl_wasm::{CompileError, DataVerdict, Exports, Output, Report};

/// Compiles the input and writes the module.
pub(crate) fn compile(arguments: &Compile, color: Color) -> Result<(), Failure> {
    let (path, form) = destination(arguments)?;
    check_outputs(arguments, &path)?;
    if form != Module::Obj && arguments.making.relocation_model == Some(RelocationModel::Pic) {
        let message = "--relocation-model pic is for objects: a module has fixed addresses";
        return Err(Failure::new(Fault::Usage, message).help("write an object: `--emit obj`"));
    }
    let bytes = read_bytes(&arguments.input.path)?;
    let is_text = matches!(form, Module::Js | Module::C);
    check_options(arguments, form)?;
    if is_wasm(&bytes, arguments.input.from) {
        return match is_text {
            true => text::of_module(arguments, &bytes, (&path, form), color),
            false => restructure::restructure(arguments, &bytes, (path, form), color),
        };
    }
    let source = Source::of(bytes, &arguments.input)?;
    if is_text {
        return text::of_source(arguments, &source, (&path, form), color);
    }
    let made = if form == Module::Obj {
        object(&source, &arguments.making)?
    } else {
        let made = module(&source, &arguments.making, &arguments.export)?;
        for warning in left_out(&source, &made, &arguments.making) {
            warning.warn(color);
        }
        made
    };
    warn_of_unproved(&made.module, &made.output, color);
    if arguments.stats {
        output::say(&measures(&made.module, &made.output));
    }
    let bytes = &made.output.bytes;
    write(&path, bytes, form)
}

/// Writes a module in the form that is wanted.
fn write(path: &Path, bytes: &[u8], form: Module) -> Result<(), Failure> {
    match form {
        Module::Wat => write_text(path, ";;", "", &wat(bytes)?),
        _ => output::write(path, bytes),
    }
}

/// Writes a text. In the first line of a file, a comment between these words, it says that it is
/// ours, so that we may write it again.
fn write_text(path: &Path, start: &str, end: &str, text: &str) -> Result<(), Failure> {
    match path == Path::new("-") {
        true => output::write(path, text.as_bytes()),
        false => output::write(
            path,
            format!("{start} Written by Unsnarl.{end}\n{text}").as_bytes(),
        ),
    }
}

/// Fails before any work if an output would replace what is not to be replaced.
fn check_outputs(arguments: &Compile, path: &Path) -> Result<(), Failure> {
    let naming = match arguments.output {
        Some(_) => Naming::Given,
        None => Naming::Derived,
    };
    let besides = [&arguments.text.declarations, &arguments.text.source_map];
    let besides = besides.into_iter().flatten();
    let besides = besides.map(|path| (path.as_path(), Naming::Given));
    let all = std::iter::once((path, naming)).chain(besides);
    output::check(all, &[&arguments.input.path])
}

/// Options that say nothing about what is written are errors.
fn check_options(arguments: &Compile, form: Module) -> Result<(), Failure> {
    let text = &arguments.text;
    let (making, is_text) = (&arguments.making, matches!(form, Module::Js | Module::C));
    let of_webassembly = [
        ("--block-parameters", making.block_parameters),
        ("--eh", making.eh.is_some()),
        ("--prove", making.prove.is_some()),
        ("--relocation-model", making.relocation_model.is_some()),
    ];
    let of_javascript = [
        ("--traps", text.traps),
        ("--unchecked", text.unchecked),
        ("--compact", text.compact),
        ("--no-wasi", text.no_wasi),
        ("--declarations", text.declarations.is_some()),
        ("--source-map", text.source_map.is_some()),
        ("--exact-nan", text.exact_nan),
    ];
    let misplaced = |what: &str, ending: &str, options: &[(&str, bool)]| {
        let option = first_given(options)?;
        let failure = Failure::new(Fault::Usage, format!("{option} is for {what}"));
        Some(failure.help(format!("write it: `-o x.{ending}`")))
    };
    let failure = match is_text {
        true => misplaced("WebAssembly", "wasm", &of_webassembly),
        false => None,
    };
    let failure = failure.or_else(|| match form {
        Module::Js => None,
        _ => misplaced("JavaScript", "mjs", &of_javascript),
    });
    let failure = failure.or_else(|| match form {
        Module::C => misplaced(
            "WebAssembly and JavaScript",
            "wasm",
            &[("--function-limit", making.size.function_limit.is_some())],
        ),
        _ => None,
    });
    let failure = failure.or_else(|| match form {
        Module::C => None,
        _ => misplaced("C", "c", &[("--split", arguments.split.is_some())]),
    });
    failure.map_or(Ok(()), Err)
}

/// Warns if functions are not proved.
pub(super) fn warn_of_unproved(module: &unsnarl_ir::Module, output: &Output, color: Color) {
    if let Some(message) = unproved(module, output) {
        let help = "no difference was found; for details, use `--stats` or `unsnarl verify`";
        Failure::new(Fault::Unproved, message)
            .help(help)
            .warn(color);
    }
}

/// Which functions are not proved, if any; a proof that failed was an error.
pub(super) fn unproved(module: &unsnarl_ir::Module, output: &Output) -> Option<String> {
    let of = |wanted: fn(&Report) -> bool| -> Vec<&str> {
        let reports = output.reports.iter().filter(|report| wanted(report));
        reports
            .map(|report| module.function_name(report.function))
            .collect()
    };
    let control = of(|report| !report.verdict.is_proved());
    let data = of(|report| report.data == DataVerdict::TooLarge);
    let parts = [("control", control), ("data", data)].into_iter();
    let parts = parts.filter(|(_, names)| !names.is_empty());
    let parts: Vec<String> = parts
        .map(|(what, names)| format!("{what} of {}", enumerate(&names)))
        .collect();
    match parts.as_slice() {
        [] => None,
        parts => Some(format!(
            "not proved: {} (the limit of the proof was reached)",
            parts.join(" and ")
        )),
    }
}

/// A line for each function, and one on those that were divided, if any were.
pub(super) fn measures(module: &unsnarl_ir::Module, output: &Output) -> String {
    let mut lines = String::new();
    for report in &output.reports {
        let name = module.function_name(report.function);
        let (verdict, data, measures) = (&report.verdict, report.data, &report.measures);
        let parts = match report.parts.len() {
            0 => String::new(),
            parts => format!("; divided into {}", parts + 1),
        };
        lines += &format!("{name}: {verdict}; {data}; {measures}{parts}\n");
    }
    let (divided, parts) = output.divided();
    if divided > 0 {
        let functions = count(divided, "function", "functions");
        lines += &format!("{functions} divided into {}\n", divided + parts);
    }
    lines
}

/// LLVM IR, and what it was compiled to.
pub(super) struct Made {
    pub(super) module: Box<unsnarl_ir::Module>,
    pub(super) output: Output,
}

/// Compiles LLVM IR to a module that is validated and proved; it exports functions of these names,
/// if there are any.
pub(super) fn module(
    source: &Source,
    making: &Making,
    exports: &[String],
) -> Result<Made, Failure> {
    let module = source.parse_module()?;
    let these = named(source, &module, exports)?;
    let structure = |cfg: &unsnarl::Cfg| making.how.make(cfg);
    let mut options = making.options(&structure);
    if !these.is_empty() {
        options.exports = Exports::These(&these);
    }
    let what = format!("compiling {}", source.name);
    let output = watched(&what, || unsnarl_wasm::compile(&module, &options));
    let output = output.map_err(|errors| failures(source, &module, &errors))?;
    Ok(Made { module, output })
}

/// Compiles LLVM IR to an object.
fn object(source: &Source, making: &Making) -> Result<Made, Failure> {
    let module = source.parse_module()?;
    let structure = |cfg: &unsnarl::Cfg| making.how.make(cfg);
    let options = making.options(&structure);
    let what = format!("compiling {}", source.name);
    let output = watched(&what, || unsnarl_wasm::object(&module, &options));
    let output = output.map_err(|errors| failures(source, &module, &errors))?;
    Ok(Made { module, output })
}

/// The functions of these names.
pub(super) fn named(
    source: &Source,
    module: &unsnarl_ir::Module,
    names: &[String],
) -> Result<Vec<FuncId>, Failure> {
    let find = |name: &String| {
        let mut defined = definitions(module);
        let found = defined.find(|&id| module.function_name(id) == name);
        found.ok_or_else(|| {
            let message = format!("{} defines no function called {name}", source.name);
            let known: Vec<&str> = definitions(module)
                .map(|id| module.function_name(id))
                .collect();
            Failure::new(Fault::Usage, message).help(format!("it defines {}", enumerate(&known)))
        })
    };
    names.iter().map(find).collect()
}

fn definitions(module: &unsnarl_ir::Module) -> impl Iterator<Item = FuncId> + '_ {
    let all = module.functions.iter();
    let defined = all.filter(|(_, function)| {
        function.is_definition() && function.linkage != Linkage::AvailableExternally
    });
    defined.map(|(id, _)| id)
}

/// Warns if the module is empty, or leaves out a function that could not have been compiled.
fn left_out(source: &Source, made: &Made, making: &Making) -> Vec<Failure> {
    let module = &made.module;
    let kept: BTreeSet<FuncId> = made
        .output
        .reports
        .iter()
        .map(|report| report.function)
        .collect();
    let dropped: Vec<FuncId> = definitions(module)
        .filter(|id| !kept.contains(id))
        .collect();
    if kept.is_empty() {
        let message = format!(
            "{} exports nothing, so the module has no function",
            source.name
        );
        let names: Vec<&str> = dropped.iter().map(|&id| module.function_name(id)).collect();
        let help = match names.as_slice() {
            [] => "it only declares functions".to_owned(),
            names => format!("choose with --export: it defines {}", enumerate(names)),
        };
        return vec![Failure::new(Fault::Input, message).help(help)];
    }
    if dropped.is_empty() {
        return Vec::new();
    }
    let structure = |cfg: &unsnarl::Cfg| making.how.make(cfg);
    let Err(errors) = unsnarl_wasm::check(module, &dropped, &making.options(&structure)) else {
        return Vec::new();
    };
    let dropped: BTreeSet<&str> = dropped.iter().map(|&id| module.function_name(id)).collect();
    let of_dropped = errors.iter().filter_map(|error| match error {
        CompileError::Function { function, .. } if dropped.contains(function.as_str()) => {
            let help = format!("@{function} is not in the module: no export needs it");
            Some(failure(source, module, error).help(help))
        }
        _ => None,
    });
    of_dropped.collect()
}

/// Prints a module as text.
pub(super) fn wat(bytes: &[u8]) -> Result<String, Failure> {
    unsnarl_wasm::wat(bytes).map_err(|error| Failure::new(Fault::Ours, error))
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
        (None, _, Some("mjs" | "js")) => Module::Js,
        (None, _, Some("c")) => Module::C,
        (None, _, Some("wasm")) | (None, None, _) => Module::Wasm,
        (None, Some(path), _) if path == Path::new("-") => Module::Wasm,
        (None, Some(path), _) if path.is_dir() => {
            let message = format!("{} is a folder", path.display());
            return Err(Failure::new(Fault::Usage, message).help("name a file in it"));
        }
        (None, Some(path), _) => {
            let message = format!(
                "cannot tell from the extension of {} what to write",
                path.display()
            );
            return Err(Failure::new(Fault::Usage, message)
                .help("use .wasm, .o, .wat, .mjs or .c, or give --emit"));
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
                Module::Js => "mjs",
                Module::C => "c",
            };
            PathBuf::from(input.file_name().unwrap_or_default()).with_extension(ending)
        }
    };
    Ok((path, form))
}
