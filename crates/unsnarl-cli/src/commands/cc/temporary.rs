//! Temporary files, removed however the driver ends.
//!
//! *Gives:* [`Temporary`], a folder that is removed when it is dropped and when a signal ends the
//! process; [`whole`], for a step that a signal must not interrupt.
//! *Limits:* nothing is removed after `SIGKILL`, or after any signal on systems other than Unix.

use super::error::Error;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The existing folders. While the lock is held, signals do not end the process.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    // A thread that panicked left the list as it was: each change is one call.
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder that only this process uses.
pub(in crate::commands) struct Temporary {
    folder: PathBuf,
}

impl Temporary {
    /// Makes an empty folder.
    pub(in crate::commands) fn new() -> Result<Temporary, Error> {
        let parent = std::env::temp_dir();
        let mut known = folders();
        for number in 0.. {
            let folder = parent.join(format!("unsnarl-cc-{}-{number}", std::process::id()));
            match make_private(&folder) {
                Ok(()) => {
                    known.push(folder.clone());
                    return Ok(Temporary { folder });
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
                Err(cause) => {
                    return Err(Error::Temporary {
                        folder: parent,
                        cause,
                    });
                }
            }
        }
        unreachable!("a folder has fewer entries than there are numbers")
    }

    /// The path of a file in it.
    pub(in crate::commands) fn file(&self, name: &str) -> OsString {
        self.folder.join(name).into()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        folders().retain(|folder| *folder != self.folder);
        // If it cannot be removed there is nothing more to do.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Does something that a signal must not interrupt. The signal ends the process afterwards.
pub(in crate::commands) fn whole<T>(work: impl FnOnce() -> T) -> T {
    let _held = folders();
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

/// From now on a signal that ends the process removes the folders first.
#[cfg(unix)]
pub(in crate::commands) fn watch_signals() -> Result<(), Error> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(Error::Signals)?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let known = folders();
            for folder in known.iter() {
                let _ = fs::remove_dir_all(folder);
            }
            // This ends the process as the signal would have done; the lock is never given back.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
pub(in crate::commands) fn watch_signals() -> Result<(), Error> {
    Ok(())
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
