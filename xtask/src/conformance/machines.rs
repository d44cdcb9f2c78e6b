//! Modules as portable C.
//!
//! *Needs:* gcc, clang, a gcc for s390x, and qemu.
//! *Gives:* a check for each test that builds what the writers of C write.

use super::report::Report;
use crate::built::{self, Target};
use crate::error::Error;
use crate::process;
use std::process::Command;

/// Every operation and random functions, in C as on the machine; and what compilers assume.
pub(super) fn machines(report: &mut Report) -> Result<(), Error> {
    run_tests(report, "compilers")
}

/// Runs tests that `cargo test` leaves out, each as a check.
pub(super) fn run_tests(report: &mut Report, tests: &str) -> Result<(), Error> {
    let mut tests = Command::new(built::path(Target::Tests(tests))?);
    tests.env("UNSNARL_SEED", report.seed().to_string());
    process::each_line(&mut tests, |line| {
        if line.starts_with("test ") && line.ends_with(" ... ok") {
            report.pass();
        }
        if !line.is_empty() {
            println!("{line}");
        }
    })
}
