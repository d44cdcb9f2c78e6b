//! Arithmetic and comparisons of integers and addresses.
//!
//! Operands are unsigned; [`signed`] reads one with its sign, and [`cut`] brings a result back to
//! its bits.

use unsnarl_ir::{BinaryOp, Definition, IntPredicate, Op, Operand, Type, TypeId};

use super::vectors::is_plain;
use super::{Made, Values};
use crate::people::constants::int;
use crate::people::expression::Expression;
use crate::people::refusal::Cause;
use crate::people::types::{holder, int_name};
use crate::people::unit::untyped;

impl Values<'_, '_> {
    pub(super) fn binary(&self, op: BinaryOp, left: Operand, right: Operand, ty: TypeId) -> Made {
        if op.is_float() {
            return self.float_binary(op, left, right, ty);
        }
        if let Some((element, count)) = self.lanes_of(ty) {
            return self.vector_binary(op, left, right, element, count);
        }
        if let Some(size) = self.wide_size(ty) {
            return self.wide_binary(op, left, right, size);
        }
        let unsupported = || self.unit.types.borrow().unsupported(ty);
        let bits = self.bits(ty).ok_or_else(unsupported)?;
        let size = holder(bits).ok_or_else(unsupported)?;
        if bits == 1 {
            return self.binary_of_bits(op, left, right);
        }
        let unsigned = int_name(size, false);
        let shift = || -> Made {
            if let Some(amount) = self.known_int(right) {
                return Ok(Expression::literal((amount % u128::from(bits)).to_string()));
            }
            let amount = self.operand(right)?;
            let sign = if bits.is_power_of_two() { "&" } else { "%" };
            let most = if bits.is_power_of_two() {
                bits - 1
            } else {
                bits
            };
            Ok(Expression::infix(
                sign,
                &amount,
                &Expression::literal(most.to_string()),
            ))
        };
        // What is narrower than an `int` is one in C, whether it is a number or not.
        let wide = |own: Expression| match size < 32 {
            true => Expression::cast("uint32_t", &own),
            false => own.typed(&unsigned),
        };
        let beside = |own: Expression, other: &Expression| match size >= 32 && other.is_untyped {
            true => own.typed(&unsigned),
            false => own,
        };
        let infix = |sign, left: Expression, right: Expression| {
            Expression::infix(sign, &beside(left, &right), &right)
        };
        Ok(match op {
            BinaryOp::Add => {
                // A negative number is subtracted.
                let negative = self
                    .known_int(right)
                    .and_then(|number| negative(number, bits));
                let sum = match negative {
                    Some(number) => infix("-", self.operand(left)?, int(number, bits)),
                    None => infix("+", self.operand(left)?, self.operand(right)?),
                };
                cut(sum, bits)
            }
            BinaryOp::Sub => {
                let right = self.operand(right)?;
                let difference = match self.known_int(left) {
                    Some(0) if size >= 32 => Expression::prefix("-", &right.typed(&unsigned)),
                    _ => infix("-", self.operand(left)?, right),
                };
                cut(difference, bits)
            }
            BinaryOp::Mul => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                let left = match size < 32 {
                    true => wide(left),
                    false => beside(left, &right),
                };
                cut(Expression::infix("*", &left, &right), bits)
            }
            BinaryOp::UnsignedDiv => {
                Expression::infix("/", &self.operand(left)?, &self.operand(right)?)
            }
            BinaryOp::UnsignedRem => {
                Expression::infix("%", &self.operand(left)?, &self.operand(right)?)
            }
            BinaryOp::SignedDiv | BinaryOp::SignedRem => {
                let sign = if op == BinaryOp::SignedDiv { "/" } else { "%" };
                let result =
                    Expression::infix(sign, &self.signed_typed(left, bits)?, &self.signed(right)?);
                masked(Expression::retyped(unsigned, &result), bits)
            }
            BinaryOp::ShiftLeft => cut(
                Expression::infix("<<", &wide(self.operand(left)?), &shift()?),
                bits,
            ),
            BinaryOp::LogicalShiftRight => {
                Expression::infix(">>", &self.operand(left)?.typed(&unsigned), &shift()?)
            }
            BinaryOp::ArithmeticShiftRight => {
                let result = Expression::infix(">>", &self.signed_typed(left, bits)?, &shift()?);
                masked(Expression::retyped(unsigned, &result), bits)
            }
            BinaryOp::And => Expression::infix("&", &self.operand(left)?, &self.operand(right)?),
            BinaryOp::Or => Expression::infix("|", &self.operand(left)?, &self.operand(right)?),
            BinaryOp::Xor => {
                let all = u128::MAX >> (128 - bits);
                match self.known_int(right) == Some(all) && !self.is_widened_bit(left) {
                    true => {
                        let left = self.operand(left)?.typed(&unsigned);
                        cut(Expression::prefix("~", &left), bits)
                    }
                    false => {
                        // Of two numbers, compilers warn that this is no power.
                        let (left, right) = (self.operand(left)?, self.operand(right)?);
                        let left = match right.is_untyped {
                            true => left.typed(&unsigned),
                            false => left,
                        };
                        Expression::infix("^", &left, &right)
                    }
                }
            }
            _ => return Err(Cause::Construct("this operation on integers".to_owned())),
        })
    }

    pub(super) fn signed_typed(&self, operand: Operand, bits: u32) -> Made {
        let size = holder(bits).unwrap_or(64);
        Ok(self.signed(operand)?.typed(int_name(size, true)))
    }

    /// Tells whether an operand is written as a bit that becomes a number: compilers warn of its
    /// complement.
    pub(super) fn is_widened_bit(&self, operand: Operand) -> bool {
        let Operand::Value(value) = operand else {
            return false;
        };
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return false;
        };
        match self.function.insts[inst].op {
            Op::Cast { value, .. } => self.bits(self.ty(value)) == Some(1),
            _ => false,
        }
    }

    /// An operation on single bits. What the IR leaves undefined is anything.
    pub(super) fn binary_of_bits(&self, op: BinaryOp, left: Operand, right: Operand) -> Made {
        let known = self.known_int(right);
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        Ok(match op {
            BinaryOp::And | BinaryOp::Mul => Expression::infix("&", &a, &b),
            BinaryOp::Or => Expression::infix("|", &a, &b),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => match known {
                Some(1) => self.opposite(left)?,
                _ => Expression::infix("!=", &a, &b),
            },
            BinaryOp::UnsignedRem | BinaryOp::SignedRem => Expression::atom("false"),
            _ => a,
        })
    }

    pub(super) fn compare(&self, predicate: IntPredicate, left: Operand, right: Operand) -> Made {
        use IntPredicate as P;
        let ty = self.ty(left);
        if let Some(size) = self.wide_size(ty) {
            return self.wide_compare(predicate, left, right, size);
        }
        let sign = match predicate {
            P::Equal => "==",
            P::NotEqual => "!=",
            P::UnsignedGreater | P::SignedGreater => ">",
            P::UnsignedGreaterEqual | P::SignedGreaterEqual => ">=",
            P::UnsignedLess | P::SignedLess => "<",
            P::UnsignedLessEqual | P::SignedLessEqual => "<=",
        };
        let is_signed = matches!(
            predicate,
            P::SignedGreater | P::SignedGreaterEqual | P::SignedLess | P::SignedLessEqual
        );
        let is_equality = matches!(predicate, P::Equal | P::NotEqual);
        if let Some((element, count)) = self.lanes_of(ty) {
            if !is_plain(element) {
                let lane = int_name(self.bits(self.lane_of(ty)).unwrap_or(64), is_signed);
                return self.truths(&[left, right], count, |all| {
                    let [a, b] = [0, 1].map(|place| Expression::cast(&lane, &all[place]));
                    Ok(Expression::infix(sign, &a, &b))
                });
            }
            let bits = match *element {
                Type::Int(1) => 8,
                Type::Int(bits) => bits,
                _ => 64,
            };
            let lanes = self.unit.types.borrow_mut().lanes(bits, count, is_signed);
            let cast = |own: Expression| match is_signed {
                true => Expression::cast(&lanes, &own),
                false => own,
            };
            let (left, right) = (cast(self.operand(left)?), cast(self.operand(right)?));
            let compared = Expression::infix(sign, &left, &right);
            let mask = self.unit.types.borrow_mut().lanes(8, count, true);
            return Ok(Expression::call(
                "__builtin_convertvector",
                &[compared, Expression::atom(mask)],
            ));
        }
        if self.unit.module.types.is_pointer(ty) {
            let (left, right) = (self.operand(left)?, self.operand(right)?);
            let is_null = |own: &Expression| own.text == "NULL";
            let is_same = left.points_to.is_some() && left.points_to == right.points_to;
            let is_free = !left.is_typed_pointer || !right.is_typed_pointer;
            let cast = |own: &Expression| match is_equality {
                true if is_same || is_free || is_null(own) => own.clone(),
                true => untyped(own),
                false if is_signed => Expression::cast("intptr_t", own),
                false => Expression::cast("uintptr_t", own),
            };
            return Ok(Expression::infix(sign, &cast(&left), &cast(&right)));
        }
        if is_signed && self.bits(ty) != Some(1) {
            return Ok(Expression::infix(
                sign,
                &self.signed(left)?,
                &self.signed(right)?,
            ));
        }
        let (mut left, mut right) = (self.operand(left)?, self.operand(right)?);
        if is_signed {
            // The bit 1 is -1.
            std::mem::swap(&mut left, &mut right);
        }
        Ok(Expression::infix(sign, &left, &right))
    }
}

