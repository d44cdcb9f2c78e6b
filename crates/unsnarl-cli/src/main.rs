//! The `unsnarl` command.
//!
//! One file a subcommand in [`commands`]. Everything else is shared by them: [`args`] says what the
//! user may write, [`input`] reads it, [`diagnostic`] shows what went wrong, [`output`] writes,
//! [`engine`] runs.

mod args;
mod commands;
mod diagnostic;
mod engine;
mod input;
mod output;

use args::{Cli, Color, Command};
use clap::Parser;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    // A link of such a name stands in the place of a compiler, whose options are not ours to read.
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let [program, rest @ ..] = arguments.as_slice()
        && commands::is_driver(Path::new(program))
    {
        return ExitCode::from(commands::cc(rest, Color::Auto));
    }
    let cli = Cli::parse();
    let ended = match &cli.command {
        Command::Run(run) => commands::run(run),
        Command::Compile(compile) => commands::compile(compile).map(|()| 0),
        Command::Structure(structure) => commands::structure(structure).map(|()| 0),
        Command::Verify(verify) => commands::verify(verify).map(|()| 0),
        Command::Compare(compare) => commands::compare(compare).map(|()| 0),
        Command::Explain(explain) => commands::explain(explain).map(|()| 0),
        Command::Cc(cc) => Ok(commands::cc(&cc.arguments, cli.color)),
        Command::Dump(dump) => commands::dump(dump).map(|()| 0),
    };
    let status = ended.unwrap_or_else(|failure| {
        // A standard error that cannot be written to leaves the status to speak.
        let _ = std::io::stderr().write_all(failure.render(cli.color).as_bytes());
        failure.fault.status()
    });
    ExitCode::from(status)
}
