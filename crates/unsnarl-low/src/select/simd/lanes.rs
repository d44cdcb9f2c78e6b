//! Lanes out of registers and into them.
//!
//! *Needs:* the registers of a vector, or a number for each of its lanes. *Gives:* the other.
//!
//! Known lanes need no instruction: a lane of a constant is a number, a lane that was just inserted
//! is the inserted value, and equal lanes are one `splat`.

use crate::machine::{Number, Reg, Source};
use crate::op::Op;
use crate::op::int::IntBinary;
use crate::types::{LaneType, Sign, Type};
use unsnarl_ir::{ConstId, Constant, Type as IrType, TypeId};

use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::facts::Extension;
use crate::select::lane::{Kind, Lane};
use crate::select::selection::Selection;
use crate::select::shape::Shape;

impl Selection<'_> {
    /// The lanes of a vector in registers.
    pub(in crate::select) fn unpacked(
        &mut self,
        shape: Shape,
        regs: &[Reg],
        kind: Kind,
    ) -> Vec<Lane> {
        let lanes = 0..shape.count;
        lanes
            .map(|lane| {
                let (reg, known) = self.taken(shape, regs, lane);
                match self.known_number(reg) {
                    // A number is written with zeros above its width.
                    Some(number) if shape.is_mask => {
                        let bit = self.i32(number as i32 & 1);
                        Lane::new(kind, bit).with_known(WITH_ZEROS)
                    }
                    _ => Lane::new(kind, reg).with_known(known),
                }
            })
            .collect()
    }

    /// One lane of a vector. That of a mask is an integer, of which the lowest bit is used.
    pub(super) fn lane_of(&mut self, shape: Shape, regs: &[Reg], lane: usize) -> Reg {
        self.taken(shape, regs, lane).0
    }

    /// One lane of a vector, and the bits above its width.
    fn taken(&mut self, shape: Shape, regs: &[Reg], lane: usize) -> (Reg, Extension) {
        let (register, at) = shape.place(lane);
        let reg = regs[register];
        let (taken, known) = match self.known_lane(shape.lane, reg, at) {
            Some(known) if self.known_number(known).is_some() => (known, WITH_ZEROS),
            Some(known) => (known, Extension::default()),
            None if shape.is_mask => {
                let repeated = Extension {
                    zero: false,
                    sign: true,
                };
                let bit = self.extracted(shape.lane, reg, at, Extend::Sign);
                (bit, repeated)
            }
            None => (
                self.extracted(shape.lane, reg, at, Extend::Zero),
                WITH_ZEROS,
            ),
        };
        match shape.is_mask && self.body.ty(taken) == Type::I64 {
            true => (self.narrowed(taken), known),
            false => (taken, known),
        }
    }

    fn extracted(&mut self, lane: LaneType, reg: Reg, at: u8, extend: Extend) -> Reg {
        let sign = match lane {
            LaneType::I8 | LaneType::I16 => extend.sign(),
            _ => Sign::Signed,
        };
        self.pure(Op::ExtractLane(lane, sign, at), &[reg], lane.scalar())
    }

    /// The value inserted into a lane, if known. Bits above its width are unspecified.
    pub(super) fn known_lane(&mut self, lane: LaneType, reg: Reg, at: u8) -> Option<Reg> {
        let mut reg = reg;
        loop {
            if let Source::Number(Number::V128(bytes)) = self.body.source(reg) {
                return Some(self.lane_number(lane, &bytes, at));
            }
            let (op, args) = self.body.made_by(reg)?;
            if op == Op::Splat(lane) {
                return args.first().copied();
            }
            match (replaced(op, lane)?, args) {
                (place, &[_, put]) if place == at => return Some(put),
                (_, &[before, _]) => reg = before,
                _ => return None,
            }
        }
    }

    /// A lane of a constant, with zeros above its width.
    fn lane_number(&mut self, lane: LaneType, bytes: &[u8; 16], at: u8) -> Reg {
        let size = lane.size().bytes() as usize;
        let mut wide = [0; 8];
        wide[..size].copy_from_slice(&bytes[usize::from(at) * size..][..size]);
        let bits = u64::from_le_bytes(wide);
        self.body.number(match lane {
            LaneType::I64 => Number::I64(bits as i64),
            LaneType::F32 => Number::F32(bits as u32),
            LaneType::F64 => Number::F64(bits),
            _ => Number::I32(bits as i32),
        })
    }

    /// The registers of a vector of these lanes.
    pub(in crate::select) fn packed(&mut self, shape: Shape, lanes: &[Reg]) -> Vec<Reg> {
        let lanes: Vec<Reg> = match shape.is_mask {
            true => lanes
                .iter()
                .map(|&bit| self.spread_bit(shape.lane, bit))
                .collect(),
            false => lanes.to_vec(),
        };
        let per = shape.lane.count() as usize;
        lanes
            .chunks(per)
            .map(|lanes| self.register_of(shape.lane, lanes))
            .collect()
    }

    /// The lane of a mask from the lowest bit of a number.
    pub(super) fn spread_bit(&mut self, lane: LaneType, bit: Reg) -> Reg {
        let all = match self.known_number(bit) {
            Some(number) => self.i32(-(number as i32 & 1)),
            None => {
                let one = self.int_op_number(IntBinary::And, bit, 1);
                let zero = self.i32(0);
                self.int_op(IntBinary::Sub, zero, one)
            }
        };
        match lane {
            LaneType::I64 => self.widened(all, Extend::Sign),
            _ => all,
        }
    }

    /// A register of these lanes from the lowest; the others are unspecified.
    pub(super) fn register_of(&mut self, lane: LaneType, lanes: &[Reg]) -> Reg {
        let mut bytes = [0; 16];
        let (mut numbers, mut rest) = (0, Vec::new());
        for (at, &reg) in lanes.iter().enumerate() {
            match self.body.source(reg) {
                Source::Number(number) if put_number(&mut bytes, lane, at, number) => numbers += 1,
                _ => rest.push((at, reg)),
            }
        }
        let Some(&(_, first)) = rest.first() else {
            return self.body.number(Number::V128(bytes));
        };
        let mut whole = match numbers {
            0 => self.wide_op(Op::Splat(lane), &[first]),
            _ => self.body.number(Number::V128(bytes)),
        };
        for (at, reg) in rest {
            if numbers > 0 || reg != first {
                whole = self.replaced(lane, whole, at as u8, reg);
            }
        }
        whole
    }

    /// A register with one lane replaced.
    pub(super) fn replaced(&mut self, lane: LaneType, whole: Reg, at: u8, by: Reg) -> Reg {
        self.wide_op(Op::ReplaceLane(lane, at), &[whole, by])
    }

    /// A register whose lanes are all the same number.
    pub(super) fn splat_number(&mut self, lane: LaneType, bits: u64) -> Reg {
        let mut bytes = [0; 16];
        for chunk in bytes.chunks_exact_mut(lane.size().bytes() as usize) {
            chunk.copy_from_slice(&bits.to_le_bytes()[..chunk.len()]);
        }
        self.body.number(Number::V128(bytes))
    }

    /// The number in all lanes of a register, if they are known to be equal.
    pub(super) fn splat_of(&mut self, lane: LaneType, reg: Reg, lanes: usize) -> Option<Reg> {
        let first = self.known_lane(lane, reg, 0)?;
        let mut others = 1..lanes.min(lane.count() as usize) as u8;
        let same = others.all(|at| self.known_lane(lane, reg, at) == Some(first));
        same.then_some(first)
    }

    /// The parts of a value of which there may be a number for each lane.
    pub(in crate::select) fn formed(
        &mut self,
        ty: TypeId,
        regs: Vec<Reg>,
    ) -> Result<Vec<Reg>, SelectError> {
        if !self.context.parts.has_simd() || self.fits(ty, &regs)? {
            return Ok(regs);
        }
        let members = match self.module.types.resolve(ty) {
            IrType::Struct { fields, .. } => fields.to_vec(),
            _ => vec![ty],
        };
        let mut formed = Vec::new();
        let mut rest = &regs[..];
        for member in members {
            let parts = self.context.parts.lanes(member);
            let count = parts.map_or(0, <[_]>::len);
            let wrong = || SelectError::OperandType("a vector");
            let lanes = rest.split_off(..count).ok_or_else(wrong)?;
            match self.context.parts.shape(member) {
                Some(shape) => formed.extend(self.packed(shape, lanes)),
                None => formed.extend(lanes),
            }
        }
        Ok(formed)
    }

    /// The registers of a constant vector.
    pub(in crate::select) fn vector_constant(
        &mut self,
        id: ConstId,
        shape: Shape,
    ) -> Result<Vec<Reg>, SelectError> {
        let mut lanes = Vec::with_capacity(shape.count);
        if let Constant::Aggregate { elements, .. } = self.module.constant(id) {
            for &element in elements {
                lanes.extend(self.constant(element)?);
            }
        } else {
            // Zeros, or undefined.
            let zero = match shape.is_mask {
                true => self.i32(0),
                false => self.zero(shape.lane.scalar()),
            };
            lanes.resize(shape.count, zero);
        }
        if lanes.len() != shape.count {
            return Err(SelectError::OperandType("a vector"));
        }
        Ok(self.packed(shape, &lanes))
    }
}

const WITH_ZEROS: Extension = Extension {
    zero: true,
    sign: false,
};

/// The lane that an instruction replaces.
fn replaced(op: Op, lane: LaneType) -> Option<u8> {
    match op {
        Op::ReplaceLane(of, at) if of == lane => Some(at),
        _ => None,
    }
}

/// Puts a number in a lane; tells whether it is known now.
fn put_number(bytes: &mut [u8; 16], lane: LaneType, at: usize, number: Number) -> bool {
    let bits = match number {
        Number::I32(value) => value as u32 as u64,
        Number::I64(value) => value as u64,
        Number::F32(bits) => bits.into(),
        Number::F64(bits) => bits,
        Number::V128(_) | Number::Address(..) => return false,
    };
    let size = lane.size().bytes() as usize;
    bytes[at * size..][..size].copy_from_slice(&bits.to_le_bytes()[..size]);
    true
}
