//! Instructions on numbers.

use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatCompare, FloatUnary};
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};
use unsnarl_low::{Sign, Width};
use wasm_encoder::Instruction;

/// The narrow or the wide instruction.
fn of(width: Width, [narrow, wide]: [Instruction<'static>; 2]) -> Instruction<'static> {
    match width {
        Width::W32 => narrow,
        Width::W64 => wide,
    }
}

pub(super) fn int_unary(width: Width, op: IntUnary) -> Instruction<'static> {
    use Instruction as I;
    use IntUnary as O;
    of(
        width,
        match op {
            O::Clz => [I::I32Clz, I::I64Clz],
            O::Ctz => [I::I32Ctz, I::I64Ctz],
            O::Popcnt => [I::I32Popcnt, I::I64Popcnt],
            O::Extend8 => [I::I32Extend8S, I::I64Extend8S],
            O::Extend16 => [I::I32Extend16S, I::I64Extend16S],
            // There is no other.
            O::Extend32 => [I::I64Extend32S, I::I64Extend32S],
        },
    )
}

pub(super) fn int_binary(width: Width, op: IntBinary) -> Instruction<'static> {
    use Instruction as I;
    use IntBinary as O;
    of(
        width,
        match op {
            O::Add => [I::I32Add, I::I64Add],
            O::Sub => [I::I32Sub, I::I64Sub],
            O::Mul => [I::I32Mul, I::I64Mul],
            O::DivS => [I::I32DivS, I::I64DivS],
            O::DivU => [I::I32DivU, I::I64DivU],
            O::RemS => [I::I32RemS, I::I64RemS],
            O::RemU => [I::I32RemU, I::I64RemU],
            O::And => [I::I32And, I::I64And],
            O::Or => [I::I32Or, I::I64Or],
            O::Xor => [I::I32Xor, I::I64Xor],
            O::Shl => [I::I32Shl, I::I64Shl],
            O::ShrS => [I::I32ShrS, I::I64ShrS],
            O::ShrU => [I::I32ShrU, I::I64ShrU],
            O::Rotl => [I::I32Rotl, I::I64Rotl],
            O::Rotr => [I::I32Rotr, I::I64Rotr],
        },
    )
}

pub(super) fn int_compare(width: Width, op: IntCompare) -> Instruction<'static> {
    use Instruction as I;
    use IntCompare as O;
    of(
        width,
        match op {
            O::Eq => [I::I32Eq, I::I64Eq],
            O::Ne => [I::I32Ne, I::I64Ne],
            O::LtS => [I::I32LtS, I::I64LtS],
            O::LtU => [I::I32LtU, I::I64LtU],
            O::GtS => [I::I32GtS, I::I64GtS],
            O::GtU => [I::I32GtU, I::I64GtU],
            O::LeS => [I::I32LeS, I::I64LeS],
            O::LeU => [I::I32LeU, I::I64LeU],
            O::GeS => [I::I32GeS, I::I64GeS],
            O::GeU => [I::I32GeU, I::I64GeU],
        },
    )
}

pub(super) fn float_unary(width: Width, op: FloatUnary) -> Instruction<'static> {
    use FloatUnary as O;
    use Instruction as I;
    of(
        width,
        match op {
            O::Abs => [I::F32Abs, I::F64Abs],
            O::Neg => [I::F32Neg, I::F64Neg],
            O::Sqrt => [I::F32Sqrt, I::F64Sqrt],
            O::Ceil => [I::F32Ceil, I::F64Ceil],
            O::Floor => [I::F32Floor, I::F64Floor],
            O::Trunc => [I::F32Trunc, I::F64Trunc],
            O::Nearest => [I::F32Nearest, I::F64Nearest],
        },
    )
}

pub(super) fn float_binary(width: Width, op: FloatBinary) -> Instruction<'static> {
    use FloatBinary as O;
    use Instruction as I;
    of(
        width,
        match op {
            O::Add => [I::F32Add, I::F64Add],
            O::Sub => [I::F32Sub, I::F64Sub],
            O::Mul => [I::F32Mul, I::F64Mul],
            O::Div => [I::F32Div, I::F64Div],
            O::Min => [I::F32Min, I::F64Min],
            O::Max => [I::F32Max, I::F64Max],
            O::Copysign => [I::F32Copysign, I::F64Copysign],
        },
    )
}

