//! What operations make, as values in normal form.
//!
//! *Needs:* operations, and the values of their operands.
//! *Gives:* [`Symbolic`], the [values](crate::check::values) of both sides, and on them: operands
//! that may be exchanged in one order; what a load makes as an extension of the *raw* bytes that it
//! reads, so that a load whose result is extended and the load that extends are equal.
//! *Cost:* constant for each operation, and a look-up.
//! *Limits:* an operation makes the same NaN of the same operands wherever it is.
//!
//! The raw bytes are a number of 64 bits with zeros above them. A load of 32 bits is the lower half
//! of it, and a load that extends by the sign is what the operation of that name makes of it:
//!
//! ```text
//! i32.load8_s  =  i32.extend8_s (i32.wrap_i64 raw)
//! i64.load32_u =  raw
//! ```

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::memory::{Content, Memory, of_base};
use crate::check::bytes::Bytes;
use crate::check::values::{Value, Values};
use crate::machine::{Frame, Number};
use crate::op::Op;
use crate::op::convert::Convert;
use crate::op::int::{IntBinary, IntUnary};
use crate::op::memory::{Address, Load};
use crate::types::{Sign, Size, Type, Width};

/// The most operations that are looked through for what a store writes.
const MOST_CONVERSIONS: usize = 8;

/// A trap that a program cannot rely on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trap {
    /// Equal ones trap together.
    pub(super) key: Value,
    /// The alignment that is promised.
    pub(super) align: u8,
}

/// Values of both sides.
#[derive(Debug)]
pub(super) struct Symbolic {
    pub(super) values: Values,
    /// The raw bytes of loads.
    raw: HashMap<Value, Raw, FixedState>,
}

/// The raw bytes of a load.
#[derive(Debug)]
struct Raw {
    /// How many they are.
    size: u32,
    /// Each one as what a load of it alone reads; none if nothing is known of them.
    each: Vec<Value>,
}

impl Symbolic {
    pub(super) fn new(frame: Option<Frame>) -> Self {
        Symbolic {
            values: Values::new(frame),
            raw: HashMap::default(),
        }
    }

    pub(super) fn number(&mut self, number: i64) -> Value {
        self.values.number(Number::I64(number))
    }

    /// Raw bytes that nothing is known of.
    pub(super) fn unknown_bytes(&mut self, load: Load) -> Value {
        let value = self.values.unknown();
        let size = load.bytes();
        self.raw.insert(
            value,
            Raw {
                size,
                each: Vec::new(),
            },
        );
        value
    }

    /// What an instruction without an effect makes, by result.
    pub(super) fn pure(&mut self, op: Op, operands: &[Value], results: usize) -> Vec<Value> {
        if let Some((load, bytes)) = self.loaded(&op, operands) {
            let nowhere = self.number(0);
            let raw = self.raw_bytes(nowhere, &bytes);
            self.take_apart(raw, &bytes, |_, _| nowhere);
            return vec![self.extended(load, raw)];
        }
        let value = self.computed(promising_nothing(op), operands);
        self.results(value, results)
    }

    /// What an instruction that reads makes, by result.
    pub(super) fn read(
        &mut self,
        memory: &mut Memory,
        op: Op,
        operands: &[Value],
        results: usize,
    ) -> Vec<Value> {
        if let Some((load, bytes)) = self.loaded(&op, operands) {
            let state = memory.read(&mut self.values, &bytes);
            let raw = self.raw_bytes(state, &bytes);
            self.take_apart(raw, &bytes, |values, byte| memory.read(values, byte));
            return vec![self.extended(load, raw)];
        }
        let state = match Bytes::of(&self.values, &op, operands) {
            Some(bytes) => memory.read(&mut self.values, &bytes),
            None => memory.state(&mut self.values),
        };
        let operands = [operands, &[state]].concat();
        let value = self.values.op(promising_nothing(op), &operands);
        self.results(value, results)
    }

    fn results(&mut self, value: Value, results: usize) -> Vec<Value> {
        let result = |number: usize| match results {
            1 => value,
            _ => {
                let number = self.number(number as i64);
                self.values.group(&[value, number])
            }
        };
        (0..results).map(result).collect()
    }

