//! Instructions on 128 bits.

use unsnarl_low::op::float::{FloatCompare, FloatUnary};
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::op::vector::{Half, VectorBinary, VectorShift, VectorUnary};
use unsnarl_low::{LaneType, Sign};
use wasm_encoder::Instruction;

/// The instruction of an operation, if it has these lanes.
pub(super) fn unary(lane: LaneType, op: VectorUnary) -> Option<Instruction<'static>> {
    use Half::{High, Low};
    use Instruction as I;
    use LaneType::{F32, F64, I8, I16, I32, I64};
    use Sign::{Signed, Unsigned};
    use VectorUnary as V;
    Some(match (op, lane) {
        (V::Abs, I8) => I::I8x16Abs,
        (V::Abs, I16) => I::I16x8Abs,
        (V::Abs, I32) => I::I32x4Abs,
        (V::Abs, I64) => I::I64x2Abs,
        (V::Neg, I8) => I::I8x16Neg,
        (V::Neg, I16) => I::I16x8Neg,
        (V::Neg, I32) => I::I32x4Neg,
        (V::Neg, I64) => I::I64x2Neg,
        (V::Popcnt, I8) => I::I8x16Popcnt,
        (V::Extend(Low, Signed), I16) => I::I16x8ExtendLowI8x16S,
        (V::Extend(Low, Signed), I32) => I::I32x4ExtendLowI16x8S,
        (V::Extend(Low, Signed), I64) => I::I64x2ExtendLowI32x4S,
        (V::Extend(High, Signed), I16) => I::I16x8ExtendHighI8x16S,
        (V::Extend(High, Signed), I32) => I::I32x4ExtendHighI16x8S,
        (V::Extend(High, Signed), I64) => I::I64x2ExtendHighI32x4S,
        (V::ExtendAddPairs(Signed), I16) => I::I16x8ExtAddPairwiseI8x16S,
        (V::ExtendAddPairs(Signed), I32) => I::I32x4ExtAddPairwiseI16x8S,
        (V::Extend(Low, Unsigned), I16) => I::I16x8ExtendLowI8x16U,
        (V::Extend(Low, Unsigned), I32) => I::I32x4ExtendLowI16x8U,
        (V::Extend(Low, Unsigned), I64) => I::I64x2ExtendLowI32x4U,
        (V::Extend(High, Unsigned), I16) => I::I16x8ExtendHighI8x16U,
        (V::Extend(High, Unsigned), I32) => I::I32x4ExtendHighI16x8U,
        (V::Extend(High, Unsigned), I64) => I::I64x2ExtendHighI32x4U,
        (V::ExtendAddPairs(Unsigned), I16) => I::I16x8ExtAddPairwiseI8x16U,
        (V::ExtendAddPairs(Unsigned), I32) => I::I32x4ExtAddPairwiseI16x8U,
        (V::TruncateF32(Signed), I32) => I::I32x4TruncSatF32x4S,
        (V::TruncateF64(Signed), I32) => I::I32x4TruncSatF64x2SZero,
        (V::TruncateF32(Unsigned), I32) => I::I32x4TruncSatF32x4U,
        (V::TruncateF64(Unsigned), I32) => I::I32x4TruncSatF64x2UZero,
        (V::Demote, F32) => I::F32x4DemoteF64x2Zero,
        (V::Float(FloatUnary::Abs), F32) => I::F32x4Abs,
        (V::Float(FloatUnary::Abs), F64) => I::F64x2Abs,
        (V::Float(FloatUnary::Neg), F32) => I::F32x4Neg,
        (V::Float(FloatUnary::Neg), F64) => I::F64x2Neg,
        (V::Float(FloatUnary::Sqrt), F32) => I::F32x4Sqrt,
        (V::Float(FloatUnary::Sqrt), F64) => I::F64x2Sqrt,
        (V::Float(FloatUnary::Ceil), F32) => I::F32x4Ceil,
        (V::Float(FloatUnary::Ceil), F64) => I::F64x2Ceil,
        (V::Float(FloatUnary::Floor), F32) => I::F32x4Floor,
        (V::Float(FloatUnary::Floor), F64) => I::F64x2Floor,
        (V::Float(FloatUnary::Trunc), F32) => I::F32x4Trunc,
        (V::Float(FloatUnary::Trunc), F64) => I::F64x2Trunc,
        (V::Float(FloatUnary::Nearest), F32) => I::F32x4Nearest,
        (V::Float(FloatUnary::Nearest), F64) => I::F64x2Nearest,
        (V::FromI32(Signed), F32) => I::F32x4ConvertI32x4S,
        (V::FromI32(Signed), F64) => I::F64x2ConvertLowI32x4S,
        (V::FromI32(Unsigned), F32) => I::F32x4ConvertI32x4U,
        (V::FromI32(Unsigned), F64) => I::F64x2ConvertLowI32x4U,
        (V::Promote, F64) => I::F64x2PromoteLowF32x4,
        _ => return None,
    })
}

