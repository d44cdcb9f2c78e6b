//! The command line of `unsnarl run`.

use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

use super::{Format, Input, Making, Time};
use crate::engine::{Engine, Mapped, World};

#[derive(Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) making: Making,
    /// The format of the input [default: from its first bytes, its name, or its first lines]
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,
    /// Let the program use the folder HOST under the name GUEST [default: HOST]; may be repeated
    #[arg(
        long = "dir",
        value_name = "HOST[::GUEST]",
        help_heading = "The program"
    )]
    folders: Vec<Mapped>,
    /// Give the program an environment variable, with VALUE or the value in this process; may be
    /// repeated
    #[arg(
        long = "env",
        value_name = "NAME[=VALUE]",
        value_parser = variable,
        help_heading = "The program"
    )]
    variables: Vec<String>,
    /// Trap after this many steps, about one per instruction
    #[arg(long, value_name = "STEPS", help_heading = "The program")]
    fuel: Option<u64>,
    /// Limit the program's memory to this many bytes; requests for more fail
    #[arg(long, value_name = "BYTES", help_heading = "The program")]
    max_memory: Option<usize>,
    /// The engine: `wasmi`, which is part of this command; `node`, `wasmtime`, or the path of
    /// either; or another program that takes a module and ARGS
    #[arg(
        long,
        value_name = "ENGINE",
        default_value = "wasmi",
        help_heading = "The program"
    )]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) time: Time,
    /// The file to run, `-` for standard input, then the arguments of the program
    #[arg(value_name = "IN [ARGS]", trailing_var_arg = true, required = true)]
    words: Vec<OsString>,
}

impl Run {
    /// The file to run.
    pub(crate) fn input(&self) -> Input {
        Input {
            path: self.words.first().map(PathBuf::from).unwrap_or_default(),
            from: self.from,
        }
    }

    /// What the program is given. `name` is its own name.
    pub(crate) fn world(&self, name: String) -> World {
        let arguments = self.words.iter().skip(1);
        let arguments = arguments.map(|word| word.to_string_lossy().into_owned());
        World {
            arguments: std::iter::once(name).chain(arguments).collect(),
            variables: self.variables.clone(),
            folders: self.folders.clone(),
            fuel: self.fuel,
            max_memory: self.max_memory,
        }
    }
}

/// A variable with its value, which is that of this process if none is given.
fn variable(text: &str) -> Result<String, String> {
    match text.contains('=') {
        true => Ok(text.to_owned()),
        false => std::env::var(text)
            .map(|value| format!("{text}={value}"))
            .map_err(|error| error.to_string()),
    }
}
