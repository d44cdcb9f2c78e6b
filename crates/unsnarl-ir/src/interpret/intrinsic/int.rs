//! Intrinsics on integers, lane by lane.

use std::cmp::Ordering;

use super::super::bits::Bits;
use super::super::integer::{self, wraps_signed, wraps_unsigned};
use super::super::interpreter::Interpreter;
use super::super::scalar::{Freedom, Partly, Scalar};
use super::super::stop::Stop;
use super::super::value::Value;
use super::call::{Intrinsic, Lane};
use crate::ops::{BinaryOp, Flags, IntPredicate};

/// Computes a lane; nothing if the intrinsic is not supported here.
pub(super) fn lane(lane: &Lane<'_>) -> Option<Scalar> {
    let known: Option<Vec<&Bits>> = lane
        .operands
        .iter()
        .map(|operand| operand.known())
        .collect();
    let (base, width) = (lane.base, lane.result.bits());
    match (base, &lane.operands[..]) {
        ("bswap", [value]) => return Some(value.moved(|bits| bits.reversed(8))),
        ("bitreverse", [value]) => return Some(value.moved(|bits| bits.reversed(1))),
        ("fshl" | "fshr", [high, low, amount]) => {
            return Some(funnel(base == "fshl", high, low, amount));
        }
        _ => {}
    }
    match known {
        Some(operands) => compute(base, &operands, width),
        None => unknown(lane),
    }
}

/// The result for operands that are not fully known: poison if it is for some possible operands.
fn unknown(lane: &Lane<'_>) -> Option<Scalar> {
    let width = lane.result.bits();
    let zeros: Vec<Bits> = lane
        .kinds
        .iter()
        .map(|kind| Bits::zero(kind.bits()))
        .collect();
    // Tells whether there is such an intrinsic.
    compute(lane.base, &zeros.iter().collect::<Vec<_>>(), width)?;
    let operands = lane.operands.iter().map(|operand| operand.partly());
    let Some(operands) = operands.collect::<Option<Vec<_>>>() else {
        return Some(Scalar::Poison);
    };
    // Whether such a result is poison depends on one operand.
    let extremes: Vec<_> = operands.iter().map(Partly::extremes).collect();
    let is_poison = (0..4).any(|index| {
        let operands: Vec<_> = extremes.iter().map(|bits| &bits[index]).collect();
        compute(lane.base, &operands, width).is_some_and(|result| result.is_poison())
    });
    if is_poison {
        return Some(Scalar::Poison);
    }
    let freedom = operands.iter().map(|operand| operand.freedom).max();
    Some(Scalar::unknown(width, freedom.unwrap_or(Freedom::Chosen)))
}

fn compute(base: &str, operands: &[&Bits], width: u32) -> Option<Scalar> {
    let number = |value: u32| Scalar::int(width, value.into());
    let pick = |predicate, left: &Bits, right: &Bits| {
        let is_left = integer::holds(predicate, left, right);
        Scalar::Known(if is_left { left } else { right }.clone())
    };
    Some(match (base, operands) {
        ("smax", [left, right]) => pick(IntPredicate::SignedGreater, left, right),
        ("smin", [left, right]) => pick(IntPredicate::SignedLess, left, right),
        ("umax", [left, right]) => pick(IntPredicate::UnsignedGreater, left, right),
        ("umin", [left, right]) => pick(IntPredicate::UnsignedLess, left, right),
        ("scmp", [left, right]) => three_way(left.compare_signed(right), width),
        ("ucmp", [left, right]) => three_way(left.compare(right), width),
        ("abs", [value, flag]) => {
            let result = value.magnitude();
            integer::poison_if(!flag.is_zero() && result.is_negative(), result)
        }
        ("ctpop", [value]) => number(value.count_ones()),
        ("ctlz" | "cttz", [value, flag]) => {
            if !flag.is_zero() && value.is_zero() {
                return Some(Scalar::Poison);
            }
            number(if base == "ctlz" {
                value.leading_zeros()
            } else {
                value.trailing_zeros()
            })
        }
        (_, [left, right]) => saturating(base.strip_suffix(".sat")?, left, right)?,
        _ => return None,
    })
}

fn three_way(order: Ordering, width: u32) -> Scalar {
    let order = Bits::new(8, (order as u8).into());
    Scalar::Known(order.resized_signed(width))
}

