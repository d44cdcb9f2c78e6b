//! A cursor over text, for the readers.
//!
//! *Needs:* any text.
//! *Gives:* [`Scanner`], which never leaves the text and is never inside a character.
//! *Cost:* each step costs the bytes that it passes.

use super::error::{Cause, Fault};
use alloc::string::String;
use core::ops::Range;

/// The maximum length of a text that an error quotes.
const LONGEST_QUOTE: usize = 30;

#[derive(Clone)]
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        Scanner { text, at }
    }

    /// Gives the number of bytes before the cursor.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Passes `word` if it is here.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let here = self.rest().starts_with(word);
        if here {
            self.at += word.len();
        }
        here
    }

    /// Passes the characters that `belongs` accepts and gives them.
    pub(super) fn take_while(&mut self, mut belongs: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|next| !belongs(next)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Passes the text before `end` and `end` itself, and gives the former; does not move if there
    /// is no `end`.
    pub(super) fn take_until(&mut self, end: &str) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.find(end)?;
        self.at += length + end.len();
        Some(&rest[..length])
    }

    /// Tells whether only blanks precede the cursor on its line.
    pub(super) fn at_line_start(&self) -> bool {
        let blanks = self.text[..self.at].trim_end_matches([' ', '\t', '\r']);
        blanks.is_empty() || blanks.ends_with('\n')
    }

    pub(super) fn skip_line(&mut self) {
        self.take_while(|next| next != '\n');
    }

    pub(super) fn skip_space(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reports that `wanted` is not here.
    pub(super) fn expected(&self, wanted: &'static str) -> Fault {
        let token = self.rest();
        let length = token.find(char::is_whitespace).unwrap_or(token.len());
        let length = match token.chars().next() {
            Some(next) => length.max(next.len_utf8()),
            None => 0,
        };
        let found = match &token[..length] {
            "\r" => String::from("\n"),
            token => token.chars().take(LONGEST_QUOTE).collect(),
        };
        let cause = Cause::Expected { wanted, found };
        Fault::new(self.at..self.at + length, cause)
    }

    /// Gives the bytes from `start` to the cursor.
    pub(super) fn since(&self, start: usize) -> Range<usize> {
        start..self.at
    }

    pub(super) fn slice(&self, span: Range<usize>) -> &'t str {
        &self.text[span]
    }
}
