//! Accesses to memory: which of them cannot touch the same bytes.
//!
//! *Needs:* a [`Body`]. *Gives:* for a load or a store its [`Access`]: bytes from a base.
//! *Cost:* constant. *Limits:* two bases may be the same address.

use unsnarl_ir::Symbol;
use wasm_encoder::{Instruction, MemArg};

use crate::code::{Body, Number, Reg, Source};

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
pub(crate) struct Access {
    base: (Option<Symbol>, Base),
    /// From the base, in bytes.
    pub(crate) start: i64,
    pub(crate) size: u32,
    pub(crate) argument: MemArg,
}

impl Access {
    /// The bytes of a load or a store; none for all other instructions.
    pub(crate) fn of(body: &Body, index: usize) -> Option<Access> {
        let inst = &body.insts[index];
        let (size, argument) = bytes(&inst.op)?;
        let address = *body.args(inst).first()?;
        let (symbol, base, start) = match body.source(address) {
            Source::Number(Number::I32(start)) => (None, Base::Known, i64::from(start as u32)),
            Source::Number(Number::Address(symbol, start)) => {
                (Some(symbol), Base::Known, start.into())
            }
            Source::Frame(start) => (None, Base::Frame, start.into()),
            _ => (None, Base::Reg(address), 0),
        };
        Some(Access {
            base: (symbol.or(inst.symbol), base),
            start: i64::checked_add(start, i64::try_from(argument.offset).ok()?)?,
            size,
            argument,
        })
    }

    /// The byte after the last.
    pub(crate) fn end(&self) -> i64 {
        self.start + i64::from(self.size)
    }

    /// Tells whether both have the same base.
    pub(crate) fn has_base_of(&self, other: &Access) -> bool {
        self.base == other.base
    }

    /// Tells whether they have no byte in common.
    pub(crate) fn is_apart_from(&self, other: &Access) -> bool {
        self.has_base_of(other) && (self.end() <= other.start || other.end() <= self.start)
    }
}

fn bytes(op: &Instruction) -> Option<(u32, MemArg)> {
    use Instruction as I;
    Some(match *op {
        I::I32Store8(argument)
        | I::I64Store8(argument)
        | I::I32Load8U(argument)
        | I::I32Load8S(argument)
        | I::I64Load8U(argument)
        | I::I64Load8S(argument) => (1, argument),
        I::I32Store16(argument)
        | I::I64Store16(argument)
        | I::I32Load16U(argument)
        | I::I32Load16S(argument)
        | I::I64Load16U(argument)
        | I::I64Load16S(argument) => (2, argument),
        I::I32Store(argument)
        | I::I64Store32(argument)
        | I::F32Store(argument)
        | I::I32Load(argument)
        | I::I64Load32U(argument)
        | I::I64Load32S(argument)
        | I::F32Load(argument) => (4, argument),
        I::I64Store(argument)
        | I::F64Store(argument)
        | I::I64Load(argument)
        | I::F64Load(argument) => (8, argument),
        _ => return None,
    })
}
