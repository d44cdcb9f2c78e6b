//! What a module may say and nothing here compiles yet: exceptions, jumps out of assembly, garbage collection.
//!
//! *Needs:* a module, before anything is made of it. *Gives:* the first construct that is refused, by its name.
//! *Cost:* linear in the instructions.
//!
//! Types, conventions and attributes are refused where they are met.

use unsnarl_ir::{Call, FuncId, Function, GlobalKind, Module, Op, Terminator};

use crate::error::{Cause, CompileError};
use crate::link::in_function;

/// Operand bundles that change what a call does; all others are promises.
const BUNDLES: [&str; 5] = [
    "funclet",
    "deopt",
    "gc-transition",
    "preallocated",
    "ptrauth",
];

/// Refuses what no part of the compiler knows.
pub(crate) fn check(module: &Module) -> Result<(), CompileError> {
    for global in module.globals.iter() {
        if let GlobalKind::Chosen { .. } = global.kind {
            return Err(CompileError::Global {
                name: module.name(global.name).to_owned(),
                line: global.origin.line,
                construct: "is an ifunc".to_owned(),
            });
        }
    }
    module
        .functions
        .pairs()
        .try_for_each(|(id, function)| check_function(module, id, function))
}

fn check_function(module: &Module, id: FuncId, function: &Function) -> Result<(), CompileError> {
    let refused = |line, construct: String| {
        let cause = Cause::Instruction(construct);
        Err(in_function(module, id, line, cause))
    };
    let header = [
        (function.collector.is_some(), "gc"),
        (function.prefix.is_some(), "prefix"),
        (function.prologue.is_some(), "prologue"),
    ];
    if let Some((_, word)) = header.into_iter().find(|(said, _)| *said) {
        return refused(function.origin.line, format!("'{word}' of a function"));
    }
    for block in &function.blocks {
        for &inst in &block.insts {
            let inst = &function.insts[inst];
            if let Some(construct) = of_op(module, &inst.op) {
                return refused(inst.origin.line, construct);
            }
        }
        if let Some(word) = of_terminator(&block.terminator) {
            return refused(block.terminator_origin.line, word.to_owned());
        }
    }
    Ok(())
}

fn of_op(module: &Module, op: &Op) -> Option<String> {
    match op {
        Op::Call(call) => of_call(module, call),
        Op::LandingPad { .. } => Some("landingpad".to_owned()),
        Op::CatchPad { .. } => Some("catchpad".to_owned()),
        Op::CleanupPad { .. } => Some("cleanuppad".to_owned()),
        _ => None,
    }
}

fn of_call(module: &Module, call: &Call) -> Option<String> {
    if call.forwards_variadic {
        return Some("a call that passes on '...'".to_owned());
    }
    let mut tags = call.bundles.iter().map(|bundle| module.name(bundle.tag));
    let tag = tags.find(|tag| BUNDLES.contains(tag))?;
    Some(format!("operand bundle \"{tag}\""))
}

fn of_terminator(terminator: &Terminator) -> Option<&'static str> {
    match terminator {
        Terminator::Invoke(_) => Some("invoke"),
        Terminator::CallBranch(_) => Some("callbr"),
        Terminator::Resume(_) => Some("resume"),
        Terminator::CatchSwitch(_) => Some("catchswitch"),
        Terminator::CatchReturn { .. } => Some("catchret"),
        Terminator::CleanupReturn { .. } => Some("cleanupret"),
        Terminator::Return(_)
        | Terminator::Jump(_)
        | Terminator::Branch { .. }
        | Terminator::Switch { .. }
        | Terminator::Unreachable => None,
    }
}
