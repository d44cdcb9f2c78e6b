//! Comparisons.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::float::FloatCompare;
use crate::op::int::{IntBinary, IntCompare};
use crate::types::Type;
use unsnarl_ir::{FloatKind, FloatPredicate, IntPredicate, Operand};

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn int_compare(
        &mut self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        if let Some(width) = self.big_width(self.operand_type(left)) {
            return self.big_compare(predicate, width, left, right);
        }
        let is_equality = matches!(predicate, IntPredicate::Equal | IntPredicate::NotEqual);
        let sign = |operand| matches!(operand, Operand::Const(_)) || self.known(operand).sign;
        let extend = match extension(predicate) {
            // For equality, like the operand that is extended already.
            _ if is_equality && sign(left) && sign(right) => Extend::Sign,
            extend => extend,
        };
        self.zip(left, right, "icmp", |selection, left, right| {
            Ok(vec![
                selection.compare_lanes(predicate, extend, left, right),
            ])
        })
    }

    /// Compares two integers of any width, extended as given.
    pub(super) fn compare_lanes(
        &mut self,
        predicate: IntPredicate,
        extend: Extend,
        left: Lane,
        right: Lane,
    ) -> Reg {
        if left.is_wide() {
            let left = self.lane_extended_wide(left, extend);
            let right = self.lane_extended_wide(right, extend);
            return self.wide_compare(predicate, left, right);
        }
        let left = self.lane_extended(left, extend);
        let right = self.lane_extended(right, extend);
        self.compare(predicate, left, right)
    }

    /// Compares two registers of one integer type; the result is 0 or 1.
    pub(super) fn compare(&mut self, predicate: IntPredicate, left: Reg, right: Reg) -> Reg {
        if predicate == IntPredicate::Equal && self.known_number(right) == Some(0) {
            return self.is_zero(left);
        }
        let op = Op::IntCompare(self.width(left), comparison(predicate));
        self.pure(op, &[left, right], Type::I32)
    }

    /// Tells whether a register of an integer type is zero.
    pub(super) fn is_zero(&mut self, value: Reg) -> Reg {
        let op = Op::IntIsZero(self.width(value));
        self.pure(op, &[value], Type::I32)
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        self.zip(left, right, "fcmp", |selection, left, right| {
            Ok(vec![selection.compare_float_lanes(predicate, left, right)?])
        })
    }

    pub(super) fn compare_float_lanes(
        &mut self,
        predicate: FloatPredicate,
        left: Lane,
        right: Lane,
    ) -> Result<Reg, SelectError> {
        if left.format()? == FloatKind::Fp128 {
            return self.compare_quads(predicate, left.halves(), right.halves());
        }
        let (left, right) = (self.as_native(left)?, self.as_native(right)?);
        Ok(self.compare_floats(predicate, left, right))
    }

    /// Compares two registers of one floating-point type. Unordered comparisons are the negation of
    /// the opposite ordered ones.
    fn compare_floats(&mut self, predicate: FloatPredicate, left: Reg, right: Reg) -> Reg {
        use FloatPredicate as P;
        match predicate {
            P::False => self.i32(0),
            P::True => self.i32(1),
            P::OrderedEqual => self.float_test(FloatCompare::Eq, left, right),
            P::UnorderedNotEqual => self.float_test(FloatCompare::Ne, left, right),
            P::OrderedGreater => self.float_test(FloatCompare::Gt, left, right),
            P::OrderedGreaterEqual => self.float_test(FloatCompare::Ge, left, right),
            P::OrderedLess => self.float_test(FloatCompare::Lt, left, right),
            P::OrderedLessEqual => self.float_test(FloatCompare::Le, left, right),
            P::UnorderedGreater => self.not_test(FloatCompare::Le, left, right),
            P::UnorderedGreaterEqual => self.not_test(FloatCompare::Lt, left, right),
            P::UnorderedLess => self.not_test(FloatCompare::Ge, left, right),
            P::UnorderedLessEqual => self.not_test(FloatCompare::Gt, left, right),
            P::OrderedNotEqual => self.is_less_or_greater(left, right),
            P::UnorderedEqual => {
                let differs = self.is_less_or_greater(left, right);
                self.is_zero(differs)
            }
            P::Ordered => self.test_of_each(FloatCompare::Eq, IntBinary::And, left, right),
            P::Unordered => self.test_of_each(FloatCompare::Ne, IntBinary::Or, left, right),
        }
    }

    /// Compares each of two floats with itself, which tells whether it is a NaN. A constant that is
    /// none needs no test: `isnan(x)` is a comparison with zero.
    fn test_of_each(&mut self, test: FloatCompare, both: IntBinary, left: Reg, right: Reg) -> Reg {
        match [left, right].map(|reg| self.may_be_nan(reg)) {
            [true, true] if left != right => {
                let left = self.float_test(test, left, left);
                let right = self.float_test(test, right, right);
                self.int_op(both, left, right)
            }
            [true, _] => self.float_test(test, left, left),
            [_, true] => self.float_test(test, right, right),
            [false, false] => self.i32((test == FloatCompare::Eq).into()),
        }
    }

    fn may_be_nan(&self, reg: Reg) -> bool {
        match self.body.number_in(reg) {
            Some(Number::F32(bits)) => f32::from_bits(bits).is_nan(),
            Some(Number::F64(bits)) => f64::from_bits(bits).is_nan(),
            _ => true,
        }
    }

    fn is_less_or_greater(&mut self, left: Reg, right: Reg) -> Reg {
        let less = self.float_test(FloatCompare::Lt, left, right);
        let greater = self.float_test(FloatCompare::Gt, left, right);
        self.int_op(IntBinary::Or, less, greater)
    }

    fn not_test(&mut self, test: FloatCompare, left: Reg, right: Reg) -> Reg {
        let holds = self.float_test(test, left, right);
        self.is_zero(holds)
    }

    pub(super) fn float_test(&mut self, test: FloatCompare, left: Reg, right: Reg) -> Reg {
        let op = Op::FloatCompare(self.width(left), test);
        self.pure(op, &[left, right], Type::I32)
    }
}

/// The extension that a comparison needs.
pub(super) fn extension(predicate: IntPredicate) -> Extend {
    match predicate {
        IntPredicate::SignedGreater
        | IntPredicate::SignedGreaterEqual
        | IntPredicate::SignedLess
        | IntPredicate::SignedLessEqual => Extend::Sign,
        _ => Extend::Zero,
    }
}

/// The comparison of integers that a predicate asks for.
pub(super) fn comparison(predicate: IntPredicate) -> IntCompare {
    match predicate {
        IntPredicate::Equal => IntCompare::Eq,
        IntPredicate::NotEqual => IntCompare::Ne,
        IntPredicate::UnsignedGreater => IntCompare::GtU,
        IntPredicate::UnsignedGreaterEqual => IntCompare::GeU,
        IntPredicate::UnsignedLess => IntCompare::LtU,
        IntPredicate::UnsignedLessEqual => IntCompare::LeU,
        IntPredicate::SignedGreater => IntCompare::GtS,
        IntPredicate::SignedGreaterEqual => IntCompare::GeS,
        IntPredicate::SignedLess => IntCompare::LtS,
        IntPredicate::SignedLessEqual => IntCompare::LeS,
    }
}
