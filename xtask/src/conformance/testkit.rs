//! The parts that the testkit runs itself.

use super::report::Report;
use crate::error::Error;
use crate::process;

const GRAPHS: usize = 1_000_000;
const SKELETONS: usize = 2_000;

/// Random graphs, each structured by every algorithm and proved.
pub(crate) fn graphs(report: &mut Report) -> Result<(), Error> {
    run(report, "random_graphs", GRAPHS)
}

/// Random graphs, each written as a JavaScript program that node runs on tapes of decisions.
pub(crate) fn skeletons(report: &mut Report) -> Result<(), Error> {
    run(report, "skeletons", SKELETONS)
}

/// Runs a program of the testkit that checks `count` things, prints its own progress, and fails if one does not hold.
fn run(report: &mut Report, program: &str, count: usize) -> Result<(), Error> {
    let mut cargo = process::cargo();
    cargo.args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "unsnarl-testkit",
        "--bin",
        program,
        "--",
        "--count",
    ]);
    process::show(cargo.arg(count.to_string()))?;
    report.pass_many(count);
    Ok(())
}
