//! The parts that the testkit runs itself.

use super::report::Report;
use crate::error::Error;
use crate::process;

const GRAPHS: &str = "1000000";
const SKELETONS: &str = "2000";
/// All graphs of up to this many blocks with at most two arms each.
const BLOCKS: &str = "5";

/// Random graphs, each structured by every algorithm and proved.
pub(crate) fn graphs(report: &mut Report) -> Result<(), Error> {
    run(report, "random-graphs", ["--count", GRAPHS])
}

/// Every small graph, structured by every algorithm and proved.
pub(crate) fn small_graphs(report: &mut Report) -> Result<(), Error> {
    run(report, "random-graphs", ["--exhaustive", BLOCKS])
}

/// Random graphs, each written as a JavaScript program that node runs on tapes of decisions.
pub(crate) fn skeletons(report: &mut Report) -> Result<(), Error> {
    run(report, "skeletons", ["--count", SKELETONS])
}

/// Runs a program of the testkit that prints its own progress and fails if one thing that it checks does not hold.
fn run(report: &mut Report, program: &str, arguments: [&str; 2]) -> Result<(), Error> {
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
    ]);
    process::show(cargo.args(arguments))?;
    report.pass_many(1);
    Ok(())
}