/// The instruction of an operation, if it has these lanes.
pub(super) fn binary(lane: LaneType, op: VectorBinary) -> Option<Instruction<'static>> {
    use Half::{High, Low};
    use Instruction as I;
    use LaneType::{F32, F64, I8, I16, I32, I64};
    use Sign::{Signed, Unsigned};
    use VectorBinary as V;
    Some(match (op, lane) {
        (V::Add, I8) => I::I8x16Add,
        (V::Add, I16) => I::I16x8Add,
        (V::Add, I32) => I::I32x4Add,
        (V::Add, I64) => I::I64x2Add,
        (V::Add, F32) => I::F32x4Add,
        (V::Add, F64) => I::F64x2Add,
        (V::Sub, I8) => I::I8x16Sub,
        (V::Sub, I16) => I::I16x8Sub,
        (V::Sub, I32) => I::I32x4Sub,
        (V::Sub, I64) => I::I64x2Sub,
        (V::Sub, F32) => I::F32x4Sub,
        (V::Sub, F64) => I::F64x2Sub,
        (V::Average, I8) => I::I8x16AvgrU,
        (V::Average, I16) => I::I16x8AvgrU,
        (V::AddSaturating(Signed), I8) => I::I8x16AddSatS,
        (V::AddSaturating(Signed), I16) => I::I16x8AddSatS,
        (V::SubSaturating(Signed), I8) => I::I8x16SubSatS,
        (V::SubSaturating(Signed), I16) => I::I16x8SubSatS,
        (V::MinInt(Signed), I8) => I::I8x16MinS,
        (V::MinInt(Signed), I16) => I::I16x8MinS,
        (V::MinInt(Signed), I32) => I::I32x4MinS,
        (V::MaxInt(Signed), I8) => I::I8x16MaxS,
        (V::MaxInt(Signed), I16) => I::I16x8MaxS,
        (V::MaxInt(Signed), I32) => I::I32x4MaxS,
        (V::Narrow(Signed), I8) => I::I8x16NarrowI16x8S,
        (V::Narrow(Signed), I16) => I::I16x8NarrowI32x4S,
        (V::AddSaturating(Unsigned), I8) => I::I8x16AddSatU,
        (V::AddSaturating(Unsigned), I16) => I::I16x8AddSatU,
        (V::SubSaturating(Unsigned), I8) => I::I8x16SubSatU,
        (V::SubSaturating(Unsigned), I16) => I::I16x8SubSatU,
        (V::MinInt(Unsigned), I8) => I::I8x16MinU,
        (V::MinInt(Unsigned), I16) => I::I16x8MinU,
        (V::MinInt(Unsigned), I32) => I::I32x4MinU,
        (V::MaxInt(Unsigned), I8) => I::I8x16MaxU,
        (V::MaxInt(Unsigned), I16) => I::I16x8MaxU,
        (V::MaxInt(Unsigned), I32) => I::I32x4MaxU,
        (V::Narrow(Unsigned), I8) => I::I8x16NarrowI16x8U,
        (V::Narrow(Unsigned), I16) => I::I16x8NarrowI32x4U,
        (V::CompareInt(IntCompare::Eq), I8) => I::I8x16Eq,
        (V::CompareInt(IntCompare::Eq), I16) => I::I16x8Eq,
        (V::CompareInt(IntCompare::Eq), I32) => I::I32x4Eq,
        (V::CompareInt(IntCompare::Eq), I64) => I::I64x2Eq,
        (V::CompareInt(IntCompare::Ne), I8) => I::I8x16Ne,
        (V::CompareInt(IntCompare::Ne), I16) => I::I16x8Ne,
        (V::CompareInt(IntCompare::Ne), I32) => I::I32x4Ne,
        (V::CompareInt(IntCompare::Ne), I64) => I::I64x2Ne,
        (V::CompareInt(IntCompare::LtS), I8) => I::I8x16LtS,
        (V::CompareInt(IntCompare::LtS), I16) => I::I16x8LtS,
        (V::CompareInt(IntCompare::LtS), I32) => I::I32x4LtS,
        (V::CompareInt(IntCompare::LtS), I64) => I::I64x2LtS,
        (V::CompareInt(IntCompare::LtU), I8) => I::I8x16LtU,
        (V::CompareInt(IntCompare::LtU), I16) => I::I16x8LtU,
        (V::CompareInt(IntCompare::LtU), I32) => I::I32x4LtU,
        (V::CompareInt(IntCompare::GtS), I8) => I::I8x16GtS,
        (V::CompareInt(IntCompare::GtS), I16) => I::I16x8GtS,
        (V::CompareInt(IntCompare::GtS), I32) => I::I32x4GtS,
        (V::CompareInt(IntCompare::GtS), I64) => I::I64x2GtS,
        (V::CompareInt(IntCompare::GtU), I8) => I::I8x16GtU,
        (V::CompareInt(IntCompare::GtU), I16) => I::I16x8GtU,
        (V::CompareInt(IntCompare::GtU), I32) => I::I32x4GtU,
        (V::CompareInt(IntCompare::LeS), I8) => I::I8x16LeS,
        (V::CompareInt(IntCompare::LeS), I16) => I::I16x8LeS,
        (V::CompareInt(IntCompare::LeS), I32) => I::I32x4LeS,
        (V::CompareInt(IntCompare::LeS), I64) => I::I64x2LeS,
        (V::CompareInt(IntCompare::LeU), I8) => I::I8x16LeU,
        (V::CompareInt(IntCompare::LeU), I16) => I::I16x8LeU,
        (V::CompareInt(IntCompare::LeU), I32) => I::I32x4LeU,
        (V::CompareInt(IntCompare::GeS), I8) => I::I8x16GeS,
        (V::CompareInt(IntCompare::GeS), I16) => I::I16x8GeS,
        (V::CompareInt(IntCompare::GeS), I32) => I::I32x4GeS,
        (V::CompareInt(IntCompare::GeS), I64) => I::I64x2GeS,
        (V::CompareInt(IntCompare::GeU), I8) => I::I8x16GeU,
        (V::CompareInt(IntCompare::GeU), I16) => I::I16x8GeU,
        (V::CompareInt(IntCompare::GeU), I32) => I::I32x4GeU,
        (V::Mul, I16) => I::I16x8Mul,
        (V::Mul, I32) => I::I32x4Mul,
        (V::Mul, I64) => I::I64x2Mul,
        (V::Mul, F32) => I::F32x4Mul,
        (V::Mul, F64) => I::F64x2Mul,
        (V::MulQ15, I16) => I::I16x8Q15MulrSatS,
        (V::ExtendMul(Low, Signed), I16) => I::I16x8ExtMulLowI8x16S,
        (V::ExtendMul(Low, Signed), I32) => I::I32x4ExtMulLowI16x8S,
        (V::ExtendMul(Low, Signed), I64) => I::I64x2ExtMulLowI32x4S,
        (V::ExtendMul(High, Signed), I16) => I::I16x8ExtMulHighI8x16S,
        (V::ExtendMul(High, Signed), I32) => I::I32x4ExtMulHighI16x8S,
        (V::ExtendMul(High, Signed), I64) => I::I64x2ExtMulHighI32x4S,
        (V::ExtendMul(Low, Unsigned), I16) => I::I16x8ExtMulLowI8x16U,
        (V::ExtendMul(Low, Unsigned), I32) => I::I32x4ExtMulLowI16x8U,
        (V::ExtendMul(Low, Unsigned), I64) => I::I64x2ExtMulLowI32x4U,
        (V::ExtendMul(High, Unsigned), I16) => I::I16x8ExtMulHighI8x16U,
        (V::ExtendMul(High, Unsigned), I32) => I::I32x4ExtMulHighI16x8U,
        (V::ExtendMul(High, Unsigned), I64) => I::I64x2ExtMulHighI32x4U,
        (V::Dot, I32) => I::I32x4DotI16x8S,
        (V::Div, F32) => I::F32x4Div,
        (V::Div, F64) => I::F64x2Div,
        (V::Min, F32) => I::F32x4Min,
        (V::Min, F64) => I::F64x2Min,
        (V::Max, F32) => I::F32x4Max,
        (V::Max, F64) => I::F64x2Max,
        (V::PseudoMin, F32) => I::F32x4PMin,
        (V::PseudoMin, F64) => I::F64x2PMin,
        (V::PseudoMax, F32) => I::F32x4PMax,
        (V::PseudoMax, F64) => I::F64x2PMax,
        (V::CompareFloat(FloatCompare::Eq), F32) => I::F32x4Eq,
        (V::CompareFloat(FloatCompare::Eq), F64) => I::F64x2Eq,
        (V::CompareFloat(FloatCompare::Ne), F32) => I::F32x4Ne,
        (V::CompareFloat(FloatCompare::Ne), F64) => I::F64x2Ne,
        (V::CompareFloat(FloatCompare::Lt), F32) => I::F32x4Lt,
        (V::CompareFloat(FloatCompare::Lt), F64) => I::F64x2Lt,
        (V::CompareFloat(FloatCompare::Gt), F32) => I::F32x4Gt,
        (V::CompareFloat(FloatCompare::Gt), F64) => I::F64x2Gt,
        (V::CompareFloat(FloatCompare::Le), F32) => I::F32x4Le,
        (V::CompareFloat(FloatCompare::Le), F64) => I::F64x2Le,
        (V::CompareFloat(FloatCompare::Ge), F32) => I::F32x4Ge,
        (V::CompareFloat(FloatCompare::Ge), F64) => I::F64x2Ge,
        _ => return None,
    })
}

