//! Changed code of all corpora: both proofs together notice every change that a run can observe.
//!
//! *Needs:* clang, wasi-libc and csmith; the corpora.
//! *Gives:* one check: 100,000 mutations of functions of zlib, Lua, SQLite, the examples, the
//! corner cases of C and random programs, of which each is noticed, or makes no difference on 1,000
//! random states. A table says how many there were of each kind.
//! *Cost:* minutes.
//! *Limits:* `--short` takes zlib and the examples, 5,000 mutations and 100 states.

use super::csmith;
use super::report::Report;
use super::testkit::modules;
use crate::built::{self, Target};
use crate::corpus::{self, LEVELS, PROGRAMS};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::CSMITH;
use crate::wasi;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How many mutations there are at least, and on how many states what is not noticed runs.
const COUNTS: [&str; 2] = ["100000", "5000"];
const STATES: [&str; 2] = ["1000", "100"];

/// How many random programs there are.
const RANDOM: u64 = 40;
const LIMIT: Duration = Duration::from_secs(120);

/// Mutates functions of all corpora.
pub(crate) fn mutations(report: &mut Report) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let mut files = modules(report.pick(PROGRAMS.len(), 1))?;
    if report.pick(true, false) {
        files.extend(compiled(&scratch, corner_cases()?, &[])?);
        files.extend(compiled(&scratch, random(&scratch)?, &csmith::options())?);
    }
    let files = files.iter().map(|file| format!("{}\n", file.display()));
    let mut tests = Command::new(built::path(Target::UnitTests("unsnarl_wasm"))?);
    tests
        .args(["proof::mutants", "--nocapture"])
        .env("UNSNARL_MUTANTS", files.collect::<String>())
        .env("UNSNARL_MUTANTS_COUNT", report.pick(COUNTS[0], COUNTS[1]))
        .env("UNSNARL_MUTANTS_STATES", report.pick(STATES[0], STATES[1]));
    // A filter that finds no test passes, but has no table.
    let mut has_table = false;
    process::each_line(&mut tests, |line| {
        has_table |= line.contains("| mutation |");
        if line.contains('|') {
            println!("{}", line.trim_start_matches('.'));
        }
    })?;
    match has_table {
        true => report.pass(),
        false => report.fail("no mutation was made".to_owned()),
    }
    Ok(())
}

/// The corner cases of C.
fn corner_cases() -> Result<Vec<PathBuf>, Error> {
    corpus::with_ending(&paths::root().join("torture"), "c")
}

/// Random programs.
fn random(scratch: &Scratch) -> Result<Vec<PathBuf>, Error> {
    let program = |number: u64| {
        let mut csmith = CSMITH.call()?;
        csmith.args(["--seed", &number.to_string(), "--max-funcs", "6"]);
        // Where it leaves a file of its own.
        csmith.current_dir(scratch.folder());
        let text = process::require(&mut csmith, LIMIT)?;
        let source = scratch.file(&format!("random-{number}.c"));
        paths::write(&source, &text)?;
        Ok(source)
    };
    (1..=RANDOM).map(program).collect()
}

/// The modules of programs, at both levels.
fn compiled(
    scratch: &Scratch,
    sources: Vec<PathBuf>,
    options: &[String],
) -> Result<Vec<PathBuf>, Error> {
    let jobs: Vec<(PathBuf, &str)> = sources
        .iter()
        .flat_map(|source| LEVELS.map(|level| (source.clone(), level)))
        .collect();
    let made = parallel::map(&jobs, |(source, level)| {
        let name = source.file_stem().unwrap_or_default().to_string_lossy();
        let made = scratch.file(&format!("{name}{level}.ll"));
        wasi::make_ir(source, level, options, &made)?;
        Ok(made)
    });
    made.into_iter().collect()
}
