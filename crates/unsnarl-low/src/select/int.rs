//! Integers of up to 64 bits.

use crate::machine::{Number, Reg};
use crate::op::Op;
use crate::op::int::{IntBinary, IntUnary};
use crate::types::{Type, Width};
use unsnarl_ir::{BinaryOp, Operand};

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::extend::Extend;
use crate::select::selection::Selection;

/// The width of a register that holds a number.
pub(super) fn register_width(ty: Type) -> Width {
    Width::of(ty).unwrap_or(Width::W32)
}

impl Selection<'_> {
    /// The width of the number in a register.
    pub(super) fn width(&self, reg: Reg) -> Width {
        register_width(self.body.ty(reg))
    }

    /// An operation on two integers in registers of one type.
    pub(super) fn int_op(&mut self, op: IntBinary, left: Reg, right: Reg) -> Reg {
        let width = self.width(left);
        self.pure(Op::IntBinary(width, op), &[left, right], width.int())
    }

    /// An operation on an integer in a register and a number.
    pub(super) fn int_op_number(&mut self, op: IntBinary, left: Reg, right: i64) -> Reg {
        let right = self.number_like(left, right);
        self.int_op(op, left, right)
    }

    /// An operation on one integer.
    pub(super) fn int_unary(&mut self, op: IntUnary, value: Reg) -> Reg {
        let width = self.width(value);
        self.pure(Op::IntUnary(width, op), &[value], width.int())
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
    ) -> Result<Vec<Reg>, SelectError> {
        let width = left.width()?;
        if width > 64 {
            return self.wide_binary(op, left, right);
        }
        let (instruction, left_extend, right_extend) = match op {
            BinaryOp::Add => (IntBinary::Add, None, None),
            BinaryOp::Sub => (IntBinary::Sub, None, None),
            BinaryOp::Mul => (IntBinary::Mul, None, None),
            BinaryOp::And => (IntBinary::And, None, None),
            BinaryOp::Or => (IntBinary::Or, None, None),
            BinaryOp::Xor => (IntBinary::Xor, None, None),
            BinaryOp::UnsignedDiv => (IntBinary::DivU, Some(Extend::Zero), Some(Extend::Zero)),
            BinaryOp::UnsignedRem => (IntBinary::RemU, Some(Extend::Zero), Some(Extend::Zero)),
            BinaryOp::SignedDiv => (IntBinary::DivS, Some(Extend::Sign), Some(Extend::Sign)),
            BinaryOp::SignedRem => (IntBinary::RemS, Some(Extend::Sign), Some(Extend::Sign)),
            BinaryOp::ShiftLeft => (IntBinary::Shl, None, amount_extend(width)),
            BinaryOp::LogicalShiftRight => {
                (IntBinary::ShrU, Some(Extend::Zero), amount_extend(width))
            }
            BinaryOp::ArithmeticShiftRight => {
                (IntBinary::ShrS, Some(Extend::Sign), amount_extend(width))
            }
            _ => return Err(unsupported("floating-point arithmetic on integers")),
        };
        let left = self.maybe_extended(left, left_extend);
        let right = self.maybe_extended(right, right_extend);
        if instruction == IntBinary::Xor && width == 1 && self.known_number(right) == Some(1) {
            return Ok(vec![self.flipped(left)]);
        }
        Ok(vec![self.int_op(instruction, left, right)])
    }

    /// The negation of one bit; bits above that are zero stay zero.
    fn flipped(&mut self, bit: Reg) -> Reg {
        self.int_op_number(IntBinary::Xor, bit, 1)
    }

    fn maybe_extended(&mut self, lane: Lane, extend: Option<Extend>) -> Reg {
        match extend {
            Some(extend) => self.lane_extended(lane, extend),
            None => lane.low(),
        }
    }

    /// The register of an integer of up to 64 bits, with all bits known.
    pub(super) fn extended(
        &mut self,
        operand: Operand,
        extend: Extend,
    ) -> Result<Reg, SelectError> {
        let lane = self.lane(operand)?;
        if lane.is_wide() {
            return Err(SelectError::OperandType("an extension"));
        }
        Ok(self.lane_extended(lane, extend))
    }

    /// Sets the bits of a register above a width.
    pub(super) fn extend(&mut self, reg: Reg, width: u32, extend: Extend) -> Reg {
        if width >= self.width(reg).bits() {
            return reg;
        }
        if let Some(number) = self.known_number(reg) {
            return self.number_like(reg, extended_number(number, width, extend));
        }
        if let Some(&done) = self.extended.get(&(reg, width, extend)) {
            return done;
        }
        let done = match extend {
            Extend::Zero => self.int_op_number(IntBinary::And, reg, ((1_u64 << width) - 1) as i64),
            Extend::Sign => self.sign_extend(reg, width),
        };
        self.extended.insert((reg, width, extend), done);
        done
    }

    fn sign_extend(&mut self, reg: Reg, width: u32) -> Reg {
        if !self.features.sign_extension {
            return self.sign_extend_by_shifts(reg, width);
        }
        let short = match width {
            8 => IntUnary::Extend8,
            16 => IntUnary::Extend16,
            32 => IntUnary::Extend32,
            _ => return self.sign_extend_by_shifts(reg, width),
        };
        self.int_unary(short, reg)
    }

    fn sign_extend_by_shifts(&mut self, reg: Reg, width: u32) -> Reg {
        let above = i64::from(self.width(reg).bits() - width);
        let high = self.int_op_number(IntBinary::Shl, reg, above);
        self.int_op_number(IntBinary::ShrS, high, above)
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
