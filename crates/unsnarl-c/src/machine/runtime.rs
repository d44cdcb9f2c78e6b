//! The functions of C that the code of a module calls.
//!
//! *Needs:* text. *Gives:* [`needed`]: of all functions there are, those that the text names, and
//! those that these name, in the order of the files.
//! *Cost:* linear in the text and the files.
//!
//! The files are divided at blank lines. What a piece defines stands before the first parenthesis
//! of a line that begins with `static`, or behind `#define`.

use std::collections::{BTreeMap, BTreeSet};

use super::vector;

/// What hosts and modules share, for the header.
pub(super) const TYPES: &str = include_str!("runtime/types.h");
/// What every module begins with.
pub(super) const BASE: &str = include_str!("runtime/base.c");
const FILES: [&str; 4] = [
    include_str!("runtime/numbers.c"),
    include_str!("runtime/memory.c"),
    include_str!("runtime/tables.c"),
    include_str!("runtime/exceptions.c"),
];

/// A piece of a file.
struct Piece<'a> {
    text: &'a str,
    defines: Vec<&'a str>,
}

/// The pieces that texts need, as one text.
pub(super) fn needed<'t>(texts: impl Iterator<Item = &'t str>) -> String {
    let made = vector::functions();
    let files = FILES.iter().copied().chain([made.as_str()]);
    let pieces: Vec<Piece<'_>> = files
        .flat_map(|file| file.split("\n\n"))
        .map(piece)
        .collect();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for (index, piece) in pieces.iter().enumerate() {
        for name in &piece.defines {
            by_name.entry(name).or_insert(index);
        }
    }
    let mut found: BTreeSet<usize> = BTreeSet::new();
    let mut todo = Vec::new();
    let mut look = |text: &str, todo: &mut Vec<usize>, own: usize| {
        for word in words(&without_remarks(text)) {
            if let Some(&index) = by_name.get(word)
                && index != own
                && found.insert(index)
            {
                todo.push(index);
            }
        }
    };
    for text in texts {
        look(text, &mut todo, usize::MAX);
    }
    while let Some(index) = todo.pop() {
        look(pieces[index].text, &mut todo, index);
    }
    let texts: Vec<&str> = found
        .iter()
        .map(|&index| pieces[index].text.trim_end())
        .collect();
    match texts.is_empty() {
        true => String::new(),
        false => texts.join("\n\n") + "\n",
    }
}

fn piece(text: &str) -> Piece<'_> {
    Piece {
        text,
        defines: text.lines().filter_map(defined).collect(),
    }
}

/// A text without what is between `/*` and `*/`.
fn without_remarks(text: &str) -> String {
    let mut pieces = text.split("/*");
    let mut rest = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        rest += piece.split_once("*/").map_or("", |(_, behind)| behind);
    }
    rest
}

/// What a line defines.
fn defined(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("#define ") {
        return words(rest).next();
    }
    let (head, _) = line.strip_prefix("static ")?.split_once('(')?;
    words(head).last()
}

/// The identifiers and numbers of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}
