//! Arithmetic on integers.
//!
//! *Needs:* two scalars of one width, the operation, its flags.
//! *Gives:* the results that LLVM's language reference defines for `add` to `xor`: poison where a
//! flag does not hold or a shift is too long, undefined behaviour in divisions.
//! *Limits:* for unknown operands the results are coarse. `and`, `or`, `xor` are exact bit by bit;
//! a sum or a product is known below the first unknown bit; a shift by a known number moves unknown
//! bits; all other results are unknown. The result is poison if a flag does not hold for some of
//! the possible operands; of `exact` divisions, if the divisor is no known power of two.

use std::cmp::Ordering;

use super::bits::Bits;
use super::scalar::{Freedom, Partly, Scalar};
use super::stop::{Stop, Undefined};
use crate::ops::{BinaryOp, Flags, IntPredicate};

/// Computes an operation on integers.
///
/// # Errors
/// If a division has undefined behaviour.
pub(super) fn binary(
    op: BinaryOp,
    flags: Flags,
    left: &Scalar,
    right: &Scalar,
) -> Result<Scalar, Stop> {
    if is_division(op) {
        return divide(op, flags, left, right);
    }
    if let (Scalar::Known(left), Scalar::Known(right)) = (left, right) {
        return Ok(known(op, flags, left, right));
    }
    let (Some(left), Some(right)) = (left.partly(), right.partly()) else {
        return Ok(Scalar::Poison);
    };
    Ok(partly(op, flags, &left, &right))
}

fn is_division(op: BinaryOp) -> bool {
    use BinaryOp::{SignedDiv, SignedRem, UnsignedDiv, UnsignedRem};
    matches!(op, UnsignedDiv | UnsignedRem | SignedDiv | SignedRem)
}

fn known(op: BinaryOp, flags: Flags, left: &Bits, right: &Bits) -> Scalar {
    let result = match op {
        BinaryOp::Add => left.add(right),
        BinaryOp::Sub => left.sub(right),
        BinaryOp::Mul => left.multiplied(right),
        BinaryOp::And => left.and(right),
        BinaryOp::Or => left.or(right),
        BinaryOp::Xor => left.xor(right),
        _ => return shift(op, flags, left, right),
    };
    let is_poison = flags.contains(Flags::NO_UNSIGNED_WRAP) && wraps_unsigned(op, left, right)
        || flags.contains(Flags::NO_SIGNED_WRAP) && wraps_signed(op, left, right)
        || op == BinaryOp::Or && flags.contains(Flags::DISJOINT) && !left.and(right).is_zero();
    poison_if(is_poison, result)
}

/// The result, or poison.
pub(super) fn poison_if(is_poison: bool, result: Bits) -> Scalar {
    if is_poison {
        Scalar::Poison
    } else {
        Scalar::Known(result)
    }
}

/// Tells whether an unsigned sum, difference or product is not exact.
pub(super) fn wraps_unsigned(op: BinaryOp, left: &Bits, right: &Bits) -> bool {
    match op {
        BinaryOp::Add => left.add(right).compare(left) == Ordering::Less,
        BinaryOp::Sub => left.compare(right) == Ordering::Less,
        BinaryOp::Mul => {
            let twice = 2 * left.width();
            let product = left.resized(twice).multiplied(&right.resized(twice));
            product.significant_bits() > left.width()
        }
        _ => false,
    }
}

/// Tells whether a signed sum, difference or product is not exact.
pub(super) fn wraps_signed(op: BinaryOp, left: &Bits, right: &Bits) -> bool {
    let width = left.width();
    let wide = match op {
        BinaryOp::Mul => 2 * width,
        _ => width + 1,
    };
    let [l, r] = [left, right].map(|bits| bits.resized_signed(wide));
    let exact = match op {
        BinaryOp::Add => l.add(&r),
        BinaryOp::Sub => l.sub(&r),
        BinaryOp::Mul => l.multiplied(&r),
        _ => return false,
    };
    exact.resized(width).resized_signed(wide) != exact
}

fn shift(op: BinaryOp, flags: Flags, value: &Bits, by: &Bits) -> Scalar {
    let Some(by) = distance(by) else {
        return Scalar::Poison;
    };
    let lost = value.trailing_zeros() < by;
    match op {
        BinaryOp::ShiftLeft => {
            let result = value.shifted_left(by);
            let unsigned = result.shifted_right(by) == *value;
            let signed = result.shifted_right_signed(by) == *value;
            let is_poison = flags.contains(Flags::NO_UNSIGNED_WRAP) && !unsigned
                || flags.contains(Flags::NO_SIGNED_WRAP) && !signed;
            poison_if(is_poison, result)
        }
        BinaryOp::LogicalShiftRight => {
            let is_poison = flags.contains(Flags::EXACT) && lost;
            poison_if(is_poison, value.shifted_right(by))
        }
        _ => {
            let is_poison = flags.contains(Flags::EXACT) && lost;
            poison_if(is_poison, value.shifted_right_signed(by))
        }
    }
}

