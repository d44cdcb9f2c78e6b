//! Loads and stores.

use unsnarl_low::op::memory::{Load, Store};
use unsnarl_low::{LaneType, Sign, Size, Type};
use wasm_encoder::{Instruction, MemArg};

/// The instruction of a load, if there is one.
pub(super) fn load(op: Load, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Sign::{Signed, Unsigned};
    use Size::{B1, B2, B4, B8};
    use Type::{F32, F64, I32, I64, V128};
    Some(match op {
        Load::Whole(I32) => I::I32Load(at),
        Load::Whole(I64) => I::I64Load(at),
        Load::Whole(F32) => I::F32Load(at),
        Load::Whole(F64) => I::F64Load(at),
        Load::Whole(V128) => I::V128Load(at),
        Load::Narrow(I32, B1, Signed) => I::I32Load8S(at),
        Load::Narrow(I32, B2, Signed) => I::I32Load16S(at),
        Load::Narrow(I64, B1, Signed) => I::I64Load8S(at),
        Load::Narrow(I64, B2, Signed) => I::I64Load16S(at),
        Load::Narrow(I64, B4, Signed) => I::I64Load32S(at),
        Load::Extend(LaneType::I16, Signed) => I::V128Load8x8S(at),
        Load::Extend(LaneType::I32, Signed) => I::V128Load16x4S(at),
        Load::Extend(LaneType::I64, Signed) => I::V128Load32x2S(at),
        Load::Narrow(I32, B1, Unsigned) => I::I32Load8U(at),
        Load::Narrow(I32, B2, Unsigned) => I::I32Load16U(at),
        Load::Narrow(I64, B1, Unsigned) => I::I64Load8U(at),
        Load::Narrow(I64, B2, Unsigned) => I::I64Load16U(at),
        Load::Narrow(I64, B4, Unsigned) => I::I64Load32U(at),
        Load::Extend(LaneType::I16, Unsigned) => I::V128Load8x8U(at),
        Load::Extend(LaneType::I32, Unsigned) => I::V128Load16x4U(at),
        Load::Extend(LaneType::I64, Unsigned) => I::V128Load32x2U(at),
        Load::Splat(B1) => I::V128Load8Splat(at),
        Load::Splat(B2) => I::V128Load16Splat(at),
        Load::Splat(B4) => I::V128Load32Splat(at),
        Load::Splat(B8) => I::V128Load64Splat(at),
        Load::Zero(B4) => I::V128Load32Zero(at),
        Load::Zero(B8) => I::V128Load64Zero(at),
        _ => return None,
    })
}

/// The instruction of a store, if there is one.
pub(super) fn store(op: Store, at: MemArg) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Size::{B1, B2, B4};
    use Type::{F32, F64, I32, I64, V128};
    Some(match op {
        Store::Whole(I32) => I::I32Store(at),
        Store::Whole(I64) => I::I64Store(at),
        Store::Whole(F32) => I::F32Store(at),
        Store::Whole(F64) => I::F64Store(at),
        Store::Whole(V128) => I::V128Store(at),
        Store::Narrow(I32, B1) => I::I32Store8(at),
        Store::Narrow(I32, B2) => I::I32Store16(at),
        Store::Narrow(I64, B1) => I::I64Store8(at),
        Store::Narrow(I64, B2) => I::I64Store16(at),
        Store::Narrow(I64, B4) => I::I64Store32(at),
        _ => return None,
    })
}

/// Reads or writes one lane.
pub(super) fn load_lane(size: Size, memarg: MemArg, lane: u8) -> Instruction<'static> {
    use Instruction as I;
    match size {
        Size::B1 => I::V128Load8Lane { memarg, lane },
        Size::B2 => I::V128Load16Lane { memarg, lane },
        Size::B4 => I::V128Load32Lane { memarg, lane },
        Size::B8 => I::V128Load64Lane { memarg, lane },
    }
}

/// Reads or writes one lane.
pub(super) fn store_lane(size: Size, memarg: MemArg, lane: u8) -> Instruction<'static> {
    use Instruction as I;
    match size {
        Size::B1 => I::V128Store8Lane { memarg, lane },
        Size::B2 => I::V128Store16Lane { memarg, lane },
        Size::B4 => I::V128Store32Lane { memarg, lane },
        Size::B8 => I::V128Store64Lane { memarg, lane },
    }
}
