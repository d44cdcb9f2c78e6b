//! Atomic accesses.

use unsnarl_low::op::atomic::{Atomic, Modify};
use unsnarl_low::{Size, Width};
use wasm_encoder::{Instruction, MemArg};

/// The instruction of an atomic load, if there is one.
pub(super) fn load(access: Atomic, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Size::{B1, B2, B4, B8};
    use Width::{W32, W64};
    Some(match (access.width, access.size) {
        (W32, B1) => I::I32AtomicLoad8U(at),
        (W32, B2) => I::I32AtomicLoad16U(at),
        (W32, B4) => I::I32AtomicLoad(at),
        (W64, B1) => I::I64AtomicLoad8U(at),
        (W64, B2) => I::I64AtomicLoad16U(at),
        (W64, B4) => I::I64AtomicLoad32U(at),
        (W64, B8) => I::I64AtomicLoad(at),
        (W32, B8) => return None,
    })
}

/// The instruction of an atomic store, if there is one.
pub(super) fn store(access: Atomic, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Size::{B1, B2, B4, B8};
    use Width::{W32, W64};
    Some(match (access.width, access.size) {
        (W32, B1) => I::I32AtomicStore8(at),
        (W32, B2) => I::I32AtomicStore16(at),
        (W32, B4) => I::I32AtomicStore(at),
        (W64, B1) => I::I64AtomicStore8(at),
        (W64, B2) => I::I64AtomicStore16(at),
        (W64, B4) => I::I64AtomicStore32(at),
        (W64, B8) => I::I64AtomicStore(at),
        (W32, B8) => return None,
    })
}

/// The instruction of an atomic change, if there is one.
pub(super) fn modify(access: Atomic, op: Modify, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Modify::{Add, And, Exchange, Or, Sub, Xor};
    use Size::{B1, B2, B4, B8};
    use Width::{W32, W64};
    Some(match (access.width, access.size, op) {
        (W32, B1, Add) => I::I32AtomicRmw8AddU(at),
        (W32, B1, Sub) => I::I32AtomicRmw8SubU(at),
        (W32, B1, And) => I::I32AtomicRmw8AndU(at),
        (W32, B1, Or) => I::I32AtomicRmw8OrU(at),
        (W32, B1, Xor) => I::I32AtomicRmw8XorU(at),
        (W32, B1, Exchange) => I::I32AtomicRmw8XchgU(at),
        (W32, B2, Add) => I::I32AtomicRmw16AddU(at),
        (W32, B2, Sub) => I::I32AtomicRmw16SubU(at),
        (W32, B2, And) => I::I32AtomicRmw16AndU(at),
        (W32, B2, Or) => I::I32AtomicRmw16OrU(at),
        (W32, B2, Xor) => I::I32AtomicRmw16XorU(at),
        (W32, B2, Exchange) => I::I32AtomicRmw16XchgU(at),
        (W32, B4, Add) => I::I32AtomicRmwAdd(at),
        (W32, B4, Sub) => I::I32AtomicRmwSub(at),
        (W32, B4, And) => I::I32AtomicRmwAnd(at),
        (W32, B4, Or) => I::I32AtomicRmwOr(at),
        (W32, B4, Xor) => I::I32AtomicRmwXor(at),
        (W32, B4, Exchange) => I::I32AtomicRmwXchg(at),
        (W64, B1, Add) => I::I64AtomicRmw8AddU(at),
        (W64, B1, Sub) => I::I64AtomicRmw8SubU(at),
        (W64, B1, And) => I::I64AtomicRmw8AndU(at),
        (W64, B1, Or) => I::I64AtomicRmw8OrU(at),
        (W64, B1, Xor) => I::I64AtomicRmw8XorU(at),
        (W64, B1, Exchange) => I::I64AtomicRmw8XchgU(at),
        (W64, B2, Add) => I::I64AtomicRmw16AddU(at),
        (W64, B2, Sub) => I::I64AtomicRmw16SubU(at),
        (W64, B2, And) => I::I64AtomicRmw16AndU(at),
        (W64, B2, Or) => I::I64AtomicRmw16OrU(at),
        (W64, B2, Xor) => I::I64AtomicRmw16XorU(at),
        (W64, B2, Exchange) => I::I64AtomicRmw16XchgU(at),
        (W64, B4, Add) => I::I64AtomicRmw32AddU(at),
        (W64, B4, Sub) => I::I64AtomicRmw32SubU(at),
        (W64, B4, And) => I::I64AtomicRmw32AndU(at),
        (W64, B4, Or) => I::I64AtomicRmw32OrU(at),
        (W64, B4, Xor) => I::I64AtomicRmw32XorU(at),
        (W64, B4, Exchange) => I::I64AtomicRmw32XchgU(at),
        (W64, B8, Add) => I::I64AtomicRmwAdd(at),
        (W64, B8, Sub) => I::I64AtomicRmwSub(at),
        (W64, B8, And) => I::I64AtomicRmwAnd(at),
        (W64, B8, Or) => I::I64AtomicRmwOr(at),
        (W64, B8, Xor) => I::I64AtomicRmwXor(at),
        (W64, B8, Exchange) => I::I64AtomicRmwXchg(at),
        (W32, B8, _) => return None,
    })
}

/// The instruction of an atomic comparison and exchange, if there is one.
pub(super) fn compare_exchange(access: Atomic, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Size::{B1, B2, B4, B8};
    use Width::{W32, W64};
    Some(match (access.width, access.size) {
        (W32, B1) => I::I32AtomicRmw8CmpxchgU(at),
        (W32, B2) => I::I32AtomicRmw16CmpxchgU(at),
        (W32, B4) => I::I32AtomicRmwCmpxchg(at),
        (W64, B1) => I::I64AtomicRmw8CmpxchgU(at),
        (W64, B2) => I::I64AtomicRmw16CmpxchgU(at),
        (W64, B4) => I::I64AtomicRmw32CmpxchgU(at),
        (W64, B8) => I::I64AtomicRmwCmpxchg(at),
        (W32, B8) => return None,
    })
}
