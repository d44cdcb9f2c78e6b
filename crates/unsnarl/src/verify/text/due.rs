//! The next actions of a graph, as tokens.
//!
//! *Needs:* a graph, and the host's texts. *Gives:* [`At`], a place in the graph, and [`Graph`],
//! which knows the tokens that are due there. *Cost:* each text is split into tokens once.

use super::Due;
use super::flow::{bare, number};
use super::tokens::{Word, Words};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Deref;

/// The source of due statements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Source {
    Block(BlockId),
    Edge(Edge),
    Leave(BlockId),
}

/// Some slots of a block. Comparing a set with itself does not inspect the slots.
#[derive(Clone, Debug)]
pub(super) struct Slots(Rc<[u32]>);

impl Ord for Slots {
    fn cmp(&self, other: &Slots) -> Ordering {
        match Rc::ptr_eq(&self.0, &other.0) {
            true => Ordering::Equal,
            false => self.0.cmp(&other.0),
        }
    }
}

impl PartialOrd for Slots {
    fn partial_cmp(&self, other: &Slots) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Slots {
    fn eq(&self, other: &Slots) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Slots {}

impl Deref for Slots {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

impl FromIterator<u32> for Slots {
    fn from_iter<T: IntoIterator<Item = u32>>(slots: T) -> Slots {
        Slots(slots.into_iter().collect())
    }
}

/// A place in the graph.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum At {
    /// Before a token of a text.
    Text(Source, usize),
    /// At a decision, for one of these slots.
    Decide(BlockId, Slots),
    /// The block has left the function.
    Done(BlockId),
    /// Nothing is ever due again, and the graph runs for ever.
    Silent,
}

impl At {
    /// The number of slots at this place.
    pub(super) fn slots(&self) -> usize {
        match self {
            At::Decide(_, slots) => slots.len(),
            _ => 0,
        }
    }

    /// The block that it belongs to.
    pub(super) fn block(&self) -> Option<BlockId> {
        match *self {
            At::Text(Source::Block(block) | Source::Leave(block), _) => Some(block),
            At::Text(Source::Edge(edge), _) => Some(edge.block),
            At::Decide(block, _) | At::Done(block) => Some(block),
            At::Silent => None,
        }
    }
}

/// The ways to ask for a decision, in tokens.
pub(super) struct Patterns {
    pub(super) holds: Vec<Vec<Word>>,
    pub(super) fails: Vec<Vec<Word>>,
    pub(super) operands: Vec<Vec<Word>>,
    pub(super) cases: Vec<Option<Vec<Word>>>,
    /// By case: its slot.
    pub(super) slots: BTreeMap<Vec<Word>, u32>,
    pub(super) dropped: Vec<Vec<Word>>,
    pub(super) is_set: bool,
    pub(super) acts: bool,
}

impl Patterns {
    /// All token sequences that ask for the decision.
    fn asking(&self) -> impl Iterator<Item = &Vec<Word>> {
        self.holds.iter().chain(&self.fails).chain(&self.operands)
    }
}

pub(super) struct Graph<'a> {
    pub(super) cfg: &'a Cfg,
    due: &'a dyn Due,
    texts: BTreeMap<Source, Rc<[Word]>>,
    patterns: BTreeMap<BlockId, Rc<Patterns>>,
    /// For each token sequence: the number of blocks that it may ask. Filled in when first needed.
    askers: BTreeMap<Vec<Word>, usize>,
    /// By source: the place of the next due tokens after the end of its text.
    ends: BTreeMap<Source, At>,
    semicolon: Word,
}

impl<'a> Graph<'a> {
    pub(super) fn new(cfg: &'a Cfg, due: &'a dyn Due, words: &mut Words) -> Graph<'a> {
        Graph {
            cfg,
            due,
            texts: BTreeMap::new(),
            patterns: BTreeMap::new(),
            askers: BTreeMap::new(),
            ends: BTreeMap::new(),
            semicolon: words.number(";"),
        }
    }

    /// The tokens of a text.
    pub(super) fn text(&mut self, source: Source, words: &mut Words) -> Rc<[Word]> {
        if let Some(known) = self.texts.get(&source) {
            return known.clone();
        }
        let text = match source {
            Source::Block(block) => self.due.statements(block),
            Source::Edge(edge) => self.due.on_edge(edge),
            Source::Leave(block) => self.due.leave(block),
        };
        let own: Rc<[Word]> = words.tokens(&text).words.into();
        self.texts.insert(source, own.clone());
        own
    }

