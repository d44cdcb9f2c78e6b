//! What the engines of languages have in common: skeletons with tapes go in, lines come out.
//!
//! *Needs:* the tool of the language on the path. *Gives:* [`Case`], [`EngineError`], and the
//! [`answers`] of a tool. *Cost:* one or two processes for a batch.

use super::{End, Seen, deciding};
use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, process, thread};
use unsnarl::Cfg;

/// What becomes of a compiler's warnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warnings {
    /// They are errors.
    Refused,
    /// There may be some.
    Ignored,
}

/// A skeleton to run.
#[derive(Clone, Debug)]
pub struct Case {
    /// The text of the function.
    pub text: String,
    /// Of each block that decides the number of its arms.
    pub(super) arms: Vec<Option<usize>>,
    /// The tapes to run it on.
    pub tapes: Vec<Vec<u32>>,
    warnings: Warnings,
}

impl Case {
    /// Prepares a skeleton of a graph.
    pub fn new(cfg: &Cfg, text: String, tapes: Vec<Vec<u32>>, warnings: Warnings) -> Case {
        let arms = deciding(cfg);
        Case {
            text,
            arms,
            tapes,
            warnings,
        }
    }
}

/// What every case showed on each of its tapes.
pub type Answers = Result<Vec<Vec<Seen>>, EngineError>;

/// Why an engine gave no answer.
#[derive(Debug)]
pub enum EngineError {
    /// A tool could not be started or spoken to.
    Process {
        /// The tool.
        tool: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// A tool refused a skeleton, or ended with an error of its own.
    Failed {
        /// The tool.
        tool: &'static str,
        /// What it printed about it.
        message: String,
    },
    /// A tool printed something else than runs.
    Answer {
        /// The tool.
        tool: &'static str,
        /// The line.
        line: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Process { tool, error } => {
                write!(f, "cannot run {tool}: {error}: install it first")
            }
            EngineError::Failed { tool, message } => write!(f, "{tool} failed: {message}"),
            EngineError::Answer { tool, line } => {
                write!(f, "{tool} printed what is not a run: {line}")
            }
        }
    }
}

impl std::error::Error for EngineError {}

/// Gives numbers for a host that reads them from its input: how many blocks may run; then for each
/// case the number of blocks, for each block the number of its arms or -1 if it does not decide,
/// the number of tapes, and each tape after its length.
pub(super) fn numbers(cases: &[Case], limit: usize) -> String {
    let mut text = format!("{limit}\n");
    let mut add = |numbers: &mut dyn Iterator<Item = i64>| {
        numbers.for_each(|number| write!(text, "{number} ").expect("a string takes any text"));
        text.push('\n');
    };
    for case in cases {
        let arms = case.arms.iter();
        let arms = arms.map(|arms| arms.map_or(-1, |arms| arms as i64));
        add(&mut [case.arms.len() as i64].into_iter().chain(arms));
        add(&mut [case.tapes.len() as i64].into_iter());
        for tape in &case.tapes {
            let numbers = tape.iter().copied().map(i64::from);
            add(&mut [tape.len() as i64].into_iter().chain(numbers));
        }
    }
    text
}

/// Starts a tool, gives it its input, and returns what it prints; fails if it does, or if it warns.
pub(super) fn converse(
    tool: &'static str,
    command: &mut Command,
    input: String,
) -> Result<String, EngineError> {
    let spoken = speak(command, input).map_err(|error| EngineError::Process { tool, error })?;
    if !spoken.status.success() || !spoken.stderr.is_empty() {
        let said = String::from_utf8_lossy(&spoken.stderr);
        let message = format!("{}\n{said}", spoken.status);
        return Err(EngineError::Failed { tool, message });
    }
    Ok(String::from_utf8_lossy(&spoken.stdout).into_owned())
}

