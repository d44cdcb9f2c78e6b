//! Atomic accesses for which the target has no operation, because they are too large or not
//! aligned: calls of the library.
//!
//! ```text
//! %x = load atomic i32, %p acquire, align 2    →    call @__atomic_load(4, %p, %slot, 2)
//!                                                   %x = load i32, %slot
//! ```
//! *Needs:* a target with [`Atomics::Operations`], and [`super::atomics`] before it, which leaves
//! only those changes that the library has.
//! *Cost:* linear in the function. The calls of a function share two slots of its frame.
//! *Source:* LLVM's AtomicExpand. Accesses of 16 bytes that are aligned to 16 bytes are calls with
//! the size in their name.
//! *Limits:* an access whose size is not a power of two bytes, and an access to a vector, stays as
//! it is.

use crate::atomic::{AtomicOp, Atomicity, Ordering};
use crate::attributes::ParameterAttributes;
use crate::builder::Cursor;
use crate::debug::Point;
use crate::function::Function;
use crate::id::{BlockId, Id, InstId, TypeId};
use crate::inst::{Argument, Call, Callee, Op, Operand};
use crate::module::Module;
use crate::ops::CastOp;
use crate::types::Type;

use super::draft::Edit;
use super::target::Atomics;

/// The size, in bytes, of accesses whose calls have the size in their names.
const NAMED: u64 = 16;

/// The largest operation of a target, in bytes.
const LARGEST: u64 = 8;

/// An atomic access.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The type of the accessed value.
    pub(super) ty: TypeId,
    /// The number of bytes.
    bytes: u64,
    pub(super) align: u64,
}

impl Access {
    /// The atomic access of an instruction, if its size is a power of two bytes.
    pub(super) fn of(module: &Module, function: &Function, inst: InstId) -> Option<Access> {
        let own = &function.insts[inst];
        let of_operand = |operand| module.operand_type(function, operand);
        let (ty, align) = match own.op {
            Op::Load {
                align,
                atomic: Some(_),
                ..
            } => (function.value_type(own.result?), align),
            Op::Store {
                value,
                align,
                atomic: Some(_),
                ..
            } => (of_operand(value), align),
            Op::AtomicRmw { value, align, .. } => (of_operand(value), align),
            Op::CompareExchange {
                expected, align, ..
            } => (of_operand(expected), align),
            _ => return None,
        };
        Access::new(module, ty, align)
    }

    /// An access to a value of a type, if its size is a power of two bytes.
    pub(super) fn new(module: &Module, ty: TypeId, align: Option<u64>) -> Option<Access> {
        let bits = match module.types.resolve(ty) {
            Type::Int(width) => *width,
            Type::Float(kind) => kind.bits(),
            Type::Pointer { .. } => module.data_layout.pointer(0).bits,
            _ => return None,
        };
        let bytes = u64::from(bits / 8);
        let is_power = bits % 8 == 0 && bytes.is_power_of_two();
        is_power.then_some(Access {
            ty,
            bytes,
            align: align.unwrap_or(bytes),
        })
    }

    /// Tells whether a target with atomic operations has one for it.
    pub(super) fn is_operation(self) -> bool {
        self.bytes <= LARGEST && self.align >= self.bytes
    }

    /// Tells whether the call has the size in its name.
    fn is_named(self) -> bool {
        self.bytes == NAMED && self.align >= NAMED
    }

    /// The library's function for a change, if it has one.
    pub(super) fn change(self, op: AtomicOp) -> Option<&'static str> {
        Some(match op {
            AtomicOp::Exchange => "exchange",
            _ if !self.is_named() => return None,
            AtomicOp::Add => "fetch_add",
            AtomicOp::Sub => "fetch_sub",
            AtomicOp::And => "fetch_and",
            AtomicOp::Or => "fetch_or",
            AtomicOp::Xor => "fetch_xor",
            AtomicOp::Nand => "fetch_nand",
            _ => return None,
        })
    }
}

