//! Elements of vectors in registers, at constant and at variable indices.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::int::IntBinary;
use crate::op::vector::VectorBinary;
use crate::types::{LaneType, Type};
use unsnarl_ir::{Constant, IntPredicate, Operand};

use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn simd_extract(
        &mut self,
        vector: Operand,
        index: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let Some(vector) = self.vector(vector)? else {
            return Ok(None);
        };
        let index = self.lane(index)?;
        let index = self.lane_extended_short(index);
        if let Some(number) = self.known_number(index) {
            // An index out of range is poison: any element will do.
            let lane = usize::try_from(number).unwrap_or(0);
            let lane = if lane < vector.shape.count { lane } else { 0 };
            return Ok(Some(vec![self.lane_of(vector.shape, &vector.regs, lane)]));
        }
        if vector.shape.is_mask || vector.regs.len() > 1 {
            return Ok(None);
        }
        let first = self.lane_moved_first(vector.shape.lane, vector.regs[0], index);
        Ok(Some(vec![self.lane_of(vector.shape, &[first], 0)]))
    }

    /// A register whose first lane is the one of this number.
    fn lane_moved_first(&mut self, lane: LaneType, reg: Reg, index: Reg) -> Reg {
        let size = lane.size().bytes() as usize;
        let start = match size {
            1 => index,
            _ => self.int_op_number(IntBinary::Shl, index, size.trailing_zeros().into()),
        };
        let starts = self.wide_op(Op::Splat(LaneType::I8), &[start]);
        let bytes = match size {
            1 => starts,
            _ => {
                let within = std::array::from_fn(|at| (at % size) as u8);
                let within = self.body.number(Number::V128(within));
                self.wide_op(
                    Op::VectorBinary(LaneType::I8, VectorBinary::Add),
                    &[starts, within],
                )
            }
        };
        self.wide_op(Op::Swizzle, &[reg, bytes])
    }

    pub(super) fn simd_insert(
        &mut self,
        vector: Operand,
        element: Operand,
        index: Operand,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let is_undefined = self.is_undefined(vector);
        let Some(vector) = self.vector(vector)? else {
            return Ok(None);
        };
        let (shape, mut regs) = (vector.shape, vector.regs);
        let loaded = self.splat_ahead(element);
        let element = self.one(element)?;
        let element = match shape.is_mask {
            true => self.spread_bit(shape.lane, element),
            false => element,
        };
        let index = self.lane(index)?;
        let index = self.lane_extended_short(index);
        let Some(number) = self.known_number(index) else {
            for (number, reg) in regs.iter_mut().enumerate() {
                let first = number * shape.lane.count() as usize;
                *reg = self.replaced_somewhere(shape.lane, *reg, element, index, first as u64);
            }
            return Ok(Some(regs));
        };
        let lane = usize::try_from(number).unwrap_or(0);
        if lane < shape.count {
            let (register, at) = shape.place(lane);
            regs[register] = match (is_undefined, loaded) {
                (true, Some(loaded)) => loaded,
                // All other lanes are unspecified.
                (true, None) => {
                    self.register_of(shape.lane, &vec![element; shape.lane.count() as usize])
                }
                (false, _) => self.replaced(shape.lane, regs[register], at, element),
            };
        }
        Ok(Some(regs))
    }

    /// A register, whose first lane has this number, with the lane of the index replaced.
    fn replaced_somewhere(
        &mut self,
        lane: LaneType,
        reg: Reg,
        element: Reg,
        index: Reg,
        first: u64,
    ) -> Reg {
        let numbered = lane.as_int();
        let mut bytes = [0; 16];
        for (number, chunk) in
            (first..).zip(bytes.chunks_exact_mut(numbered.size().bytes() as usize))
        {
            chunk.copy_from_slice(&number.to_le_bytes()[..chunk.len()]);
        }
        let numbers = self.body.number(Number::V128(bytes));
        let index = match numbered.scalar() {
            Type::I64 => self.widened(index, Extend::Zero),
            _ => index,
        };
        let wanted = self.register_of(numbered, &[index]);
        let is_here = self.compare_wide(IntPredicate::Equal, numbered, wanted, numbers);
        let new = self.register_of(lane, &vec![element; lane.count() as usize]);
        self.blended(is_here, new, reg)
    }

    /// Tells whether an operand is any vector.
    pub(super) fn is_undefined(&self, operand: Operand) -> bool {
        let Operand::Const(constant) = operand else {
            return false;
        };
        matches!(
            self.module.constant(constant),
            Constant::Undef(_) | Constant::Poison(_)
        )
    }
}
