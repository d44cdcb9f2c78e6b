//! Accesses to memory: which of them cannot touch the same bytes.
//!
//! *Needs:* a [`Function`]. *Gives:* for a load or a store its [`Access`]: bytes from a base.
//! *Cost:* constant. *Limits:* two bases may be the same address; loads and stores of vectors are
//! not looked at.

use crate::machine::{Function, InstId, Number, Reg, Source};
use crate::op::Op;
use crate::op::memory::{Address, Load, Store};
use crate::symbol::Symbol;
use crate::types::Type;

/// The base of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Reg(Reg),
    /// An address that is a number.
    Known,
    Frame,
}

/// Bytes that an instruction reads or writes.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    base: (Option<Symbol>, Base),
    /// From the base, in bytes.
    pub start: i64,
    /// How many bytes.
    pub size: u32,
    /// What the instruction adds to its operand.
    pub address: Address,
}

impl Access {
    /// What an instruction accesses, if it loads or stores a number.
    pub fn of(function: &Function, inst: InstId) -> Option<Access> {
        let (size, address) = bytes(&function.inst(inst).op)?;
        let operand = *function.operands(inst).first()?;
        let (symbol, base, start) = match function.source(operand) {
            Source::Number(Number::I32(start)) => (None, Base::Known, i64::from(start as u32)),
            Source::Number(Number::I64(start @ 0..)) => (None, Base::Known, start),
            Source::Number(Number::Address(symbol, start)) => (Some(symbol), Base::Known, start),
            Source::Frame(start) => (None, Base::Frame, start.into()),
            _ => (None, Base::Reg(operand), 0),
        };
        let start = i64::checked_add(start, i64::try_from(address.offset).ok()?)?;
        start.checked_add(size.into())?;
        Some(Access {
            base: (symbol.or(address.symbol), base),
            start,
            size,
            address,
        })
    }

    /// The byte after the last.
    pub fn end(&self) -> i64 {
        self.start + i64::from(self.size)
    }

    /// Tells whether both have the same base.
    pub fn has_base_of(&self, other: &Access) -> bool {
        self.base == other.base && self.address.memory == other.address.memory
    }

    /// Tells whether they have no byte in common.
    pub fn is_apart_from(&self, other: &Access) -> bool {
        self.has_base_of(other) && (self.end() <= other.start || other.end() <= self.start)
    }
}

fn bytes(op: &Op) -> Option<(u32, Address)> {
    match *op {
        Op::Load(load @ (Load::Whole(_) | Load::Narrow(..)), address)
            if load.ty() != Type::V128 =>
        {
            Some((load.bytes(), address))
        }
        Op::Store(store @ (Store::Whole(_) | Store::Narrow(..)), address)
            if store.ty() != Type::V128 =>
        {
            Some((store.bytes(), address))
        }
        _ => None,
    }
}
