//! The tokens of DOT.
//!
//! *Needs:* any text.
//! *Gives:* [`Lexer`], which looks one token ahead; [`Id`], a word, a string or HTML.
//! *Cost:* O(text).

use super::super::error::{Cause, Fault};
use super::super::scan::Scanner;
use super::{html, record};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A word or a number, which may be a keyword.
    Word(&'t str),
    /// A string, which is never a keyword.
    Text(Cow<'t, str>),
    /// The text between `<` and `>`.
    Html(&'t str),
    Arrow,
    Line,
    Open,
    Close,
    OpenList,
    CloseList,
    Equals,
    Comma,
    Semicolon,
    Colon,
    Plus,
    End,
    Unknown,
}

/// A word, a number, a string or HTML: used as a name, and as the value of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Id<'t> {
    Plain(Cow<'t, str>),
    Html(&'t str),
}

impl<'t> Id<'t> {
    /// Gives the text; for HTML, with its brackets.
    pub(super) fn text(&self) -> Cow<'t, str> {
        match self {
            Id::Plain(text) => text.clone(),
            Id::Html(text) => Cow::Owned(format!("<{text}>")),
        }
    }

    /// Gives a unique key of the name: a string that looks like HTML is a different name.
    pub(super) fn key(&self) -> String {
        match self {
            Id::Plain(text) => text.to_string(),
            Id::Html(text) => format!("<{text}\0>"),
        }
    }

    /// Tells whether this is the given word, which HTML never is.
    pub(super) fn is(&self, word: &str) -> bool {
        matches!(self, Id::Plain(text) if text == word)
    }

    /// Lists the visible lines.
    pub(super) fn lines(&self) -> Vec<String> {
        match self {
            Id::Plain(text) => record::lines(text),
            Id::Html(text) => html::lines(text),
        }
    }

    /// Gives the visible text in one line.
    pub(super) fn line(&self) -> String {
        self.lines().join(" ")
    }
}

pub(super) struct Lexer<'t> {
    scanner: Scanner<'t>,
    token: Token<'t>,
    start: usize,
}

const KEYWORDS: [&str; 6] = ["node", "edge", "graph", "digraph", "subgraph", "strict"];

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Result<Lexer<'t>, Fault> {
        let mut lexer = Lexer {
            scanner: Scanner::new(text),
            token: Token::End,
            start: 0,
        };
        lexer.advance()?;
        Ok(lexer)
    }

    /// Gives the next token without passing it.
    pub(super) fn token(&self) -> &Token<'t> {
        &self.token
    }

    /// Gives the place of the next token.
    pub(super) fn span(&self) -> Range<usize> {
        self.scanner.since(self.start)
    }

    pub(super) fn eat(&mut self, token: Token<'_>) -> Result<bool, Fault> {
        let here = self.token == token;
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Passes a keyword, whatever its case.
    pub(super) fn eat_keyword(&mut self, keyword: &str) -> Result<bool, Fault> {
        let here = matches!(self.token, Token::Word(word) if word.eq_ignore_ascii_case(keyword));
        if here {
            self.advance()?;
        }
        Ok(here)
    }

    /// Passes a word that is not a keyword, a number, a string (whose parts may be joined by `+`)
    /// or HTML.
    pub(super) fn eat_id(&mut self) -> Result<Option<Id<'t>>, Fault> {
        if let Token::Html(text) = self.token {
            self.advance()?;
            return Ok(Some(Id::Html(text)));
        }
        let mut name = match &self.token {
            Token::Word(word) if KEYWORDS.iter().any(|key| word.eq_ignore_ascii_case(key)) => {
                return Ok(None);
            }
            Token::Word(word) => Cow::Borrowed(*word),
            Token::Text(text) => text.clone(),
            _ => return Ok(None),
        };
        let joins = matches!(self.token, Token::Text(_));
        self.advance()?;
        while joins && self.eat(Token::Plus)? {
            let Token::Text(more) = &self.token else {
                return Err(self.expected("a string"));
            };
            name.to_mut().push_str(more);
            self.advance()?;
        }
        Ok(Some(Id::Plain(name)))
    }

    pub(super) fn expected(&self, wanted: &'static str) -> Fault {
        let found = self.scanner.slice(self.span());
        let found = found.chars().take(30).collect();
        Fault::new(self.span(), Cause::Expected { wanted, found })
    }

    /// Tells whether this is the end of the text.
    pub(super) fn is_at_end(&self) -> bool {
        self.token == Token::End
    }

    pub(super) fn advance(&mut self) -> Result<(), Fault> {
        self.skip()?;
        self.start = self.scanner.at();
        self.token = match self.scanner.peek() {
            None => Token::End,
            Some('"') => Token::Text(self.string()?),
            Some('<') => Token::Html(self.html()?),
            Some(c) if is_letter(c) => Token::Word(self.scanner.take_while(is_name)),
            Some(_) => self.sign_or_number(),
        };
        Ok(())
    }

    fn sign_or_number(&mut self) -> Token<'t> {
        let signs = [
            ("->", Token::Arrow),
            ("--", Token::Line),
            ("{", Token::Open),
            ("}", Token::Close),
            ("[", Token::OpenList),
            ("]", Token::CloseList),
            ("=", Token::Equals),
            (",", Token::Comma),
            (";", Token::Semicolon),
            (":", Token::Colon),
            ("+", Token::Plus),
        ];
        for (sign, token) in signs {
            if self.scanner.eat(sign) {
                return token;
            }
        }
        let start = self.scanner.at();
        self.scanner.eat("-");
        let digits = self.scanner.take_while(|c| c.is_ascii_digit() || c == '.');
        if digits.is_empty() {
            self.scanner.take_while(|c| !c.is_whitespace());
            return Token::Unknown;
        }
        Token::Word(self.scanner.slice(self.scanner.since(start)))
    }

    fn string(&mut self) -> Result<Cow<'t, str>, Fault> {
        let start = self.scanner.at();
        self.scanner.bump();
        let mut text = Cow::Borrowed(self.scanner.take_while(|c| !matches!(c, '"' | '\\')));
        loop {
            match self.scanner.bump() {
                Some('"') => return Ok(text),
                Some(_) => text.to_mut().push_str(self.escaped()),
                None => {
                    return Err(Fault::new(start..start + 1, Cause::UnclosedString));
                }
            }
            let more = self.scanner.take_while(|c| !matches!(c, '"' | '\\'));
            text.to_mut().push_str(more);
        }
    }

    /// Gives the meaning of a backslash and the character after it. Only a quote loses its
    /// backslash, and a backslash may break a line.
    fn escaped(&mut self) -> &'t str {
        let start = self.scanner.at();
        match self.scanner.bump() {
            Some('"') => "\"",
            Some('\n') => "",
            _ => self.scanner.slice(start - 1..self.scanner.at()),
        }
    }

    fn html(&mut self) -> Result<&'t str, Fault> {
        let start = self.scanner.at();
        let mut depth = 0_usize;
        while let Some(c) = self.scanner.bump() {
            match c {
                '<' => depth += 1,
                '>' if depth == 1 => {
                    return Ok(self.scanner.slice(start + 1..self.scanner.at() - 1));
                }
                '>' => depth -= 1,
                _ => {}
            }
        }
        Err(Fault::new(start..start + 1, Cause::UnclosedHtml))
    }

    /// Passes blanks and comments.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            self.scanner.skip_space();
            let start = self.scanner.at();
            if self.scanner.eat("//") || self.scanner.at_line_start() && self.scanner.eat("#") {
                self.scanner.skip_line();
            } else if self.scanner.eat("/*") {
                if self.scanner.take_until("*/").is_none() {
                    return Err(Fault::new(start..start + 2, Cause::UnclosedComment));
                }
            } else {
                return Ok(());
            }
        }
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii()
}

fn is_name(c: char) -> bool {
    is_letter(c) || c.is_ascii_digit()
}
