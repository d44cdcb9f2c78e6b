//! `unsnarl run`: a program in an engine.
//!
//! *Needs:* LLVM IR, C, or a module of WebAssembly.
//! *Gives:* the program's own exit status; 125 with a message if it never started, 134 after a
//! trap.
//!
//! IR that defines `_start` and everything it calls is compiled in memory. All else is linked as by
//! `unsnarl cc`, in a folder that is removed before the program starts.

use super::cc::{self, Input};
use super::compile::warn_of_unproved;
use super::refused::{failures, is_for_linker};
use crate::args::{Color, Input as File, Making, Run, first_given};
use crate::diagnostic::{Failure, Fault};
use crate::engine::{self, Program};
use crate::input::{Source, display_name, enumerate, read_bytes};
use crate::nature::WASM;
use std::path::Path;

/// Makes a program of the input and runs it; gives the program's own exit status.
pub(crate) fn run(arguments: &Run, color: Color) -> Result<u8, Failure> {
    let input = arguments.input();
    let Some(program) = program(&input, &arguments.making, color).map_err(Failure::before_start)?
    else {
        return Ok(Fault::NotStarted.status());
    };
    let world = arguments.world(display_name(&input.path));
    engine::run(&program, &world, &arguments.engine).map_err(|error| {
        let fault = match error.has_begun() {
            true => Fault::Trap,
            false => Fault::NotStarted,
        };
        let help = error.help();
        let failure = Failure::new(fault, error);
        help.into_iter().fold(failure, Failure::help)
    })
}

/// The module to run; `None` if clang or the linker has reported why there is none.
fn program(file: &File, making: &Making, color: Color) -> Result<Option<Program>, Failure> {
    let path = &file.path;
    if file.from.is_none() && is_c(path) {
        let made = cc::program(Input::Source(path), making, color)?;
        return Ok(made.map(Program::from));
    }
    let bytes = read_bytes(path)?;
    if !bytes.starts_with(WASM) {
        return Ok(compiled(bytes, file, making, color)?.map(Program::from));
    }
    refuse_making(making)?;
    if unsnarl_wasm::is_object(&bytes) {
        let made = cc::program(Input::Object(&bytes), making, color)?;
        return Ok(made.map(Program::from));
    }
    let path = (path != Path::new("-")).then(|| path.clone());
    Ok(Some(Program { bytes, path }))
}

/// Options that say how IR is compiled are errors where nothing is compiled.
fn refuse_making(making: &Making) -> Result<(), Failure> {
    let given = [
        ("--abi", making.abi.is_some()),
        ("--block-parameters", making.block_parameters),
        ("--eh", making.eh.is_some()),
        ("--function-limit", making.size.function_limit.is_some()),
        ("--prove", making.prove.is_some()),
        ("--relocation-model", making.relocation_model.is_some()),
        ("--stack-check", making.stack_check),
    ];
    match first_given(&[&given[..], &making.how.changed()].concat()) {
        Some(option) => {
            let message = format!("{option} has no effect on WebAssembly, which runs as it is");
            Err(Failure::new(Fault::Usage, message))
        }
        None => Ok(()),
    }
}

/// The module of LLVM IR.
fn compiled(
    bytes: Vec<u8>,
    file: &File,
    making: &Making,
    color: Color,
) -> Result<Option<Vec<u8>>, Failure> {
    let source = Source::of(bytes, file)?;
    let module = source.parse_module()?;
    let structure = |cfg: &unsnarl::Cfg| making.how.make(cfg);
    let options = making.options(&structure);
    let starts = start(&source, &module)?;
    if starts == Start::Own {
        match unsnarl_wasm::compile(&module, &options) {
            Ok(output) => {
                warn_of_unproved(&module, &output, color);
                return Ok(Some(output.bytes));
            }
            Err(errors) if errors.iter().all(is_for_linker) => {}
            Err(errors) => return Err(failures(&source, &module, &errors)),
        }
    }
    if module.data_layout.pointer(0).bits > 32 {
        let message = "no C library for 64-bit addresses";
        let help = "link an object with `wasm-ld -mwasm64`, and run the module";
        return Err(Failure::new(Fault::Input, message).help(help));
    }
    let object = unsnarl_wasm::object(&module, &options);
    let object = object.map_err(|errors| failures(&source, &module, &errors))?;
    warn_of_unproved(&module, &object, color);
    let object = object.bytes;
    let input = match starts {
        Start::Own => Input::WholeObject(&object),
        Start::Main => Input::Object(&object),
    };
    cc::program(input, making, color)
}

/// How a program starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// It defines `_start`.
    Own,
    /// It defines what the start code of a libc calls.
    Main,
}

fn start(source: &Source, module: &unsnarl_ir::Module) -> Result<Start, Failure> {
    let defined = || {
        let functions = module.functions.iter();
        let defined = functions.filter(|(_, function)| function.is_definition());
        defined.map(|(id, _)| module.function_name(id))
    };
    if defined().any(|name| name == "_start") {
        Ok(Start::Own)
    } else if defined().any(|name| matches!(name, "main" | "__main_argc_argv" | "__main_void")) {
        Ok(Start::Main)
    } else {
        let message = "the program cannot start: it defines neither `main` nor `_start`";
        let known: Vec<&str> = defined().collect();
        let help = format!(
            "{} defines {}; `unsnarl compile` makes a module whose functions an engine can call",
            source.name,
            enumerate(&known)
        );
        Err(Failure::new(Fault::NotStarted, message).help(help))
    }
}

/// Tells whether a file holds C, by its name.
fn is_c(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending == "c" || ending == "i")
}
