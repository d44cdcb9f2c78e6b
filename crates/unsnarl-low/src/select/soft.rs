//! Floating-point formats that WebAssembly does not have.
//!
//! A `half` or `bfloat` is held as its 16 bits and computed as a `float`, which is precise enough
//! that rounding the result once more gives the correctly rounded one. An `fp128` is held as its
//! two halves; the compiler's library computes with it.

use crate::machine::Reg;
use crate::op::convert::Convert;
use crate::op::float::{FloatBinary, FloatCompare, FloatUnary};
use crate::op::int::{IntBinary, IntUnary};
use crate::types::{Sign, Type, Width};
use unsnarl_ir::{BinaryOp, FloatKind, FloatPredicate, IntPredicate};

use super::lane::{Kind, Lane};
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// A number of up to 64 bits as an `f32` or `f64`.
    pub(super) fn as_native(&mut self, lane: Lane) -> Result<Reg, SelectError> {
        match lane.format()? {
            FloatKind::Float | FloatKind::Double => Ok(lane.low()),
            FloatKind::Half => {
                let bits = self.lane_extended(lane, Extend::Zero);
                Ok(self.runtime("__extendhfsf2", &[bits])?[0])
            }
            FloatKind::BFloat => {
                let bits = self.int_op_number(IntBinary::Shl, lane.low(), 16);
                Ok(self.reinterpreted(bits))
            }
            _ => Err(SelectError::OperandType("floating-point arithmetic")),
        }
    }

    /// A number in a format of up to 64 bits from an `f32` or `f64`.
    pub(super) fn rounded_to(
        &mut self,
        format: FloatKind,
        value: Reg,
    ) -> Result<Vec<Reg>, SelectError> {
        let is_double = self.body.ty(value) == Type::F64;
        match (format, is_double) {
            (FloatKind::Half, false) => self.runtime("__truncsfhf2", &[value]),
            (FloatKind::Half, true) => self.runtime("__truncdfhf2", &[value]),
            (FloatKind::BFloat, false) => Ok(vec![self.upper_half(value)]),
            (FloatKind::BFloat, true) => {
                let value = self.odd_float(value);
                Ok(vec![self.upper_half(value)])
            }
            (FloatKind::Float, false) | (FloatKind::Double, true) => Ok(vec![value]),
            (FloatKind::Float, true) => Ok(vec![self.conversion(Convert::Demote, value)]),
            (FloatKind::Double, false) => Ok(vec![self.conversion(Convert::Promote, value)]),
            _ => Err(SelectError::OperandType("floating-point arithmetic")),
        }
    }

    /// A number in another format.
    pub(super) fn reformat(&mut self, lane: Lane, to: FloatKind) -> Result<Vec<Reg>, SelectError> {
        match (lane.format()?, to) {
            (from, to) if from == to => Ok(lane.regs()),
            (FloatKind::Fp128, _) => {
                let routine = match to {
                    FloatKind::Half | FloatKind::BFloat => {
                        let value = self.odd_double(lane.halves())?;
                        return self.rounded_to(to, value);
                    }
                    FloatKind::Float => "__trunctfsf2",
                    _ => "__trunctfdf2",
                };
                self.runtime(routine, &lane.halves())
            }
            (_, FloatKind::Fp128) => {
                let value = self.as_native(lane)?;
                let routine = match self.body.ty(value) {
                    Type::F64 => "__extenddftf2",
                    _ => "__extendsftf2",
                };
                self.runtime(routine, &[value])
            }
            _ => {
                let value = self.as_native(lane)?;
                self.rounded_to(to, value)
            }
        }
    }

    /// A float as a `bfloat`, which is its upper half: rounded to the nearest, to even at a tie.
    fn upper_half(&mut self, value: Reg) -> Reg {
        let bits = self.reinterpreted(value);
        let upper = self.int_op_number(IntBinary::ShrU, bits, 16);
        let is_odd = self.int_op_number(IntBinary::And, upper, 1);
        let up = self.int_op_number(IntBinary::Add, is_odd, 0x7fff);
        let rounded = self.int_op(IntBinary::Add, bits, up);
        let rounded = self.int_op_number(IntBinary::ShrU, rounded, 16);
        // NaN stays quiet, and is not rounded to infinity.
        let quiet = self.int_op_number(IntBinary::Or, upper, 0x40);
        let is_number = self.float_test(FloatCompare::Eq, value, value);
        self.choose(is_number, rounded, quiet)
    }

    /// A double as a float, rounded to odd, so that rounding the float again gives what rounding
    /// the double once would have: of the two neighbours of what does not fit, the one whose last
    /// bit is 1.
    fn odd_float(&mut self, value: Reg) -> Reg {
        let near = self.conversion(Convert::Demote, value);
        let back = self.conversion(Convert::Promote, near);
        let is_exact = self.float_test(FloatCompare::Eq, back, value);
        let magnitude = self.float_unary(FloatUnary::Abs, value);
        let back = self.float_unary(FloatUnary::Abs, back);
        let is_above = self.float_test(FloatCompare::Gt, back, magnitude);
        let near = self.reinterpreted(near);
        let below = self.int_op(IntBinary::Sub, near, is_above);
        let odd = self.int_op_number(IntBinary::Or, below, 1);
        let bits = self.choose(is_exact, near, odd);
        self.reinterpreted(bits)
    }

    /// An `fp128` as a double, rounded to odd.
    fn odd_double(&mut self, value: [Reg; 2]) -> Result<Reg, SelectError> {
        let near = self.runtime("__trunctfdf2", &value)?[0];
        let back = self.runtime("__extenddftf2", &[near])?;
        let back = [back[0], back[1]];
        let is_exact = self.wide_compare(IntPredicate::Equal, back, value);
        let magnitudes = [back, value].map(|[low, high]| {
            let high = self.int_op_number(IntBinary::And, high, i64::MAX);
            [low, high]
        });
        let is_above =
            self.wide_compare(IntPredicate::UnsignedGreater, magnitudes[0], magnitudes[1]);
        let is_above = self.widened(is_above, Extend::Zero);
        let near = self.reinterpreted(near);
        let below = self.int_op(IntBinary::Sub, near, is_above);
        let odd = self.int_op_number(IntBinary::Or, below, 1);
        let bits = self.choose(is_exact, near, odd);
        Ok(self.reinterpreted(bits))
    }

    /// An integer of 64 or 128 bits as a double, rounded to odd if it does not fit: its highest 53
    /// bits, of which the last tells about all below, times a power of two. 0 is 0.
    pub(super) fn odd_double_of(&mut self, limbs: &[Reg], extend: Extend) -> Reg {
        let (sign, [low, high]) = match *limbs {
            [low, high] if extend == Extend::Sign => {
                let sign = self.int_op_number(IntBinary::ShrS, high, 63);
                (sign, self.wide_negated_if(sign, [low, high]))
            }
            [low, high] => (self.i64(0), [low, high]),
            _ => {
                let sign = self.high_of(limbs[0], extend);
                let flipped = self.int_op(IntBinary::Xor, limbs[0], sign);
                let magnitude = self.int_op(IntBinary::Sub, flipped, sign);
                (sign, [self.i64(0), magnitude])
            }
        };
        // A number of 64 bits is in the upper half, 64 places too far left.
        let excess = if limbs.len() == 1 { 64 } else { 0 };
        let above = self.int_unary(IntUnary::Clz, high);
        let below = self.int_unary(IntUnary::Clz, low);
        let below = self.int_op_number(IntBinary::Add, below, 64);
        let is_low = self.is_zero(high);
        let zeros = self.choose(is_low, below, above);
        // All bits of 0 are shifted out: a shift by 128 would be one by 0.
        let zeros = self.int_op_number(IntBinary::And, zeros, 127);
        let [low, high] = self.wide_shift_left([low, high], zeros);
        let top = self.int_op_number(IntBinary::ShrU, high, 11);
        let lost = self.int_op_number(IntBinary::And, high, 0x7ff);
        let lost = self.int_op(IntBinary::Or, lost, low);
        let zero = self.i64(0);
        let is_lost = self.compare(IntPredicate::NotEqual, lost, zero);
        let is_lost = self.widened(is_lost, Extend::Zero);
        let digits = self.int_op(IntBinary::Or, top, is_lost);
        let digits = self.conversion(
            Convert::ToFloat {
                from: Width::W64,
                to: Width::W64,
                sign: Sign::Unsigned,
            },
            digits,
        );
        let most = self.i64(1023 + 64 + 11 - excess);
        let exponent = self.int_op(IntBinary::Sub, most, zeros);
        let scale = self.int_op_number(IntBinary::Shl, exponent, 52);
        let scale = self.reinterpreted(scale);
        let magnitude = self.float_op(FloatBinary::Mul, digits, scale);
        let negative = self.float_unary(FloatUnary::Neg, magnitude);
        let is_positive = self.is_zero(sign);
        self.choose(is_positive, magnitude, negative)
    }

    /// `minimum` and `maximum`: in the order of their bits, with -0 below 0, and NaN before all.
    pub(super) fn quad_extreme(
        &mut self,
        predicate: IntPredicate,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> [Reg; 2] {
        let keys = [left, right].map(|[low, high]| {
            let sign = self.int_op_number(IntBinary::ShrS, high, 63);
            let flip = self.int_op_number(IntBinary::ShrU, sign, 1);
            [
                self.int_op(IntBinary::Xor, low, sign),
                self.int_op(IntBinary::Xor, high, flip),
            ]
        });
        let holds = self.wide_compare(predicate, keys[0], keys[1]);
        let mut extreme = self.choose_wide(holds, left, right);
        for value in [right, left] {
            let [low, high] = value;
            let magnitude = self.int_op_number(IntBinary::And, high, i64::MAX);
            let infinity = self.wide_number(0x7fff << 112);
            let is_none =
                self.wide_compare(IntPredicate::UnsignedGreater, [low, magnitude], infinity);
            let quiet = self.int_op_number(IntBinary::Or, high, 1 << 47);
            extreme = self.choose_wide(is_none, [low, quiet], extreme);
        }
        extreme
    }

    pub(super) fn quad_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let routine = match op {
            BinaryOp::FloatAdd => "__addtf3",
            BinaryOp::FloatSub => "__subtf3",
            BinaryOp::FloatMul => "__multf3",
            BinaryOp::FloatDiv => "__divtf3",
            _ => "fmodl",
        };
        let ([left_low, left_high], [right_low, right_high]) = (left.halves(), right.halves());
        self.runtime(routine, &[left_low, left_high, right_low, right_high])
    }

    /// Compares two `fp128`. The routines give a number that is below, at or above 0 as the
    /// operands are ordered, and if one is NaN, whichever makes their own relation false.
    pub(super) fn compare_quads(
        &mut self,
        predicate: FloatPredicate,
        left: [Reg; 2],
        right: [Reg; 2],
    ) -> Result<Reg, SelectError> {
        use FloatPredicate as P;
        use IntPredicate as I;
        let (routine, relation) = match predicate {
            P::False => return Ok(self.i32(0)),
            P::True => return Ok(self.i32(1)),
            P::OrderedEqual => ("__eqtf2", I::Equal),
            P::UnorderedNotEqual => ("__netf2", I::NotEqual),
            P::OrderedGreater => ("__gttf2", I::SignedGreater),
            P::OrderedGreaterEqual => ("__getf2", I::SignedGreaterEqual),
            P::OrderedLess => ("__lttf2", I::SignedLess),
            P::OrderedLessEqual => ("__letf2", I::SignedLessEqual),
            P::UnorderedGreater => ("__letf2", I::SignedGreater),
            P::UnorderedGreaterEqual => ("__lttf2", I::SignedGreaterEqual),
            P::UnorderedLess => ("__getf2", I::SignedLess),
            P::UnorderedLessEqual => ("__gttf2", I::SignedLessEqual),
            P::Unordered => ("__unordtf2", I::NotEqual),
            P::Ordered => ("__unordtf2", I::Equal),
            P::OrderedNotEqual => {
                let ordered = self.compare_quads(P::Ordered, left, right)?;
                let differs = self.compare_quads(P::UnorderedNotEqual, left, right)?;
                return Ok(self.int_op(IntBinary::And, ordered, differs));
            }
            P::UnorderedEqual => {
                let unordered = self.compare_quads(P::Unordered, left, right)?;
                let equal = self.compare_quads(P::OrderedEqual, left, right)?;
                return Ok(self.int_op(IntBinary::Or, unordered, equal));
            }
        };
        let order = self.runtime(routine, &[left[0], left[1], right[0], right[1]])?[0];
        let zero = self.i32(0);
        Ok(self.compare(relation, order, zero))
    }

    /// The bits of a floating-point number as an integer.
    pub(super) fn bits_of(&mut self, lane: Lane) -> Lane {
        let kind = Kind::Int(lane.kind.bits());
        let low = lane.low();
        if !matches!(self.body.ty(low), Type::F32 | Type::F64) {
            return lane.with_kind(kind);
        }
        Lane::new(kind, self.reinterpreted(low))
    }

    /// Changes the sign of a number that is held as its bits, with another operand for its sign
    /// bit.
    fn with_sign(
        &mut self,
        lane: Lane,
        change: impl FnOnce(&mut Self, Reg, i64) -> Reg,
    ) -> Vec<Reg> {
        match lane.is_wide() {
            true => {
                let [low, high] = lane.halves();
                vec![low, change(self, high, i64::MIN)]
            }
            false => vec![change(self, lane.low(), 0x8000)],
        }
    }

    pub(super) fn soft_negate(&mut self, lane: Lane) -> Vec<Reg> {
        self.with_sign(lane, |selection, bits, sign| {
            selection.int_op_number(IntBinary::Xor, bits, sign)
        })
    }

    pub(super) fn soft_absolute(&mut self, lane: Lane) -> Vec<Reg> {
        self.with_sign(lane, |selection, bits, sign| {
            selection.int_op_number(IntBinary::And, bits, !sign)
        })
    }

    /// The magnitude of one number with the sign of another.
    pub(super) fn soft_copy_sign(&mut self, lane: Lane, sign_of: Lane) -> Vec<Reg> {
        let [_, high] = sign_of.halves();
        self.with_sign(lane, |selection, bits, sign| {
            let magnitude = selection.int_op_number(IntBinary::And, bits, !sign);
            let sign = selection.int_op_number(IntBinary::And, high, sign);
            selection.int_op(IntBinary::Or, magnitude, sign)
        })
    }
}
