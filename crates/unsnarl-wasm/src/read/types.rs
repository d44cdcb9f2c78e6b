//! Types of WebAssembly as those of the machine.

use unsnarl_low::{Signature, Type, Width};
use wasmparser::{AbstractHeapType, FuncType, HeapType, RefType, ValType};

/// The type of a value.
///
/// # Panics
/// If it is one that no [supported](super::SUPPORTED) feature has.
pub(super) fn value(ty: ValType) -> Type {
    match ty {
        ValType::I32 => Type::I32,
        ValType::I64 => Type::I64,
        ValType::F32 => Type::F32,
        ValType::F64 => Type::F64,
        ValType::V128 => Type::V128,
        ValType::Ref(ty) => reference(ty),
    }
}

/// The type of a reference.
///
/// # Panics
/// If it is one that no [supported](super::SUPPORTED) feature has.
pub(super) fn reference(ty: RefType) -> Type {
    heap(ty.heap_type())
}

/// The type of a reference to something of a type.
///
/// # Panics
/// If it is one that no [supported](super::SUPPORTED) feature has.
pub(super) fn heap(ty: HeapType) -> Type {
    match ty {
        HeapType::Abstract { ty, .. } => match ty {
            AbstractHeapType::Func => Type::FuncRef,
            AbstractHeapType::Extern => Type::ExternRef,
            // Code may have the one in place of the other: see `bottom`.
            AbstractHeapType::Exn | AbstractHeapType::NoExn => Type::ExnRef,
            _ => unreachable!("{VALIDATED}"),
        },
        _ => unreachable!("{VALIDATED}"),
    }
}

/// Why there are no other types.
const VALIDATED: &str = "the validator knows no types of the garbage collector";

/// The types of a function.
pub(super) fn signature(ty: &FuncType) -> Signature {
    let all = |types: &[ValType]| types.iter().map(|&ty| value(ty)).collect();
    Signature {
        parameters: all(ty.params()),
        results: all(ty.results()),
    }
}

/// The width of addresses, or of the numbers of elements.
pub(super) fn width(is_wide: bool) -> Width {
    if is_wide { Width::W64 } else { Width::W32 }
}
