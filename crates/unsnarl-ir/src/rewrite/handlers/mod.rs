//! The selection of handlers for C++ exceptions on WebAssembly.
//!
//! ```text
//! %p = catchpad within %s [ptr @A, ptr null]      %p = catchpad within %s [ptr @A, ptr null]
//! %e = llvm.wasm.get.exception(%p)                %e = llvm.wasm.get.exception(%p)
//! %n = llvm.wasm.get.ehselector(%p)           →   store i32 0, @__wasm_lpad_context
//! %t = llvm.eh.typeid.for(@A)                     store ptr @GCC_except_table0, @__wasm_lpad_context + 4
//! %c = icmp eq %n, %t                             call @_Unwind_CallPersonality(%e)
//!                                                 %n = load i32, @__wasm_lpad_context + 8
//!                                                 %c = icmp eq %n, 2
//! ```
//! *Needs:* a function whose handlers are `catchpad`s. *Gives:* the function without
//! `llvm.wasm.get.ehselector` and `llvm.eh.typeid.for`, and a variable with the [table] of its
//! handlers, which the personality function of the C++ library reads.
//! *Cost:* linear in the function, except for sorting the pads.
//! *Source:* LLVM's WasmEHPrepare, and the numbers that its instruction selection gives to types
//! and pads: the table is the same, byte for byte.
//! *Limits:* a pad that handles everything does not ask for a selector, as in LLVM. No filters:
//! clang writes none for WebAssembly.

mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::attributes::ParameterAttributes;
use crate::builder::Cursor;
use crate::constant::{Constant, Expression};
use crate::debug::Point;
use crate::function::Function;
use crate::global::{Global, GlobalKind, Linkage, ThreadLocal};
use crate::graph::reverse_postorder;
use crate::id::{BlockId, ConstId, TypeId, ValueId};
use crate::inst::{Argument, Bundle, Call, Callee, Op, Operand};
use crate::intrinsic::base_name;
use crate::module::Module;
use crate::ops::{CastOp, Flags};
use crate::types::Type;

use super::draft::Edit;
use table::{Pad, table};

/// The variable in which a handler passes its number and the table of its function, and receives
/// the selector.
const CONTEXT: &str = "__wasm_lpad_context";
const PERSONALITY: &str = "_Unwind_CallPersonality";
const SECTION: &str = ".rodata.gcc_except_table";

/// Tells whether a function has handlers.
pub(super) fn may_change(function: &Function) -> bool {
    function.blocks.values().any(|block| {
        let first = block.insts.first().map(|&inst| &function.insts[inst].op);
        matches!(first, Some(Op::CatchPad { .. }))
    })
}

/// Asks for the selector in every handler, and writes the table.
pub(super) fn ask(edit: &mut Edit<'_, '_, '_>) {
    if !may_change(edit.function()) {
        return;
    }
    let found = Found::new(edit.module(), edit.function());
    let (mut blocks, mut has_selector) = (Vec::new(), false);
    for (block, contents) in edit.function().blocks.iter() {
        let before = blocks.len();
        for &inst in &contents.insts {
            match asked(edit.module(), &edit.function().insts[inst].op) {
                Some(Asked::Selector(token)) => {
                    has_selector |= number_of(&found, token).is_some();
                    blocks.push(block);
                }
                Some(Asked::Type(_)) => blocks.push(block),
                None => {}
            }
        }
        blocks.truncate(blocks.len().min(before + 1));
    }
    let table = has_selector.then(|| write_table(edit, &found));
    for block in blocks {
        rewrite_block(edit, block, &found, table);
    }
}

/// A query by an intrinsic.
enum Asked {
    /// The number of the handler, by the token of its pad.
    Selector(Operand),
    /// The number of a type.
    Type(Operand),
}

fn asked(module: &Module, op: &Op) -> Option<Asked> {
    let Op::Call(call) = op else {
        return None;
    };
    let Callee::Direct(callee) = call.callee else {
        return None;
    };
    let argument = call.arguments.first()?.value;
    match base_name(module.intrinsic(callee)?) {
        "wasm.get.ehselector" => Some(Asked::Selector(argument)),
        "eh.typeid.for" => Some(Asked::Type(argument)),
        _ => None,
    }
}

