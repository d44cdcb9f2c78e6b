//! Functions as text.
//!
//! *Needs:* any function, with the names of its symbols.
//! *Gives:* [`print()`](print()): text that [`parse`](super::parse) reads back.
//! *Cost:* linear in the text.
//! *Limits:* of a function that breaks the rules of the [machine](crate::machine) the text may say
//! less: an alignment of 2⁶⁴ bytes or more is printed as 2⁶³, and instructions that no block in
//! the order has are left out.

mod ops;
mod trees;

pub use trees::{PrintedTrees, print_trees};

use std::fmt::{self, Write as _};

use unsnarl::BlockId;

use super::lex::is_plain;
use crate::machine::{Callee, Catch, Edge, Exit, Function, Inst, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::effect::Traps;
use crate::op::memory::{Memory, Table};
use crate::symbol::{Symbol, SymbolNames};
use crate::types::Type;

/// A function that displays as text.
pub struct Printed<'f> {
    symbol: Symbol,
    function: &'f Function,
    names: &'f dyn SymbolNames,
}

/// Shows a function as text, under the name of its symbol.
pub fn print<'f>(
    symbol: Symbol,
    function: &'f Function,
    names: &'f dyn SymbolNames,
) -> Printed<'f> {
    Printed {
        symbol,
        function,
        names,
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.printer(f).function(self.symbol)
    }
}

impl Printed<'_> {
    fn printer<'p, 'o>(&'p self, out: &'p mut fmt::Formatter<'o>) -> Printer<'p, 'o> {
        Printer {
            function: self.function,
            names: self.names,
            numbers: vec![None; self.function.reg_count()],
            next: 0,
            out,
        }
    }
}

/// Writes one function.
struct Printer<'p, 'o> {
    function: &'p Function,
    names: &'p dyn SymbolNames,
    /// The number of each register in the text, once it has appeared.
    numbers: Vec<Option<u32>>,
    next: u32,
    out: &'p mut fmt::Formatter<'o>,
}

impl Printer<'_, '_> {
    fn function(&mut self, symbol: Symbol) -> fmt::Result {
        self.header(symbol)?;
        for &block in self.function.order() {
            self.block(block)?;
        }
        self.out.write_str("}\n")
    }

    fn header(&mut self, symbol: Symbol) -> fmt::Result {
        self.out.write_str("func ")?;
        self.symbol(symbol)?;
        self.parameters()?;
        let results = &self.function.signature.results;
        for (index, ty) in results.iter().enumerate() {
            let before = if index == 0 { " -> " } else { ", " };
            write!(self.out, "{before}{ty}")?;
        }
        self.out.write_str(" {\n")?;
        let widths = &self.function.widths;
        for Memory(memory) in widths.wide_memories() {
            writeln!(self.out, "  memory {memory} i64")?;
        }
        for Table(table) in widths.wide_tables() {
            writeln!(self.out, "  table {table} i64")?;
        }
        if let Some(frame) = self.function.frame {
            writeln!(self.out, "  frame {} align {}", frame.size, frame.align)?;
        }
        Ok(())
    }

    /// Writes the parameters of the function, with those that no register holds.
    fn parameters(&mut self) -> fmt::Result {
        let function = self.function;
        let types = &function.signature.parameters;
        let count = u32::try_from(types.len()).unwrap_or(u32::MAX);
        for reg in function.regs() {
            if let Source::Parameter(number) = function.source(reg)
                && number < count
            {
                self.numbers[reg.index()] = Some(number);
            }
        }
        self.next = count;
        self.out.write_char('(')?;
        for (index, ty) in types.iter().enumerate() {
            let before = if index == 0 { "" } else { ", " };
            write!(self.out, "{before}%{index}: {ty}")?;
        }
        self.out.write_char(')')
    }

    fn block(&mut self, id: BlockId) -> fmt::Result {
        self.block_header(id)?;
        for inst in self.function.block(id).insts() {
            self.out.write_str("  ")?;
            self.inst(inst)?;
            self.out.write_char('\n')?;
        }
        self.out.write_str("  ")?;
        self.exit(id)?;
        self.out.write_char('\n')
    }

