//! `cargo xtask bench texts`: WebAssembly as JavaScript and as C, beside other people's compilers.
//!
//! *Needs:* zlib, Lua and SQLite at -O2 as linked modules, node with `wasm2js` and esbuild from
//! npm, Debian's emscripten and its wabt for `wasm2c`, gcc, and the engines. *Gives:* tables in
//! Markdown: what writing takes, how large the texts are, and how long the programs run.
//! *Cost:* five minutes for a round of all. *Limits:* times are only as precise as the machine is
//! quiet; the spread shows it.
//!
//! All compilers get the same module, which `unsnarl compile` and `wasm-ld` made. Every timed run
//! is compared with the native build.
//!
//! | module | what it measures |
//! |---|---|
//! | `javascript` | `wasm2js -O2`, and the module itself in the same engines |
//! | `emscripten` | `emcc -sWASM=0`, of the source, in node |
//! | `c` | `wasm2c`, w2c2, and native builds of the source, also by way of our C of its LLVM IR, and of llvm-cbe's |

mod building;
mod c;
mod emscripten;
mod javascript;
mod native;

use super::contestant::{Contestant, Link};
use super::subject::{self, Subject};
use crate::corpus::{PROGRAMS, Program};
use crate::error::Error;
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::Backend;
use clap::ValueEnum;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// For one compiler on one module.
const LIMIT: Duration = Duration::from_secs(900);

/// What a module is written as, and beside what.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    Javascript,
    Emscripten,
    C,
}

/// What is asked for.
pub(super) struct Request<'a> {
    pub(super) rounds: usize,
    /// The programs, or all if there are none.
    pub(super) only: &'a [String],
    /// One target, or all if there is none.
    pub(super) target: Option<Target>,
    /// Where w2c2 is checked out and built, if it is to be measured.
    pub(super) w2c2: Option<&'a Path>,
    /// The program llvm-cbe, if it is to be measured.
    pub(super) llvm_cbe: Option<&'a Path>,
}

/// The names of the programs.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PROGRAMS.iter().map(|program| program.name)
}

/// Measures what is asked for.
pub(super) fn texts(request: &Request<'_>) -> Result<(), Error> {
    let has_peers = request.w2c2.is_some() || request.llvm_cbe.is_some();
    if has_peers && request.target.is_some_and(|target| target != Target::C) {
        return Err(Error::Options("--w2c2 and --llvm-cbe need --target c"));
    }
    let unsnarl = Unsnarl::build()?;
    for program in &PROGRAMS {
        let is_wanted =
            request.only.is_empty() || request.only.iter().any(|one| one == program.name);
        if is_wanted && let Some(subject) = subject::named(program.name)? {
            measure(&unsnarl, program, &subject, request)?;
        }
    }
    Ok(())
}

fn measure(
    unsnarl: &Unsnarl,
    program: &'static Program,
    subject: &Subject,
    request: &Request<'_>,
) -> Result<(), Error> {
    eprintln!("bench: {}: compiling", subject.name);
    let mut linked = Contestant::new(Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Algorithm("nested"),
    })?;
    linked.build(Link::WithLibc(subject.libraries), &subject.modules)?;
    let module = linked.program().file;
    let wanted = |target| request.target.is_none_or(|own| own == target);
    println!("\n## {}\n", subject.name);
    println!(
        "A module of {} bytes, {} after gzip.",
        size(&module)?,
        javascript::zipped(&module)?
    );
    if wanted(Target::Javascript) {
        javascript::javascript(unsnarl, subject, &module, request.rounds)?;
    }
    if wanted(Target::Emscripten) {
        emscripten::emscripten(unsnarl, program, subject, &module, request.rounds)?;
    }
    if wanted(Target::C) {
        c::c(unsnarl, program, subject, &module, request)?;
    }
    Ok(())
}

fn size(path: &Path) -> Result<u64, Error> {
    let data = fs::metadata(path).map_err(Error::file("find", path))?;
    Ok(data.len())
}
