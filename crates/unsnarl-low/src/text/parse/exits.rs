//! Exits and their edges, from text.

use super::Parser;
use super::raw::{RawEdge, RawExit, RawExitKind, RawSlot};
use crate::machine::{Callee, Catch, Exit};
use crate::text::error::ParseError;
use crate::text::lex::Token;

impl<'t> Parser<'t> {
    /// Reads an exit, if one comes next.
    pub(super) fn exit(&mut self) -> Result<Option<RawExit<'t>>, ParseError> {
        let Token::Word(word) = *self.cursor.peek() else {
            return Ok(None);
        };
        let kind = match word {
            "return" => RawExitKind::Whole(Exit::Return),
            "unreachable" if self.cursor.is_last_of_block() => {
                RawExitKind::Whole(Exit::Unreachable)
            }
            "jump" => RawExitKind::Whole(Exit::Jump),
            "br" => RawExitKind::Whole(Exit::Branch),
            "switch" => RawExitKind::Switch,
            "return_call" | "return_call_indirect" | "return_throw" | "return_throw_ref" => {
                self.cursor.next();
                let kind = |callee| RawExitKind::Whole(Exit::TailCall(callee));
                return self.call(kind, word).map(Some);
            }
            "try_call" | "try_call_indirect" | "try_throw" | "try_throw_ref" => {
                self.cursor.next();
                return self.call(RawExitKind::Call, word).map(Some);
            }
            _ => return Ok(None),
        };
        self.cursor.next();
        let mut exit = RawExit {
            kind,
            operands: Vec::new(),
            edges: Vec::new(),
        };
        let mut is_first = true;
        while is_first && !self.is_line_end() || self.cursor.take_mark(',') {
            is_first = false;
            match self.is_operand() && exit.edges.is_empty() {
                true => exit.operands.push(self.operand()?),
                false => exit.edges.push(self.edge()?),
            }
        }
        Ok(Some(exit))
    }

    /// Reads a call that ends a block, with its edges.
    fn call(
        &mut self,
        kind: impl FnOnce(Callee) -> RawExitKind,
        word: &str,
    ) -> Result<RawExit<'t>, ParseError> {
        let callee = match word {
            "return_throw_ref" | "try_throw_ref" => Callee::ThrowRef,
            "return_throw" | "try_throw" => Callee::Throw(self.symbol()?),
            "return_call_indirect" | "try_call_indirect" => Callee::Table(self.table()?),
            _ => Callee::Symbol(self.symbol()?),
        };
        let operands = self.bracketed()?;
        let mut edges = Vec::new();
        while self.cursor.take_mark(',') {
            edges.push(self.edge()?);
        }
        Ok(RawExit {
            kind: kind(callee),
            operands,
            edges,
        })
    }

    fn is_line_end(&self) -> bool {
        matches!(self.cursor.peek(), Token::Line | Token::End)
    }

    /// Reads an edge: when it is taken, where it leads, and its arguments.
    fn edge(&mut self) -> Result<RawEdge<'t>, ParseError> {
        let slot = self.slot()?;
        let at = self.cursor.at();
        let to = self.cursor.block("an edge, such as `b1(%0)`")?;
        let arguments = match self.cursor.peek() {
            Token::Mark('(') => self.bracketed()?,
            _ => Vec::new(),
        };
        Ok(RawEdge {
            at,
            slot,
            to,
            arguments,
        })
    }

    fn slot(&mut self) -> Result<RawSlot, ParseError> {
        if self.cursor.take_word("catch") {
            return Ok(RawSlot::Catch(Catch::Tag(self.symbol()?)));
        }
        if self.cursor.take_word("catch_ref") {
            return Ok(RawSlot::Catch(Catch::TagRef(self.symbol()?)));
        }
        if self.cursor.take_word("catch_all_ref") {
            return Ok(RawSlot::Catch(Catch::AllRef));
        }
        if self.cursor.take_word("catch_all") {
            return Ok(RawSlot::Catch(Catch::All));
        }
        if self.cursor.take_word("else") || self.cursor.peek_number().is_none() {
            return Ok(RawSlot::Plain);
        }
        let value = self.cursor.number("a value of a switch")?;
        self.cursor.mark(':', "`:` and a block")?;
        Ok(RawSlot::Value(value))
    }
}
