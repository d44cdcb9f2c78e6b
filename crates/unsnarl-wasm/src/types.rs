//! Types of the machine as WebAssembly's, and widths as an object's.

use unsnarl_low::{Type, Width};
use unsnarl_object::AddressWidth;
use wasm_encoder::{AbstractHeapType, ConstExpr, HeapType, RefType, ValType};

/// The type of a value on the stack.
pub(crate) fn val_type(ty: Type) -> ValType {
    match ty {
        Type::I32 => ValType::I32,
        Type::I64 => ValType::I64,
        Type::F32 => ValType::F32,
        Type::F64 => ValType::F64,
        Type::V128 => ValType::V128,
        Type::FuncRef | Type::ExternRef | Type::ExnRef => ValType::Ref(reference_type(ty)),
    }
}

/// The type of a reference; that to a function for what is none.
pub(crate) fn reference_type(ty: Type) -> RefType {
    match ty {
        Type::ExternRef => RefType::EXTERNREF,
        Type::ExnRef => RefType::EXNREF,
        _ => RefType::FUNCREF,
    }
}

/// References to exceptions.
pub(crate) const EXCEPTION: HeapType = HeapType::Abstract {
    shared: false,
    ty: AbstractHeapType::Exn,
};

/// How wide addresses of an object are.
pub(crate) fn address_width(width: Width) -> AddressWidth {
    match width {
        Width::W32 => AddressWidth::W32,
        Width::W64 => AddressWidth::W64,
    }
}

/// An address as the start of a global or segment.
pub(crate) fn address(address: u64, width: Width) -> ConstExpr {
    match width {
        Width::W32 => ConstExpr::i32_const(address as i32),
        Width::W64 => ConstExpr::i64_const(address as i64),
    }
}

/// Types of the machine as WebAssembly's.
pub(crate) fn val_types(types: &[Type]) -> Vec<ValType> {
    types.iter().map(|&ty| val_type(ty)).collect()
}
