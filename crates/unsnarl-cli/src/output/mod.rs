//! Writing results: to files, in [`files`], and to standard output.
//!
//! If the reader of standard output closes it, the command ends quietly.

mod files;
mod identity;
mod origin;

pub(crate) use files::{File, Naming, Stale, check, remove_stale, write, write_all};

use crate::diagnostic::{Failure, Fault};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Writes the last output to standard output; it does not matter if the reader has closed it.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Failure> {
    match print_part(bytes) {
        Err(failure) if failure.fault == Fault::ReaderGone => Ok(()),
        printed => printed,
    }
}

/// Writes to standard output, and fails if the reader has closed it: the rest is not needed.
pub(crate) fn print_part(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    let printed = output.write_all(bytes).and_then(|()| output.flush());
    printed.map_err(|error| {
        let fault = match error.kind() {
            ErrorKind::BrokenPipe => Fault::ReaderGone,
            _ => Fault::Input,
        };
        Failure::new(fault, format!("cannot write to standard output: {error}"))
    })
}

/// Writes to standard error, ignoring errors.
pub(crate) fn say(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A number with the word for one thing or for several.
pub(crate) fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

/// The width of a line: `COLUMNS`, else the width of the terminal; `None` if there is neither.
pub(crate) fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let is_wide = said.filter(|&columns: &usize| columns > 0);
    is_wide.or_else(terminal_columns)
}

#[cfg(any(unix, windows))]
fn terminal_columns() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(io::stdout())?;
    Some(usize::from(width.0))
}

/// WASI has no such call.
#[cfg(not(any(unix, windows)))]
fn terminal_columns() -> Option<usize> {
    None
}

/// Does long work and, if standard error is a terminal, shows what it is and for how long it has
/// been running.
pub(crate) fn watched<T>(what: &str, work: impl FnOnce() -> T) -> T {
    /// The time before the first line and between two: short work shows nothing.
    const PAUSE: Duration = Duration::from_millis(500);
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        // Where there are no threads, nothing is shown.
        let _ = thread::Builder::new().spawn_scoped(scope, move || {
            let start = Instant::now();
            let mut was_shown = false;
            while is_done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                say(&format!("\r\x1b[K{what}, {} s", start.elapsed().as_secs()));
                was_shown = true;
            }
            if was_shown {
                say("\r\x1b[K");
            }
        });
        let result = work();
        drop(done);
        result
    })
}
