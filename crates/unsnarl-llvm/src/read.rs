//! The reader: recursive descent over the tokens, filling a module.
//!
//! Symbols of the module are constants that are reserved at their first use and filled when they
//! are defined, so that functions may be called before they are declared. Facts that depend on
//! later text (whether a callee is a function, attribute groups, the blocks of block addresses) are
//! settled in `finish`.

mod annotations;
mod attributes;
mod calls;
mod constants;
mod debug;
mod exceptions;
mod expressions;
mod finish;
mod floats;
mod functions;
mod globals;
mod instructions;
mod integers;
mod judge;
mod locals;
mod loops;
mod memory;
mod names;
mod recovery;
mod rows;
mod symbols;
mod terminators;
mod top;
mod types;
mod words;

use std::ops::Range;

use unsnarl_ir::{BlockId, DataLayout, FuncId, Module, Op, Origin, TypeId};

use crate::build::DEPTH_LIMIT;
use crate::error::{Cause, Entity, Fault, Places, ReadError, Reading, Remedy, Unread};
use crate::lexer::{Kind, Lexer, Token};
use debug::{Attached, DebugText};
use recovery::Recovery;
use symbols::Symbols;

/// Reads textual LLVM IR.
///
/// # Errors
/// If the text is no LLVM IR, if it has a construct that is not supported, or if it breaks a rule
/// of the module: the first of all errors in the text.
pub fn read(text: &str) -> Result<Module, ReadError> {
    let reading = read_partly(text);
    match reading.unread.into_iter().next() {
        None => Ok(reading.module),
        Some(unread) => Err(unread.error),
    }
}

/// Reads of textual LLVM IR what can be read, and says why the rest cannot.
///
/// After an error in a function or a global variable the reader goes on at the next, so that each
/// has at most one error, and errors do not cascade.
pub fn read_partly(text: &str) -> Reading {
    match Reader::new(text) {
        Ok(mut reader) => {
            reader.top();
            reader.finish()
        }
        Err(fault) => Reading {
            module: Module::default(),
            unread: vec![Unread {
                what: Entity::Other,
                error: Places::new(text).locate(fault),
            }],
            omissions: Vec::new(),
        },
    }
}

/// An operation, and the type of its result if it has one.
type Made = (Op, Option<TypeId>);

type Result<T, E = Fault> = std::result::Result<T, E>;

/// The state of reading.
struct Reader<'s> {
    lexer: Lexer<'s>,
    /// The current token.
    token: Token,
    /// Where the token before it ended.
    last_end: u32,
    /// The line of the token before it.
    last_line: u32,
    /// Where the clauses of an instruction end and its metadata begins, if it has some.
    metadata_start: Option<u32>,
    /// The current nesting depth of types and constants.
    depth: u32,
    /// What the type that was read last points to, if it is a typed pointer.
    pointee: Option<TypeId>,
    module: Module,
    /// Where each constant of the module was read first.
    constant_starts: Vec<u32>,
    /// The bytes of wide integer constants so far.
    wide_bytes: usize,
    symbols: Symbols<'s>,
    /// The error of the current token, if it is invalid.
    invalid: Option<Fault>,
    /// Whether the text has a data layout.
    has_layout: bool,
    /// What could not be read.
    recovery: Recovery,
    /// Debug information that is attached to what is being read.
    attached: Attached,
    /// Debug information as it is in the text.
    debug: DebugText,
    /// What terminators say of loops.
    loops: Vec<(FuncId, BlockId, Token)>,
}

impl<'s> Reader<'s> {
    fn new(text: &'s str) -> Result<Self> {
        let lexer = Lexer::new(text)?;
        let token = Token {
            kind: Kind::End,
            start: 0,
            end: 0,
            line: 1,
        };
        let mut reader = Self {
            lexer,
            token,
            last_end: 0,
            last_line: 0,
            metadata_start: None,
            depth: 0,
            pointee: None,
            module: Module::default(),
            constant_starts: Vec::new(),
            wide_bytes: 0,
            symbols: Symbols::default(),
            invalid: None,
            has_layout: false,
            recovery: Recovery::default(),
            attached: Attached::default(),
            debug: DebugText::default(),
            loops: Vec::new(),
        };
        reader.look();
        // What a text says of its target replaces this.
        reader.module.data_layout = DataLayout::of_triple("");
        Ok(reader)
    }