/// The distance of a shift; nothing if it is not below the width.
fn distance(by: &Bits) -> Option<u32> {
    let distance = by
        .as_u64()
        .filter(|&distance| distance < by.width().into())?;
    u32::try_from(distance).ok()
}

/// An operation on operands with unknown bits.
fn partly(op: BinaryOp, flags: Flags, left: &Partly, right: &Partly) -> Scalar {
    if is_poison_for_some(left, right, |left, right| known(op, flags, left, right)) {
        return Scalar::Poison;
    }
    let freedom = join(left, right);
    let make = |value, unknown| Partly::new(value, unknown, freedom).into();
    let any = left.unknown.or(&right.unknown);
    match op {
        BinaryOp::And => {
            let value = left.value.and(&right.value);
            make(value, any.and(&left.greatest()).and(&right.greatest()))
        }
        BinaryOp::Or => {
            let ones = left.value.or(&right.value);
            make(ones.clone(), any.and(&ones.not()))
        }
        BinaryOp::Xor => make(left.value.xor(&right.value), any),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
            let value = match op {
                BinaryOp::Add => left.value.add(&right.value),
                BinaryOp::Sub => left.value.sub(&right.value),
                _ => left.value.multiplied(&right.value),
            };
            let from = match op {
                // If one operand is a multiple of a power of two, the unknown bits of the product
                // move up.
                BinaryOp::Mul => {
                    let one = left.unknown.trailing_zeros() + right.greatest().trailing_zeros();
                    let other = right.unknown.trailing_zeros() + left.greatest().trailing_zeros();
                    one.min(other)
                }
                _ => any.trailing_zeros(),
            };
            make(value, Bits::ones(any.width()).shifted_left(from))
        }
        _ => {
            let known = right.unknown.is_zero().then(|| distance(&right.value));
            let Some(by) = known.flatten() else {
                return Scalar::unknown(left.width(), freedom);
            };
            let moved = |bits: &Bits| match op {
                BinaryOp::ShiftLeft => bits.shifted_left(by),
                BinaryOp::LogicalShiftRight => bits.shifted_right(by),
                _ => bits.shifted_right_signed(by),
            };
            make(moved(&left.value), moved(&left.unknown))
        }
    }
}

/// Tells whether an operation is poison for some of the possible operands: for some of their
/// [extremes](Partly::extremes).
fn is_poison_for_some(
    left: &Partly,
    right: &Partly,
    result: impl Fn(&Bits, &Bits) -> Scalar,
) -> bool {
    let (lefts, rights) = (left.extremes(), right.extremes());
    let mut pairs = lefts
        .iter()
        .flat_map(|l| rights.iter().map(move |r| (l, r)));
    pairs.any(|(left, right)| result(left, right).is_poison())
}

/// The freedom of a result that depends on both operands.
fn join(left: &Partly, right: &Partly) -> Freedom {
    let of = |partly: &Partly| match partly.unknown.is_zero() {
        true => Freedom::Chosen,
        false => partly.freedom,
    };
    of(left).max(of(right))
}

fn divide(op: BinaryOp, flags: Flags, left: &Scalar, right: &Scalar) -> Result<Scalar, Stop> {
    let Some(divisor) = right.partly() else {
        return Err(Undefined::Unknown.into());
    };
    let width = divisor.width();
    if divisor.may_be(&Bits::zero(width)) {
        return Err(match divisor.unknown.is_zero() {
            true => Undefined::Division.into(),
            false => divisor.freedom.stop(Undefined::Division),
        });
    }
    let is_signed = matches!(op, BinaryOp::SignedDiv | BinaryOp::SignedRem);
    if is_signed && divisor.may_be(&Bits::ones(width)) {
        overflow(left, &divisor)?;
    }
    let (Scalar::Known(left), Scalar::Known(right)) = (left, right) else {
        let Some(left) = left.partly() else {
            return Ok(Scalar::Poison);
        };
        let is_poison = flags.contains(Flags::EXACT) && !is_multiple(&left, &divisor, is_signed);
        return Ok(if is_poison {
            Scalar::Poison
        } else {
            Scalar::unknown(width, join(&left, &divisor))
        });
    };
    let divided = match is_signed {
        true => left.divided_signed(right),
        false => left.divided(right),
    };
    let (quotient, rest) = divided.expect("the divisor may not be zero");
    Ok(match op {
        BinaryOp::UnsignedDiv | BinaryOp::SignedDiv => {
            poison_if(flags.contains(Flags::EXACT) && !rest.is_zero(), quotient)
        }
        _ => Scalar::Known(rest),
    })
}

