//! The official test suite of WebAssembly through the writers of text.
//!
//! *Needs:* node, SpiderMonkey's shell, gcc and clang.
//! *Gives:* a check for each group of scripts, all of whose steps must end as they say.
//! *Limits:* with `--short` one of the large groups is compiled from C, in turn.

use super::report::Report;
use crate::built::{self, Target};
use crate::error::Error;
use crate::process;
use std::process::Command;

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

/// How many of them are small. Of the others a short run has one in C.
const SMALL: usize = 6;

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
    let (small, large) = GROUPS.split_at(SMALL);
    let large = report.sample(large.to_vec(), large.len());
    for group in small.iter().chain(&large) {
        test(report, &format!("in_c::{group}"))?;
    }
    Ok(())
}

/// Runs a test, which must be there.
fn test(report: &mut Report, name: &str) -> Result<(), Error> {
    let mut tests = Command::new(built::path(Target::Tests("suite"))?);
    tests.args(["--exact", name, "--nocapture"]);
    let mut has_run = false;
    process::each_line(&mut tests, |line| {
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
