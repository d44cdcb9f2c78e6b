//! The command `unsnarl` as a program for WebAssembly: rustc hands it over as bitcode, with all of
//! Rust's library, and Unsnarl makes its code.
//!
//! *Needs:* the newest Rust, and the registry of crates for what the command needs, such as its
//! engine, wasmi. *Gives:* a check for each of some command lines on examples, that in node it
//! writes what it writes natively and ends so. *Cost:* some minutes, for its 60 crates.
//! *Limits:* a host without processes has neither clang nor a linker, so that `cc`, `c++` and `ld`
//! do not work there; and no threads, so that functions are compiled one after another.

use super::super::report::Report;
use super::super::runs::first_difference;
use super::{LONG_LIMIT, Newest, Panic};
use crate::engines::Engine;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending, Outcome};
use crate::unsnarl::Unsnarl;
use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// What each program among the examples is given to, as its first argument or the last.
const COMMANDS: [&[&str]; 7] = [
    &["verify"],
    &["structure"],
    &["structure", "--algorithm=stackifier", "--emit=js"],
    &["explain"],
    &["dump", "--after=low"],
    &["compile", "--emit=wat", "-o", "-"],
    &["compile", "--emit=obj", "-o", "-"],
];

/// Runs of examples in its engine, and what goes wrong.
const OTHERS: [&[&str]; 5] = [
    &["run", "duff.ll"],
    &["run", "tokenizer.ll"],
    &["--help"],
    &["verify", "--from=ll", "README.md"],
    &["structure", "--no-such-option", "duff.ll"],
];

/// Builds the command, and compares what it does.
pub(super) fn command(
    report: &mut Report,
    newest: &Newest,
    unsnarl: &Unsnarl,
) -> Result<(), Error> {
    let mut build = newest.to_wasm("build", Panic::Abort);
    build.args([
        "--quiet",
        "--release",
        "--package=unsnarl-cli",
        "--bin=unsnarl",
    ]);
    process::require(&mut build, LONG_LIMIT)?;
    // Messages have the name by which the command is called.
    let scratch = Scratch::new()?;
    let module = scratch.file("unsnarl");
    let made = newest.module("release", "unsnarl");
    symlink(&made, &module).map_err(Error::file("link", &module))?;
    let mut lines: Vec<Vec<String>> = Vec::new();
    for file in paths::names_in(&paths::examples())? {
        if file.ends_with(".ll") {
            lines.extend(COMMANDS.iter().map(|words| {
                let words = words.iter().map(|&word| word.to_owned());
                words.chain([file.clone()]).collect()
            }));
        }
    }
    lines.extend(OTHERS.map(|words| words.iter().map(|&word| word.to_owned()).collect()));
    let checks = crate::parallel::map(&lines, |line| {
        let native = run(Command::new(unsnarl.program())
            .current_dir(paths::examples())
            .args(line))?;
        let mut node = Engine::Node.script()?;
        node.arg("--folder")
            .arg(format!("/={}", paths::examples().display()));
        let found = run(node.arg(&module).args(line))?;
        Ok(compare(&native, &found).map_err(|what| format!("unsnarl {}: {what}", line.join(" "))))
    });
    let count = checks.len();
    for check in checks {
        let check: Result<_, Error> = check;
        report.check(check?);
    }
    println!("{count} command lines of unsnarl itself, in node");
    Ok(())
}

fn run(command: &mut Command) -> Result<Outcome, Error> {
    process::capture(command, LIMIT)
}

/// Compares both streams and the ending.
fn compare(native: &Outcome, found: &Outcome) -> Result<(), String> {
    if native.ending != found.ending || native.ending == Ending::TimedOut {
        return Err(format!(
            "ended with {}, not {}: {}",
            found.ending,
            native.ending,
            found.error_text()
        ));
    }
    for (expected, found) in [
        (&native.output, &found.output),
        (&native.errors, &found.errors),
    ] {
        first_difference(expected, found).map_or(Ok(()), Err)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(output: &str, errors: &str, status: i32) -> Outcome {
        Outcome {
            ending: Ending::Status(status),
            output: output.into(),
            errors: errors.into(),
        }
    }

    #[test]
    fn both_streams_and_the_status_count() {
        let native = outcome("a\n", "b\n", 1);
        assert_eq!(compare(&native, &outcome("a\n", "b\n", 1)), Ok(()));
        for other in [("c\n", "b\n", 1), ("a\n", "c\n", 1), ("a\n", "b\n", 0)] {
            let (output, errors, status) = other;
            assert!(compare(&native, &outcome(output, errors, status)).is_err());
        }
    }
}
