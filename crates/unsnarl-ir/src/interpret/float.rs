//! Floating-point arithmetic, exact and then rounded once.
//!
//! *Needs:* bit patterns of a [`Format`] of IEEE 754.
//! *Gives:* [`Number`], the value of a pattern, and operations on numbers. The operations are
//! exact, so a single rounding, [`Format::round`], to nearest with ties to even, gives the result
//! that the standard defines. Quotients and roots are not finite: they are truncated, with a last
//! bit that tells whether anything was lost. With this bit a rounding to fewer bits gives the same
//! result as for the exact value.
//! *Cost:* for sums, the distance of the exponents in bits; for remainders, times the bits of the
//! divisor; otherwise a constant for the format. Much slower than the machine: this is a
//! definition.
//! *Source:* [IEEE754].
//! *Limits:* all NaNs are one number: the pattern of a NaN result is not defined here.

use std::cmp::Ordering;

use super::bits::Bits;
use crate::types::FloatKind;

/// A binary format of IEEE 754.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The number of bits of the exponent.
    pub exponent: u32,
    /// The number of bits of the significand, including the first one, which is not stored.
    pub precision: u32,
}

/// The value of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Not a number.
    Nan,
    /// Infinity.
    Infinity(Sign),
    /// Zero.
    Zero(Sign),
    /// A finite number other than zero.
    Finite(Finite),
}

/// `significand` × 2^`exponent`, with a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finite {
    /// The sign.
    pub sign: Sign,
    /// The exponent.
    pub exponent: i64,
    /// An integer other than zero, of any width.
    pub significand: Bits,
}

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sign {
    Plus,
    Minus,
}

/// A way of rounding to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Towards zero.
    Truncate,
    /// Down.
    Floor,
    /// Up.
    Ceiling,
    /// To the nearest, ties to even.
    NearestEven,
    /// To the nearest, ties away from zero.
    NearestAway,
}

use Number::{Infinity, Nan, Zero};

impl Sign {
    /// The sign of a product.
    pub fn times(self, other: Self) -> Self {
        if self == other {
            Self::Plus
        } else {
            Self::Minus
        }
    }

    /// The opposite sign.
    pub fn flipped(self) -> Self {
        self.times(Self::Minus)
    }

    /// The sign for a sign bit.
    pub fn of(bit: bool) -> Self {
        if bit { Self::Minus } else { Self::Plus }
    }
}

impl Format {
    /// Returns the format of a type; nothing if it is not an IEEE format.
    pub fn of(kind: FloatKind) -> Option<Self> {
        let (exponent, precision) = match kind {
            FloatKind::Half => (5, 11),
            FloatKind::BFloat => (8, 8),
            FloatKind::Float => (8, 24),
            FloatKind::Double => (11, 53),
            FloatKind::Fp128 => (15, 113),
            FloatKind::X86Fp80 | FloatKind::PpcFp128 => return None,
        };
        Some(Self {
            exponent,
            precision,
        })
    }

    /// Gives the number of bits of a pattern.
    pub fn width(self) -> u32 {
        self.exponent + self.precision
    }

    /// The number of stored bits of the significand.
    pub(super) fn fraction(self) -> u32 {
        self.precision - 1
    }

    /// The exponent of the last bit of the smallest numbers.
    fn lowest(self) -> i64 {
        3 - (1_i64 << (self.exponent - 1)) - i64::from(self.precision)
    }

    /// The exponent field of infinities, which is also that of NaNs, in its place in the pattern.
    pub(super) fn infinity(self) -> u128 {
        ((1_u128 << self.exponent) - 1) << self.fraction()
    }

    /// The bit of the sign.
    pub(super) fn sign_bit(self) -> u128 {
        1 << (self.width() - 1)
    }

