//! File tests: text in, text out, a folder for each stage and each rewrite.
//!
//! *Needs:* a folder; `filetests/README.md` describes the files in it.
//! *Gives:* [`run`]: the failures in words, or the files with the current output.
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

/// What running a folder has shown.
#[derive(Debug, Default)]
pub struct Report {
    /// How many files were run.
    pub files: usize,
    /// What failed, with the file's path.
    pub failures: Vec<String>,
}

/// Runs every file in the folders of `root` and in the folders of these, in the order of their
/// names.
pub fn run(root: &Path, expectation: Expectation) -> io::Result<Report> {
    let mut report = Report::default();
    for folder in folders(root)? {
        for path in sorted(&folder)?.into_iter().filter(|path| path.is_file()) {
            report.files += 1;
            let text = fs::read_to_string(&path)?;
            let problems = match run_file(&path, &text) {
                Ok(outcome) if expectation == Expectation::Bless => {
                    if outcome.blessed != text {
                        fs::write(&path, &outcome.blessed)?;
                    }
                    outcome.broken_claims
                }
                Ok(outcome) => {
                    let mut problems = outcome.broken_claims;
                    problems.extend(outcome.difference);
                    problems
                }
                Err(problem) => vec![problem],
            };
            let say = |problem| format!("{}: {problem}", path.display());
            report.failures.extend(problems.into_iter().map(say));
        }
    }
    Ok(report)
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
