//! What all functions of a module share: where functions, variables and signatures are numbered.
//!
//! *Needs:* a module with the data layout of wasm32.
//! *Gives:* [`Link`].
//! *Cost:* linear in the module.

use std::collections::{BTreeMap, BTreeSet};

use unsnarl_ir::{
    Callee, FuncId, GlobalId, GlobalKind, Id, Layout, Linkage, Module, Op, Scalars, Symbol, TypeId,
    resolve_alias,
};

use crate::abi::{self, Signature};
use crate::error::{Cause, CompileError};
use crate::forms::Forms;
use crate::memory::{self, Contents, Memory};
use crate::reach::{Reached, reach};
use crate::{Exports, Options};

/// An imported function.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) module: String,
    pub(crate) name: String,
    pub(crate) function: FuncId,
}

/// Everything that has a number in the module that is written.
#[derive(Debug)]
pub(crate) struct Link<'a> {
    pub(crate) module: &'a Module,
    pub(crate) layout: Layout,
    pub(crate) scalars: Scalars,
    pub(crate) forms: Forms,
    pub(crate) memory: Memory,
    /// Signatures in order of their number.
    pub(crate) signatures: Vec<Signature>,
    signature_numbers: BTreeMap<Signature, u32>,
    pub(crate) imports: Vec<Import>,
    pub(crate) definitions: Vec<FuncId>,
    /// Name and function.
    pub(crate) exports: Vec<(String, FuncId)>,
    /// By number of the function: its index.
    pub(crate) indices: Vec<Option<u32>>,
    /// By number of the function: its slot in the table, from 1.
    pub(crate) slots: Vec<Option<u32>>,
}

impl<'a> Link<'a> {
    /// Numbers what the program needs.
    pub(crate) fn new(module: &'a Module, options: &Options<'_>) -> Result<Self, CompileError> {
        check_module(module)?;
        let layout = Layout::new(&module.types, &module.data_layout);
        let scalars = Scalars::new(module, &layout);
        let forms = Forms::new(module, &layout);
        let exports = exports(module, options.exports)?;
        let roots: Vec<FuncId> = exports.iter().map(|&(_, function)| function).collect();
        let reached = reach(module, &roots);
        check_defined(module, &reached)?;
        let imports = imports(module, &reached)?;
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
            layout: &layout,
            scalars: &scalars,
            globals: &globals,
            slots: &slots,
            stack_size: options.stack_size,
        };
        let memory = contents.lay_out()?;
        let mut link = Link {
            module,
            layout,
            scalars,
            forms,
            memory,
            signatures: Vec::new(),
            signature_numbers: BTreeMap::new(),
            imports,
            definitions,
            exports,
            indices,
            slots,
        };
        link.number_signatures()?;
        Ok(link)
    }

    fn number_signatures(&mut self) -> Result<(), CompileError> {
        let module = self.module;
        let imported = self.imports.iter().map(|import| import.function);
        for id in imported
            .chain(self.definitions.iter().copied())
            .collect::<Vec<_>>()
        {
            let function = &module.functions[id];
            abi::check_function(function)
                .and_then(|()| self.add_signature(function.ty))
                .map_err(|cause| in_function(module, id, function.origin.line, cause))?;
            for inst in &function.insts {
                if let Op::Call(call) = &inst.op
                    && !matches!(call.callee, Callee::Assembly { .. })
                    && !matches!(call.callee, Callee::Direct(callee) if module.intrinsic(callee).is_some())
                {
                    self.add_signature(call.ty)
                        .map_err(|cause| in_function(module, id, inst.origin.line, cause))?;
                }
            }
        }
        Ok(())
    }

    fn add_signature(&mut self, ty: TypeId) -> Result<(), Cause> {
        let signature = abi::signature(self.module, &self.forms, ty)?;
        let next = self.signatures.len() as u32;
        let number = *self
            .signature_numbers
            .entry(signature.clone())
            .or_insert(next);
        if number == next {
            self.signatures.push(signature);
        }
        Ok(())
    }

    /// The number of the signature of a function type that some function or call has.
    pub(crate) fn signature(&self, ty: TypeId) -> Result<(u32, &Signature), Cause> {
        let signature = abi::signature(self.module, &self.forms, ty)?;
        let number = self.signature_numbers.get(&signature).copied();
        let number = number.ok_or(Cause::OperandType("a call"))?;
        Ok((number, &self.signatures[number as usize]))
    }

    /// The function that a symbol stands for, if it is one.
    pub(crate) fn function_of(&self, symbol: Symbol) -> Option<FuncId> {
        match resolve_alias(self.module, &self.scalars, symbol) {
            Ok((Symbol::Function(function), 0)) => Some(function),
            _ => None,
        }
    }

    /// The address of a symbol: of a variable where it lies, of a function its slot in the table.
    pub(crate) fn address(&self, symbol: Symbol) -> Result<u32, Cause> {
        let (symbol, offset) = resolve_alias(self.module, &self.scalars, symbol)?;
        let address = match symbol {
            Symbol::Global(global) => self.memory.addresses[global.index()],
            Symbol::Function(function) => self.slots[function.index()],
        };
        // Whatever is used and has no address was refused as undefined; a weak function may be missing.
        Ok(address.unwrap_or(0).wrapping_add(offset as u32))
    }
}

