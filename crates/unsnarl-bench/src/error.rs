//! Errors that end the benchmark. A failure of a peer is none of them: it is a result.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A file or folder could not be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    File {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A module could not be read.
    #[error("{}: {cause}", path.display())]
    Module {
        /// Its file.
        path: PathBuf,
        /// Why.
        cause: Box<unsnarl_llvm::ReadError>,
    },
    /// A folder holds no function.
    #[error("{}: no function: run `cargo xtask bench structure`, which makes them", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// A program could not be started.
    #[error("cannot start `{command}`: {cause}: run `cargo xtask setup`")]
    Start {
        /// The program with its arguments.
        command: String,
        /// What the system says.
        cause: io::Error,
    },
    /// A tool of the benchmark itself failed.
    #[error("`{command}` failed: {message}")]
    Failed {
        /// The program with its arguments.
        command: String,
        /// What it wrote.
        message: String,
    },
    /// This build has no peers in it.
    #[error("built without the feature `peers`: run `cargo xtask bench structure`")]
    NoPeers,
    /// A word that names no set of graphs.
    #[error("there is no set {name}: there are {known}")]
    NoSet {
        /// The word.
        name: String,
        /// Those that there are.
        known: String,
    },
    /// A contestant of this name does not exist.
    #[error("there is no contestant {name}")]
    NoContestant {
        /// The name.
        name: String,
    },
    /// One of our programs is wrong, so there is nothing to measure.
    #[error("{place}: {problem}")]
    Wrong {
        /// The shape.
        place: String,
        /// What the proof says.
        problem: String,
    },
}

impl Error {
    /// Wraps what the system says about a file; for `map_err`.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        move |cause| Error::File {
            action,
            path: path.to_owned(),
            cause,
        }
    }

    /// Wraps why a command did not start; for `map_err`.
    pub(crate) fn start(command: &Command) -> impl FnOnce(io::Error) -> Error {
        let command = shown(command);
        move |cause| Error::Start { command, cause }
    }
}

/// The program with its arguments, as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}
