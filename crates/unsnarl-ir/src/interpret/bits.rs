//! Bit vectors: integers of any width, with LLVM's operations.
//!
//! *Gives:* [`Bits`]; all operations are modulo 2^width. The bits have no sign; the caller decides
//! how to read them.
//! *Cost:* without allocation up to 128 bits; above as in [`limbs`](super::limbs).
//! *Limits:* operands of one operation have one width, which the rules of the IR ensure. The width
//! is at most 2^23, LLVM's limit, except for intermediate results of floating-point arithmetic.

use std::cmp::Ordering;
use std::fmt;

use super::limbs;
use crate::int::{WideInt, mask};

/// A bit vector. Bit 0 is the least significant.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    form: Form,
}

/// Bits above the width are zero.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    /// Up to 128 bits.
    Small(u128),
    /// More than 128 bits, as limbs from bit 0 on.
    Large(Box<[u64]>),
}

use Form::{Large, Small};

impl Bits {
    /// Makes a bit vector of `width` bits from the low bits of a number, with zeros above it.
    pub fn new(width: u32, value: u128) -> Self {
        if width <= 128 {
            let form = Small(value & mask(width));
            return Self { width, form };
        }
        Self::from_limbs(width, vec![value as u64, (value >> 64) as u64])
    }

    /// Makes a bit vector of zeros.
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// Makes a bit vector of ones.
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }

    /// Makes a bit vector with a single one, at `bit`, which is below the width.
    pub fn single(width: u32, bit: u32) -> Self {
        Self::new(width, 1).shifted_left(bit)
    }

    /// Makes a bit vector from the low bits of bytes, least significant first; missing bits are
    /// zero.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Self {
        let limb = |chunk: &[u8]| {
            let mut limb = [0; 8];
            limb[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(limb)
        };
        Self::from_limbs(width, bytes.chunks(8).map(limb).collect())
    }

    /// Makes a bit vector from an integer constant.
    pub fn from_wide(width: u32, value: &WideInt) -> Self {
        match width {
            0..=128 => Self::new(width, value.low()),
            _ => Self::from_le_bytes(width, &value.to_le_bytes(width.div_ceil(8) as usize)),
        }
    }

    fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Self {
        limbs.resize(width.div_ceil(64).max(2) as usize, 0);
        if width <= 128 {
            return Self::new(width, u128::from(limbs[0]) | u128::from(limbs[1]) << 64);
        }
        if !width.is_multiple_of(64) {
            let last = limbs.len() - 1;
            limbs[last] &= u64::MAX >> (64 - width % 64);
        }
        let form = Large(limbs.into());
        Self { width, form }
    }

    /// Returns limbs of 64 bits, least significant first.
    pub(super) fn limbs(&self) -> Vec<u64> {
        match &self.form {
            Small(value) => {
                let count = self.width.div_ceil(64) as usize;
                [*value as u64, (*value >> 64) as u64][..count].to_vec()
            }
            Large(limbs) => limbs.to_vec(),
        }
    }

    /// Gives the number of bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the low 128 bits.
    pub fn low(&self) -> u128 {
        match &self.form {
            Small(value) => *value,
            Large(limbs) => u128::from(limbs[0]) | u128::from(limbs[1]) << 64,
        }
    }

    /// Returns the number, read as unsigned, if it is below 2^64.
    pub fn as_u64(&self) -> Option<u64> {
        if self.significant_bits() > 64 {
            return None;
        }
        Some(self.low() as u64)
    }

    /// Returns the bits as `size` bytes, least significant first; bytes above the width are zero.
    pub fn to_le_bytes(&self, size: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = match &self.form {
            Small(value) => value.to_le_bytes().into(),
            Large(limbs) => limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect(),
        };
        bytes.resize(size, 0);
        bytes
    }

    /// Tells whether a bit is one; bits above the width are not.
    pub fn get(&self, bit: u32) -> bool {
        match &self.form {
            Small(value) => bit < 128 && value >> bit & 1 == 1,
            Large(limbs) => limbs
                .get(bit as usize / 64)
                .is_some_and(|limb| limb >> (bit % 64) & 1 == 1),
        }
    }

    /// Tells whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.form {
            Small(value) => *value == 0,
            Large(limbs) => limbs.iter().all(|&limb| limb == 0),
        }
    }

    /// Tells whether all bits are one.
    pub fn is_ones(&self) -> bool {
        self.count_ones() == self.width
    }

    /// Tells whether the highest bit is one.
    pub fn is_negative(&self) -> bool {
        self.width > 0 && self.get(self.width - 1)
    }

    /// Counts the bits that are one.
    pub fn count_ones(&self) -> u32 {
        match &self.form {
            Small(value) => value.count_ones(),
            Large(limbs) => limbs.iter().map(|limb| limb.count_ones()).sum(),
        }
    }

    /// Gives the number of bits up to and including the highest one.
    pub fn significant_bits(&self) -> u32 {
        match &self.form {
            Small(value) => 128 - value.leading_zeros(),
            Large(limbs) => limbs
                .iter()
                .rposition(|&limb| limb != 0)
                .map_or(0, |at| 64 * at as u32 + 64 - limbs[at].leading_zeros()),
        }
    }

    /// Counts the zeros above the highest one bit.
    pub fn leading_zeros(&self) -> u32 {
        self.width - self.significant_bits()
    }

    /// Counts the zeros below the lowest one bit; the width if there is no one bit.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.form {
            Small(value) => value.trailing_zeros().min(self.width),
            Large(limbs) => limbs
                .iter()
                .position(|&limb| limb != 0)
                .map_or(self.width, |at| 64 * at as u32 + limbs[at].trailing_zeros()),
        }
    }

    /// Flips every bit.
    pub fn not(&self) -> Self {
        match &self.form {
            Small(value) => Self::new(self.width, !value),
            Large(limbs) => Self::from_limbs(self.width, limbs::not(limbs)),
        }
    }

    /// Combines two bit vectors bit by bit.
    fn zip(&self, other: &Self, small: fn(u128, u128) -> u128, large: fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.width, other.width, "the IR has equal types here");
        match (&self.form, &other.form) {
            (Small(left), Small(right)) => Self::new(self.width, small(*left, *right)),
            _ => {
                let (left, right) = (self.limbs(), other.limbs());
                let limbs = left.iter().zip(&right);
                Self::from_limbs(self.width, limbs.map(|(&l, &r)| large(l, r)).collect())
            }
        }
    }

    /// The bits that are one in both.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |l, r| l & r, |l, r| l & r)
    }

    /// The bits that are one in either.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |l, r| l | r, |l, r| l | r)
    }

    /// The bits that differ.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |l, r| l ^ r, |l, r| l ^ r)
    }

    /// Adds.
    pub fn add(&self, other: &Self) -> Self {
        match (&self.form, &other.form) {
            (Small(left), Small(right)) => Self::new(self.width, left.wrapping_add(*right)),
            _ => Self::from_limbs(self.width, limbs::add(&self.limbs(), &other.limbs())),
        }
    }

    /// Subtracts.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.negated())
    }

    /// Subtracts from zero.
    pub fn negated(&self) -> Self {
        self.not().add(&Self::new(self.width, 1))
    }

    /// Multiplies.
    pub fn multiplied(&self, other: &Self) -> Self {
        match (&self.form, &other.form) {
            (Small(left), Small(right)) => Self::new(self.width, left.wrapping_mul(*right)),
            _ => Self::from_limbs(self.width, limbs::multiply(&self.limbs(), &other.limbs())),
        }
    }

    /// Divides as unsigned numbers: quotient and remainder; nothing if `divisor` is zero.
    pub fn divided(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Small(left), Small(right)) = (&self.form, &divisor.form) {
            let make = |value| Self::new(self.width, value);
            return Some((make(left / right), make(left % right)));
        }
        let (quotient, rest) = limbs::divide(&self.limbs(), &divisor.limbs());
        let make = |limbs| Self::from_limbs(self.width, limbs);
        Some((make(quotient), make(rest)))
    }

    /// Divides as signed numbers, rounding to zero: quotient and remainder, which has the sign of
    /// the dividend; nothing if `divisor` is zero. The quotient may wrap.
    pub fn divided_signed(&self, divisor: &Self) -> Option<(Self, Self)> {
        let (quotient, rest) = self.magnitude().divided(&divisor.magnitude())?;
        let signed = |value: Self, negative: bool| if negative { value.negated() } else { value };
        let differ = self.is_negative() != divisor.is_negative();
        Some((signed(quotient, differ), signed(rest, self.is_negative())))
    }

    /// The absolute value, read as unsigned.
    pub fn magnitude(&self) -> Self {
        if self.is_negative() {
            self.negated()
        } else {
            self.clone()
        }
    }

    /// Shifts up; bits beyond the width are lost.
    pub fn shifted_left(&self, by: u32) -> Self {
        match &self.form {
            _ if by >= self.width => Self::zero(self.width),
            Small(value) => Self::new(self.width, value << by),
            Large(limbs) => Self::from_limbs(self.width, limbs::shift_left(limbs, by as usize)),
        }
    }

    /// Shifts down and fills with zeros.
    pub fn shifted_right(&self, by: u32) -> Self {
        match &self.form {
            _ if by >= self.width => Self::zero(self.width),
            Small(value) => Self::new(self.width, value >> by),
            Large(limbs) => Self::from_limbs(self.width, limbs::shift_right(limbs, by as usize)),
        }
    }

    /// Shifts down and fills with copies of the highest bit.
    pub fn shifted_right_signed(&self, by: u32) -> Self {
        if self.is_negative() {
            self.not().shifted_right(by).not()
        } else {
            self.shifted_right(by)
        }
    }

    /// Truncates, or extends with zeros.
    pub fn resized(&self, width: u32) -> Self {
        match &self.form {
            Small(value) => Self::new(width, *value),
            Large(limbs) if width <= 128 => {
                Self::new(width, u128::from(limbs[0]) | u128::from(limbs[1]) << 64)
            }
            Large(limbs) => Self::from_limbs(width, limbs.to_vec()),
        }
    }

    /// Truncates, or extends with copies of the highest bit.
    pub fn resized_signed(&self, width: u32) -> Self {
        if self.is_negative() {
            self.not().resized(width).not()
        } else {
            self.resized(width)
        }
    }

    /// Returns `width` bits from bit `start` on; bits beyond the end are zero.
    pub fn slice(&self, start: u32, width: u32) -> Self {
        self.shifted_right(start).resized(width)
    }

    /// Compares as unsigned numbers.
    pub fn compare(&self, other: &Self) -> Ordering {
        match (&self.form, &other.form) {
            (Small(left), Small(right)) => left.cmp(right),
            _ => limbs::compare(&self.limbs(), &other.limbs()),
        }
    }

    /// Compares as signed numbers.
    pub fn compare_signed(&self, other: &Self) -> Ordering {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            _ => self.compare(other),
        }
    }

    /// Reverses the order of groups of `group` bits, which stay as they are; the width is a
    /// multiple of `group`.
    pub fn reversed(&self, group: u32) -> Self {
        let mut result = Self::zero(self.width);
        for start in (0..self.width).step_by(group as usize) {
            let part = self.slice(start, group).resized(self.width);
            result = result.or(&part.shifted_left(self.width - group - start));
        }
        result
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Printed as `0xff:i8`.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        match &self.form {
            Small(value) => write!(f, "{value:x}")?,
            Large(limbs) => {
                let digits = |limb: &u64| format!("{limb:016x}");
                let text: String = limbs.iter().rev().map(digits).collect();
                let text = text.trim_start_matches('0');
                f.write_str(if text.is_empty() { "0" } else { text })?;
            }
        }
        write!(f, ":i{}", self.width)
    }
}
