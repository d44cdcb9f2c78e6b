//! Instructions on vectors, but for accesses to memory.

use unsnarl_low::op::float::{FloatCompare, FloatUnary};
use unsnarl_low::op::int::IntCompare;
use unsnarl_low::op::vector::{Half, VectorBinary, VectorShift, VectorUnary};
use unsnarl_low::{LaneType, Op, Sign};
use wasmparser::Operator;

/// The operation of an instruction that is one of these.
pub(super) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    use Sign::{Signed, Unsigned};
    Some(match *op {
        O::I8x16Shuffle { lanes } => Op::Shuffle(lanes),
        O::I8x16Swizzle => Op::Swizzle,
        O::V128Not => Op::BitsNot,
        O::V128And => Op::BitsAnd,
        O::V128AndNot => Op::BitsAndNot,
        O::V128Or => Op::BitsOr,
        O::V128Xor => Op::BitsXor,
        O::V128Bitselect => Op::BitsSelect,
        O::V128AnyTrue => Op::AnyTrue,
        O::I8x16Splat => Op::Splat(LaneType::I8),
        O::I8x16ReplaceLane { lane } => Op::ReplaceLane(LaneType::I8, lane),
        O::I8x16AllTrue => Op::AllTrue(LaneType::I8),
        O::I8x16Bitmask => Op::Bitmask(LaneType::I8),
        O::I8x16ExtractLaneS { lane } => Op::ExtractLane(LaneType::I8, Signed, lane),
        O::I8x16ExtractLaneU { lane } => Op::ExtractLane(LaneType::I8, Unsigned, lane),
        O::I8x16Shl => Op::VectorShift(LaneType::I8, VectorShift::Left),
        O::I8x16ShrS => Op::VectorShift(LaneType::I8, VectorShift::Right(Signed)),
        O::I8x16ShrU => Op::VectorShift(LaneType::I8, VectorShift::Right(Unsigned)),
        O::I8x16Abs => Op::VectorUnary(LaneType::I8, VectorUnary::Abs),
        O::I8x16Neg => Op::VectorUnary(LaneType::I8, VectorUnary::Neg),
        O::I8x16Popcnt => Op::VectorUnary(LaneType::I8, VectorUnary::Popcnt),
        O::I8x16Add => Op::VectorBinary(LaneType::I8, VectorBinary::Add),
        O::I8x16Sub => Op::VectorBinary(LaneType::I8, VectorBinary::Sub),
        O::I8x16AvgrU => Op::VectorBinary(LaneType::I8, VectorBinary::Average),
        O::I8x16AddSatS => Op::VectorBinary(LaneType::I8, VectorBinary::AddSaturating(Signed)),
        O::I8x16SubSatS => Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Signed)),
        O::I8x16MinS => Op::VectorBinary(LaneType::I8, VectorBinary::MinInt(Signed)),
        O::I8x16MaxS => Op::VectorBinary(LaneType::I8, VectorBinary::MaxInt(Signed)),
        O::I8x16NarrowI16x8S => Op::VectorBinary(LaneType::I8, VectorBinary::Narrow(Signed)),
        O::I8x16AddSatU => Op::VectorBinary(LaneType::I8, VectorBinary::AddSaturating(Unsigned)),
        O::I8x16SubSatU => Op::VectorBinary(LaneType::I8, VectorBinary::SubSaturating(Unsigned)),
        O::I8x16MinU => Op::VectorBinary(LaneType::I8, VectorBinary::MinInt(Unsigned)),
        O::I8x16MaxU => Op::VectorBinary(LaneType::I8, VectorBinary::MaxInt(Unsigned)),
        O::I8x16NarrowI16x8U => Op::VectorBinary(LaneType::I8, VectorBinary::Narrow(Unsigned)),
        O::I8x16Eq => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::Eq)),
        O::I8x16Ne => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::Ne)),
        O::I8x16LtS => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LtS)),
        O::I8x16LtU => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LtU)),
        O::I8x16GtS => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GtS)),
        O::I8x16GtU => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GtU)),
        O::I8x16LeS => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LeS)),
        O::I8x16LeU => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::LeU)),
        O::I8x16GeS => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GeS)),
        O::I8x16GeU => Op::VectorBinary(LaneType::I8, VectorBinary::CompareInt(IntCompare::GeU)),
        O::I16x8Splat => Op::Splat(LaneType::I16),
        O::I16x8ReplaceLane { lane } => Op::ReplaceLane(LaneType::I16, lane),
        O::I16x8AllTrue => Op::AllTrue(LaneType::I16),
        O::I16x8Bitmask => Op::Bitmask(LaneType::I16),
        O::I16x8ExtractLaneS { lane } => Op::ExtractLane(LaneType::I16, Signed, lane),
        O::I16x8ExtractLaneU { lane } => Op::ExtractLane(LaneType::I16, Unsigned, lane),
        O::I16x8Shl => Op::VectorShift(LaneType::I16, VectorShift::Left),
        O::I16x8ShrS => Op::VectorShift(LaneType::I16, VectorShift::Right(Signed)),
        O::I16x8ShrU => Op::VectorShift(LaneType::I16, VectorShift::Right(Unsigned)),
        O::I16x8Abs => Op::VectorUnary(LaneType::I16, VectorUnary::Abs),
        O::I16x8Neg => Op::VectorUnary(LaneType::I16, VectorUnary::Neg),
        O::I16x8ExtendLowI8x16S => {
            Op::VectorUnary(LaneType::I16, VectorUnary::Extend(Half::Low, Signed))
        }
        O::I16x8ExtendHighI8x16S => {
            Op::VectorUnary(LaneType::I16, VectorUnary::Extend(Half::High, Signed))
        }
        O::I16x8ExtAddPairwiseI8x16S => {
            Op::VectorUnary(LaneType::I16, VectorUnary::ExtendAddPairs(Signed))
        }
        O::I16x8ExtendLowI8x16U => {
            Op::VectorUnary(LaneType::I16, VectorUnary::Extend(Half::Low, Unsigned))
        }
        O::I16x8ExtendHighI8x16U => {
            Op::VectorUnary(LaneType::I16, VectorUnary::Extend(Half::High, Unsigned))
        }
        O::I16x8ExtAddPairwiseI8x16U => {
            Op::VectorUnary(LaneType::I16, VectorUnary::ExtendAddPairs(Unsigned))
        }
        O::I16x8Add => Op::VectorBinary(LaneType::I16, VectorBinary::Add),
        O::I16x8Sub => Op::VectorBinary(LaneType::I16, VectorBinary::Sub),
        O::I16x8Mul => Op::VectorBinary(LaneType::I16, VectorBinary::Mul),
        O::I16x8AvgrU => Op::VectorBinary(LaneType::I16, VectorBinary::Average),
        O::I16x8Q15MulrSatS => Op::VectorBinary(LaneType::I16, VectorBinary::MulQ15),
        O::I16x8AddSatS => Op::VectorBinary(LaneType::I16, VectorBinary::AddSaturating(Signed)),
        O::I16x8SubSatS => Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Signed)),
        O::I16x8MinS => Op::VectorBinary(LaneType::I16, VectorBinary::MinInt(Signed)),
        O::I16x8MaxS => Op::VectorBinary(LaneType::I16, VectorBinary::MaxInt(Signed)),
        O::I16x8NarrowI32x4S => Op::VectorBinary(LaneType::I16, VectorBinary::Narrow(Signed)),
        O::I16x8ExtMulLowI8x16S => {
            Op::VectorBinary(LaneType::I16, VectorBinary::ExtendMul(Half::Low, Signed))
        }
        O::I16x8ExtMulHighI8x16S => {
            Op::VectorBinary(LaneType::I16, VectorBinary::ExtendMul(Half::High, Signed))
        }
        O::I16x8AddSatU => Op::VectorBinary(LaneType::I16, VectorBinary::AddSaturating(Unsigned)),
        O::I16x8SubSatU => Op::VectorBinary(LaneType::I16, VectorBinary::SubSaturating(Unsigned)),
        O::I16x8MinU => Op::VectorBinary(LaneType::I16, VectorBinary::MinInt(Unsigned)),
        O::I16x8MaxU => Op::VectorBinary(LaneType::I16, VectorBinary::MaxInt(Unsigned)),
        O::I16x8NarrowI32x4U => Op::VectorBinary(LaneType::I16, VectorBinary::Narrow(Unsigned)),
        O::I16x8ExtMulLowI8x16U => {
            Op::VectorBinary(LaneType::I16, VectorBinary::ExtendMul(Half::Low, Unsigned))
        }
        O::I16x8ExtMulHighI8x16U => {
            Op::VectorBinary(LaneType::I16, VectorBinary::ExtendMul(Half::High, Unsigned))
        }
        O::I16x8Eq => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::Eq)),
        O::I16x8Ne => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::Ne)),
        O::I16x8LtS => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LtS)),
        O::I16x8LtU => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LtU)),
        O::I16x8GtS => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GtS)),
        O::I16x8GtU => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GtU)),
        O::I16x8LeS => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LeS)),
        O::I16x8LeU => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::LeU)),
        O::I16x8GeS => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GeS)),
        O::I16x8GeU => Op::VectorBinary(LaneType::I16, VectorBinary::CompareInt(IntCompare::GeU)),
        O::I32x4Splat => Op::Splat(LaneType::I32),
        O::I32x4ReplaceLane { lane } => Op::ReplaceLane(LaneType::I32, lane),
        O::I32x4AllTrue => Op::AllTrue(LaneType::I32),
        O::I32x4Bitmask => Op::Bitmask(LaneType::I32),
        O::I32x4ExtractLane { lane } => Op::ExtractLane(LaneType::I32, Signed, lane),
        O::I32x4Shl => Op::VectorShift(LaneType::I32, VectorShift::Left),
        O::I32x4ShrS => Op::VectorShift(LaneType::I32, VectorShift::Right(Signed)),
        O::I32x4ShrU => Op::VectorShift(LaneType::I32, VectorShift::Right(Unsigned)),
        O::I32x4Abs => Op::VectorUnary(LaneType::I32, VectorUnary::Abs),
        O::I32x4Neg => Op::VectorUnary(LaneType::I32, VectorUnary::Neg),
        O::I32x4ExtendLowI16x8S => {
            Op::VectorUnary(LaneType::I32, VectorUnary::Extend(Half::Low, Signed))
        }
        O::I32x4ExtendHighI16x8S => {
            Op::VectorUnary(LaneType::I32, VectorUnary::Extend(Half::High, Signed))
        }
        O::I32x4ExtAddPairwiseI16x8S => {
            Op::VectorUnary(LaneType::I32, VectorUnary::ExtendAddPairs(Signed))
        }
        O::I32x4TruncSatF32x4S => Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF32(Signed)),
        O::I32x4TruncSatF64x2SZero => {
            Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF64(Signed))
        }
        O::I32x4ExtendLowI16x8U => {
            Op::VectorUnary(LaneType::I32, VectorUnary::Extend(Half::Low, Unsigned))
        }
        O::I32x4ExtendHighI16x8U => {
            Op::VectorUnary(LaneType::I32, VectorUnary::Extend(Half::High, Unsigned))
        }
        O::I32x4ExtAddPairwiseI16x8U => {
            Op::VectorUnary(LaneType::I32, VectorUnary::ExtendAddPairs(Unsigned))
        }
        O::I32x4TruncSatF32x4U => {
            Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF32(Unsigned))
        }
        O::I32x4TruncSatF64x2UZero => {
            Op::VectorUnary(LaneType::I32, VectorUnary::TruncateF64(Unsigned))
        }
        O::I32x4Add => Op::VectorBinary(LaneType::I32, VectorBinary::Add),
        O::I32x4Sub => Op::VectorBinary(LaneType::I32, VectorBinary::Sub),
        O::I32x4Mul => Op::VectorBinary(LaneType::I32, VectorBinary::Mul),
        O::I32x4DotI16x8S => Op::VectorBinary(LaneType::I32, VectorBinary::Dot),
        O::I32x4MinS => Op::VectorBinary(LaneType::I32, VectorBinary::MinInt(Signed)),
        O::I32x4MaxS => Op::VectorBinary(LaneType::I32, VectorBinary::MaxInt(Signed)),
        O::I32x4ExtMulLowI16x8S => {
            Op::VectorBinary(LaneType::I32, VectorBinary::ExtendMul(Half::Low, Signed))
        }
        O::I32x4ExtMulHighI16x8S => {
            Op::VectorBinary(LaneType::I32, VectorBinary::ExtendMul(Half::High, Signed))
        }
        O::I32x4MinU => Op::VectorBinary(LaneType::I32, VectorBinary::MinInt(Unsigned)),
        O::I32x4MaxU => Op::VectorBinary(LaneType::I32, VectorBinary::MaxInt(Unsigned)),
        O::I32x4ExtMulLowI16x8U => {
            Op::VectorBinary(LaneType::I32, VectorBinary::ExtendMul(Half::Low, Unsigned))
        }
        O::I32x4ExtMulHighI16x8U => {
            Op::VectorBinary(LaneType::I32, VectorBinary::ExtendMul(Half::High, Unsigned))
        }
        O::I32x4Eq => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::Eq)),
        O::I32x4Ne => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::Ne)),
        O::I32x4LtS => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LtS)),
        O::I32x4LtU => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LtU)),
        O::I32x4GtS => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GtS)),
        O::I32x4GtU => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GtU)),
        O::I32x4LeS => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LeS)),
        O::I32x4LeU => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::LeU)),
        O::I32x4GeS => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GeS)),
        O::I32x4GeU => Op::VectorBinary(LaneType::I32, VectorBinary::CompareInt(IntCompare::GeU)),
        O::I64x2Splat => Op::Splat(LaneType::I64),
        O::I64x2ReplaceLane { lane } => Op::ReplaceLane(LaneType::I64, lane),
        O::I64x2AllTrue => Op::AllTrue(LaneType::I64),
        O::I64x2Bitmask => Op::Bitmask(LaneType::I64),
        O::I64x2ExtractLane { lane } => Op::ExtractLane(LaneType::I64, Signed, lane),
        O::I64x2Shl => Op::VectorShift(LaneType::I64, VectorShift::Left),
        O::I64x2ShrS => Op::VectorShift(LaneType::I64, VectorShift::Right(Signed)),
        O::I64x2ShrU => Op::VectorShift(LaneType::I64, VectorShift::Right(Unsigned)),
        O::I64x2Abs => Op::VectorUnary(LaneType::I64, VectorUnary::Abs),
        O::I64x2Neg => Op::VectorUnary(LaneType::I64, VectorUnary::Neg),
        O::I64x2ExtendLowI32x4S => {
            Op::VectorUnary(LaneType::I64, VectorUnary::Extend(Half::Low, Signed))
        }
        O::I64x2ExtendHighI32x4S => {
            Op::VectorUnary(LaneType::I64, VectorUnary::Extend(Half::High, Signed))
        }
        O::I64x2ExtendLowI32x4U => {
            Op::VectorUnary(LaneType::I64, VectorUnary::Extend(Half::Low, Unsigned))
        }
        O::I64x2ExtendHighI32x4U => {
            Op::VectorUnary(LaneType::I64, VectorUnary::Extend(Half::High, Unsigned))
        }
        O::I64x2Add => Op::VectorBinary(LaneType::I64, VectorBinary::Add),
        O::I64x2Sub => Op::VectorBinary(LaneType::I64, VectorBinary::Sub),
        O::I64x2Mul => Op::VectorBinary(LaneType::I64, VectorBinary::Mul),
        O::I64x2ExtMulLowI32x4S => {
            Op::VectorBinary(LaneType::I64, VectorBinary::ExtendMul(Half::Low, Signed))
        }
        O::I64x2ExtMulHighI32x4S => {
            Op::VectorBinary(LaneType::I64, VectorBinary::ExtendMul(Half::High, Signed))
        }
        O::I64x2ExtMulLowI32x4U => {
            Op::VectorBinary(LaneType::I64, VectorBinary::ExtendMul(Half::Low, Unsigned))
        }
        O::I64x2ExtMulHighI32x4U => {
            Op::VectorBinary(LaneType::I64, VectorBinary::ExtendMul(Half::High, Unsigned))
        }
        O::I64x2Eq => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::Eq)),
        O::I64x2Ne => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::Ne)),
        O::I64x2LtS => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LtS)),
        O::I64x2GtS => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GtS)),
        O::I64x2LeS => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::LeS)),
        O::I64x2GeS => Op::VectorBinary(LaneType::I64, VectorBinary::CompareInt(IntCompare::GeS)),
        O::F32x4Splat => Op::Splat(LaneType::F32),
        O::F32x4ReplaceLane { lane } => Op::ReplaceLane(LaneType::F32, lane),
        O::F32x4ExtractLane { lane } => Op::ExtractLane(LaneType::F32, Signed, lane),
        O::F32x4DemoteF64x2Zero => Op::VectorUnary(LaneType::F32, VectorUnary::Demote),
        O::F32x4Abs => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Abs)),
        O::F32x4Neg => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Neg)),
        O::F32x4Sqrt => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Sqrt)),
        O::F32x4Ceil => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Ceil)),
        O::F32x4Floor => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Floor)),
        O::F32x4Trunc => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Trunc)),
        O::F32x4Nearest => Op::VectorUnary(LaneType::F32, VectorUnary::Float(FloatUnary::Nearest)),
        O::F32x4ConvertI32x4S => Op::VectorUnary(LaneType::F32, VectorUnary::FromI32(Signed)),
        O::F32x4ConvertI32x4U => Op::VectorUnary(LaneType::F32, VectorUnary::FromI32(Unsigned)),
        O::F32x4Add => Op::VectorBinary(LaneType::F32, VectorBinary::Add),
        O::F32x4Sub => Op::VectorBinary(LaneType::F32, VectorBinary::Sub),
        O::F32x4Mul => Op::VectorBinary(LaneType::F32, VectorBinary::Mul),
        O::F32x4Div => Op::VectorBinary(LaneType::F32, VectorBinary::Div),
        O::F32x4Min => Op::VectorBinary(LaneType::F32, VectorBinary::Min),
        O::F32x4Max => Op::VectorBinary(LaneType::F32, VectorBinary::Max),
        O::F32x4PMin => Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMin),
        O::F32x4PMax => Op::VectorBinary(LaneType::F32, VectorBinary::PseudoMax),
        O::F32x4Eq => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Eq)),
        O::F32x4Ne => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Ne)),
        O::F32x4Lt => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Lt)),
        O::F32x4Gt => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Gt)),
        O::F32x4Le => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Le)),
        O::F32x4Ge => Op::VectorBinary(LaneType::F32, VectorBinary::CompareFloat(FloatCompare::Ge)),
        O::F64x2Splat => Op::Splat(LaneType::F64),
        O::F64x2ReplaceLane { lane } => Op::ReplaceLane(LaneType::F64, lane),
        O::F64x2ExtractLane { lane } => Op::ExtractLane(LaneType::F64, Signed, lane),
        O::F64x2PromoteLowF32x4 => Op::VectorUnary(LaneType::F64, VectorUnary::Promote),
        O::F64x2Abs => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Abs)),
        O::F64x2Neg => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Neg)),
        O::F64x2Sqrt => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Sqrt)),
        O::F64x2Ceil => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Ceil)),
        O::F64x2Floor => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Floor)),
        O::F64x2Trunc => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Trunc)),
        O::F64x2Nearest => Op::VectorUnary(LaneType::F64, VectorUnary::Float(FloatUnary::Nearest)),
        O::F64x2ConvertLowI32x4S => Op::VectorUnary(LaneType::F64, VectorUnary::FromI32(Signed)),
        O::F64x2ConvertLowI32x4U => Op::VectorUnary(LaneType::F64, VectorUnary::FromI32(Unsigned)),
        O::F64x2Add => Op::VectorBinary(LaneType::F64, VectorBinary::Add),
        O::F64x2Sub => Op::VectorBinary(LaneType::F64, VectorBinary::Sub),
        O::F64x2Mul => Op::VectorBinary(LaneType::F64, VectorBinary::Mul),
        O::F64x2Div => Op::VectorBinary(LaneType::F64, VectorBinary::Div),
        O::F64x2Min => Op::VectorBinary(LaneType::F64, VectorBinary::Min),
        O::F64x2Max => Op::VectorBinary(LaneType::F64, VectorBinary::Max),
        O::F64x2PMin => Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMin),
        O::F64x2PMax => Op::VectorBinary(LaneType::F64, VectorBinary::PseudoMax),
        O::F64x2Eq => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Eq)),
        O::F64x2Ne => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Ne)),
        O::F64x2Lt => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Lt)),
        O::F64x2Gt => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Gt)),
        O::F64x2Le => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Le)),
        O::F64x2Ge => Op::VectorBinary(LaneType::F64, VectorBinary::CompareFloat(FloatCompare::Ge)),
        _ => return None,
    })
}
