//! Modules as portable C.
//!
//! *Needs:* gcc, clang, a gcc for s390x, and qemu.
//! *Gives:* a check for each of the two tests of `unsnarl-c` that build what they write.

use super::report::Report;
use crate::error::Error;
use crate::process;

/// The tests, which `cargo test` leaves out because they need compilers.
const TESTS: [&str; 2] = ["operations", "random"];

/// Every operation and random functions, in C as on the machine.
pub(super) fn machines(report: &mut Report) -> Result<(), Error> {
    for test in TESTS {
        let mut cargo = process::cargo();
        process::show(cargo.args([
            "test",
            "--quiet",
            "--release",
            "--package",
            "unsnarl-c",
            "--test",
            test,
        ]))?;
        report.pass();
    }
    Ok(())
}
