//! Floating-point literals.
//!
//! *Source:* the LLVM language reference: `0x` is always 64 bits of a `double`, also for `float`;
//! `0xK`, `0xL`, `0xM`, `0xH` and `0xR` are the bits of the other formats.

use unsnarl_ir::FloatKind;

/// Reads a number of a format. `None` if it is no number of it, or not exactly one.
pub(super) fn bits(written: &str, kind: FloatKind) -> Option<u128> {
    let Some(hex) = written.strip_prefix("0x") else {
        let value: f64 = written.parse().ok()?;
        return from_double(value.to_bits(), kind);
    };
    let letter = hex
        .chars()
        .next()
        .filter(|letter| "KLMHR".contains(*letter));
    let digits = if letter.is_some() { &hex[1..] } else { hex };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    match (letter, kind) {
        (None, _) => from_double(u64::from_str_radix(digits, 16).ok()?, kind),
        (Some('H'), FloatKind::Half) | (Some('R'), FloatKind::BFloat) => {
            u16::from_str_radix(digits, 16).ok().map(u128::from)
        }
        (Some('K'), FloatKind::X86Fp80) => u128::from_str_radix(digits, 16)
            .ok()
            .filter(|bits| bits >> 80 == 0),
        // The low half is written first.
        (Some('L'), FloatKind::Fp128) | (Some('M'), FloatKind::PpcFp128) => {
            let bits = u128::from_str_radix(digits, 16).ok()?;
            Some(if digits.len() == 32 {
                bits.rotate_left(64)
            } else {
                bits
            })
        }
        _ => None,
    }
}

/// The number with the bits `double` in a smaller format, if it has it.
fn from_double(double: u64, kind: FloatKind) -> Option<u128> {
    match kind {
        FloatKind::Double => Some(u128::from(double)),
        FloatKind::Float => narrow(double, 8, 23),
        FloatKind::Half => narrow(double, 5, 10),
        FloatKind::BFloat => narrow(double, 8, 7),
        FloatKind::Fp128 => Some(widen(double)),
        FloatKind::X86Fp80 | FloatKind::PpcFp128 => None,
    }
}

/// Rewrites a double as a format with fewer bits of exponent and fraction; `None` if bits would be
/// lost.
fn narrow(double: u64, exponent_bits: u32, fraction_bits: u32) -> Option<u128> {
    let sign = double >> 63;
    let exponent = (double >> 52 & 0x7ff) as i64;
    let fraction = double & ((1 << 52) - 1);
    let cut = 52 - fraction_bits;
    let top = (1_i64 << exponent_bits) - 1;
    let exponent_of = |field: u64, fraction: u64| {
        Some(u128::from(
            sign << (exponent_bits + fraction_bits) | field << fraction_bits | fraction,
        ))
    };
    if exponent == 0x7ff {
        let kept = fraction >> cut;
        let lost = fraction & ((1 << cut) - 1) != 0;
        return if lost {
            None
        } else {
            exponent_of(top as u64, kept)
        };
    }
    if exponent == 0 && fraction == 0 {
        return exponent_of(0, 0);
    }
    let target = exponent - 1023 + (top >> 1);
    if exponent == 0 || target >= top {
        return None;
    }
    // Below the smallest exponent the leading one becomes part of the fraction.
    let (field, significand, shift) = if target >= 1 {
        (target as u64, fraction, i64::from(cut))
    } else {
        (0, fraction | 1 << 52, i64::from(cut) + 1 - target)
    };
    if shift > 52 || significand & ((1 << shift) - 1) != 0 {
        return None;
    }
    exponent_of(field, significand >> shift)
}

/// Rewrites a double as an IEEE number of 128 bits.
fn widen(double: u64) -> u128 {
    let sign = u128::from(double >> 63) << 127;
    let exponent = double >> 52 & 0x7ff;
    let fraction = double & ((1 << 52) - 1);
    let (field, fraction) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0x7ff, _) => (0x7fff, fraction),
        (0, _) => {
            let shift = fraction.leading_zeros() - 11;
            (
                u64::from(16383 - 1022 - shift),
                fraction << shift & ((1 << 52) - 1),
            )
        }
        _ => (exponent + 16383 - 1023, fraction),
    };
    sign | u128::from(field) << 112 | u128::from(fraction) << 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, kind: FloatKind, expected: Option<u128>) {
        assert_eq!(bits(written, kind), expected, "{written} as {kind:?}");
    }

    #[test]
    fn doubles_and_floats() {
        check(
            "1.500000e+00",
            FloatKind::Double,
            Some(1.5_f64.to_bits().into()),
        );
        check("-0.0", FloatKind::Double, Some(1 << 63));
        check(
            "0x3FB999999999999A",
            FloatKind::Double,
            Some(0x3FB9_9999_9999_999A),
        );
        check(
            "0x3FB99999A0000000",
            FloatKind::Float,
            Some(0.1_f32.to_bits().into()),
        );
        check("1.0", FloatKind::Float, Some(1.0_f32.to_bits().into()));
        check("0x36A0000000000000", FloatKind::Float, Some(1)); // the smallest denormal
        check("0x7FF8000000000000", FloatKind::Float, Some(0x7fc0_0000));
        check("0xFFF0000000000000", FloatKind::Float, Some(0xff80_0000));
        check("0x3FB999999999999A", FloatKind::Float, None); // would be rounded
        check("0x47F0000000000000", FloatKind::Float, None); // 2^128
    }

    #[test]
    fn other_formats() {
        check("0xH3C00", FloatKind::Half, Some(0x3c00));
        check("1.0", FloatKind::Half, Some(0x3c00));
        check("0xR3F80", FloatKind::BFloat, Some(0x3f80));
        check(
            "0xK3FFF8000000000000000",
            FloatKind::X86Fp80,
            Some(0x3fff_8000_0000_0000_0000),
        );
        check(
            "0xL00000000000000013FFF000000000000",
            FloatKind::Fp128,
            Some(0x3fff_u128 << 112 | 1),
        );
        check("1.0", FloatKind::Fp128, Some(0x3fff_u128 << 112));
        check("0xH3C00", FloatKind::Float, None);
        check("0x-1", FloatKind::Double, None);
    }

    #[test]
    fn narrowing_agrees_with_the_machine() {
        for step in 0..=u32::MAX >> 12 {
            let float = f32::from_bits(step << 12 | step >> 8 & 0xfff);
            if !float.is_nan() {
                assert_eq!(
                    narrow(f64::from(float).to_bits(), 8, 23),
                    Some(float.to_bits().into()),
                    "{float:e}"
                );
            }
        }
    }
}
