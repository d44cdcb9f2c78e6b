//! `unsnarl run`: compile and run.

use super::compile::module;
use crate::args::Run;
use crate::diagnostic::{Failure, Fault};
use crate::engine::{self, RunError};
use crate::input::Source;

/// Compiles the input in memory and runs it; gives the program's own exit status.
pub(crate) fn run(arguments: &Run) -> Result<u8, Failure> {
    let source = Source::read(&arguments.input)?;
    let (_, output) = module(&source, &arguments.making)?;
    let program = std::iter::once(source.name.clone());
    let status = engine::run(
        &output.bytes,
        program.chain(arguments.args.iter().cloned()).collect(),
    );
    match status {
        // As a process does, WASI keeps the low byte.
        Ok(status) => Ok(status as u8),
        Err(error @ (RunError::NotStarted(_) | RunError::NoStart)) => {
            let help = "what needs a libc is linked by `unsnarl cc x.c -o x.wasm`, for any engine with WASI";
            Err(Failure::new(Fault::NotStarted, error).help(help))
        }
        Err(error @ RunError::Trapped(_)) => Err(Failure::new(Fault::Trap, error)),
        Err(error @ RunError::OutputLost(_)) => Err(Failure::new(Fault::Input, error)),
    }
}
