//! Atomic accesses.

use unsnarl_low::op::atomic::{Atomic, Modify};
use unsnarl_low::{Op, Size, Width};
use wasmparser::Operator;

use super::access::at;

/// The operation of an instruction that is one of these.
pub(super) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    Some(match *op {
        O::I32AtomicLoad8U { memarg } => Op::AtomicLoad(I32_B1, at(memarg)?),
        O::I32AtomicLoad16U { memarg } => Op::AtomicLoad(I32_B2, at(memarg)?),
        O::I32AtomicLoad { memarg } => Op::AtomicLoad(I32_B4, at(memarg)?),
        O::I64AtomicLoad8U { memarg } => Op::AtomicLoad(I64_B1, at(memarg)?),
        O::I64AtomicLoad16U { memarg } => Op::AtomicLoad(I64_B2, at(memarg)?),
        O::I64AtomicLoad32U { memarg } => Op::AtomicLoad(I64_B4, at(memarg)?),
        O::I64AtomicLoad { memarg } => Op::AtomicLoad(I64_B8, at(memarg)?),
        O::I32AtomicStore8 { memarg } => Op::AtomicStore(I32_B1, at(memarg)?),
        O::I32AtomicStore16 { memarg } => Op::AtomicStore(I32_B2, at(memarg)?),
        O::I32AtomicStore { memarg } => Op::AtomicStore(I32_B4, at(memarg)?),
        O::I64AtomicStore8 { memarg } => Op::AtomicStore(I64_B1, at(memarg)?),
        O::I64AtomicStore16 { memarg } => Op::AtomicStore(I64_B2, at(memarg)?),
        O::I64AtomicStore32 { memarg } => Op::AtomicStore(I64_B4, at(memarg)?),
        O::I64AtomicStore { memarg } => Op::AtomicStore(I64_B8, at(memarg)?),
        O::I32AtomicRmw8CmpxchgU { memarg } => Op::AtomicCompareExchange(I32_B1, at(memarg)?),
        O::I32AtomicRmw16CmpxchgU { memarg } => Op::AtomicCompareExchange(I32_B2, at(memarg)?),
        O::I32AtomicRmwCmpxchg { memarg } => Op::AtomicCompareExchange(I32_B4, at(memarg)?),
        O::I64AtomicRmw8CmpxchgU { memarg } => Op::AtomicCompareExchange(I64_B1, at(memarg)?),
        O::I64AtomicRmw16CmpxchgU { memarg } => Op::AtomicCompareExchange(I64_B2, at(memarg)?),
        O::I64AtomicRmw32CmpxchgU { memarg } => Op::AtomicCompareExchange(I64_B4, at(memarg)?),
        O::I64AtomicRmwCmpxchg { memarg } => Op::AtomicCompareExchange(I64_B8, at(memarg)?),
        O::MemoryAtomicNotify { memarg } => Op::AtomicNotify(at(memarg)?),
        O::MemoryAtomicWait32 { memarg } => Op::AtomicWait(Width::W32, at(memarg)?),
        O::MemoryAtomicWait64 { memarg } => Op::AtomicWait(Width::W64, at(memarg)?),
        O::AtomicFence { .. } => Op::AtomicFence,
        _ => return change(op),
    })
}