    /// The default pattern of a quiet NaN.
    pub fn quiet_nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction() - 1)
    }

    /// Tells whether a pattern is a NaN.
    pub fn is_nan(self, pattern: u128) -> bool {
        pattern & !self.sign_bit() > self.infinity()
    }

    /// Tells whether a pattern is a signalling NaN.
    pub fn is_signalling(self, pattern: u128) -> bool {
        self.is_nan(pattern) && pattern >> (self.fraction() - 1) & 1 == 0
    }

    /// Reads a pattern.
    pub fn unpack(self, pattern: u128) -> Number {
        let sign = Sign::of(pattern & self.sign_bit() != 0);
        let rest = pattern & !self.sign_bit();
        if rest >= self.infinity() {
            return if rest > self.infinity() {
                Nan
            } else {
                Infinity(sign)
            };
        }
        let field = rest >> self.fraction();
        let fraction = rest & ((1 << self.fraction()) - 1);
        let hidden = u128::from(field != 0) << self.fraction();
        let exponent = self.lowest() + (field.max(1) - 1) as i64;
        finite(sign, exponent, Bits::new(self.precision, fraction | hidden))
    }

    /// Rounds to the nearest pattern, ties to even.
    pub fn round(self, number: &Number) -> u128 {
        let signed = |sign, rest| match sign {
            Sign::Plus => rest,
            Sign::Minus => rest | self.sign_bit(),
        };
        match number {
            Nan => self.quiet_nan(),
            Infinity(sign) => signed(*sign, self.infinity()),
            Zero(sign) => signed(*sign, 0),
            Number::Finite(finite) => signed(finite.sign, self.round_magnitude(finite)),
        }
    }

    fn round_magnitude(self, number: &Finite) -> u128 {
        let count = i64::from(number.significand.significant_bits());
        // The exponent of the last bit that is kept.
        let last = (number.exponent + count - i64::from(self.precision)).max(self.lowest());
        let field = last - self.lowest();
        if field >= 1 << self.exponent {
            return self.infinity();
        }
        let kept = shifted(number, last, Rounding::NearestEven);
        // The first bit in `kept` increments the exponent field, and so does a carry out of `kept`.
        let pattern = ((field as u128) << self.fraction()) + kept.low();
        pattern.min(self.infinity())
    }
}

/// Makes a number; a zero if the significand is zero.
fn finite(sign: Sign, exponent: i64, significand: Bits) -> Number {
    if significand.is_zero() {
        return Zero(sign);
    }
    Number::Finite(Finite {
        sign,
        exponent,
        significand,
    })
}

/// The significand for another exponent, rounded if bits are lost.
fn shifted(number: &Finite, exponent: i64, rounding: Rounding) -> Bits {
    let (significand, gap) = (&number.significand, exponent - number.exponent);
    if gap <= 0 {
        let width = significand.significant_bits() + gap.unsigned_abs() as u32;
        return significand
            .resized(width.max(1))
            .shifted_left(gap.unsigned_abs() as u32);
    }
    let width = significand.width() + 1;
    let gap = u32::try_from(gap).unwrap_or(u32::MAX);
    let significand = significand.resized(width);
    let kept = significand.shifted_right(gap);
    let half = significand.get(gap - 1);
    let is_exact = significand.trailing_zeros() >= gap;
    let is_tie = significand.trailing_zeros() == gap - 1;
    let up = match (rounding, number.sign) {
        (Rounding::Truncate, _)
        | (Rounding::Floor, Sign::Plus)
        | (Rounding::Ceiling, Sign::Minus) => false,
        (Rounding::Floor, _) | (Rounding::Ceiling, _) => !is_exact,
        (Rounding::NearestEven, _) => half && (!is_tie || kept.get(0)),
        (Rounding::NearestAway, _) => half,
    };
    kept.add(&Bits::new(width, up.into()))
}

impl Number {
    /// The sign; a NaN has no sign, so plus is returned.
    pub fn sign(&self) -> Sign {
        match self {
            Nan => Sign::Plus,
            Infinity(sign) | Zero(sign) => *sign,
            Self::Finite(number) => number.sign,
        }
    }

    /// The number with another sign.
    pub fn with_sign(mut self, to: Sign) -> Self {
        match &mut self {
            Nan => {}
            Infinity(sign) | Zero(sign) => *sign = to,
            Self::Finite(number) => number.sign = to,
        }
        self
    }

