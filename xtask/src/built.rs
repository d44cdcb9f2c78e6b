//! The programs of this workspace that chores run.
//!
//! *Needs:* cargo, which is asked once: for everything before a conformance run, else for each
//! program when it is needed.
//! *Gives:* the path of a program that is up to date.
//! *Departs:* all packages are named together, so each dependency has the features that
//! `cargo test` chooses, and what that has compiled is not compiled again.

use crate::error::Error;
use crate::process;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// A program that cargo builds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target<'a> {
    /// One that a package has under this name.
    Program(&'a str),
    /// Integration tests of this name.
    Tests(&'a str),
    /// The unit tests of a library, by its name in Rust.
    UnitTests(&'a str),
}

/// The integration tests that parts of the conformance tests run. `cargo test` leaves out the first
/// three: they call engines and compilers.
const TESTS: [&str; 4] = ["compilers", "javascript", "suite", "library"];
/// Names a file with a line for each program: its name, a tab, its path.
pub(crate) const LIST: &str = "UNSNARL_BUILT";

/// Builds all programs of the workspace and the tests; gives their names and paths as [`LIST`] has
/// them.
pub(crate) fn all() -> Result<String, Error> {
    let mut tests = cargo(&TEST);
    tests.arg("--lib");
    for name in TESTS {
        tests.args(["--test", name]);
    }
    let mut built = artifacts(&mut tests)?;
    built.extend(artifacts(cargo(&BUILD).arg("--bins"))?);
    let lines = built
        .iter()
        .map(|(name, path)| format!("{name}\t{}\n", path.display()));
    Ok(lines.collect())
}

/// The path of a program: as the list says which is named in the environment, or else as cargo
/// builds it.
pub(crate) fn path(target: Target<'_>) -> Result<PathBuf, Error> {
    let name = match target {
        Target::Program(name) | Target::Tests(name) | Target::UnitTests(name) => name,
    };
    let missing = || Error::NotBuilt {
        name: name.to_owned(),
    };
    if let Some(list) = listed()? {
        return list.get(name).cloned().ok_or_else(missing);
    }
    let mut built = match target {
        Target::Program(_) => artifacts(cargo(&BUILD).args(["--bin", name]))?,
        Target::Tests(_) => artifacts(cargo(&TEST).args(["--test", name]))?,
        Target::UnitTests(_) => artifacts(cargo(&TEST).arg("--lib"))?,
    };
    built.remove(name).ok_or_else(missing)
}

const BUILD: [&str; 1] = ["build"];
const TEST: [&str; 2] = ["test", "--no-run"];

fn cargo(words: &[&str]) -> Command {
    let mut cargo = process::cargo();
    cargo.args(words);
    cargo.args([
        "--quiet",
        "--release",
        "--workspace",
        "--message-format=json",
    ]);
    cargo
}

/// The list that the environment names, if it names one.
fn listed() -> Result<Option<&'static BTreeMap<String, PathBuf>>, Error> {
    static PROGRAMS: OnceLock<BTreeMap<String, PathBuf>> = OnceLock::new();
    let Some(list) = std::env::var_os(LIST) else {
        return Ok(None);
    };
    if let Some(programs) = PROGRAMS.get() {
        return Ok(Some(programs));
    }
    let text = crate::paths::read(&PathBuf::from(list))?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let programs = lines.map(|(name, path)| (name.to_owned(), path.into()));
    Ok(Some(PROGRAMS.get_or_init(|| programs.collect())))
}

/// Has cargo build something, and gives the programs that it reports, by name.
fn artifacts(cargo: &mut Command) -> Result<BTreeMap<String, PathBuf>, Error> {
    let mut built = BTreeMap::new();
    process::each_line(cargo, |line| {
        if let Some((name, path)) = artifact(line) {
            built.insert(name, path);
        }
    })?;
    Ok(built)
}

/// The program that a message of cargo tells of.
fn artifact(line: &str) -> Option<(String, PathBuf)> {
    let message: Value = serde_json::from_str(line).ok()?;
    let path = message["executable"].as_str()?;
    let name = message["target"]["name"].as_str()?;
    Some((name.to_owned(), path.into()))
}

#[cfg(test)]
mod tests {
    use super::artifact;

    #[test]
    fn messages_of_programs_name_them() {
        let library = r#"{"reason":"compiler-artifact","target":{"name":"a"},"executable":null}"#;
        assert_eq!(artifact(library), None);
        assert_eq!(artifact("warning: none"), None);
        let program = library.replace("null", "\"/t/a-1\"");
        assert_eq!(artifact(&program), Some(("a".to_owned(), "/t/a-1".into())));
    }
}
