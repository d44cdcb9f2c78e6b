//! A module of WebAssembly to another one that does the same.

use super::write;
use crate::args::{Color, Compile, Making, Module, first_given};
use crate::diagnostic::{Failure, Fault};
use crate::input::{display_name, enumerate};
use crate::output::{self, watched};
use std::path::PathBuf;
use unsnarl_wasm::{DataVerdict, ReadError, Report, RestructureError};

/// Writes a module again.
pub(super) fn restructure(
    arguments: &Compile,
    bytes: &[u8],
    (path, form): (PathBuf, Module),
    color: Color,
) -> Result<(), Failure> {
    let input = display_name(&arguments.input.path);
    if form == Module::Obj {
        let message = "cannot make an object from a module: it is linked already";
        let help = "write a module: `-o x.wasm`";
        return Err(Failure::new(Fault::Usage, message).help(help));
    }
    check_of_module(arguments)?;
    let structure = |cfg: &unsnarl::Cfg| arguments.making.how.make(cfg);
    let options = arguments.making.options(&structure);
    let made = watched(&format!("restructuring {input}"), || {
        unsnarl_wasm::restructure(bytes, &options)
    });
    let made = made.map_err(|error| not_made(&input, &error))?;
    if !made.dropped.is_empty() {
        let message = format!("dropped debug sections: {}", enumerate(&made.dropped));
        Failure::new(Fault::Input, message).warn(color);
    }
    let reports = &made.output.reports;
    if let Some(message) = unproved(reports) {
        Failure::new(Fault::Unproved, message)
            .help("no difference was found; for details, use `--stats`")
            .warn(color);
    }
    if arguments.stats {
        let lines = reports.iter().map(|report| {
            let number = unsnarl_ir::Id::index(report.function);
            let (verdict, data, measures) = (&report.verdict, report.data, &report.measures);
            format!("{number}: {verdict}; {data}; {measures}\n")
        });
        output::say(&lines.collect::<String>());
    }
    write(&path, &made.output.bytes, form)
}

/// Options that say something of LLVM IR are errors where the input is a module.
pub(super) fn check_of_module(arguments: &Compile) -> Result<(), Failure> {
    check_ir_options(&[("--export", !arguments.export.is_empty())])?;
    check_making(&arguments.making)
}

/// The same of the options about how WebAssembly is made.
pub(in crate::commands) fn check_making(making: &Making) -> Result<(), Failure> {
    check_ir_options(&[
        ("--abi", making.abi.is_some()),
        ("--stack-check", making.stack_check),
    ])
}

fn check_ir_options(options: &[(&str, bool)]) -> Result<(), Failure> {
    match first_given(options) {
        Some(option) => {
            let message =
                format!("{option} is for LLVM IR: a module keeps its exports, types and stack");
            Err(Failure::new(Fault::Usage, message))
        }
        None => Ok(()),
    }
}

/// Which functions are not proved, if any; a proof that failed was an error.
fn unproved(reports: &[Report]) -> Option<String> {
    let is_open =
        |report: &&Report| !report.verdict.is_proved() || report.data == DataVerdict::TooLarge;
    let open = reports.iter().filter(is_open);
    let numbers: Vec<String> = open
        .map(|report| unsnarl_ir::Id::index(report.function).to_string())
        .collect();
    let functions = enumerate(&numbers);
    (!numbers.is_empty()).then(|| {
        format!(
            "not proved: functions {functions} (the limit of the \
                                           proof was reached)"
        )
    })
}

pub(in crate::commands) fn not_made(input: &str, error: &RestructureError) -> Failure {
    if error.is_bug() {
        let help = "this is a bug in unsnarl: please report it with the input";
        return Failure::new(Fault::Ours, error).help(help);
    }
    let failure = Failure::new(Fault::Input, format!("{input}: {error}"));
    match error {
        RestructureError::Read(ReadError::Unsupported { .. }) => {
            failure.help("docs/wasm.md lists the supported features")
        }
        _ => failure,
    }
}
