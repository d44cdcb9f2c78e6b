//! Floating-point numbers.

use unsnarl_ir::{BinaryOp, Operand};
use wasm_encoder::{Instruction, ValType};

use super::compare::Test;
use super::{Selection, unsupported};
use crate::code::Reg;
use crate::error::Cause;
use crate::forms::describe;

impl Selection<'_> {
    /// Two operands of one floating-point type.
    pub(super) fn floats(
        &mut self,
        left: Operand,
        right: Operand,
        what: &'static str,
    ) -> Result<(Reg, Reg), Cause> {
        let (left, right) = (self.float(left)?, self.float(right)?);
        if self.body.ty(left) == self.body.ty(right) {
            Ok((left, right))
        } else {
            Err(Cause::OperandType(what))
        }
    }

    pub(super) fn float(&mut self, operand: Operand) -> Result<Reg, Cause> {
        let reg = self.one(operand)?;
        match self.body.ty(reg) {
            ValType::F32 | ValType::F64 => Ok(reg),
            _ => Err(Cause::Type(describe(
                self.module,
                self.operand_type(operand),
            ))),
        }
    }

    /// One of two instructions, by the type of a register, on it and others.
    pub(super) fn float_op(
        &mut self,
        [single, double]: [Instruction<'static>; 2],
        args: &[Reg],
    ) -> Reg {
        let ty = self.body.ty(args[0]);
        self.pure(if ty == ValType::F64 { double } else { single }, args, ty)
    }

    pub(super) fn negate(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        let value = self.float(value)?;
        Ok(vec![self.float_op(
            [Instruction::F32Neg, Instruction::F64Neg],
            &[value],
        )])
    }

    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
    ) -> Result<Vec<Reg>, Cause> {
        use Instruction as I;
        let ops = match op {
            BinaryOp::FloatAdd => [I::F32Add, I::F64Add],
            BinaryOp::FloatSub => [I::F32Sub, I::F64Sub],
            BinaryOp::FloatMul => [I::F32Mul, I::F64Mul],
            BinaryOp::FloatDiv => [I::F32Div, I::F64Div],
            _ => return Err(unsupported("frem, which needs fmod of a C library,")),
        };
        let (left, right) = self.floats(left, right, "floating-point arithmetic")?;
        Ok(vec![self.float_op(ops, &[left, right])])
    }

    /// The smaller or larger operand, and the other one if one is not a number.
    pub(super) fn number_extreme(
        &mut self,
        ops: [Instruction<'static>; 2],
        left: Reg,
        right: Reg,
    ) -> Reg {
        let extreme = self.float_op(ops, &[left, right]);
        let right_is_nan = self.float_test(Test::Ne, right, right);
        let unless_right = self.choose(right_is_nan, left, extreme);
        let left_is_nan = self.float_test(Test::Ne, left, left);
        self.choose(left_is_nan, right, unless_right)
    }
}