/// The pads of a function, and its types by their numbers.
struct Found {
    pads: Vec<Pad>,
    /// By token of a `catchpad` that asks: its number.
    numbers: BTreeMap<ValueId, usize>,
    /// The types in the order of their numbers, starting at 1.
    types: Vec<ConstId>,
}

impl Found {
    /// Finds the pads and types, and numbers them as LLVM does: pads in the order of their blocks,
    /// types in the order in which instructions are selected.
    fn new(module: &Module, function: &Function) -> Self {
        let mut found = Found {
            pads: Vec::new(),
            numbers: BTreeMap::new(),
            types: Vec::new(),
        };
        let order = reverse_postorder(function);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        for block in sorted {
            if let Some((token, types)) = pad(function, block)
                && !handles_all(module, types)
            {
                let next = found.numbers.len();
                found.numbers.insert(token, next);
            }
        }
        for block in order {
            if let Some((token, types)) = pad(function, block) {
                let types = types.iter().rev();
                let types = types.filter_map(|&ty| found.number(module, ty)).collect();
                found.pads.push(Pad {
                    number: found.numbers.get(&token).copied(),
                    types,
                });
            }
            for &inst in &function.blocks[block].insts {
                if let Some(Asked::Type(ty)) = asked(module, &function.insts[inst].op) {
                    found.number(module, ty);
                }
            }
        }
        found
    }

    /// The number of a type; a type without a number gets one.
    fn number(&mut self, module: &Module, ty: Operand) -> Option<u32> {
        let Operand::Const(ty) = ty else {
            return None;
        };
        let place = self.place(module, ty).unwrap_or_else(|| {
            self.types.push(uncast(module, ty));
            self.types.len() - 1
        });
        Some(place as u32 + 1)
    }

    /// The position of a type among the types.
    fn place(&self, module: &Module, ty: ConstId) -> Option<usize> {
        let ty = uncast(module, ty);
        let is_null = |ty| matches!(module.constant(ty), Constant::Null(_) | Constant::Zero(_));
        let is_same = |&other: &ConstId| other == ty || is_null(other) && is_null(ty);
        self.types.iter().position(is_same)
    }
}

/// The token of the `catchpad` of a block, and the types that it handles.
fn pad(function: &Function, block: BlockId) -> Option<(ValueId, &[Operand])> {
    let first = *function.blocks[block].insts.first()?;
    let first = &function.insts[first];
    match &first.op {
        // The pad of jumps has no types.
        Op::CatchPad { arguments, .. } if !arguments.is_empty() => Some((first.result?, arguments)),
        _ => None,
    }
}

/// Tells whether a pad handles everything, and no particular type.
fn handles_all(module: &Module, types: &[Operand]) -> bool {
    match *types {
        [Operand::Const(ty)] => {
            matches!(module.constant(ty), Constant::Null(_) | Constant::Zero(_))
        }
        _ => false,
    }
}

/// An address without casts.
fn uncast(module: &Module, mut constant: ConstId) -> ConstId {
    while let Constant::Expression {
        expression: Expression::Cast {
            op: CastOp::Bitcast,
            value,
        },
        ..
    } = module.constant(constant)
    {
        constant = *value;
    }
    constant
}

/// Adds the table, and gives its address.
fn write_table(edit: &mut Edit<'_, '_, '_>, found: &Found) -> Operand {
    let bytes = edit.module().data_layout.pointer(0).bits as usize / 8;
    let start = table(&found.pads, found.types.len(), bytes);
    let byte = edit.tables.int(8);
    let start_type = edit.tables.ty(Type::Array {
        element: byte,
        count: start.len() as u64,
    });
    let start = edit.tables.constant(Constant::Bytes {
        ty: start_type,
        bytes: start.into(),
    });
    let mut elements: Vec<ConstId> = constant_of(start).into_iter().collect();
    elements.extend(found.types.iter().rev());
    let fields: Vec<TypeId> = elements
        .iter()
        .map(|&element| edit.module().constant_type(element))
        .collect();
    let ty = edit.tables.ty(Type::Struct {
        fields: fields.into(),
        packed: true,
    });
    let contents = edit.tables.constant(Constant::Aggregate {
        ty,
        elements: elements.into(),
    });
    let address_type = edit.tables.ty(Type::Pointer { space: 0 });
    let section = edit.tables.name(SECTION);
    let functions = edit.module().functions.values();
    let before = functions.take_while(|function| function.name != edit.function().name);
    let number = before
        .filter(|function| !function.blocks.is_empty())
        .count();
    let comdat = edit.function().comdat;
    edit.tables
        .add_variable(&format!("GCC_except_table{number}"), |name| Global {
            linkage: Linkage::Internal,
            kind: GlobalKind::Variable {
                constant: true,
                initializer: constant_of(contents),
                align: Some(4),
            },
            section: Some(section),
            comdat,
            ..Global::declared(name, ty, address_type)
        })
}

