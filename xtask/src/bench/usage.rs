//! What commands take, and the numbers that scripts of ours print.
//!
//! *Needs:* Python, for `bench/corpus/measure.py`. *Gives:* [`measured`] and [`numbers`].

use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::PYTHON;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Runs a command: seconds by the clock, seconds on processors, and kilobytes at the peak.
pub(super) fn measured(command: &Command, limit: Duration) -> Result<[f64; 3], Error> {
    let scratch = Scratch::new()?;
    let report = scratch.file("usage.txt");
    process::require(&mut measuring(command, &report)?, limit)?;
    Ok(numbers(&paths::read(&report)?))
}

/// A command that runs another one, and writes what it took to a file.
pub(super) fn measuring(command: &Command, report: &Path) -> Result<Command, Error> {
    let mut measured = PYTHON.call()?;
    measured.arg(paths::root().join("bench/corpus/measure.py"));
    measured.arg(report).arg(command.get_program());
    measured.args(command.get_args());
    Ok(measured)
}

/// The last so many numbers of a text of ours, which has them.
pub(super) fn numbers<const N: usize>(text: &[u8]) -> [f64; N] {
    let text = String::from_utf8_lossy(text);
    let all: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let last = all.len().checked_sub(N).map(|start| &all[start..]);
    last.and_then(|last| last.try_into().ok())
        .expect("our own scripts end with their numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_last_words() {
        assert_eq!(numbers(b"7 times 1.5 20\n"), [1.5, 20.0]);
    }
}
