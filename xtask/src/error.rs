//! Errors of chores.

use std::io;
use std::path::{Path, PathBuf};

/// Why a chore was not done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// A program that the chore calls is not installed.
    #[error("`{command}` is missing: run `cargo xtask setup`")]
    MissingTool {
        /// The program.
        command: &'static str,
    },
    /// This is not a system whose packages `setup` knows.
    #[error("this is not Debian: install by hand what these packages of it hold: {packages}")]
    NotDebian {
        /// Names of Debian packages.
        packages: String,
    },
    /// Cargo was asked for a program, and told of none of this name.
    #[error("cargo has built no program named `{name}`")]
    NotBuilt {
        /// The name.
        name: String,
    },
    /// A file could not be read or written.
    #[error("cannot {action} {}: {cause}", path.display())]
    File {
        /// What was tried, as a verb.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// A program could not be started.
    #[error("cannot start `{command}`: {cause}")]
    Start {
        /// The program with its arguments.
        command: String,
        /// What the system says.
        cause: io::Error,
    },
    /// There is no port for a server on this machine.
    #[error("cannot listen on a port of this machine: {0}")]
    Port(io::Error),
    /// A program ended otherwise than it should.
    #[error("`{command}` ended with {ending}\n{output}")]
    Failed {
        /// The program with its arguments.
        command: String,
        /// How it ended.
        ending: String,
        /// What it wrote to standard error, if that was kept.
        output: String,
    },
    /// A program wrote something else than it should.
    #[error("`{command}`: {difference}")]
    WrongOutput {
        /// The program with its arguments.
        command: String,
        /// Where what it wrote differs, and how.
        difference: String,
    },
    /// An option would have no effect beside another one.
    #[error("{0}")]
    Options(&'static str),
    /// Inputs did not end in a result or an error.
    #[error("neither a result nor an error:\n{0}")]
    Wrong(String),
    /// A line of the table of examples is wrong.
    #[error("examples/programs.txt:{line}: {cause}")]
    Manifest {
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: &'static str,
    },
    /// A source in the folder of examples is missing in their table.
    #[error("examples/programs.txt: no run of {program}: add a line")]
    ProgramWithoutRun {
        /// Name of the program.
        program: String,
    },
    /// A checked-in file is out of date.
    #[error("not up to date: {files}: run `cargo xtask examples`")]
    OutOfDate {
        /// Names of the files.
        files: String,
    },
    /// Parts of the conformance tests failed; what failed was printed as it happened.
    #[error("conformance failed: {parts}")]
    Conformance {
        /// Names of the parts.
        parts: String,
    },
}

impl Error {
    /// Wraps what the system says about a file; for `map_err`.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::File {
            action,
            path: path.to_owned(),
            cause,
        }
    }
}
