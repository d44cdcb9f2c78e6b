//! The order of effects.
//!
//! *Needs:* the instructions of a block in the order in which the target executes them.
//! *Gives:* [`Effects`]: whether that order is the function's, up to effects that commute, and
//! whether nothing is left out or done twice.
//! *Cost:* near-linear: an instruction is compared with those that overtook it, of which at most
//! [`MOST_OVERTAKING`] are accepted; reads are not compared with reads.

use std::collections::BTreeMap;

use super::values::{Value, Values};
use crate::machine::{Inst, InstId, Number};
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
        let address = op.address()?;
        let size = match *op {
            Op::Load(load, _) => load.bytes(),
            Op::Store(store, _) => store.bytes(),
            Op::LoadLane(size, ..) | Op::StoreLane(size, ..) => size.bytes(),
            _ => return None,
        };
        let operand = *operands.first()?;
        let mut bytes = Bytes {
            memory: address.memory,
            symbol: address.symbol,
            base: Some(operand),
            is_frame: false,
            start: i64::try_from(address.offset).ok()?,
            size: size.into(),
        };
        if let Some(offset) = values.frame_offset(operand) {
            bytes.base = None;
            bytes.is_frame = true;
            bytes.start = bytes.start.checked_add(offset.into())?;
        } else if let Some(number) = values.constant(operand) {
            match number {
                Number::I32(start) => {
                    bytes.start = bytes.start.checked_add(i64::from(start as u32))?;
                }
                Number::I64(start @ 0..) => bytes.start = bytes.start.checked_add(start)?,
                Number::Address(symbol, start) if bytes.symbol.is_none() => {
                    bytes.symbol = Some(symbol);
                    bytes.start = bytes.start.checked_add(start)?;
                }
                _ => return bytes.start.checked_add(bytes.size).map(|_| bytes),
            }
            bytes.base = None;
        }
        bytes.start.checked_add(bytes.size)?;
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

impl Done {
    /// Tells whether two effects, one of which is no read, may change places.
    fn commutes_with(&self, other: &Done) -> bool {
        let are_plain = self.effect != Effect::Any && other.effect != Effect::Any;
        match (self.bytes, other.bytes) {
            (Some(own), Some(other)) => are_plain && own.is_apart_from(&other),
            _ => false,
        }
    }
}

/// The effects of one run of a block.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    reads: BTreeMap<InstId, Done>,
    /// All others.
    writes: BTreeMap<InstId, Done>,
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
        if self.has(id) {
            return Err(format!("'{}' happens twice", inst.op.name()));
        }
        let done = Done {
            effect: inst.effect,
            bytes: Bytes::of(values, &inst.op, operands),
        };
        let is_read = inst.effect == Effect::Read;
        // Reads commute with each other.
        let reads = (!is_read).then(|| self.reads.range(id..));
        let overtaking = self.writes.range(id..).chain(reads.into_iter().flatten());
        for (count, (_, before)) in overtaking.enumerate() {
            if count >= MOST_OVERTAKING || !done.commutes_with(before) {
                return Err(format!(
                    "'{}' happens after an effect that it does not commute with",
                    inst.op.name()
                ));
            }
        }
        self.kept += usize::from(inst.effect.is_kept());
        let own = match is_read {
            true => &mut self.reads,
            false => &mut self.writes,
        };
        own.insert(id, done);
        Ok(())
    }

    /// Tells whether an instruction happened.
    pub fn has(&self, id: InstId) -> bool {
        self.reads.contains_key(&id) || self.writes.contains_key(&id)
    }

    /// How many effects happened that must.
    pub fn kept(&self) -> usize {
        self.kept
    }
}
