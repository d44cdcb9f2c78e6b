//! Statements of C and JavaScript.
//!
//! *Needs:* tokens. *Gives:* [`Tree`]: each statement with its tokens and the statements in it.
//! *Cost:* O(tokens).
//! *Limits:* an exception handler and the statements that it guards are one opaque statement. A
//! `goto` is an error.

use super::tokens::{Tokens, Word, Words};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The kind of a statement. Conditions are ranges of tokens.
pub(super) enum Shape {
    /// An expression, a declaration or a return.
    Simple,
    /// A statement whose contents are unknown.
    Opaque,
    /// A sequence of statements.
    List,
    If(Range<usize>),
    While(Range<usize>),
    DoWhile(Range<usize>),
    /// The initialiser, the condition, the step.
    For([Range<usize>; 3]),
    /// The operand, and each case with the number of statements before it; the default has an empty
    /// range.
    Switch(Range<usize>, Vec<(Range<usize>, usize)>),
    /// A statement with a label.
    Labelled(Word),
    Break(Option<Word>),
    Continue(Option<Word>),
}

/// A statement.
pub(super) struct Node {
    pub(super) shape: Shape,
    /// Its tokens, without the final semicolon.
    pub(super) span: Range<usize>,
    pub(super) children: Vec<usize>,
}

/// The statements of a text; the first one is the list of all top-level statements.
pub(super) struct Tree(pub(super) Vec<Node>);

/// The place of an unexpected token.
pub(super) struct Unexpected(pub(super) usize);

/// A construct that waits for a statement to end.
enum Open {
    List(usize),
    Then(usize),
    Last(usize),
    Do(usize),
}

struct Keywords {
    semicolon: Word,
    colon: Word,
    open: Word,
    close: Word,
    bracket: Word,
    r#if: Word,
    r#else: Word,
    r#while: Word,
    r#do: Word,
    r#for: Word,
    switch: Word,
    case: Word,
    default: Word,
    r#break: Word,
    r#continue: Word,
    r#try: Word,
    catch: Word,
    finally: Word,
    goto: Word,
}

impl Keywords {
    fn new(words: &mut Words) -> Keywords {
        let mut word = |text: &str| words.number(text);
        Keywords {
            semicolon: word(";"),
            colon: word(":"),
            open: word("{"),
            close: word("}"),
            bracket: word("("),
            r#if: word("if"),
            r#else: word("else"),
            r#while: word("while"),
            r#do: word("do"),
            r#for: word("for"),
            switch: word("switch"),
            case: word("case"),
            default: word("default"),
            r#break: word("break"),
            r#continue: word("continue"),
            r#try: word("try"),
            catch: word("catch"),
            finally: word("finally"),
            goto: word("goto"),
        }
    }
}

/// Reads all statements of a text.
pub(super) fn parse(tokens: &Tokens, words: &mut Words) -> Result<Tree, Unexpected> {
    let keywords = Keywords::new(words);
    let mut parser = Parser {
        tokens,
        words,
        keywords,
        nodes: Vec::new(),
        at: 0,
    };
    if tokens.is_broken {
        return Err(Unexpected(0));
    }
    parser.all()?;
    Ok(Tree(parser.nodes))
}

struct Parser<'a> {
    tokens: &'a Tokens,
    words: &'a Words,
    keywords: Keywords,
    nodes: Vec<Node>,
    at: usize,
}