/// Puts a cause at its place.
pub(crate) fn in_function(module: &Module, id: FuncId, line: u32, cause: Cause) -> CompileError {
    CompileError::Function {
        function: module.function_name(id).to_owned(),
        line,
        cause,
    }
}

fn check_module(module: &Module) -> Result<(), CompileError> {
    let layout = &module.data_layout;
    let pointer = layout.pointer(0);
    if layout.big_endian
        || pointer.bits != 32
        || pointer.index_bits != 32
        || layout.alloca_space != 0
    {
        return Err(CompileError::DataLayout(layout.text.clone()));
    }
    if module.assembly.iter().any(|text| !text.trim().is_empty()) {
        return Err(CompileError::ModuleAssembly);
    }
    for global in module.globals.iter() {
        let name = module.name(global.name);
        if matches!(name, "llvm.global_ctors" | "llvm.global_dtors") {
            return Err(CompileError::Global {
                name: name.to_owned(),
                line: global.origin.line,
                construct: "runs functions before or after the program".to_owned(),
            });
        }
    }
    Ok(())
}

/// Tells whether the body of a function goes into the module.
fn is_defined(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    function.is_definition() && function.linkage != Linkage::AvailableExternally
}

fn exports(module: &Module, which: Exports) -> Result<Vec<(String, FuncId)>, CompileError> {
    let mut exports = Vec::new();
    let mut names = BTreeSet::new();
    for (id, function) in module
        .functions
        .pairs()
        .filter(|&(id, _)| is_defined(module, id))
    {
        let name = module.function_name(id);
        let visible = !matches!(function.linkage, Linkage::Internal | Linkage::Private);
        let exported = match module.function_attribute(id, "wasm-export-name") {
            Some(other) => Some(other),
            None if visible && (which == Exports::External || name == "_start") => Some(name),
            None => None,
        };
        let Some(exported) = exported else { continue };
        if exported == "memory" || !names.insert(exported.to_owned()) {
            return Err(CompileError::ExportTwice(exported.to_owned()));
        }
        exports.push((exported.to_owned(), id));
    }
    Ok(exports)
}

fn imports(module: &Module, reached: &Reached) -> Result<Vec<Import>, CompileError> {
    let mut imports = Vec::new();
    for &function in &reached.functions {
        let (from, name) = import_names(module, function);
        if is_defined(module, function) {
            if name.is_some() {
                return Err(CompileError::ImportDefined(
                    module.function_name(function).to_owned(),
                ));
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
    Ok(imports)
}

fn import_names(module: &Module, function: FuncId) -> (Option<&str>, Option<&str>) {
    let attribute = |key| module.function_attribute(function, key);
    (
        attribute("wasm-import-module"),
        attribute("wasm-import-name"),
    )
}

fn check_defined(module: &Module, reached: &Reached) -> Result<(), CompileError> {
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
    if missing.is_empty() {
        Ok(())
    } else {
        Err(CompileError::Undefined(missing))
    }
}
