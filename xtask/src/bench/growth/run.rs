//! One run of a compiler, with limits of time and memory.

use super::Output;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::tools::{LLC, PYTHON};
use crate::unsnarl::Unsnarl;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The status of `measure.py` where the command has used up its time on processors.
const STOPPED: i32 = 124;

/// A compiler.
pub(super) enum Contestant {
    Unsnarl { program: PathBuf, output: Output },
    Llc,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    Made,
    /// With an error, of which this is the start.
    Refused(String),
    /// It was stopped.
    TooLong,
    /// By a signal, a panic, or for want of memory.
    Crashed,
}

impl Ended {
    /// Tells whether the user gets a result, or the reason why not.
    pub(super) fn is_well(&self) -> bool {
        matches!(self, Ended::Made | Ended::Refused(_))
    }
}

/// The cost of a run.
pub(super) struct Measured {
    pub(super) ended: Ended,
    /// Of a run that was killed nothing is known.
    pub(super) usage: Option<Usage>,
}

/// What a run took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Usage {
    /// On processors.
    pub(super) seconds: f64,
    /// At the peak.
    pub(super) megabytes: f64,
}

impl Contestant {
    pub(super) fn unsnarl(unsnarl: &Unsnarl, output: Output) -> Self {
        Contestant::Unsnarl {
            program: unsnarl.program().to_owned(),
            output,
        }
    }

    pub(super) fn llc() -> Self {
        Contestant::Llc
    }

    pub(super) fn name(&self) -> &'static str {
        match self {
            Contestant::Unsnarl { output, .. } => match output {
                Output::Object | Output::Module => "ours",
                Output::JavaScript => "as JavaScript",
                Output::C => "as C",
            },
            Contestant::Llc => LLC.command,
        }
    }

    /// Tells whether its crashes are failures of the benchmark.
    pub(super) fn must_end_well(&self) -> bool {
        matches!(self, Contestant::Unsnarl { .. })
    }

    /// Compiles a text, with no more than `limit` on processors and than so many megabytes. Short
    /// runs are repeated, and the shortest counts.
    pub(super) fn run(
        &self,
        text: &Path,
        scratch: &Scratch,
        limit: Duration,
        megabytes: u64,
    ) -> Result<Measured, Error> {
        const ROUNDS: usize = 3;
        const LONG: f64 = 1.0;
        let mut best = self.run_once(text, scratch, limit, megabytes)?;
        for _ in 1..ROUNDS {
            let seconds = best.usage.map_or(LONG, |usage| usage.seconds);
            if seconds >= LONG {
                break;
            }
            let again = self.run_once(text, scratch, limit, megabytes)?;
            if again.usage.is_some_and(|usage| usage.seconds < seconds) {
                best = again;
            }
        }
        Ok(best)
    }

    fn run_once(
        &self,
        text: &Path,
        scratch: &Scratch,
        limit: Duration,
        megabytes: u64,
    ) -> Result<Measured, Error> {
        let report = scratch.file("usage.txt");
        paths::write(&report, b"")?;
        let mut command = Command::new("sh");
        // On a busy machine a program waits for processors: that is not its time.
        let patience = 10 * limit;
        let limits = format!(
            "ulimit -v {}; ulimit -St {}; exec timeout -s KILL {} \"$@\"",
            megabytes << 10,
            limit.as_secs(),
            patience.as_secs()
        );
        command.args(["-c", &limits, "sh", PYTHON.command]);
        command.arg(paths::root().join("bench/corpus/measure.py"));
        command.arg(&report);
        self.add_line(&mut command, text, scratch);
        let outcome = process::capture(&mut command, patience + Duration::from_secs(10))?;
        let usage = usage(&paths::read(&report)?);
        let ended = match outcome.ending {
            Ending::Status(0) => Ended::Made,
            Ending::Status(1) => Ended::Refused(start_of(&outcome.error_text())),
            Ending::Status(STOPPED) => Ended::TooLong,
            Ending::Status(137) | Ending::Signal | Ending::TimedOut if usage.is_none() => {
                Ended::TooLong
            }
            _ => Ended::Crashed,
        };
        Ok(Measured { ended, usage })
    }

    fn add_line(&self, command: &mut Command, text: &Path, scratch: &Scratch) {
        match self {
            Contestant::Unsnarl { program, output } => {
                let name = match output {
                    Output::Object => "made.o",
                    Output::Module => "made.wasm",
                    Output::JavaScript => "made.mjs",
                    Output::C => "made.c",
                };
                command.arg(program).arg("compile").arg(text);
                command.arg("-o").arg(scratch.file(name));
            }
            Contestant::Llc => {
                command
                    .args([LLC.command, "-O2", "-filetype=obj"])
                    .arg(text);
                command.arg("-o").arg(scratch.file("made.o"));
            }
        }
    }
}

/// What a report says, if it was written.
fn usage(report: &[u8]) -> Option<Usage> {
    let text = String::from_utf8_lossy(report);
    let mut words = text.split_whitespace().map(|word| word.parse::<f64>().ok());
    let (_, seconds, kilobytes) = (words.next()??, words.next()??, words.next()??);
    Some(Usage {
        seconds,
        megabytes: kilobytes / 1024.0,
    })
}

/// The first words of an error.
fn start_of(message: &str) -> String {
    const SHOWN: usize = 90;
    let line = message.lines().next().unwrap_or_default();
    let line = line.trim_start_matches("error: ").replace('|', "/");
    let shown: String = line.chars().take(SHOWN).collect();
    match shown.len() < line.len() {
        true => shown + "…",
        false => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let expected = Usage {
            seconds: 1.5,
            megabytes: 2.0,
        };
        assert_eq!(usage(b"1.75 1.5 2048\n"), Some(expected));
        assert_eq!(usage(b""), None);
    }

    #[test]
    fn errors_are_shortened() {
        assert_eq!(start_of("error: too many\n --> x"), "too many");
        assert_eq!(start_of(&"x".repeat(99)).chars().count(), 91);
    }
}
