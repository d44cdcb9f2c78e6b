//! C to WebAssembly commands with addresses of 64 bits, without a libc of others.
//!
//! *Needs:* clang 19, llc 19, lld 19, and the library in `corpus/wide`. *Gives:* IR and modules at
//! the requested paths, and command lines that run modules. *Limits:* what the library's README
//! says. Modules run in the engine of `unsnarl run`: node 20 has no tables with 64-bit numbers, and
//! LLVM 19 makes no others for this target.

use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{CLANG, WASM_LD};
use crate::unsnarl::Unsnarl;
use crate::wasi::{self, Backend};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// As under WASI: below the data, so that overflowing it traps.
const STACK: [&str; 3] = ["-z", "stack-size=8388608", "--stack-first"];

/// What programs are built and run with.
pub(crate) struct Wide<'a> {
    command: &'a Unsnarl,
    /// The library as an object.
    libc: PathBuf,
}

impl<'a> Wide<'a> {
    /// Builds the library by a back end, in this folder.
    pub(crate) fn new(
        command: &'a Unsnarl,
        backend: &Backend<'_>,
        folder: &Path,
    ) -> Result<Self, Error> {
        let [ir, libc] = ["ll", "o"].map(|ending| folder.join(format!("library.{ending}")));
        let source = paths::root().join("corpus/wide/library.c");
        make_ir(&source, "-O2", &["-fno-builtin".to_owned()], &ir)?;
        backend.make_object(&ir, &libc)?;
        Ok(Self { command, libc })
    }

    /// Links objects with the library to a command. A warning is an error.
    pub(crate) fn link(&self, objects: &[PathBuf], module: &Path) -> Result<(), Error> {
        let mut linker = WASM_LD.call()?;
        linker.args(["-mwasm64", "--fatal-warnings"]).args(STACK);
        linker.args(objects).arg(&self.libc);
        process::require(linker.arg("-o").arg(module), LIMIT).map(drop)
    }

    /// A command line that runs a module.
    pub(crate) fn run(&self, module: &Path) -> Command {
        let mut command = Command::new(self.command.program());
        command.arg("run").arg(module);
        command
    }
}

/// Compiles a C source to textual IR.
pub(crate) fn make_ir(
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    let mut clang = CLANG.call()?;
    clang.args([
        "--target=wasm64-unknown-unknown",
        "-nostdlibinc",
        "-isystem",
    ]);
    clang.arg(headers());
    wasi::make_ir_by(clang, source, level, options, ir)
}

/// The folder of the library's headers.
pub(crate) fn headers() -> PathBuf {
    paths::root().join("corpus/wide/include")
}
