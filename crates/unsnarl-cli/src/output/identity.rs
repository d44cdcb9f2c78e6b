//! Whether two paths name the same file.
//!
//! *Needs:* paths. *Gives:* [`Identity`], equal for two that lead to the same file, also through
//! links, or that would once it exists.
//! *Limits:* without Unix's numbers of files, hard links are files of their own.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
#[cfg(not(unix))]
use std::path::PathBuf;

/// What tells a file from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    /// It exists.
    File(Number),
    /// It does not exist: its folder, and its name there.
    Place(Option<Number>, OsString),
    /// Standard output.
    Output,
}

impl Identity {
    /// The identity of what is written to a path; `None` for what may be written to twice, such as
    /// devices.
    pub(super) fn of_output(path: &Path) -> Option<Identity> {
        if path == Path::new("-") {
            return Some(Identity::Output);
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => number(path).map(Identity::File),
            Ok(_) => None,
            Err(_) => {
                let folder = path.parent().filter(|folder| folder != &Path::new(""));
                let folder = number(folder.unwrap_or(Path::new(".")));
                Some(Identity::Place(folder, path.file_name()?.to_owned()))
            }
        }
    }

    /// The identity of an input that is a file; `-` is standard input.
    pub(super) fn of_input(path: &Path) -> Option<Identity> {
        let path = match path == Path::new("-") {
            true => Path::new("/dev/stdin"),
            false => path,
        };
        let is_file = fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
        let number = number(path).filter(|_| is_file);
        number.map(Identity::File)
    }
}

/// The numbers of a file and of the device that has it.
#[cfg(unix)]
type Number = (u64, u64);

#[cfg(unix)]
fn number(path: &Path) -> Option<Number> {
    use std::os::unix::fs::MetadataExt;
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.dev(), metadata.ino()))
}

/// The path without links.
#[cfg(not(unix))]
type Number = PathBuf;

#[cfg(not(unix))]
fn number(path: &Path) -> Option<Number> {
    // Where paths cannot be resolved, they are compared as they are.
    fs::canonicalize(path)
        .ok()
        .or_else(|| Some(path.to_owned()))
}
