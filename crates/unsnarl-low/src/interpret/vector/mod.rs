//! Operations on the lanes of 128 bits.

pub(super) mod binary;
pub(super) mod relaxed;
pub(super) mod unary;

use super::bits::{count, lane, lanes, low, set_lane, signed};
use crate::op::vector::{Half, VectorShift};
use crate::types::{LaneType, Sign, Size, Width};

/// All lanes equal to a number.
pub(super) fn splat(size: Size, value: u64) -> [u8; 16] {
    lanes(size, |_| value)
}

/// A lane as a scalar.
pub(super) fn extract(vector: &[u8; 16], of: LaneType, sign: Sign, index: u8) -> u64 {
    extended(lane(vector, of.size(), usize::from(index)), of.size(), sign)
}

/// The vector with another lane.
pub(super) fn replace(mut vector: [u8; 16], size: Size, index: u8, value: u64) -> [u8; 16] {
    set_lane(&mut vector, size, usize::from(index), value);
    vector
}

/// Bytes of two vectors, by number.
pub(super) fn shuffle(left: &[u8; 16], right: &[u8; 16], bytes: &[u8; 16]) -> [u8; 16] {
    bytes.map(|number| {
        let from = if number & 16 == 0 { left } else { right };
        from[usize::from(number & 15)]
    })
}

/// Bytes of a vector, by numbers that another one holds.
pub(super) fn swizzle(vector: &[u8; 16], numbers: &[u8; 16]) -> [u8; 16] {
    numbers.map(|number| vector.get(usize::from(number)).copied().unwrap_or(0))
}

/// A shift of all lanes.
pub(super) fn shift(of: LaneType, op: VectorShift, vector: &[u8; 16], amount: u32) -> [u8; 16] {
    let size = of.size();
    let by = amount % size.bits();
    lanes(size, |index| {
        let value = lane(vector, size, index);
        match op {
            VectorShift::Left => value << by,
            VectorShift::Right(Sign::Signed) => (signed(value, size.bits()) >> by) as u64,
            VectorShift::Right(Sign::Unsigned) => value >> by,
        }
    })
}

/// Whether no lane is zero.
pub(super) fn all_true(of: LaneType, vector: &[u8; 16]) -> bool {
    (0..count(of.size())).all(|index| lane(vector, of.size(), index) != 0)
}

/// The highest bits of the lanes.
pub(super) fn bitmask(of: LaneType, vector: &[u8; 16]) -> u64 {
    let size = of.size();
    let bit = |index| lane(vector, size, index) >> (size.bits() - 1) << index;
    (0..count(size)).map(bit).sum()
}

/// An operation on all bits of two vectors.
pub(super) fn bitwise(
    left: &[u8; 16],
    right: &[u8; 16],
    op: impl Fn(u128, u128) -> u128,
) -> [u8; 16] {
    op(u128::from_le_bytes(*left), u128::from_le_bytes(*right)).to_le_bytes()
}

/// A lane of a size as 64 bits, extended by a sign.
fn extended(value: u64, size: Size, sign: Sign) -> u64 {
    match sign {
        Sign::Signed => signed(value, size.bits()) as u64,
        Sign::Unsigned => low(value, size.bits()),
    }
}

/// The size of half as many bits; that of a byte is a byte.
fn half(size: Size) -> Size {
    match size {
        Size::B1 | Size::B2 => Size::B1,
        Size::B4 => Size::B2,
        Size::B8 => Size::B4,
    }
}

/// A lane of half the size in a half of a vector, extended.
fn half_lane(vector: &[u8; 16], size: Size, half_of: Half, sign: Sign, index: usize) -> u64 {
    let first = match half_of {
        Half::Low => 0,
        Half::High => count(size),
    };
    extended(lane(vector, half(size), first + index), half(size), sign)
}

/// The width of a float lane.
fn width(of: LaneType) -> Width {
    match of.size() {
        Size::B8 => Width::W64,
        _ => Width::W32,
    }
}

/// The integer nearest to a signed one that a lane with or without sign can hold.
fn clamp(value: i64, size: Size, sign: Sign) -> u64 {
    let bits = size.bits();
    let (least, greatest) = match sign {
        Sign::Signed => (-1i64 << (bits - 1), (1i64 << (bits - 1)).wrapping_sub(1)),
        Sign::Unsigned => (0, (u64::MAX >> (64 - bits)).min(i64::MAX as u64) as i64),
    };
    value.clamp(least, greatest) as u64
}