/// Tells whether all possible numbers are multiples of a divisor, which is a power of two.
fn is_multiple(number: &Partly, divisor: &Partly, is_signed: bool) -> bool {
    let Scalar::Known(divisor) = Scalar::from(divisor.clone()) else {
        return false;
    };
    let power = if is_signed {
        divisor.magnitude()
    } else {
        divisor
    };
    power.count_ones() == 1 && number.greatest().trailing_zeros() >= power.trailing_zeros()
}

/// Checks for the least number divided by minus one, which the divisor may be.
fn overflow(left: &Scalar, divisor: &Partly) -> Result<(), Stop> {
    let width = divisor.width();
    let least = Bits::single(width, width - 1);
    match left.partly() {
        // It may be any number.
        None => Err(Undefined::Division.into()),
        Some(left) if !left.may_be(&least) => Ok(()),
        Some(left) if left.unknown.is_zero() && divisor.unknown.is_zero() => {
            Err(Undefined::Division.into())
        }
        Some(left) => Err(join(&left, divisor).stop(Undefined::Division)),
    }
}

/// Compares integers or pointers.
pub(super) fn compare(
    predicate: IntPredicate,
    flags: Flags,
    left: &Scalar,
    right: &Scalar,
) -> Scalar {
    let known = |left: &Bits, right: &Bits| {
        let differ = left.is_negative() != right.is_negative();
        if flags.contains(Flags::SAME_SIGN) && differ {
            return Scalar::Poison;
        }
        Scalar::flag(holds(predicate, left, right))
    };
    if let (Scalar::Known(left), Scalar::Known(right)) = (left, right) {
        return known(left, right);
    }
    let (Some(left), Some(right)) = (left.partly(), right.partly()) else {
        return Scalar::Poison;
    };
    if is_poison_for_some(&left, &right, known) {
        return Scalar::Poison;
    }
    decided(predicate, &left, &right)
        .map_or_else(|| Scalar::unknown(1, join(&left, &right)), Scalar::flag)
}

/// The comparison of known numbers.
pub(super) fn holds(predicate: IntPredicate, left: &Bits, right: &Bits) -> bool {
    use IntPredicate as P;
    let (unsigned, signed) = (left.compare(right), left.compare_signed(right));
    match predicate {
        P::Equal => unsigned.is_eq(),
        P::NotEqual => unsigned.is_ne(),
        P::UnsignedGreater => unsigned.is_gt(),
        P::UnsignedGreaterEqual => unsigned.is_ge(),
        P::UnsignedLess => unsigned.is_lt(),
        P::UnsignedLessEqual => unsigned.is_le(),
        P::SignedGreater => signed.is_gt(),
        P::SignedGreaterEqual => signed.is_ge(),
        P::SignedLess => signed.is_lt(),
        P::SignedLessEqual => signed.is_le(),
    }
}

/// The comparison of two numbers, if their known bits decide it.
fn decided(predicate: IntPredicate, left: &Partly, right: &Partly) -> Option<bool> {
    use IntPredicate as P;
    let fixed = left.unknown.or(&right.unknown).not();
    let differ = !left.value.xor(&right.value).and(&fixed).is_zero();
    match predicate {
        P::Equal => return differ.then_some(false),
        P::NotEqual => return differ.then_some(true),
        _ => {}
    }
    let is_signed = matches!(
        predicate,
        P::SignedGreater | P::SignedGreaterEqual | P::SignedLess | P::SignedLessEqual
    );
    let range = |partly: &Partly| {
        let sign = Bits::single(partly.width(), partly.width() - 1);
        // An unknown sign works the other way round: the least number has it set.
        let sign = if is_signed {
            sign.and(&partly.unknown)
        } else {
            Bits::zero(sign.width())
        };
        [partly.least().or(&sign), partly.greatest().xor(&sign)]
    };
    let ([low, high], [other_low, other_high]) = (range(left), range(right));
    let first = holds(predicate, &low, &other_high);
    (first == holds(predicate, &high, &other_low)).then_some(first)
}