/// Tells whether a function has such accesses.
pub(super) fn may_change(module: &Module, function: &Function) -> bool {
    let mut insts = function.insts.iter();
    insts.any(|(id, _)| {
        let access = Access::of(module, function, id);
        access.is_some_and(|access| !access.is_operation())
    })
}

/// Replaces all such accesses by calls.
pub(super) fn call(edit: &mut Edit<'_, '_, '_>) {
    let found = found(edit);
    let Some(most) = found.iter().map(|(.., access)| access.bytes).max() else {
        return;
    };
    let slots = [slot(edit, most), slot(edit, most)];
    // The slots are the first instructions of the function.
    for &(block, place, access) in found.iter().rev() {
        let place = if block.index() == 0 {
            place + slots.len()
        } else {
            place
        };
        write(edit, block, place, access, slots);
    }
}

/// The accesses in the order of the blocks, and within each block in order.
fn found(edit: &Edit<'_, '_, '_>) -> Vec<(BlockId, usize, Access)> {
    let mut found = Vec::new();
    if edit.target.atomics == Atomics::Accesses {
        return found;
    }
    let (module, function) = (edit.module(), edit.function());
    for (block, own) in function.blocks.iter() {
        for (place, &inst) in own.insts.iter().enumerate() {
            let access = Access::of(module, function, inst);
            if let Some(access) = access.filter(|access| !access.is_operation()) {
                found.push((block, place, access));
            }
        }
    }
    found
}

/// Bytes in the frame.
fn slot(edit: &mut Edit<'_, '_, '_>, bytes: u64) -> Operand {
    let pointer = edit.tables.ty(Type::Pointer { space: 0 });
    let mut cursor = edit.at_begin(BlockId::new(0));
    let byte = cursor.tables.int(8);
    let count = cursor.number(32, bytes.into());
    cursor.add(
        Op::Alloca {
            ty: byte,
            count,
            align: Some(bytes),
            inalloca: false,
        },
        pointer,
    )
}

fn write(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    place: usize,
    access: Access,
    [first, second]: [Operand; 2],
) {
    let inst = edit.function().blocks[block].insts[place];
    let op = edit.function().insts[inst].op.clone();
    edit.builder().stand_for(Point::Inst(inst));
    let addresses = edit.module().data_layout.pointer(0).bits;
    let void = edit.tables.ty(Type::Void);
    let flag = edit.tables.int(1);
    let number = edit.tables.int(8 * access.bytes as u32);
    let mut cursor = Cursor::before(edit.draft.builder(), edit.tables, block, place);
    let cursor = &mut cursor;
    let size = cursor.number(addresses, access.bytes.into());
    let order = |cursor: &mut Cursor<'_, '_>, of: Ordering| cursor.number(32, number_of(of));
    let load = Op::Load {
        pointer: first,
        align: Some(access.bytes),
        volatile: false,
        atomic: None,
    };
    let replacement = match op {
        Op::Load {
            pointer, atomic, ..
        } => {
            let order = order(cursor, ordering(atomic));
            if access.is_named() {
                let read = called(cursor, "load", access, &[pointer, order], number);
                cast(cursor, read, access.ty)
            } else {
                effect(cursor, "load", &[size, pointer, first, order], void);
                load
            }
        }
        Op::Store {
            value,
            pointer,
            atomic,
            ..
        } => {
            let order = order(cursor, ordering(atomic));
            if access.is_named() {
                let value = as_number(cursor, value, number);
                let name = format!("__atomic_store_{NAMED}");
                call_of(cursor, &name, &[pointer, value, order], void)
            } else {
                cursor.store(value, first, Some(access.bytes));
                call_of(
                    cursor,
                    "__atomic_store",
                    &[size, pointer, first, order],
                    void,
                )
            }
        }
        Op::AtomicRmw {
            op,
            pointer,
            value,
            atomic,
            ..
        } => {
            let Some(name) = access.change(op) else {
                return;
            };
            let order = order(cursor, atomic.ordering);
            if access.is_named() {
                let value = as_number(cursor, value, number);
                let read = called(cursor, name, access, &[pointer, value, order], number);
                cast(cursor, read, access.ty)
            } else {
                cursor.store(value, second, Some(access.bytes));
                effect(cursor, name, &[size, pointer, second, first, order], void);
                load
            }
        }
        Op::CompareExchange {
            pointer,
            expected,
            replacement,
            atomic,
            failure,
            ..
        } => {
            let orders = [atomic.ordering, failure].map(|of| order(cursor, of));
            cursor.store(expected, first, Some(access.bytes));
            let is_same = if access.is_named() {
                let new = as_number(cursor, replacement, number);
                let arguments = [pointer, first, new, orders[0], orders[1]];
                called(cursor, "compare_exchange", access, &arguments, flag)
            } else {
                cursor.store(replacement, second, Some(access.bytes));
                let arguments = [size, pointer, first, second, orders[0], orders[1]];
                let call = call_of(cursor, "__atomic_compare_exchange", &arguments, flag);
                cursor.add(call, flag)
            };
            let found = cursor.load(access.ty, first, Some(access.bytes));
            let pair = cursor.tables.ty(Type::Struct {
                fields: vec![access.ty, flag].into(),
                packed: false,
            });
            let pair = cursor.poison(pair);
            let pair = cursor.insert_value(pair, found, 0);
            Op::InsertValue {
                aggregate: pair,
                value: is_same,
                path: vec![1].into(),
            }
        }
        _ => return,
    };
    // The instruction keeps its place and its name.
    edit.builder().replace(inst, replacement);
}

