//! Unused names.
//!
//! *Needs:* the names of the host, or its texts.
//! *Gives:* [`Fresh`], and for a host [`host_words`] and [`block_names`].

use crate::cfg::{Cfg, Exit};
use crate::text::Bodies;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};

/// Names each of which is given once.
pub(super) struct Fresh<'t> {
    is_taken: &'t dyn Fn(&str) -> bool,
    given: BTreeSet<String>,
    /// The last number that was added to a name.
    numbers: BTreeMap<String, u32>,
}

impl<'t> Fresh<'t> {
    /// Starts with the names that are already taken.
    pub(super) fn new(is_taken: &'t dyn Fn(&str) -> bool) -> Fresh<'t> {
        Fresh {
            is_taken,
            given: BTreeSet::new(),
            numbers: BTreeMap::new(),
        }
    }

    /// Gives the wanted name, or the wanted name with a number appended.
    pub(super) fn name(&mut self, wanted: &str) -> String {
        let number = self.numbers.entry(wanted.to_string()).or_insert(1);
        let mut name = wanted.to_string();
        while (self.is_taken)(&name) || !self.given.insert(name.clone()) {
            *number += 1;
            name = format!("{wanted}_{number}");
        }
        name
    }
}

/// Gives the words of a host's texts, and the names of its blocks. O(text · log words).
pub(super) fn host_words(cfg: &Cfg, bodies: &impl Bodies) -> BTreeSet<String> {
    let mut words = block_names(cfg, bodies);
    let mut add = |text: &str| {
        let others = text
            .split(|c: char| !is_word(c))
            .filter(|word| !word.is_empty());
        for word in others {
            if !words.contains(word) {
                words.insert(word.to_string());
            }
        }
    };
    for block in cfg.blocks() {
        let last = match cfg.exit(block) {
            Exit::Jump => [None, None],
            Exit::Branch | Exit::Switch => [bodies.decision(block), bodies.opposite(block)],
            Exit::Return | Exit::Unreachable => [bodies.leave(block), None],
        };
        let own = [bodies.code(block)].into_iter().chain(last);
        own.flatten().for_each(|text| add(&text));
        for edge in cfg.edges(block) {
            let own = [bodies.case(edge), bodies.edge(edge)];
            own.into_iter().flatten().for_each(|text| add(&text));
        }
    }
    words
}

/// Gives the names of all blocks. O(text · log blocks).
pub(super) fn block_names(cfg: &Cfg, bodies: &impl Bodies) -> BTreeSet<String> {
    cfg.blocks()
        .map(|block| bodies.name(block).into_owned())
        .collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}
