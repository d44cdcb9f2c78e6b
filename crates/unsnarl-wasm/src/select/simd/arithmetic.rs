//! Arithmetic on whole registers.
//!
//! *Limits:* division, remainders, and shifts by amounts that differ from lane to lane are done
//! lane by lane, except for shifts left by constants, which are multiplications.

use std::mem::discriminant;

use unsnarl_ir::{BinaryOp, Operand, ValueId};
use wasm_encoder::{Instruction, ValType};

use crate::code::{Number, Reg, Source};
use crate::error::Cause;
use crate::select::Selection;
use crate::shape::{LaneType, Shape};

impl Selection<'_> {
    pub(super) fn simd_negate(&mut self, value: Operand) -> Result<Option<Vec<Reg>>, Cause> {
        let Some(vector) = self.vector(value)? else {
            return Ok(None);
        };
        Ok(negation(vector.shape.lane)
            .filter(|_| vector.shape.lane.is_float())
            .map(|op| self.each(&op, &vector.regs)))
    }

    pub(super) fn simd_binary(
        &mut self,
        result: ValueId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, Cause> {
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
    ) -> Result<Option<Vec<Reg>>, Cause> {
        let mut regs = Vec::with_capacity(pairs.len());
        for (index, &[left, right]) in pairs.iter().enumerate() {
            let lanes = shape.count - index * shape.lane.per_register();
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
                    instruction(op, shape.lane).map(|op| self.sum(shape.lane, op, left, right))
                }
                BinaryOp::Sub if self.is_all(left, 0) => {
                    negation(shape.lane).map(|op| self.wide_op(op, &[right]))
                }
                _ => instruction(op, shape.lane).map(|op| self.wide_op(op, &[left, right])),
            };
            match reg {
                Some(reg) => regs.push(reg),
                None => return Ok(None),
            }
        }
        Ok(Some(regs))
    }

    /// A sum. To add 1 where a mask is set is to subtract the mask, whose lanes are -1.
    fn sum(&mut self, lane: LaneType, op: Instruction<'static>, left: Reg, right: Reg) -> Reg {
        for (other, counted) in [(left, right), (right, left)] {
            if let Some(&(of, mask)) = self.counted.get(&counted)
                && of == lane
                && let Some(op) = instruction(BinaryOp::Sub, lane)
            {
                return self.wide_op(op, &[other, mask]);
            }
        }
        self.wide_op(op, &[left, right])
    }

    /// `and`, `or`, `xor`, and their short forms with an operand that is all ones or negated.
    pub(super) fn bitwise(&mut self, op: BinaryOp, left: Reg, right: Reg) -> Reg {
        use Instruction as I;
        let turned = |selection: &Self, reg| match selection.body.made_by(reg) {
            Some((I::V128Not, &[inner])) => Some(inner),
            _ => None,
        };
        match op {
            BinaryOp::Xor if self.is_all(right, 0xff) => self.wide_op(I::V128Not, &[left]),
            BinaryOp::Xor if self.is_all(left, 0xff) => self.wide_op(I::V128Not, &[right]),
            BinaryOp::Xor => self.wide_op(I::V128Xor, &[left, right]),
            BinaryOp::Or => self.wide_op(I::V128Or, &[left, right]),
            _ => match (turned(self, left), turned(self, right)) {
                (_, Some(inner)) => self.wide_op(I::V128AndNot, &[left, inner]),
                (Some(inner), _) => self.wide_op(I::V128AndNot, &[right, inner]),
                _ => self.wide_op(I::V128And, &[left, right]),
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
            ValType::I64 => self.narrowed(amount),
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
        use Instruction as I;
        let [left, logical, arithmetic] = match lane {
            LaneType::I8 => [I::I8x16Shl, I::I8x16ShrU, I::I8x16ShrS],
            LaneType::I16 => [I::I16x8Shl, I::I16x8ShrU, I::I16x8ShrS],
            LaneType::I32 | LaneType::F32 => [I::I32x4Shl, I::I32x4ShrU, I::I32x4ShrS],
            LaneType::I64 | LaneType::F64 => [I::I64x2Shl, I::I64x2ShrU, I::I64x2ShrS],
        };
        let op = match op {
            BinaryOp::ShiftLeft => left,
            BinaryOp::LogicalShiftRight => logical,
            _ => arithmetic,
        };
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
        for chunk in bytes.chunks_exact_mut(lane.bytes()) {
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
            && discriminant(first) == discriminant(second)
            && let Some(op) = extended_product(lane, first)
        {
            return self.wide_op(op, &[left, right]);
        }
        let op = match lane {
            LaneType::I16 => Instruction::I16x8Mul,
            LaneType::I32 => Instruction::I32x4Mul,
            LaneType::I64 => Instruction::I64x2Mul,
            LaneType::F32 => Instruction::F32x4Mul,
            _ => Instruction::F64x2Mul,
        };
        self.wide_op(op, &[left, right])
    }

    /// Products of bytes: the low bytes of the products of both halves.
    fn product_of_bytes(&mut self, left: Reg, right: Reg) -> Reg {
        let low = self.wide_op(Instruction::I16x8ExtMulLowI8x16U, &[left, right]);
        let high = self.wide_op(Instruction::I16x8ExtMulHighI8x16U, &[left, right]);
        let lanes = std::array::from_fn(|at| 2 * at as u8);
        self.wide_op(Instruction::I8x16Shuffle(lanes), &[low, high])
    }
}

/// The opposite of each lane.
pub(super) fn negation(lane: LaneType) -> Option<Instruction<'static>> {
    Some(match lane {
        LaneType::I8 => Instruction::I8x16Neg,
        LaneType::I16 => Instruction::I16x8Neg,
        LaneType::I32 => Instruction::I32x4Neg,
        LaneType::I64 => Instruction::I64x2Neg,
        LaneType::F32 => Instruction::F32x4Neg,
        LaneType::F64 => Instruction::F64x2Neg,
    })
}

fn instruction(op: BinaryOp, lane: LaneType) -> Option<Instruction<'static>> {
    use BinaryOp as B;
    use Instruction as I;
    use LaneType as L;
    Some(match (op, lane) {
        (B::Add, L::I8) => I::I8x16Add,
        (B::Add, L::I16) => I::I16x8Add,
        (B::Add, L::I32) => I::I32x4Add,
        (B::Add, L::I64) => I::I64x2Add,
        (B::Sub, L::I8) => I::I8x16Sub,
        (B::Sub, L::I16) => I::I16x8Sub,
        (B::Sub, L::I32) => I::I32x4Sub,
        (B::Sub, L::I64) => I::I64x2Sub,
        (B::FloatAdd, L::F32) => I::F32x4Add,
        (B::FloatAdd, L::F64) => I::F64x2Add,
        (B::FloatSub, L::F32) => I::F32x4Sub,
        (B::FloatSub, L::F64) => I::F64x2Sub,
        (B::FloatMul, L::F32) => I::F32x4Mul,
        (B::FloatMul, L::F64) => I::F64x2Mul,
        (B::FloatDiv, L::F32) => I::F32x4Div,
        (B::FloatDiv, L::F64) => I::F64x2Div,
        _ => return None,
    })
}

