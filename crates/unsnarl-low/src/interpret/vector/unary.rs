//! Operations on one vector.

use super::{half_lane, width};
use crate::interpret::bits::{lane, lanes, signed};
use crate::interpret::convert::{saturate, to_f64, to_float};
use crate::interpret::float::{self, OpenNan};
use crate::op::vector::{Half, VectorUnary};
use crate::types::{LaneType, Sign, Size, Width};

/// An operation on one vector; the lane is that of the result.
pub(in crate::interpret) fn unary(
    of: LaneType,
    op: VectorUnary,
    vector: &[u8; 16],
    nan: &mut OpenNan<'_>,
) -> [u8; 16] {
    let size = of.size();
    let value = |index| lane(vector, size, index);
    match op {
        VectorUnary::Abs => lanes(size, |index| {
            signed(value(index), size.bits()).wrapping_abs() as u64
        }),
        VectorUnary::Neg => lanes(size, |index| value(index).wrapping_neg()),
        VectorUnary::Popcnt => lanes(size, |index| u64::from(value(index).count_ones())),
        VectorUnary::Float(op) => {
            lanes(size, |index| float::unary(width(of), op, value(index), nan))
        }
        VectorUnary::Extend(half, sign) => {
            lanes(size, |index| half_lane(vector, size, half, sign, index))
        }
        VectorUnary::ExtendAddPairs(sign) => lanes(size, |index| pair(vector, size, sign, index)),
        VectorUnary::TruncateF32(sign) => lanes(size, |index| {
            saturate(to_f64(Width::W32, value(index)), Width::W32, sign)
        }),
        VectorUnary::TruncateF64(sign) => from_two(vector, |bits| {
            saturate(f64::from_bits(bits), Width::W32, sign)
        }),
        VectorUnary::FromI32(sign) => lanes(size, |index| {
            to_float(Width::W32, width(of), sign, lane(vector, Size::B4, index))
        }),
        VectorUnary::Demote => from_two(vector, |bits| float::demote(bits, nan)),
        VectorUnary::Promote => lanes(size, |index| {
            float::promote(lane(vector, Size::B4, index), nan)
        }),
    }
}

/// The sum of two neighbouring lanes of half the size, extended.
fn pair(vector: &[u8; 16], size: Size, sign: Sign, index: usize) -> u64 {
    let extended = |at| half_lane(vector, size, Half::Low, sign, at);
    extended(2 * index).wrapping_add(extended(2 * index + 1))
}

/// Lanes of 32 bits made of two of 64, and two zeros.
fn from_two(vector: &[u8; 16], mut convert: impl FnMut(u64) -> u64) -> [u8; 16] {
    lanes(Size::B4, |index| match index {
        0 | 1 => convert(lane(vector, Size::B8, index)),
        _ => 0,
    })
}
