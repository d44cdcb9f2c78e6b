//! Compound conditions as text.
//!
//! *Needs:* the texts of the first graph's blocks. *Gives:* [`Shown`], the texts of the blocks of
//! the new one. *Cost:* O(text).

use super::{Asked, Compounds, Pair};
use crate::emit::{joins, negated};
use crate::ids::{BlockId, Edge};
use crate::text::{Assignment, Bodies};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The words and signs that join conditions in a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The text between conditions both of which must hold.
    pub and: &'static str,
    /// The text between conditions one of which must hold.
    pub or: &'static str,
    /// The text before a condition that must not hold.
    pub not: &'static str,
    /// Whether a condition of several words has parentheses when it is negated.
    pub encloses: bool,
}

impl Words {
    /// The words of pseudocode.
    pub const PSEUDOCODE: Words = Words {
        and: " && ",
        or: " || ",
        not: "not ",
        encloses: false,
    };
    /// The signs of C, JavaScript and Rust.
    pub const SIGNS: Words = Words {
        not: "!",
        encloses: true,
        ..Words::PSEUDOCODE
    };
    /// The words of Python.
    pub const PYTHON: Words = Words {
        and: " and ",
        or: " or ",
        not: "not ",
        encloses: true,
    };
}

/// The texts for a graph of compounds.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'c, B> {
    compounds: &'c Compounds,
    bodies: &'c B,
    words: Words,
}

/// A part that is still to be written.
enum Task {
    /// A condition, whether it must hold, and the sign that joins it to the text around it.
    Ask(Asked, bool, Option<&'static str>),
    Text(&'static str),
}

impl<'c, B: Bodies> Shown<'c, B> {
    /// Shows the blocks of a graph of compounds by the texts of the first graph's blocks.
    pub fn new(compounds: &'c Compounds, bodies: &'c B, words: Words) -> Shown<'c, B> {
        Shown {
            compounds,
            bodies,
            words,
        }
    }

    fn pair(&self, block: BlockId) -> Option<Asked> {
        let asked = *self.compounds.asked.get(block)?;
        matches!(asked, Asked::Pair(_)).then_some(asked)
    }

    fn edge_of_first(&self, edge: Edge) -> Option<Edge> {
        let block = self.compounds.origin(edge.block)?;
        Some(Edge { block, ..edge })
    }

    /// Gives the text of a condition, or of its negation.
    fn condition(&self, asked: Asked, holds: bool) -> String {
        let mut text = String::new();
        let mut tasks = alloc::vec![Task::Ask(asked, holds, None)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(part) => text.push_str(part),
                Task::Ask(Asked::Block(block), holds, around) => {
                    self.push_condition(&mut text, block, holds, around);
                }
                Task::Ask(Asked::Pair(pair), holds, around) => {
                    let pair = self.compounds.pairs[pair as usize];
                    self.push_pair(&mut tasks, pair, holds, around);
                }
            }
        }
        text
    }

    /// Plans the text of a pair.
    ///
    /// | goes on | otherwise | the pair |
    /// |---|---|---|
    /// | true | false | `p && q` |
    /// | true | true | `not p \|\| q` |
    /// | false | true | `p \|\| q` |
    /// | false | false | `not p && q` |
    fn push_pair(
        &self,
        tasks: &mut Vec<Task>,
        pair: Pair,
        holds: bool,
        around: Option<&'static str>,
    ) {
        // The negation of `p && q` is `not p || not q`.
        let joint = match pair.otherwise == holds {
            true => self.words.or,
            false => self.words.and,
        };
        let first_holds = (pair.goes_on != pair.otherwise) == holds;
        let is_enclosed = around.is_some_and(|around| around != joint);
        let [open, close] = match is_enclosed {
            true => ["(", ")"],
            false => ["", ""],
        };
        tasks.extend([
            Task::Text(close),
            Task::Ask(pair.second, holds, Some(joint)),
            Task::Text(joint),
            Task::Ask(pair.first, first_holds, Some(joint)),
            Task::Text(open),
        ]);
    }

    fn push_condition(
        &self,
        text: &mut String,
        block: BlockId,
        holds: bool,
        around: Option<&'static str>,
    ) {
        let plain = || match self.bodies.decision(block) {
            Some(decision) => decision,
            None => self.bodies.name(block),
        };
        let opposite = self.bodies.opposite(block).filter(|_| !holds);
        let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let said = match (opposite, holds) {
            (Some(opposite), _) => opposite.into_owned(),
            (None, true) => plain().into_owned(),
            (None, false) => {
                let (not, condition) = (self.words.not, plain());
                match self.words.encloses && !is_word(&condition) {
                    true => format!("{not}({condition})"),
                    false => negated(not, &condition),
                }
            }
        };
        let joins = around.is_none_or(|joint| {
            let is_other = |word: &&str| *word != joint;
            let other = [self.words.and, self.words.or].into_iter().find(is_other);
            joins(&said, joint, other.unwrap_or(joint))
        });
        match joins {
            true => text.push_str(&said),
            false => *text += &format!("({said})"),
        }
    }
}

impl<B: Bodies> Bodies for Shown<'_, B> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.compounds.first(block) {
            Some(first) => self.bodies.name(first),
            None => Cow::Owned(format!("{block}")),
        }
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.compounds.first(block) {
            Some(first) => self.bodies.code(first),
            None => Some(Cow::Borrowed("")),
        }
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.pair(block) {
            Some(pair) => Some(Cow::Owned(self.condition(pair, true))),
            None => self.bodies.decision(self.compounds.origin(block)?),
        }
    }

    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.pair(block) {
            Some(pair) => Some(Cow::Owned(self.condition(pair, false))),
            None => self.bodies.opposite(self.compounds.origin(block)?),
        }
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.bodies.case(self.edge_of_first(edge)?)
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.bodies.edge(self.edge_of_first(edge)?)
    }

    fn assignment(&self, block: BlockId) -> Option<Assignment<'_>> {
        self.bodies.assignment(self.compounds.origin(block)?)
    }

    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        self.bodies.assignment_on(self.edge_of_first(edge)?)
    }

    fn with_step(&self, block: BlockId) -> Option<(Cow<'_, str>, Assignment<'_>)> {
        self.bodies.with_step(self.compounds.origin(block)?)
    }

    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        let [first, test] = [first, test].map(|block| match self.pair(block) {
            Some(_) => None,
            None => self.compounds.origin(block),
        });
        first
            .zip(test)
            .is_some_and(|(first, test)| self.bodies.is_entered(first, test))
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        let first = first.and_then(|first| self.compounds.origin(first));
        self.bodies.progresses(first)
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        self.bodies.leave(self.compounds.origin(block)?)
    }

    fn is_dispatcher(&self, block: BlockId) -> bool {
        let origin = self.compounds.origin(block);
        origin.is_some_and(|origin| self.bodies.is_dispatcher(origin))
    }
}
