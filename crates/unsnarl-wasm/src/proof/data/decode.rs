//! Instructions of WebAssembly as operations of the machine.
//!
//! *Gives:* [`operation`], read from the bytes. It shares nothing with what wrote them.

use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatCompare, FloatUnary};
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::op::vector::{Half, VectorBinary, VectorShift, VectorUnary};
use unsnarl_low::{LaneType, Op, Sign, Size, Type, Width};
use wasmparser::{MemArg, MemArgTarget, Operator};

/// The operation of an instruction; none for control, locals, constants, calls, globals and tables,
/// and for what no function is compiled to. A `select` is that of `i32`.
pub(in crate::proof) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    use Sign::{Signed, Unsigned};
    use Width::{W32, W64};
    Some(match *op {
        O::Select => Op::Select(Type::I32),
        O::I8x16Shuffle { lanes } => Op::Shuffle(lanes),
        O::MemorySize { mem } => Op::MemorySize(Memory(mem)),
        O::MemoryGrow { mem } => Op::MemoryGrow(Memory(mem)),
        O::MemoryFill { mem } => Op::MemoryFill(Memory(mem)),
        O::MemoryCopy { dst_mem, src_mem } => Op::MemoryCopy {
            to: Memory(dst_mem),
            from: Memory(src_mem),
        },
        O::Unreachable => Op::Trap,
        O::I8x16Swizzle => Op::Swizzle,
        O::V128Not => Op::BitsNot,
        O::V128And => Op::BitsAnd,
        O::V128AndNot => Op::BitsAndNot,
        O::V128Or => Op::BitsOr,
        O::V128Xor => Op::BitsXor,
        O::V128Bitselect => Op::BitsSelect,
        O::V128AnyTrue => Op::AnyTrue,
        O::I32Eqz => Op::IntIsZero(W32),
        O::I32Clz => Op::IntUnary(W32, IntUnary::Clz),
        O::I32Ctz => Op::IntUnary(W32, IntUnary::Ctz),
        O::I32Popcnt => Op::IntUnary(W32, IntUnary::Popcnt),
        O::I32Extend8S => Op::IntUnary(W32, IntUnary::Extend8),
        O::I32Extend16S => Op::IntUnary(W32, IntUnary::Extend16),
        O::I32Add => Op::IntBinary(W32, IntBinary::Add),
        O::I32Sub => Op::IntBinary(W32, IntBinary::Sub),
        O::I32Mul => Op::IntBinary(W32, IntBinary::Mul),
        O::I32DivS => Op::IntBinary(W32, IntBinary::DivS),
        O::I32DivU => Op::IntBinary(W32, IntBinary::DivU),
        O::I32RemS => Op::IntBinary(W32, IntBinary::RemS),
        O::I32RemU => Op::IntBinary(W32, IntBinary::RemU),
        O::I32And => Op::IntBinary(W32, IntBinary::And),
        O::I32Or => Op::IntBinary(W32, IntBinary::Or),
        O::I32Xor => Op::IntBinary(W32, IntBinary::Xor),
        O::I32Shl => Op::IntBinary(W32, IntBinary::Shl),
        O::I32ShrS => Op::IntBinary(W32, IntBinary::ShrS),
        O::I32ShrU => Op::IntBinary(W32, IntBinary::ShrU),
        O::I32Rotl => Op::IntBinary(W32, IntBinary::Rotl),
        O::I32Rotr => Op::IntBinary(W32, IntBinary::Rotr),
        O::I32Eq => Op::IntCompare(W32, IntCompare::Eq),
        O::I32Ne => Op::IntCompare(W32, IntCompare::Ne),
        O::I32LtS => Op::IntCompare(W32, IntCompare::LtS),
        O::I32LtU => Op::IntCompare(W32, IntCompare::LtU),
        O::I32GtS => Op::IntCompare(W32, IntCompare::GtS),
        O::I32GtU => Op::IntCompare(W32, IntCompare::GtU),
        O::I32LeS => Op::IntCompare(W32, IntCompare::LeS),
        O::I32LeU => Op::IntCompare(W32, IntCompare::LeU),
        O::I32GeS => Op::IntCompare(W32, IntCompare::GeS),
        O::I32GeU => Op::IntCompare(W32, IntCompare::GeU),
        O::F32Abs => Op::FloatUnary(W32, FloatUnary::Abs),
        O::F32Neg => Op::FloatUnary(W32, FloatUnary::Neg),
        O::F32Sqrt => Op::FloatUnary(W32, FloatUnary::Sqrt),
        O::F32Ceil => Op::FloatUnary(W32, FloatUnary::Ceil),
        O::F32Floor => Op::FloatUnary(W32, FloatUnary::Floor),
        O::F32Trunc => Op::FloatUnary(W32, FloatUnary::Trunc),
        O::F32Nearest => Op::FloatUnary(W32, FloatUnary::Nearest),
        O::F32Add => Op::FloatBinary(W32, FloatBinary::Add),
        O::F32Sub => Op::FloatBinary(W32, FloatBinary::Sub),
        O::F32Mul => Op::FloatBinary(W32, FloatBinary::Mul),
        O::F32Div => Op::FloatBinary(W32, FloatBinary::Div),
        O::F32Min => Op::FloatBinary(W32, FloatBinary::Min),
        O::F32Max => Op::FloatBinary(W32, FloatBinary::Max),
        O::F32Copysign => Op::FloatBinary(W32, FloatBinary::Copysign),
        O::F32Eq => Op::FloatCompare(W32, FloatCompare::Eq),
        O::F32Ne => Op::FloatCompare(W32, FloatCompare::Ne),
        O::F32Lt => Op::FloatCompare(W32, FloatCompare::Lt),
        O::F32Gt => Op::FloatCompare(W32, FloatCompare::Gt),
        O::F32Le => Op::FloatCompare(W32, FloatCompare::Le),
        O::F32Ge => Op::FloatCompare(W32, FloatCompare::Ge),
        O::I64Eqz => Op::IntIsZero(W64),
        O::I64Clz => Op::IntUnary(W64, IntUnary::Clz),
        O::I64Ctz => Op::IntUnary(W64, IntUnary::Ctz),
        O::I64Popcnt => Op::IntUnary(W64, IntUnary::Popcnt),
        O::I64Extend8S => Op::IntUnary(W64, IntUnary::Extend8),
        O::I64Extend16S => Op::IntUnary(W64, IntUnary::Extend16),
        O::I64Extend32S => Op::IntUnary(W64, IntUnary::Extend32),
        O::I64Add => Op::IntBinary(W64, IntBinary::Add),
        O::I64Sub => Op::IntBinary(W64, IntBinary::Sub),
        O::I64Mul => Op::IntBinary(W64, IntBinary::Mul),
        O::I64DivS => Op::IntBinary(W64, IntBinary::DivS),
        O::I64DivU => Op::IntBinary(W64, IntBinary::DivU),
        O::I64RemS => Op::IntBinary(W64, IntBinary::RemS),
        O::I64RemU => Op::IntBinary(W64, IntBinary::RemU),
        O::I64And => Op::IntBinary(W64, IntBinary::And),
        O::I64Or => Op::IntBinary(W64, IntBinary::Or),
        O::I64Xor => Op::IntBinary(W64, IntBinary::Xor),
        O::I64Shl => Op::IntBinary(W64, IntBinary::Shl),
        O::I64ShrS => Op::IntBinary(W64, IntBinary::ShrS),
        O::I64ShrU => Op::IntBinary(W64, IntBinary::ShrU),
        O::I64Rotl => Op::IntBinary(W64, IntBinary::Rotl),
        O::I64Rotr => Op::IntBinary(W64, IntBinary::Rotr),
        O::I64Eq => Op::IntCompare(W64, IntCompare::Eq),
        O::I64Ne => Op::IntCompare(W64, IntCompare::Ne),
        O::I64LtS => Op::IntCompare(W64, IntCompare::LtS),
        O::I64LtU => Op::IntCompare(W64, IntCompare::LtU),
        O::I64GtS => Op::IntCompare(W64, IntCompare::GtS),
        O::I64GtU => Op::IntCompare(W64, IntCompare::GtU),
        O::I64LeS => Op::IntCompare(W64, IntCompare::LeS),
        O::I64LeU => Op::IntCompare(W64, IntCompare::LeU),
        O::I64GeS => Op::IntCompare(W64, IntCompare::GeS),
        O::I64GeU => Op::IntCompare(W64, IntCompare::GeU),
        O::F64Abs => Op::FloatUnary(W64, FloatUnary::Abs),
        O::F64Neg => Op::FloatUnary(W64, FloatUnary::Neg),
        O::F64Sqrt => Op::FloatUnary(W64, FloatUnary::Sqrt),
        O::F64Ceil => Op::FloatUnary(W64, FloatUnary::Ceil),
        O::F64Floor => Op::FloatUnary(W64, FloatUnary::Floor),
        O::F64Trunc => Op::FloatUnary(W64, FloatUnary::Trunc),
        O::F64Nearest => Op::FloatUnary(W64, FloatUnary::Nearest),
        O::F64Add => Op::FloatBinary(W64, FloatBinary::Add),
        O::F64Sub => Op::FloatBinary(W64, FloatBinary::Sub),
        O::F64Mul => Op::FloatBinary(W64, FloatBinary::Mul),
        O::F64Div => Op::FloatBinary(W64, FloatBinary::Div),
        O::F64Min => Op::FloatBinary(W64, FloatBinary::Min),
        O::F64Max => Op::FloatBinary(W64, FloatBinary::Max),
        O::F64Copysign => Op::FloatBinary(W64, FloatBinary::Copysign),
        O::F64Eq => Op::FloatCompare(W64, FloatCompare::Eq),
        O::F64Ne => Op::FloatCompare(W64, FloatCompare::Ne),
        O::F64Lt => Op::FloatCompare(W64, FloatCompare::Lt),
        O::F64Gt => Op::FloatCompare(W64, FloatCompare::Gt),
        O::F64Le => Op::FloatCompare(W64, FloatCompare::Le),
        O::F64Ge => Op::FloatCompare(W64, FloatCompare::Ge),
        O::I32WrapI64 => Op::Convert(Convert::Wrap),
        O::F32DemoteF64 => Op::Convert(Convert::Demote),
        O::F64PromoteF32 => Op::Convert(Convert::Promote),
        O::I64ExtendI32S => Op::Convert(Convert::Extend(Signed)),
        O::I64ExtendI32U => Op::Convert(Convert::Extend(Unsigned)),
        O::F32ReinterpretI32 => Op::Convert(Convert::IntToFloatBits(W32)),
        O::I32ReinterpretF32 => Op::Convert(Convert::FloatToIntBits(W32)),
        O::I32TruncF32S => Op::Convert(Convert::Truncate {
            from: W32,
            to: W32,
            sign: Signed,
        }),
        O::I32TruncSatF32S => Op::Convert(Convert::TruncateSaturating {
            from: W32,
            to: W32,
            sign: Signed,
        }),
        O::F32ConvertI32S => Op::Convert(Convert::ToFloat {
            from: W32,
            to: W32,
            sign: Signed,
        }),
        O::I32TruncF32U => Op::Convert(Convert::Truncate {
            from: W32,
            to: W32,
            sign: Unsigned,
        }),
        O::I32TruncSatF32U => Op::Convert(Convert::TruncateSaturating {
            from: W32,
            to: W32,
            sign: Unsigned,
        }),
        O::F32ConvertI32U => Op::Convert(Convert::ToFloat {
            from: W32,
            to: W32,
            sign: Unsigned,
        }),
        O::I64TruncF32S => Op::Convert(Convert::Truncate {
            from: W32,
            to: W64,
            sign: Signed,
        }),
        O::I64TruncSatF32S => Op::Convert(Convert::TruncateSaturating {
            from: W32,
            to: W64,
            sign: Signed,
        }),
        O::F64ConvertI32S => Op::Convert(Convert::ToFloat {
            from: W32,
            to: W64,
            sign: Signed,
        }),
        O::I64TruncF32U => Op::Convert(Convert::Truncate {
            from: W32,
            to: W64,
            sign: Unsigned,
        }),
        O::I64TruncSatF32U => Op::Convert(Convert::TruncateSaturating {
            from: W32,
            to: W64,
            sign: Unsigned,
        }),
        O::F64ConvertI32U => Op::Convert(Convert::ToFloat {
            from: W32,
            to: W64,
            sign: Unsigned,
        }),
        O::F64ReinterpretI64 => Op::Convert(Convert::IntToFloatBits(W64)),
        O::I64ReinterpretF64 => Op::Convert(Convert::FloatToIntBits(W64)),
        O::I32TruncF64S => Op::Convert(Convert::Truncate {
            from: W64,
            to: W32,
            sign: Signed,
        }),
        O::I32TruncSatF64S => Op::Convert(Convert::TruncateSaturating {
            from: W64,
            to: W32,
            sign: Signed,
        }),
        O::F32ConvertI64S => Op::Convert(Convert::ToFloat {
            from: W64,
            to: W32,
            sign: Signed,
        }),
        O::I32TruncF64U => Op::Convert(Convert::Truncate {
            from: W64,
            to: W32,
            sign: Unsigned,
        }),
        O::I32TruncSatF64U => Op::Convert(Convert::TruncateSaturating {
            from: W64,
            to: W32,
            sign: Unsigned,
        }),
        O::F32ConvertI64U => Op::Convert(Convert::ToFloat {
            from: W64,
            to: W32,
            sign: Unsigned,
        }),
        O::I64TruncF64S => Op::Convert(Convert::Truncate {
            from: W64,
            to: W64,
            sign: Signed,
        }),
        O::I64TruncSatF64S => Op::Convert(Convert::TruncateSaturating {
            from: W64,
            to: W64,
            sign: Signed,
        }),
        O::F64ConvertI64S => Op::Convert(Convert::ToFloat {
            from: W64,
            to: W64,
            sign: Signed,
        }),
        O::I64TruncF64U => Op::Convert(Convert::Truncate {
            from: W64,
            to: W64,
            sign: Unsigned,
        }),
        O::I64TruncSatF64U => Op::Convert(Convert::TruncateSaturating {
            from: W64,
            to: W64,
            sign: Unsigned,
        }),
        O::F64ConvertI64U => Op::Convert(Convert::ToFloat {
            from: W64,
            to: W64,
            sign: Unsigned,
        }),
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
fn at(immediates: MemArg) -> Option<Address> {
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
