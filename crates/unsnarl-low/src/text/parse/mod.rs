//! Functions from text.
//!
//! *Needs:* any text.
//! *Gives:* [`parse`]: a [`Module`], or the first error with its place. What is parsed may break
//! the rules of the [machine](crate::machine) that concern values: text can be written for the
//! verifier, too.
//! *Cost:* linear. Nothing recurses.
//! *Limits:* blocks may leave out numbers, but no more than 65,536 and one for each byte of the
//! text, in all its functions together: a short text must not need much memory.

mod build;
mod constants;
mod cursor;
mod exits;
mod ops;
mod raw;

use std::collections::HashSet;

use cursor::Cursor;
use raw::{RawBlock, RawFunction, RawInst};

use super::Module;
use super::error::{Cause, ParseError};
use super::lex::Token;
use crate::machine::Frame;
use crate::op::Op;
use crate::op::effect::{Effect, Traps};
use crate::op::memory::{AddressWidths, Memory, Table};
use crate::symbol::Symbols;
use crate::types::{Type, Width};

/// How many more blocks than bytes a text may number.
const SPARE_BLOCKS: usize = 1 << 16;

/// Parses the functions of a text.
///
/// ```
/// let text = "func @double(%0: i32) -> i32 {\nb0:\n  %1 = i32.add %0, %0\n  return %1\n}\n";
/// let module = unsnarl_low::text::parse(text)?;
/// assert_eq!(module.to_string(), text);
/// # Ok::<(), unsnarl_low::text::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let mut parser = Parser {
        cursor: Cursor::new(text)?,
        symbols: Symbols::default(),
    };
    let mut module = Module::default();
    let mut defined = HashSet::new();
    let mut blocks_left = text.len() + SPARE_BLOCKS;
    parser.cursor.skip_line();
    while !parser.cursor.is_at_end() {
        let raw = parser.function()?;
        if !defined.insert(raw.symbol) {
            return Err(parser.cursor.error(raw.at, Cause::TwoFunctions(raw.name)));
        }
        let symbol = raw.symbol;
        let function = build::build(raw, &parser.cursor, &mut blocks_left)?;
        module.functions.push((symbol, function));
        parser.cursor.skip_line();
    }
    module.symbols = parser.symbols;
    Ok(module)
}

/// Reads the tokens of a text.
struct Parser<'t> {
    cursor: Cursor<'t>,
    symbols: Symbols,
}

impl<'t> Parser<'t> {
    /// Reads a function: a header, memories and tables with wide addresses, a frame if there is
    /// one, and blocks.
    fn function(&mut self) -> Result<RawFunction<'t>, ParseError> {
        self.cursor.word("func", "`func`")?;
        let at = self.cursor.at();
        let name = self.cursor.symbol()?;
        let symbol = self.symbols.add(&name);
        self.cursor.mark('(', "`(`")?;
        let parameters = self.cursor.registers_until_bracket()?;
        let mut results = Vec::new();
        if self.cursor.take_word("->") {
            results.push(self.cursor.ty()?);
            while self.cursor.take_mark(',') {
                results.push(self.cursor.ty()?);
            }
        }
        self.cursor.mark('{', "`{`")?;
        self.cursor.line()?;
        let widths = self.widths()?;
        let frame = self.frame()?;
        let mut blocks = Vec::new();
        while !self.cursor.take_mark('}') {
            blocks.push(self.block()?);
        }
        self.cursor.line()?;
        Ok(RawFunction {
            at,
            name,
            symbol,
            parameters,
            results,
            widths,
            frame,
            blocks,
        })
    }

    fn widths(&mut self) -> Result<AddressWidths, ParseError> {
        let mut widths = AddressWidths::default();
        loop {
            if self.cursor.take_word("memory") {
                let memory = Memory(self.cursor.number("a memory")?);
                widths.set_memory(memory, self.width()?);
            } else if self.cursor.take_word("table") {
                let table = Table(self.cursor.number("a table")?);
                widths.set_table(table, self.width()?);
            } else {
                return Ok(widths);
            }
            self.cursor.line()?;
        }
    }

    fn width(&mut self) -> Result<Width, ParseError> {
        let width = match self.cursor.peek_type() {
            Some(Type::I32) => Width::W32,
            Some(Type::I64) => Width::W64,
            _ => return Err(self.cursor.unexpected("`i32` or `i64`")),
        };
        self.cursor.next();
        Ok(width)
    }

    fn frame(&mut self) -> Result<Option<Frame>, ParseError> {
        if !self.cursor.take_word("frame") {
            return Ok(None);
        }
        let size = self.cursor.number("a size in bytes")?;
        self.cursor.word("align", "`align`")?;
        let align = self.cursor.number("an alignment in bytes")?;
        self.cursor.line()?;
        Ok(Some(Frame { size, align }))
    }

    /// Reads a block: its parameters, instructions, and the exit.
    fn block(&mut self) -> Result<RawBlock<'t>, ParseError> {
        let at = self.cursor.at();
        let number = self.cursor.block("a block, such as `b0:`, or `}`")?;
        let parameters = match self.cursor.take_mark('(') {
            true => self.cursor.registers_until_bracket()?,
            false => Vec::new(),
        };
        self.cursor.mark(':', "`:`")?;
        self.cursor.line()?;
        let mut insts = Vec::new();
        let exit = loop {
            if let Some(exit) = self.exit()? {
                break exit;
            }
            insts.push(self.inst()?);
        };
        self.cursor.line()?;
        Ok(RawBlock {
            at,
            number,
            parameters,
            insts,
            exit,
        })
    }

    /// Reads an instruction: results, operation, operands, and what it does.
    fn inst(&mut self) -> Result<RawInst<'t>, ParseError> {
        let at = self.cursor.at();
        let results = self.results()?;
        let op = self.op()?;
        let operands = match op {
            Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_) => self.bracketed()?,
            _ => self.operands()?,
        };
        let mut effect = op.effect();
        let mut traps = Traps::Undefined;
        while let Token::Word(word) = self.cursor.peek() {
            match word.strip_prefix('!') {
                Some("observable") => traps = Traps::Observable,
                name => {
                    let named = |effect: &&Effect| Some(effect.name()) == name;
                    let wanted = "`!observable`, `!pure`, `!reads`, `!writes` or `!ordered`";
                    let found = Effect::ALL.iter().find(named);
                    effect = *found.ok_or_else(|| self.cursor.unexpected(wanted))?;
                }
            }
            self.cursor.next();
        }
        self.cursor.line()?;
        Ok(RawInst {
            at,
            results,
            op,
            effect,
            traps,
            operands,
        })
    }
}
