//! Relaxed instructions on vectors.

use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::{LaneType, Op, Sign, Width};
use wasmparser::Operator;

/// The operation of an instruction that is one of these.
pub(super) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    use Relaxed as R;
    Some(Op::Relaxed(match op {
        O::I32x4RelaxedTruncF32x4S => R::TruncateF32(Sign::Signed),
        O::I32x4RelaxedTruncF64x2SZero => R::TruncateF64(Sign::Signed),
        O::I32x4RelaxedTruncF32x4U => R::TruncateF32(Sign::Unsigned),
        O::I32x4RelaxedTruncF64x2UZero => R::TruncateF64(Sign::Unsigned),
        O::F32x4RelaxedMadd => R::MultiplyAdd(Width::W32),
        O::F32x4RelaxedNmadd => R::NegatedMultiplyAdd(Width::W32),
        O::F32x4RelaxedMin => R::Min(Width::W32),
        O::F32x4RelaxedMax => R::Max(Width::W32),
        O::F64x2RelaxedMadd => R::MultiplyAdd(Width::W64),
        O::F64x2RelaxedNmadd => R::NegatedMultiplyAdd(Width::W64),
        O::F64x2RelaxedMin => R::Min(Width::W64),
        O::F64x2RelaxedMax => R::Max(Width::W64),
        O::I8x16RelaxedLaneselect => R::Select(LaneType::I8),
        O::I16x8RelaxedLaneselect => R::Select(LaneType::I16),
        O::I32x4RelaxedLaneselect => R::Select(LaneType::I32),
        O::I64x2RelaxedLaneselect => R::Select(LaneType::I64),
        O::I8x16RelaxedSwizzle => R::Swizzle,
        O::I16x8RelaxedQ15mulrS => R::MulQ15,
        O::I16x8RelaxedDotI8x16I7x16S => R::Dot,
        O::I32x4RelaxedDotI8x16I7x16AddS => R::DotAdd,
        _ => return None,
    }))
}
