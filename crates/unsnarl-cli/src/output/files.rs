//! The files of a command: all of them appear, or none.
//!
//! *Needs:* paths and contents, and the inputs.
//! *Gives:* the files, or an error before anything was changed. [`check`] says what is known
//! without the contents: no output is an input or another output, and what the user did not name
//! replaces nothing that is not ours.
//!
//! As clang does it, a file is written beside its place and then renamed, so that no reader ever
//! sees half of it. A link becomes a file, and what it leads to stays. A file that may not be
//! written to is an error, although its folder would let it be replaced; one in a folder that may
//! not be written to is written in its place. So are devices and pipes, and what is in `/dev`,
//! where links stand for open files.
//! *Limits:* a file that was replaced, or written in its place, is not restored if a later one
//! fails, for which the folder must change in the meantime.

use super::identity::Identity;
use super::{origin, print};
use crate::cleanup::whole;
use crate::diagnostic::{Failure, Fault};
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file to be written; `-` is standard output.
pub(crate) struct File<'a> {
    pub(crate) path: PathBuf,
    pub(crate) bytes: &'a [u8],
    pub(crate) naming: Naming,
}

/// Who named an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Naming {
    /// The user, who knows what is there.
    Given,
    /// We: by another name, or because there is a rule for it.
    Derived,
}

/// Writes a file that the user named.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let path = path.to_owned();
    let naming = Naming::Given;
    write_all(&[File {
        path,
        bytes,
        naming,
    }])
}

/// Writes all files, or none: neither a signal nor a limit of time ends the command in between,
/// unless one of them is a stream, whose reader may never come.
pub(crate) fn write_all(files: &[File<'_>]) -> Result<(), Failure> {
    let is_stream = |file: &File<'_>| matches!(destination(&file.path), Ok(Destination::Stream));
    match files.iter().any(is_stream) {
        true => stage_and_finish(files),
        false => whole(|| stage_and_finish(files)),
    }
}

fn stage_and_finish(files: &[File<'_>]) -> Result<(), Failure> {
    let mut staged = Staged::default();
    for file in files {
        let fail = |error: io::Error| cannot_write(&file.path, &error);
        match destination(&file.path).map_err(fail)? {
            Destination::Stream => staged.direct.push(file),
            Destination::File(existed) => match beside(&file.path, file.bytes) {
                Ok(path) => staged.parts.push(Part {
                    path,
                    file,
                    existed,
                }),
                Err(error) if existed == Existed::Yes && is_about_folder(&error) => {
                    staged.direct.push(file);
                }
                Err(error) => return Err(fail(error)),
            },
        }
    }
    staged.finish()
}

/// Fails if an output is an input or another output, or is named by us and replaces what is not
/// ours.
pub(crate) fn check<'a>(
    outputs: impl IntoIterator<Item = (&'a Path, Naming)>,
    inputs: &[&Path],
) -> Result<(), Failure> {
    let inputs: Vec<Identity> = inputs
        .iter()
        .filter_map(|path| Identity::of_input(path))
        .collect();
    let mut known: Vec<(Identity, &Path)> = Vec::new();
    for (path, naming) in outputs {
        let Some(identity) = Identity::of_output(path) else {
            continue;
        };
        let shown = path.display();
        let refused =
            |message: String, help: &str| Err(Failure::new(Fault::Usage, message).help(help));
        if inputs.contains(&identity) {
            let message = format!("the output would replace the input {shown}");
            return refused(message, "name another file with -o");
        }
        if let Some((_, other)) = known.iter().find(|(other, _)| *other == identity) {
            let message = match *other == path {
                true => format!("{shown} would be written twice"),
                false => format!("{} and {shown} are the same file", other.display()),
            };
            return refused(message, "give each output its own file");
        }
        let is_there = matches!(identity, Identity::File(_));
        if naming == Naming::Derived && is_there && !origin::is_ours(path) {
            let message = format!("{shown} exists, and unsnarl did not write it");
            return refused(message, "name the output with -o, or remove the file");
        }
        known.push((identity, path));
    }
    Ok(())
}

/// Removes what we wrote under a name that we chose, if it is there.
pub(crate) fn remove_stale(path: &Path) -> Result<Stale, Failure> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    if !is_file || !origin::is_ours(path) {
        return Ok(Stale::Absent);
    }
    fs::remove_file(path).map_err(|error| {
        let message = format!("cannot remove {}: {error}", path.display());
        Failure::new(Fault::Input, message)
    })?;
    Ok(Stale::Removed)
}

/// Whether there was something to remove.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stale {
    Removed,
    Absent,
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot write {}: {error}", path.display());
    Failure::new(Fault::Input, message)
}

