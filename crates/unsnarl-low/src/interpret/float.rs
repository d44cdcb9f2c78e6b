//! Float operations, on bits.
//!
//! *Departs:* from IEEE 754 as WebAssembly does: which NaN an operation makes is open, and
//! [asked for](OpenNan); `abs`, `neg` and `copysign` change the sign of any bits.

use std::ops::{Add, Div, Mul, Sub};

use crate::op::float::{FloatBinary, FloatCompare, FloatUnary};
use crate::types::Width;

/// Chooses the bits of a NaN that an operation makes; it must be a quiet one.
pub type OpenNan<'a> = dyn FnMut(Width) -> u64 + 'a;

/// What both widths have in common.
trait Float:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn unary(self, op: FloatUnary) -> Self;
}

macro_rules! float {
    ($float:ty, $bits:ty) => {
        impl Float for $float {
            fn of(bits: u64) -> Self {
                <$float>::from_bits(bits as $bits)
            }

            fn bits(self) -> u64 {
                u64::from(self.to_bits())
            }

            fn unary(self, op: FloatUnary) -> Self {
                match op {
                    FloatUnary::Abs => self.abs(),
                    FloatUnary::Neg => -self,
                    FloatUnary::Sqrt => self.sqrt(),
                    FloatUnary::Ceil => self.ceil(),
                    FloatUnary::Floor => self.floor(),
                    FloatUnary::Trunc => self.trunc(),
                    FloatUnary::Nearest => self.round_ties_even(),
                }
            }
        }
    };
}

float!(f32, u32);
float!(f64, u64);

/// An operation on one float.
pub(super) fn unary(width: Width, op: FloatUnary, value: u64, nan: &mut OpenNan<'_>) -> u64 {
    let sign = sign(width);
    match (op, width) {
        (FloatUnary::Abs, _) => value & !sign,
        (FloatUnary::Neg, _) => value ^ sign,
        (_, Width::W32) => settle(width, f32::of(value).unary(op), nan),
        (_, Width::W64) => settle(width, f64::of(value).unary(op), nan),
    }
}

/// An operation on two floats.
pub(super) fn binary(
    width: Width,
    op: FloatBinary,
    left: u64,
    right: u64,
    nan: &mut OpenNan<'_>,
) -> u64 {
    if op == FloatBinary::Copysign {
        let sign = sign(width);
        return left & !sign | right & sign;
    }
    match width {
        Width::W32 => arithmetic::<f32>(width, op, left, right, nan),
        Width::W64 => arithmetic::<f64>(width, op, left, right, nan),
    }
}

/// The product of two floats and a third one added, rounded once.
pub(super) fn multiply_add(width: Width, [a, b, c]: [u64; 3], nan: &mut OpenNan<'_>) -> u64 {
    match width {
        Width::W32 => settle(width, f32::of(a).mul_add(f32::of(b), f32::of(c)), nan),
        Width::W64 => settle(width, f64::of(a).mul_add(f64::of(b), f64::of(c)), nan),
    }
}

fn arithmetic<F: Float>(
    width: Width,
    op: FloatBinary,
    left: u64,
    right: u64,
    nan: &mut OpenNan<'_>,
) -> u64 {
    let (a, b) = (F::of(left), F::of(right));
    let result = match op {
        FloatBinary::Add => a + b,
        FloatBinary::Sub => a - b,
        FloatBinary::Mul => a * b,
        FloatBinary::Div => a / b,
        _ if is_nan(a) => a,
        _ if is_nan(b) => b,
        // Zeros are equal, and only their signs differ.
        FloatBinary::Min if a == b => F::of(left | right),
        FloatBinary::Max if a == b => F::of(left & right),
        FloatBinary::Min => {
            if a < b {
                a
            } else {
                b
            }
        }
        FloatBinary::Max => {
            if a > b {
                a
            } else {
                b
            }
        }
        FloatBinary::Copysign => F::of(left & !sign(width) | right & sign(width)),
    };
    settle(width, result, nan)
}

/// The second float if it is less than the first, else the first, whatever their bits are.
pub(super) fn pseudo_min(width: Width, left: u64, right: u64) -> u64 {
    if compare(width, FloatCompare::Lt, right, left) {
        right
    } else {
        left
    }
}

/// The second float if the first is less than it, else the first, whatever their bits are.
pub(super) fn pseudo_max(width: Width, left: u64, right: u64) -> u64 {
    if compare(width, FloatCompare::Lt, left, right) {
        right
    } else {
        left
    }
}

/// How two floats compare.
pub(super) fn compare(width: Width, op: FloatCompare, left: u64, right: u64) -> bool {
    match width {
        Width::W32 => ordered(op, f32::of(left), f32::of(right)),
        Width::W64 => ordered(op, f64::of(left), f64::of(right)),
    }
}

fn ordered<F: Float>(op: FloatCompare, left: F, right: F) -> bool {
    match op {
        FloatCompare::Eq => left == right,
        FloatCompare::Ne => left != right,
        FloatCompare::Lt => left < right,
        FloatCompare::Gt => left > right,
        FloatCompare::Le => left <= right,
        FloatCompare::Ge => left >= right,
    }
}

/// A float of 64 bits as the nearest one of 32.
pub(super) fn demote(bits: u64, nan: &mut OpenNan<'_>) -> u64 {
    settle(Width::W32, f64::from_bits(bits) as f32, nan)
}

/// A float of 32 bits as one of 64.
pub(super) fn promote(bits: u64, nan: &mut OpenNan<'_>) -> u64 {
    settle(Width::W64, f64::from(f32::of(bits)), nan)
}

/// The bits of a result. Those of a NaN are open.
fn settle<F: Float>(width: Width, result: F, nan: &mut OpenNan<'_>) -> u64 {
    if is_nan(result) {
        nan(width)
    } else {
        result.bits()
    }
}

/// Only a NaN is not equal to itself.
#[allow(clippy::eq_op, reason = "that is what a NaN is")]
fn is_nan<F: Float>(value: F) -> bool {
    value != value
}

fn sign(width: Width) -> u64 {
    1 << (width.bits() - 1)
}
