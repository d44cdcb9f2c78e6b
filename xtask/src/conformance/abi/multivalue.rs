//! C to WebAssembly commands in the ABI `experimental-mv`, where a struct that is returned is as
//! many results as it has numbers.
//!
//! *Needs:* clang 22 and llc 22, and the library in `corpus/wide`, because in this ABI the
//! functions that the compiler itself calls return two results, too, and no library is built so.
//! *Gives:* IR and modules at the requested paths.
//! *Limits:* the IR is that of the default ABI, where integers of 128 bits alone are several
//! numbers: for the other one clang 19 and 22 crash on some of the programs, and write IR for
//! others that does not do what the source says, whichever back end compiles it. Structs in
//! registers are tested by IR, in the tests of `unsnarl-wasm`.

use crate::error::Error;
use crate::paths;
use crate::process;
use crate::tools::{CLANG_22, WASM_LD};
use crate::wasi::{self, Backend};
use crate::wide;
use std::path::{Path, PathBuf};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// The library, as an object of LLVM in this ABI.
pub(crate) struct MultiValue {
    libc: PathBuf,
}

impl MultiValue {
    /// Builds the library in this folder.
    pub(super) fn new(folder: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(Error::file("make", folder))?;
        let [ir, libc] = ["ll", "o"].map(|ending| folder.join(format!("library.{ending}")));
        let source = paths::root().join("corpus/wide/library.c");
        make_ir(&source, "-O2", &["-fno-builtin".to_owned()], &ir)?;
        Backend::LlvmMultiValue.make_object(&ir, &libc)?;
        Ok(Self { libc })
    }

    /// Links objects with the library to a command. A warning is an error.
    pub(super) fn link(&self, objects: &[PathBuf], module: &Path) -> Result<(), Error> {
        let mut linker = WASM_LD.call()?;
        linker.args([
            "--fatal-warnings",
            "--stack-first",
            "-z",
            "stack-size=8388608",
        ]);
        linker.args(objects).arg(&self.libc);
        process::require(linker.arg("-o").arg(module), LIMIT).map(drop)
    }
}

/// Compiles a C source to textual IR.
pub(super) fn make_ir(
    source: &Path,
    level: &str,
    options: &[String],
    ir: &Path,
) -> Result<(), Error> {
    let mut clang = CLANG_22.call()?;
    clang.args(["--target=wasm32-unknown-unknown", "-mmultivalue"]);
    clang
        .args(["-nostdlibinc", "-isystem"])
        .arg(wide::headers());
    wasi::make_ir_by(clang, source, level, options, ir)
}
