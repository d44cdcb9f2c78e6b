//! Arithmetic on constants.

use super::{ImageError, Scalar};
use crate::id::ConstId;
use crate::int::{mask, sign_extend};
use crate::ops::{BinaryOp, IntPredicate};

/// Computes `left op right` in `width` bits.
pub(super) fn binary(
    id: ConstId,
    op: BinaryOp,
    width: u32,
    left: Scalar,
    right: Scalar,
) -> Result<Scalar, ImageError> {
    match (left, right) {
        (Scalar::Bits(left), Scalar::Bits(right)) => {
            numbers(id, op, width, left, right).map(Scalar::Bits)
        }
        (Scalar::Address { .. }, Scalar::Bits(number))
        | (Scalar::Bits(number), Scalar::Address { .. }) => {
            let number = sign_extend(number, width) as i64;
            match (op, left) {
                (BinaryOp::Add, _) => Ok(moved(left, right, number)),
                (BinaryOp::Sub, Scalar::Address { .. }) => {
                    Ok(moved(left, right, number.wrapping_neg()))
                }
                _ => Err(ImageError::NotLinkable(id)),
            }
        }
        (
            Scalar::Address {
                plus,
                minus,
                offset,
            },
            Scalar::Address {
                plus: other,
                minus: None,
                offset: start,
            },
        ) if op == BinaryOp::Sub => {
            let offset = offset.wrapping_sub(start);
            match minus {
                None if plus == other => Ok(Scalar::Bits(offset as u128 & mask(width))),
                None => Ok(Scalar::Address {
                    plus,
                    minus: Some(other),
                    offset,
                }),
                Some(_) => Err(ImageError::NotLinkable(id)),
            }
        }
        _ => Err(ImageError::NotLinkable(id)),
    }
}

/// Gives the address among the two, moved by `number` bytes.
fn moved(left: Scalar, right: Scalar, number: i64) -> Scalar {
    let address = if matches!(left, Scalar::Address { .. }) {
        left
    } else {
        right
    };
    match address {
        Scalar::Address {
            plus,
            minus,
            offset,
        } => Scalar::Address {
            plus,
            minus,
            offset: offset.wrapping_add(number),
        },
        Scalar::Bits(_) => address,
    }
}

fn numbers(
    id: ConstId,
    op: BinaryOp,
    width: u32,
    left: u128,
    right: u128,
) -> Result<u128, ImageError> {
    let (signed_left, signed_right) = (sign_extend(left, width), sign_extend(right, width));
    // A shift by the width or more is poison, so any value is allowed; 0 is used.
    let shift = u32::try_from(right).ok().filter(|&by| by < width);
    let divides_by_zero = right == 0;
    let value = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::ShiftLeft => shift.map_or(0, |by| left << by),
        BinaryOp::LogicalShiftRight => shift.map_or(0, |by| left >> by),
        BinaryOp::ArithmeticShiftRight => shift.map_or(0, |by| (signed_left >> by) as u128),
        BinaryOp::UnsignedDiv
        | BinaryOp::SignedDiv
        | BinaryOp::UnsignedRem
        | BinaryOp::SignedRem
            if divides_by_zero =>
        {
            return Err(ImageError::DividesByZero(id));
        }
        BinaryOp::UnsignedDiv => left / right,
        BinaryOp::UnsignedRem => left % right,
        BinaryOp::SignedDiv => signed_left.wrapping_div(signed_right) as u128,
        BinaryOp::SignedRem => signed_left.wrapping_rem(signed_right) as u128,
        BinaryOp::FloatAdd
        | BinaryOp::FloatSub
        | BinaryOp::FloatMul
        | BinaryOp::FloatDiv
        | BinaryOp::FloatRem => return Err(ImageError::NotScalar(id)),
    };
    Ok(value & mask(width))
}

/// Compares two numbers of `width` bits, or two addresses of one symbol.
///
/// The order of two addresses is known only if they do not wrap: both are then at or after the
/// start of the symbol, unsigned, and no bit of them is cut off.
pub(super) fn compare(
    id: ConstId,
    predicate: IntPredicate,
    width: u32,
    left: Scalar,
    right: Scalar,
) -> Result<Scalar, ImageError> {
    let (left, right) = match (left, right) {
        (Scalar::Bits(left), Scalar::Bits(right)) => (left, right),
        (
            Scalar::Address {
                plus,
                minus,
                offset: left,
            },
            Scalar::Address {
                plus: other,
                minus: taken,
                offset: right,
            },
        ) if plus == other
            && minus == taken
            && (is_equality(predicate)
                || minus.is_none()
                    && left.min(right) >= 0
                    && width >= 32
                    && !is_signed(predicate)) =>
        {
            (left as u128 & mask(width), right as u128 & mask(width))
        }
        _ => return Err(ImageError::NotLinkable(id)),
    };
    let holds = predicate.holds([left, right], width);
    Ok(Scalar::Bits(u128::from(holds)))
}

fn is_equality(predicate: IntPredicate) -> bool {
    matches!(predicate, IntPredicate::Equal | IntPredicate::NotEqual)
}

fn is_signed(predicate: IntPredicate) -> bool {
    matches!(
        predicate,
        IntPredicate::SignedGreater
            | IntPredicate::SignedGreaterEqual
            | IntPredicate::SignedLess
            | IntPredicate::SignedLessEqual
    )
}
