//! Arithmetic that reports overflow, or saturates.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::IntPredicate;

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

/// The operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    Mul,
    ShiftLeft,
}

impl Arithmetic {
    /// The operation of `sadd` or `umul`, and whether its integers have signs.
    pub(super) fn named(name: &str) -> Option<(Self, Extend)> {
        let extend = match name.as_bytes().first()? {
            b's' => Extend::Sign,
            b'u' => Extend::Zero,
            _ => return None,
        };
        let op = match &name[1..] {
            "add" => Arithmetic::Add,
            "sub" => Arithmetic::Sub,
            "mul" => Arithmetic::Mul,
            "shl" => Arithmetic::ShiftLeft,
            _ => return None,
        };
        Some((op, extend))
    }
}

impl Selection<'_> {
    /// The result and whether it overflowed, which is 0 or 1.
    pub(super) fn overflowing(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Lane,
        right: Lane,
    ) -> Result<(Vec<Reg>, Reg), SelectError> {
        let width = left.width()?;
        if width > 64 {
            let (result, overflowed) = self.wide_overflowing(op, extend, width, left, right);
            return Ok((result.to_vec(), overflowed));
        }
        let left = self.lane_extended(left, extend);
        let right = match op {
            Arithmetic::ShiftLeft => self.lane_extended(right, Extend::Zero),
            _ => self.lane_extended(right, extend),
        };
        let (result, overflowed) = self.narrow_overflowing(op, extend, width, left, right);
        Ok((vec![result], overflowed))
    }

    fn narrow_overflowing(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> (Reg, Reg) {
        let bits = self.width(left).bits();
        let instruction = match op {
            Arithmetic::Add => IntBinary::Add,
            Arithmetic::Sub => IntBinary::Sub,
            Arithmetic::Mul if bits == 32 && width > 16 => {
                return self.overflow_in_wider(extend, width, left, right);
            }
            Arithmetic::Mul if bits == 64 => {
                return self.overflow_of_product(extend, width, left, right);
            }
            Arithmetic::Mul => IntBinary::Mul,
            Arithmetic::ShiftLeft => return self.overflow_of_shift(extend, width, left, right),
        };
        let result = self.int_op(instruction, left, right);
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

    /// A sum overflows if its sign is that of neither operand; a difference if the signs differ and
    /// its own is not that of the left one.
    fn sign_overflow(&mut self, op: Arithmetic, left: Reg, right: Reg, result: Reg) -> Reg {
        let first = self.int_op(IntBinary::Xor, left, result);
        let second = match op {
            Arithmetic::Sub => self.int_op(IntBinary::Xor, left, right),
            _ => self.int_op(IntBinary::Xor, right, result),
        };
        let both = self.int_op(IntBinary::And, first, second);
        let zero = self.number_like(both, 0);
        self.compare(IntPredicate::SignedLess, both, zero)
    }

    /// A shift overflows if shifting back gives another number.
    fn overflow_of_shift(
        &mut self,
        extend: Extend,
        width: u32,
        left: Reg,
        amount: Reg,
    ) -> (Reg, Reg) {
        let result = self.int_op(IntBinary::Shl, left, amount);
        let kept = self.extend(result, width, extend);
        let back = match extend {
            Extend::Zero => self.int_op(IntBinary::ShrU, kept, amount),
            Extend::Sign => self.int_op(IntBinary::ShrS, kept, amount),
        };
        (result, self.compare(IntPredicate::NotEqual, back, left))
    }

    /// A product of at most 32 bits is exact in 64.
    fn overflow_in_wider(
        &mut self,
        extend: Extend,
        width: u32,
        left: Reg,
        right: Reg,
    ) -> (Reg, Reg) {
        let (left, right) = (self.widened(left, extend), self.widened(right, extend));
        let product = self.int_op(IntBinary::Mul, left, right);
        let exact = self.extend(product, width, extend);
        let overflowed = self.compare(IntPredicate::NotEqual, exact, product);
        (self.narrowed(product), overflowed)
    }

    /// The high half of the 128 bits of a product says whether it fits 64, and a narrower width is
    /// a question of the low half then.
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
                let sign = self.int_op_number(IntBinary::ShrS, factor, 63);
                let excess = self.int_op(IntBinary::And, sign, other);
                high = self.int_op(IntBinary::Sub, high, excess);
            }
        }
        let wanted = self.high_of(low, extend);
        let overflowed = self.compare(IntPredicate::NotEqual, high, wanted);
        if width == 64 {
            return (low, overflowed);
        }
        let exact = self.extend(low, width, extend);
        let inexact = self.compare(IntPredicate::NotEqual, exact, low);
        (low, self.int_op(IntBinary::Or, overflowed, inexact))
    }

    fn wide_overflowing(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        width: u32,
        left: Lane,
        right: Lane,
    ) -> ([Reg; 2], Reg) {
        let left = self.lane_extended_wide(left, extend);
        if op == Arithmetic::ShiftLeft {
            return self.wide_overflow_of_shift(extend, width, left, right.low());
        }
        let right = self.lane_extended_wide(right, extend);
        let (result, overflowed) = match op {
            Arithmetic::Mul => self.wide_overflow_of_product(extend, left, right),
            _ => self.wide_overflow_of_sum(op, extend, left, right),
        };
        if width == 128 {
            return (result, overflowed);
        }
        let exact = self.wide_extend(result, width, extend);
        let inexact = self.wide_compare(IntPredicate::NotEqual, exact, result);
        (result, self.int_op(IntBinary::Or, overflowed, inexact))
    }

    fn wide_overflow_of_sum(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> ([Reg; 2], Reg) {
        let result = match op {
            Arithmetic::Sub => self.wide_sub(left, right),
            _ => self.wide_add(left, right),
        };
        let overflowed = match (op, extend) {
            (_, Extend::Sign) => self.sign_overflow(op, left[1], right[1], result[1]),
            (Arithmetic::Sub, _) => self.wide_compare(IntPredicate::UnsignedLess, left, right),
            _ => self.wide_compare(IntPredicate::UnsignedLess, result, left),
        };
        (result, overflowed)
    }

    fn wide_overflow_of_shift(
        &mut self,
        extend: Extend,
        width: u32,
        left: [Reg; 2],
        amount: Reg,
    ) -> ([Reg; 2], Reg) {
        let result = self.wide_shift_left(left, amount);
        let kept = self.wide_extend(result, width, extend);
        let back = self.wide_shift_right(kept, amount, extend);
        (
            result,
            self.wide_compare(IntPredicate::NotEqual, back, left),
        )
    }

    /// The product of the magnitudes, with the sign that it must have.
    fn wide_overflow_of_product(
        &mut self,
        extend: Extend,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> ([Reg; 2], Reg) {
        if extend == Extend::Zero {
            return self.unsigned_overflow_of_product(left, right);
        }
        let (low, high) = (self.wide_absolute(left), self.wide_absolute(right));
        let (magnitude, overflowed) = self.unsigned_overflow_of_product(low, high);
        let sign = self.int_op(IntBinary::Xor, left[1], right[1]);
        let sign = self.int_op_number(IntBinary::ShrS, sign, 63);
        let result = self.wide_negated_if(sign, magnitude);
        // If it does not fit, it has the other sign, unless it is zero.
        let differs = self.int_op(IntBinary::Xor, result[1], sign);
        let zero = self.i64(0);
        let differs = self.compare(IntPredicate::SignedLess, differs, zero);
        let any = self.int_op(IntBinary::Or, result[0], result[1]);
        let is_something = self.compare(IntPredicate::NotEqual, any, zero);
        let misfits = self.both(differs, is_something);
        (result, self.int_op(IntBinary::Or, overflowed, misfits))
    }

    /// Of the four products of halves, the one of the high halves does not fit at all, the two
    /// crossed ones fit if they are short and leave room.
    fn unsigned_overflow_of_product(&mut self, left: [Reg; 2], right: [Reg; 2]) -> ([Reg; 2], Reg) {
        let zero = self.i64(0);
        let [low, mut high] = self.full_product(left[0], right[0]);
        let left_is_long = self.compare(IntPredicate::NotEqual, left[1], zero);
        let right_is_long = self.compare(IntPredicate::NotEqual, right[1], zero);
        let mut overflowed = self.both(left_is_long, right_is_long);
        for (long, short) in [(left[1], right[0]), (right[1], left[0])] {
            let [cross, excess] = self.full_product(long, short);
            let exceeds = self.compare(IntPredicate::NotEqual, excess, zero);
            overflowed = self.int_op(IntBinary::Or, overflowed, exceeds);
            high = self.int_op(IntBinary::Add, high, cross);
            let carries = self.compare(IntPredicate::UnsignedLess, high, cross);
            overflowed = self.int_op(IntBinary::Or, overflowed, carries);
        }
        ([low, high], overflowed)
    }

    /// `uadd.sat`, `sshl.sat`, …: where the result overflows, the extreme on that side.
    pub(super) fn saturating(
        &mut self,
        op: Arithmetic,
        extend: Extend,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let (result, overflowed) = self.overflowing(op, extend, left, right)?;
        if let [low, high] = result[..] {
            let limit = self.wide_limit(op, extend, left);
            return Ok(self.choose_wide(overflowed, limit, [low, high]).to_vec());
        }
        let width = left.width()?;
        let left = self.lane_extended(left, extend);
        let limit = match (extend, op) {
            (Extend::Zero, Arithmetic::Sub) => self.number_like(left, 0),
            (Extend::Zero, _) => self.number_like(left, (u64::MAX >> (64 - width)) as i64),
            // The sign of the left operand decides: all ones if it is negative, flipped to the
            // least number.
            (Extend::Sign, _) => {
                let bits = self.width(left).bits();
                let sign = self.int_op_number(IntBinary::ShrS, left, i64::from(bits) - 1);
                self.int_op_number(IntBinary::Xor, sign, ((1_u64 << (width - 1)) - 1) as i64)
            }
        };
        Ok(vec![self.choose(overflowed, limit, result[0])])
    }

    fn wide_limit(&mut self, op: Arithmetic, extend: Extend, left: Lane) -> [Reg; 2] {
        let above = 128 - left.kind.bits();
        match (extend, op) {
            (Extend::Zero, Arithmetic::Sub) => self.wide_number(0),
            (Extend::Zero, _) => self.wide_number(u128::MAX >> above),
            (Extend::Sign, _) => {
                let [_, high] = self.lane_extended_wide(left, extend);
                let sign = self.int_op_number(IntBinary::ShrS, high, 63);
                let most = self.wide_number(u128::MAX >> above >> 1);
                most.map(|half| self.int_op(IntBinary::Xor, half, sign))
            }
        }
    }
}
