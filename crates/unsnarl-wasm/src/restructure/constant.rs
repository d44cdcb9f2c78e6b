//! Constant expressions.

use unsnarl_low::module::{Constant, ConstantOp};
use unsnarl_low::{Number, Width};
use wasm_encoder::{ConstExpr, HeapType, Ieee32, Ieee64, Instruction, RefType};

use crate::types::reference_type;

/// An expression as bytes.
pub(super) fn written(constant: &Constant) -> ConstExpr {
    ConstExpr::extended(constant.0.iter().map(instruction))
}

fn instruction(op: &ConstantOp) -> Instruction<'static> {
    use Instruction as I;
    match *op {
        ConstantOp::Number(Number::I32(value)) => I::I32Const(value),
        ConstantOp::Number(Number::I64(value)) => I::I64Const(value),
        ConstantOp::Number(Number::F32(bits)) => I::F32Const(Ieee32::new(bits)),
        ConstantOp::Number(Number::F64(bits)) => I::F64Const(Ieee64::new(bits)),
        ConstantOp::Number(Number::V128(bytes)) => I::V128Const(i128::from_le_bytes(bytes)),
        ConstantOp::Number(Number::Address(..)) => {
            unreachable!("what was read names no addresses")
        }
        ConstantOp::Global(number) => I::GlobalGet(number),
        ConstantOp::Function(number) => I::RefFunc(number),
        ConstantOp::Null(ty) => I::RefNull(heap(reference_type(ty))),
        ConstantOp::Add(Width::W32) => I::I32Add,
        ConstantOp::Add(Width::W64) => I::I64Add,
        ConstantOp::Subtract(Width::W32) => I::I32Sub,
        ConstantOp::Subtract(Width::W64) => I::I64Sub,
        ConstantOp::Multiply(Width::W32) => I::I32Mul,
        ConstantOp::Multiply(Width::W64) => I::I64Mul,
    }
}

fn heap(ty: RefType) -> HeapType {
    ty.heap_type
}
