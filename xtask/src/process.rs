//! Running other programs: with a limit of time, and without a standard input unless one is given.

use crate::error::Error;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With this status.
    Status(i32),
    /// By a signal.
    Signal,
    /// It was still running when the limit was reached, and was stopped.
    TimedOut,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "status {status}"),
            Self::Signal => write!(f, "a signal"),
            Self::TimedOut => write!(f, "no end within the limit of time"),
        }
    }
}

impl From<ExitStatus> for Ending {
    fn from(status: ExitStatus) -> Self {
        status.code().map_or(Self::Signal, Self::Status)
    }
}

/// What a program did.
pub(crate) struct Outcome {
    pub(crate) ending: Ending,
    pub(crate) output: Vec<u8>,
    pub(crate) errors: Vec<u8>,
}

impl Outcome {
    /// What it wrote to standard error, as text.
    pub(crate) fn error_text(&self) -> String {
        String::from_utf8_lossy(&self.errors).trim_end().to_owned()
    }
}

/// Runs a program and keeps what it writes; stops it after `limit`. Any ending is a success of this
/// function.
pub(crate) fn capture(command: &mut Command, limit: Duration) -> Result<Outcome, Error> {
    capture_reading(command, Stdio::null(), limit)
}

/// As [`capture`], with this standard input.
pub(crate) fn capture_reading(
    command: &mut Command,
    input: Stdio,
    limit: Duration,
) -> Result<Outcome, Error> {
    let deadline = Instant::now() + limit;
    command
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|cause| not_started(command, cause))?;
    let output = read_aside(child.stdout.take().expect("standard output is piped"));
    let errors = read_aside(child.stderr.take().expect("standard error is piped"));

    let ending = wait(&mut child, deadline).map_err(|cause| not_started(command, cause))?;
    // A program that was stopped may have left children that hold the pipes open: what came by then
    // must do.
    let patience = Duration::from_secs(2);
    Ok(Outcome {
        ending,
        output: output.recv_timeout(patience).unwrap_or_default(),
        errors: errors.recv_timeout(patience).unwrap_or_default(),
    })
}

/// A server that runs until this is dropped.
pub(crate) struct Server(Child);

impl Server {
    pub(crate) fn start(command: &mut Command) -> Result<Server, Error> {
        let child = command.stdin(Stdio::null()).spawn();
        child
            .map(Server)
            .map_err(|cause| not_started(command, cause))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // By a signal that it can hand on to the processes that it has begun.
        let line = format!("kill {}", self.0.id());
        if Command::new("sh").args(["-c", &line]).status().is_ok() {
            let _ = self.0.wait();
        }
    }
}

/// Runs a program that must end with status 0, and returns what it wrote.
pub(crate) fn require(command: &mut Command, limit: Duration) -> Result<Vec<u8>, Error> {
    complete(command, limit).map(|outcome| outcome.output)
}

/// As [`require`], and keeps what it wrote to standard error as well.
pub(crate) fn complete(command: &mut Command, limit: Duration) -> Result<Outcome, Error> {
    let outcome = capture(command, limit)?;
    if outcome.ending == Ending::Status(0) {
        return Ok(outcome);
    }
    let output = outcome.error_text();
    Err(Error::Failed {
        command: shown(command),
        ending: outcome.ending.to_string(),
        output,
    })
}

/// Runs a program that must end with status 0, and reads what it writes line by line, without a
/// limit; lines that are no text are read as far as they are.
pub(crate) fn each_line(command: &mut Command, mut visit: impl FnMut(&str)) -> Result<(), Error> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let mut child = command
        .spawn()
        .map_err(|cause| not_started(command, cause))?;
    let output = child.stdout.take().expect("standard output is piped");
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = output.read_until(b'\n', &mut line);
        if read.map_err(|cause| not_started(command, cause))? == 0 {
            break;
        }
        visit(String::from_utf8_lossy(&line).trim_end());
    }
    let ending = Ending::from(child.wait().map_err(|cause| not_started(command, cause))?);
    if ending == Ending::Status(0) {
        return Ok(());
    }
    Err(Error::Failed {
        command: shown(command),
        ending: ending.to_string(),
        output: String::new(),
    })
}

/// Runs a program that must end with status 0, and lets it write to where this one writes; without
/// a limit.
pub(crate) fn show(command: &mut Command) -> Result<(), Error> {
    let status = command.stdin(Stdio::null()).status();
    let ending = Ending::from(status.map_err(|cause| not_started(command, cause))?);
    if ending == Ending::Status(0) {
        return Ok(());
    }
    Err(Error::Failed {
        command: shown(command),
        ending: ending.to_string(),
        output: String::new(),
    })
}

/// The program with its arguments, as one would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

/// The `cargo` that runs this.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(crate::paths::root());
    command
}

fn not_started(command: &Command, cause: io::Error) -> Error {
    Error::Start {
        command: shown(command),
        cause,
    }
}

/// Reads everything in a thread of its own, so that a full pipe never holds up the program that
/// fills it.
fn read_aside(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // A broken pipe ends the output; there may be no receiver.
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

fn wait(child: &mut Child, deadline: Instant) -> io::Result<Ending> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.into());
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(Ending::TimedOut);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, limit: Duration, ending: Ending, output: &str) {
        let outcome =
            capture(Command::new("sh").args(["-c", script]), limit).expect("a shell is there");
        assert_eq!(outcome.ending, ending);
        assert_eq!(String::from_utf8_lossy(&outcome.output), output);
    }

    #[test]
    fn endings_are_told_apart() {
        let ample = Duration::from_secs(60);
        check("echo fine", ample, Ending::Status(0), "fine\n");
        check("echo bad; exit 7", ample, Ending::Status(7), "bad\n");
        check("kill -9 $$", ample, Ending::Signal, "");
        check(
            "head -c 300000 /dev/zero | wc -c; cat",
            ample,
            Ending::Status(0),
            "300000\n",
        );
        check(
            "exec sleep 60",
            Duration::from_millis(20),
            Ending::TimedOut,
            "",
        );
    }
}
