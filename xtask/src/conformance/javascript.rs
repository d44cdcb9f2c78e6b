//! Modules as JavaScript.
//!
//! *Needs:* node, and SpiderMonkey's shell.
//! *Gives:* a check for each of the tests of `unsnarl-js` that run what they write.

use super::machines;
use super::report::Report;
use crate::error::Error;

/// The tests, which `cargo test` leaves out because they need engines.
const TESTS: [&str; 4] = ["operations", "random", "instances", "bytecode"];

/// Every operation, random functions, what instances share, and how much bytecode there is.
pub(super) fn javascript(report: &mut Report) -> Result<(), Error> {
    machines::run_tests(report, "unsnarl-js", &TESTS)
}