    /// Goes on to the next token.
    fn advance(&mut self) -> Result<Token> {
        let token = self.token;
        if token.kind == Kind::Invalid {
            return Err(self.expected("something else"));
        }
        (self.last_end, self.last_line) = (token.end, token.line);
        self.look();
        Ok(token)
    }

    /// Looks at the next token. An invalid one is an error where it is used, so that the text
    /// before is read.
    fn look(&mut self) {
        self.token = match self.lexer.next() {
            Ok(token) => token,
            Err(fault) => {
                let token = Token {
                    kind: Kind::Invalid,
                    start: fault.span.start as u32,
                    end: fault.span.end as u32,
                    line: self.token.line,
                };
                self.invalid = Some(fault);
                token
            }
        };
    }

    /// The kind of the token after the current one.
    fn peek(&self) -> Kind {
        let next = self.lexer.clone().next();
        next.map_or(Kind::Invalid, |token| token.kind)
    }

    fn text(&self, token: Token) -> &'s str {
        &self.lexer.text()[token.start as usize..token.end as usize]
    }

    /// The current word; empty if the current token is not a word.
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

    /// Skips from the current bracket to behind the one that closes it.
    fn skip_brackets(&mut self) -> Result<()> {
        self.lexer.skip_brackets(self.token.start)?;
        self.last_end = self.lexer.position();
        self.look();
        Ok(())
    }

    /// Skips the rest of a definition of which nothing is kept.
    fn skip_definition(&mut self) -> Result<()> {
        self.lexer.skip_definition(self.token.start)?;
        self.look();
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

    /// Skips the attachments from the current name to the end of the line, if they are numbers of
    /// which nothing is kept: most are, and this is much faster than to read them. False if it
    /// skipped nothing.
    fn skip_attachments(&mut self) -> bool {
        let name = self.text(self.token).as_bytes();
        let name = name.strip_prefix(b"!").unwrap_or(name);
        if name.is_empty() || debug::is_kept(name) || !self.lexer.skip_attachments(debug::is_kept) {
            return false;
        }
        (self.last_end, self.last_line) = (self.lexer.position(), self.token.line);
        self.look();
        true
    }

    /// Skips one attachment: `!dbg !12`, `!range !{i8 0}`. Debug information is noted.
    fn attachment(&mut self) -> Result<()> {
        let name = self.expect_kind(Kind::Metadata, "metadata")?;
        self.note_attachment(name, self.token);
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

    /// The place of something from `start` to before the current token.
    fn origin(&self, start: Token) -> Origin {
        Origin {
            start: start.start,
            end: self.last_end,
            line: start.line,
        }
    }

    fn error_at(&self, token: Token, cause: Cause) -> Fault {
        self.error_in(token.start as usize..token.end as usize, cause)
    }

    fn error_in(&self, span: Range<usize>, cause: Cause) -> Fault {
        Fault::new(span, cause)
    }

    fn expected(&self, expected: &'static str) -> Fault {
        if let (Kind::Invalid, Some(fault)) = (self.token.kind, &self.invalid) {
            return fault.clone();
        }
        let found = match self.token.kind {
            Kind::End => "the end of the text".to_owned(),
            Kind::Label => format!("'{}:'", self.text(self.token)),
            _ => format!("'{}'", self.text(self.token)),
        };
        self.error_at(self.token, Cause::Expected { expected, found })
    }

    /// The error for a missing type.
    fn expected_type(&self) -> Fault {
        let fault = self.expected("a type");
        let word = self.word();
        match words::type_of_c(word) {
            Some(llvm) => fault.with(Remedy::TypeOfC {
                c: word.to_owned(),
                llvm,
            }),
            None => match self.token.kind {
                Kind::Local | Kind::Global | Kind::Integer | Kind::Decimal => {
                    fault.with(Remedy::TypeBeforeValue)
                }
                _ => fault,
            },
        }
    }

    fn unknown(&self, token: Token, kind: &str) -> Fault {
        let construct = format!("{kind} '{}'", self.text(token));
        self.error_at(token, Cause::Unknown { construct })
    }

    fn unsupported(&self, token: Token, kind: &str) -> Fault {
        let construct = format!("{kind} '{}'", self.text(token));
        self.error_at(token, Cause::Unsupported { construct })
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.module.show_type(ty).to_string()
    }
}
