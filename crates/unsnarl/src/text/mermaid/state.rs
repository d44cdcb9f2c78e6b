//! The reader of Mermaid's state diagrams.
//!
//! *Needs:* the text after `stateDiagram-v2`.
//! *Gives:* [`Named`]: states are blocks, transitions edges, and their texts name the arms.
//! *Cost:* O(n log n).
//!
//! `[*]` is where control starts and, as the end of a transition, where it ends. A state with
//! states inside stands for the `[*]` in it: transitions to the state lead to that `[*]`, and
//! transitions from it leave from the end in it. `<<choice>>` marks a block that only decides.
//!
//! *Limits:* the parallel constructs `<<fork>>`, `<<join>>` and `--` have no meaning as control
//! flow.

use super::super::draft::Draft;
use super::super::elements::{DraftEdge, NodeText, Shape};
use super::super::error::{Cause, Fault};
use super::super::{Named, arms};
use super::lex::{Shown, decoded};
use crate::ids::BlockId;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// Tells whether the word begins a state diagram.
pub(super) fn is_header(word: &str) -> bool {
    matches!(word, "stateDiagram" | "stateDiagram-v2")
}

/// Reads the text from `start` on.
pub(super) fn read(text: &str, start: usize) -> Result<Named, Fault> {
    let mut reader = Reader {
        draft: Draft::new(text),
        open: Vec::new(),
        composites: BTreeSet::new(),
        transitions: Vec::new(),
    };
    let mut skips = Skips::Nothing;
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let margin = line.len() - line.trim_start().len();
        let first = at + margin;
        at += line.len();
        let line = line
            .trim()
            .split("%%")
            .next()
            .unwrap_or_default()
            .trim_end();
        skips = match skips {
            Skips::Nothing if !line.is_empty() => reader.statement(line, first)?,
            Skips::Note if line == "end note" => Skips::Nothing,
            Skips::Description if line.ends_with('}') => Skips::Nothing,
            skips => skips,
        };
    }
    reader.finish()
}

/// The construct to which the following lines belong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Skips {
    Nothing,
    /// A note, up to `end note`.
    Note,
    /// A text in braces.
    Description,
}

struct Reader<'t> {
    draft: Draft,
    /// The open states, and where each begins.
    open: Vec<(&'t str, Range<usize>)>,
    composites: BTreeSet<&'t str>,
    transitions: Vec<Transition<'t>>,
}

struct Transition<'t> {
    ends: [State<'t>; 2],
    span: Range<usize>,
    text: Option<&'t str>,
}

