//! The variables that a text has for control.
//!
//! *Needs:* their names. *Gives:* [`Variables`]. *Cost:* linear in the names.

use super::Control;
use super::tokens::{Word, Words};
use crate::ids::BlockId;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The contents of a variable of control.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Label,
    Flag,
    /// The slot for which a block has decided.
    Saved(BlockId),
}

/// The variables of control, by their numbers.
pub(super) struct Variables {
    numbers: BTreeMap<Word, usize>,
    pub(super) kinds: Vec<Kind>,
    /// Their initial values, if known.
    pub(super) first: Vec<Option<u32>>,
    saved: BTreeMap<BlockId, usize>,
    leaving: BTreeSet<Word>,
    /// Whether jumps may name labels.
    pub(super) has_labels: bool,
}

impl Variables {
    pub(super) fn new(control: &Control, words: &mut Words) -> Variables {
        let leaving = control.leaving.iter();
        let mut variables = Variables {
            numbers: BTreeMap::new(),
            kinds: Vec::new(),
            first: Vec::new(),
            saved: BTreeMap::new(),
            leaving: leaving.map(|name| words.number(name)).collect(),
            has_labels: control.has_labels,
        };
        let mut add = |name: &str, kind: Kind, first: Option<u32>| {
            let number = variables.kinds.len();
            variables.numbers.insert(words.number(name), number);
            variables.kinds.push(kind);
            variables.first.push(first);
            if let Kind::Saved(block) = kind {
                variables.saved.insert(block, number);
            }
        };
        if let Some((name, first)) = &control.label {
            add(name, Kind::Label, *first);
        }
        for name in &control.flags {
            add(name, Kind::Flag, Some(0));
        }
        for (name, block) in &control.saved {
            add(name, Kind::Saved(*block), None);
        }
        variables
    }

    /// Gives the variable with this name.
    pub(super) fn of(&self, word: Word) -> Option<usize> {
        self.numbers.get(&word).copied()
    }

    /// Gives the variable that holds the decision of a block.
    pub(super) fn saved(&self, block: BlockId) -> Option<usize> {
        self.saved.get(&block).copied()
    }

    /// Tells whether a word begins statements that leave the function, as a call or before a
    /// `return`.
    pub(super) fn leaves(&self, word: Word) -> bool {
        self.leaving.contains(&word)
    }
}
