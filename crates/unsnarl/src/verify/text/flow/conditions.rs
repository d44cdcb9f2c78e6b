//! Conditions, tested as a whole and by their parts.
//!
//! *Needs:* the tokens of a condition, and its targets. *Gives:* places of [`Step::Ask`].
//! *Cost:* O(tokens · operands).
//!
//! ```text
//! !(a || b) && c      asks for all of it, or
//!   !(a || b)         first, and if that holds
//!   c
//! ```

use super::{Builder, Parts, Place, Rest, Step};
use crate::verify::text::tokens::{Tokens, Word};
use alloc::vec;
use core::ops::Range;

impl Builder<'_> {
    /// Adds a condition.
    pub(super) fn ask(&mut self, span: Range<usize>, yes: Place, no: Place) -> Place {
        let asked = self.add(Step::Never);
        let mut work = vec![(asked, span, yes, no)];
        while let Some((place, span, yes, no)) = work.pop() {
            let span = bare(self.tokens, self.signs.open, span);
            let words = &self.tokens.words[span.clone()];
            if span.is_empty() {
                self.steps[place] = Step::Go { span, to: yes };
                continue;
            }
            let or = self.joint(&span, self.signs.or);
            let joint = or.or_else(|| self.joint(&span, self.signs.and));
            let is_not = words[0] == self.signs.not && self.is_single(span.start + 1..span.end);
            let parts = if let Some(middle) = joint {
                let is_and = or.is_none();
                let [first, place] = [self.add(Step::Never), self.add(Step::Never)];
                let start = middle + 1;
                work.push(match is_and {
                    true => (first, span.start..middle, place, no),
                    false => (first, span.start..middle, yes, place),
                });
                work.push((place, start..span.end, yes, no));
                let rest = Some(Rest {
                    place,
                    start,
                    is_and,
                });
                Some(Parts { first, rest })
            } else if is_not {
                let first = self.add(Step::Never);
                work.push((first, span.start + 1..span.end, no, yes));
                Some(Parts { first, rest: None })
            } else {
                None
            };
            self.steps[place] = Step::Ask {
                span,
                yes,
                no,
                parts,
            };
        }
        asked
    }

    /// Tells whether some tokens are one operand: a token or an expression in parentheses, negated
    /// or not.
    fn is_single(&self, span: Range<usize>) -> bool {
        let words = &self.tokens.words[span.clone()];
        let negated = words.iter().take_while(|&&word| word == self.signs.not);
        let start = span.start + negated.count();
        let is_group = self.tokens.words.get(start) == Some(&self.signs.open)
            && self.tokens.partners[start] + 1 == span.end;
        span.end - start == 1 || is_group
    }

    /// The first occurrence of `sign` outside of brackets, if no sign outside of brackets binds
    /// less than it.
    fn joint(&self, span: &Range<usize>, sign: Word) -> Option<usize> {
        let mut first = None;
        let mut at = span.start;
        while at < span.end {
            let word = self.tokens.words[at];
            if self.signs.loose.contains(&word) {
                return None;
            }
            if word == sign {
                first = first.or(Some(at));
            }
            at = self.tokens.partners[at].max(at) + 1;
        }
        first
    }
}

/// An expression without the parentheses around it.
pub(in crate::verify::text) fn bare(
    tokens: &Tokens,
    open: Word,
    mut span: Range<usize>,
) -> Range<usize> {
    while span.len() >= 2
        && tokens.words[span.start] == open
        && tokens.partners[span.start] + 1 == span.end
    {
        span = span.start + 1..span.end - 1;
    }
    span
}
