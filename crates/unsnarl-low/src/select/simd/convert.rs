//! Conversions of whole registers.
//!
//! *Limits:* conversions between integers of 64 bits and floating-point numbers are done lane by
//! lane.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::vector::{Half, VectorUnary};
use crate::types::LaneType;
use unsnarl_ir::{CastOp, Operand, TypeId, ValueId};

use super::Vector;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    pub(super) fn simd_cast(
        &mut self,
        result: ValueId,
        op: CastOp,
        value: Operand,
        to: TypeId,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        use CastOp as C;
        if op == C::Bitcast {
            return self.simd_bitcast(value, to);
        }
        let (Some(from), Some(to)) = (self.vector(value)?, self.context.parts.shape(to)) else {
            return Ok(None);
        };
        if from.shape.count != to.count {
            return Err(SelectError::OperandType("a conversion"));
        }
        match op {
            C::Truncate if to.is_mask => self.lanes_to_mask(result, &from),
            C::Truncate => Ok(Some(self.resized(&from, to, Extend::Zero))),
            C::ZeroExtend => self
                .extended_vector(value, &from, to, Extend::Zero)
                .map(Some),
            C::SignExtend => self
                .extended_vector(value, &from, to, Extend::Sign)
                .map(Some),
            C::PtrToInt | C::IntToPtr | C::PtrToAddr => {
                Ok(Some(self.resized(&from, to, Extend::Zero)))
            }
            C::SignedToFloat => self.vector_to_floats(value, &from, to, Extend::Sign),
            C::UnsignedToFloat => self.vector_to_floats(value, &from, to, Extend::Zero),
            C::FloatToSigned => Ok(self.vector_to_ints(&from, to, Extend::Sign)),
            C::FloatToUnsigned => Ok(self.vector_to_ints(&from, to, Extend::Zero)),
            C::FloatExtend => Ok(self.promoted(&from, to)),
            C::FloatTruncate => Ok(self.demoted(&from, to)),
            _ => Ok(None),
        }
    }

    /// The lowest bit of each lane.
    fn lanes_to_mask(
        &mut self,
        result: ValueId,
        from: &Vector,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let regs = self.lowest_bits(from.shape.lane, &from.regs);
        match from.shape.mask(from.shape.lane.bits()) {
            Some(made) => self.mask_value(result, made, regs),
            None => Ok(None),
        }
    }

    /// Integers or bits as wider integers.
    fn extended_vector(
        &mut self,
        value: Operand,
        from: &Vector,
        to: Shape,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        if !from.shape.is_mask {
            if let Some(loaded) = self.loaded_ahead(value, extend) {
                let once = from.shape.lane.bits() * 2;
                let count = from.shape.count;
                return Ok(self.extended_lanes(&[loaded], count, once, to.lane.bits(), extend));
            }
            return Ok(self.resized(from, to, extend));
        }
        let masks = self.mask_of(value, to.count, to.lane.bits())?;
        if extend == Extend::Sign {
            return Ok(masks);
        }
        let one = self.splat_number(to.lane, 1);
        let mut ones = Vec::with_capacity(masks.len());
        for mask in masks {
            let reg = self.wide_op(Op::BitsAnd, &[mask, one]);
            self.counted.insert(reg, (to.lane, mask));
            ones.push(reg);
        }
        Ok(ones)
    }

    /// Integers of another width.
    fn resized(&mut self, from: &Vector, to: Shape, extend: Extend) -> Vec<Reg> {
        let (bits, wanted) = (from.shape.lane.bits(), to.lane.bits());
        if bits < wanted {
            return self.extended_lanes(&from.regs, to.count, bits, wanted, extend);
        }
        self.truncated_lanes(&from.regs, to.count, bits, wanted)
    }

    /// Widens lanes of `from` bits, by halves.
    pub(super) fn extended_lanes(
        &mut self,
        regs: &[Reg],
        count: usize,
        from: u32,
        to: u32,
        extend: Extend,
    ) -> Vec<Reg> {
        let (mut regs, mut bits) = (regs.to_vec(), from);
        while bits < to {
            let half = (64 / bits) as usize;
            let mut wider = Vec::with_capacity(2 * regs.len());
            for (index, &reg) in regs.iter().enumerate() {
                wider.push(self.low_extended(reg, bits, extend));
                if count - index * 2 * half > half {
                    let [_, high] = extensions(bits, extend);
                    wider.push(self.wide_op(high, &[reg]));
                }
            }
            (regs, bits) = (wider, 2 * bits);
        }
        regs
    }

    /// The lower half of a register extended. If it is the upper half of another one, that is
    /// extended.
    fn low_extended(&mut self, reg: Reg, bits: u32, extend: Extend) -> Reg {
        let [low, high] = extensions(bits, extend);
        if let Some((Op::Shuffle(lanes), &[left, right])) = self.body.made_by(reg) {
            let is_upper_half = |start: u8| (0..8).all(|at| lanes[usize::from(at)] == start + at);
            if is_upper_half(8) {
                return self.wide_op(high, &[left]);
            }
            if is_upper_half(24) {
                return self.wide_op(high, &[right]);
            }
        }
        self.wide_op(low, &[reg])
    }

    /// The low bits of each lane, packed.
    pub(super) fn truncated_lanes(
        &mut self,
        regs: &[Reg],
        count: usize,
        from: u32,
        to: u32,
    ) -> Vec<Reg> {
        let (mut regs, mut bits) = (regs.to_vec(), from);
        while bits > to {
            // From one or two registers in one step.
            let next = if regs.len() > 2 { bits / 2 } else { to };
            let (ratio, size) = ((bits / next) as usize, next as usize / 8);
            let lanes = 16 / (size * ratio);
            let wanted: Vec<(usize, u8)> = (0..count)
                .map(|lane| (lane / lanes, (lane % lanes * ratio) as u8))
                .collect();
            regs = wanted
                .chunks(16 / size)
                .map(|wanted| {
                    let wanted: Vec<Option<(Reg, u8)>> = wanted
                        .iter()
                        .map(|&(register, lane)| Some((regs[register], lane)))
                        .collect();
                    self.gathered(size, &wanted)
                })
                .collect();
            bits = next;
        }
        regs
    }

    fn vector_to_floats(
        &mut self,
        value: Operand,
        from: &Vector,
        to: Shape,
        extend: Extend,
    ) -> Result<Option<Vec<Reg>>, SelectError> {
        let bits = from.shape.lane.bits();
        if bits > 32 && !from.shape.is_mask || !to.lane.is_float() {
            return Ok(None);
        }
        let words = Shape {
            lane: LaneType::I32,
            ..to
        };
        let regs = self.extended_vector(value, from, words, extend)?;
        // What has been extended with zeros is not negative.
        let extend = if bits < 32 { Extend::Sign } else { extend };
        let op = Op::VectorUnary(to.lane, VectorUnary::FromI32(extend.sign()));
        Ok(Some(match to.lane {
            LaneType::F32 => self.each(op, &regs),
            _ => self.each_half(op, &regs, to.count),
        }))
    }

    /// An instruction on the lower half of each register, which holds two numbers of 32 bits, and
    /// on the upper half.
    fn each_half(&mut self, op: Op, regs: &[Reg], count: usize) -> Vec<Reg> {
        let mut halves = Vec::with_capacity(2 * regs.len());
        for (index, &reg) in regs.iter().enumerate() {
            halves.push(reg);
            if count - 4 * index > 2 {
                halves.push(self.upper_half_down(reg));
            }
        }
        self.each(op, &halves)
    }

    /// The upper half of a register as the lower one.
    fn upper_half_down(&mut self, reg: Reg) -> Reg {
        let lanes = std::array::from_fn(|at| at as u8 % 8 + 8);
        self.wide_op(Op::Shuffle(lanes), &[reg, reg])
    }

    /// The lower halves of registers, concatenated.
    fn lower_halves(&mut self, regs: &[Reg]) -> Vec<Reg> {
        regs.chunks(2)
            .map(|pair| match *pair {
                [low, high] => self.gathered(8, &[Some((low, 0)), Some((high, 0))]),
                _ => pair[0],
            })
            .collect()
    }

    /// A value out of range is poison in the source; here it becomes the nearest number.
    pub(super) fn vector_to_ints(
        &mut self,
        from: &Vector,
        to: Shape,
        extend: Extend,
    ) -> Option<Vec<Reg>> {
        if to.is_mask || to.lane.bits() > 32 || !from.shape.lane.is_float() {
            return None;
        }
        let words = |op| Op::VectorUnary(LaneType::I32, op);
        let words = match from.shape.lane {
            LaneType::F32 => {
                let op = words(VectorUnary::TruncateF32(extend.sign()));
                self.each(op, &from.regs)
            }
            _ => {
                let op = words(VectorUnary::TruncateF64(extend.sign()));
                let halves = self.each(op, &from.regs);
                self.lower_halves(&halves)
            }
        };
        Some(self.truncated_lanes(&words, to.count, 32, to.lane.bits()))
    }

    fn promoted(&mut self, from: &Vector, to: Shape) -> Option<Vec<Reg>> {
        let is_it = (from.shape.lane, to.lane) == (LaneType::F32, LaneType::F64);
        is_it.then(|| {
            let op = Op::VectorUnary(LaneType::F64, VectorUnary::Promote);
            self.each_half(op, &from.regs, to.count)
        })
    }

    fn demoted(&mut self, from: &Vector, to: Shape) -> Option<Vec<Reg>> {
        if (from.shape.lane, to.lane) != (LaneType::F64, LaneType::F32) {
            return None;
        }
        let op = Op::VectorUnary(LaneType::F32, VectorUnary::Demote);
        let halves = self.each(op, &from.regs);
        Some(self.lower_halves(&halves))
    }
}

/// The instructions that extend the lower and the upper half of a register of narrower lanes.
fn extensions(bits: u32, extend: Extend) -> [Op; 2] {
    let wider = LaneType::int(2 * bits).unwrap_or(LaneType::I64);
    Half::ALL.map(|half| Op::VectorUnary(wider, VectorUnary::Extend(half, extend.sign())))
}
