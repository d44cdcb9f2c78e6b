//! Floating-point numbers.

use crate::machine::Reg;
use crate::op::Op;
use crate::op::float::{FloatBinary, FloatCompare, FloatUnary};
use crate::types::Type;
use unsnarl_ir::{BinaryOp, FloatKind, Operand};

use super::lane::Lane;
use crate::select::error::SelectError;
use crate::select::selection::Selection;

/// Tells whether WebAssembly computes with numbers of this format.
pub(super) fn is_native(format: FloatKind) -> bool {
    matches!(format, FloatKind::Float | FloatKind::Double)
}

impl Selection<'_> {
    /// An operation on two numbers in registers of one type.
    pub(super) fn float_op(&mut self, op: FloatBinary, left: Reg, right: Reg) -> Reg {
        let width = self.width(left);
        self.pure(Op::FloatBinary(width, op), &[left, right], width.float())
    }

    /// An operation on one number.
    pub(super) fn float_unary(&mut self, op: FloatUnary, value: Reg) -> Reg {
        let width = self.width(value);
        self.pure(Op::FloatUnary(width, op), &[value], width.float())
    }

    pub(super) fn negate(&mut self, value: Operand) -> Result<Vec<Reg>, SelectError> {
        self.map(value, |selection, lane| {
            if !is_native(lane.format()?) {
                return Ok(selection.soft_negate(lane));
            }
            Ok(vec![selection.float_unary(FloatUnary::Neg, lane.low())])
        })
    }

    pub(super) fn float_binary(
        &mut self,
        op: BinaryOp,
        left: Lane,
        right: Lane,
    ) -> Result<Vec<Reg>, SelectError> {
        let format = left.format()?;
        if format == FloatKind::Fp128 {
            return self.quad_binary(op, left, right);
        }
        let op = match op {
            BinaryOp::FloatAdd => FloatBinary::Add,
            BinaryOp::FloatSub => FloatBinary::Sub,
            BinaryOp::FloatMul => FloatBinary::Mul,
            BinaryOp::FloatDiv => FloatBinary::Div,
            _ => return self.math("fmod", &[left, right]),
        };
        self.in_native(format, &[left, right], |selection, args| {
            selection.float_op(op, args[0], args[1])
        })
    }

    /// Computes with numbers of one format of up to 64 bits as `f32` or `f64`.
    pub(super) fn in_native(
        &mut self,
        format: FloatKind,
        lanes: &[Lane],
        compute: impl FnOnce(&mut Self, &[Reg]) -> Reg,
    ) -> Result<Vec<Reg>, SelectError> {
        let args = self.all_native(lanes)?;
        let result = compute(self, &args);
        self.rounded_to(format, result)
    }

    fn all_native(&mut self, lanes: &[Lane]) -> Result<Vec<Reg>, SelectError> {
        lanes.iter().map(|&lane| self.as_native(lane)).collect()
    }

    /// Calls a function of the C library of mathematics: `sinf`, `sin` or `sinl`. Its result is a
    /// number of the format of the operands.
    pub(super) fn math(&mut self, name: &str, lanes: &[Lane]) -> Result<Vec<Reg>, SelectError> {
        let format = lanes[0].format()?;
        let result = self.math_call(name, lanes)?;
        match format {
            FloatKind::Fp128 => Ok(result),
            _ => self.rounded_to(format, result[0]),
        }
    }

    /// Calls a function of the C library of mathematics whose result is what the function says.
    pub(super) fn math_call(
        &mut self,
        name: &str,
        lanes: &[Lane],
    ) -> Result<Vec<Reg>, SelectError> {
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
    pub(super) fn number_extreme(&mut self, op: FloatBinary, left: Reg, right: Reg) -> Reg {
        let extreme = self.float_op(op, left, right);
        let right_is_nan = self.float_test(FloatCompare::Ne, right, right);
        let unless_right = self.choose(right_is_nan, left, extreme);
        let left_is_nan = self.float_test(FloatCompare::Ne, left, left);
        self.choose(left_is_nan, right, unless_right)
    }
}
