//! Operations on two vectors.

use super::{clamp, half, half_lane, width};
use crate::interpret::bits::{count, lane, lanes, signed};
use crate::interpret::float::{self, OpenNan};
use crate::interpret::int;
use crate::op::float::FloatBinary;
use crate::op::vector::VectorBinary;
use crate::types::{LaneType, Sign, Size};

/// An operation on two vectors; the lane is that of the result.
pub(in crate::interpret) fn binary(
    of: LaneType,
    op: VectorBinary,
    left: &[u8; 16],
    right: &[u8; 16],
    nan: &mut OpenNan<'_>,
) -> [u8; 16] {
    let size = of.size();
    let pairs = |op: &mut dyn FnMut(u64, u64) -> u64| {
        lanes(size, |index| {
            op(lane(left, size, index), lane(right, size, index))
        })
    };
    match op {
        VectorBinary::ExtendMul(half, sign) => lanes(size, |index| {
            let factor = |vector| half_lane(vector, size, half, sign, index);
            factor(left).wrapping_mul(factor(right))
        }),
        VectorBinary::Dot => lanes(size, |index| dot(left, right, size, index)),
        VectorBinary::Narrow(sign) => lanes(size, |index| narrow(left, right, size, sign, index)),
        VectorBinary::CompareInt(op) => {
            pairs(&mut |a, b| mask(int::compare(size.bits(), op, a, b)))
        }
        VectorBinary::CompareFloat(op) => {
            pairs(&mut |a, b| mask(float::compare(width(of), op, a, b)))
        }
        op if of.is_float() => pairs(&mut |a, b| of_floats(of, op, a, b, nan)),
        op => pairs(&mut |a, b| of_ints(size, op, a, b)),
    }
}

/// An operation on two float lanes.
fn of_floats(of: LaneType, op: VectorBinary, left: u64, right: u64, nan: &mut OpenNan<'_>) -> u64 {
    let scalar = match op {
        VectorBinary::Sub => FloatBinary::Sub,
        VectorBinary::Mul => FloatBinary::Mul,
        VectorBinary::Div => FloatBinary::Div,
        VectorBinary::Min => FloatBinary::Min,
        VectorBinary::Max => FloatBinary::Max,
        VectorBinary::PseudoMin => return float::pseudo_min(width(of), left, right),
        VectorBinary::PseudoMax => return float::pseudo_max(width(of), left, right),
        // The others have no float lanes.
        _ => FloatBinary::Add,
    };
    float::binary(width(of), scalar, left, right, nan)
}

/// An operation on two integer lanes.
fn of_ints(size: Size, op: VectorBinary, left: u64, right: u64) -> u64 {
    let (a, b) = (signed(left, size.bits()), signed(right, size.bits()));
    match op {
        VectorBinary::Sub => left.wrapping_sub(right),
        VectorBinary::Mul => left.wrapping_mul(right),
        VectorBinary::AddSaturating(Sign::Signed) => clamp(a.saturating_add(b), size, Sign::Signed),
        VectorBinary::AddSaturating(Sign::Unsigned) => {
            clamp(left.wrapping_add(right) as i64, size, Sign::Unsigned)
        }
        VectorBinary::SubSaturating(Sign::Signed) => clamp(a.saturating_sub(b), size, Sign::Signed),
        VectorBinary::SubSaturating(Sign::Unsigned) => left.saturating_sub(right),
        VectorBinary::MinInt(Sign::Signed) => a.min(b) as u64,
        VectorBinary::MinInt(Sign::Unsigned) => left.min(right),
        VectorBinary::MaxInt(Sign::Signed) => a.max(b) as u64,
        VectorBinary::MaxInt(Sign::Unsigned) => left.max(right),
        VectorBinary::Average => (left.wrapping_add(right).wrapping_add(1)) >> 1,
        VectorBinary::MulQ15 => {
            let product = a.wrapping_mul(b).wrapping_add(1 << 14) >> 15;
            clamp(product, size, Sign::Signed)
        }
        // The others have no integer lanes.
        _ => left.wrapping_add(right),
    }
}

/// The sum of two neighbouring products of signed lanes of half the size.
fn dot(left: &[u8; 16], right: &[u8; 16], size: Size, index: usize) -> u64 {
    let half = half(size);
    let product = |at| {
        let factor = |vector| signed(lane(vector, half, at), half.bits());
        factor(left).wrapping_mul(factor(right))
    };
    product(2 * index).wrapping_add(product(2 * index + 1)) as u64
}

/// A lane of twice the size, saturating: of the first vector for the first lanes.
fn narrow(left: &[u8; 16], right: &[u8; 16], size: Size, sign: Sign, index: usize) -> u64 {
    let double = match size {
        Size::B1 => Size::B2,
        Size::B2 => Size::B4,
        Size::B4 | Size::B8 => Size::B8,
    };
    let from = if index < count(double) { left } else { right };
    let value = signed(lane(from, double, index % count(double)), double.bits());
    clamp(value, size, sign)
}

/// All ones, or zeros.
fn mask(holds: bool) -> u64 {
    if holds { u64::MAX } else { 0 }
}
