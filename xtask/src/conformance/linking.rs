//! One program of several objects, some by Unsnarl and some by LLVM's back end.
//!
//! *Needs:* the parts in `corpus/linking`: one has `main`, one the data and functions of every
//! shape, one calls back and replaces what is weak, and an archive has a member that is needed and
//! one that is not.
//! *Gives:* a check for each mixture of back ends, build and linker: the linker does not warn, the
//! program prints the native output, and a literal that all parts have is in it once.

use super::report::Report;
use super::runs::first_difference;
use crate::engines;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{CLANG_22, GCC, LLVM_AR, WASM_LD, WASM_LD_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// The parts that are linked in every mixture, and the two members of the archive.
pub(super) const PARTS: [&str; 3] = ["main", "shapes", "others"];
pub(super) const MEMBERS: [&str; 2] = ["archive", "unused"];

/// The parts of a program with numbers of 16 bits, and what has clang take them as arguments.
const HALVES: [&str; 2] = ["halves", "half-changes"];
const NATIVE_HALVES: [&str; 4] = [
    "-Xclang",
    "-fnative-half-type",
    "-Xclang",
    "-fnative-half-arguments-and-returns",
];

/// What `parts.h` calls by this name.
const MARK: &[u8] = b"the string that all parts have";

/// What the parts are built with: plain, optimised, and with vectors in `v128`.
const BUILDS: [(&str, &[&str]); 3] = [("-O0", &[]), ("-O2", &[]), ("-O2", &["-msimd128"])];

/// Every mixture × every build × every linker.
pub(crate) fn linking(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let command = Unsnarl::build()?;
    let ours = Backend::Unsnarl {
        command: &command,
        choice: Choice::Algorithm("nested"),
    };
    let backends = [Backend::Llvm, ours];
    halves(report, &scratch, &ours)?;
    let expected = native(&scratch, &linked_parts())?;
    for (level, options) in BUILDS {
        let mut objects = [Vec::new(), Vec::new()];
        let mut archives = Vec::new();
        for (backend, made) in backends.iter().zip(&mut objects) {
            let object = |part: &str| make(&scratch, part, (level, options), backend);
            for part in PARTS {
                made.push(object(part)?);
            }
            let members = [object(MEMBERS[0])?, object(MEMBERS[1])?];
            let archive = scratch.file(&format!(
                "members{level}{}-{}.a",
                options.concat(),
                archives.len()
            ));
            let mut ar = LLVM_AR.call()?;
            ar.arg("rcs").arg(&archive).args(members);
            process::require(&mut ar, LIMIT)?;
            archives.push(archive);
        }
        for mixture in 0..1_usize << (PARTS.len() + 1) {
            let of = |part: usize| mixture >> part & 1;
            let mut inputs: Vec<PathBuf> = (0..PARTS.len())
                .map(|part| objects[of(part)][part].clone())
                .collect();
            inputs.push(archives[of(PARTS.len())].clone());
            for linker in ["wasm-ld-19", "wasm-ld-22", "rust-lld"] {
                let module = scratch.file("x.wasm");
                let result = wasi::link_by(call(linker)?, &inputs, &[], &module)
                    .and_then(|()| outcome(&mut engines::node(&module, &[])?));
                let names: Vec<&str> = (0..=PARTS.len())
                    .map(|part| if of(part) == 0 { "LLVM's" } else { "ours" })
                    .collect();
                let verdict = compare(&expected, result).and_then(|()| merged(&module));
                report.check(verdict.map_err(|what| {
                    let parts = format!("{}, {}", PARTS.join(", "), MEMBERS[0]);
                    format!(
                        "{parts} are {} at {level} {}, by {linker}: {what}",
                        names.join(", "),
                        options.join(" ")
                    )
                }));
            }
        }
    }
    Ok(())
}

/// Numbers of 16 bits: LLVM passes them as integers from some version after 19 on, so that it is
/// clang 22 which compiles the parts that are not ours.
fn halves(report: &mut Report, scratch: &Scratch, ours: &Backend<'_>) -> Result<(), Error> {
    let expected = native(scratch, &HALVES)?;
    for level in ["-O0", "-O2"] {
        let mut objects = [Vec::new(), Vec::new()];
        for part in HALVES {
            let ir = scratch.file(&format!("{part}{level}.ll"));
            let options = NATIVE_HALVES.map(str::to_owned);
            wasi::make_ir(&source(part), level, &options, &ir)?;
            let [theirs, own] =
                ["theirs", "ours"].map(|whose| scratch.file(&format!("{part}{level}-{whose}.o")));
            let mut clang = CLANG_22.call()?;
            clang.args(["--target=wasm32-wasip1", "-w", "-c"]).arg(&ir);
            process::require(clang.arg("-o").arg(&theirs), LIMIT)?;
            ours.make_object(&ir, &own)?;
            objects[0].push(theirs);
            objects[1].push(own);
        }
        for mixture in 0..1_usize << HALVES.len() {
            let of = |part: usize| objects[mixture >> part & 1][part].clone();
            let module = scratch.file("halves.wasm");
            let result = wasi::link_by(WASM_LD_22.call()?, &[of(0), of(1)], &[], &module)
                .and_then(|()| outcome(&mut engines::node(&module, &[])?));
            report.check(compare(&expected, result).map_err(|what| {
                let parts = HALVES.join(", ");
                format!("{parts} at {level}, mixture {mixture:02b} of clang 22 and ours: {what}")
            }));
        }
    }
    Ok(())
}

/// The object of a part.
pub(super) fn make(
    scratch: &Scratch,
    part: &str,
    (level, options): (&str, &[&str]),
    backend: &Backend<'_>,
) -> Result<PathBuf, Error> {
    let backend_name = backend.name().replace(' ', "");
    let stem = format!("{part}{level}{}-{backend_name}", options.concat());
    let (ir, object) = (
        scratch.file(&format!("{stem}.ll")),
        scratch.file(&format!("{stem}.o")),
    );
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    wasi::make_ir(&source(part), level, &options, &ir)?;
    backend.make_object(&ir, &object)?;
    Ok(object)
}

pub(super) fn source(part: &str) -> PathBuf {
    paths::root().join(format!("corpus/linking/{part}.c"))
}

/// The parts of the program of all mixtures that are linked.
pub(super) fn linked_parts() -> Vec<&'static str> {
    PARTS.iter().chain(&MEMBERS[..1]).copied().collect()
}

