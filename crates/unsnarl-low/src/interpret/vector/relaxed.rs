//! Relaxed operations: most give what the operation gives that is not relaxed, and products and
//! sums are rounded once.

use super::binary::binary;
use super::unary::unary;
use super::{bitwise, swizzle};
use crate::interpret::bits::{lane, lanes, signed};
use crate::interpret::float::{self, OpenNan};
use crate::op::float::FloatUnary;
use crate::op::relaxed::Relaxed;
use crate::op::vector::{VectorBinary, VectorUnary};
use crate::types::{LaneType, Size, Width};

/// A relaxed operation on the first of these vectors.
pub(in crate::interpret) fn relaxed(
    op: Relaxed,
    [first, second, third]: &[[u8; 16]; 3],
    nan: &mut OpenNan<'_>,
) -> [u8; 16] {
    match op {
        Relaxed::Swizzle => swizzle(first, second),
        Relaxed::TruncateF32(sign) => {
            unary(LaneType::I32, VectorUnary::TruncateF32(sign), first, nan)
        }
        Relaxed::TruncateF64(sign) => {
            unary(LaneType::I32, VectorUnary::TruncateF64(sign), first, nan)
        }
        Relaxed::MultiplyAdd(width) => fused(width, [first, second, third], nan),
        Relaxed::NegatedMultiplyAdd(width) => {
            let negated = unary(
                floats(width),
                VectorUnary::Float(FloatUnary::Neg),
                first,
                nan,
            );
            fused(width, [&negated, second, third], nan)
        }
        Relaxed::Select(_) => {
            let mask = u128::from_le_bytes(*third);
            bitwise(first, second, |a, b| a & mask | b & !mask)
        }
        Relaxed::Min(width) => binary(floats(width), VectorBinary::Min, first, second, nan),
        Relaxed::Max(width) => binary(floats(width), VectorBinary::Max, first, second, nan),
        Relaxed::MulQ15 => binary(LaneType::I16, VectorBinary::MulQ15, first, second, nan),
        Relaxed::Dot => dot(first, second),
        Relaxed::DotAdd => {
            let sums = dot(first, second);
            lanes(Size::B4, |index| {
                let sum = |at| signed(lane(&sums, Size::B2, at), 16);
                let both = sum(2 * index).wrapping_add(sum(2 * index + 1));
                lane(third, Size::B4, index).wrapping_add(both as u64)
            })
        }
    }
}

/// Products and sums, rounded once.
fn fused(width: Width, [first, second, third]: [&[u8; 16]; 3], nan: &mut OpenNan<'_>) -> [u8; 16] {
    let size = floats(width).size();
    lanes(size, |index| {
        let [a, b, c] = [first, second, third].map(|vector| lane(vector, size, index));
        float::multiply_add(width, [a, b, c], nan)
    })
}

/// The sums of two neighbouring products of signed bytes.
fn dot(left: &[u8; 16], right: &[u8; 16]) -> [u8; 16] {
    lanes(Size::B2, |index| {
        let product = |at: usize| {
            let factor = |vector: &[u8; 16]| i64::from(vector[at] as i8);
            factor(left) * factor(right)
        };
        (product(2 * index) + product(2 * index + 1)) as u64
    })
}

/// The float lanes of a width.
fn floats(width: Width) -> LaneType {
    match width {
        Width::W32 => LaneType::F32,
        Width::W64 => LaneType::F64,
    }
}
