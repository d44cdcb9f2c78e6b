//! The reader of graphs in the format of HotSpot's C1 visualizer, which V8 also writes.
//!
//! *Needs:* a text with `begin_cfg`.
//! *Gives:* a [`Named`](super::Named) for each graph, with the name of its compilation; the first
//! block is the entry.
//! *Cost:* O(n log n).
//!
//! The reader takes from each block its name, its successors in their order, then its exception
//! handlers, and the lines of code of its first form in the compiler (`begin_HIR`). V8's
//! `--trace-turbo` names such a file `turbo.cfg`, so the first word distinguishes it from our own
//! notation.

use super::Found;
use super::draft::Draft;
use super::elements::DraftEdge;
use super::error::{Cause, Fault};
use crate::ids::BlockId;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Tells whether the text is in this format.
pub(super) fn is_here(text: &str) -> bool {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with(';');
    let first = text.lines().find(|line| !is_comment(line));
    first.is_some_and(|line| matches!(line.trim(), "begin_compilation" | "begin_cfg"))
}

pub(super) fn read(text: &str) -> Result<Vec<Found>, Fault> {
    let mut reader = Reader {
        compilation: None,
        within: Vec::new(),
        graph: Draft::new(text),
        block: None,
        names: BTreeMap::new(),
        found: Vec::new(),
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        at += line.len();
        if !line.starts_with(';') {
            reader.line(text, line.trim(), start)?;
        }
    }
    match reader.within.pop() {
        Some((_, start)) => Err(Fault::new(start..start + 1, Cause::UnclosedGroup)),
        None if reader.found.is_empty() => Err(Fault::new(0..0, Cause::Empty)),
        None => Ok(reader.found),
    }
}

struct Reader<'t> {
    /// The name of the compilation.
    compilation: Option<&'t str>,
    /// The open sections, and where each begins.
    within: Vec<(&'t str, usize)>,
    graph: Draft,
    block: Option<BlockId>,
    /// The number of graphs with each name.
    names: BTreeMap<&'t str, usize>,
    found: Vec<Found>,
}

impl<'t> Reader<'t> {
    fn line(&mut self, text: &'t str, line: &'t str, start: usize) -> Result<(), Fault> {
        if let Some(what) = line.strip_prefix("begin_") {
            self.within.push((what, start));
            return Ok(());
        }
        if let Some(what) = line.strip_prefix("end_") {
            let open = self.within.pop();
            if open.is_none_or(|(open, _)| open != what) {
                return Err(Fault::new(start..start + line.len(), Cause::UnmatchedEnd));
            }
            return match what {
                "cfg" => self.end(text, start),
                _ => Ok(()),
            };
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let span = start..start + line.len();
        match (self.within.last().map(|(what, _)| *what), word) {
            (Some("compilation"), "name") => self.compilation = quoted(rest).next(),
            (Some("block"), "name") => {
                let name = quoted(rest).next();
                self.block = name.map(|name| self.graph.node(name, span));
            }
            (Some("block"), "successors" | "xhandlers") => {
                for name in quoted(rest) {
                    let to = self.graph.node(name, span.clone());
                    if let Some(from) = self.block {
                        self.graph.edge(DraftEdge::new(from, to));
                    }
                }
            }
            (Some("HIR"), _) => {
                if let Some(block) = self.block {
                    let lines = &mut self.graph.nodes[block].text.lines;
                    lines.extend(code(line));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends a graph.
    fn end(&mut self, text: &str, start: usize) -> Result<(), Fault> {
        let mut draft = core::mem::replace(&mut self.graph, Draft::new(text));
        self.block = None;
        let Some(first) = draft.nodes.values_mut().next() else {
            return Err(Fault::new(start..start, Cause::Empty));
        };
        first.begins = true;
        let mut graph = draft.finish()?;
        graph.name = self.compilation.map(|name| {
            let count = self.names.entry(name).or_default();
            *count += 1;
            match count {
                1 => name.to_string(),
                count => format!("{name} ({count})"),
            }
        });
        let span = start..start;
        self.found.push(Found { graph, span });
        Ok(())
    }
}

/// Lists the texts in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// Gives an instruction without the numbers before it and the sign after it. A branch of V8 becomes
/// a question.
fn code(line: &str) -> Option<String> {
    let line = line.strip_suffix("<|@")?.trim();
    let is_number = |word: &&str| {
        word.trim_start_matches('-')
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    };
    let words: Vec<&str> = line.split_whitespace().skip_while(is_number).collect();
    if words.first() == Some(&"Goto") {
        return None;
    }
    match words.iter().position(|word| word.starts_with("Branch[")) {
        Some(_) if let Some(operand) = operand_of_branch(&words) => Some(format!("if {operand}")),
        _ => Some(words.join(" ")),
    }
}

/// Gives the operand in `n171 Branch[Unspecified, True] n170 Ctrl: n0 -> B2 B1`.
fn operand_of_branch<'l>(words: &[&'l str]) -> Option<&'l str> {
    let end = words.iter().position(|word| word.ends_with(']'))?;
    words.get(end + 1).copied()
}
