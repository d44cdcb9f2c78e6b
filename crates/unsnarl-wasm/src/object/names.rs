//! What the parts of an object refer to each other by.

use std::cell::RefCell;

use unsnarl_ir::{ConstId, Constant, FuncId, GlobalId, GlobalKind, Module};

use crate::error::CompileError;
use crate::numbering::{Numbering, Target};
use crate::symbols::{Key, Symbols};

/// The number of a symbol, which is new if it was not met before.
pub(super) fn number(numbering: &Numbering, key: Key) -> u32 {
    symbols_of(numbering).borrow_mut().number(key)
}

pub(super) fn symbols_of<'a>(numbering: &'a Numbering<'_>) -> &'a RefCell<Symbols> {
    match &numbering.target {
        Target::Object(symbols) => symbols,
        Target::Module(_) => unreachable!("this is the numbering of an object"),
    }
}

/// The place of a function among those with a body.
pub(super) fn place_of(numbering: &Numbering, function: FuncId) -> Option<u32> {
    let place = numbering.definitions.binary_search(&function).ok()?;
    Some(place as u32)
}

/// What is wrong with a variable.
pub(super) fn wrong(module: &Module, id: GlobalId, construct: String) -> CompileError {
    let global = &module.globals[id];
    CompileError::Global {
        name: module.name(global.name).to_owned(),
        line: global.origin.line,
        construct,
    }
}

/// Tells whether a variable is only a message to the compiler or the linker.
pub(super) fn is_special(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    module.name(global.name).starts_with("llvm.")
        || global
            .section
            .is_some_and(|section| module.name(section) == "llvm.metadata")
}

/// The symbols that a variable of LLVM's such as `llvm.used` lists.
pub(super) fn listed(module: &Module, name: &str) -> Vec<ConstId> {
    let mut globals = module.globals.values();
    let found = globals.find(|global| module.name(global.name) == name);
    let Some(GlobalKind::Variable {
        initializer: Some(list),
        ..
    }) = found.map(|global| &global.kind)
    else {
        return Vec::new();
    };
    match module.constant(*list) {
        Constant::Aggregate { elements, .. } => elements.to_vec(),
        _ => Vec::new(),
    }
}