    /// Makes a number from an integer.
    pub fn of_magnitude(sign: Sign, magnitude: Bits) -> Self {
        match finite(sign, 0, magnitude) {
            Zero(_) => Zero(Sign::Plus),
            number => number,
        }
    }

    /// Adds.
    pub fn add(&self, other: &Self) -> Self {
        match (self, other) {
            (Nan, _) | (_, Nan) => Nan,
            (Infinity(left), Infinity(right)) if left != right => Nan,
            (Infinity(sign), _) | (_, Infinity(sign)) => Infinity(*sign),
            (Zero(left), Zero(right)) if left == right => Zero(*left),
            (Zero(_), Zero(_)) => Zero(Sign::Plus),
            (Zero(_), number) | (number, Zero(_)) => number.clone(),
            (Self::Finite(left), Self::Finite(right)) => sum(left, right),
        }
    }

    /// Subtracts.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.clone().with_sign(other.sign().flipped()))
    }

    /// Multiplies.
    pub fn multiplied(&self, other: &Self) -> Self {
        let sign = self.sign().times(other.sign());
        match (self, other) {
            (Nan, _) | (_, Nan) | (Infinity(_), Zero(_)) | (Zero(_), Infinity(_)) => Nan,
            (Infinity(_), _) | (_, Infinity(_)) => Infinity(sign),
            (Zero(_), _) | (_, Zero(_)) => Zero(sign),
            (Self::Finite(left), Self::Finite(right)) => {
                let width = left.significand.width() + right.significand.width();
                let [l, r] = [left, right].map(|number| number.significand.resized(width));
                finite(sign, left.exponent + right.exponent, l.multiplied(&r))
            }
        }
    }

    /// Divides. The quotient has at least three bits more than the wider operand.
    pub fn divided(&self, other: &Self) -> Self {
        let sign = self.sign().times(other.sign());
        match (self, other) {
            (Nan, _) | (_, Nan) | (Infinity(_), Infinity(_)) | (Zero(_), Zero(_)) => Nan,
            (Infinity(_), _) | (_, Zero(_)) => Infinity(sign),
            (Zero(_), _) | (_, Infinity(_)) => Zero(sign),
            (Self::Finite(left), Self::Finite(right)) => quotient(sign, left, right),
        }
    }

    /// The remainder of a division whose quotient is truncated to an integer, like `fmod`.
    pub fn remainder(&self, other: &Self) -> Self {
        match (self, other) {
            (Nan, _) | (_, Nan) | (Infinity(_), _) | (_, Zero(_)) => Nan,
            (Zero(_), _) | (_, Infinity(_)) => self.clone(),
            (Self::Finite(left), Self::Finite(right)) => remainder(left, right),
        }
    }

    /// The square root.
    pub fn root(&self) -> Self {
        match self {
            Zero(_) | Infinity(Sign::Plus) => self.clone(),
            Self::Finite(number) if number.sign == Sign::Plus => root(number),
            _ => Nan,
        }
    }

    /// Compares; nothing if either is a NaN. Zeros are equal.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Nan, _) | (_, Nan) => return None,
            (Infinity(left), Infinity(right)) if left == right => return Some(Ordering::Equal),
            _ => {}
        }
        Some(match self.sub(other) {
            Zero(_) | Nan => Ordering::Equal,
            difference if difference.sign() == Sign::Minus => Ordering::Less,
            _ => Ordering::Greater,
        })
    }

    /// Rounds to an integer; the sign stays.
    pub fn rounded(&self, rounding: Rounding) -> Self {
        match self {
            Self::Finite(number) if number.exponent < 0 => {
                finite(number.sign, 0, shifted(number, 0, rounding))
            }
            _ => self.clone(),
        }
    }

    /// Rounds to an integer and gives its sign and magnitude; nothing if it is infinite or a NaN,
    /// or has more than `limit` bits.
    pub fn integer(&self, rounding: Rounding, limit: u32) -> Option<(Sign, Bits)> {
        match self.rounded(rounding) {
            Zero(sign) => Some((sign, Bits::zero(limit))),
            Self::Finite(number) => {
                let bits = i64::from(number.significand.significant_bits()) + number.exponent;
                let fits = bits <= i64::from(limit);
                fits.then(|| {
                    let magnitude = shifted(&number, 0, Rounding::Truncate);
                    (number.sign, magnitude.resized(limit))
                })
            }
            Nan | Infinity(_) => None,
        }
    }

    /// Multiplies by a power of two.
    pub fn scaled(&self, exponent: i64) -> Self {
        match self {
            Self::Finite(number) => {
                // Far beyond every format, and far from the end of the type.
                let exponent = number.exponent + exponent.clamp(-(1 << 40), 1 << 40);
                finite(number.sign, exponent, number.significand.clone())
            }
            _ => self.clone(),
        }
    }
}

