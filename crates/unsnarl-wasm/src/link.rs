//! What all functions of a module share: the indices of functions, variables and signatures.
//!
//! *Needs:* a module with the data layout of wasm32.
//! *Gives:* [`Link`].
//! *Cost:* linear in the module.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use unsnarl_ir::{
    Callee, FuncId, GlobalId, Id, Layout, Linkage, Module, Op, Scalars, Symbol, TypeId,
};

use unsnarl_low::{Number, Signature, Symbol as LowSymbol};
use unsnarl_object::RelocationKind;

use crate::Options;
use crate::abi;
use crate::error::{Cause, CompileError, CompileErrors, FunctionRefusals, Refusals};
use crate::forms::Forms;
use crate::module::placement::Placement;
use crate::object::Symbols;
use crate::select::runtime;
use crate::unsupported;

/// The indices of everything that is written.
#[derive(Debug)]
pub(crate) struct Link<'a> {
    pub(crate) module: &'a Module,
    pub(crate) layout: Rc<Layout>,
    pub(crate) scalars: Scalars,
    pub(crate) forms: Forms<'a>,
    /// The signatures of functions and calls in order of their number.
    signatures: Vec<Signature>,
    signature_numbers: BTreeMap<Signature, u32>,
    /// The types of brackets with parameters that are not signatures; their indices follow.
    bracket_types: RefCell<Vec<Signature>>,
    /// The functions by their names.
    names: HashMap<&'a str, FuncId>,
    /// The functions with a body, in order.
    pub(crate) definitions: Vec<FuncId>,
    pub(crate) target: Target,
}

/// The operands of calls and addresses.
#[derive(Debug)]
pub(crate) enum Target {
    /// Indices and addresses in a module.
    Module(Placement),
    /// Symbols, which the linker resolves.
    Object(RefCell<Symbols>),
}

impl<'a> Link<'a> {
    /// Numbers what a module needs. What else is refused of it goes to `refusals`.
    ///
    /// # Errors
    /// If its layout is another one, so that nothing could be said of the rest.
    pub(crate) fn for_module(
        module: &'a Module,
        options: &Options<'_>,
        refusals: &mut Refusals,
    ) -> Result<Self, CompileErrors> {
        check_layout(module)?;
        refuse_assembly(module, refusals);
        refuse_constructors(module, refusals);
        let mut link = Link::new(module);
        let placement = Placement::new(module, &link.layout, &link.scalars, options, refusals);
        link.definitions = placement.definitions().collect();
        unsupported::refuse(module, &link.definitions, refusals);
        let imported = placement.imports.iter().map(|import| import.function);
        let numbered: Vec<FuncId> = imported.chain(link.definitions.iter().copied()).collect();
        link.number_signatures(&numbered, refusals);
        link.target = Target::Module(placement);
        Ok(link)
    }

    /// Numbers what an object has. What else is refused of it goes to `refusals`.
    ///
    /// # Errors
    /// If its layout is another one, so that nothing could be said of the rest.
    pub(crate) fn for_object(
        module: &'a Module,
        refusals: &mut Refusals,
    ) -> Result<Self, CompileErrors> {
        check_layout(module)?;
        refuse_assembly(module, refusals);
        let mut link = Link::new(module);
        let ids = module.functions.pairs().map(|(id, _)| id);
        link.definitions = ids.filter(|&id| is_defined(module, id)).collect();
        unsupported::refuse(module, &link.definitions, refusals);
        let numbered: Vec<FuncId> = module
            .functions
            .pairs()
            .filter(|&(id, _)| module.intrinsic(id).is_none())
            .map(|(id, _)| id)
            .collect();
        link.number_signatures(&numbered, refusals);
        Ok(link)
    }

    fn new(module: &'a Module) -> Self {
        let layout = Rc::new(Layout::new(&module.types, &module.data_layout));
        Link {
            module,
            scalars: Scalars::new(module, &layout),
            forms: Forms::new(module, Rc::clone(&layout)),
            layout,
            signatures: Vec::new(),
            signature_numbers: BTreeMap::new(),
            bracket_types: RefCell::default(),
            names: module
                .functions
                .pairs()
                .map(|(id, _)| (module.function_name(id), id))
                .collect(),
            definitions: Vec::new(),
            target: Target::Object(RefCell::default()),
        }
    }