/// The instruction of an operation, if it has these lanes.
pub(super) fn shift(lane: LaneType, op: VectorShift) -> Option<Instruction<'static>> {
    use Instruction as I;
    use LaneType::{I8, I16, I32, I64};
    use Sign::{Signed, Unsigned};
    use VectorShift as V;
    Some(match (op, lane) {
        (V::Left, I8) => I::I8x16Shl,
        (V::Left, I16) => I::I16x8Shl,
        (V::Left, I32) => I::I32x4Shl,
        (V::Left, I64) => I::I64x2Shl,
        (V::Right(Signed), I8) => I::I8x16ShrS,
        (V::Right(Signed), I16) => I::I16x8ShrS,
        (V::Right(Signed), I32) => I::I32x4ShrS,
        (V::Right(Signed), I64) => I::I64x2ShrS,
        (V::Right(Unsigned), I8) => I::I8x16ShrU,
        (V::Right(Unsigned), I16) => I::I16x8ShrU,
        (V::Right(Unsigned), I32) => I::I32x4ShrU,
        (V::Right(Unsigned), I64) => I::I64x2ShrU,
        _ => return None,
    })
}

/// The instruction for these lanes, if there is one.
pub(super) fn splat(lane: LaneType) -> Option<Instruction<'static>> {
    use Instruction as I;
    Some(match lane {
        LaneType::I8 => I::I8x16Splat,
        LaneType::I16 => I::I16x8Splat,
        LaneType::I32 => I::I32x4Splat,
        LaneType::I64 => I::I64x2Splat,
        LaneType::F32 => I::F32x4Splat,
        LaneType::F64 => I::F64x2Splat,
    })
}

