//! Conversions between wide integers and floating-point numbers, by the bits of the numbers.
//!
//! ```text
//! double to iN: 1.fraction × 2^e           → 1fraction as iN, shifted left by e - 52, or right
//! iN to double: the highest 64 bits of %x, → uitofp i64, times 2^(how far they are above bit 0)
//!               the last of them 1 if one below is
//! ```
//! A product with a power of two is exact or infinite, so each result is rounded once.
//!
//! *Source:* the idea of LLVM's `ExpandLargeFpConvert`. *Departs:* the highest bits are converted
//! by the conversion of 64 bits (128 for `fp128`), which rounds.

use crate::builder::Cursor;
use crate::id::TypeId;
use crate::inst::Operand;
use crate::ops::{BinaryOp, CastOp, IntPredicate, UnaryOp};
use crate::types::{FloatKind, Type};

/// The result of a conversion of a number out of range.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rounding {
    /// Any integer.
    Any,
    /// The nearest integer, and 0 for NaN.
    Nearest,
}

/// The division of a format into fields.
#[derive(Clone, Copy)]
struct Format {
    bits: u32,
    fraction: u32,
    /// The bias of the exponent.
    bias: u32,
    /// The integer type to which the highest bits are converted.
    digits: u32,
}

fn format(kind: FloatKind) -> Option<Format> {
    let (fraction, bias, digits) = match kind {
        FloatKind::BFloat => (7, 127, 64),
        FloatKind::Float => (23, 127, 64),
        FloatKind::Double => (52, 1023, 64),
        FloatKind::Fp128 => (112, 16383, 128),
        _ => return None,
    };
    Some(Format {
        bits: kind.bits(),
        fraction,
        bias,
        digits,
    })
}

