//! Atomic changes for which the target has no operation: loops around a comparison and exchange.
//!
//! ```text
//! a: …                                a:    %first = load atomic i32, %p
//!    %x = atomicrmw max %p, i32 %y          br loop
//!    …                                loop: %before = phi [%first, a], [%found, loop]
//!                                 →         %after = llvm.smax(%before, %y)
//!                                           %pair = cmpxchg %p, %before, %after
//!                                           %found, %same = the members of %pair
//!                                           br %same, b, loop
//!                                     b:    %x = %before
//!                                           …
//! ```
//! *Needs:* a target with [`Atomics::Operations`]; for a target with plain accesses nothing is
//! done.
//! *Cost:* code linear in the changes.
//! *Source:* LLVM's AtomicExpand, which does the same.
//! *Limits:* where the target has no comparison and exchange either, the library's is
//! [called](super::library); changes that the library performs itself stay as they are.

use crate::atomic::{AtomicOp, Atomicity, Ordering};
use crate::builder::Cursor;
use crate::function::Function;
use crate::id::{BlockId, InstId, TypeId};
use crate::inst::{Op, Operand};
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, IntPredicate};
use crate::provenance::Role;
use crate::terminator::Terminator;
use crate::types::Type;

use super::draft::Edit;
use super::library::Access;
use super::target::{Atomics, Target};

/// Writes every such change as a loop.
pub(super) fn expand(edit: &mut Edit<'_, '_, '_>) {
    edit.replace(change, repeat);
}

/// Tells whether a function has changes for which some target has no operation.
pub(super) fn may_change(function: &Function) -> bool {
    let mut insts = function.insts.values();
    insts.any(|inst| matches!(&inst.op, Op::AtomicRmw { op, .. } if !is_operation(*op)))
}

/// An atomic change.
struct Change {
    op: AtomicOp,
    pointer: Operand,
    value: Operand,
    align: u64,
    volatile: bool,
    atomic: Atomicity,
    /// Whether the library exchanges, and not an operation.
    is_called: bool,
}

/// Tells whether targets with atomic changes have this one, for the integers that they support.
fn is_operation(op: AtomicOp) -> bool {
    use AtomicOp as A;
    matches!(op, A::Exchange | A::Add | A::Sub | A::And | A::Or | A::Xor)
}

/// A change of a number for which neither the target nor the library has an operation.
fn change(module: &Module, function: &Function, target: &Target, op: &Op) -> Option<Change> {
    let &Op::AtomicRmw {
        op,
        pointer,
        value,
        align,
        volatile,
        atomic,
    } = op
    else {
        return None;
    };
    if target.atomics == Atomics::Accesses {
        return None;
    }
    let access = Access::new(module, module.operand_type(function, value), align)?;
    let is_called = !access.is_operation();
    let is_there = match is_called {
        false => is_operation(op),
        true => access.change(op).is_some(),
    };
    scalar_bits(module, access.ty)?;
    (!is_there).then_some(Change {
        op,
        pointer,
        value,
        align: access.align,
        volatile,
        atomic,
        is_called,
    })
}

/// The bits of an integer or a floating-point number.
fn scalar_bits(module: &Module, ty: TypeId) -> Option<u32> {
    match module.types.resolve(ty) {
        Type::Int(width) => Some(*width),
        Type::Float(kind) => Some(kind.bits()),
        _ => None,
    }
}

