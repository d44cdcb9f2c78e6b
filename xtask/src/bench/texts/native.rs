//! The sources of a program as LLVM IR of this machine, and that as C: ours, and llvm-cbe's.
//!
//! *Needs:* clang 22, whose IR both read, gcc. *Gives:* programs, and what they took.
//! *Limits:* what is written for llvm-cbe's text alone, [`MENDED`], says what that lacks.

use super::building::{Build, Text, build, gcc, written};
use crate::corpus::{self, Program};
use crate::error::Error;
use crate::process;
use crate::tools::CLANG_22;
use crate::unsnarl::Unsnarl;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// For one compilation.
const LIMIT: Duration = Duration::from_secs(300);

/// `llvm.usub.sat` is written with a name that nothing defines.
const MENDED: &str = "-DUINT0=0";

/// The source, compiled for this machine.
pub(super) fn source(program: &'static Program, folder: &Path) -> Result<Build, Error> {
    let mut gcc = gcc()?;
    gcc.args(corpus::native_options(program)?);
    gcc.args(corpus::c_files(program)?);
    build("native", None, gcc, folder.join("program"))
}

/// C for people.
pub(super) fn people(
    unsnarl: &Unsnarl,
    program: &'static Program,
    folder: &Path,
) -> Result<Build, Error> {
    let mut gcc = gcc()?;
    gcc.arg("-std=gnu11");
    by_way_of_c("ours of LLVM IR", program, folder, gcc, |ir, text| {
        let mut command = Command::new(unsnarl.program());
        command.arg("compile").arg(ir).arg("-o").arg(text);
        command
    })
}

/// What llvm-cbe writes.
pub(super) fn llvm_cbe(
    tool: &Path,
    program: &'static Program,
    folder: &Path,
) -> Result<Build, Error> {
    let mut gcc = gcc()?;
    gcc.arg(MENDED);
    by_way_of_c("llvm-cbe", program, folder, gcc, |ir, text| {
        let mut command = Command::new(tool);
        command.arg(ir).arg("-o").arg(text);
        command
    })
}

/// Compiles each source to IR, that to C, and all that to a program.
fn by_way_of_c(
    name: &'static str,
    program: &'static Program,
    folder: &Path,
    mut gcc: Command,
    write: impl Fn(&Path, &Path) -> Command,
) -> Result<Build, Error> {
    let options = corpus::native_options(program)?;
    let mut sum = Text::default();
    for (number, source) in corpus::c_files(program)?.into_iter().enumerate() {
        let [ir, text]: [PathBuf; 2] =
            ["ll", "c"].map(|ending| folder.join(format!("{number}.{ending}")));
        let mut clang = CLANG_22.call()?;
        clang.args(["-w", "-O2", "-S", "-emit-llvm"]).args(&options);
        process::require(clang.arg(&source).arg("-o").arg(&ir), LIMIT)?;
        sum.add(&written(&text, &write(&ir, &text))?);
        gcc.arg(text);
    }
    build(name, Some(sum), gcc, folder.join("program"))
}
