//! The reader: recursive descent over the tokens, filling a module.
//!
//! Symbols of the module are constants that are reserved when they are first named and filled when they are defined,
//! so that functions may be called before they are declared. What depends on things that stand later (whether a callee
//! is a function, attribute groups, the blocks of block addresses) is settled in `finish`.

mod attributes;
mod calls;
mod constants;
mod expressions;
mod finish;
mod floats;
mod functions;
mod globals;
mod instructions;
mod integers;
mod locals;
mod memory;
mod names;
mod symbols;
mod terminators;
mod top;
mod types;
mod words;

use std::ops::Range;

use unsnarl_ir::{Module, Origin, TypeId};

use crate::error::{Cause, ReadError};
use crate::lexer::{Kind, Lexer, Token};
use symbols::Symbols;

/// Reads textual LLVM IR.
///
/// # Errors
/// If the text is no LLVM IR, if it has a construct that is not supported, or if it breaks a rule of the module.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let mut reader = Reader::new(text)?;
    reader.top()?;
    reader.finish()
}

/// Types and constants may stand this deep inside each other.
const DEPTH_LIMIT: u32 = 256;

type Result<T, E = ReadError> = std::result::Result<T, E>;

/// The state of reading.
struct Reader<'s> {
    lexer: Lexer<'s>,
    /// The token that is looked at.
    token: Token,
    /// Where the token before it ended.
    last_end: u32,
    /// Where the clauses of an instruction end and its metadata begins, if it has some.
    metadata_start: Option<u32>,
    /// How deep types and constants stand inside each other here.
    depth: u32,
    /// What the type that was read last points to, if it is a typed pointer.
    pointee: Option<TypeId>,
    module: Module,
    /// Where each constant of the module was read first.
    constant_starts: Vec<u32>,
    /// The bytes of wide integer constants so far.
    wide_bytes: usize,
    symbols: Symbols<'s>,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str) -> Result<Self> {
        let mut lexer = Lexer::new(text)?;
        let token = lexer.next()?;
        Ok(Self {
            lexer,
            token,
            last_end: 0,
            metadata_start: None,
            depth: 0,
            pointee: None,
            module: Module::default(),
            constant_starts: Vec::new(),
            wide_bytes: 0,
            symbols: Symbols::default(),
        })
    }

    fn advance(&mut self) -> Result<Token> {
        let token = self.token;
        self.last_end = token.end;
        self.token = self.lexer.next()?;
        Ok(token)
    }

    fn text(&self, token: Token) -> &'s str {
        &self.lexer.text()[token.start as usize..token.end as usize]
    }

    /// The word that is looked at; empty if it is no word.
    fn word(&self) -> &'s str {
        if self.token.kind == Kind::Word {
            self.text(self.token)
        } else {
            ""
        }
    }

    fn at(&self, punctuation: u8) -> bool {
        self.token.kind == Kind::Punctuation(punctuation)
    }

    fn eat(&mut self, punctuation: u8) -> Result<bool> {
        let found = self.at(punctuation);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn eat_word(&mut self, word: &str) -> Result<bool> {
        let found = self.word() == word;
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, punctuation: u8, expected: &'static str) -> Result<()> {
        if self.eat(punctuation)? {
            Ok(())
        } else {
            Err(self.expected(expected))
        }
    }

    fn expect_word(&mut self, word: &'static str) -> Result<()> {
        if self.eat_word(word)? {
            Ok(())
        } else {
            Err(self.expected(word))
        }
    }

    fn expect_kind(&mut self, kind: Kind, expected: &'static str) -> Result<Token> {
        if self.token.kind == kind {
            self.advance()
        } else {
            Err(self.expected(expected))
        }
    }

    /// Reads a number that is no constant: a count, an alignment, an index.
    fn number<N: std::str::FromStr>(&mut self) -> Result<N> {
        let token = self.expect_kind(Kind::Integer, "a number")?;
        let number = self.text(token);
        number.parse().map_err(|_| {
            self.error_at(
                token,
                Cause::BadNumber {
                    number: number.to_owned(),
                },
            )
        })
    }

    /// Skips from the bracket that is looked at to behind the one that closes it.
    fn skip_brackets(&mut self) -> Result<()> {
        self.lexer.skip_brackets(self.token.start)?;
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Skips the rest of a definition of which nothing is kept.
    fn skip_definition(&mut self) -> Result<()> {
        self.lexer.skip_definition(self.token.start)?;
        self.token = self.lexer.next()?;
        Ok(())
    }

    /// Runs `read` one level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(self.error_at(self.token, Cause::TooDeep { limit: DEPTH_LIMIT }));
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Skips one attachment: `!dbg !12`, `!range !{i8 0}`.
    fn attachment(&mut self) -> Result<()> {
        self.expect_kind(Kind::Metadata, "metadata")?;
        self.metadata()
    }

    /// Skips one piece of metadata: `!12`, `!"text"`, `!{i8 0}` or `!DIExpression()`.
    fn metadata(&mut self) -> Result<()> {
        let token = self.expect_kind(Kind::Metadata, "metadata")?;
        match (self.text(token), self.token.kind) {
            ("!", Kind::Text) => {
                self.advance()?;
            }
            ("!", Kind::Punctuation(b'{')) => self.skip_brackets()?,
            (name, Kind::Punctuation(b'(')) if name.starts_with("!DI") => self.skip_brackets()?,
            _ => {}
        }
        Ok(())
    }

    /// Where something is that begins at `start` and ends before the token that is looked at.
    fn origin(&self, start: Token) -> Origin {
        Origin {
            start: start.start,
            end: self.last_end,
            line: start.line,
        }
    }

    fn error_at(&self, token: Token, cause: Cause) -> ReadError {
        self.error_in(token.start as usize..token.end as usize, cause)
    }

    fn error_in(&self, span: Range<usize>, cause: Cause) -> ReadError {
        ReadError::at(self.lexer.text(), span, cause)
    }

    fn expected(&self, expected: &'static str) -> ReadError {
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            _ => format!("'{}'", self.text(self.token)),
        };
        self.error_at(self.token, Cause::Expected { expected, found })
    }

    fn unsupported(&self, token: Token, kind: &str) -> ReadError {
        let construct = format!("{kind} '{}'", self.text(token));
        self.error_at(token, Cause::Unsupported { construct })
    }
}
