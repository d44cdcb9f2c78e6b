//! Tokens of the text form.
//!
//! *Needs:* any text.
//! *Gives:* [`lex`]: tokens with the byte at which each begins; one for all line ends in a row.
//! *Cost:* linear.

use super::error::{Cause, ParseError};

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `%` and a name.
    Register(&'t str),
    /// `@` and a name, which may be quoted.
    Symbol(String),
    /// Characters that are none of the marks and no space.
    Word(&'t str),
    /// One of `(){},:=`.
    Mark(char),
    /// The end of a line that has other tokens.
    Line,
    /// The end of the text.
    End,
}

/// A token and the byte at which it begins.
#[derive(Clone, Debug)]
pub(super) struct Lexeme<'t> {
    pub(super) token: Token<'t>,
    pub(super) at: usize,
}

const MARKS: &str = "(){},:=";

/// Divides a text into tokens; the last one is [`Token::End`].
pub(super) fn lex(text: &str) -> Result<Vec<Lexeme<'_>>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(error(text, 0, Cause::TooLong));
    }
    let mut lexer = Lexer {
        text,
        at: 0,
        found: Vec::new(),
    };
    while lexer.step()? {}
    Ok(lexer.found)
}

/// An error at a byte of the text.
pub(super) fn error(text: &str, at: usize, cause: Cause) -> ParseError {
    let before = text.get(..at).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    ParseError {
        line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        cause,
    }
}

/// Tells whether a name stands without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_character)
}

fn is_plain_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$')
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    found: Vec<Lexeme<'t>>,
}

impl<'t> Lexer<'t> {
    /// Takes the next token; false after the last one.
    fn step(&mut self) -> Result<bool, ParseError> {
        let at = self.at;
        let Some(first) = self.rest().chars().next() else {
            self.push(at, Token::End);
            return Ok(false);
        };
        match first {
            '\n' => {
                self.at += 1;
                let is_empty = matches!(
                    self.found.last(),
                    None | Some(Lexeme {
                        token: Token::Line,
                        ..
                    })
                );
                if !is_empty {
                    self.push(at, Token::Line);
                }
            }
            ';' => {
                self.take(|character| character != '\n');
            }
            '%' => {
                self.at += 1;
                let name = self.take(is_plain_character);
                self.push(at, Token::Register(name));
            }
            '@' => {
                self.at += 1;
                let name = self.name()?;
                self.push(at, Token::Symbol(name));
            }
            '-' if self.rest().starts_with("->") => {
                self.at += 2;
                self.push(at, Token::Word("->"));
            }
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            _ if MARKS.contains(first) => {
                self.at += 1;
                self.push(at, Token::Mark(first));
            }
            _ => {
                let is_word = |c: char| !c.is_whitespace() && !MARKS.contains(c) && c != ';';
                let word = self.take(is_word);
                self.push(at, Token::Word(word));
            }
        }
        Ok(true)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn push(&mut self, at: usize, token: Token<'t>) {
        self.found.push(Lexeme { token, at });
    }

    /// Takes all characters up to the first that is not meant.
    fn take(&mut self, is_meant: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|character| !is_meant(character));
        let taken = &rest[..end.unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Takes the name of a symbol.
    fn name(&mut self) -> Result<String, ParseError> {
        if !self.rest().starts_with('"') {
            let name = self.take(is_plain_character);
            if !name.is_empty() {
                return Ok(name.to_owned());
            }
            let found = "a bare `@`".to_owned();
            let wanted = "a name";
            return Err(error(self.text, self.at, Cause::Expected { wanted, found }));
        }
        let start = self.at;
        self.at += 1;
        let mut name = String::new();
        loop {
            name.push_str(self.take(|character| !matches!(character, '"' | '\\' | '\n')));
            match self.rest().bytes().next() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(name);
                }
                Some(b'\\') => name.push(self.escape()?),
                _ => return Err(error(self.text, start, Cause::OpenQuote)),
            }
        }
    }

    /// Takes an escape in quotes.
    fn escape(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        let wrong = || error(self.text, start, Cause::Escape);
        let rest = &self.rest()[1..];
        let (character, length) = match rest.bytes().next() {
            Some(b'"') => ('"', 1),
            Some(b'\\') => ('\\', 1),
            _ => {
                let digits = rest.strip_prefix("u{").ok_or_else(wrong)?;
                let (digits, _) = digits.split_once('}').ok_or_else(wrong)?;
                let is_hex = digits.len() <= 6 && digits.bytes().all(|c| c.is_ascii_hexdigit());
                let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex);
                let character = code.and_then(char::from_u32).ok_or_else(wrong)?;
                (character, digits.len() + 3)
            }
        };
        self.at += 1 + length;
        Ok(character)
    }
}
