//! Comparisons.

use unsnarl_ir::{FloatKind, FloatPredicate, IntPredicate, Operand};
use unsnarl_low::op::float::FloatCompare;
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::{Op, Reg, Type, Width};

use super::int::Alu;
use super::lane::Lane;
use super::{Extend, Selection};
use crate::error::Cause;

impl Selection<'_> {
    pub(super) fn int_compare(
        &mut self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
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
        let is_wide = self.body.ty(left) == Type::I64;
        if predicate == IntPredicate::Equal && self.known_number(right) == Some(0) {
            return self.is_zero(left);
        }
        let (narrow, wide) = match predicate {
            IntPredicate::Equal => (
                Op::IntCompare(Width::W32, IntCompare::Eq),
                Op::IntCompare(Width::W64, IntCompare::Eq),
            ),
            IntPredicate::NotEqual => (
                Op::IntCompare(Width::W32, IntCompare::Ne),
                Op::IntCompare(Width::W64, IntCompare::Ne),
            ),
            IntPredicate::UnsignedGreater => (
                Op::IntCompare(Width::W32, IntCompare::GtU),
                Op::IntCompare(Width::W64, IntCompare::GtU),
            ),
            IntPredicate::UnsignedGreaterEqual => (
                Op::IntCompare(Width::W32, IntCompare::GeU),
                Op::IntCompare(Width::W64, IntCompare::GeU),
            ),
            IntPredicate::UnsignedLess => (
                Op::IntCompare(Width::W32, IntCompare::LtU),
                Op::IntCompare(Width::W64, IntCompare::LtU),
            ),
            IntPredicate::UnsignedLessEqual => (
                Op::IntCompare(Width::W32, IntCompare::LeU),
                Op::IntCompare(Width::W64, IntCompare::LeU),
            ),
            IntPredicate::SignedGreater => (
                Op::IntCompare(Width::W32, IntCompare::GtS),
                Op::IntCompare(Width::W64, IntCompare::GtS),
            ),
            IntPredicate::SignedGreaterEqual => (
                Op::IntCompare(Width::W32, IntCompare::GeS),
                Op::IntCompare(Width::W64, IntCompare::GeS),
            ),
            IntPredicate::SignedLess => (
                Op::IntCompare(Width::W32, IntCompare::LtS),
                Op::IntCompare(Width::W64, IntCompare::LtS),
            ),
            IntPredicate::SignedLessEqual => (
                Op::IntCompare(Width::W32, IntCompare::LeS),
                Op::IntCompare(Width::W64, IntCompare::LeS),
            ),
        };
        self.pure(
            if is_wide { wide } else { narrow },
            &[left, right],
            Type::I32,
        )
    }

    /// Tells whether a register of an integer type is zero.
    pub(super) fn is_zero(&mut self, value: Reg) -> Reg {
        let is_wide = self.body.ty(value) == Type::I64;
        let op = if is_wide {
            Op::IntIsZero(Width::W64)
        } else {
            Op::IntIsZero(Width::W32)
        };
        self.pure(op, &[value], Type::I32)
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        self.zip(left, right, "fcmp", |selection, left, right| {
            Ok(vec![selection.compare_float_lanes(predicate, left, right)?])
        })
    }

    pub(super) fn compare_float_lanes(
        &mut self,
        predicate: FloatPredicate,
        left: Lane,
        right: Lane,
    ) -> Result<Reg, Cause> {
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
            P::OrderedEqual => self.float_test(Test::Eq, left, right),
            P::UnorderedNotEqual => self.float_test(Test::Ne, left, right),
            P::OrderedGreater => self.float_test(Test::Gt, left, right),
            P::OrderedGreaterEqual => self.float_test(Test::Ge, left, right),
            P::OrderedLess => self.float_test(Test::Lt, left, right),
            P::OrderedLessEqual => self.float_test(Test::Le, left, right),
            P::UnorderedGreater => self.not_test(Test::Le, left, right),
            P::UnorderedGreaterEqual => self.not_test(Test::Lt, left, right),
            P::UnorderedLess => self.not_test(Test::Ge, left, right),
            P::UnorderedLessEqual => self.not_test(Test::Gt, left, right),
            P::OrderedNotEqual => self.is_less_or_greater(left, right),
            P::UnorderedEqual => {
                let differs = self.is_less_or_greater(left, right);
                self.is_zero(differs)
            }
            P::Ordered => {
                let left = self.float_test(Test::Eq, left, left);
                let right = self.float_test(Test::Eq, right, right);
                self.alu(Alu::And, left, right)
            }
            P::Unordered => {
                let left = self.float_test(Test::Ne, left, left);
                let right = self.float_test(Test::Ne, right, right);
                self.alu(Alu::Or, left, right)
            }
        }
    }

    fn is_less_or_greater(&mut self, left: Reg, right: Reg) -> Reg {
        let less = self.float_test(Test::Lt, left, right);
        let greater = self.float_test(Test::Gt, left, right);
        self.alu(Alu::Or, less, greater)
    }

    fn not_test(&mut self, test: Test, left: Reg, right: Reg) -> Reg {
        let holds = self.float_test(test, left, right);
        self.is_zero(holds)
    }

    pub(super) fn float_test(&mut self, test: Test, left: Reg, right: Reg) -> Reg {
        let (single, double) = match test {
            Test::Eq => (
                Op::FloatCompare(Width::W32, FloatCompare::Eq),
                Op::FloatCompare(Width::W64, FloatCompare::Eq),
            ),
            Test::Ne => (
                Op::FloatCompare(Width::W32, FloatCompare::Ne),
                Op::FloatCompare(Width::W64, FloatCompare::Ne),
            ),
            Test::Lt => (
                Op::FloatCompare(Width::W32, FloatCompare::Lt),
                Op::FloatCompare(Width::W64, FloatCompare::Lt),
            ),
            Test::Gt => (
                Op::FloatCompare(Width::W32, FloatCompare::Gt),
                Op::FloatCompare(Width::W64, FloatCompare::Gt),
            ),
            Test::Le => (
                Op::FloatCompare(Width::W32, FloatCompare::Le),
                Op::FloatCompare(Width::W64, FloatCompare::Le),
            ),
            Test::Ge => (
                Op::FloatCompare(Width::W32, FloatCompare::Ge),
                Op::FloatCompare(Width::W64, FloatCompare::Ge),
            ),
        };
        let op = if self.body.ty(left) == Type::F64 {
            double
        } else {
            single
        };
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

/// A comparison of WebAssembly: all but `Ne` are false if an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
}
