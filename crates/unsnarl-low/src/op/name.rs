//! Names of operations: those of WebAssembly's text form, without immediates.
//!
//! *Gives:* [`Op::name`], and [`Op::all`] to find an operation by its name.

use std::borrow::Cow;

use super::Op;
use super::atomic::{Atomic, Modify};
use super::convert::Convert;
use super::float::{FloatBinary, FloatCompare, FloatUnary};
use super::int::{IntBinary, IntCompare, IntUnary};
use super::memory::{Address, Load, Memory, Store, Table};
use super::relaxed::Relaxed;
use super::signature::LANE_SIZES;
use super::vector::{VectorBinary, VectorShift, VectorUnary};
use crate::symbol::Symbol;
use crate::types::{LaneType, Sign, Type, Width};

impl Op {
    /// The name without immediates. A type that is an immediate belongs to it, but for that of
    /// `select`, of references and of globals.
    pub fn name(&self) -> Cow<'static, str> {
        let typed = |ty: Type, name: &str| Cow::Owned(format!("{ty}.{name}"));
        let laned = |lane: LaneType, name: &str| Cow::Owned(format!("{}.{name}", lane.name()));
        match *self {
            Op::IntUnary(width, op) => typed(width.int(), op.name()),
            Op::IntBinary(width, op) => typed(width.int(), op.name()),
            Op::IntIsZero(width) => typed(width.int(), "eqz"),
            Op::IntCompare(width, op) => typed(width.int(), op.name()),
            Op::FloatUnary(width, op) => typed(width.float(), op.name()),
            Op::FloatBinary(width, op) => typed(width.float(), op.name()),
            Op::FloatCompare(width, op) => typed(width.float(), op.name()),
            Op::Convert(op) => op.name().into(),
            Op::Select(_) => "select".into(),
            Op::Splat(lane) => laned(lane, "splat"),
            Op::ExtractLane(lane @ (LaneType::I8 | LaneType::I16), sign, _) => {
                laned(lane, &format!("extract_lane_{}", sign.letter()))
            }
            Op::ExtractLane(lane, ..) => laned(lane, "extract_lane"),
            Op::ReplaceLane(lane, _) => laned(lane, "replace_lane"),
            Op::Shuffle(_) => "i8x16.shuffle".into(),
            Op::Swizzle => "i8x16.swizzle".into(),
            Op::VectorUnary(lane, op) => laned(lane, &op.name(lane)),
            Op::VectorBinary(lane, op) => laned(lane, &op.name(lane)),
            Op::VectorShift(lane, op) => laned(lane, op.name()),
            Op::AllTrue(lane) => laned(lane, "all_true"),
            Op::Bitmask(lane) => laned(lane, "bitmask"),
            Op::BitsNot => "v128.not".into(),
            Op::BitsAnd => "v128.and".into(),
            Op::BitsAndNot => "v128.andnot".into(),
            Op::BitsOr => "v128.or".into(),
            Op::BitsXor => "v128.xor".into(),
            Op::BitsSelect => "v128.bitselect".into(),
            Op::AnyTrue => "v128.any_true".into(),
            Op::Relaxed(op) => op.name().into(),
            Op::Load(op, _) => op.name().into(),
            Op::Store(op, _) => op.name().into(),
            Op::LoadLane(size, ..) => format!("v128.load{}_lane", size.bits()).into(),
            Op::StoreLane(size, ..) => format!("v128.store{}_lane", size.bits()).into(),
            Op::AtomicLoad(access, _) => access.name("load", None).into(),
            Op::AtomicStore(access, _) => access.name("store", None).into(),
            Op::AtomicModify(access, op, _) => access.name("rmw", Some(op.name())).into(),
            Op::AtomicCompareExchange(access, _) => access.name("rmw", Some("cmpxchg")).into(),
            Op::AtomicNotify(_) => "memory.atomic.notify".into(),
            Op::AtomicWait(width, _) => format!("memory.atomic.wait{}", width.bits()).into(),
            Op::AtomicFence => "atomic.fence".into(),
            Op::MemorySize(_) => "memory.size".into(),
            Op::MemoryGrow(_) => "memory.grow".into(),
            Op::MemoryFill(_) => "memory.fill".into(),
            Op::MemoryCopy { .. } => "memory.copy".into(),
            Op::MemoryInit(..) => "memory.init".into(),
            Op::DataDrop(_) => "data.drop".into(),
            Op::TableGet(..) => "table.get".into(),
            Op::TableSet(..) => "table.set".into(),
            Op::TableSize(_) => "table.size".into(),
            Op::TableGrow(..) => "table.grow".into(),
            Op::TableFill(..) => "table.fill".into(),
            Op::TableCopy { .. } => "table.copy".into(),
            Op::TableInit(..) => "table.init".into(),
            Op::ElementDrop(_) => "elem.drop".into(),
            Op::Null(_) => "ref.null".into(),
            Op::IsNull(_) => "ref.is_null".into(),
            Op::FunctionReference(_) => "ref.func".into(),
            Op::GlobalGet(..) => "global.get".into(),
            Op::GlobalSet(..) => "global.set".into(),
            Op::Trap => "unreachable".into(),
            Op::Throw(_) => "throw".into(),
            Op::Call(_) => "call".into(),
            Op::CallIndirect(_) => "call_indirect".into(),
        }
    }

    /// One operation of each name, with immediates of 0, the type `i32` or `funcref`, and the
    /// first symbol.
    pub fn all() -> Vec<Op> {
        let at = Address::default();
        let (memory, table, symbol) = (Memory(0), Table(0), Symbol::FIRST);
        let reference = Type::FuncRef;
        let mut all = vec![
            Op::Select(Type::I32),
            Op::Shuffle([0; 16]),
            Op::Swizzle,
            Op::BitsNot,
            Op::BitsAnd,
            Op::BitsAndNot,
            Op::BitsOr,
            Op::BitsXor,
            Op::BitsSelect,
            Op::AnyTrue,
            Op::AtomicNotify(at),
            Op::AtomicFence,
            Op::MemorySize(memory),
            Op::MemoryGrow(memory),
            Op::MemoryFill(memory),
            Op::MemoryCopy {
                to: memory,
                from: memory,
            },
            Op::MemoryInit(memory, symbol),
            Op::DataDrop(symbol),
            Op::TableGet(table, reference),
            Op::TableSet(table, reference),
            Op::TableSize(table),
            Op::TableGrow(table, reference),
            Op::TableFill(table, reference),
            Op::TableCopy {
                to: table,
                from: table,
            },
            Op::TableInit(table, symbol),
            Op::ElementDrop(symbol),
            Op::Null(reference),
            Op::IsNull(reference),
            Op::FunctionReference(symbol),
            Op::GlobalGet(symbol, Type::I32),
            Op::GlobalSet(symbol, Type::I32),
            Op::Trap,
            Op::Throw(symbol),
            Op::Call(symbol),
            Op::CallIndirect(table),
        ];
        for access in Atomic::ALL {
            all.extend([Op::AtomicLoad(access, at), Op::AtomicStore(access, at)]);
            all.push(Op::AtomicCompareExchange(access, at));
            all.extend(Modify::ALL.map(|op| Op::AtomicModify(access, op, at)));
        }
        for width in Width::ALL {
            all.push(Op::AtomicWait(width, at));
            all.push(Op::IntIsZero(width));
            all.extend(IntUnary::ALL.map(|op| Op::IntUnary(width, op)));
            all.extend(IntBinary::ALL.map(|op| Op::IntBinary(width, op)));
            all.extend(IntCompare::ALL.map(|op| Op::IntCompare(width, op)));
            all.extend(FloatUnary::ALL.map(|op| Op::FloatUnary(width, op)));
            all.extend(FloatBinary::ALL.map(|op| Op::FloatBinary(width, op)));
            all.extend(FloatCompare::ALL.map(|op| Op::FloatCompare(width, op)));
        }
        all.extend(Convert::all().into_iter().map(Op::Convert));
        for lane in LaneType::ALL {
            all.extend([Op::Splat(lane), Op::ReplaceLane(lane, 0)]);
            all.extend([Op::AllTrue(lane), Op::Bitmask(lane)]);
            all.extend(Sign::ALL.map(|sign| Op::ExtractLane(lane, sign, 0)));
            all.extend(VectorShift::ALL.map(|op| Op::VectorShift(lane, op)));
            let unary = VectorUnary::all().into_iter();
            all.extend(unary.map(|op| Op::VectorUnary(lane, op)));
            let binary = VectorBinary::all().into_iter();
            all.extend(binary.map(|op| Op::VectorBinary(lane, op)));
        }
        all.extend(Relaxed::all().into_iter().map(Op::Relaxed));
        all.extend(Load::all().into_iter().map(|op| Op::Load(op, at)));
        all.extend(Store::all().into_iter().map(|op| Op::Store(op, at)));
        all.extend(LANE_SIZES.map(|size| Op::LoadLane(size, at, 0)));
        all.extend(LANE_SIZES.map(|size| Op::StoreLane(size, at, 0)));
        all.retain(Op::exists);
        all
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_operation_has_a_name_of_its_own() {
        let names: HashSet<String> = Op::all().iter().map(|op| op.name().into_owned()).collect();
        assert_eq!(names.len(), Op::all().len());
        // Those of WebAssembly 2.0 without control but `unreachable`, locals, `drop`, `nop` and
        // constants; the 20 relaxed ones; the 67 for threads; and `throw`.
        assert_eq!(names.len(), 417 + 20 + 67 + 1);
    }
}
