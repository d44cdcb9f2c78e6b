//! `cargo xtask examples`: makes the generated files in `examples/`.
//!
//! *Needs:* clang 19 and gcc.
//! *Gives:* for each program its IR at -O2 (`PROGRAM.ll`) and at -O0 (`O0/PROGRAM.ll`), and for
//! each run in `programs.txt` the output of a native build (`expected/NAME.txt`).
//! *Limits:* another minor release of clang may order or name things differently; `--check` then
//! fails until the files are regenerated.

use crate::error::Error;
use crate::manifest::{self, Run};
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANG, GCC};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The levels of optimisation, each with the folder of its IR below `examples/`.
pub(crate) const LEVELS: [(&str, &str); 2] = [("-O2", ""), ("-O0", "O0/")];

/// Both compilers: doubles must come out the same, and a square root must not set `errno`.
const COMMON: &[&str] = &[
    "-std=gnu17",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-ident",
];

/// No system headers, which would be the wrong ones; no vectors, and no unrolled loops, which would
/// only be longer.
const TO_IR: &[&str] = &[
    "--target=wasm32-wasi",
    "-nostdlibinc",
    "-mbulk-memory",
    "-fno-unroll-loops",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-S",
    "-emit-llvm",
    "-o-",
];

const LIMIT: Duration = Duration::from_secs(120);

/// Contents of the files that are made, by their path below `examples/`.
type Made = BTreeMap<String, Vec<u8>>;

/// Makes all again, and removes what no source makes any more.
pub(crate) fn make() -> Result<(), Error> {
    let made = make_all()?;
    let mut changed = 0;
    for (file, bytes) in &made {
        let path = paths::examples().join(file);
        if !holds(&path, bytes) {
            paths::write(&path, bytes)?;
            println!("examples: wrote {file}");
            changed += 1;
        }
    }
    for file in left_over(&made)? {
        let path = paths::examples().join(&file);
        fs::remove_file(&path).map_err(Error::file("remove", &path))?;
        println!("examples: removed {file}");
        changed += 1;
    }
    println!("examples: {} files made, {changed} changed", made.len());
    Ok(())
}

/// Fails unless exactly what the sources make is checked in. Changes nothing.
pub(crate) fn check() -> Result<(), Error> {
    let count = check_all()?;
    println!("examples: {count} files are up to date");
    Ok(())
}

/// As [`check`]; returns how many files were compared.
pub(crate) fn check_all() -> Result<usize, Error> {
    let made = make_all()?;
    let differs =
        |(file, bytes): &(&String, &Vec<u8>)| !holds(&paths::examples().join(file), bytes);
    let mut wrong: Vec<String> = made
        .iter()
        .filter(differs)
        .map(|(file, _)| file.clone())
        .collect();
    wrong.extend(left_over(&made)?);
    if wrong.is_empty() {
        Ok(made.len())
    } else {
        Err(Error::OutOfDate {
            files: wrong.join(" "),
        })
    }
}

fn make_all() -> Result<Made, Error> {
    let runs = manifest::runs()?;
    let scratch = Scratch::new()?;
    let mut made = Made::new();
    for program in manifest::programs(&runs) {
        for (level, folder) in LEVELS {
            made.insert(format!("{folder}{program}.ll"), make_ir(program, level)?);
        }
        let native = scratch.file(program);
        build_natively(program, &native)?;
        for run in runs.iter().filter(|run| run.program == program) {
            made.insert(run.expected(), native_output(run, &native)?);
        }
    }
    Ok(made)
}

/// Runs in the folder of examples, so that the name of the source in the IR has no path.
fn make_ir(program: &str, level: &str) -> Result<Vec<u8>, Error> {
    let mut clang = CLANG.call()?;
    clang
        .current_dir(paths::examples())
        .args(COMMON)
        .args(TO_IR)
        .args([level, &format!("{program}.c")]);
    process::require(&mut clang, LIMIT)
}

/// The IR of an example at -O1 with debug information.
pub(crate) fn debug_ir(program: &str) -> Result<Vec<u8>, Error> {
    let mut clang = CLANG.call()?;
    clang
        .current_dir(paths::examples())
        .args(COMMON)
        .args(TO_IR)
        .args(["-O1", "-g", &format!("{program}.c")]);
    process::require(&mut clang, LIMIT)
}

/// A command that prints the syntax tree of an example as text.
pub(crate) fn syntax(program: &str) -> Result<Command, Error> {
    let mut clang = CLANG.call()?;
    clang
        .current_dir(paths::examples())
        .args(COMMON)
        .args(["--target=wasm32-wasi", "-nostdlibinc", "-fsyntax-only"])
        .args(["-Xclang", "-ast-dump", "-fno-color-diagnostics"])
        .arg(format!("{program}.c"));
    Ok(clang)
}

/// Builds an example for this machine.
pub(crate) fn build_natively(program: &str, native: &Path) -> Result<(), Error> {
    let mut gcc = GCC.call()?;
    gcc.current_dir(paths::examples())
        .args(COMMON)
        .args(["-O2", &format!("{program}.c"), "-o"])
        .arg(native);
    process::require(&mut gcc, LIMIT).map(drop)
}

fn native_output(run: &Run, native: &Path) -> Result<Vec<u8>, Error> {
    let mut command = Command::new(native);
    let outcome = process::capture(command.args(&run.arguments), LIMIT)?;
    if outcome.ending == Ending::Status(run.status) {
        return Ok(outcome.output);
    }
    let ending = format!(
        "{}, but programs.txt expects {}",
        outcome.ending, run.status
    );
    Err(Error::Failed {
        command: process::shown(&command),
        ending,
        output: outcome.error_text(),
    })
}

fn holds(path: &Path, bytes: &[u8]) -> bool {
    fs::read(path).is_ok_and(|found| found == bytes)
}

/// Files where only made ones should be, which were not made.
fn left_over(made: &Made) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    for (folder, ending) in [("", ".ll"), ("O0/", ".ll"), ("expected/", ".txt")] {
        for name in paths::names_in(&paths::examples().join(folder))? {
            let file = format!("{folder}{name}");
            if name.ends_with(ending) && !made.contains_key(&file) {
                files.push(file);
            }
        }
    }
    Ok(files)
}
