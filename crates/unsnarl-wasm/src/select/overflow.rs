//! Arithmetic that tells about overflow, or stops at the extremes.
//!
//! *Limits:* up to 64 bits, and addition and subtraction of 128.

use unsnarl_ir::{IntPredicate, Operand};
use wasm_encoder::{Instruction, ValType};

use super::int::{Alu, register_bits};
use super::{Extend, Selection, unsupported};
use crate::code::Reg;
use crate::error::Cause;

/// What is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    Mul,
}

impl Selection<'_> {
    /// The result and whether it overflowed, which is 0 or 1.
    pub(super) fn with_overflow(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(left)?;
        if width > 64 {
            return self.wide_with_overflow(op, extend, left, right);
        }
        let (left, right) = (self.extended(left, extend)?, self.extended(right, extend)?);
        let (result, overflowed) = self.overflowing(op, extend, width, left, right);
        Ok(vec![result, overflowed])
    }

    fn overflowing(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> (Reg, Reg) {
        let bits = register_bits(self.body.ty(left));
        let doubled = op == Arithmetic::Mul && bits == 32 && width > 16;
        if doubled {
            return self.overflow_in_wider(extend, width, left, right);
        }
        if op == Arithmetic::Mul && bits == 64 {
            return self.overflow_of_product(extend, width, left, right);
        }
        let alu = match op {
            Arithmetic::Add => Alu::Add,
            Arithmetic::Sub => Alu::Sub,
            Arithmetic::Mul => Alu::Mul,
        };
        let result = self.alu(alu, left, right);
        if width < bits {
            let exact = self.extend(result, width, extend);
            return (result, self.compare(IntPredicate::NotEqual, exact, result));
        }
        let overflowed = match (op, extend) {
            (Arithmetic::Sub, Extend::Zero) => {
                self.compare(IntPredicate::UnsignedLess, left, right)
            }
            (_, Extend::Zero) => self.compare(IntPredicate::UnsignedLess, result, left),
            (_, Extend::Sign) => self.sign_overflow(op, left, right, result),
        };
        (result, overflowed)
    }

    /// A sum overflows if its sign is that of neither operand; a difference if the signs differ and its own is not
    /// that of the left one.
    fn sign_overflow(&mut self, op: Arithmetic, left: Reg, right: Reg, result: Reg) -> Reg {
        let first = self.alu(Alu::Xor, left, result);
        let second = match op {
            Arithmetic::Sub => self.alu(Alu::Xor, left, right),
            _ => self.alu(Alu::Xor, right, result),
        };
        let both = self.alu(Alu::And, first, second);
        let zero = self.number_like(both, 0);
        self.compare(IntPredicate::SignedLess, both, zero)
    }

    /// The product of two `i32` as an `i64`, which holds it.
    fn overflow_in_wider(
        &mut self,
        extend: Extend,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> (Reg, Reg) {
        let (left, right) = (self.widened(left, extend), self.widened(right, extend));
        let product = self.alu(Alu::Mul, left, right);
        let exact = self.extend(product, width, extend);
        let overflowed = self.compare(IntPredicate::NotEqual, exact, product);
        (
            self.pure(Instruction::I32WrapI64, &[product], ValType::I32),
            overflowed,
        )
    }

    /// The high half of the 128 bits of a product says whether it fits 64, and a narrower width is a question of the
    /// low half then.
    fn overflow_of_product(
        &mut self,
        extend: Extend,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> (Reg, Reg) {
        let [low, mut high] = self.full_product(left, right);
        if extend == Extend::Sign {
            // A negative factor counts 2^64 too much, times the other one.
            for (factor, other) in [(left, right), (right, left)] {
                let sign = self.alu_number(Alu::ShrS, factor, 63);
                let excess = self.alu(Alu::And, sign, other);
                high = self.alu(Alu::Sub, high, excess);
            }
        }
        let wanted = self.high_of(low, extend);
        let overflowed = self.compare(IntPredicate::NotEqual, high, wanted);
        if width == 64 {
            return (low, overflowed);
        }
        let exact = self.extend(low, width, extend);
        let inexact = self.compare(IntPredicate::NotEqual, exact, low);
        (low, self.alu(Alu::Or, overflowed, inexact))
    }

    fn wide_with_overflow(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        if self.int_width(left)? != 128 {
            return Err(unsupported("overflow of this width"));
        }
        let (left, right) = (self.two(left)?, self.two(right)?);
        let result = match op {
            Arithmetic::Add => self.wide_add(left, right),
            Arithmetic::Sub => self.wide_sub(left, right),
            Arithmetic::Mul => return Err(unsupported("overflow of a product of 128 bits")),
        };
        let overflowed = match (op, extend) {
            (_, Extend::Sign) => self.sign_overflow(op, left[1], right[1], result[1]),
            (Arithmetic::Sub, _) => self.wide_compare_regs(IntPredicate::UnsignedLess, left, right),
            _ => self.wide_compare_regs(IntPredicate::UnsignedLess, result, left),
        };
        Ok(vec![result[0], result[1], overflowed])
    }

    /// `uadd.sat`, `ssub.sat`, …: where the result overflows, the extreme that it went past.
    pub(super) fn saturating(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        let width = self.int_width(left)?;
        if width > 64 {
            return Err(unsupported("saturation of more than 64 bits"));
        }
        let (left, right) = (self.extended(left, extend)?, self.extended(right, extend)?);
        let (result, overflowed) = self.overflowing(op, extend, width, left, right);
        let limit = match (extend, op) {
            (Extend::Zero, Arithmetic::Sub) => self.number_like(left, 0),
            (Extend::Zero, _) => self.number_like(left, (u64::MAX >> (64 - width)) as i64),
            // The sign of the left operand says which way: all ones for a negative one, flipped to the least number.
            (Extend::Sign, _) => {
                let bits = register_bits(self.body.ty(left));
                let sign = self.alu_number(Alu::ShrS, left, i64::from(bits) - 1);
                self.alu_number(Alu::Xor, sign, ((1_u64 << (width - 1)) - 1) as i64)
            }
        };
        Ok(vec![self.choose(overflowed, limit, result)])
    }
}
