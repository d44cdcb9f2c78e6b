//! Conversions.

use unsnarl_ir::{CastOp, Operand, TypeId};
use wasm_encoder::{Instruction, ValType};

use super::int::Alu;
use super::{Extend, Selection, unsupported};
use crate::code::Reg;
use crate::error::Cause;
use crate::forms::describe;

impl Selection<'_> {
    pub(super) fn cast(
        &mut self,
        op: CastOp,
        value: Operand,
        to: TypeId,
    ) -> Result<Vec<Reg>, Cause> {
        match op {
            CastOp::Truncate => self.resize(value, to, None),
            CastOp::ZeroExtend | CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => {
                self.resize(value, to, Some(Extend::Zero))
            }
            CastOp::SignExtend => self.resize(value, to, Some(Extend::Sign)),
            CastOp::FloatTruncate | CastOp::FloatExtend => self.resize_float(value, to),
            CastOp::FloatToSigned => self.float_to_int(value, to, Extend::Sign),
            CastOp::FloatToUnsigned => self.float_to_int(value, to, Extend::Zero),
            CastOp::SignedToFloat => self.int_to_float(value, to, Extend::Sign),
            CastOp::UnsignedToFloat => self.int_to_float(value, to, Extend::Zero),
            CastOp::Bitcast => self.bitcast(value, to),
            CastOp::AddressSpace => Err(unsupported("addrspacecast")),
        }
    }

    /// An integer or pointer with another width. Bits that come on top are as `extend` says, if it grows.
    fn resize(
        &mut self,
        value: Operand,
        to: TypeId,
        extend: Option<Extend>,
    ) -> Result<Vec<Reg>, Cause> {
        let (from, to) = (self.int_width(value)?, self.type_width(to)?);
        if to <= from {
            let low = self.operand(value)?[0];
            return Ok(match (from, to) {
                (65.., 65..) => self.two(value)?.to_vec(),
                (33.., ..=32) => vec![self.pure(Instruction::I32WrapI64, &[low], ValType::I32)],
                _ => vec![low],
            });
        }
        let extend = extend.ok_or(Cause::OperandType("trunc"))?;
        if from > 64 {
            let [low, high] = self.two(value)?;
            return Ok(vec![low, self.extend(high, from - 64, extend)]);
        }
        let low = self.extended(value, extend)?;
        if to <= 32 {
            return Ok(vec![low]);
        }
        let low = if from <= 32 {
            self.widened(low, extend)
        } else {
            low
        };
        Ok(if to <= 64 {
            vec![low]
        } else {
            vec![low, self.high_of(low, extend)]
        })
    }

    /// An `i32` as an `i64`.
    pub(super) fn widened(&mut self, value: Reg, extend: Extend) -> Reg {
        if let Some(number) = self.known_number(value) {
            return match extend {
                Extend::Zero => self.i64(i64::from(number as u32)),
                Extend::Sign => self.i64(number),
            };
        }
        let op = match extend {
            Extend::Zero => Instruction::I64ExtendI32U,
            Extend::Sign => Instruction::I64ExtendI32S,
        };
        self.pure(op, &[value], ValType::I64)
    }

    /// The high half of an integer of 128 bits whose low half is this.
    pub(super) fn high_of(&mut self, low: Reg, extend: Extend) -> Reg {
        match extend {
            Extend::Zero => self.i64(0),
            Extend::Sign => self.alu_number(Alu::ShrS, low, 63),
        }
    }

    fn resize_float(&mut self, value: Operand, to: TypeId) -> Result<Vec<Reg>, Cause> {
        let value = self.float(value)?;
        let from = self.body.ty(value);
        let to = self.single_type(to)?;
        let op = match (from, to) {
            (ValType::F32, ValType::F64) => Instruction::F64PromoteF32,
            (ValType::F64, ValType::F32) => Instruction::F32DemoteF64,
            _ => return Err(Cause::OperandType("fpext or fptrunc")),
        };
        Ok(vec![self.pure(op, &[value], to)])
    }

    /// What does not fit has no meaning in the source; the saturating conversions never trap on it.
    pub(super) fn float_to_int(
        &mut self,
        value: Operand,
        to: TypeId,
        extend: Extend,
    ) -> Result<Vec<Reg>, Cause> {
        use Instruction as I;
        let value = self.float(value)?;
        let width = self.type_width(to)?;
        if width > 64 {
            return Err(unsupported("a conversion of a float to more than 64 bits"));
        }
        let to = self.single_type(to)?;
        let is_double = self.body.ty(value) == ValType::F64;
        let op = match (is_double, to == ValType::I64, extend) {
            (false, false, Extend::Sign) => I::I32TruncSatF32S,
            (false, false, Extend::Zero) => I::I32TruncSatF32U,
            (false, true, Extend::Sign) => I::I64TruncSatF32S,
            (false, true, Extend::Zero) => I::I64TruncSatF32U,
            (true, false, Extend::Sign) => I::I32TruncSatF64S,
            (true, false, Extend::Zero) => I::I32TruncSatF64U,
            (true, true, Extend::Sign) => I::I64TruncSatF64S,
            (true, true, Extend::Zero) => I::I64TruncSatF64U,
        };
        Ok(vec![self.pure(op, &[value], to)])
    }

    fn int_to_float(
        &mut self,
        value: Operand,
        to: TypeId,
        extend: Extend,
    ) -> Result<Vec<Reg>, Cause> {
        use Instruction as I;
        if self.int_width(value)? > 64 {
            return Err(unsupported("a conversion of more than 64 bits to a float"));
        }
        let value = self.extended(value, extend)?;
        let to = self.single_type(to)?;
        let op = match (to, self.body.ty(value) == ValType::I64, extend) {
            (ValType::F32, false, Extend::Sign) => I::F32ConvertI32S,
            (ValType::F32, false, Extend::Zero) => I::F32ConvertI32U,
            (ValType::F32, true, Extend::Sign) => I::F32ConvertI64S,
            (ValType::F32, true, Extend::Zero) => I::F32ConvertI64U,
            (ValType::F64, false, Extend::Sign) => I::F64ConvertI32S,
            (ValType::F64, false, Extend::Zero) => I::F64ConvertI32U,
            (ValType::F64, true, Extend::Sign) => I::F64ConvertI64S,
            (ValType::F64, true, Extend::Zero) => I::F64ConvertI64U,
            _ => return Err(Cause::OperandType("sitofp or uitofp")),
        };
        Ok(vec![self.pure(op, &[value], to)])
    }

    fn bitcast(&mut self, value: Operand, to: TypeId) -> Result<Vec<Reg>, Cause> {
        use Instruction as I;
        let from = self.operand_type(value);
        let regs = self.operand(value)?;
        if from == to {
            return Ok(regs);
        }
        let (reg, to) = (self.one(value)?, self.single_type(to)?);
        let op = match (self.body.ty(reg), to) {
            (ValType::F32, ValType::I32) => I::I32ReinterpretF32,
            (ValType::I32, ValType::F32) => I::F32ReinterpretI32,
            (ValType::F64, ValType::I64) => I::I64ReinterpretF64,
            (ValType::I64, ValType::F64) => I::F64ReinterpretI64,
            (from, to) if from == to => return Ok(vec![reg]),
            _ => return Err(Cause::OperandType("bitcast")),
        };
        Ok(vec![self.pure(op, &[reg], to)])
    }

    /// The WebAssembly type of a type of one part.
    pub(super) fn single_type(&self, ty: TypeId) -> Result<ValType, Cause> {
        match self.parts(ty)? {
            [part] => Ok(part.ty),
            _ => Err(Cause::Type(describe(self.module, ty))),
        }
    }
}
