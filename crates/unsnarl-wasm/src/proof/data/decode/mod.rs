//! Instructions of WebAssembly as operations of the machine.
//!
//! *Gives:* [`operation`], read from the bytes. It shares nothing with what wrote them.

mod access;
mod atomic;
mod relaxed;
mod vector;

use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatCompare, FloatUnary};
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};
use unsnarl_low::op::memory::{Memory, Table};
use unsnarl_low::{Op, Sign, Symbol, Type, Width};
use wasmparser::Operator;
use wasmparser::{AbstractHeapType, HeapType};

/// The operation of an instruction; none for control, locals, constants, calls and globals, and for
/// what no function is compiled to. What is referred to has its index as a symbol, and where the
/// bytes do not say a type it is one for all: a `select` is that of `i32`.
pub(in crate::proof) fn operation(op: &Operator<'_>) -> Option<Op> {
    use Operator as O;
    use Sign::{Signed, Unsigned};
    use Width::{W32, W64};
    let symbol = |index: u32| Symbol::new(index as usize);
    Some(match *op {
        O::Select | O::TypedSelect { .. } => Op::Select(Type::I32),
        O::MemorySize { mem } => Op::MemorySize(Memory(mem)),
        O::MemoryGrow { mem } => Op::MemoryGrow(Memory(mem)),
        O::MemoryFill { mem } => Op::MemoryFill(Memory(mem)),
        O::MemoryCopy { dst_mem, src_mem } => Op::MemoryCopy {
            to: Memory(dst_mem),
            from: Memory(src_mem),
        },
        O::MemoryInit { data_index, mem } => Op::MemoryInit(Memory(mem), symbol(data_index)),
        O::DataDrop { data_index } => Op::DataDrop(symbol(data_index)),
        O::TableGet { table } => Op::TableGet(Table(table), Type::FuncRef),
        O::TableSet { table } => Op::TableSet(Table(table), Type::FuncRef),
        O::TableSize { table } => Op::TableSize(Table(table)),
        O::TableGrow { table } => Op::TableGrow(Table(table), Type::FuncRef),
        O::TableFill { table } => Op::TableFill(Table(table), Type::FuncRef),
        O::TableCopy {
            dst_table,
            src_table,
        } => Op::TableCopy {
            to: Table(dst_table),
            from: Table(src_table),
        },
        O::TableInit { elem_index, table } => Op::TableInit(Table(table), symbol(elem_index)),
        O::ElemDrop { elem_index } => Op::ElementDrop(symbol(elem_index)),
        O::Unreachable => Op::Trap,
        O::RefNull {
            hty: HeapType::Abstract { shared: false, ty },
        } => Op::Null(match ty {
            AbstractHeapType::Func => Type::FuncRef,
            AbstractHeapType::Extern => Type::ExternRef,
            AbstractHeapType::Exn => Type::ExnRef,
            _ => return None,
        }),
        O::RefIsNull => Op::IsNull(Type::ExnRef),
        O::RefFunc { function_index } => Op::FunctionReference(symbol(function_index)),
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
        _ => {
            let found = vector::operation(op).or_else(|| relaxed::operation(op));
            let found = found.or_else(|| access::operation(op));
            return found.or_else(|| atomic::operation(op));
        }
    })
}
