//! Operations with their immediates, from text.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Parser;
use crate::op::Op;
use crate::op::memory::{Address, Memory, Table};
use crate::symbol::Symbol;
use crate::text::error::{Cause, ParseError};
use crate::text::lex::Token;

/// One operation of each name.
static OPS: LazyLock<HashMap<String, Op>> = LazyLock::new(|| {
    let named = Op::all().into_iter();
    named.map(|op| (op.name().into_owned(), op)).collect()
});

impl Parser<'_> {
    /// Reads the name of an operation and its immediates.
    pub(super) fn op(&mut self) -> Result<Op, ParseError> {
        let Token::Word(name) = *self.cursor.peek() else {
            return Err(self.cursor.unexpected("an instruction or an exit"));
        };
        let Some(&op) = OPS.get(name) else {
            let cause = Cause::UnknownOp(name.to_owned());
            return Err(self.cursor.error(self.cursor.at(), cause));
        };
        self.cursor.next();
        self.immediates(op)
    }

    /// Reads the immediates of an operation whose others are right.
    fn immediates(&mut self, op: Op) -> Result<Op, ParseError> {
        Ok(match op {
            Op::Select(_) => Op::Select(self.cursor.ty()?),
            Op::Null(_) => Op::Null(self.cursor.ty()?),
            Op::IsNull(_) => Op::IsNull(self.cursor.ty()?),
            Op::ExtractLane(lane, sign, _) => Op::ExtractLane(lane, sign, self.lane()?),
            Op::ReplaceLane(lane, _) => Op::ReplaceLane(lane, self.lane()?),
            Op::Shuffle(_) => {
                let mut bytes = [0; 16];
                for byte in &mut bytes {
                    *byte = self.cursor.number("the number of a byte")?;
                }
                Op::Shuffle(bytes)
            }
            Op::Load(load, _) => Op::Load(load, self.access(load.bytes())?),
            Op::Store(store, _) => Op::Store(store, self.access(store.bytes())?),
            Op::LoadLane(size, ..) => {
                let at = self.access(size.bytes())?;
                Op::LoadLane(size, at, self.keyed_lane()?)
            }
            Op::StoreLane(size, ..) => {
                let at = self.access(size.bytes())?;
                Op::StoreLane(size, at, self.keyed_lane()?)
            }
            other => match other.atomic_bytes() {
                Some(bytes) => other.with_address(self.access(bytes)?),
                None => self.module_immediates(other)?,
            },
        })
    }

    /// Reads the immediates of an operation that names something of the module.
    fn module_immediates(&mut self, op: Op) -> Result<Op, ParseError> {
        Ok(match op {
            Op::MemorySize(_) => Op::MemorySize(self.memory()?),
            Op::MemoryGrow(_) => Op::MemoryGrow(self.memory()?),
            Op::MemoryFill(_) => Op::MemoryFill(self.memory()?),
            Op::MemoryCopy { .. } => {
                let to = self.memory()?;
                let from = self.memory()?;
                Op::MemoryCopy { to, from }
            }
            Op::MemoryInit(..) => Op::MemoryInit(self.memory()?, self.symbol()?),
            Op::DataDrop(_) => Op::DataDrop(self.symbol()?),
            Op::TableGet(..) => Op::TableGet(self.table()?, self.cursor.ty()?),
            Op::TableSet(..) => Op::TableSet(self.table()?, self.cursor.ty()?),
            Op::TableSize(_) => Op::TableSize(self.table()?),
            Op::TableGrow(..) => Op::TableGrow(self.table()?, self.cursor.ty()?),
            Op::TableFill(..) => Op::TableFill(self.table()?, self.cursor.ty()?),
            Op::TableCopy { .. } => {
                let to = self.table()?;
                let from = self.table()?;
                Op::TableCopy { to, from }
            }
            Op::TableInit(..) => Op::TableInit(self.table()?, self.symbol()?),
            Op::ElementDrop(_) => Op::ElementDrop(self.symbol()?),
            Op::FunctionReference(_) => Op::FunctionReference(self.symbol()?),
            Op::GlobalGet(..) => Op::GlobalGet(self.symbol()?, self.cursor.ty()?),
            Op::GlobalSet(..) => Op::GlobalSet(self.symbol()?, self.cursor.ty()?),
            Op::Throw(_) => Op::Throw(self.symbol()?),
            Op::Call(_) => Op::Call(self.symbol()?),
            Op::CallIndirect(_) => Op::CallIndirect(self.table()?),
            other => other,
        })
    }

    pub(super) fn symbol(&mut self) -> Result<Symbol, ParseError> {
        let name = self.cursor.symbol()?;
        Ok(self.symbols.add(&name))
    }

    /// Reads the number of a table; 0 if there is none.
    pub(super) fn table(&mut self) -> Result<Table, ParseError> {
        self.index("a table").map(Table)
    }

    fn memory(&mut self) -> Result<Memory, ParseError> {
        self.index("a memory").map(Memory)
    }

    fn index(&mut self, wanted: &'static str) -> Result<u32, ParseError> {
        match self.cursor.peek_number() {
            Some(_) => self.cursor.number(wanted),
            None => Ok(0),
        }
    }

    fn lane(&mut self) -> Result<u8, ParseError> {
        self.cursor.number("the number of a lane")
    }

    fn keyed_lane(&mut self) -> Result<u8, ParseError> {
        self.cursor.word("lane", "`lane=`")?;
        self.cursor.mark('=', "`=`")?;
        self.lane()
    }

    /// Reads what an access of so many bytes says about its address.
    fn access(&mut self, bytes: u32) -> Result<Address, ParseError> {
        let mut at = Address::default();
        let mut align = u64::from(bytes);
        if self.key("memory")? {
            at.memory = Memory(self.cursor.number("a memory")?);
        }
        if self.key("symbol")? {
            at.symbol = Some(self.symbol()?);
        }
        if self.key("offset")? {
            at.offset = self.cursor.number("an offset")?;
        }
        let place = self.cursor.at();
        if self.key("align")? {
            align = self.cursor.number("an alignment in bytes")?;
        }
        if !align.is_power_of_two() {
            let wanted = "an alignment, which is a power of two";
            return Err(self.cursor.error(place, Cause::Range { wanted }));
        }
        at.align = align.trailing_zeros() as u8;
        Ok(at)
    }

    /// Reads a key and `=` if this key comes next.
    fn key(&mut self, key: &str) -> Result<bool, ParseError> {
        let is_next = self.cursor.take_word(key);
        if is_next {
            self.cursor.mark('=', "`=`")?;
        }
        Ok(is_next)
    }
}
