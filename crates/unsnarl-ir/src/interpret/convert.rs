//! Conversions of floating-point numbers to integers and back, and to other formats.

use super::bits::Bits;
use super::float::{Number, Rounding, Sign};
use super::floating::{Floating, Operand};
use super::scalar::Scalar;
use crate::ops::Flags;

/// Whether an integer has a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signedness {
    Signed,
    Unsigned,
}

impl Floating {
    /// Converts a number to an integer of `width` bits by rounding: poison if it is out of range.
    pub(super) fn to_int(
        self,
        rounding: Rounding,
        signedness: Signedness,
        width: u32,
        value: &Scalar,
    ) -> Scalar {
        let Some(Operand::Number(number)) = self.operand(value) else {
            // An unknown number may be out of range.
            return Scalar::Poison;
        };
        match in_range(&number, rounding, signedness, width) {
            Some(bits) => Scalar::Known(bits),
            None => Scalar::Poison,
        }
    }

    /// Like `to_int`, but gives the nearest integer if the number is out of range, and 0 for a NaN.
    pub(super) fn to_int_saturating(
        self,
        signedness: Signedness,
        width: u32,
        value: &Scalar,
    ) -> Scalar {
        let number = match self.operand(value) {
            None => return Scalar::Poison,
            Some(Operand::Unknown(freedom)) => return Scalar::unknown(width, freedom),
            Some(Operand::Number(number)) => number,
        };
        if let Some(bits) = in_range(&number, Rounding::Truncate, signedness, width) {
            return Scalar::Known(bits);
        }
        let sign = Bits::single(width, width - 1);
        Scalar::Known(match (&number, number.sign(), signedness) {
            (Number::Nan, ..) | (_, Sign::Minus, Signedness::Unsigned) => Bits::zero(width),
            (_, Sign::Plus, Signedness::Unsigned) => Bits::ones(width),
            (_, Sign::Minus, Signedness::Signed) => sign,
            (_, Sign::Plus, Signedness::Signed) => sign.not(),
        })
    }

    /// The nearest number to an integer.
    pub(super) fn of_int(&self, signedness: Signedness, value: &Scalar) -> Scalar {
        match value {
            Scalar::Known(bits) => {
                let is_negative = signedness == Signedness::Signed && bits.is_negative();
                let magnitude = if is_negative {
                    bits.negated()
                } else {
                    bits.clone()
                };
                self.result(&Number::of_magnitude(Sign::of(is_negative), magnitude))
            }
            _ => match value.partly() {
                None => Scalar::Poison,
                Some(partly) => Scalar::unknown(self.format.width(), partly.freedom),
            },
        }
    }

    /// Converts a number of this format to another format.
    pub(super) fn convert(&self, to: Floating, flags: Flags, value: &Scalar) -> Scalar {
        match self.operand(value) {
            None => Scalar::Poison,
            Some(Operand::Unknown(freedom)) => to.map(
                flags,
                &[&Scalar::unknown(to.format.width(), freedom)],
                |numbers| numbers[0].clone(),
            ),
            Some(Operand::Number(number)) => {
                to.flagged(flags, std::slice::from_ref(&number), &number)
            }
        }
    }
}

/// Rounds a number to an integer, if the type can represent it.
fn in_range(
    number: &Number,
    rounding: Rounding,
    signedness: Signedness,
    width: u32,
) -> Option<Bits> {
    let (sign, magnitude) = number.integer(rounding, width)?;
    let least = Bits::single(width, width - 1);
    let fits = match (signedness, sign) {
        (Signedness::Unsigned, Sign::Plus) => true,
        (Signedness::Unsigned, Sign::Minus) => magnitude.is_zero(),
        (Signedness::Signed, Sign::Plus) => !magnitude.is_negative(),
        (Signedness::Signed, Sign::Minus) => !magnitude.is_negative() || magnitude == least,
    };
    fits.then(|| match sign {
        Sign::Plus => magnitude,
        Sign::Minus => magnitude.negated(),
    })
}
