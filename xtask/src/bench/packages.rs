//! `cargo xtask bench packages`: modules of other people's tools, written again.
//!
//! *Needs:* what [downloads and runs](crate::packages) the packages, Python to measure processes,
//! and Binaryen's `wasm-opt`.
//! *Gives:* a table in Markdown, a row for each module: its size, that of what `unsnarl compile`
//! writes, those of both after `wasm-opt -Oz`, that of the JavaScript of it, and what compiling
//! takes, also for a megabyte.
//! *Cost:* half an hour on an idle machine, most of it in `wasm-opt`.
//! *Limits:* one run of each; modules that JavaScript makes at run time, of less than a kilobyte,
//! have no row.
//!
//! Before a row is printed, the package must do the same with the modules that were written.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::usage::measured;
use crate::error::Error;
use crate::packages::{self, Form, PACKAGES, Subject};
use crate::paths::Scratch;
use crate::process::{self, Ending};
use crate::tools::WASM_OPT;
use crate::unsnarl::{Choice, Unsnarl};

/// For one module.
const LIMIT: Duration = Duration::from_secs(1800);

/// Modules below this size have no row.
const LEAST: u64 = 1000;

/// The names of the packages.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PACKAGES.iter().map(|package| package.script)
}

/// What is asked for.
pub(super) struct Request<'a> {
    /// The packages, or all if there are none.
    pub(super) only: &'a [String],
    pub(super) optimizer: Optimizer,
}

/// What both modules are also compared after.
#[derive(Clone, Copy)]
pub(super) enum Optimizer {
    None,
    Binaryen,
}

/// Measures packages.
pub(super) fn packages(request: &Request<'_>) -> Result<(), Error> {
    let only = request.only;
    let unsnarl = Unsnarl::build()?;
    let folder = packages::install()?;
    println!(
        "| package | made by | bytes | ours | `wasm-opt -Oz` | ours, `-Oz` | JavaScript | seconds | MB | seconds per MB |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for package in PACKAGES {
        if only.is_empty() || only.iter().any(|wanted| wanted == package.script) {
            eprintln!("bench: {}", package.script);
            rows(
                &unsnarl,
                &Subject::new(package, &folder)?,
                request.optimizer,
            )?;
        }
    }
    Ok(())
}

/// What is measured of a module.
struct Row {
    before: u64,
    after: u64,
    /// Of the original and of ours.
    optimized: Option<[Option<u64>; 2]>,
    javascript: Option<u64>,
    seconds: f64,
    megabytes: f64,
}

fn rows(unsnarl: &Unsnarl, subject: &Subject, optimizer: Optimizer) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let mut rows = Vec::new();
    let left = subject.replace(Form::WebAssembly, |module, to| {
        let command = unsnarl.compile(module, to, Choice::Algorithm("nested"));
        let [_clock, seconds, kilobytes] = measured(&command, LIMIT)?;
        let before = size(module)?;
        if before >= LEAST {
            rows.push(Row {
                before,
                after: size(to)?,
                optimized: match optimizer {
                    Optimizer::None => None,
                    Optimizer::Binaryen => Some([
                        optimized(module, &scratch.file("optimized.wasm"))?,
                        optimized(to, &scratch.file("optimized.wasm"))?,
                    ]),
                },
                javascript: javascript(unsnarl, module, &scratch.file("module.mjs"))?,
                seconds,
                megabytes: kilobytes / 1024.0,
            });
        }
        Ok(())
    })?;
    subject.require_same(Form::WebAssembly, &left)?;
    for row in rows {
        print(subject, &row);
    }
    Ok(())
}

fn print(subject: &Subject, row: &Row) {
    let ratio = |part: u64, whole: u64| format!("{:.3}", part as f64 / whole as f64);
    let or_refused = |size: Option<String>| size.unwrap_or_else(|| "refused".to_owned());
    let [original, both] = match row.optimized {
        None => ["not measured".to_owned(), "not measured".to_owned()],
        Some([before, after]) => {
            let both = before.and_then(|before| after.map(|after| ratio(after, before)));
            let original = before.map(|own| ratio(own, row.before));
            [or_refused(original), or_refused(both)]
        }
    };
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.0} | {:.2} |",
        subject.package.script,
        subject.package.compiler,
        row.before,
        ratio(row.after, row.before),
        original,
        both,
        or_refused(row.javascript.map(|own| ratio(own, row.before))),
        row.seconds,
        row.megabytes,
        row.seconds / (row.before as f64 / 1e6),
    );
}

/// The size of a module after Binaryen's passes, unless they refuse it.
fn optimized(module: &Path, to: &Path) -> Result<Option<u64>, Error> {
    let mut command = WASM_OPT.call()?;
    command.args(["-Oz", "--all-features"]);
    made(command.arg(module).arg("-o").arg(to), to)
}

/// The size of the JavaScript of a module, unless it is refused.
fn javascript(unsnarl: &Unsnarl, module: &Path, to: &Path) -> Result<Option<u64>, Error> {
    let mut command = unsnarl.compile(module, to, Choice::Algorithm("nested"));
    made(command.args(["--no-wasi", "--compact"]), to)
}

fn made(command: &mut std::process::Command, to: &Path) -> Result<Option<u64>, Error> {
    let outcome = process::capture(command, LIMIT)?;
    match outcome.ending {
        Ending::Status(0) => size(to).map(Some),
        _ => Ok(None),
    }
}

fn size(path: &Path) -> Result<u64, Error> {
    let data = fs::metadata(path).map_err(Error::file("find", path))?;
    Ok(data.len())
}
