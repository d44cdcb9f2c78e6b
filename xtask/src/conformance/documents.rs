//! The scripts of the documents, run unchanged: each in a folder of its own with the files that
//! its document shows, where `unsnarl` is on the search path, and `UNSNARL_HOME` is this
//! repository.
//!
//! *Needs:* the tools that the documents name: clang, its linker, libc and library of C++,
//! make, CMake, Meson, LLVM's `ar`, ccache.
//! *Gives:* a check for each script. Sessions, which need `unsnarl` alone, are run by the tests of
//! its crate.
//! *Departs:* a chore of this repository (`cargo test`, …) is not run from within one; it is
//! parsed.

use super::report::Report;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::process::{self, Ending};
use crate::unsnarl::Unsnarl;
use std::process::Command;
use std::time::Duration;
use unsnarl_testkit::documents::{self, Part};

const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn documents(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let links = Scratch::new()?;
    let path = unsnarl.search_path(links.folder())?;
    for document in documents::all() {
        let scratch = Scratch::new()?;
        for (line, part) in documents::parts(&document.text) {
            let script = match part {
                Part::File { name, text } => {
                    paths::write(&scratch.file(name), text.as_bytes())?;
                    continue;
                }
                Part::Script(script) => own_commands(script),
                _ => continue,
            };
            if script.trim().is_empty() {
                continue;
            }
            let place = format!("{}:{line}", document.path.display());
            println!("{place}");
            let mut shell = Command::new("sh");
            shell
                .args(["-eu", "-c", &script])
                .current_dir(scratch.folder())
                .env("PATH", &path)
                .env("UNSNARL_HOME", paths::root())
                .env("HOME", scratch.folder());
            let outcome = process::capture(&mut shell, LIMIT)?;
            let is_fine = outcome.ending == Ending::Status(0);
            let why = || format!("{place}: {}: {}", outcome.ending, outcome.error_text());
            report.check(if is_fine { Ok(()) } else { Err(why()) });
        }
    }
    Ok(())
}

/// A script without the chores of this repository.
fn own_commands(script: &str) -> String {
    let own = script.lines().filter(|line| !is_chore(line));
    own.flat_map(|line| [line, "\n"]).collect()
}

/// Tells whether a command builds, tests or measures this repository.
fn is_chore(command: &str) -> bool {
    ["cargo ", "bash .ci/", "bash findings/", "python3 bench/"]
        .iter()
        .any(|chore| command.starts_with(chore))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::path::Path;

    fn is_xtask(arguments: &[&str]) -> bool {
        let line = ["xtask"].iter().chain(arguments);
        match crate::Arguments::try_parse_from(line) {
            Ok(_) => true,
            Err(error) => error.kind() == clap::error::ErrorKind::DisplayHelp,
        }
    }

    #[test]
    fn chores_that_documents_name_are_there() {
        let mut count = 0;
        for document in documents::all() {
            for (line, part) in documents::parts(&document.text) {
                let chores: Vec<&str> = match part {
                    Part::Mention(text) if text.starts_with("cargo ") => vec![text],
                    Part::Script(script) => script.lines().filter(|line| is_chore(line)).collect(),
                    _ => continue,
                };
                for chore in chores {
                    let path = document.path.display();
                    assert_eq!(fault(chore, is_xtask), None, "{path}:{line}: {chore}");
                    count += 1;
                }
            }
        }
        assert!(count > 0, "no document names a chore");
    }

    #[test]
    fn a_chore_that_is_not_there_is_noticed() {
        for chore in [
            "cargo xtask conformence",
            "cargo xtask bench compile --only nothing",
            "cargo run -p unsnarl-testkit --bin none",
            "cargo test -p none",
            "cargo test -p unsnarl-tests --test none",
            "cargo tset",
            "bash .ci/none",
            "bash findings/none.sh",
            "python3 bench/none.py",
        ] {
            assert!(fault(chore, is_xtask).is_some(), "{chore}");
        }
    }

    /// Tells what is wrong with a chore that a document names: an option that `cargo xtask` does
    /// not take, or a package, binary or test that is not there.
    fn fault(chore: &str, is_xtask: impl Fn(&[&str]) -> bool) -> Option<String> {
        let command = chore.split(" #").next().unwrap_or_default();
        let command = command.split(" > ").next().unwrap_or_default();
        let words: Vec<&str> = command.split_whitespace().collect();
        let after = |option: &str| {
            let at = words.iter().position(|word| *word == option)?;
            words.get(at + 1).copied()
        };
        match words.as_slice() {
            ["cargo", "xtask", arguments @ ..] if !is_xtask(arguments) => {
                Some("no such chore".to_owned())
            }
            [
                "cargo",
                "xtask" | "fmt" | "clippy" | "install" | "+nightly",
                ..,
            ] => None,
            ["cargo", "test" | "run" | "build", ..] => {
                let package = after("-p").map(|name| match name {
                    "unsnarl-tests" => paths::root().join("tests"),
                    _ => paths::root().join("crates").join(name),
                });
                let manifest = package.as_deref().map_or(paths::root(), Path::new);
                let manifest = std::fs::read_to_string(manifest.join("Cargo.toml"));
                let is_there = manifest.is_ok_and(|manifest| {
                    let named = |name: &str| manifest.contains(&format!("name = \"{name}\""));
                    after("--test").is_none_or(named) && after("--bin").is_none_or(named)
                });
                (!is_there).then(|| "no such package, binary or test".to_owned())
            }
            ["bash", script] | ["python3", script, ..] if paths::root().join(script).exists() => {
                None
            }
            _ => Some("not a chore that is known".to_owned()),
        }
    }
}
