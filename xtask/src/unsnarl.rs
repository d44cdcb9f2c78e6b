//! The `unsnarl` command, built from this tree.

use crate::error::Error;
use crate::process;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is compared: the rest stays as it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// The algorithm that structures.
    Algorithm(&'a str),
    /// How loops of several entries get one.
    Reduction(&'a str),
}

/// A build of the command.
pub(crate) struct Unsnarl {
    program: PathBuf,
}

impl Unsnarl {
    /// Builds it, optimised.
    pub(crate) fn build() -> Result<Self, Error> {
        eprintln!("building unsnarl");
        process::show(process::cargo().args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "unsnarl-cli",
        ]))?;
        let this =
            std::env::current_exe().map_err(Error::file("find", Path::new("this program")))?;
        // Cargo puts both in PROFILE folders of the same target folder, wherever that is.
        let target = this
            .ancestors()
            .nth(2)
            .expect("cargo builds this program two folders below the target folder");
        Ok(Self {
            program: target.join("release").join("unsnarl"),
        })
    }

    /// Where it stands.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// A command line that runs IR in the embedded engine.
    pub(crate) fn run(&self, ir: &Path, algorithm: &str, arguments: &[String]) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["run", "--algorithm", algorithm])
            .arg(ir)
            .args(arguments);
        command
    }

    /// A command line that makes a module of IR.
    pub(crate) fn compile(&self, ir: &Path, module: &Path, choice: Choice<'_>) -> Command {
        let mut command = Command::new(&self.program);
        let (option, name) = match choice {
            Choice::Algorithm(name) => ("--algorithm", name),
            Choice::Reduction(name) => ("--reduce", name),
        };
        command
            .args(["compile", option, name])
            .arg(ir)
            .arg("-o")
            .arg(module);
        command
    }
}
