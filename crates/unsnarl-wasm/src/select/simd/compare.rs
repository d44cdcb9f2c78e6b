//! Comparisons of whole registers, and selection by their results.

use unsnarl_ir::{BinaryOp, FloatPredicate, IntPredicate, Operand, ValueId};
use unsnarl_low::op::float::FloatCompare;
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::op::vector::VectorBinary;
use unsnarl_low::{LaneType, Op, Reg};

use crate::error::Cause;
use crate::select::Selection;
use crate::select::compare::Test;
use crate::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_int_compare(
        &mut self,
        result: ValueId,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
        let op = match predicate {
            IntPredicate::UnsignedGreater => {
                Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GtS))
            }
            IntPredicate::UnsignedGreaterEqual => {
                Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GeS))
            }
            IntPredicate::UnsignedLess => {
                Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LtS))
            }
            _ => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LeS)),
        };
        self.wide_op(op, &[left, right])
    }

    pub(super) fn simd_float_compare(
        &mut self,
        result: ValueId,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, Cause> {
        let Some((shape, pairs)) = self.vectors(left, right, "fcmp")? else {
            return Ok(None);
        };
        if !shape.lane.is_float() {
            return Err(Cause::OperandType("fcmp"));
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
            P::OrderedEqual => return test(Test::Eq, left, right),
            P::UnorderedNotEqual => return test(Test::Ne, left, right),
            P::OrderedGreater => return test(Test::Gt, left, right),
            P::OrderedGreaterEqual => return test(Test::Ge, left, right),
            P::OrderedLess => return test(Test::Lt, left, right),
            P::OrderedLessEqual => return test(Test::Le, left, right),
            P::UnorderedGreater => (test(Test::Le, left, right), true),
            P::UnorderedGreaterEqual => (test(Test::Lt, left, right), true),
            P::UnorderedLess => (test(Test::Ge, left, right), true),
            P::UnorderedLessEqual => (test(Test::Gt, left, right), true),
            P::OrderedNotEqual | P::UnorderedEqual => {
                let less = test(Test::Lt, left, right);
                let greater = test(Test::Gt, left, right);
                let either = self.bitwise(BinaryOp::Or, less, greater);
                (either, predicate == P::UnorderedEqual)
            }
            P::Ordered => {
                let left = test(Test::Eq, left, left);
                let right = test(Test::Eq, right, right);
                (self.bitwise(BinaryOp::And, left, right), false)
            }
            P::Unordered => {
                let left = test(Test::Ne, left, left);
                let right = test(Test::Ne, right, right);
                (self.bitwise(BinaryOp::Or, left, right), false)
            }
        };
        match is_opposite {
            true => self.wide_op(Op::BitsNot, &[test]),
            false => test,
        }
    }

    pub(super) fn wide_test(&mut self, test: Test, lane: LaneType, left: Reg, right: Reg) -> Reg {
        let [single, double] = match test {
            Test::Eq => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Eq)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Eq)),
            ],
            Test::Ne => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Ne)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Ne)),
            ],
            Test::Lt => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Lt)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Lt)),
            ],
            Test::Gt => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Gt)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Gt)),
            ],
            Test::Le => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Le)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Le)),
            ],
            Test::Ge => [
                Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Ge)),
                Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Ge)),
            ],
        };
        let op = if lane == LaneType::F64 {
            double
        } else {
            single
        };
        self.wide_op(op, &[left, right])
    }

    /// `select` by a vector of bits; by one bit it is what it is for all types.
    pub(super) fn simd_select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
            return Err(Cause::OperandType("select"));
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
        let [minimum, maximum] = match op {
            Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Lt))
            | Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Gt)) => [
                Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMin),
                Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMax),
            ],
            Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Lt))
            | Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Gt)) => [
                Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMin),
                Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMax),
            ],
            _ => return None,
        };
        let is_less = matches!(
            op,
            Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Lt))
                | Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Lt))
        );
        let op = match (then, otherwise) {
            _ if (then, otherwise) == (left, right) && is_less => minimum,
            _ if (then, otherwise) == (left, right) => maximum,
            _ if (then, otherwise) == (right, left) && is_less => maximum,
            _ if (then, otherwise) == (right, left) => minimum,
            _ => return None,
        };
        Some(self.wide_op(op, &[otherwise, then]))
    }
}

/// The comparison of integers, but of unsigned ones of 64 bits.
fn int_comparison(predicate: IntPredicate, lane: LaneType) -> Option<Op> {
    use IntPredicate as P;
    let [bytes, halves, words] = match predicate {
        P::Equal => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::Eq)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::Eq)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::Eq)),
        ],
        P::NotEqual => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::Ne)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::Ne)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::Ne)),
        ],
        P::UnsignedGreater => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GtU)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GtU)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GtU)),
        ],
        P::UnsignedGreaterEqual => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GeU)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GeU)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GeU)),
        ],
        P::UnsignedLess => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LtU)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LtU)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LtU)),
        ],
        P::UnsignedLessEqual => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LeU)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LeU)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LeU)),
        ],
        P::SignedGreater => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GtS)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GtS)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GtS)),
        ],
        P::SignedGreaterEqual => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GeS)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GeS)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GeS)),
        ],
        P::SignedLess => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LtS)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LtS)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LtS)),
        ],
        P::SignedLessEqual => [
            Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LeS)),
            Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LeS)),
            Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LeS)),
        ],
    };
    Some(match (lane.as_int(), predicate) {
        (LaneType::I8, _) => bytes,
        (LaneType::I16, _) => halves,
        (LaneType::I32, _) => words,
        (_, P::Equal) => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::Eq)),
        (_, P::NotEqual) => {
            Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::Ne))
        }
        (_, P::SignedGreater) => {
            Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GtS))
        }
        (_, P::SignedGreaterEqual) => {
            Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GeS))
        }
        (_, P::SignedLess) => {
            Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LtS))
        }
        (_, P::SignedLessEqual) => {
            Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LeS))
        }
        _ => return None,
    })
}
