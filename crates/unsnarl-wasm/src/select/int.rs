//! Integers of up to 64 bits.

use unsnarl_ir::{BinaryOp, Operand};
use unsnarl_low::op::int::{IntBinary, IntUnary};
use unsnarl_low::{Number, Op, Reg, Type, Width};

use super::lane::Lane;
use super::{Extend, Selection, unsupported};
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
    fn instruction(self, ty: Type) -> Op {
        let (narrow, wide) = match self {
            Alu::Add => (
                Op::IntBinary(Width::W32, IntBinary::Add),
                Op::IntBinary(Width::W64, IntBinary::Add),
            ),
            Alu::Sub => (
                Op::IntBinary(Width::W32, IntBinary::Sub),
                Op::IntBinary(Width::W64, IntBinary::Sub),
            ),
            Alu::Mul => (
                Op::IntBinary(Width::W32, IntBinary::Mul),
                Op::IntBinary(Width::W64, IntBinary::Mul),
            ),
            Alu::DivS => (
                Op::IntBinary(Width::W32, IntBinary::DivS),
                Op::IntBinary(Width::W64, IntBinary::DivS),
            ),
            Alu::DivU => (
                Op::IntBinary(Width::W32, IntBinary::DivU),
                Op::IntBinary(Width::W64, IntBinary::DivU),
            ),
            Alu::RemS => (
                Op::IntBinary(Width::W32, IntBinary::RemS),
                Op::IntBinary(Width::W64, IntBinary::RemS),
            ),
            Alu::RemU => (
                Op::IntBinary(Width::W32, IntBinary::RemU),
                Op::IntBinary(Width::W64, IntBinary::RemU),
            ),
            Alu::And => (
                Op::IntBinary(Width::W32, IntBinary::And),
                Op::IntBinary(Width::W64, IntBinary::And),
            ),
            Alu::Or => (
                Op::IntBinary(Width::W32, IntBinary::Or),
                Op::IntBinary(Width::W64, IntBinary::Or),
            ),
            Alu::Xor => (
                Op::IntBinary(Width::W32, IntBinary::Xor),
                Op::IntBinary(Width::W64, IntBinary::Xor),
            ),
            Alu::Shl => (
                Op::IntBinary(Width::W32, IntBinary::Shl),
                Op::IntBinary(Width::W64, IntBinary::Shl),
            ),
            Alu::ShrS => (
                Op::IntBinary(Width::W32, IntBinary::ShrS),
                Op::IntBinary(Width::W64, IntBinary::ShrS),
            ),
            Alu::ShrU => (
                Op::IntBinary(Width::W32, IntBinary::ShrU),
                Op::IntBinary(Width::W64, IntBinary::ShrU),
            ),
            Alu::Rotl => (
                Op::IntBinary(Width::W32, IntBinary::Rotl),
                Op::IntBinary(Width::W64, IntBinary::Rotl),
            ),
            Alu::Clz => (
                Op::IntUnary(Width::W32, IntUnary::Clz),
                Op::IntUnary(Width::W64, IntUnary::Clz),
            ),
            Alu::Ctz => (
                Op::IntUnary(Width::W32, IntUnary::Ctz),
                Op::IntUnary(Width::W64, IntUnary::Ctz),
            ),
            Alu::Popcnt => (
                Op::IntUnary(Width::W32, IntUnary::Popcnt),
                Op::IntUnary(Width::W64, IntUnary::Popcnt),
            ),
        };
        if ty == Type::I64 { wide } else { narrow }
    }
}

/// The bits of a register of an integer type.
pub(super) fn register_bits(ty: Type) -> u32 {
    if ty == Type::I64 { 64 } else { 32 }
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
            Type::I64 => Number::I64(value),
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

    fn sign_extend(&mut self, reg: Reg, width: u32, ty: Type) -> Reg {
        if !self.features.sign_extension {
            return self.sign_extend_by_shifts(reg, width, ty);
        }
        let short = match (ty, width) {
            (Type::I32, 8) => Op::IntUnary(Width::W32, IntUnary::Extend8),
            (Type::I32, 16) => Op::IntUnary(Width::W32, IntUnary::Extend16),
            (Type::I64, 8) => Op::IntUnary(Width::W64, IntUnary::Extend8),
            (Type::I64, 16) => Op::IntUnary(Width::W64, IntUnary::Extend16),
            (Type::I64, 32) => Op::IntUnary(Width::W64, IntUnary::Extend32),
            _ => return self.sign_extend_by_shifts(reg, width, ty),
        };
        self.pure(short, &[reg], ty)
    }

    fn sign_extend_by_shifts(&mut self, reg: Reg, width: u32, ty: Type) -> Reg {
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