/// The operation of an instruction that changes what is in memory.
fn change(op: &Operator<'_>) -> Option<Op> {
    use Modify::{Add, And, Exchange, Or, Sub, Xor};
    use Operator as O;
    let (access, change, memarg) = match *op {
        O::I32AtomicRmw8AddU { memarg } => (I32_B1, Add, memarg),
        O::I32AtomicRmw8SubU { memarg } => (I32_B1, Sub, memarg),
        O::I32AtomicRmw8AndU { memarg } => (I32_B1, And, memarg),
        O::I32AtomicRmw8OrU { memarg } => (I32_B1, Or, memarg),
        O::I32AtomicRmw8XorU { memarg } => (I32_B1, Xor, memarg),
        O::I32AtomicRmw8XchgU { memarg } => (I32_B1, Exchange, memarg),
        O::I32AtomicRmw16AddU { memarg } => (I32_B2, Add, memarg),
        O::I32AtomicRmw16SubU { memarg } => (I32_B2, Sub, memarg),
        O::I32AtomicRmw16AndU { memarg } => (I32_B2, And, memarg),
        O::I32AtomicRmw16OrU { memarg } => (I32_B2, Or, memarg),
        O::I32AtomicRmw16XorU { memarg } => (I32_B2, Xor, memarg),
        O::I32AtomicRmw16XchgU { memarg } => (I32_B2, Exchange, memarg),
        O::I32AtomicRmwAdd { memarg } => (I32_B4, Add, memarg),
        O::I32AtomicRmwSub { memarg } => (I32_B4, Sub, memarg),
        O::I32AtomicRmwAnd { memarg } => (I32_B4, And, memarg),
        O::I32AtomicRmwOr { memarg } => (I32_B4, Or, memarg),
        O::I32AtomicRmwXor { memarg } => (I32_B4, Xor, memarg),
        O::I32AtomicRmwXchg { memarg } => (I32_B4, Exchange, memarg),
        O::I64AtomicRmw8AddU { memarg } => (I64_B1, Add, memarg),
        O::I64AtomicRmw8SubU { memarg } => (I64_B1, Sub, memarg),
        O::I64AtomicRmw8AndU { memarg } => (I64_B1, And, memarg),
        O::I64AtomicRmw8OrU { memarg } => (I64_B1, Or, memarg),
        O::I64AtomicRmw8XorU { memarg } => (I64_B1, Xor, memarg),
        O::I64AtomicRmw8XchgU { memarg } => (I64_B1, Exchange, memarg),
        O::I64AtomicRmw16AddU { memarg } => (I64_B2, Add, memarg),
        O::I64AtomicRmw16SubU { memarg } => (I64_B2, Sub, memarg),
        O::I64AtomicRmw16AndU { memarg } => (I64_B2, And, memarg),
        O::I64AtomicRmw16OrU { memarg } => (I64_B2, Or, memarg),
        O::I64AtomicRmw16XorU { memarg } => (I64_B2, Xor, memarg),
        O::I64AtomicRmw16XchgU { memarg } => (I64_B2, Exchange, memarg),
        O::I64AtomicRmw32AddU { memarg } => (I64_B4, Add, memarg),
        O::I64AtomicRmw32SubU { memarg } => (I64_B4, Sub, memarg),
        O::I64AtomicRmw32AndU { memarg } => (I64_B4, And, memarg),
        O::I64AtomicRmw32OrU { memarg } => (I64_B4, Or, memarg),
        O::I64AtomicRmw32XorU { memarg } => (I64_B4, Xor, memarg),
        O::I64AtomicRmw32XchgU { memarg } => (I64_B4, Exchange, memarg),
        O::I64AtomicRmwAdd { memarg } => (I64_B8, Add, memarg),
        O::I64AtomicRmwSub { memarg } => (I64_B8, Sub, memarg),
        O::I64AtomicRmwAnd { memarg } => (I64_B8, And, memarg),
        O::I64AtomicRmwOr { memarg } => (I64_B8, Or, memarg),
        O::I64AtomicRmwXor { memarg } => (I64_B8, Xor, memarg),
        O::I64AtomicRmwXchg { memarg } => (I64_B8, Exchange, memarg),
        _ => return None,
    };
    Some(Op::AtomicModify(access, change, at(memarg)?))
}

const I32_B1: Atomic = Atomic {
    width: Width::W32,
    size: Size::B1,
};
const I32_B2: Atomic = Atomic {
    width: Width::W32,
    size: Size::B2,
};
const I32_B4: Atomic = Atomic {
    width: Width::W32,
    size: Size::B4,
};
const I64_B1: Atomic = Atomic {
    width: Width::W64,
    size: Size::B1,
};
const I64_B2: Atomic = Atomic {
    width: Width::W64,
    size: Size::B2,
};
const I64_B4: Atomic = Atomic {
    width: Width::W64,
    size: Size::B4,
};
const I64_B8: Atomic = Atomic {
    width: Width::W64,
    size: Size::B8,
};
