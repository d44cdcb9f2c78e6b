//! The `unsnarl` command.
//!
//! One file a subcommand in [`commands`]. Everything else is shared by them: [`args`] says what the
//! user may write, [`input`] reads it, [`diagnostic`] shows what went wrong, [`output`] writes,
//! [`engine`] runs, [`cleanup`] leaves nothing behind.

mod archive;
mod args;
mod cleanup;
mod commands;
mod diagnostic;
mod engine;
mod input;
mod nature;
mod output;

use args::{Cli, Color, Command};
use clap::Parser;
use clap::error::ErrorKind;
use commands::{Mode, Named};
use diagnostic::Fault;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Called by such a name, it is a compiler or a linker, with the arguments of clang or wasm-ld.
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let [program, rest @ ..] = arguments.as_slice()
        && let Some(named) = Named::of_program(Path::new(program))
    {
        return ExitCode::from(commands::cc(named, rest, Color::Auto));
    }
    if let [program, rest @ ..] = arguments.as_slice()
        && commands::is_linker(Path::new(program))
    {
        return ExitCode::from(commands::ld(rest, Color::Auto));
    }
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(explain(&error, &arguments)),
    };
    if let Some(time) = cli.command.time_limit()
        && let Err(cause) = cleanup::end_after(time)
    {
        output::say(&format!(
            "error: --timeout is not supported here: {cause}\n"
        ));
        return ExitCode::from(Fault::Usage.status());
    }
    let ended = match &cli.command {
        Command::Run(run) => commands::run(run, cli.color),
        Command::Compile(compile) => commands::compile(compile, cli.color).map(|()| 0),
        Command::Structure(structure) => commands::structure(structure).map(|()| 0),
        Command::Verify(verify) => commands::verify(verify).map(|()| 0),
        Command::Compare(compare) => commands::compare(compare).map(|()| 0),
        Command::Explain(explain) => commands::explain(explain).map(|()| 0),
        Command::Cc(cc) => Ok(commands::cc(Mode::C.into(), &cc.arguments, cli.color)),
        Command::Cpp(cc) => Ok(commands::cc(Mode::Cpp.into(), &cc.arguments, cli.color)),
        Command::Ld(ld) => Ok(commands::ld(&ld.arguments, cli.color)),
        Command::Dump(dump) => commands::dump(dump).map(|()| 0),
    };
    let status = ended.unwrap_or_else(|failure| {
        if failure.fault != Fault::ReaderGone {
            output::say(&failure.render(cli.color));
        }
        failure.fault.status()
    });
    ExitCode::from(status)
}

/// Prints help, or what is wrong with the command line, and gives the exit status.
fn explain(error: &clap::Error, arguments: &[OsString]) -> u8 {
    // The reader may have closed standard output.
    let _ = error.print();
    if error.kind() == ErrorKind::DisplayVersion {
        let _ = output::print(commands::about().as_bytes());
    }
    let is_run = arguments.get(1).is_some_and(|word| word == "run");
    match error.use_stderr() {
        false => 0,
        // Else the status could be the program's own.
        true if is_run => Fault::NotStarted.status(),
        true => Fault::Usage.status(),
    }
}