/// What the native program prints, and its status.
pub(super) fn native(scratch: &Scratch, parts: &[&str]) -> Result<(Ending, Vec<u8>), Error> {
    let program = scratch.file("native");
    let mut gcc = GCC.call()?;
    gcc.args(["-O2", "-w"])
        .args(parts.iter().map(|part| source(part)));
    process::require(gcc.arg("-o").arg(&program), LIMIT)?;
    outcome(&mut Command::new(program))
}

pub(super) fn outcome(command: &mut Command) -> Result<(Ending, Vec<u8>), Error> {
    let outcome = process::capture(command, LIMIT)?;
    Ok((outcome.ending, outcome.output))
}

pub(super) fn compare(
    expected: &(Ending, Vec<u8>),
    found: Result<(Ending, Vec<u8>), Error>,
) -> Result<(), String> {
    let found = found.map_err(|error| error.to_string())?;
    if expected.0 != found.0 {
        return Err(format!("ended with {}", found.0));
    }
    first_difference(&expected.1, &found.1).map_or(Ok(()), Err)
}

/// Tells whether a linked program has the literal of all parts once.
fn merged(module: &Path) -> Result<(), String> {
    let bytes = paths::read(module).map_err(|error| error.to_string())?;
    let places = bytes.windows(MARK.len()).filter(|&found| found == MARK);
    match places.count() {
        1 => Ok(()),
        count => Err(format!("the literal of all parts is there {count} times")),
    }
}

/// The start of a linker's command line.
fn call(linker: &str) -> Result<Command, Error> {
    match linker {
        "wasm-ld-19" => WASM_LD.call(),
        "wasm-ld-22" => WASM_LD_22.call(),
        _ => rust_lld(),
    }
}

/// The linker that comes with Rust.
fn rust_lld() -> Result<Command, Error> {
    let ask = |what: &str| {
        let mut rustc = Command::new("rustc");
        rustc.args(["--print", what]);
        let outcome = process::complete(&mut rustc, LIMIT)?;
        Ok(String::from_utf8_lossy(&outcome.output).trim().to_owned())
    };
    let program = format!(
        "{}/lib/rustlib/{}/bin/rust-lld",
        ask("sysroot")?,
        ask("host-tuple")?
    );
    let mut linker = Command::new(program);
    linker.args(["-flavor", "wasm"]);
    Ok(linker)
}