fn repeat(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    place: usize,
    inst: InstId,
    change: &Change,
) {
    let ty = edit.module().operand_type(edit.function(), change.value);
    let bits = scalar_bits(edit.module(), ty).expect("the change is of a number");
    let rest = edit.builder().split(block, place);
    let number = edit.tables.int(bits);
    let flag = edit.tables.int(1);
    let pair = edit.tables.ty(Type::Struct {
        fields: vec![number, flag].into(),
        packed: false,
    });
    let start = edit.builder().provenance().start(block);
    let around = edit.builder().add_block(block, Role::Inside(start));
    let before = edit.builder().add_phi(around, number);
    let mut cursor = edit.at_end(block);
    let read = Op::Load {
        pointer: change.pointer,
        align: Some(change.align),
        volatile: change.volatile,
        // If the value read here is wrong, the exchange does not find it again.
        atomic: (!change.is_called).then_some(Atomicity {
            ordering: Ordering::Monotonic,
            ..change.atomic
        }),
    };
    let first = cursor.add(read, number);
    let mut cursor = edit.at_end(around);
    let before_value = cast(&mut cursor, Operand::Value(before), ty);
    let after = changed(&mut cursor, change.op, before_value, change.value);
    let after = cast(&mut cursor, after, number);
    let exchange = Op::CompareExchange {
        pointer: change.pointer,
        expected: Operand::Value(before),
        replacement: after,
        align: Some(change.align),
        volatile: change.volatile,
        weak: false,
        atomic: change.atomic,
        failure: Ordering::Monotonic,
    };
    let exchanged = cursor.add(exchange, pair);
    let member = |cursor: &mut Cursor<'_, '_>, index: u32, ty| {
        let path = vec![index].into();
        let aggregate = exchanged;
        cursor.add(Op::ExtractValue { aggregate, path }, ty)
    };
    let found = member(&mut cursor, 0, number);
    let is_same = member(&mut cursor, 1, flag);
    let builder = edit.builder();
    builder.add_incoming(before, block, first);
    builder.add_incoming(before, around, found);
    let again = Terminator::Branch {
        condition: is_same,
        then: rest,
        otherwise: around,
    };
    builder.set_terminator(around, again);
    builder.set_terminator(block, Terminator::Jump(around));
    // The instruction keeps its place and its name.
    let result = match number == ty {
        true => Op::Freeze(Operand::Value(before)),
        false => Op::Cast {
            op: CastOp::Bitcast,
            value: Operand::Value(before),
            flags: Default::default(),
        },
    };
    builder.replace(inst, result);
}

/// Converts a value to another type with the same number of bits.
fn cast(cursor: &mut Cursor<'_, '_>, value: Operand, ty: TypeId) -> Operand {
    match cursor.ty(value) == ty {
        true => value,
        false => cursor.cast(CastOp::Bitcast, value, ty),
    }
}

/// The result of a change of a number.
fn changed(cursor: &mut Cursor<'_, '_>, op: AtomicOp, before: Operand, value: Operand) -> Operand {
    use {AtomicOp as A, BinaryOp as B, IntPredicate as P};
    let ty = cursor.ty(before);
    let of_both = |cursor: &mut Cursor<'_, '_>, name: &str| {
        let suffix = match cursor.tables.module().types.resolve(ty) {
            Type::Float(kind) => kind.suffix().to_owned(),
            _ => format!("i{}", cursor.width(before)),
        };
        cursor.intrinsic(&format!("llvm.{name}.{suffix}"), ty, &[before, value])
    };
    match op {
        A::Exchange => value,
        A::Add => cursor.binary(B::Add, before, value),
        A::Sub => cursor.binary(B::Sub, before, value),
        A::And => cursor.binary(B::And, before, value),
        A::Or => cursor.binary(B::Or, before, value),
        A::Xor => cursor.binary(B::Xor, before, value),
        A::Nand => {
            let both = cursor.binary(B::And, before, value);
            let width = cursor.width(both);
            let ones = cursor.tables.ones(width, width);
            cursor.binary(B::Xor, both, ones)
        }
        A::Max => of_both(cursor, "smax"),
        A::Min => of_both(cursor, "smin"),
        A::UnsignedMax => of_both(cursor, "umax"),
        A::UnsignedMin => of_both(cursor, "umin"),
        A::FloatAdd => cursor.binary(B::FloatAdd, before, value),
        A::FloatSub => cursor.binary(B::FloatSub, before, value),
        A::FloatMax => of_both(cursor, "maxnum"),
        A::FloatMin => of_both(cursor, "minnum"),
        A::FloatMaximum => of_both(cursor, "maximum"),
        A::FloatMinimum => of_both(cursor, "minimum"),
        A::SubSaturating => of_both(cursor, "usub.sat"),
        // The next number; 0 if the number is the limit or above it.
        A::WrappingIncrement => {
            let wraps = cursor.compare(P::UnsignedGreaterEqual, before, value);
            let width = cursor.width(before);
            let (one, zero) = (cursor.number(width, 1), cursor.number(width, 0));
            let next = cursor.binary(B::Add, before, one);
            cursor.select(wraps, zero, next)
        }
        // The number before; the limit if the number is 0 or above the limit.
        A::WrappingDecrement => {
            let is_zero = cursor.compare_zero(P::Equal, before);
            let is_above = cursor.compare(P::UnsignedGreater, before, value);
            let wraps = cursor.binary(B::Or, is_zero, is_above);
            let next = cursor.binary_number(B::Sub, before, 1);
            cursor.select(wraps, value, next)
        }
        // The difference if it is not negative.
        A::SubIfNoWrap => {
            let fits = cursor.compare(P::UnsignedGreaterEqual, before, value);
            let difference = cursor.binary(B::Sub, before, value);
            cursor.select(fits, difference, before)
        }
    }
}
