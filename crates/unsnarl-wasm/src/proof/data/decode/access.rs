//! Loads and stores.

use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{LaneType, Op, Sign, Size, Type};
use wasmparser::{MemArg, MemArgTarget, Operator};

/// The operation of an instruction that is one of these.
pub(super) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    use Sign::{Signed, Unsigned};
    Some(match *op {
        O::I32Load { memarg } => Op::Load(Load::Whole(Type::I32), at(memarg)?),
        O::I64Load { memarg } => Op::Load(Load::Whole(Type::I64), at(memarg)?),
        O::F32Load { memarg } => Op::Load(Load::Whole(Type::F32), at(memarg)?),
        O::F64Load { memarg } => Op::Load(Load::Whole(Type::F64), at(memarg)?),
        O::V128Load { memarg } => Op::Load(Load::Whole(Type::V128), at(memarg)?),
        O::I32Load8S { memarg } => Op::Load(Load::Narrow(Type::I32, Size::B1, Signed), at(memarg)?),
        O::I32Load16S { memarg } => {
            Op::Load(Load::Narrow(Type::I32, Size::B2, Signed), at(memarg)?)
        }
        O::I64Load8S { memarg } => Op::Load(Load::Narrow(Type::I64, Size::B1, Signed), at(memarg)?),
        O::I64Load16S { memarg } => {
            Op::Load(Load::Narrow(Type::I64, Size::B2, Signed), at(memarg)?)
        }
        O::I64Load32S { memarg } => {
            Op::Load(Load::Narrow(Type::I64, Size::B4, Signed), at(memarg)?)
        }
        O::V128Load8x8S { memarg } => Op::Load(Load::Extend(LaneType::I16, Signed), at(memarg)?),
        O::V128Load16x4S { memarg } => Op::Load(Load::Extend(LaneType::I32, Signed), at(memarg)?),
        O::V128Load32x2S { memarg } => Op::Load(Load::Extend(LaneType::I64, Signed), at(memarg)?),
        O::I32Load8U { memarg } => {
            Op::Load(Load::Narrow(Type::I32, Size::B1, Unsigned), at(memarg)?)
        }
        O::I32Load16U { memarg } => {
            Op::Load(Load::Narrow(Type::I32, Size::B2, Unsigned), at(memarg)?)
        }
        O::I64Load8U { memarg } => {
            Op::Load(Load::Narrow(Type::I64, Size::B1, Unsigned), at(memarg)?)
        }
        O::I64Load16U { memarg } => {
            Op::Load(Load::Narrow(Type::I64, Size::B2, Unsigned), at(memarg)?)
        }
        O::I64Load32U { memarg } => {
            Op::Load(Load::Narrow(Type::I64, Size::B4, Unsigned), at(memarg)?)
        }
        O::V128Load8x8U { memarg } => Op::Load(Load::Extend(LaneType::I16, Unsigned), at(memarg)?),
        O::V128Load16x4U { memarg } => Op::Load(Load::Extend(LaneType::I32, Unsigned), at(memarg)?),
        O::V128Load32x2U { memarg } => Op::Load(Load::Extend(LaneType::I64, Unsigned), at(memarg)?),
        O::V128Load8Splat { memarg } => Op::Load(Load::Splat(Size::B1), at(memarg)?),
        O::V128Load16Splat { memarg } => Op::Load(Load::Splat(Size::B2), at(memarg)?),
        O::V128Load32Splat { memarg } => Op::Load(Load::Splat(Size::B4), at(memarg)?),
        O::V128Load64Splat { memarg } => Op::Load(Load::Splat(Size::B8), at(memarg)?),
        O::V128Load32Zero { memarg } => Op::Load(Load::Zero(Size::B4), at(memarg)?),
        O::V128Load64Zero { memarg } => Op::Load(Load::Zero(Size::B8), at(memarg)?),
        O::I32Store { memarg } => Op::Store(Store::Whole(Type::I32), at(memarg)?),
        O::I64Store { memarg } => Op::Store(Store::Whole(Type::I64), at(memarg)?),
        O::F32Store { memarg } => Op::Store(Store::Whole(Type::F32), at(memarg)?),
        O::F64Store { memarg } => Op::Store(Store::Whole(Type::F64), at(memarg)?),
        O::V128Store { memarg } => Op::Store(Store::Whole(Type::V128), at(memarg)?),
        O::I32Store8 { memarg } => Op::Store(Store::Narrow(Type::I32, Size::B1), at(memarg)?),
        O::I32Store16 { memarg } => Op::Store(Store::Narrow(Type::I32, Size::B2), at(memarg)?),
        O::I64Store8 { memarg } => Op::Store(Store::Narrow(Type::I64, Size::B1), at(memarg)?),
        O::I64Store16 { memarg } => Op::Store(Store::Narrow(Type::I64, Size::B2), at(memarg)?),
        O::I64Store32 { memarg } => Op::Store(Store::Narrow(Type::I64, Size::B4), at(memarg)?),
        O::V128Load8Lane { memarg, lane } => Op::LoadLane(Size::B1, at(memarg)?, lane),
        O::V128Load16Lane { memarg, lane } => Op::LoadLane(Size::B2, at(memarg)?, lane),
        O::V128Load32Lane { memarg, lane } => Op::LoadLane(Size::B4, at(memarg)?, lane),
        O::V128Load64Lane { memarg, lane } => Op::LoadLane(Size::B8, at(memarg)?, lane),
        O::V128Store8Lane { memarg, lane } => Op::StoreLane(Size::B1, at(memarg)?, lane),
        O::V128Store16Lane { memarg, lane } => Op::StoreLane(Size::B2, at(memarg)?, lane),
        O::V128Store32Lane { memarg, lane } => Op::StoreLane(Size::B4, at(memarg)?, lane),
        O::V128Store64Lane { memarg, lane } => Op::StoreLane(Size::B8, at(memarg)?, lane),
        _ => return None,
    })
}

/// What an access adds; none for one to an array.
pub(super) fn at(immediates: MemArg) -> Option<Address> {
    let MemArgTarget::Memory(memory) = immediates.target else {
        return None;
    };
    Some(Address {
        memory: Memory(memory),
        symbol: None,
        offset: immediates.offset,
        align: immediates.align,
    })
}
