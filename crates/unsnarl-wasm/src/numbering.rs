//! What all functions of a module share: the indices of functions, variables and signatures.
//!
//! *Needs:* a module with the data layout of wasm32.
//! *Gives:* [`Numbering`].
//! *Cost:* linear in the module.

use std::cell::RefCell;
use std::collections::BTreeMap;

use unsnarl_ir::{Callee, FuncId, Module, Op, TypeId};
use unsnarl_low::Signature;
use unsnarl_low::select::{self, Callable, ModuleContext, SelectError};
use unsnarl_object::RelocationKind;

use crate::definitions::is_defined;
use crate::error::{CompileErrors, FunctionRefusals, Refusals};
use crate::features::{Features, vectors};
use crate::limits::Limit;
use crate::options::Options;
use crate::placement::Placement;
use crate::refuse;
use crate::symbols::Symbols;

/// The global of a module that holds the stack pointer.
pub(crate) const STACK_POINTER: u32 = 0;

/// The indices of everything that is written.
#[derive(Debug)]
pub(crate) struct Numbering<'a> {
    /// What the functions are selected with.
    pub(crate) context: ModuleContext<'a>,
    /// The signatures of functions and calls in order of their number.
    signatures: Vec<Signature>,
    signature_numbers: BTreeMap<Signature, u32>,
    /// The types of brackets with parameters that are not signatures; their indices follow.
    bracket_types: RefCell<Vec<Signature>>,
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

impl<'a> Numbering<'a> {
    /// Numbers what a module needs. What else is refused of it goes to `refusals`.
    ///
    /// # Errors
    /// If its layout is another one, so that nothing could be said of the rest.
    pub(crate) fn for_module(
        module: &'a Module,
        options: &Options<'_>,
        refusals: &mut Refusals,
    ) -> Result<Self, CompileErrors> {
        refuse::layout(module)?;
        refuse::assembly(module, refusals);
        refuse::constructors(module, refusals);
        let mut numbering = Numbering::new(module);
        let placement = Placement::new(
            module,
            &numbering.context.layout,
            &numbering.context.scalars,
            options,
            refusals,
        );
        numbering.definitions = placement.definitions().collect();
        refuse::properties(module, &numbering.definitions, refusals);
        let imported = placement.imports.iter().map(|import| import.function);
        let numbered: Vec<FuncId> = imported
            .chain(numbering.definitions.iter().copied())
            .collect();
        numbering.number_signatures(&numbered, refusals);
        let callable = placement.indices.iter().map(Option::is_some).collect();
        numbering.context.set_callable(Callable::Only(callable));
        numbering.target = Target::Module(placement);
        Ok(numbering)
    }

    /// Numbers what an object has. What else is refused of it goes to `refusals`.
    ///
    /// # Errors
    /// If its layout is another one, so that nothing could be said of the rest.
    pub(crate) fn for_object(
        module: &'a Module,
        refusals: &mut Refusals,
    ) -> Result<Self, CompileErrors> {
        refuse::layout(module)?;
        refuse::assembly(module, refusals);
        let mut numbering = Numbering::new(module);
        let ids = module.functions.pairs().map(|(id, _)| id);
        numbering.definitions = ids.filter(|&id| is_defined(module, id)).collect();
        refuse::properties(module, &numbering.definitions, refusals);
        let numbered: Vec<FuncId> = module
            .functions
            .pairs()
            .filter(|&(id, _)| module.intrinsic(id).is_none())
            .map(|(id, _)| id)
            .collect();
        numbering.number_signatures(&numbered, refusals);
        Ok(numbering)
    }

    fn new(module: &'a Module) -> Self {
        let target = select::Target {
            vectors: vectors(module),
            parameters: Limit::Parameters.most() as usize,
            instructions: Limit::Instructions.most() as usize,
        };
        Numbering {
            context: ModuleContext::new(module, target),
            signatures: Vec::new(),
            signature_numbers: BTreeMap::new(),
            bracket_types: RefCell::default(),
            definitions: Vec::new(),
            target: Target::Object(RefCell::default()),
        }
    }

    fn number_signatures(&mut self, functions: &[FuncId], all: &mut Refusals) {
        let module = self.context.module;
        for &id in functions {
            let function = &module.functions[id];
            let mut refusals = FunctionRefusals::new(module, id, all);
            let line = function.origin.line;
            refusals.take(line, self.context.check_convention(function));
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

    fn add_signature(&mut self, ty: TypeId) -> Result<(), SelectError> {
        let signature = self.context.signature(ty)?;
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

    /// What a function may use.
    pub(crate) fn features(&self, function: FuncId) -> Features {
        match self.target {
            Target::Module(_) => Features::in_module(self.context.module, function),
            Target::Object(_) => Features::in_object(self.context.module, function),
        }
    }

    /// The number of a signature that some function or call has.
    pub(crate) fn signature_number(&self, signature: &Signature) -> Result<u32, SelectError> {
        let number = self.signature_numbers.get(signature).copied();
        number.ok_or(SelectError::OperandType("a call"))
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
}