    pub(super) fn patterns(&mut self, block: BlockId, words: &mut Words) -> Rc<Patterns> {
        if let Some(known) = self.patterns.get(&block) {
            return known.clone();
        }
        let asked = self.due.decision(block);
        let mut all = |texts: &[String]| -> Vec<Vec<Word>> {
            texts.iter().map(|text| expression(text, words)).collect()
        };
        let [holds, fails] = [all(&asked.holds), all(&asked.fails)];
        let [operands, dropped] = [all(&asked.operands), all(&asked.dropped)];
        let cases = asked.cases.iter();
        let cases = cases.map(|case| case.as_ref().map(|case| expression(case, words)));
        let cases: Vec<Option<Vec<Word>>> = cases.collect();
        let slots = cases.iter().zip(0..);
        let slots = slots.filter_map(|(case, slot)| Some((case.clone()?, slot)));
        let own = Rc::new(Patterns {
            holds,
            fails,
            operands,
            slots: slots.collect(),
            cases,
            dropped,
            is_set: asked.is_set,
            acts: asked.acts,
        });
        self.patterns.insert(block, own.clone());
        own
    }

    /// The numbers that blocks decide by.
    pub(super) fn numbers(&mut self, words: &mut Words) -> BTreeSet<Word> {
        let mut numbers = BTreeSet::new();
        for block in self.cfg.blocks() {
            if self.cfg.exit(block) == Exit::Branch {
                let own = self.patterns(block, words);
                let all = own.holds.iter().chain(&own.fails);
                numbers.extend(all.filter_map(|pattern| match pattern[..] {
                    [word] => number(words.text(word)).map(|_| word),
                    _ => None,
                }));
            }
        }
        numbers
    }

    /// Tells whether another block may be asked by the same token sequence.
    pub(super) fn shares_words(&mut self, block: BlockId, words: &mut Words) -> bool {
        if self.askers.is_empty() {
            for block in self.cfg.blocks() {
                if !matches!(self.cfg.exit(block), Exit::Branch | Exit::Switch) {
                    continue;
                }
                let own = self.patterns(block, words);
                let all: BTreeSet<&Vec<Word>> = own.asking().collect();
                for pattern in all {
                    *self.askers.entry(pattern.clone()).or_default() += 1;
                }
            }
        }
        let own = self.patterns(block, words);
        own.asking()
            .any(|pattern| self.askers.get(pattern) > Some(&1))
    }

    /// Goes on to the next place where something is due. Sources without due tokens are walked once
    /// and then remembered.
    pub(super) fn closed(&mut self, at: &At, words: &mut Words) -> At {
        let &At::Text(mut source, mut offset) = at else {
            return at.clone();
        };
        let mut passed = Vec::new();
        let end = loop {
            let text = self.text(source, words);
            let rest = text.iter().enumerate().skip(offset);
            let mut due = rest.filter(|(_, word)| **word != self.semicolon);
            if let Some((offset, _)) = due.next() {
                break At::Text(source, offset);
            }
            if let Some(known) = self.ends.get(&source) {
                break known.clone();
            }
            // If the walk comes back to this source, it is in a cycle.
            self.ends.insert(source, At::Silent);
            passed.push(source);
            let next = match source {
                Source::Block(block) => match self.cfg.exit(block) {
                    Exit::Return | Exit::Unreachable => Source::Leave(block),
                    Exit::Jump => Source::Edge(Edge::new(block, 0)),
                    Exit::Branch | Exit::Switch => {
                        let slots = self.cfg.edges(block).map(|edge| edge.slot);
                        break At::Decide(block, slots.collect());
                    }
                },
                Source::Edge(edge) => Source::Block(self.cfg.target(edge)),
                Source::Leave(block) => break At::Done(block),
            };
            (source, offset) = (next, 0);
        };
        for source in passed {
            self.ends.insert(source, end.clone());
        }
        end
    }

    /// Tells whether a statement may end at this offset of a text.
    pub(super) fn ends_at(&self, text: &[Word], offset: usize) -> bool {
        text.get(offset).is_none_or(|&word| word == self.semicolon)
    }

    pub(super) fn is_unreachable(&self, block: BlockId) -> bool {
        self.cfg.exit(block) == Exit::Unreachable
    }

    /// The statement that is due at an offset of a text.
    pub(super) fn statement<'t>(&self, text: &'t [Word], offset: usize) -> &'t [Word] {
        let rest = text.get(offset..).unwrap_or_default();
        let end = rest.iter().position(|&word| word == self.semicolon);
        &rest[..end.unwrap_or(rest.len())]
    }
}

/// The tokens of an expression, without parentheses around it or a semicolon after it.
fn expression(text: &str, words: &mut Words) -> Vec<Word> {
    let tokens = words.tokens(text.trim_end().trim_end_matches(';'));
    if tokens.is_broken {
        return tokens.words;
    }
    let open = words.number("(");
    let span = bare(&tokens, open, 0..tokens.words.len());
    tokens.words[span].to_vec()
}
