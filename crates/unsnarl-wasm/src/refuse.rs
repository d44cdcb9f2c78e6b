//! Unsupported properties of a module outside its instructions: garbage collection, prefix and
//! prologue data of functions, functions chosen by a resolver, and what is asked for by
//! metadata.
//!
//! *Needs:* a module, and which of its functions are compiled.
//! *Gives:* an error for each, by name.
//! *Cost:* linear in the globals and functions.
//!
//! Instructions, types, conventions and attributes are refused where they are met.

use unsnarl_ir::{FuncId, GlobalKind, Module};
use unsnarl_low::Width;

use crate::error::in_function;
use crate::error::{Cause, CompileError, Refusals};
use crate::features;
use crate::options::Abi;

/// Refuses everything that no part of the compiler supports.
pub(crate) fn properties(module: &Module, definitions: &[FuncId], refusals: &mut Refusals) {
    for global in module.globals.values() {
        if let GlobalKind::Chosen { .. } = global.kind {
            refusals.add(CompileError::Global {
                name: module.name(global.name).to_owned(),
                line: global.origin.line,
                construct: "is an ifunc".to_owned(),
            });
        }
    }
    for demand in &module.demands {
        refusals.add(CompileError::Demand {
            what: demand.what.clone(),
            line: demand.line,
        });
    }
    for &id in definitions {
        let function = &module.functions[id];
        let header = [
            (function.collector.is_some(), "'gc' of a function"),
            (function.prefix.is_some(), "'prefix' of a function"),
            (function.prologue.is_some(), "'prologue' of a function"),
        ];
        for (_, word) in header.into_iter().filter(|(is_said, _)| *is_said) {
            let cause = Cause::Function(word);
            refusals.add(in_function(module, id, function.origin.line, cause));
        }
    }
}

/// Tells how wide addresses are, and refuses all layouts but those of 32 and of 64 bits. That of 64
/// bits must not be for another machine, as it is for most hosts.
pub(crate) fn layout(module: &Module) -> Result<Width, CompileError> {
    let layout = &module.data_layout;
    let pointer = layout.pointer(0);
    let mut widths = Width::ALL.into_iter();
    let is_plain = !layout.big_endian && layout.alloca_space == 0;
    let machine = module.target.split('-').next().unwrap_or_default();
    let is_for = |width: Width| width == Width::W32 || matches!(machine, "" | "wasm64");
    widths
        .find(|&width| {
            is_plain && is_for(width) && [pointer.bits, pointer.index_bits] == [width.bits(); 2]
        })
        .ok_or_else(|| CompileError::DataLayout(layout.text.clone()))
}

/// Refuses assembly outside of functions.
pub(crate) fn assembly(module: &Module, refusals: &mut Refusals) {
    if module.assembly.iter().any(|text| !text.trim().is_empty()) {
        refusals.add(CompileError::ModuleAssembly);
    }
}

/// Refuses several results of functions where the source does not allow them: LLVM returns in
/// memory then, and the objects would not fit together.
pub(crate) fn abi(module: &Module, abi: Abi, refusals: &mut Refusals) {
    if abi == Abi::MultiValue && !features::several_results(module) {
        refusals.add(CompileError::Abi);
    }
}

/// Nothing would run the constructors of a self-contained module.
pub(crate) fn constructors(module: &Module, refusals: &mut Refusals) {
    for global in module.globals.values() {
        let name = module.name(global.name);
        if matches!(name, "llvm.global_ctors" | "llvm.global_dtors") {
            refusals.add(CompileError::Global {
                name: name.to_owned(),
                line: global.origin.line,
                construct:
                    "runs functions before or after the program and needs an object and a linker"
                        .to_owned(),
            });
        }
    }
}
