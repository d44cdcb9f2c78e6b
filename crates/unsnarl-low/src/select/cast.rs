//! Conversions.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::convert::Convert;
use crate::op::float::{FloatCompare, FloatUnary};
use crate::op::int::IntBinary;
use crate::types::{Type, Width};
use unsnarl_ir::{CastOp, FloatKind, Operand, TypeId};

use super::lane::{Kind, Lane};
use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::extend::Extend;
use crate::select::parts::describe;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn cast(
        &mut self,
        op: CastOp,
        value: Operand,
        to: TypeId,
    ) -> Result<Vec<Reg>, SelectError> {
        let from = self.operand_type(value);
        if self.big_width(from).or(self.big_width(to)).is_some() {
            return self.big_cast(op, value, to);
        }
        if op == CastOp::Bitcast {
            return self.bitcast(value, to);
        }
        let kind = self.kind(to)?;
        self.map(value, |selection, lane| selection.convert(op, lane, kind))
    }

    fn convert(&mut self, op: CastOp, lane: Lane, to: Kind) -> Result<Vec<Reg>, SelectError> {
        use CastOp as C;
        match (op, to) {
            (C::Truncate, Kind::Int(to)) => self.resize(lane, to, None),
            (C::ZeroExtend | C::PtrToInt | C::PtrToAddr | C::IntToPtr, Kind::Int(to)) => {
                self.resize(lane, to, Some(Extend::Zero))
            }
            (C::SignExtend, Kind::Int(to)) => self.resize(lane, to, Some(Extend::Sign)),
            (C::FloatTruncate | C::FloatExtend, Kind::Float(to)) => self.reformat(lane, to),
            (C::FloatToSigned, Kind::Int(to)) => self.float_to_int(lane, to, Extend::Sign),
            (C::FloatToUnsigned, Kind::Int(to)) => self.float_to_int(lane, to, Extend::Zero),
            (C::SignedToFloat, Kind::Float(to)) => self.int_to_float(lane, to, Extend::Sign),
            (C::UnsignedToFloat, Kind::Float(to)) => self.int_to_float(lane, to, Extend::Zero),
            (C::AddressSpace, _) => Err(unsupported("addrspacecast")),
            _ => Err(SelectError::OperandType("a conversion")),
        }
    }

    /// An integer or pointer with another width. If it grows, `extend` determines the new bits.
    fn resize(
        &mut self,
        lane: Lane,
        to: u32,
        extend: Option<Extend>,
    ) -> Result<Vec<Reg>, SelectError> {
        let from = lane.width()?;
        if to <= from {
            return Ok(match (from, to) {
                (65.., 65..) => lane.regs(),
                (33.., ..=32) => vec![self.narrowed(lane.low())],
                _ => vec![lane.low()],
            });
        }
        let extend = extend.ok_or(SelectError::OperandType("trunc"))?;
        if to > 64 {
            return Ok(self.lane_extended_wide(lane, extend).to_vec());
        }
        let low = self.lane_extended(lane, extend);
        Ok(vec![if from <= 32 && to > 32 {
            self.widened(low, extend)
        } else {
            low
        }])
    }

    /// A number of one type as one of another.
    pub(super) fn conversion(&mut self, op: Convert, value: Reg) -> Reg {
        self.pure(Op::Convert(op), &[value], op.to())
    }

    /// The bits of a float as an integer, or of an integer as a float.
    pub(super) fn reinterpreted(&mut self, value: Reg) -> Reg {
        let width = self.width(value);
        let op = match self.body.ty(value) {
            Type::F32 | Type::F64 => Convert::FloatToIntBits(width),
            _ => Convert::IntToFloatBits(width),
        };
        self.conversion(op, value)
    }

    /// An `i64` as an `i32`.
    pub(super) fn narrowed(&mut self, value: Reg) -> Reg {
        match self.known_number(value) {
            Some(number) => self.i32(number as i32),
            None => self.conversion(Convert::Wrap, value),
        }
    }

    /// An `i32` as an `i64`.
    pub(super) fn widened(&mut self, value: Reg, extend: Extend) -> Reg {
        if let Some(number) = self.known_number(value) {
            return match extend {
                Extend::Zero => self.i64(i64::from(number as u32)),
                Extend::Sign => self.i64(number),
            };
        }
        self.conversion(Convert::Extend(extend.sign()), value)
    }

    /// The high half of an integer of 128 bits whose low half is this.
    pub(super) fn high_of(&mut self, low: Reg, extend: Extend) -> Reg {
        match extend {
            Extend::Zero => self.i64(0),
            Extend::Sign => self.int_op_number(IntBinary::ShrS, low, 63),
        }
    }

    /// An integer of a register as one of another.
    pub(super) fn fitted(&mut self, value: Reg, ty: Type) -> Reg {
        match (self.body.ty(value), ty) {
            (Type::I32, Type::I64) => self.widened(value, Extend::Zero),
            (Type::I64, Type::I32) => self.narrowed(value),
            _ => value,
        }
    }

    /// A value out of range is poison in the source, and must not trap.
    pub(super) fn float_to_int(
        &mut self,
        lane: Lane,
        width: u32,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        if lane.format()? == FloatKind::Fp128 {
            let routine = match (width, extend) {
                (..=32, Extend::Sign) => "__fixtfsi",
                (..=32, Extend::Zero) => "__fixunstfsi",
                (33..=64, Extend::Sign) => "__fixtfdi",
                (33..=64, Extend::Zero) => "__fixunstfdi",
                (_, Extend::Sign) => "__fixtfti",
                (_, Extend::Zero) => "__fixunstfti",
            };
            return self.runtime(routine, &lane.halves());
        }
        let value = self.as_native(lane)?;
        if width > 64 {
            let routine = match (self.body.ty(value), extend) {
                (Type::F64, Extend::Sign) => "__fixdfti",
                (Type::F64, Extend::Zero) => "__fixunsdfti",
                (_, Extend::Sign) => "__fixsfti",
                (_, Extend::Zero) => "__fixunssfti",
            };
            return self.runtime(routine, &[value]);
        }
        Ok(vec![self.truncated(
            value,
            fitting(width),
            extend,
            Beyond::Any,
        )])
    }

    /// A native number as an integer of 32 or 64 bits.
    pub(super) fn truncated(
        &mut self,
        value: Reg,
        to: Width,
        extend: Extend,
        beyond: Beyond,
    ) -> Reg {
        let (from, sign) = (self.width(value), extend.sign());
        if self.features.saturating_truncation {
            return self.conversion(Convert::TruncateSaturating { from, to, sign }, value);
        }
        // The instruction traps out of range, and the conversion may be computed speculatively.
        let bits = to.bits();
        let limit = match extend {
            Extend::Sign => 2_f64.powi(bits as i32 - 1),
            Extend::Zero => 2_f64.powi(bits as i32),
        };
        let limit = self.float_like(value, limit);
        let zero = self.float_like(value, 0.0);
        let below = match extend {
            Extend::Sign => {
                let magnitude = self.float_unary(FloatUnary::Abs, value);
                self.float_test(FloatCompare::Lt, magnitude, limit)
            }
            Extend::Zero => {
                let below = self.float_test(FloatCompare::Lt, value, limit);
                let above = self.float_test(FloatCompare::Ge, value, zero);
                self.both(below, above)
            }
        };
        let safe = self.choose(below, value, zero);
        let number = self.conversion(Convert::Truncate { from, to, sign }, safe);
        let least = match extend {
            Extend::Sign => i64::MIN >> (64 - bits),
            Extend::Zero => 0,
        };
        let mut otherwise = self.number_like(number, least);
        if beyond == Beyond::Nearest {
            let none = self.number_like(number, 0);
            let is_number = self.float_test(FloatCompare::Eq, value, value);
            otherwise = self.choose(is_number, otherwise, none);
            let is_above = self.float_test(FloatCompare::Ge, value, limit);
            let most = self.number_like(number, !least);
            otherwise = self.choose(is_above, most, otherwise);
        }
        self.choose(below, number, otherwise)
    }

    /// A number of the type of a register.
    pub(super) fn float_like(&mut self, like: Reg, value: f64) -> Reg {
        self.body.number(match self.body.ty(like) {
            Type::F64 => Number::F64(value.to_bits()),
            _ => Number::F32((value as f32).to_bits()),
        })
    }

    fn int_to_float(
        &mut self,
        lane: Lane,
        to: FloatKind,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        if lane.width()? > 64 {
            return self.wide_to_float(lane, to, extend);
        }
        let value = self.lane_extended(lane, extend);
        let is_long = self.body.ty(value) == Type::I64;
        match to {
            FloatKind::Fp128 => {
                let routine = match (is_long, extend) {
                    (false, Extend::Sign) => "__floatsitf",
                    (false, Extend::Zero) => "__floatunsitf",
                    (true, Extend::Sign) => "__floatditf",
                    (true, Extend::Zero) => "__floatunditf",
                };
                self.runtime(routine, &[value])
            }
            FloatKind::Double => Ok(vec![self.converted(value, Width::W64, extend)]),
            // A number that is rounded to a float is too large for a half, and so infinite.
            FloatKind::Float | FloatKind::Half => {
                let value = self.converted(value, Width::W32, extend);
                self.rounded_to(to, value)
            }
            // A double holds 32 bits exactly, so that this rounds once.
            FloatKind::BFloat => {
                let value = match is_long {
                    true => self.odd_double_of(&[value], extend),
                    false => self.converted(value, Width::W64, extend),
                };
                self.rounded_to(to, value)
            }
            _ => Err(SelectError::OperandType("a conversion")),
        }
    }

    fn converted(&mut self, value: Reg, to: Width, extend: Extend) -> Reg {
        let (from, sign) = (self.width(value), extend.sign());
        self.conversion(Convert::ToFloat { from, to, sign }, value)
    }

    fn wide_to_float(
        &mut self,
        lane: Lane,
        to: FloatKind,
        extend: Extend,
    ) -> Result<Vec<Reg>, SelectError> {
        let routine = match (to, extend) {
            (FloatKind::BFloat, _) => {
                let halves = self.lane_extended_wide(lane, extend);
                let value = self.odd_double_of(&halves, extend);
                return self.rounded_to(to, value);
            }
            (FloatKind::Fp128, Extend::Sign) => "__floattitf",
            (FloatKind::Fp128, Extend::Zero) => "__floatuntitf",
            (FloatKind::Double, Extend::Sign) => "__floattidf",
            (FloatKind::Double, Extend::Zero) => "__floatuntidf",
            (FloatKind::Float | FloatKind::Half, Extend::Sign) => "__floattisf",
            (FloatKind::Float | FloatKind::Half, Extend::Zero) => "__floatuntisf",
            _ => return Err(SelectError::OperandType("a conversion")),
        };
        let halves = self.lane_extended_wide(lane, extend);
        let value = self.runtime(routine, &halves)?;
        match to {
            FloatKind::Half => self.rounded_to(to, value[0]),
            _ => Ok(value),
        }
    }

    /// The WebAssembly type of a type of one part.
    pub(super) fn single_type(&self, ty: TypeId) -> Result<Type, SelectError> {
        match self.parts(ty)? {
            [part] => Ok(part.ty),
            _ => Err(SelectError::Type(describe(self.module, ty))),
        }
    }
}

/// The result of a conversion of a number out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// Any integer.
    Any,
    /// The nearest one, and 0 for NaN.
    Nearest,
}

/// The width of the registers of integers of up to 64 bits.
pub(super) fn fitting(bits: u32) -> Width {
    match bits {
        ..=32 => Width::W32,
        _ => Width::W64,
    }
}
