//! The `unsnarl` command, built from this tree.

use crate::built::{self, Target};
use crate::error::Error;
use crate::process;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What is compared: the rest stays as it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice<'a> {
    /// The algorithm that structures.
    Algorithm(&'a str),
    /// How loops with several entries are made reducible.
    Reduction(&'a str),
    /// How many bytes of code a function may have.
    FunctionLimit(&'a str),
    /// What is proved of every function.
    Prove(&'a str),
    /// In which instructions exceptions are.
    Exceptions(&'a str),
    /// How results of several numbers are returned.
    Abi(&'a str),
}

/// A build of the command.
pub(crate) struct Unsnarl {
    program: PathBuf,
}

impl Unsnarl {
    /// Builds it, optimised.
    pub(crate) fn build() -> Result<Self, Error> {
        let program = built::path(Target::Program("unsnarl"))?;
        Ok(Self { program })
    }

    /// Takes a build that there is already.
    pub(crate) fn existing(program: &Path) -> Result<Self, Error> {
        let program = std::path::absolute(program).map_err(Error::file("find", program))?;
        std::fs::metadata(&program).map_err(Error::file("find", &program))?;
        Ok(Self { program })
    }

    /// Its path.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Gives a search path that begins with this folder, in which links with all names of the
    /// command lead to it.
    pub(crate) fn search_path(&self, folder: &Path) -> Result<OsString, Error> {
        std::fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
        const NAMES: [&str; 5] = [
            "unsnarl",
            "unsnarl-clang",
            "unsnarl-clang++",
            "unsnarl-ld",
            "unsnarl-wasm-ld",
        ];
        for name in NAMES {
            let mut link = Command::new("ln");
            link.arg("-s").arg(&self.program).arg(folder.join(name));
            process::require(&mut link, Duration::from_secs(10))?;
        }
        let mut path = folder.as_os_str().to_owned();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        Ok(path)
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
            Choice::FunctionLimit(bytes) => ("--function-limit", bytes),
            Choice::Prove(what) => ("--prove", what),
            Choice::Exceptions(form) => ("--eh", form),
            Choice::Abi(abi) => ("--abi", abi),
        };
        command
            .args(["compile", option, name])
            .arg(ir)
            .arg("-o")
            .arg(module);
        command
    }
}
