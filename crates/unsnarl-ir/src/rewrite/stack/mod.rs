//! A check of the stack in memory: a function that would leave it traps instead.
//!
//! ```text
//! entry: %a = alloca [100 x i8]        entry: %a = alloca [100 x i8]
//!        call void @f(ptr %a)                 %top = ptrtoint @llvm.stacksave()
//!        ret void                             %least = add @__stack_low, 128
//!                                  →          %used = sub %top, %least
//!                                             %all = sub @__stack_high, %least
//!                                             %out = icmp ugt %used, %all
//!                                             br %out, trap, rest
//!                                      rest:  call void @f(ptr %a)
//!                                             ret void
//!                                      trap:  call void @llvm.trap()
//!                                             unreachable
//! ```
//! *Needs:* a module whose linker defines the bounds of the stack, `__stack_low` and
//! `__stack_high`.
//! *Gives:* the module with a check at the entry of every function that may have a frame, and after
//! every variable whose size is computed. [`undo`] proves that nothing else changed.
//! *Cost:* linear in the module. When the program runs, six operations for each check.
//! *Source:* the pass StackCheck of Binaryen, which compares what is assigned to the stack pointer.
//! *Departs:* [`RED_ZONE`] bytes stay free. The comparison is modulo 2³² (or 2⁶⁴), so a stack that
//! begins at address 0 is guarded too: an address that wraps around is above the stack.
//! *Limits:* only the stack of the first thread has these bounds. A variable that takes nearly the
//! whole address space can wrap around to the stack again.

mod undo;

pub use undo::{Violation, undo};

use std::sync::Arc;

use crate::builder::{Cursor, FunctionBuilder};
use crate::debug::Point;
use crate::function::Function;
use crate::global::Global;
use crate::id::{BlockId, FuncId, Id};
use crate::inst::{Call, Callee, Op, Operand};
use crate::module::Module;
use crate::ops::{BinaryOp, CastOp, IntPredicate};
use crate::provenance::Role;
use crate::tables::Tables;
use crate::terminator::Terminator;
use crate::types::Type;

use super::Target;
use super::frame::may_need_frame;

/// The lowest address of the stack, and the address behind it.
const LOW: &str = "__stack_low";
const HIGH: &str = "__stack_high";

/// How many bytes below the stack pointer a function that calls nothing may use without moving it.
pub const RED_ZONE: u32 = 128;

/// Adds the checks to every function of a module.
pub fn check(module: &mut Module, target: &Target) {
    let mut tables = Tables::new(module);
    let mut bounds = None;
    for index in 0..tables.module().functions.len() {
        let id = FuncId::new(index);
        let source = Arc::clone(&tables.module().functions[id]);
        let places = places(tables.module(), &source, target);
        if places.is_empty() {
            continue;
        }
        let mut builder = FunctionBuilder::new(Function::clone(&source));
        let bounds =
            *bounds.get_or_insert_with(|| [LOW, HIGH].map(|name| bound(&mut tables, name)));
        // From the last to the first, so that blocks and places of the others stay.
        for &(block, place) in places.iter().rev() {
            add(&mut builder, &mut tables, bounds, (block, place));
        }
        tables.replace_function(id, builder.finish().0);
    }
}

/// Where a function is checked: before these instructions of its blocks, in their order.
fn places(module: &Module, function: &Function, target: &Target) -> Vec<(BlockId, usize)> {
    let mut places = Vec::new();
    if !function.is_definition() {
        return places;
    }
    if may_need_frame(module, function, target) {
        places.push((BlockId::new(0), 0));
    }
    for (id, block) in function.blocks.iter() {
        for (place, &inst) in block.insts.iter().enumerate() {
            if is_sized_at_run_time(id, &function.insts[inst].op) {
                places.push((id, place + 1));
            }
        }
    }
    places
}

/// Tells whether an instruction of a block moves the stack when it runs. Variables of fixed size in
/// the entry are part of the frame.
fn is_sized_at_run_time(block: BlockId, op: &Op) -> bool {
    match op {
        Op::Alloca { count, .. } => block.index() != 0 || matches!(count, Operand::Value(_)),
        _ => false,
    }
}

/// Adds a check before an instruction of a block, and behind the frame's variables.
fn add(
    builder: &mut FunctionBuilder,
    tables: &mut Tables<'_>,
    [low, high]: [Operand; 2],
    (block, place): (BlockId, usize),
) {
    let next = builder.function().blocks[block].insts.get(place);
    builder.stand_for(next.map_or(Point::End(block), |&inst| Point::Inst(inst)));
    let rest = builder.split(block, place);
    let trap = builder.add_block(block, Role::Inside(builder.provenance().start(block)));
    let bits = tables.module().data_layout.pointer(0).bits;
    let (address, pointer) = (tables.int(bits), tables.ty(Type::Pointer { space: 0 }));
    let mut cursor = Cursor::at_end(builder, tables, block);
    let top = cursor.intrinsic("llvm.stacksave", pointer, &[]);
    let [top, low, high] =
        [top, low, high].map(|value| cursor.cast(CastOp::PtrToInt, value, address));
    let least = cursor.binary_number(BinaryOp::Add, low, RED_ZONE);
    let used = cursor.binary(BinaryOp::Sub, top, least);
    let all = cursor.binary(BinaryOp::Sub, high, least);
    let condition = cursor.compare(IntPredicate::UnsignedGreater, used, all);
    let branch = Terminator::Branch {
        condition,
        then: trap,
        otherwise: rest,
    };
    builder.set_terminator(block, branch);
    let void = tables.ty(Type::Void);
    let (callee, ty) = tables.intrinsic("llvm.trap", void, &[]);
    let call = Call::new(Callee::Direct(callee), ty, Box::default());
    builder.append(trap, Op::Call(Box::new(call)), None);
}

/// The address of a bound of the stack, which the linker defines.
fn bound(tables: &mut Tables<'_>, name: &str) -> Operand {
    let (byte, pointer) = (tables.int(8), tables.ty(Type::Pointer { space: 0 }));
    tables.variable(name, |name| Global::declared(name, byte, pointer))
}