    /// The name of a block and its parameters.
    fn block_header(&mut self, id: BlockId) -> fmt::Result {
        let function = self.function;
        let block = function.block(id);
        write!(self.out, "{id}")?;
        for (index, &reg) in block.parameters.iter().enumerate() {
            self.out.write_str(if index == 0 { "(" } else { ", " })?;
            self.defined(reg)?;
            write!(self.out, ": {}", function.ty(reg))?;
        }
        let end = if block.parameters.is_empty() { "" } else { ")" };
        writeln!(self.out, "{end}:")
    }

    fn inst(&mut self, id: InstId) -> fmt::Result {
        let function = self.function;
        let inst = function.inst(id);
        self.results(inst)?;
        self.op(&inst.op)?;
        let operands = function.operands(id);
        match inst.op {
            Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_) => self.bracketed(operands)?,
            _ if operands.is_empty() => {}
            _ => {
                self.out.write_char(' ')?;
                self.operands(operands)?;
            }
        }
        if inst.effect != inst.op.effect() {
            write!(self.out, " !{}", inst.effect.name())?;
        }
        match inst.traps {
            Traps::Undefined => Ok(()),
            Traps::Observable => self.out.write_str(" !observable"),
        }
    }

    /// Writes the results, with types where the operation does not say them.
    fn results(&mut self, inst: &Inst) -> fmt::Result {
        let function = self.function;
        let said = inst.op.signature(&function.widths);
        let types: Vec<Type> = inst.results().map(|reg| function.ty(reg)).collect();
        let is_said = said.is_some_and(|said| said.result.as_slice() == types.as_slice());
        for (index, (reg, ty)) in inst.results().zip(&types).enumerate() {
            self.out.write_str(if index == 0 { "" } else { ", " })?;
            self.defined(reg)?;
            if !is_said {
                write!(self.out, ": {ty}")?;
            }
        }
        let end = if types.is_empty() { "" } else { " = " };
        self.out.write_str(end)
    }

    fn exit(&mut self, id: BlockId) -> fmt::Result {
        let function = self.function;
        let block = function.block(id);
        let operands = function.exit_operands(id);
        let callee = self.exit_word(&block.exit)?;
        let has_operands = callee.is_some() || !operands.is_empty();
        match callee {
            Some(callee) => {
                self.callee(callee)?;
                self.bracketed(operands)?;
            }
            None if operands.is_empty() => {}
            None => {
                self.out.write_char(' ')?;
                self.operands(operands)?;
            }
        }
        if !block.edges().is_empty() && has_operands {
            self.out.write_char(',')?;
        }
        self.slots(id)
    }

    /// Writes what an exit is called, and gives what it calls.
    fn exit_word(&mut self, exit: &Exit) -> Result<Option<Callee>, fmt::Error> {
        let (word, callee) = match exit {
            Exit::Return => ("return", None),
            Exit::Unreachable => ("unreachable", None),
            Exit::Jump => ("jump", None),
            Exit::Branch => ("br", None),
            Exit::Switch(_) => ("switch", None),
            Exit::TailCall(callee @ (Callee::Throw(_) | Callee::ThrowRef)) => {
                ("return", Some(*callee))
            }
            Exit::TailCall(callee) => ("return_call", Some(*callee)),
            Exit::Call(callee @ (Callee::Throw(_) | Callee::ThrowRef), _) => ("try", Some(*callee)),
            Exit::Call(callee, _) => ("try_call", Some(*callee)),
        };
        self.out.write_str(word)?;
        Ok(callee)
    }

    /// Writes the edges of a block, with what takes them.
    fn slots(&mut self, id: BlockId) -> fmt::Result {
        let block = self.function.block(id);
        for (slot, &edge) in block.edges().iter().enumerate() {
            self.out.write_str(if slot == 0 { " " } else { ", " })?;
            self.slot(&block.exit, slot)?;
            self.edge(edge)?;
        }
        Ok(())
    }

    fn callee(&mut self, callee: Callee) -> fmt::Result {
        match callee {
            Callee::Symbol(symbol) => {
                self.out.write_char(' ')?;
                self.symbol(symbol)
            }
            Callee::Throw(tag) => {
                self.out.write_str("_throw ")?;
                self.symbol(tag)
            }
            Callee::ThrowRef => self.out.write_str("_throw_ref"),
            Callee::Table(Table(0)) => self.out.write_str("_indirect"),
            Callee::Table(Table(table)) => write!(self.out, "_indirect {table}"),
        }
    }

    /// Writes when an edge is taken, where its place alone does not say it.
    fn slot(&mut self, exit: &Exit, slot: usize) -> fmt::Result {
        match exit {
            Exit::Switch(values) => match values.get(slot) {
                Some(value) => write!(self.out, "{value}: "),
                None => self.out.write_str("else "),
            },
            Exit::Call(_, catches) => match slot.checked_sub(1).map(|index| catches.get(index)) {
                Some(Some(catch @ (&Catch::Tag(tag) | &Catch::TagRef(tag)))) => {
                    self.out.write_str(match catch {
                        Catch::TagRef(_) => "catch_ref ",
                        _ => "catch ",
                    })?;
                    self.symbol(tag)?;
                    self.out.write_char(' ')
                }
                Some(Some(Catch::All)) => self.out.write_str("catch_all "),
                Some(Some(Catch::AllRef)) => self.out.write_str("catch_all_ref "),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn edge(&mut self, edge: Edge) -> fmt::Result {
        write!(self.out, "{}", edge.to)?;
        let arguments = self.function.arguments(edge);
        match arguments {
            [] => Ok(()),
            _ => self.bracketed(arguments),
        }
    }

    fn bracketed(&mut self, regs: &[Reg]) -> fmt::Result {
        self.out.write_char('(')?;
        self.operands(regs)?;
        self.out.write_char(')')
    }

    fn operands(&mut self, regs: &[Reg]) -> fmt::Result {
        for (index, &reg) in regs.iter().enumerate() {
            self.out.write_str(if index == 0 { "" } else { ", " })?;
            match self.function.source(reg) {
                Source::Number(number) => self.number(number)?,
                Source::Frame(offset) => write!(self.out, "frame+{offset}")?,
                _ => self.defined(reg)?,
            }
        }
        Ok(())
    }

    /// Writes a register by its number, which it gets where it first appears.
    fn defined(&mut self, reg: Reg) -> fmt::Result {
        let number = *self.numbers[reg.index()].get_or_insert_with(|| {
            self.next += 1;
            self.next - 1
        });
        write!(self.out, "%{number}")
    }

    fn number(&mut self, number: Number) -> fmt::Result {
        match number {
            Number::I32(value) => write!(self.out, "i32 {value}"),
            Number::I64(value) => write!(self.out, "i64 {value}"),
            Number::F32(bits) => match f32::from_bits(bits) {
                value if value.is_nan() => self.nan("f32", bits >> 31, bits & ((1 << 23) - 1)),
                value => write!(self.out, "f32 {value:?}"),
            },
            Number::F64(bits) => match f64::from_bits(bits) {
                value if value.is_nan() => self.nan("f64", bits >> 63, bits & ((1 << 52) - 1)),
                value => write!(self.out, "f64 {value:?}"),
            },
            Number::V128(bytes) => write!(self.out, "v128 {:#034x}", u128::from_le_bytes(bytes)),
            Number::Address(symbol, offset) => {
                self.symbol(symbol)?;
                match offset {
                    0 => Ok(()),
                    _ => write!(self.out, "{offset:+}"),
                }
            }
        }
    }

    fn nan(&mut self, ty: &str, sign: impl Into<u64>, rest: impl Into<u64>) -> fmt::Result {
        let sign = if sign.into() == 0 { "" } else { "-" };
        write!(self.out, "{ty} {sign}nan({:#x})", rest.into())
    }

    fn symbol(&mut self, symbol: Symbol) -> fmt::Result {
        let Some(name) = self.names.name(symbol) else {
            return write!(self.out, "{symbol}");
        };
        if is_plain(name) {
            return write!(self.out, "@{name}");
        }
        self.out.write_str("@\"")?;
        for character in name.chars() {
            match character {
                '"' | '\\' => write!(self.out, "\\{character}")?,
                _ if character.is_control() => {
                    write!(self.out, "\\u{{{:x}}}", u32::from(character))?;
                }
                _ => self.out.write_char(character)?,
            }
        }
        self.out.write_char('"')
    }
}
