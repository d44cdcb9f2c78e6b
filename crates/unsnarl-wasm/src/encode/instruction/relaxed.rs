//! Relaxed instructions on 128 bits.

use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::{LaneType, Sign, Width};
use wasm_encoder::Instruction;

/// The instruction of an operation, if it has these lanes.
pub(super) fn of(op: Relaxed) -> Option<Instruction<'static>> {
    use Instruction as I;
    use Relaxed as R;
    Some(match op {
        R::TruncateF32(Sign::Signed) => I::I32x4RelaxedTruncF32x4S,
        R::TruncateF64(Sign::Signed) => I::I32x4RelaxedTruncF64x2SZero,
        R::TruncateF32(Sign::Unsigned) => I::I32x4RelaxedTruncF32x4U,
        R::TruncateF64(Sign::Unsigned) => I::I32x4RelaxedTruncF64x2UZero,
        R::MultiplyAdd(Width::W32) => I::F32x4RelaxedMadd,
        R::NegatedMultiplyAdd(Width::W32) => I::F32x4RelaxedNmadd,
        R::Min(Width::W32) => I::F32x4RelaxedMin,
        R::Max(Width::W32) => I::F32x4RelaxedMax,
        R::MultiplyAdd(Width::W64) => I::F64x2RelaxedMadd,
        R::NegatedMultiplyAdd(Width::W64) => I::F64x2RelaxedNmadd,
        R::Min(Width::W64) => I::F64x2RelaxedMin,
        R::Max(Width::W64) => I::F64x2RelaxedMax,
        R::Select(LaneType::I8) => I::I8x16RelaxedLaneselect,
        R::Select(LaneType::I16) => I::I16x8RelaxedLaneselect,
        R::Select(LaneType::I32) => I::I32x4RelaxedLaneselect,
        R::Select(LaneType::I64) => I::I64x2RelaxedLaneselect,
        R::Swizzle => I::I8x16RelaxedSwizzle,
        R::MulQ15 => I::I16x8RelaxedQ15mulrS,
        R::Dot => I::I16x8RelaxedDotI8x16I7x16S,
        R::DotAdd => I::I32x4RelaxedDotI8x16I7x16AddS,
        R::Select(LaneType::F32 | LaneType::F64) => return None,
    })
}