    /// What tells whether an instruction traps: of two with the same, both trap or none does.
    pub(super) fn trap(&mut self, op: Op, operands: &[Value]) -> Trap {
        let align = op.address().map_or(0, |address| address.align);
        let key = match self.loaded(&op, operands) {
            Some((_, bytes)) => {
                let nowhere = self.number(0);
                let raw = self.raw_bytes(nowhere, &bytes);
                self.take_apart(raw, &bytes, |_, _| nowhere);
                raw
            }
            None => self.computed(promising_nothing(op), operands),
        };
        Trap { key, align }
    }

    /// What tells the same of each byte alone that a load reads, if it is a load: it traps if and
    /// only if one of these does.
    pub(super) fn traps_of_bytes(&self, trap: &Trap) -> &[Value] {
        self.raw.get(&trap.key).map_or(&[], |raw| &raw.each)
    }

    /// An operation that loads a number as what it makes of its bytes, and these.
    fn loaded(&self, op: &Op, operands: &[Value]) -> Option<(Load, Bytes)> {
        match *op {
            Op::Load(load, _) if has_raw_bytes(load) => {
                Some((load, Bytes::of(&self.values, op, operands)?))
            }
            _ => None,
        }
    }

    fn raw_bytes(&mut self, state: Value, bytes: &Bytes) -> Value {
        let [memory, symbol, base] = of_base(&mut self.values, bytes.base);
        let [start, size] = [bytes.start, bytes.size].map(|number| self.number(number));
        let members = [state, memory, symbol, base, start, size];
        self.values.group(&members)
    }

    /// Notes for raw bytes what each of them is; `state` gives what memory a load of it reads.
    fn take_apart(
        &mut self,
        raw: Value,
        bytes: &Bytes,
        mut state: impl FnMut(&mut Values, &Bytes) -> Value,
    ) {
        if self.raw.contains_key(&raw) {
            return;
        }
        let places = bytes.start..bytes.end();
        let each = places.map(|start| {
            let byte = Bytes {
                start,
                size: 1,
                ..*bytes
            };
            let state = state(&mut self.values, &byte);
            self.raw_bytes(state, &byte)
        });
        let each = each.collect();
        let size = bytes.size as u32;
        self.raw.insert(raw, Raw { size, each });
    }

    /// What a load makes of raw bytes.
    pub(super) fn extended(&mut self, load: Load, raw: Value) -> Value {
        let (width, size) = match load {
            Load::Whole(Type::I64) | Load::Narrow(Type::I64, _, Sign::Unsigned) => return raw,
            Load::Whole(Type::F64) => {
                return self.convert(Convert::IntToFloatBits(Width::W64), raw);
            }
            Load::Narrow(Type::I64, size, Sign::Signed) => (Width::W64, size),
            Load::Narrow(_, size, Sign::Signed) => (Width::W32, size),
            _ => (Width::W32, Size::B4),
        };
        let value = match width {
            Width::W32 => self.convert(Convert::Wrap, raw),
            Width::W64 => raw,
        };
        match load {
            Load::Whole(Type::F32) => self.convert(Convert::IntToFloatBits(width), value),
            _ => match extension(size).filter(|_| size.bits() < width.bits()) {
                Some(op) => self.values.op(Op::IntUnary(width, op), &[value]),
                None => value,
            },
        }
    }

    fn convert(&mut self, op: Convert, value: Value) -> Value {
        self.values.op(Op::Convert(op), &[value])
    }

    /// What an operation makes that reads nothing but its operands.
    fn computed(&mut self, op: Op, operands: &[Value]) -> Value {
        if let (Op::Convert(Convert::Extend(sign)), &[value]) = (op, operands)
            && let Some(value) = self.extension_of_loaded(sign, value)
        {
            return value;
        }
        match *operands {
            [left, right] if op.commutes() && self.rank(left) > self.rank(right) => {
                self.values.op(op, &[right, left])
            }
            _ => self.values.op(op, operands),
        }
    }

    /// Operands that may be exchanged are in this order: constants come last.
    fn rank(&self, value: Value) -> (bool, Value) {
        (self.values.constant(value).is_some(), value)
    }

