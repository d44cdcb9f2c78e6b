//! A contestant in a process of its own, so that a panic, an endless run or exhausted memory is a
//! result and does not end the benchmark.
//!
//! *Needs:* a command that answers each line that it reads with a line. *Gives:* [`Child`], which
//! starts the command again after each such end. *Limits:* one question at a time.

use crate::error::Error;
use crate::wire::{Answer, read_answer, write_graph};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;
use unsnarl::Cfg;

/// How long a contestant may take for all samples of one graph.
pub(crate) const LIMIT: Duration = Duration::from_secs(30);

/// A contestant that answers lines.
pub(crate) struct Child {
    command: Box<dyn Fn() -> Command>,
    running: Option<Running>,
}

struct Running {
    process: std::process::Child,
    lines: Receiver<String>,
}

impl Child {
    /// Prepares a contestant; it is started with the first question.
    pub(crate) fn new(command: impl Fn() -> Command + 'static) -> Child {
        Child {
            command: Box::new(command),
            running: None,
        }
    }

    /// Asks for one graph. What the contestant does wrong is an answer; only one that cannot be
    /// started is an error.
    pub(crate) fn ask(&mut self, cfg: &Cfg) -> Result<Answer, Error> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(start((self.command)())?),
        };
        let line = running.ask(&write_graph(cfg));
        let answer = match line {
            Ok(line) => read_answer(&line).unwrap_or_else(|| {
                let start: String = line.chars().take(200).collect();
                Answer::Failed(format!("no answer: {start}"))
            }),
            Err(RecvTimeoutError::Timeout) => {
                self.stop();
                Answer::Failed(format!("no end within {} s", LIMIT.as_secs()))
            }
            Err(RecvTimeoutError::Disconnected) => {
                self.stop();
                Answer::Failed("its process died".into())
            }
        };
        Ok(answer)
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have ended already; in both cases it is gone afterwards.
            let _ = running.process.kill();
            let _ = running.process.wait();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn ask(&mut self, question: &str) -> Result<String, RecvTimeoutError> {
        let stdin = self
            .process
            .stdin
            .as_mut()
            .expect("standard input is piped");
        // A process that died takes no question; the channel says so, too.
        let _ = writeln!(stdin, "{question}").and_then(|()| stdin.flush());
        self.lines.recv_timeout(LIMIT)
    }
}

fn start(mut command: Command) -> Result<Running, Error> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut process = command.spawn().map_err(Error::start(&command))?;
    let output = process.stdout.take().expect("standard output is piped");
    let (sender, lines) = channel();
    thread::spawn(move || {
        let read = BufReader::new(output).lines().map_while(Result::ok);
        for line in read {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    Ok(Running { process, lines })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unsnarl_testkit::Rows;

    #[track_caller]
    fn check(script: &'static str, expected: &[&str]) {
        let mut child = Child::new(move || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        });
        let cfg = Rows::of(vec![vec![]]).cfg();
        for expected in expected {
            let answer = child.ask(&cfg).expect("a shell is there");
            assert_eq!(crate::wire::write_answer(&answer), *expected);
        }
    }

    #[test]
    fn whatever_a_contestant_does_is_an_answer() {
        check(
            "while read x; do echo ok 1 00; done",
            &["ok 1 00", "ok 1 00"],
        );
        check("read x; echo hello", &["failed no answer: hello"]);
        let died = "failed its process died";
        check("read x; exit 3", &[died, died]);
        check("read x; echo ok 1 -; exit 0", &["ok 1 -", died, "ok 1 -"]);
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let mut child = Child::new(|| Command::new("no-such-program"));
        assert!(child.ask(&Rows::of(vec![vec![]]).cfg()).is_err());
    }
}