pub(super) fn float_compare(width: Width, op: FloatCompare) -> Instruction<'static> {
    use FloatCompare as O;
    use Instruction as I;
    of(
        width,
        match op {
            O::Eq => [I::F32Eq, I::F64Eq],
            O::Ne => [I::F32Ne, I::F64Ne],
            O::Lt => [I::F32Lt, I::F64Lt],
            O::Gt => [I::F32Gt, I::F64Gt],
            O::Le => [I::F32Le, I::F64Le],
            O::Ge => [I::F32Ge, I::F64Ge],
        },
    )
}

pub(super) fn convert(op: Convert) -> Instruction<'static> {
    use Instruction as I;
    use Sign::{Signed, Unsigned};
    use Width::{W32, W64};
    match op {
        Convert::Wrap => I::I32WrapI64,
        Convert::Demote => I::F32DemoteF64,
        Convert::Promote => I::F64PromoteF32,
        Convert::Extend(Signed) => I::I64ExtendI32S,
        Convert::Extend(Unsigned) => I::I64ExtendI32U,
        Convert::IntToFloatBits(W32) => I::F32ReinterpretI32,
        Convert::FloatToIntBits(W32) => I::I32ReinterpretF32,
        Convert::Truncate {
            from: W32,
            to: W32,
            sign: Signed,
        } => I::I32TruncF32S,
        Convert::TruncateSaturating {
            from: W32,
            to: W32,
            sign: Signed,
        } => I::I32TruncSatF32S,
        Convert::ToFloat {
            from: W32,
            to: W32,
            sign: Signed,
        } => I::F32ConvertI32S,
        Convert::Truncate {
            from: W32,
            to: W32,
            sign: Unsigned,
        } => I::I32TruncF32U,
        Convert::TruncateSaturating {
            from: W32,
            to: W32,
            sign: Unsigned,
        } => I::I32TruncSatF32U,
        Convert::ToFloat {
            from: W32,
            to: W32,
            sign: Unsigned,
        } => I::F32ConvertI32U,
        Convert::Truncate {
            from: W32,
            to: W64,
            sign: Signed,
        } => I::I64TruncF32S,
        Convert::TruncateSaturating {
            from: W32,
            to: W64,
            sign: Signed,
        } => I::I64TruncSatF32S,
        Convert::ToFloat {
            from: W32,
            to: W64,
            sign: Signed,
        } => I::F64ConvertI32S,
        Convert::Truncate {
            from: W32,
            to: W64,
            sign: Unsigned,
        } => I::I64TruncF32U,
        Convert::TruncateSaturating {
            from: W32,
            to: W64,
            sign: Unsigned,
        } => I::I64TruncSatF32U,
        Convert::ToFloat {
            from: W32,
            to: W64,
            sign: Unsigned,
        } => I::F64ConvertI32U,
        Convert::IntToFloatBits(W64) => I::F64ReinterpretI64,
        Convert::FloatToIntBits(W64) => I::I64ReinterpretF64,
        Convert::Truncate {
            from: W64,
            to: W32,
            sign: Signed,
        } => I::I32TruncF64S,
        Convert::TruncateSaturating {
            from: W64,
            to: W32,
            sign: Signed,
        } => I::I32TruncSatF64S,
        Convert::ToFloat {
            from: W64,
            to: W32,
            sign: Signed,
        } => I::F32ConvertI64S,
        Convert::Truncate {
            from: W64,
            to: W32,
            sign: Unsigned,
        } => I::I32TruncF64U,
        Convert::TruncateSaturating {
            from: W64,
            to: W32,
            sign: Unsigned,
        } => I::I32TruncSatF64U,
        Convert::ToFloat {
            from: W64,
            to: W32,
            sign: Unsigned,
        } => I::F32ConvertI64U,
        Convert::Truncate {
            from: W64,
            to: W64,
            sign: Signed,
        } => I::I64TruncF64S,
        Convert::TruncateSaturating {
            from: W64,
            to: W64,
            sign: Signed,
        } => I::I64TruncSatF64S,
        Convert::ToFloat {
            from: W64,
            to: W64,
            sign: Signed,
        } => I::F64ConvertI64S,
        Convert::Truncate {
            from: W64,
            to: W64,
            sign: Unsigned,
        } => I::I64TruncF64U,
        Convert::TruncateSaturating {
            from: W64,
            to: W64,
            sign: Unsigned,
        } => I::I64TruncSatF64U,
        Convert::ToFloat {
            from: W64,
            to: W64,
            sign: Unsigned,
        } => I::F64ConvertI64U,
    }
}
