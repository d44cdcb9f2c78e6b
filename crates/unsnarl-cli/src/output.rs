//! Writing what a command makes.
//!
//! A file is written beside its place and then renamed, so that no reader ever sees half of it, and a
//! failure leaves what was there. Standard output ends quietly when its reader has gone.

use crate::diagnostic::{Failure, Fault};
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes `bytes` to the file at `path`, or to standard output if that is `-`.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return print(bytes);
    }
    let fail = |error: io::Error| {
        Failure::new(
            Fault::Input,
            format!("cannot write {}: {error}", path.display()),
        )
    };
    // Devices and pipes are written to directly: renaming would replace them.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return fs::write(path, bytes).map_err(fail);
    }
    let mut beside = path.file_name().unwrap_or_default().to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.map_err(|error| {
        // The part may not exist, and if it cannot be removed there is nothing more to do.
        let _ = fs::remove_file(&beside);
        fail(error)
    })
}

/// Writes to standard output.
pub(crate) fn print(bytes: &[u8]) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(Failure::new(
            Fault::Input,
            format!("cannot write to standard output: {error}"),
        )),
        _ => Ok(()),
    }
}

/// Tells on standard error how far long work has come, if a person watches.
pub(crate) struct Progress {
    what: &'static str,
    done: usize,
    all: usize,
    /// When something was shown last; nothing if nobody watches.
    shown: Option<Instant>,
}

impl Progress {
    /// The time between two lines, and before the first: short work is quiet.
    const PAUSE: Duration = Duration::from_millis(300);

    pub(crate) fn start(what: &'static str, all: usize) -> Progress {
        Progress {
            what,
            done: 0,
            all,
            shown: io::stderr().is_terminal().then(Instant::now),
        }
    }

    /// Says that one more is done.
    pub(crate) fn step(&mut self) {
        self.done += 1;
        if self
            .shown
            .is_some_and(|shown| shown.elapsed() > Progress::PAUSE)
        {
            // Whoever watches can do without a line that cannot be written.
            let _ = write!(
                io::stderr(),
                "\r{} of {} {}",
                self.done,
                self.all,
                self.what
            );
            self.shown = Some(Instant::now());
        }
    }

    /// Takes the line away.
    pub(crate) fn end(self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}