impl Cursor<'_, '_> {
    fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match *self.tables.module().types.get(ty) {
            Type::Float(kind) => Some(kind),
            _ => None,
        }
    }

    fn float(&mut self, kind: FloatKind) -> TypeId {
        self.tables.ty(Type::Float(kind))
    }

    /// Nothing if the number's format is not supported.
    pub(super) fn float_to_int(
        &mut self,
        value: Operand,
        result: TypeId,
        is_signed: bool,
        rounding: Rounding,
    ) -> Option<Operand> {
        use {BinaryOp as B, IntPredicate as P};
        let kind = self.float_kind(self.ty(value))?;
        if let FloatKind::Half | FloatKind::BFloat = kind {
            let float = self.float(FloatKind::Float);
            let value = self.cast(CastOp::FloatExtend, value, float);
            return self.float_to_int(value, result, is_signed, rounding);
        }
        let format = format(kind)?;
        let width = self.tables.module().types.int_width(result)?;
        let as_bits = self.tables.int(format.bits);
        let bits = self.cast(CastOp::Bitcast, value, as_bits);
        let is_negative = self.compare_zero(P::SignedLess, bits);
        let mask = self.tables.ones(format.bits, format.bits - 1);
        let magnitude = self.binary(B::And, bits, mask);
        let exponent = self.binary_number(B::LogicalShiftRight, magnitude, format.fraction);
        let exponent = self.resized(exponent, 32);

        let mask = self.tables.ones(format.bits, format.fraction);
        let digits = self.binary(B::And, magnitude, mask);
        let first = self.number(format.bits, 1 << format.fraction);
        let digits = self.binary(B::Or, digits, first);
        let digits = self.resized(digits, width);
        let up = self.binary_number(B::Sub, exponent, format.bias + format.fraction);
        let down = self.negative(up);
        let [by_up, by_down] = [up, down].map(|amount| self.resized(amount, width));
        let moved_up = self.binary(B::ShiftLeft, digits, by_up);
        let moved_down = self.binary(B::LogicalShiftRight, digits, by_down);
        let is_down = self.compare_zero(P::SignedLess, up);
        let number = self.select(is_down, moved_down, moved_up);
        let bias = self.number(32, format.bias.into());
        let is_fraction = self.compare(P::UnsignedLess, exponent, bias);
        let zero = self.number(width, 0);
        let mut number = self.select(is_fraction, zero, number);
        if is_signed {
            let negative = self.negative(number);
            number = self.select(is_negative, negative, number);
        }
        if rounding == Rounding::Any {
            return Some(number);
        }

        let sign_bits = u32::from(is_signed);
        let all = self.tables.ones(width, width);
        let most = self.tables.ones(width, width - sign_bits);
        let least = self.binary(B::Xor, most, all);
        let limit = self.select(is_negative, least, most);
        // Infinity has the greatest exponent.
        let end = (format.bias + width - sign_bits).min(2 * format.bias + 1);
        let end = self.number(32, end.into());
        let is_beyond = self.compare(P::UnsignedGreaterEqual, exponent, end);
        let number = self.select(is_beyond, limit, number);
        let number = match is_signed {
            true => number,
            false => self.select(is_negative, zero, number),
        };
        let infinity = u128::from(2 * format.bias + 1) << format.fraction;
        let infinity = self.number(format.bits, infinity);
        let is_none = self.compare(P::UnsignedGreater, magnitude, infinity);
        Some(self.select(is_none, zero, number))
    }

    /// Nothing if the number's format is not supported.
    pub(super) fn int_to_float(
        &mut self,
        value: Operand,
        result: TypeId,
        is_signed: bool,
    ) -> Option<Operand> {
        use {BinaryOp as B, IntPredicate as P};
        let kind = self.float_kind(result)?;
        if kind == FloatKind::Half {
            return Some(self.int_to_half(value, result, is_signed));
        }
        let format = format(kind)?;
        let is_negative = self.compare_zero(P::SignedLess, value);
        let mut magnitude = value;
        if is_signed {
            let negative = self.negative(value);
            magnitude = self.select(is_negative, negative, value);
        }
        let (digits, exponent) = self.normal(magnitude, format.digits);
        let magnitude = self.cast(CastOp::UnsignedToFloat, digits, result);

        // 0 has the lowest exponent of all. A number that would need more than the greatest
        // exponent is infinite with the greatest one, too.
        let exponent = self.clamped(exponent, -i64::from(format.digits), format.bias.into());
        let scale = self.binary_number(B::Add, exponent, format.bias);
        let scale = self.resized(scale, format.bits);
        let scale = self.binary_number(B::ShiftLeft, scale, format.fraction);
        let scale = self.cast(CastOp::Bitcast, scale, result);
        let scaled = self.binary(B::FloatMul, magnitude, scale);
        if !is_signed {
            return Some(scaled);
        }
        let negative = self.unary(UnaryOp::FloatNegate, scaled);
        Some(self.select(is_negative, negative, scaled))
    }

    /// The highest bits of a magnitude, the last of which is 1 if any lower bit is, and the
    /// exponent of the last one.
    fn normal(&mut self, mut magnitude: Operand, digits: u32) -> (Operand, Operand) {
        use {BinaryOp as B, IntPredicate as P};
        let width = self.width(magnitude);
        let mut exponent = self.number(32, u128::from(width - digits));
        let mut step = (width - 1).ilog2();
        loop {
            let by = 1 << step;
            let top = self.binary_number(B::LogicalShiftRight, magnitude, width - by);
            let is_empty = self.compare_zero(P::Equal, top);
            let moved = self.binary_number(B::ShiftLeft, magnitude, by);
            magnitude = self.select(is_empty, moved, magnitude);
            let lower = self.binary_number(B::Sub, exponent, by);
            exponent = self.select(is_empty, lower, exponent);
            if step == 0 {
                break;
            }
            step -= 1;
        }
        let top = self.binary_number(B::LogicalShiftRight, magnitude, width - digits);
        let top = self.resized(top, digits);
        let rest = self.binary_number(B::ShiftLeft, magnitude, digits);
        let is_more = self.compare_zero(P::NotEqual, rest);
        let is_more = self.resized(is_more, digits);
        (self.binary(B::Or, top, is_more), exponent)
    }

    /// Anything beyond 2^17 is infinite as a half.
    fn int_to_half(&mut self, value: Operand, result: TypeId, is_signed: bool) -> Operand {
        const BEYOND: i64 = 1 << 17;
        if is_signed {
            let near = self.clamped(value, -BEYOND, BEYOND);
            let near = self.resized(near, 64);
            return self.cast(CastOp::SignedToFloat, near, result);
        }
        let most = self.number(self.width(value), BEYOND as u128);
        let is_below = self.compare(IntPredicate::UnsignedLess, value, most);
        let near = self.select(is_below, value, most);
        let near = self.resized(near, 64);
        self.cast(CastOp::UnsignedToFloat, near, result)
    }

    /// Clamps a signed number to a range.
    fn clamped(&mut self, value: Operand, least: i64, most: i64) -> Operand {
        let width = self.width(value);
        let magnitude = self.number(width, u128::from(least.unsigned_abs()));
        let least = self.negative(magnitude);
        let most = self.number(width, most as u128);
        let is_above = self.compare(IntPredicate::SignedGreater, value, least);
        let value = self.select(is_above, value, least);
        let is_below = self.compare(IntPredicate::SignedLess, value, most);
        self.select(is_below, value, most)
    }
}
