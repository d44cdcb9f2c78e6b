//! The order of effects.
//!
//! *Needs:* the instructions of a block in the order in which the target executes them.
//! *Gives:* [`Effects`]: whether that order is the function's, up to effects that commute, and
//! whether nothing is left out or done twice.
//! *Cost:* near-linear: an instruction is compared with those that overtook it, which are at most
//! [`MOST_OVERTAKING`].

use std::collections::BTreeMap;

use super::values::{Value, Values};
use crate::machine::{Inst, InstId};
use crate::op::Op;
use crate::op::effect::Effect;
use crate::op::memory::Memory;
use crate::symbol::Symbol;

/// The most effects that may overtake another one.
const MOST_OVERTAKING: usize = 64;

/// Bytes that an instruction reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bytes {
    memory: Memory,
    symbol: Option<Symbol>,
    /// The address without a constant part; none for an address that is a constant.
    base: Option<Value>,
    /// In the frame.
    is_frame: bool,
    start: i64,
    size: i64,
}

impl Bytes {
    fn of(values: &Values, op: &Op, operands: &[Value]) -> Option<Bytes> {
        let (address, size) = match *op {
            Op::Load(load, address) => (address, load.bytes()),
            Op::Store(store, address) => (address, store.bytes()),
            Op::LoadLane(size, address, _) | Op::StoreLane(size, address, _) => {
                (address, size.bytes())
            }
            _ => return None,
        };
        let operand = *operands.first()?;
        let mut bytes = Bytes {
            memory: address.memory,
            symbol: address.symbol,
            base: Some(operand),
            is_frame: false,
            start: address.offset as i64,
            size: size.into(),
        };
        use crate::machine::Number;
        if let Some(offset) = values.frame_offset(operand) {
            bytes.base = None;
            bytes.is_frame = true;
            bytes.start += i64::from(offset);
        } else if let Some(number) = values.constant(operand) {
            match number {
                Number::I32(start) => bytes.start += i64::from(start as u32),
                Number::Address(symbol, start) if bytes.symbol.is_none() => {
                    bytes.symbol = Some(symbol);
                    bytes.start += i64::from(start);
                }
                _ => return Some(bytes),
            }
            bytes.base = None;
        }
        Some(bytes)
    }

    /// Tells whether two accesses have no byte in common.
    fn is_apart_from(&self, other: &Bytes) -> bool {
        let is_same_base = (self.memory, self.symbol, self.base, self.is_frame)
            == (other.memory, other.symbol, other.base, other.is_frame);
        let ends = |bytes: &Bytes| bytes.start + bytes.size;
        is_same_base && (ends(self) <= other.start || ends(other) <= self.start)
    }
}

/// An effect that happened.
#[derive(Clone, Copy, Debug)]
struct Done {
    effect: Effect,
    bytes: Option<Bytes>,
}

/// The effects of one run of a block.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    done: BTreeMap<InstId, Done>,
    kept: usize,
}

impl Effects {
    /// Tells that an instruction happens now.
    ///
    /// # Errors
    /// If it happened already, or something overtook it that does not commute with it.
    pub fn happens(
        &mut self,
        id: InstId,
        inst: &Inst,
        values: &Values,
        operands: &[Value],
    ) -> Result<(), String> {
        let done = Done {
            effect: inst.effect,
            bytes: Bytes::of(values, &inst.op, operands),
        };
        let mut overtaking = 0;
        for (other, before) in self.done.range(id..).rev() {
            if *other == id {
                return Err(format!("'{}' happens twice", inst.op.name()));
            }
            if matches!((before.effect, done.effect), (Effect::Read, Effect::Read)) {
                continue;
            }
            overtaking += 1;
            let are_plain = before.effect != Effect::Any && done.effect != Effect::Any;
            let are_apart = match (before.bytes, done.bytes) {
                (Some(before), Some(done)) => before.is_apart_from(&done),
                _ => false,
            };
            if !are_plain || !are_apart || overtaking > MOST_OVERTAKING {
                return Err(format!(
                    "'{}' happens after an effect that it does not commute with",
                    inst.op.name()
                ));
            }
        }
        self.kept += usize::from(inst.effect.is_kept());
        self.done.insert(id, done);
        Ok(())
    }

    /// How many effects happened that must.
    pub fn kept(&self) -> usize {
        self.kept
    }
}