impl Parser<'_> {
    fn word(&self) -> Option<Word> {
        self.word_at(self.at)
    }

    fn word_at(&self, place: usize) -> Option<Word> {
        self.tokens.words.get(place).copied()
    }

    fn is_at(&self, word: Word) -> bool {
        self.word() == Some(word)
    }

    fn take(&mut self, word: Word) -> Result<(), Unexpected> {
        match self.is_at(word) {
            true => {
                self.at += 1;
                Ok(())
            }
            false => Err(Unexpected(self.at)),
        }
    }

    /// The tokens inside the brackets that come next.
    fn bracketed(&mut self) -> Result<Range<usize>, Unexpected> {
        let open = self.at;
        self.take(self.keywords.bracket)?;
        let close = self.tokens.partners[open];
        self.at = close + 1;
        Ok(open + 1..close)
    }

    fn add(&mut self, shape: Shape, start: usize) -> usize {
        self.nodes.push(Node {
            shape,
            span: start..self.at,
            children: Vec::new(),
        });
        self.nodes.len() - 1
    }

    fn all(&mut self) -> Result<(), Unexpected> {
        let root = self.add(Shape::List, 0);
        let mut open = vec![Open::List(root)];
        while let Some(innermost) = open.last() {
            if let &Open::List(list) = innermost {
                let done = match self.word() {
                    None if list == root => return Ok(()),
                    None => return Err(Unexpected(self.at)),
                    Some(word) if word == self.keywords.close => {
                        if list == root {
                            return Err(Unexpected(self.at));
                        }
                        self.at += 1;
                        Some(list)
                    }
                    _ => None,
                };
                if let Some(list) = done {
                    open.pop();
                    self.end(list, &mut open)?;
                    continue;
                }
                if matches!(self.nodes[list].shape, Shape::Switch(..)) && self.arm(list)? {
                    continue;
                }
            }
            if let Some(done) = self.begin(&mut open)? {
                self.end(done, &mut open)?;
            }
        }
        Ok(())
    }

    /// Reads the beginning of an arm of a switch, if one begins.
    fn arm(&mut self, switch: usize) -> Result<bool, Unexpected> {
        let Some(word) = self.word() else {
            return Ok(false);
        };
        if word != self.keywords.case && word != self.keywords.default {
            return Ok(false);
        }
        self.at += 1;
        let start = self.at;
        while !self.is_at(self.keywords.colon) {
            let partner = self.tokens.partners.get(self.at);
            self.at = (*partner.ok_or(Unexpected(self.at))?).max(self.at) + 1;
        }
        let label = start..self.at;
        self.at += 1;
        let before = self.nodes[switch].children.len();
        if let Shape::Switch(_, cases) = &mut self.nodes[switch].shape {
            cases.push((label, before));
        }
        Ok(true)
    }

    /// Begins a statement, and gives it if it is already complete.
    fn begin(&mut self, open: &mut Vec<Open>) -> Result<Option<usize>, Unexpected> {
        let start = self.at;
        let word = self.word().ok_or(Unexpected(start))?;
        let k = &self.keywords;
        if word == k.open {
            self.at += 1;
            let list = self.add(Shape::List, start);
            open.push(Open::List(list));
        } else if word == k.r#if {
            self.at += 1;
            let condition = self.bracketed()?;
            let node = self.add(Shape::If(condition), start);
            open.push(Open::Then(node));
        } else if word == k.r#while {
            self.at += 1;
            let condition = self.bracketed()?;
            let node = self.add(Shape::While(condition), start);
            open.push(Open::Last(node));
        } else if word == k.r#do {
            self.at += 1;
            let node = self.add(Shape::DoWhile(0..0), start);
            open.push(Open::Do(node));
        } else if word == k.r#for {
            self.at += 1;
            let inner = self.bracketed()?;
            let parts = self.parts(inner)?;
            let node = self.add(Shape::For(parts), start);
            open.push(Open::Last(node));
        } else if word == k.switch {
            self.at += 1;
            let operand = self.bracketed()?;
            let braces = self.keywords.open;
            self.take(braces)?;
            let node = self.add(Shape::Switch(operand, Vec::new()), start);
            open.push(Open::List(node));
        } else if word == k.r#try {
            return self.handlers().map(Some);
        } else if word == k.r#break || word == k.r#continue {
            let is_break = word == k.r#break;
            self.at += 1;
            let label = self.word().filter(|&word| word != self.keywords.semicolon);
            self.at += usize::from(label.is_some());
            let shape = match is_break {
                true => Shape::Break(label),
                false => Shape::Continue(label),
            };
            let node = self.add(shape, start);
            self.take(self.keywords.semicolon)?;
            return Ok(Some(node));
        } else if word == k.goto
            && self
                .word_at(start + 1)
                .is_some_and(|at| self.words.is_name(at))
        {
            return Err(Unexpected(start));
        } else if self.words.is_name(word) && self.word_at(start + 1) == Some(self.keywords.colon) {
            self.at += 2;
            let node = self.add(Shape::Labelled(word), start);
            open.push(Open::Last(node));
        } else {
            return self.simple().map(Some);
        }
        Ok(None)
    }

    /// Reads to the next semicolon outside of brackets.
    fn simple(&mut self) -> Result<usize, Unexpected> {
        let start = self.at;
        while !self.is_at(self.keywords.semicolon) {
            let Some(&partner) = self.tokens.partners.get(self.at) else {
                return Err(Unexpected(start));
            };
            if partner < self.at {
                return Err(Unexpected(self.at));
            }
            self.at = partner + 1;
        }
        let node = self.add(Shape::Simple, start);
        self.at += 1;
        Ok(node)
    }

    fn handlers(&mut self) -> Result<usize, Unexpected> {
        let start = self.at;
        self.at += 1;
        self.braces()?;
        while self.is_at(self.keywords.catch) || self.is_at(self.keywords.finally) {
            self.at += 1;
            if self.is_at(self.keywords.bracket) {
                self.bracketed()?;
            }
            self.braces()?;
        }
        Ok(self.add(Shape::Opaque, start))
    }

    fn braces(&mut self) -> Result<(), Unexpected> {
        let open = self.at;
        self.take(self.keywords.open)?;
        self.at = self.tokens.partners[open] + 1;
        Ok(())
    }

    /// The parts of the head of a `for`.
    fn parts(&self, inner: Range<usize>) -> Result<[Range<usize>; 3], Unexpected> {
        let mut ends = Vec::new();
        let mut at = inner.start;
        while at < inner.end {
            if self.tokens.words[at] == self.keywords.semicolon {
                ends.push(at);
            }
            at = self.tokens.partners[at].max(at) + 1;
        }
        match ends[..] {
            [first, second] => Ok([inner.start..first, first + 1..second, second + 1..inner.end]),
            _ => Err(Unexpected(inner.start)),
        }
    }

    /// Ends a statement, and the statements that end with it.
    fn end(&mut self, mut done: usize, open: &mut Vec<Open>) -> Result<(), Unexpected> {
        loop {
            if !matches!(
                self.nodes[done].shape,
                Shape::Simple | Shape::Break(_) | Shape::Continue(_) | Shape::DoWhile(_)
            ) {
                self.nodes[done].span.end = self.at;
            }
            let Some(innermost) = open.last() else {
                return Ok(());
            };
            match *innermost {
                Open::List(list) => {
                    self.nodes[list].children.push(done);
                    return Ok(());
                }
                Open::Then(node) if self.is_at(self.keywords.r#else) => {
                    self.nodes[node].children.push(done);
                    self.at += 1;
                    open.pop();
                    open.push(Open::Last(node));
                    return Ok(());
                }
                Open::Then(node) | Open::Last(node) => {
                    self.nodes[node].children.push(done);
                    open.pop();
                    done = node;
                }
                Open::Do(node) => {
                    self.nodes[node].children.push(done);
                    self.take(self.keywords.r#while)?;
                    let condition = self.bracketed()?;
                    self.nodes[node].shape = Shape::DoWhile(condition);
                    open.pop();
                    self.nodes[node].span.end = self.at;
                    // The semicolon is not part of the statement.
                    if self.is_at(self.keywords.semicolon) {
                        self.at += 1;
                    }
                    done = node;
                }
            }
        }
    }
}
