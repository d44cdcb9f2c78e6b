//! Comparisons of whole registers, and selection by their results.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::float::FloatCompare;
use crate::op::int::IntCompare;
use crate::op::vector::VectorBinary;
use crate::types::LaneType;
use unsnarl_ir::{BinaryOp, FloatPredicate, IntPredicate, Operand, ValueId};

use super::of_lanes;
use crate::select::compare::comparison;
use crate::select::error::SelectError;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_int_compare(
        &mut self,
        result: ValueId,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some((shape, pairs)) = self.vectors(left, right, "icmp")? else {
            return Ok(None);
        };
        if shape.is_mask {
            return self.compare_masks(result, predicate, shape, &pairs);
        }
        let regs = pairs
            .iter()
            .map(|&[left, right]| self.compare_wide(predicate, shape.lane, left, right))
            .collect();
        self.compared(result, shape, regs)
    }

    /// The value of a comparison of vectors of this shape.
    fn compared(
        &mut self,
        result: ValueId,
        shape: Shape,
        regs: Vec<Reg>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        match shape.mask(shape.lane.bits()) {
            Some(made) => self.mask_value(result, made, regs),
            None => Ok(None),
        }
    }

    /// Equality of bits is an exclusive or; other comparisons of bits go lane by lane.
    fn compare_masks(
        &mut self,
        result: ValueId,
        predicate: IntPredicate,
        shape: Shape,
        pairs: &[[Reg; 2]],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let is_equality = match predicate {
            IntPredicate::Equal => true,
            IntPredicate::NotEqual => false,
            _ => return Ok(None),
        };
        let mut regs = Vec::with_capacity(pairs.len());
        for &[left, right] in pairs {
            let differs = self.bitwise(BinaryOp::Xor, left, right);
            regs.push(match is_equality {
                true => self.wide_op(Op::BitsNot, &[differs]),
                false => differs,
            });
        }
        self.mask_value(result, shape, regs)
    }

    /// Compares two registers lane by lane; each lane of the result is all ones or zeros.
    pub(super) fn compare_wide(
        &mut self,
        predicate: IntPredicate,
        lane: LaneType,
        left: Reg,
        right: Reg,
    ) -> Reg {
        if let Some(op) = int_comparison(predicate, lane) {
            return self.wide_op(op, &[left, right]);
        }
        // Unsigned numbers of 64 bits compare as signed ones with their sign flipped.
        let sign = self.splat_number(lane, 1 << 63);
        let left = self.wide_op(Op::BitsXor, &[left, sign]);
        let right = self.wide_op(Op::BitsXor, &[right, sign]);
        let signed = match predicate {
            IntPredicate::UnsignedGreater => IntCompare::GtS,
            IntPredicate::UnsignedGreaterEqual => IntCompare::GeS,
            IntPredicate::UnsignedLess => IntCompare::LtS,
            _ => IntCompare::LeS,
        };
        let op = Op::VectorBinary(lane.as_int(), VectorBinary::CompareInt(signed));
        self.wide_op(op, &[left, right])
    }

    pub(super) fn simd_float_compare(
        &mut self,
        result: ValueId,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some((shape, pairs)) = self.vectors(left, right, "fcmp")? else {
            return Ok(None);
        };
        if !shape.lane.is_float() {
            return Err(SelectError::OperandType("fcmp"));
        }
        let regs = pairs
            .iter()
            .map(|&[left, right]| self.compare_wide_floats(predicate, shape.lane, left, right))
            .collect();
        self.compared(result, shape, regs)
    }

    /// Unordered comparisons are the negation of the opposite ordered ones.
    fn compare_wide_floats(
        &mut self,
        predicate: FloatPredicate,
        lane: LaneType,
        left: Reg,
        right: Reg,
    ) -> Reg {
        use FloatPredicate as P;
        let mut test = |test, left, right| self.wide_test(test, lane, left, right);
        let (test, is_opposite) = match predicate {
            P::False => return self.splat_number(LaneType::I8, 0),
            P::True => return self.splat_number(LaneType::I8, 0xff),
            P::OrderedEqual => return test(FloatCompare::Eq, left, right),
            P::UnorderedNotEqual => return test(FloatCompare::Ne, left, right),
            P::OrderedGreater => return test(FloatCompare::Gt, left, right),
            P::OrderedGreaterEqual => return test(FloatCompare::Ge, left, right),
            P::OrderedLess => return test(FloatCompare::Lt, left, right),
            P::OrderedLessEqual => return test(FloatCompare::Le, left, right),
            P::UnorderedGreater => (test(FloatCompare::Le, left, right), true),
            P::UnorderedGreaterEqual => (test(FloatCompare::Lt, left, right), true),
            P::UnorderedLess => (test(FloatCompare::Ge, left, right), true),
            P::UnorderedLessEqual => (test(FloatCompare::Gt, left, right), true),
            P::OrderedNotEqual | P::UnorderedEqual => {
                let less = test(FloatCompare::Lt, left, right);
                let greater = test(FloatCompare::Gt, left, right);
                let either = self.bitwise(BinaryOp::Or, less, greater);
                (either, predicate == P::UnorderedEqual)
            }
            P::Ordered => {
                let left = test(FloatCompare::Eq, left, left);
                let right = test(FloatCompare::Eq, right, right);
                (self.bitwise(BinaryOp::And, left, right), false)
            }
            P::Unordered => {
                let left = test(FloatCompare::Ne, left, left);
                let right = test(FloatCompare::Ne, right, right);
                (self.bitwise(BinaryOp::Or, left, right), false)
            }
        };
        match is_opposite {
            true => self.wide_op(Op::BitsNot, &[test]),
            false => test,
        }
    }

    /// Compares the floats of two registers; each lane of the result is all ones or zeros.
    pub(super) fn wide_test(
        &mut self,
        test: FloatCompare,
        lane: LaneType,
        left: Reg,
        right: Reg,
    ) -> Reg {
        let op = Op::VectorBinary(lane, VectorBinary::CompareFloat(test));
        self.wide_op(op, &[left, right])
    }

    /// `select` by a vector of bits; by one bit it is what it is for all types.
    pub(super) fn simd_select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        if self
            .module
            .types
            .int_width(self.operand_type(condition))
            .is_some()
        {
            return Ok(None);
        }
        let Some((shape, pairs)) = self.vectors(then, otherwise, "select")? else {
            return Ok(None);
        };
        if self.lane_count(self.operand_type(condition)) != shape.count {
            return Err(SelectError::OperandType("select"));
        }
        let masks = self.mask_of(condition, shape.count, shape.lane.bits())?;
        let chosen = pairs.iter().zip(masks);
        Ok(Some(
            chosen
                .map(|(&[then, otherwise], mask)| self.blended(mask, then, otherwise))
                .collect(),
        ))
    }

    /// The bits of one register where a mask is set, and of another where not.
    pub(super) fn blended(&mut self, mask: Reg, then: Reg, otherwise: Reg) -> Reg {
        if then == otherwise {
            return then;
        }
        if let Some(op) = self.smaller_or_larger(mask, then, otherwise) {
            return op;
        }
        if self.is_all(otherwise, 0) {
            return match self.is_all(then, 0xff) {
                true => mask,
                false => self.bitwise(BinaryOp::And, then, mask),
            };
        }
        if self.is_all(then, 0) {
            return self.wide_op(Op::BitsAndNot, &[otherwise, mask]);
        }
        self.wide_op(Op::BitsSelect, &[then, otherwise, mask])
    }

    /// `b < a ? b : a` and its like, which is `pmin(a, b)`.
    fn smaller_or_larger(&mut self, mask: Reg, then: Reg, otherwise: Reg) -> Option<Reg> {
        let (op, args) = self.body.made_by(mask)?;
        let &[left, right] = args else { return None };
        let Op::VectorBinary(lane, VectorBinary::CompareFloat(test)) = op else {
            return None;
        };
        let is_less = match test {
            FloatCompare::Lt => true,
            FloatCompare::Gt => false,
            _ => return None,
        };
        let op = match (then, otherwise) {
            _ if (then, otherwise) == (left, right) && is_less => VectorBinary::PseudoMin,
            _ if (then, otherwise) == (left, right) => VectorBinary::PseudoMax,
            _ if (then, otherwise) == (right, left) && is_less => VectorBinary::PseudoMax,
            _ if (then, otherwise) == (right, left) => VectorBinary::PseudoMin,
            _ => return None,
        };
        let op = Op::VectorBinary(lane, op);
        Some(self.wide_op(op, &[otherwise, then]))
    }
}

/// The comparison of integers, but of unsigned ones of 64 bits.
fn int_comparison(predicate: IntPredicate, lane: LaneType) -> Option<Op> {
    of_lanes(
        lane.as_int(),
        VectorBinary::CompareInt(comparison(predicate)),
    )
}
