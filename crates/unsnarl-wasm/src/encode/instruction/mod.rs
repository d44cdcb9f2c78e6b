//! Operations of the machine as instructions of WebAssembly.
//!
//! *Gives:* [`of`], the instruction of each operation that needs no number of the module. Calls,
//! globals and tables are numbered by [`super`].

mod atomic;
mod memory;
mod relaxed;
mod scalar;
mod vector;

use unsnarl_low::op::memory::Address;
use unsnarl_low::{Number, Op, Type, Width};
use wasm_encoder::{HeapType, Ieee32, Ieee64, Instruction, MemArg, MemArgTarget, Ordering};

use crate::types::{EXCEPTION, val_type};

/// The instruction of an operation; none for those that refer to a symbol other than by an address,
/// and for those that do not [exist](Op::exists).
pub(super) fn of(op: &Op) -> Option<Instruction<'static>> {
    use Instruction as I;
    Some(match *op {
        Op::IntUnary(width, op) => scalar::int_unary(width, op),
        Op::IntBinary(width, op) => scalar::int_binary(width, op),
        Op::IntIsZero(Width::W32) => I::I32Eqz,
        Op::IntIsZero(Width::W64) => I::I64Eqz,
        Op::IntCompare(width, op) => scalar::int_compare(width, op),
        Op::FloatUnary(width, op) => scalar::float_unary(width, op),
        Op::FloatBinary(width, op) => scalar::float_binary(width, op),
        Op::FloatCompare(width, op) => scalar::float_compare(width, op),
        Op::Convert(op) => scalar::convert(op),
        Op::Select(ty @ (Type::FuncRef | Type::ExternRef | Type::ExnRef)) => {
            I::TypedSelect(val_type(ty))
        }
        Op::Select(_) => I::Select,
        Op::Splat(lane) => vector::splat(lane)?,
        Op::ExtractLane(lane, sign, number) => vector::extract(lane, sign, number),
        Op::ReplaceLane(lane, number) => vector::replace(lane, number),
        Op::Shuffle(lanes) => I::I8x16Shuffle(lanes),
        Op::Swizzle => I::I8x16Swizzle,
        Op::VectorUnary(lane, op) => vector::unary(lane, op)?,
        Op::VectorBinary(lane, op) => vector::binary(lane, op)?,
        Op::VectorShift(lane, op) => vector::shift(lane, op)?,
        Op::AllTrue(lane) => vector::all_true(lane)?,
        Op::Bitmask(lane) => vector::bitmask(lane)?,
        Op::BitsNot => I::V128Not,
        Op::BitsAnd => I::V128And,
        Op::BitsAndNot => I::V128AndNot,
        Op::BitsOr => I::V128Or,
        Op::BitsXor => I::V128Xor,
        Op::BitsSelect => I::V128Bitselect,
        Op::AnyTrue => I::V128AnyTrue,
        Op::Relaxed(op) => relaxed::of(op)?,
        Op::Load(op, address) => memory::load(op, memarg(&address))?,
        Op::Store(op, address) => memory::store(op, memarg(&address))?,
        Op::LoadLane(size, address, lane) => memory::load_lane(size, memarg(&address), lane),
        Op::StoreLane(size, address, lane) => memory::store_lane(size, memarg(&address), lane),
        Op::AtomicLoad(access, address) => atomic::load(access, memarg(&address))?,
        Op::AtomicStore(access, address) => atomic::store(access, memarg(&address))?,
        Op::AtomicModify(access, op, address) => atomic::modify(access, op, memarg(&address))?,
        Op::AtomicCompareExchange(access, address) => {
            atomic::compare_exchange(access, memarg(&address))?
        }
        Op::AtomicNotify(address) => I::MemoryAtomicNotify(memarg(&address)),
        Op::AtomicWait(Width::W32, address) => I::MemoryAtomicWait32(memarg(&address)),
        Op::AtomicWait(Width::W64, address) => I::MemoryAtomicWait64(memarg(&address)),
        Op::AtomicFence => I::AtomicFence(Ordering::SeqCst),
        Op::MemorySize(memory) => I::MemorySize(memory.0),
        Op::MemoryGrow(memory) => I::MemoryGrow(memory.0),
        Op::MemoryFill(memory) => I::MemoryFill(memory.0),
        Op::MemoryCopy { to, from } => I::MemoryCopy {
            src_mem: from.0,
            dst_mem: to.0,
        },
        Op::TableGet(table, _) => I::TableGet(table.0),
        Op::TableSet(table, _) => I::TableSet(table.0),
        Op::TableSize(table) => I::TableSize(table.0),
        Op::TableGrow(table, _) => I::TableGrow(table.0),
        Op::TableFill(table, _) => I::TableFill(table.0),
        Op::TableCopy { to, from } => I::TableCopy {
            src_table: from.0,
            dst_table: to.0,
        },
        Op::Null(Type::ExternRef) => I::RefNull(HeapType::EXTERN),
        Op::Null(Type::ExnRef) => I::RefNull(EXCEPTION),
        Op::Null(_) => I::RefNull(HeapType::FUNC),
        Op::IsNull(_) => I::RefIsNull,
        Op::Trap => I::Unreachable,
        Op::MemoryInit(..)
        | Op::DataDrop(_)
        | Op::TableInit(..)
        | Op::ElementDrop(_)
        | Op::FunctionReference(_)
        | Op::GlobalGet(..)
        | Op::GlobalSet(..)
        | Op::Throw(_)
        | Op::Call(_)
        | Op::CallIndirect(_) => return None,
    })
}

/// The immediates of an access, without the symbol.
fn memarg(address: &Address) -> MemArg {
    MemArg {
        offset: address.offset,
        align: address.align.into(),
        target: MemArgTarget::Memory(address.memory.0),
        ordering: None,
    }
}

/// The instruction that pushes a constant; of an address only what is added to the symbol.
pub(super) fn constant(number: Number) -> Instruction<'static> {
    match number {
        Number::I32(value) => Instruction::I32Const(value),
        Number::I64(value) | Number::Address(_, value) => Instruction::I64Const(value),
        Number::F32(bits) => Instruction::F32Const(Ieee32::new(bits)),
        Number::F64(bits) => Instruction::F64Const(Ieee64::new(bits)),
        Number::V128(bytes) => Instruction::V128Const(i128::from_le_bytes(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use unsnarl_low::op::memory::AddressWidths;
    use wasm_encoder::Encode;
    use wasmparser::{BinaryReader, OperatorsReader};

    use super::*;

    /// Each operation is written as the instruction whose name it has.
    #[test]
    fn instructions_have_the_names_of_their_operations() {
        let flat = |name: &str| name.replace(['.', '_'], "").to_lowercase();
        for op in Op::all() {
            let Some(instruction) = of(&op) else {
                assert!(
                    !matches!(op.signature(&AddressWidths::default()), Some(signature) if signature.operands.len() == 2)
                );
                continue;
            };
            let mut bytes = Vec::new();
            instruction.encode(&mut bytes);
            let mut reader = OperatorsReader::new(BinaryReader::new(&bytes, 0));
            let read = reader.read().expect("one instruction");
            let name = format!("{read:?}");
            let name = name.split([' ', '{', '(']).next().unwrap_or_default();
            assert_eq!(flat(name), flat(&op.name()), "{op:?}");
        }
    }
}