    /// The lower half of raw bytes, maybe extended by the sign, extended to 64 bits.
    fn extension_of_loaded(&mut self, sign: Sign, value: Value) -> Option<Value> {
        let (narrow, half) = match self.values.made_by(value)? {
            (Op::IntUnary(Width::W32, narrow), &[half])
                if matches!(narrow, IntUnary::Extend8 | IntUnary::Extend16) =>
            {
                (Some(narrow), half)
            }
            _ => (None, value),
        };
        let Some((Op::Convert(Convert::Wrap), &[raw])) = self.values.made_by(half) else {
            return None;
        };
        let size = self.raw.get(&raw).map(|raw| raw.size);
        let narrow = match (narrow, sign, size) {
            // The sign is that of the lowest bytes, whatever is above them.
            (Some(narrow), Sign::Signed, _) => narrow,
            (None, Sign::Unsigned, Some(..=4)) | (None, Sign::Signed, Some(..4)) => {
                return Some(raw);
            }
            (None, Sign::Signed, _) => IntUnary::Extend32,
            _ => return None,
        };
        Some(self.values.op(Op::IntUnary(Width::W64, narrow), &[raw]))
    }

    /// What a store of so many bytes of a value writes.
    pub(super) fn stored(&self, value: Value, size: i64) -> Vec<Content> {
        // So many bytes of the value are left out below those that are written.
        let (mut value, mut below) = (value, 0);
        for _ in 0..MOST_CONVERSIONS {
            let Some((op, operands)) = self.values.made_by(value) else {
                break;
            };
            // How many of the lowest bytes stay, and how many of the operand's are left out.
            let (same, skipped) = match (op, operands) {
                (Op::Convert(Convert::Wrap | Convert::Extend(_)), _) => (4, 0),
                (Op::Convert(Convert::IntToFloatBits(_) | Convert::FloatToIntBits(_)), _) => (8, 0),
                (Op::IntUnary(_, IntUnary::Extend8), _) => (1, 0),
                (Op::IntUnary(_, IntUnary::Extend16), _) => (2, 0),
                (Op::IntUnary(_, IntUnary::Extend32), _) => (4, 0),
                (Op::IntBinary(width, IntBinary::ShrS | IntBinary::ShrU), &[_, amount]) => {
                    match self.bytes_shifted(width, amount) {
                        Some(bytes) => (i64::from(width.bytes()) - bytes, bytes),
                        None => break,
                    }
                }
                _ => break,
            };
            if below + size > same {
                break;
            }
            value = operands[0];
            below += skipped;
        }
        let below = below as u8;
        match self.values.constant(value).and_then(known) {
            Some(bytes) => {
                let bytes = bytes[usize::from(below)..].iter();
                bytes
                    .take(size as usize)
                    .map(|&byte| Content::Known(byte))
                    .collect()
            }
            None => (below..below + size as u8)
                .map(|number| self.byte(value, number))
                .collect(),
        }
    }

    /// A byte of a value. Of what was loaded it is what a load of this byte alone reads.
    fn byte(&self, value: Value, number: u8) -> Content {
        let raw = self.raw.get(&value);
        match raw.and_then(|raw| raw.each.get(usize::from(number))) {
            Some(&byte) => Content::Of(byte, 0),
            None => Content::Of(value, number),
        }
    }

    /// By how many whole bytes a number is shifted.
    fn bytes_shifted(&self, width: Width, amount: Value) -> Option<i64> {
        let bits = match self.values.constant(amount)? {
            Number::I32(bits) => i64::from(bits),
            Number::I64(bits) => bits,
            _ => return None,
        };
        let bits = bits & i64::from(width.bits() - 1);
        (bits % 8 == 0).then_some(bits / 8)
    }
}

/// The bytes of a constant, with zeros above.
fn known(number: Number) -> Option<[u8; 16]> {
    let bits = match number {
        Number::I32(number) => (number as u32).into(),
        Number::I64(number) => (number as u64).into(),
        Number::F32(bits) => bits.into(),
        Number::F64(bits) => bits.into(),
        Number::V128(bytes) => return Some(bytes),
        Number::Address(..) => return None,
    };
    Some(u128::to_le_bytes(bits))
}

/// Tells whether a load makes a number of at most eight bytes.
pub(super) fn has_raw_bytes(load: Load) -> bool {
    match load {
        Load::Whole(ty) => ty != Type::V128,
        Load::Narrow(..) => true,
        _ => false,
    }
}

/// The operation that extends the lowest bytes by their sign.
fn extension(size: Size) -> Option<IntUnary> {
    match size {
        Size::B1 => Some(IntUnary::Extend8),
        Size::B2 => Some(IntUnary::Extend16),
        Size::B4 => Some(IntUnary::Extend32),
        Size::B8 => None,
    }
}

/// An operation without the alignment that it promises.
pub(super) fn promising_nothing(op: Op) -> Op {
    match op.address() {
        Some(address) => op.with_address(Address {
            align: 0,
            ..address
        }),
        None => op,
    }
}