/// An integer of so many bits with its sign, as a type of C.
pub(in crate::people) fn signed(value: &Expression, bits: u32) -> Expression {
    let Some(size) = holder(bits) else {
        return value.clone();
    };
    if bits == 1 {
        let number = Expression::cast("int", value);
        return Expression::prefix("-", &number);
    }
    let name = int_name(size, true);
    if size == bits {
        return Expression::cast(name, value);
    }
    let distance = Expression::literal((size - bits).to_string());
    let value = value.clone().typed(int_name(size, false));
    let up = Expression::infix("<<", &value, &distance);
    Expression::infix(">>", &Expression::cast(name, &up), &distance)
}

/// The lowest bits of what C computes in a type that is at least as wide.
pub(in crate::people) fn cut(value: Expression, bits: u32) -> Expression {
    let Some(size) = holder(bits) else {
        return value;
    };
    match (bits == size, size < 32) {
        (true, false) => value,
        (true, true) => Expression::cast(int_name(size, false), &value),
        (false, is_narrow) => {
            let mask = int(u128::MAX >> (128 - bits), size);
            let cut = Expression::infix("&", &value, &mask);
            match is_narrow {
                true => Expression::cast(int_name(size, false), &cut),
                false => cut,
            }
        }
    }
}

/// The lowest bits of what has the type that holds them already.
pub(in crate::people) fn masked(value: Expression, bits: u32) -> Expression {
    match bits == 1 || holder(bits) == Some(bits) {
        true => value,
        false => cut(value, bits),
    }
}

/// The number that is subtracted where this one is added, if that is the shorter one.
pub(super) fn negative(number: u128, bits: u32) -> Option<u128> {
    let half = 1u128.checked_shl(bits - 1)?;
    if number <= half || bits >= 128 {
        return None;
    }
    Some((1u128 << bits) - number)
}

pub(super) fn negated(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::Equal => P::NotEqual,
        P::NotEqual => P::Equal,
        P::UnsignedGreater => P::UnsignedLessEqual,
        P::UnsignedGreaterEqual => P::UnsignedLess,
        P::UnsignedLess => P::UnsignedGreaterEqual,
        P::UnsignedLessEqual => P::UnsignedGreater,
        P::SignedGreater => P::SignedLessEqual,
        P::SignedGreaterEqual => P::SignedLess,
        P::SignedLess => P::SignedGreaterEqual,
        P::SignedLessEqual => P::SignedGreater,
    }
}