fn constant_of(operand: Operand) -> Option<ConstId> {
    match operand {
        Operand::Const(constant) => Some(constant),
        Operand::Value(_) => None,
    }
}

/// Replaces the intrinsics of a block.
fn rewrite_block(
    edit: &mut Edit<'_, '_, '_>,
    block: BlockId,
    found: &Found,
    table: Option<Operand>,
) {
    for inst in edit.builder().take_insts(block) {
        let first = edit.function().blocks[block].insts.len();
        edit.builder().stand_for(Point::Inst(inst));
        let op = edit.function().insts[inst].op.clone();
        match asked(edit.module(), &op) {
            Some(Asked::Selector(token)) => {
                let op = match (number_of(found, token), table) {
                    (Some(number), Some(table)) => {
                        selector(&mut edit.at_end(block), token, number, table)
                    }
                    // Nothing reads the selector of a pad that handles everything.
                    _ => Op::Freeze(edit.tables.number(32, 0)),
                };
                edit.builder().replace(inst, op);
            }
            Some(Asked::Type(ty)) => {
                let place = match ty {
                    Operand::Const(ty) => found.place(edit.module(), ty),
                    Operand::Value(_) => None,
                };
                if let Some(place) = place {
                    let number = edit.tables.number(32, place as u128 + 1);
                    edit.builder().replace(inst, Op::Freeze(number));
                }
            }
            None => {}
        }
        let builder = edit.builder();
        builder.put(block, inst);
        builder.move_records_to(Point::Inst(inst), block, first);
    }
}

fn number_of(found: &Found, token: Operand) -> Option<usize> {
    match token {
        Operand::Value(token) => found.numbers.get(&token).copied(),
        Operand::Const(_) => None,
    }
}

/// Asks for the selector of a pad, and gives the instruction that reads it.
fn selector(cursor: &mut Cursor<'_, '_>, token: Operand, number: usize, table: Operand) -> Op {
    let module = cursor.tables.module();
    let bytes = u64::from(module.data_layout.pointer(0).bits / 8);
    let pointer = cursor.tables.ty(Type::Pointer { space: 0 });
    let int = cursor.tables.int(32);
    let ty = cursor.tables.ty(Type::Struct {
        fields: [int, pointer, int].into(),
        packed: false,
    });
    let context = cursor.tables.variable(CONTEXT, |name| Global {
        thread_local: Some(ThreadLocal::GeneralDynamic),
        ..Global::declared(name, ty, pointer)
    });
    let number = cursor.tables.number(32, number as u128);
    cursor.store(number, context, Some(4));
    let field = at(cursor, context, bytes);
    cursor.store(table, field, Some(bytes));
    let exception = cursor.intrinsic("llvm.wasm.get.exception", pointer, &[token]);
    let (callee, ty) = cursor.tables.function(PERSONALITY, int, &[pointer]);
    let argument = Argument {
        value: exception,
        attributes: ParameterAttributes::default(),
    };
    let mut call = Call::new(Callee::Direct(callee), ty, [argument].into());
    call.bundles = [Bundle {
        tag: cursor.tables.name("funclet"),
        operands: [token].into(),
    }]
    .into();
    cursor.add(Op::Call(Box::new(call)), int);
    Op::Load {
        pointer: at(cursor, context, 2 * bytes),
        align: Some(4),
        volatile: false,
        atomic: None,
    }
}

/// The address of a field of the context.
fn at(cursor: &mut Cursor<'_, '_>, context: Operand, offset: u64) -> Operand {
    let (Some(base), source) = (constant_of(context), cursor.tables.int(8)) else {
        return context;
    };
    let index = cursor.tables.number_id(32, offset.into());
    let ty = cursor.tables.ty(Type::Pointer { space: 0 });
    cursor.tables.constant(Constant::Expression {
        ty,
        expression: Expression::Gep {
            source,
            base,
            indices: [index].into(),
            flags: Flags::default(),
            inrange: None,
        },
    })
}
