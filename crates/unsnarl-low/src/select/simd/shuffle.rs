//! Shuffles: lanes of several registers in one.

use crate::machine::Reg;
use crate::op::Op;
use crate::types::LaneType;
use unsnarl_ir::{Operand, TypeId};

use super::Vector;
use crate::select::error::SelectError;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_shuffle(
        &mut self,
        left: Operand,
        right: Operand,
        mask: &[Option<u32>],
        to: TypeId,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let undefined = [left, right].map(|operand| self.is_undefined(operand));
        let sources = (self.vector(left)?, self.vector(right)?);
        let ((Some(left), Some(right)), Some(to)) = (sources, self.context.parts.shape(to)) else {
            return Ok(None);
        };
        if left.shape != right.shape || mask.len() != to.count {
            return Err(SelectError::OperandType("shufflevector"));
        }
        // Masks of other numbers of bits have other lanes.
        if left.shape.lane != to.lane {
            return Ok(None);
        }
        let count = left.shape.count;
        let wanted: Result<Vec<Option<(Reg, u8)>>, SelectError> = mask
            .iter()
            .map(|index| {
                let Some(index) = index.map(|index| index as usize) else {
                    return Ok(None);
                };
                let (vector, lane) = match index.checked_sub(count) {
                    None => (&left, index),
                    Some(lane) => (&right, lane),
                };
                if lane >= count {
                    return Err(SelectError::OperandType("shufflevector"));
                }
                let is_any = undefined[usize::from(index >= count)];
                Ok((!is_any).then(|| source(vector, lane)))
            })
            .collect();
        let per = to.lane.count() as usize;
        let regs = wanted?
            .chunks(per)
            .map(|wanted| self.shuffled(to.lane, wanted))
            .collect();
        Ok(Some(regs))
    }

    /// Tells whether one number was put in all lanes of a register.
    fn is_splat(&self, reg: Reg, lane: LaneType) -> bool {
        let made = self.body.made_by(reg);
        made.is_some_and(|(op, _)| op == Op::Splat(lane))
    }

    /// A register of lanes of others; lanes that are not wanted may be anything.
    fn shuffled(&mut self, lane: LaneType, wanted: &[Option<(Reg, u8)>]) -> Reg {
        let mut known = wanted.iter().flatten();
        let Some(&(reg, at)) = known.next() else {
            return self.splat_number(lane, 0);
        };
        let is_one = known.all(|&other| other == (reg, at));
        if is_one
            && !is_in_place(reg, wanted)
            && let Some(number) = self.known_lane(lane, reg, at)
        {
            return match self.known_number(number) {
                None if self.is_splat(reg, lane) => reg,
                _ => self.register_of(lane, &vec![number; lane.count() as usize]),
            };
        }
        self.gathered(lane.size().bytes() as usize, wanted)
    }

    /// A register of lanes of `size` bytes, each from a register and lane; `None` may be anything.
    pub(super) fn gathered(&mut self, size: usize, wanted: &[Option<(Reg, u8)>]) -> Reg {
        let mut sources: Vec<Reg> = Vec::new();
        for &(reg, _) in wanted.iter().flatten() {
            if !sources.contains(&reg) {
                sources.push(reg);
            }
        }
        let Some((&first, rest)) = sources.split_first() else {
            return self.splat_number(LaneType::I8, 0);
        };
        if is_in_place(first, wanted) {
            return first;
        }
        // The wanted lanes of the first register, then those of each other one in turn.
        let mut lanes: [u8; 16] = std::array::from_fn(|at| at as u8);
        put(&mut lanes, size, wanted, first, 0);
        let (mut whole, mut others) = (first, rest.iter());
        let mut second = others.next().copied();
        loop {
            let other = second.unwrap_or(whole);
            if second.is_some() {
                put(&mut lanes, size, wanted, other, 16);
            }
            whole = self.wide_op(Op::Shuffle(lanes), &[whole, other]);
            second = others.next().copied();
            if second.is_none() {
                return whole;
            }
            lanes = std::array::from_fn(|at| at as u8);
        }
    }

    /// Half of a vector's lanes moved down, to be combined with the others.
    pub(super) fn moved_down(&mut self, shape: Shape, reg: Reg, by: usize) -> Reg {
        let wanted: Vec<Option<(Reg, u8)>> =
            (0..by).map(|at| Some((reg, (at + by) as u8))).collect();
        self.gathered(shape.lane.size().bytes() as usize, &wanted)
    }
}

/// The register and the place in it of a lane.
fn source(vector: &Vector, lane: usize) -> (Reg, u8) {
    let (register, at) = vector.shape.place(lane);
    (vector.regs[register], at)
}

/// Tells whether all lanes that are wanted are where they should be in a register.
fn is_in_place(reg: Reg, wanted: &[Option<(Reg, u8)>]) -> bool {
    (0..)
        .zip(wanted)
        .all(|(at, wanted)| wanted.is_none_or(|wanted| wanted == (reg, at)))
}

/// Puts the bytes of the lanes that come from a register where they are wanted.
fn put(lanes: &mut [u8; 16], size: usize, wanted: &[Option<(Reg, u8)>], from: Reg, start: u8) {
    for (wanted, chunk) in wanted.iter().zip(lanes.chunks_exact_mut(size)) {
        if let Some((reg, lane)) = *wanted
            && reg == from
        {
            for (byte, put) in (0..).zip(chunk) {
                *put = start + lane * size as u8 + byte;
            }
        }
    }
}
