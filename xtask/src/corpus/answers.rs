//! The output of the programs: taken once from their native builds, and compared with every other
//! build.

use super::{Program, Run};
use crate::difference::first_difference;
use crate::error::Error;
use crate::parallel;
use crate::paths;
use crate::process::{self, Ending, Outcome};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Far above what any run takes.
const LIMIT: Duration = Duration::from_secs(600);

/// What the native build of a program prints in one run.
pub(crate) struct Answer {
    pub(crate) run: &'static Run,
    argument: &'static str,
    output: Vec<u8>,
}

/// Builds a program for this machine, into a folder, and runs it with every input.
pub(crate) fn answers(
    program: &'static Program,
    folder: &Path,
    is_short: bool,
) -> Result<Vec<Answer>, Error> {
    let native = super::native(program, folder)?;
    let answers = parallel::map(program.runs, |run| ask(run, &native, is_short));
    answers.into_iter().collect()
}

/// Runs a native build with one input.
pub(crate) fn ask(run: &'static Run, native: &Path, is_short: bool) -> Result<Answer, Error> {
    let argument = if is_short { run.short } else { run.full };
    let mut command = Command::new(native);
    command.arg(argument);
    let outcome = process::capture_reading(&mut command, input(run)?, LIMIT)?;
    if outcome.ending != Ending::Status(0) {
        return Err(failed(&command, &outcome));
    }
    Ok(Answer {
        run,
        argument,
        output: outcome.output,
    })
}

/// The standard input of a run.
fn input(run: &Run) -> Result<Stdio, Error> {
    let path = match run.input {
        Some(file) => paths::root().join("corpus").join(file),
        None => PathBuf::from("/dev/null"),
    };
    let file = File::open(&path).map_err(Error::file("open", &path))?;
    Ok(file.into())
}

impl Answer {
    /// Gives the argument to a command and runs it; an error if it does not end and print as the
    /// native build does.
    pub(crate) fn require(&self, command: &mut Command) -> Result<Outcome, Error> {
        command.arg(self.argument);
        let outcome = process::capture_reading(command, input(self.run)?, LIMIT)?;
        if outcome.ending != Ending::Status(0) {
            return Err(failed(command, &outcome));
        }
        match first_difference(&self.output, &outcome.output) {
            None => Ok(outcome),
            Some(difference) => Err(Error::WrongOutput {
                command: process::shown(command),
                difference,
            }),
        }
    }
}

fn failed(command: &Command, outcome: &Outcome) -> Error {
    Error::Failed {
        command: process::shown(command),
        ending: outcome.ending.to_string(),
        output: outcome.error_text(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::PROGRAMS;

    #[track_caller]
    fn check(script: &str, expected: &str) {
        let answer = Answer {
            run: &PROGRAMS[0].runs[0],
            argument: "five",
            output: b"one\nfive\n".to_vec(),
        };
        let mut command = Command::new("sh");
        let found = match answer.require(command.args(["-c", script, "sh"])) {
            Ok(outcome) => format!("fine{}", outcome.error_text()),
            Err(error) => error.to_string().replace(&process::shown(&command), "sh"),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn another_output_or_status_is_an_error() {
        check("echo one; echo $1; echo , as it is >&2", "fine, as it is");
        check(
            "echo one; echo four",
            "`sh`: line 2 should be \"five\\n\", and is \"four\\n\"",
        );
        check(
            "echo one; echo $1; echo no >&2; exit 3",
            "`sh` ended with status 3\nno",
        );
    }
}
