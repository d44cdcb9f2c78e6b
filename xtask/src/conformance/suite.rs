//! The official test suite of WebAssembly through the writers of text.
//!
//! *Needs:* node and SpiderMonkey's shell, or gcc.
//! *Gives:* a check for each group of scripts, all of whose steps must end as they say.

use super::report::Report;
use crate::error::Error;
use crate::process;

/// The groups, each a test of the testkit for each target.
const GROUPS: [&str; 10] = [
    "version_2",
    "exceptions",
    "tail_calls",
    "extended_constants",
    "several_memories",
    "threads",
    "taken_up",
    "addresses_of_64_bits",
    "vectors",
    "version_1",
];

/// How many of them a short run has.
const FEW: usize = 6;

/// JavaScript with exact traps, in both engines.
pub(super) fn javascript(report: &mut Report) -> Result<(), Error> {
    run(report, "in_javascript")?;
    test(report, "in_javascript::version_2_in_spidermonkey")
}

/// Portable C with all checks.
pub(super) fn c(report: &mut Report) -> Result<(), Error> {
    run(report, "in_c")
}

fn run(report: &mut Report, target: &str) -> Result<(), Error> {
    let count = report.pick(GROUPS.len(), FEW);
    for group in &GROUPS[..count] {
        test(report, &format!("{target}::{group}"))?;
    }
    Ok(())
}

/// Runs a test, which must be there.
fn test(report: &mut Report, name: &str) -> Result<(), Error> {
    let mut cargo = process::cargo();
    cargo.args([
        "test",
        "--quiet",
        "--release",
        "--package",
        "unsnarl-testkit",
    ]);
    cargo.args(["--test", "suite", "--", "--exact", name, "--nocapture"]);
    let mut has_run = false;
    process::each_line(&mut cargo, |line| {
        has_run |= line.starts_with("test result: ok. 1 passed");
        if !line.is_empty() {
            println!("{line}");
        }
    })?;
    match has_run {
        true => report.pass(),
        false => report.fail(format!("there is no test {name}")),
    }
    Ok(())
}
