//! Bytes of memory, relative to a value.
//!
//! *Needs:* an operation, and the [values](super::values) of its operands.
//! *Gives:* [`Bytes`], which tell accesses apart that have no byte in common.
//! *Cost:* constant.
//! *Limits:* two bases may be the same address. An address relative to a symbol does not wrap
//! around.

use super::values::{Value, Values};
use crate::machine::Number;
use crate::op::Op;
use crate::op::memory::Memory;
use crate::symbol::Symbol;

/// Offsets from here on are not looked at: nothing has so many bytes.
const MOST_OFFSET: i64 = 1 << 40;

/// What addresses are relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) memory: Memory,
    pub(super) symbol: Option<Symbol>,
    /// The address without a constant part; none for an address that is a constant.
    pub(super) value: Option<Value>,
    /// In the frame.
    pub(super) is_frame: bool,
}

/// Bytes that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bytes {
    pub(super) base: Base,
    /// The first one, from the base.
    pub(super) start: i64,
    /// How many.
    pub(super) size: i64,
}

impl Bytes {
    /// What an operation reads or writes, if it is a load or a store.
    pub(super) fn of(values: &Values, op: &Op, operands: &[Value]) -> Option<Bytes> {
        let address = op.address()?;
        let size = match *op {
            Op::Load(load, _) => load.bytes(),
            Op::Store(store, _) => store.bytes(),
            Op::LoadLane(size, ..) | Op::StoreLane(size, ..) => size.bytes(),
            _ => return None,
        };
        let operand = *operands.first()?;
        let offset = i64::try_from(address.offset).ok();
        let mut start = offset.filter(|&offset| offset < MOST_OFFSET)?;
        let mut base = Base {
            memory: address.memory,
            symbol: address.symbol,
            value: Some(operand),
            is_frame: false,
        };
        if let Some(offset) = values.frame_offset(operand) {
            base.value = None;
            base.is_frame = true;
            // What was subtracted is still less when the access adds its offset.
            start += i64::from(offset as i32);
        } else if let Some(number) = values.constant(operand) {
            match number {
                Number::I32(number) => {
                    base.value = None;
                    start += i64::from(number as u32);
                }
                Number::I64(number @ 0..MOST_OFFSET) => {
                    base.value = None;
                    start += number;
                }
                Number::Address(symbol, number)
                    if base.symbol.is_none() && (-MOST_OFFSET..MOST_OFFSET).contains(&number) =>
                {
                    base.value = None;
                    base.symbol = Some(symbol);
                    start += number;
                }
                _ => {}
            }
        }
        Some(Bytes {
            base,
            start,
            size: size.into(),
        })
    }

    /// The byte after the last.
    pub(super) fn end(&self) -> i64 {
        self.start + self.size
    }

    /// Tells whether two accesses have no byte in common.
    pub(super) fn is_apart_from(&self, other: &Bytes) -> bool {
        self.base == other.base && (self.end() <= other.start || other.end() <= self.start)
    }
}
