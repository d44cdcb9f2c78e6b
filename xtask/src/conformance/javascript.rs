//! Modules as JavaScript.
//!
//! *Needs:* node, SpiderMonkey's shell, and clang with its linker.
//! *Gives:* a check for each of the tests that run what the writer of JavaScript writes.

use super::machines;
use super::report::Report;
use crate::error::Error;

/// Every operation, random functions, what instances share, how much bytecode there is, the bits of
/// NaNs, and source maps.
pub(super) fn javascript(report: &mut Report) -> Result<(), Error> {
    machines::run_tests(report, "javascript")
}
