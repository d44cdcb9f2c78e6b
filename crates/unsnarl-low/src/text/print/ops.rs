//! Operations with their immediates, as text.

use std::fmt::{self, Write as _};

use super::Printer;
use crate::op::Op;
use crate::op::memory::{Address, Memory, Table};

impl Printer<'_, '_> {
    /// Writes the name of an operation and its immediates.
    pub(super) fn op(&mut self, op: &Op) -> fmt::Result {
        self.out.write_str(&op.name())?;
        match *op {
            Op::Select(ty) | Op::Null(ty) | Op::IsNull(ty) => write!(self.out, " {ty}"),
            Op::ExtractLane(_, _, lane) | Op::ReplaceLane(_, lane) => write!(self.out, " {lane}"),
            Op::Shuffle(bytes) => {
                let mut bytes = bytes.iter();
                bytes.try_for_each(|byte| write!(self.out, " {byte}"))
            }
            Op::Load(load, at) => self.address(at, load.bytes()),
            Op::Store(store, at) => self.address(at, store.bytes()),
            Op::LoadLane(size, at, lane) | Op::StoreLane(size, at, lane) => {
                self.address(at, size.bytes())?;
                write!(self.out, " lane={lane}")
            }
            Op::MemorySize(memory) | Op::MemoryGrow(memory) | Op::MemoryFill(memory) => {
                self.index(memory.0)
            }
            Op::MemoryCopy {
                to: Memory(to),
                from: Memory(from),
            }
            | Op::TableCopy {
                to: Table(to),
                from: Table(from),
            } => match (to, from) {
                (0, 0) => Ok(()),
                _ => write!(self.out, " {to} {from}"),
            },
            Op::MemoryInit(Memory(index), symbol) | Op::TableInit(Table(index), symbol) => {
                self.index(index)?;
                self.out.write_char(' ')?;
                self.symbol(symbol)
            }
            Op::TableGet(table, ty)
            | Op::TableSet(table, ty)
            | Op::TableGrow(table, ty)
            | Op::TableFill(table, ty) => {
                self.index(table.0)?;
                write!(self.out, " {ty}")
            }
            Op::TableSize(table) | Op::CallIndirect(table) => self.index(table.0),
            Op::DataDrop(symbol)
            | Op::ElementDrop(symbol)
            | Op::FunctionReference(symbol)
            | Op::Throw(symbol)
            | Op::Call(symbol) => {
                self.out.write_char(' ')?;
                self.symbol(symbol)
            }
            Op::GlobalGet(symbol, ty) | Op::GlobalSet(symbol, ty) => {
                self.out.write_char(' ')?;
                self.symbol(symbol)?;
                write!(self.out, " {ty}")
            }
            _ => match (op.address(), op.atomic_bytes()) {
                (Some(at), Some(bytes)) => self.address(at, bytes),
                _ => Ok(()),
            },
        }
    }

    /// Writes the number of a memory or table that is not the first.
    fn index(&mut self, index: u32) -> fmt::Result {
        match index {
            0 => Ok(()),
            _ => write!(self.out, " {index}"),
        }
    }

    /// Writes what an access says about its address; it has its own size as alignment if nothing
    /// is said.
    fn address(&mut self, at: Address, bytes: u32) -> fmt::Result {
        if at.memory != Memory(0) {
            write!(self.out, " memory={}", at.memory.0)?;
        }
        if let Some(symbol) = at.symbol {
            self.out.write_str(" symbol=")?;
            self.symbol(symbol)?;
        }
        if at.offset != 0 {
            write!(self.out, " offset={}", at.offset)?;
        }
        let align = 1_u64 << at.align.min(63);
        if align != u64::from(bytes) {
            write!(self.out, " align={align}")?;
        }
        Ok(())
    }
}
