//! Masks: vectors of bits, each bit a lane of ones or zeros.
//!
//! *Needs:* a vector of bits, and how wide the lanes of its mask should be. *Gives:* the registers.
//!
//! As a value, a mask has lanes that fill one register. The result of a comparison has lanes as
//! wide as the operands, and is kept beside the value, for selections among elements of that width.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::int::IntCompare;
use crate::op::vector::VectorBinary;
use crate::types::{LaneType, Sign, Type};
use unsnarl_ir::{BinaryOp, Operand, TypeId, ValueId};

use super::of_lanes;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::lane::Kind;
use crate::select::memory::is_packed_within;
use crate::select::selection::Selection;
use crate::select::shape::Shape;
use crate::select::vectors::Mask;

impl Selection<'_> {
    /// The value of a comparison: its mask, in lanes of this many bits.
    pub(super) fn mask_value(
        &mut self,
        result: ValueId,
        made: Shape,
        regs: Vec<Reg>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let bits = made.lane.bits();
        let ty = self.function.value_type(result);
        let value = match self.context.parts.shape(ty) {
            Some(own) => self.mask_resized(&regs, made.count, bits, own.lane.bits()),
            None => {
                let lanes = self.unpacked(made, &regs, Kind::Int(1));
                // A comparison without SIMD is 0 or 1, which is what its users expect.
                lanes
                    .into_iter()
                    .map(|lane| self.lane_extended(lane, Extend::Zero))
                    .collect()
            }
        };
        self.masks.insert(result, Mask { bits, regs });
        Ok(Some(value))
    }

    /// The mask of an operand for lanes of this many bits.
    pub(super) fn mask_of(
        &mut self,
        operand: Operand,
        count: usize,
        bits: u32,
    ) -> Result<Vec<Reg>, SelectError> {
        if let Operand::Value(value) = operand
            && let Some(mask) = self.masks.get(&value)
        {
            let Mask { bits: from, regs } = mask.clone();
            return Ok(self.mask_resized(&regs, count, from, bits));
        }
        if let (Operand::Value(_), Some(vector)) = (operand, self.vector(operand)?) {
            let from = vector.shape.lane.bits();
            return Ok(self.mask_resized(&vector.regs, count, from, bits));
        }
        let lanes: Vec<Reg> = self.lanes(operand)?.iter().map(|lane| lane.low()).collect();
        let shape = LaneType::int(bits).map(|lane| Shape {
            lane,
            count,
            is_mask: true,
        });
        match shape {
            Some(shape) if lanes.len() == count => Ok(self.packed(shape, &lanes)),
            _ => Err(SelectError::OperandType("a vector of bits")),
        }
    }

    /// A mask with lanes of another width.
    pub(super) fn mask_resized(
        &mut self,
        regs: &[Reg],
        count: usize,
        from: u32,
        to: u32,
    ) -> Vec<Reg> {
        if from < to {
            return self.extended_lanes(regs, count, from, to, Extend::Sign);
        }
        let (mut regs, mut bits) = (regs.to_vec(), from);
        while bits > to {
            let pairs = regs.chunks(2).map(|pair| [pair[0], pair[pair.len() - 1]]);
            let pairs: Vec<[Reg; 2]> = pairs.collect();
            bits /= 2;
            // Saturation does not change all ones or zeros.
            let op = LaneType::int(bits)
                .and_then(|lane| of_lanes(lane, VectorBinary::Narrow(Sign::Signed)))
                .unwrap_or(Op::Shuffle(EVEN_WORDS));
            regs = self.each_pair(op, &pairs);
        }
        regs
    }

    /// `and`, `or`, `xor` of masks.
    pub(super) fn combine_masks(
        &mut self,
        result: ValueId,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(shape) = self.context.parts.shape(self.operand_type(left)) else {
            return Ok(None);
        };
        if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) {
            return Ok(None);
        }
        let bits = [left, right]
            .iter()
            .find_map(|&operand| self.mask_bits(operand));
        let bits = bits.unwrap_or(shape.lane.bits());
        let left = self.mask_of(left, shape.count, bits)?;
        let right = self.mask_of(right, shape.count, bits)?;
        let pairs = left.into_iter().zip(right);
        let regs = pairs
            .map(|(left, right)| self.bitwise(op, left, right))
            .collect();
        match shape.mask(bits) {
            Some(made) => self.mask_value(result, made, regs),
            None => Ok(None),
        }
    }

    /// The bits of the lanes in which a value was made.
    fn mask_bits(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Value(value) => self.masks.get(&value).map(|mask| mask.bits),
            Operand::Const(_) => None,
        }
    }

    /// The bits of a mask as an integer, with zeros above.
    pub(in crate::select) fn bits_of_mask(&mut self, shape: Shape, regs: &[Reg]) -> Reg {
        let op = Op::Bitmask(shape.lane.as_int());
        self.pure(op, &[regs[0]], Type::I32)
    }

    /// The mask whose bits are those of an integer.
    pub(super) fn mask_of_bits(&mut self, shape: Shape, bits: Reg) -> Reg {
        let bits = self.narrowed_to_word(bits);
        let (lane, spread) = match shape.lane {
            // The low byte in the lower half, the next one in the upper half.
            LaneType::I8 => {
                let words = self.wide_op(Op::Splat(LaneType::I16), &[bits]);
                let lanes = std::array::from_fn(|at| u8::from(at >= 8));
                let shuffle = Op::Shuffle(lanes);
                (LaneType::I8, self.wide_op(shuffle, &[words, words]))
            }
            // A lane of 64 bits has its bit in both halves.
            LaneType::I64 | LaneType::F64 => (
                LaneType::I32,
                self.wide_op(Op::Splat(LaneType::I32), &[bits]),
            ),
            lane => (lane, self.wide_op(Op::Splat(lane), &[bits])),
        };
        let mut bytes = [0; 16];
        for (at, chunk) in bytes
            .chunks_exact_mut(lane.size().bytes() as usize)
            .enumerate()
        {
            chunk[0] = 1
                << match shape.lane {
                    LaneType::I8 => at % 8,
                    LaneType::I64 => at / 2,
                    _ => at,
                };
        }
        let wanted = self.body.number(Number::V128(bytes));
        let chosen = self.wide_op(Op::BitsAnd, &[spread, wanted]);
        let op = Op::VectorBinary(lane, VectorBinary::CompareInt(IntCompare::Eq));
        self.wide_op(op, &[chosen, wanted])
    }

    fn narrowed_to_word(&mut self, reg: Reg) -> Reg {
        match self.body.ty(reg) {
            Type::I64 => self.narrowed(reg),
            _ => reg,
        }
    }

    /// The registers of a value from elsewhere.
    pub(in crate::select) fn received(
        &mut self,
        ty: TypeId,
        regs: Vec<Reg>,
    ) -> Result<Vec<Reg>, SelectError> {
        if !self.context.parts.has_simd() || !is_packed_within(self.parts(ty)?) {
            return Ok(regs);
        }
        let mut received = Vec::with_capacity(regs.len());
        let mut rest = &regs[..];
        for (member, _) in self.members(ty)? {
            let count = self.parts(member)?.len();
            let own = rest.split_off(..count);
            let own = own.ok_or(SelectError::OperandType("a value from elsewhere"))?;
            match self.context.parts.shape(member) {
                Some(shape) if shape.is_mask => {
                    received.extend(self.lowest_bits(shape.lane, own));
                }
                _ => received.extend(own),
            }
        }
        Ok(received)
    }

    /// The mask of the lowest bit of each lane, of which other objects leave the rest unspecified.
    pub(super) fn lowest_bits(&mut self, lane: LaneType, regs: &[Reg]) -> Vec<Reg> {
        let last = self.i32(lane.bits() as i32 - 1);
        regs.iter()
            .map(|&reg| {
                let high = self.shift_by(lane, BinaryOp::ShiftLeft, reg, last);
                self.shift_by(lane, BinaryOp::ArithmeticShiftRight, high, last)
            })
            .collect()
    }
}

/// The even words of two registers.
const EVEN_WORDS: [u8; 16] = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
