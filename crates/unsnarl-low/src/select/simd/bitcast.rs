//! Bit casts from and to vectors in registers.
//!
//! The first lane is lowest, in a register as in memory, so that one vector is another as it is.
//! Values that have neither whole registers nor one number are regrouped by
//! [`recut`](crate::select::recut).

use crate::machine::Reg;
use crate::types::{LaneType, Type};
use unsnarl_ir::{Operand, TypeId};

use super::Vector;
use crate::select::error::SelectError;
use crate::select::parts::Part;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_bitcast(
        &mut self,
        value: Operand,
        to: TypeId,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let from_type = self.operand_type(value);
        if from_type == to {
            return self.operand(value).map(Some);
        }
        let parts = self.parts(to)?;
        match (self.vector(value)?, self.context.parts.shape(to)) {
            (Some(from), Some(to)) => {
                let is_plain = !from.shape.is_mask && !to.is_mask;
                Ok((is_plain && from.regs.len() == to.registers()).then_some(from.regs))
            }
            (Some(from), None) if self.is_scalar(to) => Ok(self.numbers_of(&from, parts)),
            (None, Some(to)) if self.is_scalar(from_type) => {
                let widths = self.parts(from_type)?;
                let regs = self.operand(value)?;
                Ok(self.registers_of(to, widths, &regs))
            }
            _ => Ok(None),
        }
    }

    fn is_scalar(&self, ty: TypeId) -> bool {
        self.module.types.scalar(ty) == ty
    }

    /// The bits of a vector as the parts of a number.
    fn numbers_of(&mut self, from: &Vector, parts: &[Part]) -> Option<Vec<Reg>> {
        if from.shape.is_mask {
            return Some(vec![self.bits_of_mask(from.shape, &from.regs)]);
        }
        let lane = number_lane(parts)?;
        let shape = Shape {
            lane,
            count: parts.len(),
            is_mask: false,
        };
        let numbers = 0..parts.len();
        Some(
            numbers
                .map(|number| self.lane_of(shape, &from.regs, number))
                .collect(),
        )
    }

    /// The parts of a number as a vector.
    fn registers_of(&mut self, to: Shape, parts: &[Part], regs: &[Reg]) -> Option<Vec<Reg>> {
        if to.is_mask {
            return Some(vec![self.mask_of_bits(to, regs[0])]);
        }
        let lane = number_lane(parts)?;
        let shape = Shape {
            lane,
            count: parts.len(),
            is_mask: false,
        };
        Some(self.packed(shape, regs))
    }

    /// The bits of a mask, or nothing if an operand is none.
    pub(in crate::select) fn mask_word(
        &mut self,
        operand: Operand,
    ) -> Result<Option<(Reg, u32)>, SelectError> {
        match self.vector(operand)? {
            Some(vector) if vector.shape.is_mask => {
                let bits = self.bits_of_mask(vector.shape, &vector.regs);
                Ok(Some((bits, vector.shape.count as u32)))
            }
            _ => Ok(None),
        }
    }
}

/// The lane that is as wide as each part of a number.
fn number_lane(parts: &[Part]) -> Option<LaneType> {
    let first = parts.first()?;
    if parts.iter().any(|part| part.width != first.width) {
        return None;
    }
    Some(match first.ty {
        Type::F32 => LaneType::F32,
        Type::F64 => LaneType::F64,
        _ => LaneType::int(first.width)?,
    })
}
