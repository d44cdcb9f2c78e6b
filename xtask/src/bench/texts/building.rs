//! C that is written and built, measured.
//!
//! *Needs:* gcc. *Gives:* [`Text`] and [`Build`]: sizes, jumps, and seconds of processors.

use super::{LIMIT, size};
use crate::bench::usage::measured;
use crate::error::Error;
use crate::native::gotos;
use crate::tools::GCC;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A text, and what it took.
#[derive(Default)]
pub(super) struct Text {
    pub(super) bytes: u64,
    pub(super) jumps: usize,
    pub(super) seconds: f64,
}

impl Text {
    pub(super) fn add(&mut self, other: &Text) {
        self.bytes += other.bytes;
        self.jumps += other.jumps;
        self.seconds += other.seconds;
    }
}

/// A build, and what it took.
pub(super) struct Build {
    pub(super) name: &'static str,
    pub(super) text: Option<Text>,
    pub(super) seconds: f64,
    pub(super) binary: PathBuf,
}

pub(super) fn gcc() -> Result<Command, Error> {
    let mut gcc = GCC.call()?;
    gcc.args(["-O2", "-w"]);
    Ok(gcc)
}

/// Writes a text, and measures that.
pub(super) fn written(text: &Path, command: &Command) -> Result<Text, Error> {
    let [_clock, seconds, _kilobytes] = measured(command, LIMIT)?;
    Ok(Text {
        bytes: size(text)?,
        jumps: gotos(text)?,
        seconds,
    })
}

/// Builds a program, without its symbols.
pub(super) fn build(
    name: &'static str,
    text: Option<Text>,
    mut gcc: Command,
    binary: PathBuf,
) -> Result<Build, Error> {
    gcc.args(["-s", "-lm", "-o"]).arg(&binary);
    let [_clock, seconds, _kilobytes] = measured(&gcc, LIMIT)?;
    Ok(Build {
        name,
        text,
        seconds,
        binary,
    })
}
