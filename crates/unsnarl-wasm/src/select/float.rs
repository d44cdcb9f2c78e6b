//! Floating-point numbers.

use unsnarl_ir::{BinaryOp, FloatKind, Operand};
use unsnarl_low::op::float::{FloatBinary, FloatUnary};
use unsnarl_low::{Op, Reg, Type, Width};

use super::Selection;
use super::compare::Test;
use super::lane::Lane;
use crate::error::Cause;

/// Tells whether WebAssembly computes with numbers of this format.
pub(super) fn is_native(format: FloatKind) -> bool {
    matches!(format, FloatKind::Float | FloatKind::Double)
}

impl Selection<'_> {
    /// One of two instructions, by the type of a register.
    pub(super) fn float_op(&mut self, [single, double]: [Op; 2], args: &[Reg]) -> Reg {
        let ty = self.body.ty(args[0]);
        self.pure(if ty == Type::F64 { double } else { single }, args, ty)
    }

    pub(super) fn negate(&mut self, value: Operand) -> Result<Vec<Reg>, Cause> {
        self.map(value, |selection, lane| {
            if !is_native(lane.format()?) {
                return Ok(selection.soft_negate(lane));
            }
            let ops = [
                Op::FloatUnary(Width::W32, FloatUnary::Neg),
                Op::FloatUnary(Width::W64, FloatUnary::Neg),
            ];
            Ok(vec![selection.float_op(ops, &[lane.low()])])
        })
    }

    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, Cause> {
        let format = left.format()?;
        if format == FloatKind::Fp128 {
            return self.quad_binary(op, left, right);
        }
        let ops = match op {
            BinaryOp::FloatAdd => [
                Op::FloatBinary(Width::W32, FloatBinary::Add),
                Op::FloatBinary(Width::W64, FloatBinary::Add),
            ],
            BinaryOp::FloatSub => [
                Op::FloatBinary(Width::W32, FloatBinary::Sub),
                Op::FloatBinary(Width::W64, FloatBinary::Sub),
            ],
            BinaryOp::FloatMul => [
                Op::FloatBinary(Width::W32, FloatBinary::Mul),
                Op::FloatBinary(Width::W64, FloatBinary::Mul),
            ],
            BinaryOp::FloatDiv => [
                Op::FloatBinary(Width::W32, FloatBinary::Div),
                Op::FloatBinary(Width::W64, FloatBinary::Div),
            ],
            _ => return self.math("fmod", &[left, right]),
        };
        self.in_native(format, &[left, right], |selection, args| {
            selection.float_op(ops, args)
        })
    }

    /// Computes with numbers of one format of up to 64 bits as `f32` or `f64`.
    pub(super) fn in_native(
        &mut self,
        format: FloatKind,
        lanes: &[Lane],
        compute: impl FnOnce(&mut Self, &[Reg]) -> Reg,
    ) -> Result<Vec<Reg>, Cause> {
        let args = self.all_native(lanes)?;
        let result = compute(self, &args);
        self.rounded_to(format, result)
    }

    fn all_native(&mut self, lanes: &[Lane]) -> Result<Vec<Reg>, Cause> {
        lanes.iter().map(|&lane| self.as_native(lane)).collect()
    }

    /// Calls a function of the C library of mathematics: `sinf`, `sin` or `sinl`. Its result is a
    /// number of the format of the operands.
    pub(super) fn math(&mut self, name: &str, lanes: &[Lane]) -> Result<Vec<Reg>, Cause> {
        let format = lanes[0].format()?;
        let result = self.math_call(name, lanes)?;
        match format {
            FloatKind::Fp128 => Ok(result),
            _ => self.rounded_to(format, result[0]),
        }
    }

    /// Calls a function of the C library of mathematics whose result is what the function says.
    pub(super) fn math_call(&mut self, name: &str, lanes: &[Lane]) -> Result<Vec<Reg>, Cause> {
        if lanes[0].format()? == FloatKind::Fp128 {
            let args: Vec<Reg> = lanes.iter().flat_map(|lane| lane.halves()).collect();
            return self.runtime(&format!("{name}l"), &args);
        }
        let args = self.all_native(lanes)?;
        match self.body.ty(args[0]) {
            Type::F64 => self.runtime(name, &args),
            _ => self.runtime(&format!("{name}f"), &args),
        }
    }

    /// The smaller or larger operand, and the other one if one is NaN.
    pub(super) fn number_extreme(&mut self, ops: [Op; 2], left: Reg, right: Reg) -> Reg {
        let extreme = self.float_op(ops, &[left, right]);
        let right_is_nan = self.float_test(Test::Ne, right, right);
        let unless_right = self.choose(right_is_nan, left, extreme);
        let left_is_nan = self.float_test(Test::Ne, left, left);
        self.choose(left_is_nan, right, unless_right)
    }
}
