//! The commands and files in the documents of this repository.
//!
//! *Needs:* the Markdown files of the workspace.
//! *Gives:* their [`Part`]s: files to write, sessions with what they print, scripts, and the
//! commands within sentences. Tests run the first three and check the last against the command's
//! own help.
//! *Cost:* linear in the text.
//! *Limits:* not a parser of Markdown: fences, and spans of code that begin and end on one line.
//!
//! A fence says by its first words what it is:
//!
//! | info string | part |
//! |---|---|
//! | `console` | a [session](Part::Session): `$ command`, and below it what it prints |
//! | `sh` | a [script](Part::Script), which may need a compiler of C or other tools |
//! | anything and a name, such as `text loop.cfg` | a [file](Part::File) that later parts may read |
//! | anything else | nothing to type |

use std::fs;
use std::path::{Path, PathBuf};

/// A Markdown file.
pub struct Document {
    /// Its path below the folder of the workspace.
    pub path: PathBuf,
    /// The whole text.
    pub text: String,
}

/// Something that a reader may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// A file to make, and what is in it.
    File {
        /// The name.
        name: &'a str,
        /// The text.
        text: &'a str,
    },
    /// Commands, each after `$ `, followed by their output.
    Session(&'a str),
    /// Commands of a shell.
    Script(&'a str),
    /// A command within a sentence: `unsnarl …` or `cargo …`.
    Mention(&'a str),
    /// A command in an indented block of code, which no test would run: an error.
    Indented(&'a str),
}

/// A command of a session, and its expected standard output and error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange<'a> {
    /// The command, as a shell reads it.
    pub command: &'a str,
    /// The output below it; a line `…` matches any number of lines.
    pub output: Vec<&'a str>,
}

/// Reads every document of the workspace, in the order of their paths.
///
/// Hidden folders and folders of builds are left out.
///
/// # Panics
/// If a file cannot be read.
pub fn all() -> Vec<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut folders = vec![PathBuf::new()];
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(root.join(&folder)).expect("a folder of the workspace is read");
        for entry in entries {
            let entry = entry.expect("an entry of a folder is read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = folder.join(&name);
            if entry.path().is_dir() {
                if !name.starts_with('.') && name != "target" {
                    folders.push(path);
                }
            } else if name.ends_with(".md") {
                let text = fs::read_to_string(entry.path()).expect("a document is text");
                documents.push(Document { path, text });
            }
        }
    }
    documents.sort_by(|one, other| one.path.cmp(&other.path));
    documents
}

/// Finds the parts of a text, in its order, each with the number of its first line, from 1.
pub fn parts(text: &str) -> Vec<(usize, Part<'_>)> {
    let mut parts = Vec::new();
    let mut open: Option<Fence> = None;
    for (at, line) in lines(text) {
        let number = text[..at].matches('\n').count() + 1;
        if let Some(info) = line.trim_start().strip_prefix("```") {
            match open.take() {
                Some(fence) => parts.extend(fence.part(&text[..at])),
                None => open = Some(Fence::new(info.trim(), at + line.len() + 1, number + 1)),
            }
        } else if open.is_none() {
            if line.starts_with("    ") && is_command(line) {
                parts.push((number, Part::Indented(line.trim())));
            }
            parts.extend(mentions(line).map(|command| (number, Part::Mention(command))));
        }
    }
    parts
}

/// Takes a session apart.
pub fn exchanges(session: &str) -> Vec<Exchange<'_>> {
    let mut exchanges: Vec<Exchange<'_>> = Vec::new();
    for line in session.lines() {
        match (line.strip_prefix("$ "), exchanges.last_mut()) {
            (Some(command), _) => exchanges.push(Exchange {
                command,
                output: Vec::new(),
            }),
            (None, Some(exchange)) => exchange.output.push(line),
            (None, None) => {}
        }
    }
    exchanges
}

/// Tells whether a text matches the expected one, in which a line `…` matches any number of lines.
pub fn matches(expected: &[&str], text: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut pieces = expected.split(|line| line.trim() == "…");
    let first = pieces.next().expect("splitting gives at least one piece");
    if !lines.starts_with(first) {
        return false;
    }
    let mut rest = &lines[first.len()..];
    let mut pieces = pieces.peekable();
    if pieces.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            return rest.ends_with(piece);
        }
        let found = (0..=rest.len()).find(|&at| rest[at..].starts_with(piece));
        let Some(at) = found else { return false };
        rest = &rest[at + piece.len()..];
    }
    unreachable!("the last piece ends the loop")
}

/// An open fence.
struct Fence<'a> {
    info: &'a str,
    start: usize,
    line: usize,
}

impl<'a> Fence<'a> {
    fn new(info: &'a str, start: usize, line: usize) -> Self {
        Self { info, start, line }
    }

    /// The part, given the text up to its last line.
    fn part(&self, before_end: &'a str) -> Option<(usize, Part<'a>)> {
        let text = before_end.get(self.start..).unwrap_or_default();
        let part = match self.info.split_once(' ') {
            Some((_, name)) => Part::File { name, text },
            None if self.info == "console" => Part::Session(text),
            None if self.info == "sh" => Part::Script(text),
            None => return None,
        };
        Some((self.line, part))
    }
}

/// The lines of a text, each with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split('\n').scan(0, |next, line| {
        let at = *next;
        *next += line.len() + 1;
        Some((at, line))
    })
}

/// Tells whether a line of code is a command.
fn is_command(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["$", "unsnarl", "cargo", "bash", "make", "cmake", "clang"].contains(&word)
}

/// The spans of code in a line that are this project's commands.
fn mentions(line: &str) -> impl Iterator<Item = &str> {
    let spans = line.split('`').skip(1).step_by(2);
    spans.filter(|span| span.starts_with("unsnarl ") || span.starts_with("cargo "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[(usize, Part)]) {
        assert_eq!(parts(text), expected);
    }

    #[test]
    fn parts_are_told_apart_by_what_their_fences_say() {
        check("words", &[]);
        check("```rust\nlet x;\n```", &[]);
        check(
            "```text a.cfg\nb\n```",
            &[(
                2,
                Part::File {
                    name: "a.cfg",
                    text: "b\n",
                },
            )],
        );
        check("x\n```sh\nls\n```\n", &[(3, Part::Script("ls\n"))]);
        check(
            "```console\n$ ls\na\n```",
            &[(2, Part::Session("$ ls\na\n"))],
        );
        check("a `cargo test` b `c`", &[(1, Part::Mention("cargo test"))]);
        check("a\n\n    make x\n", &[(3, Part::Indented("make x"))]);
        check("- a\n    continued\n", &[]);
    }

    #[test]
    fn sessions_are_taken_apart() {
        let exchanges = exchanges("$ a\n1\n2\n$ b\n");
        let commands: Vec<_> = exchanges.iter().map(|one| one.command).collect();
        assert_eq!(commands, ["a", "b"]);
        assert_eq!(exchanges[0].output, ["1", "2"]);
    }

    #[test]
    fn an_ellipsis_stands_for_any_lines() {
        for (expected, text, is_match) in [
            (&["a"][..], "a\n", true),
            (&["a"], "a\nb\n", false),
            (&["a", "…"], "a\nb\n", true),
            (&["…", "b"], "a\nb\n", true),
            (&["…", "a", "…", "c"], "x\na\nb\nc\n", true),
            (&["…", "c", "…", "a"], "x\na\nb\nc\n", false),
            (&[], "", true),
            (&[], "a\n", false),
        ] {
            assert_eq!(matches(expected, text), is_match, "{expected:?} {text:?}");
        }
    }
}
