//! Modules as portable C.
//!
//! *Needs:* gcc, clang, a gcc for s390x, and qemu.
//! *Gives:* a check for each of the three tests of `unsnarl-c` that build what they write.

use super::report::Report;
use crate::error::Error;
use crate::process;

/// The tests, which `cargo test` leaves out because they need compilers.
const TESTS: [&str; 3] = ["c_operations", "c_random", "compilers"];

/// Every operation and random functions, in C as on the machine; and what compilers assume.
pub(super) fn machines(report: &mut Report) -> Result<(), Error> {
    run_tests(report, &TESTS)
}

/// Runs tests that `cargo test` leaves out, each as a check.
pub(super) fn run_tests(report: &mut Report, tests: &[&str]) -> Result<(), Error> {
    for test in tests {
        process::show(process::cargo_test().args(["--test", test]))?;
        report.pass();
    }
    Ok(())
}
