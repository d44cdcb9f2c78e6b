//! Integers of up to 64 bits.

use unsnarl_ir::{BinaryOp, Operand};
use wasm_encoder::{Instruction, ValType};

use super::lane::Lane;
use super::{Extend, Selection, unsupported};
use crate::code::{Number, Reg};
use crate::error::Cause;

/// An operation that WebAssembly has for both integer types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alu {
    Add,
    Sub,
    Mul,
    DivS,
    DivU,
    RemS,
    RemU,
    And,
    Or,
    Xor,
    Shl,
    ShrS,
    ShrU,
    Rotl,
    Clz,
    Ctz,
    Popcnt,
}

impl Alu {
    fn instruction(self, ty: ValType) -> Instruction<'static> {
        use Instruction as I;
        let (narrow, wide) = match self {
            Alu::Add => (I::I32Add, I::I64Add),
            Alu::Sub => (I::I32Sub, I::I64Sub),
            Alu::Mul => (I::I32Mul, I::I64Mul),
            Alu::DivS => (I::I32DivS, I::I64DivS),
            Alu::DivU => (I::I32DivU, I::I64DivU),
            Alu::RemS => (I::I32RemS, I::I64RemS),
            Alu::RemU => (I::I32RemU, I::I64RemU),
            Alu::And => (I::I32And, I::I64And),
            Alu::Or => (I::I32Or, I::I64Or),
            Alu::Xor => (I::I32Xor, I::I64Xor),
            Alu::Shl => (I::I32Shl, I::I64Shl),
            Alu::ShrS => (I::I32ShrS, I::I64ShrS),
            Alu::ShrU => (I::I32ShrU, I::I64ShrU),
            Alu::Rotl => (I::I32Rotl, I::I64Rotl),
            Alu::Clz => (I::I32Clz, I::I64Clz),
            Alu::Ctz => (I::I32Ctz, I::I64Ctz),
            Alu::Popcnt => (I::I32Popcnt, I::I64Popcnt),
        };
        if ty == ValType::I64 { wide } else { narrow }
    }
}

/// The bits of a register of an integer type.
pub(super) fn register_bits(ty: ValType) -> u32 {
    if ty == ValType::I64 { 64 } else { 32 }
}

