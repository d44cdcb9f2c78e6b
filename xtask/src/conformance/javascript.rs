//! Modules as JavaScript.
//!
//! *Needs:* node, SpiderMonkey's shell, and clang with its linker.
//! *Gives:* a check for each of the tests of `unsnarl-js` that run what they write.

use super::machines;
use super::report::Report;
use crate::error::Error;

/// The tests, which `cargo test` leaves out because they need engines.
const TESTS: [&str; 6] = [
    "javascript_operations",
    "javascript_random",
    "instances",
    "bytecode",
    "nan",
    "source_maps",
];

/// Every operation, random functions, what instances share, how much bytecode there is, the bits of
/// NaNs, and source maps.
pub(super) fn javascript(report: &mut Report) -> Result<(), Error> {
    machines::run_tests(report, &TESTS)
}
