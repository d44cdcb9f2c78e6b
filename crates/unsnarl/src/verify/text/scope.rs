//! Checks that a text declares each of its variables once, except the host's own.
//!
//! *Needs:* the whole text of a function, and the names that are declared elsewhere.
//! *Gives:* [`declared`]. *Cost:* O(tokens · depth of braces).
//! *Limits:* variables listed after `let`, `const`, `var` or a type, parameters of a `function`,
//! and the variable of a `catch` count as declared; patterns and parameters of C do not. A variable
//! is known from its declaration to the end of the braces around it.

use super::TextDifference;
use super::tokens::{Tokens, Word, Words};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Words that begin a statement and are not types.
const NO_TYPES: [&str; 9] = [
    "break", "case", "continue", "default", "do", "else", "goto", "return", "throw",
];

/// Checks that each variable of the text is declared in it, once, or `is_known`.
pub(super) fn declared(text: &str, is_known: &dyn Fn(&str) -> bool) -> Result<(), TextDifference> {
    let mut words = Words::default();
    let tokens = words.tokens(text);
    let mut scopes = Scopes {
        words: &words,
        tokens: &tokens,
        open: vec![BTreeSet::new()],
        coming: Vec::new(),
        lists: Vec::new(),
        depth: 0,
    };
    let mut at = 0;
    while at < tokens.words.len() {
        at = scopes.pass(at, is_known)?;
    }
    Ok(())
}

struct Scopes<'a> {
    words: &'a Words,
    tokens: &'a Tokens,
    /// For each open brace: the names declared inside it.
    open: Vec<BTreeSet<Word>>,
    /// The names that count as declared inside the next braces.
    coming: Vec<Word>,
    /// For each open list of variables: the number of brackets around it, and whether a name comes
    /// next.
    lists: Vec<(usize, bool)>,
    depth: usize,
}

impl Scopes<'_> {
    fn text(&self, at: usize) -> &str {
        let word = self.tokens.words.get(at);
        word.map_or("", |&word| self.words.text(word))
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.text(before))
    }

    /// Passes a token, or a whole declaration at that token, and gives the position of the next
    /// one.
    fn pass(
        &mut self,
        at: usize,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Result<usize, TextDifference> {
        match self.text(at) {
            "{" => {
                self.depth += 1;
                let coming = core::mem::take(&mut self.coming);
                self.open.push(coming.into_iter().collect());
            }
            "}" => {
                self.depth = self.depth.saturating_sub(1);
                let depth = self.depth;
                self.lists.retain(|(own, _)| *own <= depth);
                self.open.pop();
            }
            "(" | "[" => self.depth += 1,
            ")" | "]" => self.depth = self.depth.saturating_sub(1),
            ";" => {
                let depth = self.depth;
                self.lists.retain(|(own, _)| *own < depth);
            }
            "," => {
                if let Some((depth, is_next)) = self.lists.last_mut() {
                    *is_next |= *depth == self.depth;
                }
            }
            "let" | "const" | "var" if self.begins(at) => self.lists.push((self.depth, true)),
            "function" | "catch" => return self.bound(at),
            _ => return self.name(at, is_known),
        }
        Ok(at + 1)
    }

    /// Tells whether a statement, or the head of a `for`, begins at a token.
    fn begins(&self, at: usize) -> bool {
        match self.before(at) {
            "" | "{" | "}" | ";" => true,
            "(" => self.before(at - 1) == "for",
            ":" => self.is_behind_case(at - 1),
            _ => false,
        }
    }

    /// Tells whether a colon ends `default`, or `case` with a number that may have a sign.
    fn is_behind_case(&self, colon: usize) -> bool {
        const LONGEST: usize = 3;
        let mut words = (0..colon).rev().take(LONGEST).map(|at| self.text(at));
        words.next() == Some("default") || words.any(|word| word == "case")
    }

    /// Passes a function's name and parameters, or the variable that a handler binds.
    fn bound(&mut self, at: usize) -> Result<usize, TextDifference> {
        let mut next = at + 1;
        let is_name = |at: usize| {
            let word = self.tokens.words.get(at);
            word.is_some_and(|&word| self.words.is_name(word))
        };
        if is_name(next) {
            let name = self.tokens.words[next];
            self.open.last_mut().map(|open| open.insert(name));
            next += 1;
        }
        if self.text(next) != "(" {
            return Ok(next);
        }
        let end = self.tokens.partners[next];
        for place in next + 1..end {
            let name = self.tokens.words[place];
            if !self.words.is_name(name) {
                continue;
            }
            if self.coming.contains(&name) {
                return Err(self.twice(place));
            }
            self.coming.push(name);
        }
        Ok(end + 1)
    }

    /// Passes a name, or the type of a declaration with the first name, or a sign.
    fn name(
        &mut self,
        at: usize,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Result<usize, TextDifference> {
        let word = self.tokens.words[at];
        if !self.words.is_name(word) {
            return Ok(at + 1);
        }
        if let Some((_, is_next)) = self.lists.last_mut().filter(|(_, is_next)| *is_next) {
            *is_next = false;
            self.declare(at, is_known)?;
            return Ok(at + 1);
        }
        if self.begins(at)
            && let Some(name) = self.declarator(at)
        {
            self.declare(name, is_known)?;
            self.lists.push((self.depth, false));
            return Ok(name + 1);
        }
        let text = self.words.text(word);
        let is_declared = || self.open.iter().any(|open| open.contains(&word));
        match self.is_variable(at) && !is_known(text) && !is_declared() {
            true => Err(self.difference(at, String::from(text), "its declaration")),
            false => Ok(at + 1),
        }
    }

    /// The position of the first name in a declaration of C that begins at a token.
    fn declarator(&self, at: usize) -> Option<usize> {
        if NO_TYPES.contains(&self.text(at)) {
            return None;
        }
        let words = &self.tokens.words[at..];
        let ends = |word: &Word| !(self.words.is_name(*word) || self.words.text(*word) == "*");
        let end = words.iter().position(ends)?;
        let is_end = matches!(self.text(at + end), "=" | ";" | "," | "[");
        let is_declaration = is_end && end >= 2 && self.words.is_type(&words[..end]);
        let name = at + end.checked_sub(1)?;
        (is_declaration && self.words.is_name(self.tokens.words[name])).then_some(name)
    }

    /// Tells whether a name is the name of a variable: it is not a member, a key or a label.
    fn is_variable(&self, at: usize) -> bool {
        let before = self.before(at);
        let is_key = self.text(at + 1) == ":" && matches!(before, "" | "{" | "}" | ";" | "," | ":");
        !is_key && !matches!(before, "." | "?." | "->" | "break" | "continue" | "goto")
    }

    /// Records a declaration. A declaration of a known name is the host's own, as in an expression
    /// with statements in it, and may hide another one.
    fn declare(
        &mut self,
        at: usize,
        is_known: &dyn Fn(&str) -> bool,
    ) -> Result<(), TextDifference> {
        let word = self.tokens.words[at];
        let is_declared = self.open.iter().any(|open| open.contains(&word));
        if is_declared && !is_known(self.words.text(word)) {
            return Err(self.twice(at));
        }
        self.open.last_mut().map(|open| open.insert(word));
        Ok(())
    }

    fn twice(&self, at: usize) -> TextDifference {
        let found = format!("a second {}", self.text(at));
        self.difference(at, found, "one declaration")
    }

    fn difference(&self, at: usize, found: String, due: &str) -> TextDifference {
        TextDifference {
            line: self.tokens.lines[at],
            found,
            block: None,
            due: String::from(due),
            is_dropped: false,
        }
    }
}