/// The high bits of two integers side by side after a shift to the left by the amount modulo the
/// width; for a shift to the right, the low bits.
fn funnel(is_left: bool, high: &Scalar, low: &Scalar, amount: &Scalar) -> Scalar {
    let (Some(high), Some(low), Some(amount)) = (high.partly(), low.partly(), amount.partly())
    else {
        return Scalar::Poison;
    };
    let width = high.width();
    let freedom = high.freedom.max(low.freedom).max(amount.freedom);
    let distance = Bits::new(width.max(32), width.into());
    let distance = amount.value.resized(width.max(32)).divided(&distance);
    let distance = distance.map_or(0, |(_, rest)| rest.low() as u32);
    if !amount.unknown.is_zero() {
        return Scalar::unknown(width, freedom);
    }
    let shift = |high: &Bits, low: &Bits| match is_left {
        true => high
            .shifted_left(distance)
            .or(&low.shifted_right(width - distance)),
        false => high
            .shifted_left(width - distance)
            .or(&low.shifted_right(distance)),
    };
    let (value, unknown) = (
        shift(&high.value, &low.value),
        shift(&high.unknown, &low.unknown),
    );
    Partly::new(value, unknown, freedom).into()
}

/// `sadd` and similar names: the operation, and whether it is signed.
fn arithmetic(name: &str) -> Option<(BinaryOp, bool)> {
    let (sign, op) = name.split_at_checked(1)?;
    let op = match op {
        "add" => BinaryOp::Add,
        "sub" => BinaryOp::Sub,
        "mul" => BinaryOp::Mul,
        "shl" => BinaryOp::ShiftLeft,
        _ => return None,
    };
    match sign {
        "s" => Some((op, true)),
        "u" => Some((op, false)),
        _ => None,
    }
}

fn saturating(name: &str, left: &Bits, right: &Bits) -> Option<Scalar> {
    let (op, is_signed) = arithmetic(name).filter(|(op, _)| *op != BinaryOp::Mul)?;
    let flag = if is_signed {
        Flags::NO_SIGNED_WRAP
    } else {
        Flags::NO_UNSIGNED_WRAP
    };
    let operands = [left, right].map(|bits| Scalar::Known(bits.clone()));
    let [l, r] = &operands;
    let plain = integer::binary(op, Flags::default(), l, r).ok()?;
    let exact = integer::binary(op, flag, l, r).ok()?;
    if !exact.is_poison() || plain.is_poison() {
        return Some(exact);
    }
    let width = left.width();
    let greatest = match is_signed {
        true => Bits::single(width, width - 1).not(),
        false => Bits::ones(width),
    };
    let is_below = match (op, is_signed) {
        (BinaryOp::Sub, false) => true,
        (_, false) => false,
        // A signed result that overflows does so on the side of the left operand.
        (_, true) => left.is_negative(),
    };
    Some(Scalar::Known(if is_below {
        greatest.not()
    } else {
        greatest
    }))
}

impl Interpreter<'_> {
    /// `sadd.with.overflow` and similar intrinsics: first the results, then whether each
    /// overflowed.
    pub(super) fn with_overflow(&self, call: &Intrinsic<'_>) -> Result<Option<Value>, Stop> {
        let Some((op, is_signed)) = call
            .base
            .strip_suffix(".with.overflow")
            .and_then(arithmetic)
        else {
            return Ok(None);
        };
        let (left, right) = (call.argument(0)?, call.argument(1)?);
        let plain = Flags::default();
        let mut results = self
            .binary(op, plain, call.ty(0)?, left, right)?
            .scalars()
            .to_vec();
        for (left, right) in left.scalars().iter().zip(right.scalars()) {
            results.push(match (left, right) {
                (Scalar::Known(left), Scalar::Known(right)) => Scalar::flag(match is_signed {
                    true => wraps_signed(op, left, right),
                    false => wraps_unsigned(op, left, right),
                }),
                _ => match (left.partly(), right.partly()) {
                    (Some(left), Some(right)) => {
                        Scalar::unknown(1, left.freedom.max(right.freedom))
                    }
                    _ => Scalar::Poison,
                },
            });
        }
        Ok(Some(Value::new(results)))
    }
}
