//! The indices and addresses of what a module contains.
//!
//! *Needs:* a module and its exports.
//! *Gives:* [`Placement`]: what is imported and exported, the index of each function, its slot in
//! the table if its address is taken, and the addresses of variables.
//! *Cost:* linear in what the exports reach and the bytes of its variables.

pub(crate) mod memory;
mod reach;
mod segments;

use std::collections::BTreeSet;

use unsnarl_ir::{FuncId, GlobalId, GlobalKind, Id, Linkage, Module, Symbol};

use crate::definitions::is_defined;
use crate::error::{CompileError, Refusals};
use crate::options::{Exports, Options};
use crate::placement::memory::{Contents, Memory};
use crate::placement::reach::{Reached, reach};
use unsnarl_low::select::ModuleContext;
use unsnarl_low::select::routines::is_routine;

/// An imported function.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) module: String,
    pub(crate) name: String,
    pub(crate) function: FuncId,
}

/// The indices and addresses.
#[derive(Debug)]
pub(crate) struct Placement {
    pub(crate) memory: Memory,
    pub(crate) imports: Vec<Import>,
    /// Name and function.
    pub(crate) exports: Vec<(String, FuncId)>,
    /// By number of the function: its index.
    pub(crate) indices: Vec<Option<u32>>,
    /// By number of the function: its slot in the table, from 1.
    pub(crate) slots: Vec<Option<u32>>,
    definitions: Vec<FuncId>,
}

impl Placement {
    pub(crate) fn new(
        context: &ModuleContext<'_>,
        options: &Options<'_>,
        refusals: &mut Refusals,
    ) -> Self {
        let module = context.module;
        let exports = exports(module, options.exports, refusals);
        let exported = exports.iter().map(|&(_, function)| function);
        let roots: Vec<FuncId> = exported.chain(routines(module)).collect();
        let reached = reach(module, &roots);
        check_defined(module, &reached, refusals);
        let imports = imports(module, &reached, refusals);
        let definitions: Vec<FuncId> = reached
            .functions
            .iter()
            .copied()
            .filter(|&id| is_defined(module, id))
            .collect();
        let mut indices = vec![None; module.functions.len()];
        let numbered = imports
            .iter()
            .map(|import| import.function)
            .chain(definitions.iter().copied());
        for (index, function) in (0_u32..).zip(numbered) {
            indices[function.index()] = Some(index);
        }
        let mut slots = vec![None; module.functions.len()];
        let addressed = reached
            .addressed
            .iter()
            .filter(|id| indices[id.index()].is_some());
        for (slot, function) in (1_u32..).zip(addressed) {
            slots[function.index()] = Some(slot);
        }
        let globals: Vec<GlobalId> = reached.globals.iter().copied().collect();
        let contents = Contents {
            module,
            layout: &context.layout,
            scalars: &context.scalars,
            addresses: context.addresses(),
            globals: &globals,
            slots: &slots,
            stack_size: options.stack_size,
        };
        let memory = contents.lay_out(refusals);
        Placement {
            memory,
            imports,
            exports,
            indices,
            slots,
            definitions,
        }
    }

    /// The functions in the table, from slot 1: slot 0 is the null pointer, and calling it traps.
    pub(crate) fn slots_in_order(&self) -> Vec<u32> {
        let numbered = self.slots.iter().zip(&self.indices);
        let mut slots: Vec<(u32, u32)> = numbered
            .filter_map(|(slot, index)| slot.zip(*index))
            .collect();
        slots.sort_unstable();
        slots.into_iter().map(|(_, index)| index).collect()
    }

    /// The functions with a body, in order of their index.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.definitions.iter().copied()
    }

    /// The address of a variable, or the slot of a function. Anything used without one was refused
    /// as undefined, except for weak symbols.
    pub(crate) fn address(&self, symbol: Symbol) -> u64 {
        let address = match symbol {
            Symbol::Global(global) => self.memory.addresses[global.index()],
            Symbol::Function(function) => self.slots[function.index()].map(u64::from),
        };
        address.unwrap_or(0)
    }
}

/// The functions of the runtime library that the module defines: any operation may become a call of
/// one.
fn routines(module: &Module) -> impl Iterator<Item = FuncId> + '_ {
    let definitions = module.functions.iter().map(|(id, _)| id);
    definitions.filter(|&id| is_defined(module, id) && is_routine(module.function_name(id)))
}