fn sum(left: &Finite, right: &Finite) -> Number {
    let exponent = left.exponent.min(right.exponent);
    let [l, r] = [left, right].map(|number| shifted(number, exponent, Rounding::Truncate));
    let width = l.width().max(r.width()) + 2;
    let signed = |number: &Finite, magnitude: Bits| match number.sign {
        Sign::Plus => magnitude.resized(width),
        Sign::Minus => magnitude.resized(width).negated(),
    };
    let sum = signed(left, l).add(&signed(right, r));
    if sum.is_zero() {
        return Zero(Sign::Plus);
    }
    finite(Sign::of(sum.is_negative()), exponent, sum.magnitude())
}

/// The first bits of the quotient, more than any format has, and one bit that tells whether more
/// bits follow.
fn quotient(sign: Sign, left: &Finite, right: &Finite) -> Number {
    let shift = left.significand.width().max(right.significand.width()) + 3;
    let width = shift + left.significand.width().max(right.significand.width()) + 1;
    // A shorter significand on the left shortens the quotient by the same number of bits.
    let lack = left.significand.leading_zeros();
    let [l, r] = [left, right].map(|number| number.significand.resized(width + lack));
    let (quotient, rest) = l
        .shifted_left(shift + lack)
        .divided(&r)
        .expect("a finite number is not zero");
    let exponent = left.exponent - right.exponent - i64::from(shift + lack);
    with_rest(sign, exponent, &quotient, !rest.is_zero())
}

fn with_rest(sign: Sign, exponent: i64, significand: &Bits, has_rest: bool) -> Number {
    let width = significand.width() + 1;
    let significand = significand.resized(width).shifted_left(1);
    let last = Bits::new(width, has_rest.into());
    finite(sign, exponent - 1, significand.or(&last))
}

fn remainder(left: &Finite, right: &Finite) -> Number {
    let exponent = left.exponent.min(right.exponent);
    if left.exponent < right.exponent {
        let gap = right.exponent - left.exponent;
        if i64::from(left.significand.significant_bits()) < gap {
            return Number::Finite(left.clone());
        }
    }
    let divisor = shifted(right, exponent, Rounding::Truncate);
    let width = divisor.width().max(left.significand.width()) + 1;
    let divisor = divisor.resized(width);
    let modulo = |value: Bits| {
        let divided = value.divided(&divisor);
        divided.expect("a finite number is not zero").1
    };
    let mut rest = modulo(left.significand.resized(width));
    // As if the significand were shifted, one bit at a time.
    for _ in 0..left.exponent - exponent {
        rest = modulo(rest.shifted_left(1));
    }
    finite(left.sign, exponent, rest)
}

/// The first bits of the root, more than any format has, and one bit that tells whether more bits
/// follow.
fn root(number: &Finite) -> Number {
    let precision = number.significand.width();
    let shift = precision + number.significand.leading_zeros() + 4;
    let shift = shift + (number.exponent - i64::from(shift)).rem_euclid(2) as u32;
    let width = 2 * precision + 6;
    let square = number.significand.resized(width).shifted_left(shift);
    let mut root = Bits::zero(width);
    for bit in (0..width / 2).rev() {
        let guess = root.or(&Bits::single(width, bit));
        if guess.multiplied(&guess).compare(&square) != Ordering::Greater {
            root = guess;
        }
    }
    let has_rest = root.multiplied(&root) != square;
    let exponent = (number.exponent - i64::from(shift)) / 2;
    with_rest(Sign::Plus, exponent, &root, has_rest)
}
