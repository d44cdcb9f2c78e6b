//! Constant expressions.

use unsnarl_low::module::{Constant, ConstantOp};
use unsnarl_low::{Number, Width};
use wasmparser::{ConstExpr, Operator};

use super::error::ReadError;
use super::types;

/// The value of an expression, in the machine's terms.
pub(super) fn read(expression: &ConstExpr<'_>) -> Result<Constant, ReadError> {
    use Operator as O;
    let mut ops = Vec::new();
    for op in expression.get_operators_reader() {
        ops.push(match op? {
            O::I32Const { value } => ConstantOp::Number(Number::I32(value)),
            O::I64Const { value } => ConstantOp::Number(Number::I64(value)),
            O::F32Const { value } => ConstantOp::Number(Number::F32(value.bits())),
            O::F64Const { value } => ConstantOp::Number(Number::F64(value.bits())),
            O::V128Const { value } => ConstantOp::Number(Number::V128(*value.bytes())),
            O::GlobalGet { global_index } => ConstantOp::Global(global_index),
            O::RefFunc { function_index } => ConstantOp::Function(function_index),
            O::RefNull { hty } => ConstantOp::Null(types::heap(hty)),
            O::I32Add => ConstantOp::Add(Width::W32),
            O::I64Add => ConstantOp::Add(Width::W64),
            O::I32Sub => ConstantOp::Subtract(Width::W32),
            O::I64Sub => ConstantOp::Subtract(Width::W64),
            O::I32Mul => ConstantOp::Multiply(Width::W32),
            O::I64Mul => ConstantOp::Multiply(Width::W64),
            O::End => continue,
            _ => unreachable!("the validator knows no other constant instructions"),
        });
    }
    Ok(Constant(ops))
}
