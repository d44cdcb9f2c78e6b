//! What terminators say of the loops that they repeat: `!llvm.loop`.
//!
//! *Needs:* the definitions of metadata in order of their numbers.
//! *Gives:* whether a loop makes progress; all else that is said of loops is about optimisation.
//! *Cost:* linear in the lists that are named.

use foldhash::HashMap;

use super::{Reader, Result};
use crate::lexer::{Kind, Token};

const MUSTPROGRESS: &str = "\"llvm.loop.mustprogress\"";

impl Reader<'_> {
    /// Notes which terminators repeat loops that make progress.
    pub(super) fn settle_loops(&mut self) {
        let mut known = HashMap::default();
        for (id, block, place) in std::mem::take(&mut self.loops) {
            if self.is_dropped(id) {
                continue;
            }
            let makes_progress = match self.number_at(place) {
                Some(number) => *known
                    .entry(number)
                    .or_insert_with(|| self.is_progress(place)),
                None => self.is_progress(place),
            };
            if makes_progress {
                self.module.function_mut(id).blocks[block].mustprogress = true;
            }
        }
    }

    /// Tells whether one of the properties in the list at a place, `!12` or `!{…}`, is that its
    /// loop makes progress. A list that cannot be read says nothing.
    fn is_progress(&mut self, place: Token) -> bool {
        let properties = self.list_at(place, usize::MAX).unwrap_or_default();
        properties.into_iter().any(|property| {
            let words = self.list_at(property, 1).unwrap_or_default();
            let first = words.first();
            first.is_some_and(|&word| self.is_text(word, MUSTPROGRESS))
        })
    }

    /// The places of what the list has that is named or written at a place: so many at most, since
    /// many lists may name one long one.
    fn list_at(&mut self, place: Token, most: usize) -> Result<Vec<Token>> {
        match self.number_at(place) {
            Some(number) => {
                let start = self.definition_at(number);
                let start = start.ok_or_else(|| self.undefined(place))?;
                self.begin_definition(start)?;
            }
            None => self.go_to(place),
        }
        self.depth = 0;
        self.expect_kind(Kind::Metadata, "a list")?;
        self.expect(b'{', "'{'")?;
        let mut places = Vec::new();
        while self.token.kind == Kind::Metadata && places.len() < most {
            places.push(self.token);
            self.metadata()?;
            if !self.eat(b',')? {
                break;
            }
        }
        Ok(places)
    }

    fn number_at(&self, place: Token) -> Option<u32> {
        self.text(place).strip_prefix('!')?.parse().ok()
    }

    /// Tells whether a string of metadata, with its quotes, is at a place.
    fn is_text(&mut self, place: Token, quoted: &str) -> bool {
        self.go_to(place);
        let read = self.advance();
        read.is_ok() && self.token.kind == Kind::Text && self.text(self.token) == quoted
    }
}