/// An end of a transition.
#[derive(Clone, Copy)]
enum State<'t> {
    Named(&'t str),
    /// `[*]` in the diagram or in a state.
    Star(Option<&'t str>),
}

impl<'t> Reader<'t> {
    /// Reads a line, and tells to which construct the next lines belong.
    fn statement(&mut self, line: &'t str, at: usize) -> Result<Skips, Fault> {
        let length = line
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(line.len());
        let (word, rest) = line.split_at(length);
        let is_clause = rest.starts_with(char::is_whitespace);
        let span = at..at + line.len();
        match word {
            "state" if is_clause => self.state(rest.trim(), span)?,
            "note" if is_clause && !rest.contains(':') => return Ok(Skips::Note),
            "note" | "direction" | "classDef" | "class" | "style" | "click" | "hide" | "scale"
                if is_clause => {}
            "accDescr" if rest.trim_start().starts_with('{') && !line.ends_with('}') => {
                return Ok(Skips::Description);
            }
            "accTitle" | "accDescr" if rest.trim_start().starts_with([':', '{']) => {}
            "" if line == "}" => {
                if self.open.pop().is_none() {
                    return Err(Fault::new(span, Cause::UnmatchedEnd));
                }
            }
            "" if line == "--" => {
                let what = "parallelism";
                return Err(Fault::new(span, Cause::NotAState { what }));
            }
            _ => self.transition(line, span)?,
        }
        Ok(Skips::Nothing)
    }

    /// Reads the text after `state`.
    fn state(&mut self, line: &'t str, span: Range<usize>) -> Result<(), Fault> {
        let (line, opens) = match line.strip_suffix('{') {
            Some(line) => (line.trim_end(), true),
            None => (line, false),
        };
        let quoted = line.strip_prefix('"').and_then(|line| line.split_once('"'));
        let (text, line) = match quoted {
            Some((text, behind)) => {
                let behind = behind.trim_start();
                (
                    Some(text),
                    behind.strip_prefix("as ").unwrap_or(behind).trim_start(),
                )
            }
            None => (None, line),
        };
        let (name, kind) = match line.split_once("<<").or_else(|| line.split_once("[[")) {
            Some((name, kind)) => (name.trim_end(), kind.trim_end_matches(['>', ']'])),
            None => (line, ""),
        };
        let block = self.node(name, &span)?;
        match kind {
            "fork" | "join" => {
                let what = "parallelism";
                return Err(Fault::new(span, Cause::NotAState { what }));
            }
            "choice" => self.draft.nodes[block].only_decides = true,
            _ => {}
        }
        if let Some(text) = text {
            self.describe(block, text);
        }
        if opens {
            self.composites.insert(name);
            self.open.push((name, span));
        }
        Ok(())
    }

    /// Reads `a --> b : text`, `a : text` or `a`.
    fn transition(&mut self, line: &'t str, span: Range<usize>) -> Result<(), Fault> {
        let Some((from, rest)) = line.split_once("-->") else {
            let (name, text) = match line.split_once(':') {
                Some((name, text)) => (name, text.trim_start_matches("::")),
                None => (line, ""),
            };
            let is_class = line.contains(":::");
            let block = self.node(name.trim(), &span)?;
            if !is_class && !text.trim().is_empty() {
                self.describe(block, text.trim());
            }
            return Ok(());
        };
        let (to, text) = match rest.split_once(':') {
            Some((to, text)) if !text.starts_with("::") => (to, Some(text.trim())),
            _ => (rest, None),
        };
        let ends = [self.end(from, &span)?, self.end(to, &span)?];
        self.transitions.push(Transition { ends, span, text });
        Ok(())
    }

    /// Reads an end of a transition.
    fn end(&mut self, name: &'t str, span: &Range<usize>) -> Result<State<'t>, Fault> {
        let name = name.split(":::").next().unwrap_or_default().trim();
        if name == "[*]" {
            return Ok(State::Star(self.open.last().map(|(name, _)| *name)));
        }
        self.node(name, span)?;
        Ok(State::Named(name))
    }

    fn node(&mut self, name: &str, span: &Range<usize>) -> Result<BlockId, Fault> {
        if name.is_empty() || name.contains(char::is_whitespace) {
            let found = name.chars().take(30).collect();
            let wanted = "the name of a state";
            return Err(Fault::new(span.clone(), Cause::Expected { wanted, found }));
        }
        Ok(self.draft.node(name, span.clone()))
    }

    /// Adds a text to those of a state.
    fn describe(&mut self, block: BlockId, text: &str) {
        let shape = Shape::Plain;
        let lines = Shown { text, shape }.lines();
        let node = &mut self.draft.nodes[block];
        node.text.lines.extend(lines);
        node.shown = node.text.lines.first().cloned();
    }

    fn finish(mut self) -> Result<Named, Fault> {
        if let Some((_, span)) = self.open.pop() {
            return Err(Fault::new(span, Cause::UnclosedGroup));
        }
        if self.draft.nodes.is_empty() && self.transitions.is_empty() {
            return Err(Fault::new(0..0, Cause::Empty));
        }
        let transitions = core::mem::take(&mut self.transitions);
        self.check_composites(&transitions)?;
        for Transition { ends, span, text } in transitions {
            let [from, to] = ends;
            let from = match from {
                State::Named(name) if self.composites.contains(name) => {
                    self.end_of(Some(name), &span)
                }
                State::Named(name) => self.draft.node(name, span.clone()),
                State::Star(within) => self.start_of(within, &span),
            };
            let to = match to {
                State::Named(name) => self.draft.node(name, span.clone()),
                State::Star(within) => self.end_of(within, &span),
            };
            self.draft.edge(DraftEdge {
                label: text.map(|text| arms::one_line(&decoded(text))),
                ..DraftEdge::new(from, to)
            });
        }
        self.draft.finish()
    }

    /// Refuses a transition into a state with states inside that has no `[*]` to begin at, and a
    /// transition out of one that has no `[*]` to end at.
    fn check_composites(&self, transitions: &[Transition<'_>]) -> Result<(), Fault> {
        let stars = |side: usize| {
            let within = transitions
                .iter()
                .filter_map(move |it| match it.ends[side] {
                    State::Star(within) => within,
                    State::Named(_) => None,
                });
            within.collect::<BTreeSet<_>>()
        };
        let (begun, ended) = (stars(0), stars(1));
        for Transition { ends, span, .. } in transitions {
            let lacks = |side: usize, known: &BTreeSet<&str>| match ends[side] {
                State::Named(name) => self.composites.contains(name) && !known.contains(name),
                State::Star(_) => false,
            };
            if lacks(0, &ended) || lacks(1, &begun) {
                let what = "a transition to or from a composite state without a `[*]`";
                return Err(Fault::new(span.clone(), Cause::NotAState { what }));
            }
        }
        Ok(())
    }

    /// Gives the block in which the diagram or a state begins; for a state, the block with its
    /// name.
    fn start_of(&mut self, within: Option<&str>, span: &Range<usize>) -> BlockId {
        match within {
            Some(name) => self.draft.node(name, span.clone()),
            None => {
                let block = self.star("[*]", span);
                self.draft.nodes[block].begins = true;
                block
            }
        }
    }

    /// Gives the block in which the diagram or a state ends.
    fn end_of(&mut self, within: Option<&str>, span: &Range<usize>) -> BlockId {
        let name = within.map_or_else(|| String::from("[*] end"), |name| format!("{name} end"));
        self.star(&name, span)
    }

    /// Gives a block that does nothing.
    fn star(&mut self, name: &str, span: &Range<usize>) -> BlockId {
        let block = self.draft.node(name, span.clone());
        let lines = alloc::vec![String::new()];
        let shape = Shape::Plain;
        self.draft.nodes[block].text = NodeText { lines, shape };
        block
    }
}