fn ordering(atomic: Option<Atomicity>) -> Ordering {
    atomic.map_or(Ordering::Monotonic, |atomic| atomic.ordering)
}

/// The number of a memory order in C.
fn number_of(ordering: Ordering) -> u128 {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => 2,
        Ordering::Release => 3,
        Ordering::AcquireRelease => 4,
        Ordering::SequentiallyConsistent => 5,
    }
}

/// A call of a function of the library.
fn call_of(cursor: &mut Cursor<'_, '_>, name: &str, arguments: &[Operand], result: TypeId) -> Op {
    let types: Vec<TypeId> = arguments.iter().map(|&value| cursor.ty(value)).collect();
    let (callee, ty) = cursor.tables.function(name, result, &types);
    let arguments = arguments.iter().map(|&value| Argument {
        value,
        attributes: ParameterAttributes::default(),
    });
    let call = Call::new(Callee::Direct(callee), ty, arguments.collect());
    Op::Call(Box::new(call))
}

/// Calls a function without a result, which takes the size as an argument.
fn effect(cursor: &mut Cursor<'_, '_>, name: &str, arguments: &[Operand], void: TypeId) {
    let call = call_of(cursor, &format!("__atomic_{name}"), arguments, void);
    cursor.effect(call);
}

/// Calls a function with the size in its name, and gives its result.
fn called(
    cursor: &mut Cursor<'_, '_>,
    name: &str,
    access: Access,
    arguments: &[Operand],
    result: TypeId,
) -> Operand {
    let name = format!("__atomic_{name}_{}", access.bytes);
    let call = call_of(cursor, &name, arguments, result);
    cursor.add(call, result)
}

/// A value as an integer with the same number of bits.
fn as_number(cursor: &mut Cursor<'_, '_>, value: Operand, number: TypeId) -> Operand {
    match cursor.ty(value) == number {
        true => value,
        false => cursor.cast(CastOp::Bitcast, value, number),
    }
}

/// The conversion of an integer to a type with the same number of bits.
fn cast(cursor: &mut Cursor<'_, '_>, value: Operand, ty: TypeId) -> Op {
    match cursor.ty(value) == ty {
        true => Op::Freeze(value),
        false => Op::Cast {
            op: CastOp::Bitcast,
            value,
            flags: Default::default(),
        },
    }
}