/// How a path is written to.
enum Destination {
    /// As it is.
    Stream,
    /// By another file that takes its place.
    File(Existed),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Existed {
    Yes,
    No,
}

/// # Errors
/// If it is a folder, or a file that may not be written to.
fn destination(path: &Path) -> io::Result<Destination> {
    if path == Path::new("-") || path.starts_with("/dev") || path.starts_with("/proc") {
        return Ok(Destination::Stream);
    }
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream),
        Ok(_) => {
            OpenOptions::new().write(true).open(path)?;
            Ok(Destination::File(Existed::Yes))
        }
        Err(_) => Ok(Destination::File(Existed::No)),
    }
}

/// Tells whether an error says that nothing can be made in a folder.
fn is_about_folder(error: &io::Error) -> bool {
    let kind = error.kind();
    matches!(
        kind,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
    )
}

/// Writes a file of another name in the folder of `path`.
fn beside(path: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
    // The name does not grow with that of the file, which may be as long as names can be.
    let mut number = 0_u32;
    let (part, mut file) = loop {
        let part = path.with_file_name(format!(".unsnarl-{number}.part"));
        match OpenOptions::new().write(true).create_new(true).open(&part) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            opened => break (part, opened?),
        }
    };
    let written = file.write_all(bytes);
    written.map(|()| part.clone()).inspect_err(|_| {
        // If it cannot be removed there is nothing more to do.
        let _ = fs::remove_file(&part);
    })
}

/// What is ready to be put in its place.
#[derive(Default)]
struct Staged<'a> {
    parts: Vec<Part<'a>>,
    /// What is written in its place.
    direct: Vec<&'a File<'a>>,
}

/// A file that is written beside its place.
struct Part<'a> {
    path: PathBuf,
    file: &'a File<'a>,
    existed: Existed,
}

impl Staged<'_> {
    /// Puts all in their places: first those where that may fail.
    fn finish(mut self) -> Result<(), Failure> {
        for file in &self.direct {
            match file.path == Path::new("-") {
                true => print(file.bytes)?,
                false => fs::write(&file.path, file.bytes)
                    .map_err(|error| cannot_write(&file.path, &error))?,
            }
        }
        let mut added: Vec<&Path> = Vec::new();
        self.parts.reverse();
        // What is in its place is no part any more: another command may use the name again.
        while let Some(part) = self.parts.pop() {
            if let Err(error) = part.place() {
                for path in added {
                    let _ = fs::remove_file(path);
                }
                return Err(cannot_write(&part.file.path, &error));
            }
            if part.existed == Existed::No {
                added.push(&part.file.path);
            }
        }
        Ok(())
    }
}

impl Part<'_> {
    /// Puts it in its place, or removes it.
    fn place(&self) -> io::Result<()> {
        let path = &self.file.path;
        fs::rename(&self.path, path).or_else(|_| {
            // In some folders only its owner may replace a file, but others may write to it.
            let _ = fs::remove_file(&self.path);
            fs::write(path, self.file.bytes)
        })
    }
}

impl Drop for Staged<'_> {
    fn drop(&mut self) {
        for part in &self.parts {
            // It may not exist any more, and if it cannot be removed there is nothing more to do.
            let _ = fs::remove_file(&part.path);
        }
    }
}
