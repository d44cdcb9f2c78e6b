//! Walking through the tokens of a text.

use super::super::error::{Cause, ParseError};
use super::super::lex::{self, Lexeme, Token, lex};
use super::raw::{RawParameter, RawReg};
use crate::types::Type;

/// A place between the tokens of a text.
pub(super) struct Cursor<'t> {
    text: &'t str,
    tokens: Vec<Lexeme<'t>>,
    next: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Result<Self, ParseError> {
        Ok(Cursor {
            text,
            tokens: lex(text)?,
            next: 0,
        })
    }

    /// The token that comes next.
    pub(super) fn peek(&self) -> &Token<'t> {
        &self.tokens[self.next].token
    }

    /// The byte at which the next token begins.
    pub(super) fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    /// Goes past a token; nothing comes after the last one.
    pub(super) fn next(&mut self) {
        self.next = (self.next + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn is_at_end(&self) -> bool {
        *self.peek() == Token::End
    }

    pub(super) fn error(&self, at: usize, cause: Cause) -> ParseError {
        lex::error(self.text, at, cause)
    }

    /// The error that something else is expected than the next token.
    pub(super) fn unexpected(&self, wanted: &'static str) -> ParseError {
        let found = match self.peek() {
            Token::Register(name) => quoted("%", name),
            Token::Symbol(name) => quoted("@", name),
            Token::Word(word) => quoted("", word),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::Line => "the end of the line".to_owned(),
            Token::End => "the end of the text".to_owned(),
        };
        self.error(self.at(), Cause::Expected { wanted, found })
    }

    pub(super) fn take_mark(&mut self, mark: char) -> bool {
        let is_next = *self.peek() == Token::Mark(mark);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_next = *self.peek() == Token::Word(word);
        if is_next {
            self.next();
        }
        is_next
    }

    pub(super) fn mark(&mut self, mark: char, wanted: &'static str) -> Result<(), ParseError> {
        match self.take_mark(mark) {
            true => Ok(()),
            false => Err(self.unexpected(wanted)),
        }
    }

    pub(super) fn word(&mut self, word: &str, wanted: &'static str) -> Result<(), ParseError> {
        match self.take_word(word) {
            true => Ok(()),
            false => Err(self.unexpected(wanted)),
        }
    }

    /// Goes past the end of a line, or stays at the end of the text.
    pub(super) fn line(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            Token::Line | Token::End => {
                self.next();
                Ok(())
            }
            _ => Err(self.unexpected("the end of the line")),
        }
    }

    /// Goes past the end of a line if it comes next.
    pub(super) fn skip_line(&mut self) {
        if *self.peek() == Token::Line {
            self.next();
        }
    }

    /// Tells whether a block or the end of the function comes after this line: `unreachable` is an
    /// exit there, and else the instruction of that name.
    pub(super) fn is_last_of_block(&self) -> bool {
        let rest = &self.tokens[self.next..];
        let end = rest.iter().position(|lexeme| lexeme.token == Token::Line);
        let [first, second] = [1, 2].map(|after| {
            let lexeme = end.and_then(|end| rest.get(end + after));
            lexeme.map(|lexeme| &lexeme.token)
        });
        match (first, second) {
            (Some(Token::Word(word)), Some(Token::Mark('(' | ':'))) => word.starts_with('b'),
            (Some(Token::Mark('}') | Token::End) | None, _) => true,
            _ => false,
        }
    }

    pub(super) fn symbol(&mut self) -> Result<String, ParseError> {
        let Token::Symbol(name) = self.peek() else {
            return Err(self.unexpected("a symbol, such as `@f`"));
        };
        let name = name.clone();
        self.next();
        Ok(name)
    }

    pub(super) fn register(&mut self) -> Result<RawReg<'t>, ParseError> {
        let (at, Token::Register(name)) = (self.at(), self.peek()) else {
            return Err(self.unexpected("a register, such as `%0`"));
        };
        let name = *name;
        if name.is_empty() {
            return Err(self.unexpected("a register, such as `%0`"));
        }
        self.next();
        Ok(RawReg { at, name })
    }

    pub(super) fn ty(&mut self) -> Result<Type, ParseError> {
        let ty = self.peek_type().ok_or_else(|| self.unexpected("a type"))?;
        self.next();
        Ok(ty)
    }

    /// The type that comes next.
    pub(super) fn peek_type(&self) -> Option<Type> {
        let Token::Word(word) = self.peek() else {
            return None;
        };
        Type::ALL.into_iter().find(|ty| ty.name() == *word)
    }

    /// Reads registers with types up to the closing bracket.
    pub(super) fn registers_until_bracket(&mut self) -> Result<Vec<RawParameter<'t>>, ParseError> {
        let mut parameters = Vec::new();
        while !self.take_mark(')') {
            if !parameters.is_empty() {
                self.mark(',', "`,` or `)`")?;
            }
            let reg = self.register()?;
            self.mark(':', "`:` and a type")?;
            let ty = self.ty()?;
            parameters.push(RawParameter { reg, ty });
        }
        Ok(parameters)
    }

    /// Reads a block's number behind its `b`.
    pub(super) fn block(&mut self, wanted: &'static str) -> Result<u32, ParseError> {
        let Token::Word(word) = self.peek() else {
            return Err(self.unexpected(wanted));
        };
        let digits = word.strip_prefix('b').filter(|digits| is_digits(digits));
        let digits = digits.ok_or_else(|| self.unexpected(wanted))?;
        let number = digits.parse().map_err(|_| {
            let wanted = "a block";
            self.error(self.at(), Cause::Range { wanted })
        })?;
        self.next();
        Ok(number)
    }

    /// The word that comes next, if it begins as a number does.
    pub(super) fn peek_number(&self) -> Option<&'t str> {
        match self.peek() {
            Token::Word(word) if is_digits(word.strip_prefix('-').unwrap_or(word)) => Some(word),
            _ => None,
        }
    }

    /// Reads a decimal number.
    pub(super) fn number<N: std::str::FromStr>(
        &mut self,
        wanted: &'static str,
    ) -> Result<N, ParseError> {
        let word = self.peek_number();
        let word = word.ok_or_else(|| self.unexpected(wanted))?;
        let number = word.parse();
        let number = number.map_err(|_| self.error(self.at(), Cause::Range { wanted }))?;
        self.next();
        Ok(number)
    }
}

fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A token in backquotes, shortened.
fn quoted(before: &str, word: &str) -> String {
    match word.char_indices().nth(40) {
        Some((end, _)) => format!("`{before}{}…`", &word[..end]),
        None => format!("`{before}{word}`"),
    }
}
