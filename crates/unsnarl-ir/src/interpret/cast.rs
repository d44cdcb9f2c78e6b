//! Conversions.
//!
//! *Gives:* the result of a cast from one kind of scalar to another; `bitcast` is in [`bitcast`],
//! since it may join or split scalars.

use super::bits::Bits;
use super::convert::Signedness;
use super::float::Rounding;
use super::floating::{Choices, Floating};
use super::scalar::{Freedom, Partly, Scalar};
use super::value::{Kind, Value};
use crate::ops::{CastOp, Flags};

/// Converts a scalar; nothing if the cast is not between such kinds.
pub(super) fn cast(
    op: CastOp,
    flags: Flags,
    choices: Choices,
    value: &Scalar,
    from: Kind,
    to: Kind,
) -> Option<Scalar> {
    let float = |kind| match kind {
        Kind::Float(kind) => Floating::new(kind, choices),
        _ => None,
    };
    let bits = to.bits();
    Some(match op {
        CastOp::Truncate => truncated(flags, value, bits),
        CastOp::ZeroExtend => extended(flags, value, bits),
        CastOp::SignExtend => value.moved(|value| value.resized_signed(bits)),
        CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr | CastOp::AddressSpace => {
            value.moved(|value| value.resized(bits))
        }
        CastOp::Bitcast => value.clone(),
        CastOp::FloatTruncate | CastOp::FloatExtend => {
            float(from)?.convert(float(to)?, flags, value)
        }
        CastOp::FloatToUnsigned => {
            float(from)?.to_int(Rounding::Truncate, Signedness::Unsigned, bits, value)
        }
        CastOp::FloatToSigned => {
            float(from)?.to_int(Rounding::Truncate, Signedness::Signed, bits, value)
        }
        CastOp::UnsignedToFloat => {
            if flags.contains(Flags::NON_NEGATIVE) && may_be_negative(value) {
                return Some(Scalar::Poison);
            }
            float(to)?.of_int(Signedness::Unsigned, value)
        }
        CastOp::SignedToFloat => float(to)?.of_int(Signedness::Signed, value),
    })
}

fn truncated(flags: Flags, value: &Scalar, bits: u32) -> Scalar {
    let wraps = |value: &Bits| {
        let (low, width) = (value.resized(bits), value.width());
        flags.contains(Flags::NO_UNSIGNED_WRAP) && low.resized(width) != *value
            || flags.contains(Flags::NO_SIGNED_WRAP) && low.resized_signed(width) != *value
    };
    let is_poison = match value {
        Scalar::Known(value) => wraps(value),
        _ => value
            .partly()
            .is_none_or(|partly| partly.extremes().iter().any(wraps)),
    };
    match is_poison {
        true => Scalar::Poison,
        false => value.moved(|value| value.resized(bits)),
    }
}

fn extended(flags: Flags, value: &Scalar, bits: u32) -> Scalar {
    if flags.contains(Flags::NON_NEGATIVE) && may_be_negative(value) {
        return Scalar::Poison;
    }
    value.moved(|value| value.resized(bits))
}

fn may_be_negative(value: &Scalar) -> bool {
    value
        .partly()
        .is_none_or(|partly| partly.greatest().is_negative())
}

/// Reads the concatenated bits of all scalars as scalars of other kinds. A scalar is poison if one
/// of its bits is.
pub(super) fn bitcast(value: &Value, from: &[Kind], to: &[Kind]) -> Value {
    if from == to {
        return value.clone();
    }
    if from.len() == to.len() {
        let scalars = value.scalars().iter();
        return Value::new(scalars.map(|scalar| scalar.moved(Bits::clone)).collect());
    }
    let width = from.iter().map(|kind| kind.bits()).sum();
    let row = Row::join(width, value.scalars());
    let mut start = 0;
    let scalars = to.iter().map(|kind| {
        let scalar = row.slice(start, kind.bits());
        start += kind.bits();
        scalar
    });
    Value::new(scalars.collect())
}

/// A sequence of bits, some of which are unknown and some poison.
struct Row {
    value: Bits,
    unknown: Bits,
    poison: Bits,
    freedom: Freedom,
}

impl Row {
    fn join(width: u32, scalars: &[Scalar]) -> Self {
        let zero = Bits::zero(width);
        let mut row = Row {
            value: zero.clone(),
            unknown: zero.clone(),
            poison: zero,
            freedom: Freedom::Chosen,
        };
        // The scalars of a vector have one width, so poison scalars are as wide as the others.
        let each = width / u32::try_from(scalars.len().max(1)).unwrap_or(1);
        for (index, scalar) in scalars.iter().enumerate() {
            let start = index as u32 * each;
            let put = |row: &mut Bits, bits: &Bits| {
                *row = row.or(&bits.resized(width).shifted_left(start));
            };
            match scalar.partly() {
                None => put(&mut row.poison, &Bits::ones(each)),
                Some(partly) => {
                    put(&mut row.value, &partly.value);
                    put(&mut row.unknown, &partly.unknown);
                    row.freedom = row.freedom.max(partly.freedom);
                }
            }
        }
        row
    }

    fn slice(&self, start: u32, width: u32) -> Scalar {
        if !self.poison.slice(start, width).is_zero() {
            return Scalar::Poison;
        }
        let [value, unknown] = [&self.value, &self.unknown].map(|row| row.slice(start, width));
        Partly::new(value, unknown, self.freedom).into()
    }
}
