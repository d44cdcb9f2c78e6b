//! Integers of 65 to 128 bits: two registers, the low half first.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::{BinaryOp, IntPredicate};

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn wide_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let (from, by) = (left.halves(), right.halves());
        let halves = |selection: &mut Self, op| {
            [
                selection.int_op(op, from[0], by[0]),
                selection.int_op(op, from[1], by[1]),
            ]
        };
        Ok(match op {
            BinaryOp::Add => self.wide_add(from, by),
            BinaryOp::Sub => self.wide_sub(from, by),
            BinaryOp::Mul => self.wide_mul(from, by),
            BinaryOp::And => halves(self, IntBinary::And),
            BinaryOp::Or => halves(self, IntBinary::Or),
            BinaryOp::Xor => halves(self, IntBinary::Xor),
            BinaryOp::ShiftLeft => self.wide_shift_left(from, by[0]),
            BinaryOp::LogicalShiftRight => {
                let from = self.lane_extended_wide(left, Extend::Zero);
                self.wide_shift_right(from, by[0], Extend::Zero)
            }
            BinaryOp::ArithmeticShiftRight => {
                let from = self.lane_extended_wide(left, Extend::Sign);
                self.wide_shift_right(from, by[0], Extend::Sign)
            }
            BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem => {
                return self.wide_division(op, left, right, Extend::Zero);
            }
            BinaryOp::SignedDiv | BinaryOp::SignedRem => {
                return self.wide_division(op, left, right, Extend::Sign);
            }
            _ => return Err(SelectError::OperandType("integer arithmetic")),
        }
        .to_vec())
    }

    /// The library divides 128 bits, to which narrower integers are extended.
    fn wide_division(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        let [left_low, left_high] = self.lane_extended_wide(left, extend);
        let [right_low, right_high] = self.lane_extended_wide(right, extend);
        let routine = match op {
            BinaryOp::UnsignedDiv => "__udivti3",
            BinaryOp::UnsignedRem => "__umodti3",
            BinaryOp::SignedDiv => "__divti3",
            _ => "__modti3",
        };
        self.runtime(routine, &[left_low, left_high, right_low, right_high])
    }

    pub(super) fn wide_extend(
        &mut self,
        [low, high]: [Reg; 2],
        width: u32,
        extend: Extend,
    ) -> [Reg; 2] {
        [low, self.extend(high, width - 64, extend)]
    }

    /// One of two integers of 128 bits.
    pub(super) fn choose_wide(
        &mut self,
        condition: Reg,
        then: [Reg; 2],
        otherwise: [Reg; 2],
    ) -> [Reg; 2] {
        [
            self.choose(condition, then[0], otherwise[0]),
            self.choose(condition, then[1], otherwise[1]),
        ]
    }

    /// A number of 128 bits.
    pub(super) fn wide_number(&mut self, number: u128) -> [Reg; 2] {
        [self.i64(number as i64), self.i64((number >> 64) as i64)]
    }

    pub(super) fn wide_add(&mut self, left: [Reg; 2], right: [Reg; 2]) -> [Reg; 2] {
        let low = self.int_op(IntBinary::Add, left[0], right[0]);
        let carry = self.compare(IntPredicate::UnsignedLess, low, left[0]);
        let carry = self.widened(carry, Extend::Zero);
        let high = self.int_op(IntBinary::Add, left[1], right[1]);
        [low, self.int_op(IntBinary::Add, high, carry)]
    }

    pub(super) fn wide_sub(&mut self, left: [Reg; 2], right: [Reg; 2]) -> [Reg; 2] {
        let low = self.int_op(IntBinary::Sub, left[0], right[0]);
        let borrow = self.compare(IntPredicate::UnsignedLess, left[0], right[0]);
        let borrow = self.widened(borrow, Extend::Zero);
        let high = self.int_op(IntBinary::Sub, left[1], right[1]);
        [low, self.int_op(IntBinary::Sub, high, borrow)]
    }

    pub(super) fn wide_mul(&mut self, left: [Reg; 2], right: [Reg; 2]) -> [Reg; 2] {
        let [low, high] = self.full_product(left[0], right[0]);
        let first = self.int_op(IntBinary::Mul, left[0], right[1]);
        let second = self.int_op(IntBinary::Mul, left[1], right[0]);
        let cross = self.int_op(IntBinary::Add, first, second);
        [low, self.int_op(IntBinary::Add, high, cross)]
    }

    /// The 128 bits of the unsigned product of two `i64`, from four products of their halves.
    pub(super) fn full_product(&mut self, left: Reg, right: Reg) -> [Reg; 2] {
        let half = |selection: &mut Self, value| {
            let low = selection.int_op_number(IntBinary::And, value, 0xffff_ffff);
            (low, selection.int_op_number(IntBinary::ShrU, value, 32))
        };
        let ((left_low, left_high), (right_low, right_high)) =
            (half(self, left), half(self, right));
        let lows = self.int_op(IntBinary::Mul, left_low, right_low);
        let cross = self.int_op(IntBinary::Mul, left_high, right_low);
        let other = self.int_op(IntBinary::Mul, left_low, right_high);
        let highs = self.int_op(IntBinary::Mul, left_high, right_high);
        // No sum overflows: a product of halves is at most (2^32 - 1)^2, which leaves room for two
        // halves more.
        let carry = self.int_op_number(IntBinary::ShrU, lows, 32);
        let middle = self.int_op(IntBinary::Add, cross, carry);
        let (middle_low, middle_high) = half(self, middle);
        let sum = self.int_op(IntBinary::Add, other, middle_low);
        let sum_high = self.int_op_number(IntBinary::ShrU, sum, 32);
        let high = self.int_op(IntBinary::Add, highs, middle_high);
        [
            self.int_op(IntBinary::Mul, left, right),
            self.int_op(IntBinary::Add, high, sum_high),
        ]
    }

    /// Shift amounts are modulo 64, so those of 64 and more move the whole low half up, and the
    /// bits that cross the halves are shifted twice, because a shift by 64 - 0 would be one by 0.
    /// The amount is below 128.
    pub(super) fn wide_shift_left(&mut self, [low, high]: [Reg; 2], amount: Reg) -> [Reg; 2] {
        let near_low = self.int_op(IntBinary::Shl, low, amount);
        let near_high = self.int_op(IntBinary::Shl, high, amount);
        let inverse = self.int_op_number(IntBinary::Xor, amount, 63);
        let crossing = self.int_op_number(IntBinary::ShrU, low, 1);
        let crossing = self.int_op(IntBinary::ShrU, crossing, inverse);
        let near_high = self.int_op(IntBinary::Or, near_high, crossing);
        let zero = self.i64(0);
        let is_far = self.is_far(amount);
        [
            self.choose(is_far, zero, near_low),
            self.choose(is_far, near_low, near_high),
        ]
    }

    pub(super) fn wide_shift_right(
        &mut self,
        [low, high]: [Reg; 2],
        amount: Reg,
        extend: Extend,
    ) -> [Reg; 2] {
        let shift = if extend == Extend::Sign {
            IntBinary::ShrS
        } else {
            IntBinary::ShrU
        };
        let near_high = self.int_op(shift, high, amount);
        let near_low = self.int_op(IntBinary::ShrU, low, amount);
        let inverse = self.int_op_number(IntBinary::Xor, amount, 63);
        let crossing = self.int_op_number(IntBinary::Shl, high, 1);
        let crossing = self.int_op(IntBinary::Shl, crossing, inverse);
        let near_low = self.int_op(IntBinary::Or, near_low, crossing);
        let above = self.high_of(high, extend);
        let is_far = self.is_far(amount);
        [
            self.choose(is_far, near_high, near_low),
            self.choose(is_far, above, near_high),
        ]
    }

    /// Tells whether an amount below 128 is 64 or more.
    fn is_far(&mut self, amount: Reg) -> Reg {
        let bit = self.int_op_number(IntBinary::And, amount, 64);
        let zero = self.i64(0);
        self.compare(IntPredicate::NotEqual, bit, zero)
    }

    /// Compares two integers of 128 bits.
    pub(super) fn wide_compare(
        &mut self,
        predicate: IntPredicate,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> Reg {
        use IntPredicate as P;
        // High halves decide, with the sign if there is one; low halves have none.
        let low_predicate = match predicate {
            P::Equal | P::NotEqual => {
                let low = self.int_op(IntBinary::Xor, left[0], right[0]);
                let high = self.int_op(IntBinary::Xor, left[1], right[1]);
                let differing = self.int_op(IntBinary::Or, low, high);
                let zero = self.i64(0);
                return self.compare(predicate, differing, zero);
            }
            P::SignedGreater | P::UnsignedGreater => P::UnsignedGreater,
            P::SignedGreaterEqual | P::UnsignedGreaterEqual => P::UnsignedGreaterEqual,
            P::SignedLess | P::UnsignedLess => P::UnsignedLess,
            P::SignedLessEqual | P::UnsignedLessEqual => P::UnsignedLessEqual,
        };
        let low = self.compare(low_predicate, left[0], right[0]);
        let high = self.compare(predicate, left[1], right[1]);
        let is_equal = self.compare(P::Equal, left[1], right[1]);
        self.choose(is_equal, low, high)
    }
}
