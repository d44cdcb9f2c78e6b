//! How text is written here: comments and documents wrap at 100 columns, and a source has a name.

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_testkit::documents;

const WIDTH: usize = 100;

/// Words by which nobody outside would know a source: a title, an author and a year say more.
const PRIVATE: [&str; 6] = [
    "first seed",
    "second seed",
    "third seed",
    "fourth seed",
    "last mail",
    "of the mail",
];

/// Every Rust file of the workspace.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = ["crates", "tests", "xtask", "fuzz/fuzz_targets"]
        .map(|name| root.join(name))
        .into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the workspace is read") {
            let path = entry.expect("an entry of a folder is read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Tells whether a line is prose that could have been wrapped. A row of a table and a line of code
/// cannot.
fn is_too_wide(line: &str) -> bool {
    let text = line
        .trim_start()
        .trim_start_matches(['/', '!'])
        .trim_start();
    // A span of code breaks nowhere.
    let mut outside = text.split('`').step_by(2);
    let is_one_word = outside.all(|words| !words.contains(' '));
    let is_code = line.starts_with("    ") && !line.trim_start().starts_with("//");
    !is_code && line.chars().count() > WIDTH && !text.starts_with('|') && !is_one_word
}

/// The lines outside of fences, with their numbers from 1.
fn prose<'a>(lines: impl Iterator<Item = &'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    let mut is_fenced = false;
    (1..).zip(lines).filter(move |(_, line)| {
        let text = line
            .trim_start()
            .trim_start_matches(['/', '!'])
            .trim_start();
        let is_fence = text.starts_with("```");
        is_fenced ^= is_fence;
        !is_fenced && !is_fence
    })
}

#[track_caller]
fn report(what: &str, found: &[String]) {
    let count = found.len();
    assert!(found.is_empty(), "{count} {what}:\n{}", found.join("\n"));
}

#[test]
fn comments_and_documents_wrap_at_100_columns() {
    let mut found = Vec::new();
    for file in sources() {
        let text = fs::read_to_string(&file).expect("a source is text");
        let comments = text.lines().map(|line| {
            let is_comment = line.trim_start().starts_with("//");
            if is_comment { line } else { "" }
        });
        let wide = prose(comments).filter(|(_, line)| is_too_wide(line));
        found.extend(wide.map(|(line, _)| format!("{}:{line}", file.display())));
    }
    for document in documents::all() {
        let wide = prose(document.text.lines()).filter(|(_, line)| is_too_wide(line));
        found.extend(wide.map(|(line, _)| format!("{}:{line}", document.path.display())));
    }
    report("lines are wider than 100 columns", &found);
}

#[test]
fn sources_are_called_by_their_names() {
    let mut found = Vec::new();
    let mut check = |path: &Path, text: &str| {
        for (number, line) in (1..).zip(text.lines()) {
            if PRIVATE.iter().any(|word| line.contains(word)) {
                found.push(format!("{}:{number}", path.display()));
            }
        }
    };
    for document in documents::all() {
        check(&document.path, &document.text);
    }
    for file in sources() {
        if !file.ends_with("house/prose.rs") {
            check(&file, &fs::read_to_string(&file).expect("a source is text"));
        }
    }
    report("lines call a source by a private word", &found);
}

/// The files that links of a document lead to, as they are written there.
fn linked(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split([')', '#', ' ', '\n']).next());
    targets.filter(|target| !target.is_empty() && !target.contains(':'))
}

#[test]
fn links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for document in documents::all() {
        let folder = root.join(&document.path).with_file_name("");
        let dead = linked(&document.text).filter(|target| !folder.join(target).exists());
        found.extend(dead.map(|target| format!("{}: {target}", document.path.display())));
    }
    report("links lead nowhere", &found);
}

#[test]
fn links_are_noticed() {
    let text = "[a](b.md), [c](d/e.md#f) [g](#h)\n[i](https://j.k/l) [m](n\n";
    assert_eq!(linked(text).collect::<Vec<_>>(), ["b.md", "d/e.md", "n"]);
}

#[test]
fn what_is_too_wide_is_noticed() {
    let wide = "word ".repeat(21);
    assert!(is_too_wide(&format!("/// {wide}")));
    assert!(!is_too_wide(&format!("/// | {wide} |")));
    assert!(!is_too_wide(&"x".repeat(200)));
    let text = format!("```\n{wide}\n```\n{wide}");
    let found: Vec<usize> = prose(text.lines())
        .filter(|(_, line)| is_too_wide(line))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found, [4]);
}