/// The extending multiplication of two halves that are both extended by `extension`.
fn extended_product(lane: LaneType, extension: &Instruction<'_>) -> Option<Instruction<'static>> {
    use Instruction as I;
    use LaneType as L;
    Some(match (lane, extension) {
        (L::I16, I::I16x8ExtendLowI8x16S) => I::I16x8ExtMulLowI8x16S,
        (L::I16, I::I16x8ExtendHighI8x16S) => I::I16x8ExtMulHighI8x16S,
        (L::I16, I::I16x8ExtendLowI8x16U) => I::I16x8ExtMulLowI8x16U,
        (L::I16, I::I16x8ExtendHighI8x16U) => I::I16x8ExtMulHighI8x16U,
        (L::I32, I::I32x4ExtendLowI16x8S) => I::I32x4ExtMulLowI16x8S,
        (L::I32, I::I32x4ExtendHighI16x8S) => I::I32x4ExtMulHighI16x8S,
        (L::I32, I::I32x4ExtendLowI16x8U) => I::I32x4ExtMulLowI16x8U,
        (L::I32, I::I32x4ExtendHighI16x8U) => I::I32x4ExtMulHighI16x8U,
        (L::I64, I::I64x2ExtendLowI32x4S) => I::I64x2ExtMulLowI32x4S,
        (L::I64, I::I64x2ExtendHighI32x4S) => I::I64x2ExtMulHighI32x4S,
        (L::I64, I::I64x2ExtendLowI32x4U) => I::I64x2ExtMulLowI32x4U,
        (L::I64, I::I64x2ExtendHighI32x4U) => I::I64x2ExtMulHighI32x4U,
        _ => return None,
    })
}
