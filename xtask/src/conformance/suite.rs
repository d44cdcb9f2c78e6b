//! The official test suite of WebAssembly through the writers of text.
//!
//! *Needs:* node, SpiderMonkey's shell, gcc and clang.
//! *Gives:* a check for each group of scripts, all of whose steps must end as they say.
//! *Limits:* with `--short` the large groups are not compiled from C.

use super::report::Report;
use crate::error::Error;
use crate::process;

/// The groups, each a test of the testkit for each target: those that take compilers longest last.
const GROUPS: [&str; 10] = [
    "exceptions",
    "tail_calls",
    "extended_constants",
    "several_memories",
    "threads",
    "addresses_of_64_bits",
    "version_2",
    "version_1",
    "taken_up",
    "vectors",
];

/// How many of them a short run has in C.
const FEW: usize = 6;

/// JavaScript with exact traps, in both engines.
pub(super) fn javascript(report: &mut Report) -> Result<(), Error> {
    for group in GROUPS {
        test(report, &format!("in_javascript::{group}"))?;
    }
    test(report, "in_javascript::version_2_in_spidermonkey")?;
    test(report, "what_is_wrong_is_noticed")
}

/// Portable C with all checks.
pub(super) fn c(report: &mut Report) -> Result<(), Error> {
    let count = report.pick(GROUPS.len(), FEW);
    for group in &GROUPS[..count] {
        test(report, &format!("in_c::{group}"))?;
    }
    Ok(())
}

/// Runs a test, which must be there.
fn test(report: &mut Report, name: &str) -> Result<(), Error> {
    let mut cargo = process::cargo_test();
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