/// The instruction for these lanes, if there is one.
pub(super) fn all_true(lane: LaneType) -> Option<Instruction<'static>> {
    use Instruction as I;
    Some(match lane {
        LaneType::I8 => I::I8x16AllTrue,
        LaneType::I16 => I::I16x8AllTrue,
        LaneType::I32 => I::I32x4AllTrue,
        LaneType::I64 => I::I64x2AllTrue,
        _ => return None,
    })
}

/// The instruction for these lanes, if there is one.
pub(super) fn bitmask(lane: LaneType) -> Option<Instruction<'static>> {
    use Instruction as I;
    Some(match lane {
        LaneType::I8 => I::I8x16Bitmask,
        LaneType::I16 => I::I16x8Bitmask,
        LaneType::I32 => I::I32x4Bitmask,
        LaneType::I64 => I::I64x2Bitmask,
        _ => return None,
    })
}

/// Reads a lane.
pub(super) fn extract(lane: LaneType, sign: Sign, number: u8) -> Instruction<'static> {
    use Instruction as I;
    use Sign::{Signed, Unsigned};
    match (lane, sign) {
        (LaneType::I8, Signed) => I::I8x16ExtractLaneS(number),
        (LaneType::I8, Unsigned) => I::I8x16ExtractLaneU(number),
        (LaneType::I16, Signed) => I::I16x8ExtractLaneS(number),
        (LaneType::I16, Unsigned) => I::I16x8ExtractLaneU(number),
        (LaneType::I32, _) => I::I32x4ExtractLane(number),
        (LaneType::I64, _) => I::I64x2ExtractLane(number),
        (LaneType::F32, _) => I::F32x4ExtractLane(number),
        (LaneType::F64, _) => I::F64x2ExtractLane(number),
    }
}

/// Replaces a lane.
pub(super) fn replace(lane: LaneType, number: u8) -> Instruction<'static> {
    use Instruction as I;
    match lane {
        LaneType::I8 => I::I8x16ReplaceLane(number),
        LaneType::I16 => I::I16x8ReplaceLane(number),
        LaneType::I32 => I::I32x4ReplaceLane(number),
        LaneType::I64 => I::I64x2ReplaceLane(number),
        LaneType::F32 => I::F32x4ReplaceLane(number),
        LaneType::F64 => I::F64x2ReplaceLane(number),
    }
}
