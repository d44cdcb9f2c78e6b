//! Conversions between types of numbers, on bits.

use super::bits::{low, signed};
use super::float::{OpenNan, demote, promote};
use super::outcome::Trap;
use crate::op::convert::Convert;
use crate::types::{Sign, Width};

/// A conversion.
pub(super) fn convert(op: Convert, bits: u64, nan: &mut OpenNan<'_>) -> Result<u64, Trap> {
    Ok(match op {
        Convert::Wrap => low(bits, 32),
        Convert::Extend(Sign::Signed) => signed(bits, 32) as u64,
        Convert::Extend(Sign::Unsigned) => bits,
        Convert::Truncate { from, to, sign } => truncate(to_f64(from, bits), to, sign)?,
        Convert::TruncateSaturating { from, to, sign } => saturate(to_f64(from, bits), to, sign),
        Convert::ToFloat { from, to, sign } => to_float(from, to, sign, bits),
        Convert::Demote => demote(bits, nan),
        Convert::Promote => promote(bits, nan),
        Convert::IntToFloatBits(_) | Convert::FloatToIntBits(_) => bits,
    })
}

/// A float of either width, as one of 64 bits, which holds both.
pub(super) fn to_f64(from: Width, bits: u64) -> f64 {
    match from {
        Width::W32 => f64::from(f32::from_bits(bits as u32)),
        Width::W64 => f64::from_bits(bits),
    }
}

/// A float rounded toward zero, if the integer can hold that.
fn truncate(value: f64, to: Width, sign: Sign) -> Result<u64, Trap> {
    if value.is_nan() {
        return Err(Trap::NanToInteger);
    }
    let bits = to.bits() as i32;
    let (least, end) = match sign {
        Sign::Signed => (-2f64.powi(bits - 1), 2f64.powi(bits - 1)),
        Sign::Unsigned => (0.0, 2f64.powi(bits)),
    };
    if (least..end).contains(&value.trunc()) {
        Ok(saturate(value, to, sign))
    } else {
        Err(Trap::IntegerOverflow)
    }
}

/// A float rounded toward zero, or the nearest integer, or 0 for a NaN.
pub(super) fn saturate(value: f64, to: Width, sign: Sign) -> u64 {
    match (to, sign) {
        (Width::W32, Sign::Signed) => u64::from(value as i32 as u32),
        (Width::W32, Sign::Unsigned) => u64::from(value as u32),
        (Width::W64, Sign::Signed) => value as i64 as u64,
        (Width::W64, Sign::Unsigned) => value as u64,
    }
}

/// An integer as the nearest float, rounded once.
pub(super) fn to_float(from: Width, to: Width, sign: Sign, bits: u64) -> u64 {
    let integer = match sign {
        Sign::Signed => i128::from(signed(bits, from.bits())),
        Sign::Unsigned => i128::from(bits),
    };
    match to {
        Width::W32 => u64::from((integer as f32).to_bits()),
        Width::W64 => (integer as f64).to_bits(),
    }
}
