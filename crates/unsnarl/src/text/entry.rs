//! Where control starts, and the notes of a reader on a graph.
//!
//! *Needs:* nodes and edges, in the order of the text.
//! *Gives:* the entry and the [`EntryRule`] that chose it; [`Note`]s.
//! *Cost:* O(nodes + edges).

use super::Named;
use super::elements::{DraftEdge, DraftNode};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, IdMap};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The rule that chose the entry of a graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EntryRule {
    /// The text states it: `entry=true`, or the first line in `.cfg`.
    Stated,
    /// The block is called `entry` or, if none is, `start`. Upper and lower case do not matter, but
    /// a name that two blocks have in different case decides nothing.
    Name,
    /// It is the only block without an edge from another block. If some blocks have successors, a
    /// block without successors does not count.
    OnlyRoot,
    /// It is the first block that the text mentions, or the first one with successors.
    First,
}

/// Names of entries, in the order of precedence.
const NAMES: [&str; 2] = ["entry", "start"];

/// Chooses the entry of a graph that states none. There is at least one node.
pub(super) fn choose(
    nodes: &IdMap<BlockId, DraftNode>,
    edges: &[DraftEdge],
) -> (BlockId, EntryRule) {
    let named = |name: &str| {
        let is_called = |node: &DraftNode| {
            let texts = [Some(&node.identifier), node.shown.as_ref()];
            let mut texts = texts.into_iter().flatten();
            texts.any(|text| text.eq_ignore_ascii_case(name))
        };
        sole(nodes.iter().filter(|(_, node)| is_called(node)))
    };
    if let Some((block, _)) = NAMES.into_iter().find_map(named) {
        return (block, EntryRule::Name);
    }
    let mut may_begin = IdMap::filled(nodes.len(), edges.is_empty());
    for edge in edges {
        may_begin[edge.from] = true;
    }
    let first = may_begin.iter().find(|(_, may_begin)| **may_begin);
    let first = first.map_or(BlockId::new(0), |(block, _)| block);
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        may_begin[edge.to] = false;
    }
    match sole(may_begin.iter().filter(|(_, is_root)| **is_root)) {
        Some((block, _)) => (block, EntryRule::OnlyRoot),
        None => (first, EntryRule::First),
    }
}

/// Gives the only item, if there is exactly one.
fn sole<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let only = items.next()?;
    items.next().is_none().then_some(only)
}

/// A property of a graph that its author may not have intended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The text does not mark the entry, and there is more than one candidate.
    Entry {
        /// The name of the block that was chosen.
        name: String,
        /// The rule that chose it: [`EntryRule::OnlyRoot`] or [`EntryRule::First`].
        rule: EntryRule,
    },
    /// Graphviz has rewritten the text, which may change the order of edges, and a block has
    /// several edges that nothing distinguishes.
    Rewritten {
        /// The name of the block.
        name: String,
    },
    /// A link of Mermaid has a sign before it that may have been meant as a node.
    LinkEnd {
        /// The sign and the line.
        link: String,
    },
    /// No path leads from the entry to some blocks.
    Unreachable {
        /// The name of the entry.
        entry: String,
        /// The names of the first few of these blocks.
        names: Vec<String>,
        /// The number of such blocks.
        count: usize,
    },
}

/// The number of blocks that a note names.
const NAMED: usize = 5;

impl Named {
    /// Lists the properties that the author of the text may not have intended: an entry that had to
    /// be guessed, unless it is the only root and is mentioned first; and blocks that cannot be
    /// reached. O(V + E).
    pub fn notes(&self) -> Vec<Note> {
        let mut notes = self.remarks.clone();
        let entry = self.cfg.entry();
        let guessed = match self.entry_rule {
            EntryRule::Stated | EntryRule::Name => false,
            EntryRule::OnlyRoot => entry.index() > 0,
            EntryRule::First => true,
        };
        if guessed {
            notes.push(Note::Entry {
                name: self.names[entry].clone(),
                rule: self.entry_rule,
            });
        }
        let reached = reached(&self.cfg);
        let unreachable = || {
            let blocks = reached.iter().filter(|(_, reached)| !**reached);
            blocks.map(|(block, _)| block)
        };
        let count = unreachable().count();
        if count > 0 {
            let names = unreachable().take(NAMED);
            notes.push(Note::Unreachable {
                entry: self.names[entry].clone(),
                names: names.map(|block| self.names[block].clone()).collect(),
                count,
            });
        }
        notes
    }
}

/// Tells for each block whether a path leads to it from the entry.
fn reached(cfg: &Cfg) -> IdMap<BlockId, bool> {
    let mut reached = IdMap::filled(cfg.block_count(), false);
    let mut work = alloc::vec![cfg.entry()];
    reached[cfg.entry()] = true;
    while let Some(block) = work.pop() {
        for &next in cfg.successors(block) {
            if !core::mem::replace(&mut reached[next], true) {
                work.push(next);
            }
        }
    }
    reached
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Entry { name, rule } => {
                let why = match rule {
                    EntryRule::Stated => "as stated in the text",
                    EntryRule::Name => "by its name",
                    EntryRule::OnlyRoot => "the only block without an edge from another block",
                    EntryRule::First => "the first block mentioned",
                };
                write!(f, "control starts in `{name}`, {why}")
            }
            Note::Rewritten { name } => write!(
                f,
                "Graphviz wrote this text and may have reordered the edges out of `{name}`"
            ),
            Note::LinkEnd { link } => write!(
                f,
                "`{link}` is read as a link, as in Mermaid: if the letter names a block, write a \
                 blank after it"
            ),
            Note::Unreachable {
                entry,
                names,
                count,
            } => {
                let blocks = if *count == 1 { "block" } else { "blocks" };
                write!(f, "{count} {blocks} cannot be reached from `{entry}`: ")?;
                for (index, name) in names.iter().enumerate() {
                    let between = if index == 0 { "" } else { ", " };
                    write!(f, "{between}`{name}`")?;
                }
                if *count > names.len() {
                    write!(f, " and {} more", count - names.len())?;
                }
                Ok(())
            }
        }
    }
}
