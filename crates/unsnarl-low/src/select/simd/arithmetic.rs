//! Arithmetic on whole registers.
//!
//! *Limits:* division, remainders, and shifts by amounts that differ from lane to lane are done
//! lane by lane, except for shifts left by constants, which are multiplications.

use crate::machine::{Number, Reg, Source};
use crate::op::Op;
use crate::op::float::FloatUnary;
use crate::op::vector::{Half, VectorBinary, VectorShift, VectorUnary};
use crate::types::{LaneType, Sign, Type};
use unsnarl_ir::{BinaryOp, Operand, ValueId};

use crate::select::error::SelectError;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_negate(&mut self, value: Operand) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(vector) = self.vector(value)? else {
            return Ok(None);
        };
        let lane = vector.shape.lane;
        Ok(lane
            .is_float()
            .then(|| self.each(negation(lane), &vector.regs)))
    }

    pub(super) fn simd_binary(
        &mut self,
        result: ValueId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some((shape, pairs)) = self.vectors(left, right, "arithmetic")? else {
            return Ok(None);
        };
        if shape.is_mask {
            return self.combine_masks(result, op, left, right);
        }
        self.wide_binary_op(shape, op, &pairs)
    }

    /// An operation on pairs of registers of one shape, which is not a mask.
    pub(super) fn wide_binary_op(
        &mut self,
        shape: Shape,
        op: BinaryOp,
        pairs: &[[Reg; 2]],
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let mut regs = Vec::with_capacity(pairs.len());
        for (index, &[left, right]) in pairs.iter().enumerate() {
            let lanes = shape.count - index * shape.lane.count() as usize;
            let reg = match op {
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some(self.bitwise(op, left, right)),
                BinaryOp::ShiftLeft
                | BinaryOp::LogicalShiftRight
                | BinaryOp::ArithmeticShiftRight => {
                    self.wide_shift(shape.lane, op, left, right, lanes)
                }
                BinaryOp::Mul if shape.lane == LaneType::I8 => {
                    Some(self.product_of_bytes(left, right))
                }
                BinaryOp::Mul => Some(self.product(shape.lane, left, right)),
                BinaryOp::Add => {
                    operation(op, shape.lane).map(|op| self.sum(shape.lane, op, left, right))
                }
                BinaryOp::Sub if self.is_all(left, 0) => {
                    Some(self.wide_op(negation(shape.lane), &[right]))
                }
                _ => operation(op, shape.lane).map(|op| self.wide_op(op, &[left, right])),
            };
            match reg {
                Some(reg) => regs.push(reg),
                None => return Ok(None),
            }
        }
        Ok(Some(regs))
    }

    /// A sum. To add 1 where a mask is set is to subtract the mask, whose lanes are -1.
    fn sum(&mut self, lane: LaneType, op: Op, left: Reg, right: Reg) -> Reg {
        for (other, counted) in [(left, right), (right, left)] {
            if let Some(&(of, mask)) = self.counted.get(&counted)
                && of == lane
                && let Some(op) = operation(BinaryOp::Sub, lane)
            {
                return self.wide_op(op, &[other, mask]);
            }
        }
        self.wide_op(op, &[left, right])
    }

    /// `and`, `or`, `xor`, and their short forms with an operand that is all ones or negated.
    pub(super) fn bitwise(&mut self, op: BinaryOp, left: Reg, right: Reg) -> Reg {
        let turned = |selection: &Self, reg| match selection.body.made_by(reg) {
            Some((Op::BitsNot, &[inner])) => Some(inner),
            _ => None,
        };
        match op {
            BinaryOp::Xor if self.is_all(right, 0xff) => self.wide_op(Op::BitsNot, &[left]),
            BinaryOp::Xor if self.is_all(left, 0xff) => self.wide_op(Op::BitsNot, &[right]),
            BinaryOp::Xor => self.wide_op(Op::BitsXor, &[left, right]),
            BinaryOp::Or => self.wide_op(Op::BitsOr, &[left, right]),
            _ => match (turned(self, left), turned(self, right)) {
                (_, Some(inner)) => self.wide_op(Op::BitsAndNot, &[left, inner]),
                (Some(inner), _) => self.wide_op(Op::BitsAndNot, &[right, inner]),
                _ => self.wide_op(Op::BitsAnd, &[left, right]),
            },
        }
    }

    /// Tells whether every byte of a register is known to be this.
    pub(super) fn is_all(&self, reg: Reg, byte: u8) -> bool {
        self.body.source(reg) == Source::Number(Number::V128([byte; 16]))
    }

    /// A shift by one amount for all lanes.
    fn wide_shift(
        &mut self,
        lane: LaneType,
        op: BinaryOp,
        value: Reg,
        amounts: Reg,
        lanes: usize,
    ) -> Option<Reg> {
        let Some(amount) = self.splat_of(lane, amounts, lanes) else {
            return self.shift_as_product(lane, op, value, amounts);
        };
        let amount = match self.body.ty(amount) {
            Type::I64 => self.narrowed(amount),
            _ => amount,
        };
        Some(self.shift_by(lane, op, value, amount))
    }

    /// A shift by an `i32`, modulo the width.
    pub(super) fn shift_by(
        &mut self,
        lane: LaneType,
        op: BinaryOp,
        value: Reg,
        amount: Reg,
    ) -> Reg {
        let shift = match op {
            BinaryOp::ShiftLeft => VectorShift::Left,
            BinaryOp::LogicalShiftRight => VectorShift::Right(Sign::Unsigned),
            _ => VectorShift::Right(Sign::Signed),
        };
        let op = Op::VectorShift(lane.as_int(), shift);
        self.wide_op(op, &[value, amount])
    }

    /// A shift left by constants as a product with powers of two.
    fn shift_as_product(
        &mut self,
        lane: LaneType,
        op: BinaryOp,
        value: Reg,
        amounts: Reg,
    ) -> Option<Reg> {
        let Source::Number(Number::V128(mut bytes)) = self.body.source(amounts) else {
            return None;
        };
        if op != BinaryOp::ShiftLeft || lane == LaneType::I8 {
            return None;
        }
        for chunk in bytes.chunks_exact_mut(lane.size().bytes() as usize) {
            let factor = 1_u64.checked_shl(chunk[0].into()).unwrap_or(0);
            chunk.copy_from_slice(&factor.to_le_bytes()[..chunk.len()]);
        }
        let factors = self.body.number(Number::V128(bytes));
        Some(self.product(lane, value, factors))
    }

    /// A product; one of two extended halves is an extending multiplication.
    fn product(&mut self, lane: LaneType, left: Reg, right: Reg) -> Reg {
        if let (Some((first, &[left])), Some((second, &[right]))) =
            (self.body.made_by(left), self.body.made_by(right))
            && first == second
            && let Some(op) = extended_product(lane, first)
        {
            return self.wide_op(op, &[left, right]);
        }
        self.wide_op(Op::VectorBinary(lane, VectorBinary::Mul), &[left, right])
    }

    /// Products of bytes: the low bytes of the products of both halves.
    fn product_of_bytes(&mut self, left: Reg, right: Reg) -> Reg {
        let [low, high] = Half::ALL.map(|half| {
            let op = VectorBinary::ExtendMul(half, Sign::Unsigned);
            self.wide_op(Op::VectorBinary(LaneType::I16, op), &[left, right])
        });
        let lanes = std::array::from_fn(|at| 2 * at as u8);
        self.wide_op(Op::Shuffle(lanes), &[low, high])
    }
}

/// The opposite of each lane.
pub(super) fn negation(lane: LaneType) -> Op {
    let op = match lane.is_float() {
        true => VectorUnary::Float(FloatUnary::Neg),
        false => VectorUnary::Neg,
    };
    Op::VectorUnary(lane, op)
}

fn operation(op: BinaryOp, lane: LaneType) -> Option<Op> {
    let op = match (op, lane.is_float()) {
        (BinaryOp::Add, false) | (BinaryOp::FloatAdd, true) => VectorBinary::Add,
        (BinaryOp::Sub, false) | (BinaryOp::FloatSub, true) => VectorBinary::Sub,
        (BinaryOp::FloatMul, true) => VectorBinary::Mul,
        (BinaryOp::FloatDiv, true) => VectorBinary::Div,
        _ => return None,
    };
    Some(Op::VectorBinary(lane, op))
}

/// The extending multiplication of two halves that are both extended by `extension`.
fn extended_product(lane: LaneType, extension: Op) -> Option<Op> {
    match extension {
        Op::VectorUnary(extended, VectorUnary::Extend(half, sign)) if extended == lane => {
            Some(Op::VectorBinary(lane, VectorBinary::ExtendMul(half, sign)))
        }
        _ => None,
    }
}
