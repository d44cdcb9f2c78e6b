//! Graphs in code blocks of Markdown.
//!
//! *Needs:* a text.
//! *Gives:* the notation of its first graph; the places of all graphs in a notation.
//! *Cost:* O(text).
//!
//! A block begins with a line such as ` ```mermaid ` and ends with a line of the same signs; `~~~`
//! and `:::` are also such signs.

use super::Notation;
use alloc::vec::Vec;
use core::ops::Range;

/// Gives the notation of the first graph.
pub(super) fn notation(text: &str) -> Option<Notation> {
    let mut lines = text.lines();
    lines.find_map(|line| opening(line).map(|(_, notation)| notation))
}

/// Gives the places of all graphs in a notation.
pub(super) fn parts(text: &str, notation: Notation) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut open: Option<(&str, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        match open {
            None => {
                let opening = opening(line).filter(|(_, found)| *found == notation);
                open = opening.map(|(fence, _)| (fence, at));
            }
            Some((fence, from)) if line.trim() == fence => {
                parts.push(from..start);
                open = None;
            }
            Some(_) => {}
        }
    }
    parts.extend(open.map(|(_, from)| from..text.len()));
    parts
}

/// Reads the line that begins a graph: its signs and the notation.
fn opening(line: &str) -> Option<(&str, Notation)> {
    let line = line.trim();
    let sign = line
        .chars()
        .next()
        .filter(|c| matches!(c, '`' | '~' | ':'))?;
    let word = line.trim_start_matches(sign);
    let fence = &line[..line.len() - word.len()];
    let word = word.trim_start().trim_start_matches(['{', '.']);
    let length = word
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(word.len());
    let notation = match &word[..length] {
        "mermaid" => Notation::Mermaid,
        "dot" | "graphviz" | "gv" => Notation::Dot,
        "cfg" => Notation::Cfg,
        _ => return None,
    };
    (fence.len() >= 3).then_some((fence, notation))
}