impl Selection<'_> {
    /// An operation on two registers of one type.
    pub(super) fn alu(&mut self, op: Alu, left: Reg, right: Reg) -> Reg {
        let ty = self.body.ty(left);
        self.pure(op.instruction(ty), &[left, right], ty)
    }

    /// An operation on a register and a number.
    pub(super) fn alu_number(&mut self, op: Alu, left: Reg, right: i64) -> Reg {
        let right = self.number_like(left, right);
        self.alu(op, left, right)
    }

    /// An operation on one register.
    pub(super) fn alu_unary(&mut self, op: Alu, value: Reg) -> Reg {
        let ty = self.body.ty(value);
        self.pure(op.instruction(ty), &[value], ty)
    }

    /// A number of the type of a register.
    pub(super) fn number_like(&mut self, like: Reg, value: i64) -> Reg {
        self.body.number(match self.body.ty(like) {
            ValType::I64 => Number::I64(value),
            _ => Number::I32(value as i32),
        })
    }

    pub(super) fn int_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, Cause> {
        let width = left.width()?;
        if width > 64 {
            return self.wide_binary(op, left, right);
        }
        let (alu, left_extend, right_extend) = match op {
            BinaryOp::Add => (Alu::Add, None, None),
            BinaryOp::Sub => (Alu::Sub, None, None),
            BinaryOp::Mul => (Alu::Mul, None, None),
            BinaryOp::And => (Alu::And, None, None),
            BinaryOp::Or => (Alu::Or, None, None),
            BinaryOp::Xor => (Alu::Xor, None, None),
            BinaryOp::UnsignedDiv => (Alu::DivU, Some(Extend::Zero), Some(Extend::Zero)),
            BinaryOp::UnsignedRem => (Alu::RemU, Some(Extend::Zero), Some(Extend::Zero)),
            BinaryOp::SignedDiv => (Alu::DivS, Some(Extend::Sign), Some(Extend::Sign)),
            BinaryOp::SignedRem => (Alu::RemS, Some(Extend::Sign), Some(Extend::Sign)),
            BinaryOp::ShiftLeft => (Alu::Shl, None, amount_extend(width)),
            BinaryOp::LogicalShiftRight => (Alu::ShrU, Some(Extend::Zero), amount_extend(width)),
            BinaryOp::ArithmeticShiftRight => (Alu::ShrS, Some(Extend::Sign), amount_extend(width)),
            _ => return Err(unsupported("floating-point arithmetic on integers")),
        };
        let left = self.maybe_extended(left, left_extend);
        let right = self.maybe_extended(right, right_extend);
        if alu == Alu::Xor && width == 1 && self.known_number(right) == Some(1) {
            return Ok(vec![self.flipped(left)]);
        }
        Ok(vec![self.alu(alu, left, right)])
    }

    /// The negation of one bit; bits above that are zero stay zero.
    fn flipped(&mut self, bit: Reg) -> Reg {
        self.alu_number(Alu::Xor, bit, 1)
    }

    fn maybe_extended(&mut self, lane: Lane, extend: Option<Extend>) -> Reg {
        match extend {
            Some(extend) => self.lane_extended(lane, extend),
            None => lane.low(),
        }
    }

    /// The register of an integer of up to 64 bits, with all bits known.
    pub(super) fn extended(&mut self, operand: Operand, extend: Extend) -> Result<Reg, Cause> {
        let lane = self.lane(operand)?;
        if lane.is_wide() {
            return Err(Cause::OperandType("an extension"));
        }
        Ok(self.lane_extended(lane, extend))
    }

    /// Sets the bits of a register above a width.
    pub(super) fn extend(&mut self, reg: Reg, width: u32, extend: Extend) -> Reg {
        let ty = self.body.ty(reg);
        let bits = register_bits(ty);
        if width >= bits {
            return reg;
        }
        if let Some(number) = self.known_number(reg) {
            return self.number_like(reg, extended_number(number, width, extend));
        }
        if let Some(&done) = self.extended.get(&(reg, width, extend)) {
            return done;
        }
        let done = match extend {
            Extend::Zero => self.alu_number(Alu::And, reg, ((1_u64 << width) - 1) as i64),
            Extend::Sign => self.sign_extend(reg, width, ty),
        };
        self.extended.insert((reg, width, extend), done);
        done
    }

    fn sign_extend(&mut self, reg: Reg, width: u32, ty: ValType) -> Reg {
        if !self.features.sign_extension {
            return self.sign_extend_by_shifts(reg, width, ty);
        }
        let short = match (ty, width) {
            (ValType::I32, 8) => Instruction::I32Extend8S,
            (ValType::I32, 16) => Instruction::I32Extend16S,
            (ValType::I64, 8) => Instruction::I64Extend8S,
            (ValType::I64, 16) => Instruction::I64Extend16S,
            (ValType::I64, 32) => Instruction::I64Extend32S,
            _ => return self.sign_extend_by_shifts(reg, width, ty),
        };
        self.pure(short, &[reg], ty)
    }

    fn sign_extend_by_shifts(&mut self, reg: Reg, width: u32, ty: ValType) -> Reg {
        let above = i64::from(register_bits(ty) - width);
        let high = self.alu_number(Alu::Shl, reg, above);
        self.alu_number(Alu::ShrS, high, above)
    }
}

/// The amount of a shift is taken modulo 32 or 64, so only integers of fewer than 5 bits have bits
/// above their width that would count.
fn amount_extend(width: u32) -> Option<Extend> {
    (width < 5).then_some(Extend::Zero)
}

fn extended_number(number: i64, width: u32, extend: Extend) -> i64 {
    let above = 64 - width;
    match extend {
        Extend::Zero => ((number as u64) << above >> above) as i64,
        Extend::Sign => number << above >> above,
    }
}
