//! C++20 coroutines: random generators for all targets.
//!
//! *Gives:* for each file of [`BATCH`] [programs](program) a check of each
//! [target](super::targets), on which they give the checksums that they give natively.
//!
//! The files of a failing one are kept below `target/conformance/coroutines`.

mod program;

use super::report::Report;
use super::targets::{Bench, Program, TARGETS};
use crate::error::Error;
use crate::parallel;
use crate::paths;
use program::{PRELUDE, program};
use std::fmt::Write as _;

/// How many programs, in a run of everything and in a short one.
const COUNTS: [usize; 2] = [500, 20];
/// How many programs share a file.
const BATCH: usize = 5;
/// How many files are judged before a line is printed.
const FILES: usize = 10;

const OPTIONS: [&str; 3] = ["-std=c++20", "-fno-exceptions", "-fno-rtti"];

/// As many programs as a run has.
pub(super) fn coroutines(report: &mut Report) -> Result<(), Error> {
    let bench = Bench::new("coroutines")?;
    let count = report.pick(COUNTS[0], COUNTS[1]);
    let numbers: Vec<u64> = (report.first_case()..).take(count).collect();
    let batches: Vec<&[u64]> = numbers.chunks(BATCH).collect();
    let mut done = 0;
    for some in batches.chunks(FILES) {
        for checks in parallel::map(some, |batch| judge(&bench, batch)) {
            checks?.into_iter().for_each(|check| report.check(check));
            done += BATCH;
        }
        let (targets, failed) = (TARGETS.len(), report.failed());
        let refused = bench.refused();
        println!(
            "{done} of {count} programs for {targets} targets; {refused} refused, {failed} failed"
        );
    }
    Ok(())
}

/// A check of a file of programs for each target.
fn judge(bench: &Bench, numbers: &[u64]) -> Result<Vec<Result<(), String>>, Error> {
    let seed = numbers.first().copied().unwrap_or_default();
    let folder = bench.folder().join(format!("from-{seed}"));
    let source = folder.join("program.cpp");
    paths::write(&source, text(numbers).as_bytes())?;
    bench.judge(&Program {
        name: format!("programs from {seed}"),
        seed,
        folder,
        sources: [source.clone(), source],
        options: &OPTIONS,
        functions: numbers.len(),
    })
}

/// The file of some programs.
fn text(numbers: &[u64]) -> String {
    let mut text = PRELUDE.to_owned();
    for &number in numbers {
        text += &program(number);
    }
    text += "extern \"C\" long long run(int number) {\n  sum = 0;\n  switch (number) {\n";
    for (case, number) in numbers.iter().enumerate() {
        let _ = writeln!(text, "  case {case}: p{number}_run(); break;");
    }
    text + "  }\n  return (long long)sum;\n}\n"
}
