//! Unsupported properties of a module outside its instructions: garbage collection, prefix and
//! prologue data of functions, functions chosen by a resolver.
//!
//! *Needs:* a module, and which of its functions are compiled.
//! *Gives:* an error for each, by name.
//! *Cost:* linear in the globals and functions.
//!
//! Instructions, types, conventions and attributes are refused where they are met.

use unsnarl_ir::{FuncId, GlobalKind, Module};

use crate::error::{Cause, CompileError, Refusals};
use crate::link::in_function;

/// Refuses everything that no part of the compiler supports.
pub(crate) fn refuse(module: &Module, definitions: &[FuncId], refusals: &mut Refusals) {
    for global in module.globals.iter() {
        if let GlobalKind::Chosen { .. } = global.kind {
            refusals.add(CompileError::Global {
                name: module.name(global.name).to_owned(),
                line: global.origin.line,
                construct: "is an ifunc".to_owned(),
            });
        }
    }
    for &id in definitions {
        let function = &module.functions[id];
        let header = [
            (function.collector.is_some(), "gc"),
            (function.prefix.is_some(), "prefix"),
            (function.prologue.is_some(), "prologue"),
        ];
        for (_, word) in header.into_iter().filter(|(is_said, _)| *is_said) {
            let cause = Cause::Instruction(format!("'{word}' of a function"));
            refusals.add(in_function(module, id, function.origin.line, cause));
        }
    }
}