    fn number_signatures(&mut self, functions: &[FuncId], all: &mut Refusals) {
        let module = self.module;
        for &id in functions {
            let function = &module.functions[id];
            let mut refusals = FunctionRefusals::new(module, id, all);
            let line = function.origin.line;
            refusals.take(line, abi::check_function(function));
            refusals.take(line, self.add_signature(function.ty));
            for inst in &function.insts {
                if let Op::Call(call) = &inst.op
                    && !matches!(call.callee, Callee::Assembly { .. })
                    && !matches!(call.callee, Callee::Direct(callee) if module.intrinsic(callee).is_some())
                {
                    refusals.take(inst.origin.line, self.add_signature(call.ty));
                }
            }
        }
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

    /// The signature of a function type.
    pub(crate) fn signature(&self, ty: TypeId) -> Result<Signature, Cause> {
        abi::signature(self.module, &self.forms, ty)
    }

    /// The number of a signature that some function or call has.
    pub(crate) fn signature_number(&self, signature: &Signature) -> Result<u32, Cause> {
        let number = self.signature_numbers.get(signature).copied();
        number.ok_or(Cause::OperandType("a call"))
    }

    /// The number of the type of a bracket with parameters.
    pub(crate) fn bracket_type(&self, ty: Signature) -> u32 {
        if let Some(&number) = self.signature_numbers.get(&ty) {
            return number;
        }
        let mut others = self.bracket_types.borrow_mut();
        let place = others.iter().position(|other| *other == ty);
        let place = place.unwrap_or_else(|| {
            others.push(ty);
            others.len() - 1
        });
        (self.signatures.len() + place) as u32
    }

    /// The bytes by which a type with a number is longer than none.
    pub(crate) fn bracket_type_bytes(&self) -> usize {
        let most = self.signatures.len() + self.bracket_types.borrow().len();
        match self.target {
            // Six bits of the first byte hold the number, beside a sign.
            Target::Module(_) => usize::from(most >= 1 << 6) + usize::from(most >= 1 << 13),
            Target::Object(_) => RelocationKind::TypeIndexLeb.size() - 1,
        }
    }

    /// How many parameters and results a type has.
    pub(crate) fn arity(&self, number: u32) -> Option<(usize, usize)> {
        let others = self.bracket_types.borrow();
        let ty = match (number as usize).checked_sub(self.signatures.len()) {
            None => &self.signatures[number as usize],
            Some(place) => others.get(place)?,
        };
        Some((ty.parameters.len(), ty.results.len()))
    }

    /// All types by their numbers.
    pub(crate) fn types(&self) -> Vec<Signature> {
        let others = self.bracket_types.borrow();
        self.signatures.iter().chain(&*others).cloned().collect()
    }

    /// The function that a symbol refers to, if it is one.
    pub(crate) fn function_of(&self, symbol: Symbol) -> Option<FuncId> {
        match self.scalars.resolve(symbol) {
            Ok((Symbol::Function(function), 0)) => Some(function),
            _ => None,
        }
    }

    /// Tells whether a function can be called: it is defined here, imported, or left to a linker.
    pub(crate) fn has(&self, function: FuncId) -> bool {
        match &self.target {
            Target::Module(placement) => placement.indices[function.index()].is_some(),
            Target::Object(_) => true,
        }
    }

    /// The address of a symbol: that of a variable, or the table slot of a function.
    ///
    /// # Errors
    /// If it is an alias without an address.
    pub(crate) fn address(&self, symbol: Symbol) -> Result<Number, Cause> {
        if let Target::Module(_) = &self.target {
            self.scalars.resolve(symbol)?;
        }
        Ok(Number::Address(self.symbol(symbol), 0))
    }
}

/// What code refers to.
impl Link<'_> {
    /// The symbol of the machine for one of the module.
    pub(crate) fn symbol(&self, symbol: Symbol) -> LowSymbol {
        LowSymbol::new(match symbol {
            Symbol::Function(function) => function.index(),
            Symbol::Global(global) => self.module.functions.len() + global.index(),
        })
    }

    /// The symbol of the global that holds the stack pointer.
    pub(crate) fn stack_pointer(&self) -> LowSymbol {
        LowSymbol::new(self.module.functions.len() + self.module.globals.len())
    }

    /// The symbol of a function of the runtime library.
    ///
    /// # Panics
    /// If the library has no function of that name.
    pub(crate) fn routine(&self, name: &'static str) -> LowSymbol {
        let number = runtime::number(name).expect("selection calls what the table lists");
        LowSymbol::new(self.stack_pointer().index() + 1 + number)
    }

    /// What a symbol of the machine stands for.
    pub(crate) fn meaning(&self, symbol: LowSymbol) -> Meaning {
        let functions = self.module.functions.len();
        let variables = functions + self.module.globals.len();
        match symbol.index() {
            index if index < functions => Meaning::Module(Symbol::Function(FuncId::new(index))),
            index if index < variables => {
                Meaning::Module(Symbol::Global(GlobalId::new(index - functions)))
            }
            index if index == variables => Meaning::StackPointer,
            index => Meaning::Routine(runtime::name(index - variables - 1)),
        }
    }

    /// The function of the module that has the name of a routine, if one has.
    pub(crate) fn routine_here(&self, name: &str) -> Option<FuncId> {
        self.names.get(name).copied()
    }
}

/// What a symbol of the machine stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A function, variable or alias of the module.
    Module(Symbol),
    /// The global that holds the stack pointer.
    StackPointer,
    /// A function of the runtime library.
    Routine(&'static str),
}

/// Puts a cause at its place.
pub(crate) fn in_function(module: &Module, id: FuncId, line: u32, cause: Cause) -> CompileError {
    CompileError::Function {
        function: module.function_name(id).to_owned(),
        line,
        cause,
    }
}

fn check_layout(module: &Module) -> Result<(), CompileError> {
    let layout = &module.data_layout;
    let pointer = layout.pointer(0);
    if layout.big_endian
        || pointer.bits != 32
        || pointer.index_bits != 32
        || layout.alloca_space != 0
    {
        return Err(CompileError::DataLayout(layout.text.clone()));
    }
    Ok(())
}

fn refuse_assembly(module: &Module, refusals: &mut Refusals) {
    if module.assembly.iter().any(|text| !text.trim().is_empty()) {
        refusals.add(CompileError::ModuleAssembly);
    }
}

/// Nothing would run the constructors of a self-contained module.
fn refuse_constructors(module: &Module, refusals: &mut Refusals) {
    for global in module.globals.iter() {
        let name = module.name(global.name);
        if matches!(name, "llvm.global_ctors" | "llvm.global_dtors") {
            refusals.add(CompileError::Global {
                name: name.to_owned(),
                line: global.origin.line,
                construct:
                    "runs functions before or after the program, which takes an object and a linker"
                        .to_owned(),
            });
        }
    }
}

/// Tells whether the body of a function goes into the module.
pub(crate) fn is_defined(module: &Module, id: FuncId) -> bool {
    let function = &module.functions[id];
    function.is_definition() && function.linkage != Linkage::AvailableExternally
}