fn exports(module: &Module, which: Exports<'_>, refusals: &mut Refusals) -> Vec<(String, FuncId)> {
    let which = settled(module, which);
    let mut exports = Vec::new();
    let mut names = BTreeSet::new();
    for (id, _) in module
        .functions
        .iter()
        .filter(|&(id, _)| is_defined(module, id))
    {
        let Some(exported) = exported_as(module, id, which) else {
            continue;
        };
        if exported == "memory" || !names.insert(exported.to_owned()) {
            refusals.add(CompileError::ExportTwice(exported.to_owned()));
        }
        exports.push((exported.to_owned(), id));
    }
    exports
}

/// Decides between the two choices of [`Exports::MarkedOrExternal`].
fn settled<'a>(module: &Module, which: Exports<'a>) -> Exports<'a> {
    let mut functions = module
        .functions
        .iter()
        .filter(|&(id, _)| is_defined(module, id));
    let is_marked = |id| exported_as(module, id, Exports::Marked).is_some();
    match which {
        Exports::MarkedOrExternal if functions.any(|(id, _)| is_marked(id)) => Exports::Marked,
        _ => which,
    }
}

/// The name by which a function with a body is exported, if it is.
fn exported_as<'m>(module: &'m Module, id: FuncId, which: Exports<'_>) -> Option<&'m str> {
    let name = module.function_name(id);
    if let Some(marked) = module.function_attribute(id, "wasm-export-name") {
        return Some(marked);
    }
    let linkage = module.functions[id].linkage;
    let is_visible = !matches!(linkage, Linkage::Internal | Linkage::Private);
    let is_exported = match which {
        Exports::Marked => is_visible && name == "_start",
        Exports::External | Exports::MarkedOrExternal => is_visible,
        Exports::These(these) => is_visible && name == "_start" || these.contains(&id),
    };
    let is_main = which == Exports::MarkedOrExternal && is_main_of_clang(module, name);
    is_exported.then_some(if is_main { "main" } else { name })
}

/// Tells whether a function is what C calls `main`, and no other one has that name.
fn is_main_of_clang(module: &Module, name: &str) -> bool {
    let mut functions = module.functions.iter();
    matches!(name, "__main_argc_argv" | "__main_void")
        && !functions.any(|(id, _)| is_defined(module, id) && module.function_name(id) == "main")
}

fn imports(module: &Module, reached: &Reached, refusals: &mut Refusals) -> Vec<Import> {
    let mut imports = Vec::new();
    for &function in &reached.functions {
        let (from, name) = import_names(module, function);
        if is_defined(module, function) {
            if name.is_some() {
                let name = module.function_name(function);
                refusals.add(CompileError::ImportDefined(name.to_owned()));
            }
        } else if from.is_some() || name.is_some() {
            imports.push(Import {
                module: from.unwrap_or("env").to_owned(),
                name: name
                    .unwrap_or_else(|| module.function_name(function))
                    .to_owned(),
                function,
            });
        }
    }
    imports
}

fn import_names(module: &Module, function: FuncId) -> (Option<&str>, Option<&str>) {
    let attribute = |key| module.function_attribute(function, key);
    (
        attribute("wasm-import-module"),
        attribute("wasm-import-name"),
    )
}

fn check_defined(module: &Module, reached: &Reached, refusals: &mut Refusals) {
    let mut missing = Vec::new();
    for &id in &reached.functions {
        let (from, name) = import_names(module, id);
        let weak = module.functions[id].linkage == Linkage::ExternWeak;
        if !is_defined(module, id) && from.is_none() && name.is_none() && !weak {
            missing.push(module.function_name(id).to_owned());
        }
    }
    for &id in &reached.globals {
        let global = &module.globals[id];
        let name = module.name(global.name);
        let is_declaration = matches!(
            global.kind,
            GlobalKind::Variable {
                initializer: None,
                ..
            }
        ) || global.linkage == Linkage::AvailableExternally;
        let weak = global.linkage == Linkage::ExternWeak;
        if is_declaration && !weak && !memory::is_linker_symbol(name) {
            missing.push(name.to_owned());
        }
    }
    if !missing.is_empty() {
        refusals.add(CompileError::Undefined(missing));
    }
}
