//! What is undone however the command ends: temporary folders go, and programs that it runs end.
//!
//! *Gives:* [`Temporary`], a folder that is removed when it is dropped; [`run`], which runs a
//! program; [`watch_signals`] and [`end_after`], which end the command early and undo both; and
//! [`whole`], for a step that must not be interrupted.
//! *Limits:* nothing is undone after `SIGKILL`, or after any signal on systems other than Unix.

#[cfg(any(unix, windows))]
use shared_child::SharedChild;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// A system without programs: none is ever running.
#[cfg(not(any(unix, windows)))]
enum SharedChild {}

#[cfg(not(any(unix, windows)))]
impl SharedChild {
    fn spawn(_: &mut Command) -> io::Result<SharedChild> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn wait(&self) -> io::Result<ExitStatus> {
        match *self {}
    }

    fn kill(&self) -> io::Result<()> {
        match *self {}
    }
}

/// What there is to undo. While the lock is held, neither signals nor time end the process.
static STATE: Mutex<State> = Mutex::new(State {
    folders: Vec::new(),
    program: None,
});

struct State {
    folders: Vec<PathBuf>,
    program: Option<Arc<SharedChild>>,
}

impl State {
    fn undo(&mut self) {
        if let Some(program) = &self.program {
            let _ = program.kill();
        }
        for folder in &self.folders {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

fn state() -> MutexGuard<'static, State> {
    // A thread that panicked left the state as it was: each change is one call.
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that only this process uses.
pub(crate) struct Temporary {
    folder: PathBuf,
}

impl Temporary {
    /// Makes an empty folder. The error says where.
    pub(crate) fn new() -> io::Result<Temporary> {
        let parent = std::env::temp_dir();
        let mut state = state();
        for number in 0.. {
            let folder = parent.join(format!("unsnarl-temporary-{}-{number}", process::id()));
            match make_private(&folder) {
                Ok(()) => {
                    state.folders.push(folder.clone());
                    return Ok(Temporary { folder });
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
                Err(cause) => {
                    let message = format!(
                        "cannot make a folder for temporary files in {}: {cause}",
                        parent.display()
                    );
                    return Err(io::Error::new(cause.kind(), message));
                }
            }
        }
        unreachable!("a folder has fewer entries than there are numbers")
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> OsString {
        self.folder.join(name).into()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        state().folders.retain(|folder| *folder != self.folder);
        // If it cannot be removed there is nothing more to do.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Runs a program to its end, with the streams of this process. It ends with this process.
pub(crate) fn run(command: &mut Command) -> io::Result<ExitStatus> {
    let program = {
        let mut state = state();
        let program = Arc::new(SharedChild::spawn(command)?);
        state.program = Some(program.clone());
        program
    };
    let ended = program.wait();
    state().program = None;
    ended
}

/// Does something that must not be interrupted. A signal ends the process afterwards.
pub(crate) fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _held = state();
    work()
}

#[cfg(unix)]
fn make_private(folder: &std::path::Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &std::path::Path) -> io::Result<()> {
    fs::create_dir(folder)
}

/// From now on a signal that ends the process undoes everything first.
#[cfg(unix)]
pub(crate) fn watch_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let mut state = state();
            state.undo();
            // This ends the process as the signal would have done; the lock is never given back.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn watch_signals() -> io::Result<()> {
    Ok(())
}

/// After so much time the process undoes everything, says so, and ends with the status that
/// `timeout` of the coreutils gives. Fails where there are no threads.
pub(crate) fn end_after(time: Duration) -> io::Result<()> {
    const TIMED_OUT: i32 = 124;
    let end = move || {
        thread::sleep(time);
        let mut state = state();
        state.undo();
        let seconds = time.as_secs_f64();
        let _ = writeln!(
            io::stderr(),
            "error: stopped after {seconds} s, the limit of --timeout"
        );
        process::exit(TIMED_OUT);
    };
    thread::Builder::new().spawn(end).map(drop)
}

/// The exit status as a shell shows it: 128 and its number for a signal.
pub(crate) fn code(status: ExitStatus) -> u8 {
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    code.unwrap_or_else(|| 128 | signal(status))
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> u8 {
    use std::os::unix::process::ExitStatusExt;
    let signal = status.signal().and_then(|signal| u8::try_from(signal).ok());
    signal.unwrap_or(0)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> u8 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_differ_and_go() {
        let (one, other) = (Temporary::new(), Temporary::new());
        let (one, other) = (one.expect("it can be made"), other.expect("it can be made"));
        assert_ne!(one.folder, other.folder);
        fs::write(one.file("x"), "x").expect("the folder can be written to");
        let path = one.folder.clone();
        drop(one);
        assert!(!path.exists() && other.folder.exists());
    }
}
