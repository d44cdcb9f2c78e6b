//! Intrinsics that rearrange the elements of vectors: insert, extract, reverse, interleave, count,
//! compress.
//!
//! *Needs:* vectors of a known length. *Gives:* a number for each lane.
//! *Limits:* where an index is not constant, only what a shuffle could do. No histograms, no
//! partial reductions.

use crate::machine::Reg;
use crate::op::int::IntBinary;
use unsnarl_ir::{IntPredicate, Operand, Type as IrType, TypeId};

use super::intrinsic::Intrinsic;
use super::lane::{Kind, Lane};
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

impl Selection<'_> {
    /// Selects an intrinsic that arranges elements; nothing if it is another one.
    pub(super) fn arranged(
        &mut self,
        call: &Intrinsic<'_>,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let base = call.base.strip_prefix("experimental.").unwrap_or(call.base);
        let Some(result) = call.result else {
            return Ok(None);
        };
        let lanes = match (base, &call.operands[..]) {
            ("stepvector", []) => return self.steps(result).map(Some),
            ("vector.insert", &[into, part, at]) => {
                let (mut lanes, part) = (self.lanes(into)?, self.lanes(part)?);
                let at = self.position(at)?;
                let place = lanes.get_mut(at..at + part.len());
                place.ok_or(beyond())?.copy_from_slice(&part);
                lanes
            }
            ("vector.extract", &[from, at]) => {
                let (lanes, count) = (self.lanes(from)?, self.lane_count(result));
                let at = self.position(at)?;
                lanes.get(at..at + count).ok_or(beyond())?.to_vec()
            }
            ("vector.reverse", &[value]) => {
                let mut lanes = self.lanes(value)?;
                lanes.reverse();
                lanes
            }
            (
                "vector.splice" | "vector.splice.left" | "vector.splice.right",
                &[left, right, by],
            ) => self.spliced(base, left, right, by)?,
            ("get.active.lane.mask", &[start, end]) => {
                return self.active_lanes(start, end, result).map(Some);
            }
            ("cttz.elts", &[value, _]) => return self.first_lane(value, result).map(Some),
            ("vector.compress", &[value, mask, rest]) => {
                return self.compressed(value, mask, rest).map(Some);
            }
            (_, operands) if base.starts_with("vector.interleave") => self.woven(operands)?,
            (_, &[value]) if base.starts_with("vector.deinterleave") => {
                self.unwoven(value, result)?
            }
            _ => return Ok(None),
        };
        Ok(Some(lanes.into_iter().flat_map(Lane::regs).collect()))
    }

    /// An index that is a constant.
    fn position(&mut self, at: Operand) -> Result<usize, SelectError> {
        let at = self.lane(at)?.low();
        let number = self.known_number(at);
        number
            .and_then(|number| usize::try_from(number).ok())
            .filter(|&number| number < 1 << 16)
            .ok_or(beyond())
    }

    /// A vector's worth of elements from two concatenated ones, from an index on; `right` counts
    /// from the end of the first.
    fn spliced(
        &mut self,
        base: &str,
        left: Operand,
        right: Operand,
        by: Operand,
    ) -> Result<Vec<Lane>, SelectError> {
        let mut lanes = self.lanes(left)?;
        let count = lanes.len();
        lanes.extend(self.lanes(right)?);
        let by = self.lane(by)?.low();
        let by = self.known_number(by).ok_or(beyond())?;
        let from_end = base == "vector.splice.right" || by < 0;
        let start = match from_end {
            true => (count as u64).checked_sub(by.unsigned_abs()),
            false => Some(by.unsigned_abs()),
        };
        let start = start
            .filter(|&start| start <= count as u64)
            .ok_or(beyond())? as usize;
        Ok(lanes[start..start + count].to_vec())
    }

    /// The first elements of all operands, then the second ones, and so on.
    fn woven(&mut self, operands: &[Operand]) -> Result<Vec<Lane>, SelectError> {
        let mut columns = Vec::new();
        for &operand in operands {
            columns.push(self.lanes(operand)?);
        }
        let count = columns.first().map_or(0, Vec::len);
        if columns.iter().any(|column| column.len() != count) {
            return Err(beyond());
        }
        Ok((0..count)
            .flat_map(|index| columns.iter().map(move |column| column[index]))
            .collect())
    }

    /// Every n-th element from the first on, then from the second on, for each of the n vectors of
    /// the result.
    fn unwoven(&mut self, value: Operand, result: TypeId) -> Result<Vec<Lane>, SelectError> {
        let lanes = self.lanes(value)?;
        let factor = match self.module.types.resolve(result) {
            IrType::Struct { fields, .. } => fields.len(),
            _ => 0,
        };
        if factor == 0 || !lanes.len().is_multiple_of(factor) {
            return Err(beyond());
        }
        Ok((0..factor)
            .flat_map(|start| lanes.iter().skip(start).step_by(factor).copied())
            .collect())
    }

    /// 0, 1, 2, ….
    fn steps(&mut self, result: TypeId) -> Result<Vec<Reg>, SelectError> {
        let Kind::Int(width) = self.kind(result)? else {
            return Err(beyond());
        };
        let mut regs = Vec::new();
        for step in 0..self.lane_count(result) as i64 {
            match width {
                ..=32 => regs.push(self.i32(step as i32)),
                33..=64 => regs.push(self.i64(step)),
                _ => regs.extend(self.wide_number(step as u128)),
            }
        }
        Ok(regs)
    }

    /// Whether each number from `start` on is below `end`, none of them wrapped.
    fn active_lanes(
        &mut self,
        start: Operand,
        end: Operand,
        result: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let (start, end) = (self.lane(start)?, self.lane(end)?);
        if start.is_wide() || end.is_wide() {
            return Err(beyond());
        }
        let [start, end] = [start, end].map(|lane| self.lane_extended(lane, Extend::Zero));
        let any = self.compare(IntPredicate::UnsignedGreater, end, start);
        let left = self.int_op(IntBinary::Sub, end, start);
        let mut regs = Vec::new();
        for index in 0..self.lane_count(result) {
            let index = self.number_like(left, index as i64);
            let is_left = self.compare(IntPredicate::UnsignedLess, index, left);
            regs.push(self.both(any, is_left));
        }
        Ok(regs)
    }

    /// How many elements come before the first that is not 0.
    fn first_lane(&mut self, value: Operand, result: TypeId) -> Result<Vec<Reg>, SelectError> {
        let lanes = self.lanes(value)?;
        let Kind::Int(width @ ..=64) = self.kind(result)? else {
            return Err(beyond());
        };
        let number = |selection: &mut Self, index: usize| match width {
            ..=32 => selection.i32(index as i32),
            _ => selection.i64(index as i64),
        };
        let mut first = number(self, lanes.len());
        for (index, lane) in lanes.into_iter().enumerate().rev() {
            let zero = self.int_lane(lane, 0);
            let is_set = self.compare_lanes(IntPredicate::NotEqual, Extend::Zero, lane, zero);
            let index = number(self, index);
            first = self.choose(is_set, index, first);
        }
        Ok(vec![first])
    }

    /// The elements that a mask selects, then those of another vector. In the frame each element is
    /// written behind the elements selected before it, and overwritten by the next if the mask
    /// does not select it.
    fn compressed(
        &mut self,
        value: Operand,
        mask: Operand,
        rest: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        let (lanes, mask, rest) = (self.lanes(value)?, self.lanes(mask)?, self.lanes(rest)?);
        let parts = self.lane_parts(self.operand_type(value))?;
        let (count, each) = (lanes.len(), parts.len() / lanes.len().max(1));
        if mask.len() != count || rest.len() != count {
            return Err(beyond());
        }
        // Each element has 8 bytes for each of its registers.
        let size = 8 * each as u32;
        self.frame.reserve(u64::from(size) * count as u64)?;
        let start = self.frame.outgoing;
        let mut found = self.bytes(0);
        for (lane, bit) in lanes.into_iter().zip(mask) {
            let base = self.body.frame_address(start);
            let by = self.int_op_number(IntBinary::Mul, found, size.into());
            let at = self.int_op(IntBinary::Add, base, by);
            let place = self.place_at(at, 8);
            for (index, (reg, part)) in lane.regs().into_iter().zip(parts).enumerate() {
                let part = part.at(8 * index as u64);
                self.store_part(place, &part, reg, false)?;
            }
            let bit = self.lane_extended(bit, Extend::Zero);
            let bit = self.number_as_address(bit, Extend::Zero);
            found = self.int_op(IntBinary::Add, found, bit);
        }
        let mut regs = Vec::new();
        for (index, other) in rest.into_iter().enumerate() {
            let place = self.frame_place(start + size * index as u32, 8);
            let number = self.bytes(index as i64);
            let is_found = self.compare(IntPredicate::UnsignedLess, number, found);
            for (index, (other, part)) in other.regs().into_iter().zip(parts).enumerate() {
                let part = part.at(8 * index as u64);
                let element = self.load_part(place, &part)?;
                regs.push(self.choose(is_found, element, other));
            }
        }
        Ok(regs)
    }
}

/// The intrinsic is not supported with these operands.
fn beyond() -> SelectError {
    SelectError::OperandType("an arrangement of elements")
}
