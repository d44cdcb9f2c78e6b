//! File tests: text in, text out, a folder for each stage and each rewrite.
//!
//! *Needs:* a folder; `filetests/README.md` describes the files in it.
//! *Gives:* [`files`], and of each by [`check`] what is wrong in words, or the file with the
//! current output.
//! *Cost:* that of the stages.

mod claim;
mod file;
mod graphs;
mod low;
mod rewrites;
mod stage;

pub use file::{FileTest, Outcome};

use std::path::{Path, PathBuf};
use std::{fs, io};

/// What is done where the text that came out is not the expected one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// It is a failure.
    Check,
    /// The file is rewritten. Claims are still checked.
    Bless,
}

/// The files in the folders of `root` and in the folders of these, in the order of their names.
pub fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in folders(root)? {
        files.extend(sorted(&folder)?.into_iter().filter(|path| path.is_file()));
    }
    Ok(files)
}

/// Runs one file on disk. An error is everything that is wrong with it, in words.
pub fn check(path: &Path, expectation: Expectation) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let outcome = run_file(path, &text)?;
    let mut problems = outcome.broken_claims;
    match expectation {
        Expectation::Check => problems.extend(outcome.difference),
        Expectation::Bless if outcome.blessed == text => {}
        Expectation::Bless => {
            fs::write(path, &outcome.blessed).map_err(|error| error.to_string())?;
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

/// Runs one file; its ending says what it holds.
pub fn run_file(path: &Path, text: &str) -> Result<Outcome, String> {
    match path.extension() {
        Some(ending) if ending == "low" => low::run(path, text),
        _ => FileTest::parse(path, text)?.run(),
    }
}

/// The folders of a folder, each before its own.
fn folders(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for folder in sorted(root)?.into_iter().filter(|path| path.is_dir()) {
        let inner = sorted(&folder)?;
        folders.push(folder);
        folders.extend(inner.into_iter().filter(|path| path.is_dir()));
    }
    Ok(folders)
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