fn speak(command: &mut Command, input: String) -> io::Result<Output> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // A tool may answer before it has read everything; neither side must wait for the other.
    let stdin = child.stdin.take();
    let writer = thread::spawn(move || match stdin {
        Some(mut stdin) => stdin.write_all(input.as_bytes()),
        None => Ok(()),
    });
    let output = child.wait_with_output();
    let written = writer.join().expect("writing to a process does not panic");
    match written {
        // A tool that ends early says why.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => output,
    }
}

/// Reads a line for each tape of each case.
pub(super) fn answers(tool: &'static str, cases: &[Case], text: &str) -> Answers {
    let mut lines = text.lines();
    let mut next = || {
        let line = lines.next().unwrap_or("nothing");
        parse(line).ok_or_else(|| EngineError::Answer {
            tool,
            line: String::from(line),
        })
    };
    let runs = |case: &Case| case.tapes.iter().map(|_| next()).collect();
    cases.iter().map(runs).collect()
}

/// Reads a line as [`Seen`] prints it.
fn parse(line: &str) -> Option<Seen> {
    let digits = |c: char| c.is_ascii_digit() || c == ' ';
    let (blocks, end) = line.split_at(line.find(|c| !digits(c))?);
    let end = match end {
        "returned" => End::Returned,
        "unreachable" => End::Unreachable,
        "tape used" => End::TapeUsed,
        "long enough" => End::LongEnough,
        end => End::Wrong(String::from(end.strip_prefix("wrong: ")?)),
    };
    let blocks = blocks.split_whitespace().map(str::parse);
    let blocks = blocks.collect::<Result<_, _>>().ok()?;
    Some(Seen { blocks, end })
}

/// A folder for the files of one batch, which is deleted with its owner.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Makes a folder that no other batch has.
    pub(super) fn new() -> io::Result<Folder> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("unsnarl-skeletons-{}-{number}", process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir(&path)?;
        Ok(Folder(path))
    }

    /// Writes a file, and gives its path and that of a program to be made of it.
    pub(super) fn source(&self, name: &str, text: &str) -> io::Result<(PathBuf, PathBuf)> {
        let path = self.0.join(name);
        fs::write(&path, text)?;
        Ok((path, self.0.join("program")))
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on it, and a destructor cannot fail.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compiles a file of all skeletons with their host, and runs it on the [`numbers`] of the cases.
///
/// Of the arguments the first ones are given unless a case ignores warnings, and else the second
/// ones.
pub(super) fn compile_and_run(
    tool: &'static str,
    arguments: [&[&str]; 2],
    (name, source): (&str, &str),
    cases: &[Case],
    limit: usize,
) -> Answers {
    let failed = |error| EngineError::Process { tool, error };
    let folder = Folder::new().map_err(failed)?;
    let (source, program) = folder.source(name, source).map_err(failed)?;
    let mut compiler = Command::new(tool);
    let ignored = cases.iter().any(|case| case.warnings == Warnings::Ignored);
    compiler
        .current_dir(&folder)
        .args(arguments[usize::from(ignored)]);
    compiler.arg(&source).arg("-o").arg(&program);
    converse(tool, &mut compiler, String::new())?;
    let host = "the program of the skeletons";
    let text = converse(host, &mut Command::new(&program), numbers(cases, limit))?;
    answers(host, cases, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_printed() {
        for line in [
            "returned",
            "0 1 2 unreachable",
            "0 tape used",
            "7 7 long enough",
            "3 wrong: block 3 was not asked",
        ] {
            let read = parse(line).map(|seen| seen.to_string());
            assert_eq!(read.as_deref(), Some(line));
        }
        for line in ["", "0 1", "0 1 returns", "-1 returned", "nothing"] {
            assert_eq!(parse(line), None, "{line}");
        }
    }

    #[test]
    fn a_missing_tool_is_an_error() {
        let missing = converse(
            "no-such-tool",
            &mut Command::new("no-such-tool"),
            String::new(),
        );
        let message = missing.map_err(|error| error.to_string());
        let message = message.expect_err("there is no such tool");
        assert!(message.starts_with("cannot run no-such-tool"), "{message}");
    }
}
