//! Types of the machine as WebAssembly's.

use unsnarl_low::Type;
use wasm_encoder::{RefType, ValType};

/// The type of a value on the stack.
pub(crate) fn val_type(ty: Type) -> ValType {
    match ty {
        Type::I32 => ValType::I32,
        Type::I64 => ValType::I64,
        Type::F32 => ValType::F32,
        Type::F64 => ValType::F64,
        Type::V128 => ValType::V128,
        Type::FuncRef => ValType::Ref(RefType::FUNCREF),
        Type::ExternRef => ValType::Ref(RefType::EXTERNREF),
    }
}

/// Types of the machine as WebAssembly's.
pub(crate) fn val_types(types: &[Type]) -> Vec<ValType> {
    types.iter().map(|&ty| val_type(ty)).collect()
}
