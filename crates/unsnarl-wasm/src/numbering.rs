//! The numbers of everything that is written: functions, variables, signatures, symbols.
//!
//! *Needs:* a module with the data layout of wasm32 or wasm64.
//! *Gives:* [`Numbering`]; for each of several functions that are compiled at once one of its own,
//! from what they [share](Shared).
//! *Cost:* linear in the module.
//!
//! The symbols of an object are numbered in the order in which they are met, and so are the types
//! of brackets, and what [division](crate::division) makes. A function that is compiled beside
//! others numbers its own, which are [numbered again](Numbering::adopt) when all functions are
//! there, in their order. So the bytes do not depend on which function was ready first.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use unsnarl_ir::{Callee, FuncId, Module, Op, TypeId};
use unsnarl_low::select::{self, Atomics, Callable, ModuleContext, SelectError};
use unsnarl_low::{Signature, Symbol, Width};
use unsnarl_object::RelocationKind;

use crate::definitions::is_defined;
use crate::error::{CompileErrors, FunctionRefusals, Refusals};
use crate::features::{Features, threads, vectors};
use crate::limits::Limit;
use crate::options::{Abi, Exceptions, Options};
use crate::placement::Placement;
use crate::refuse;
use crate::symbols::{Key, Symbols};

/// The global of a module that holds the stack pointer.
pub(crate) const STACK_POINTER: u32 = 0;

/// The numbers of everything that is written.
#[derive(Debug)]
pub(crate) struct Numbering<'a> {
    /// What the functions are selected with.
    pub(crate) context: Arc<ModuleContext<'a>>,
    signatures: Arc<Signatures>,
    /// The types of brackets with parameters that are not signatures; their indices follow.
    bracket_types: RefCell<Vec<Signature>>,
    /// What was made after selection, by [its number](Meaning::New).
    made: RefCell<Symbols>,
    /// The functions with a body, in order.
    pub(crate) definitions: Arc<[FuncId]>,
    pub(crate) target: Target,
}

/// The operands of calls and addresses.
#[derive(Debug)]
pub(crate) enum Target {
    /// Indices and addresses in a module.
    Module(Arc<Placement>),
    /// Symbols, which the linker resolves.
    Object(RefCell<Symbols>),
}

/// What the numberings of all functions have in common.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    context: Arc<ModuleContext<'a>>,
    signatures: Arc<Signatures>,
    definitions: Arc<[FuncId]>,
    /// Nothing in an object.
    placement: Option<Arc<Placement>>,
}

/// The signatures of functions and calls.
#[derive(Debug, Default)]
struct Signatures {
    /// By number.
    all: Vec<Signature>,
    numbers: BTreeMap<Signature, u32>,
}

impl Signatures {
    /// Numbers the signatures of functions and of the calls in them.
    fn of(context: &ModuleContext, functions: &[FuncId], all: &mut Refusals) -> Self {
        let module = context.module;
        let mut signatures = Signatures::default();
        for &id in functions {
            let function = &module.functions[id];
            let mut refusals = FunctionRefusals::new(module, id, all);
            let line = function.origin.line;
            refusals.take(line, context.check_convention(function));
            refusals.take(line, signatures.add(context, function.ty));
            for block in function.blocks.values() {
                if let unsnarl_ir::Terminator::Invoke(invoke) = &block.terminator
                    && !matches!(invoke.call.callee, Callee::Assembly { .. })
                    && !matches!(invoke.call.callee, Callee::Direct(callee) if module.intrinsic(callee).is_some())
                {
                    let line = block.terminator_origin.line;
                    refusals.take(line, signatures.add(context, invoke.call.ty));
                }
            }
            for inst in function.insts.values() {
                if let Op::Call(call) = &inst.op
                    && !matches!(call.callee, Callee::Assembly { .. })
                    && !matches!(call.callee, Callee::Direct(callee) if module.intrinsic(callee).is_some())
                {
                    refusals.take(inst.origin.line, signatures.add(context, call.ty));
                }
            }
        }
        signatures
    }

    fn add(&mut self, context: &ModuleContext, ty: TypeId) -> Result<(), SelectError> {
        let signature = context.signature(ty)?;
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(signature.clone()).or_insert(next);
        if number == next {
            self.all.push(signature);
        }
        Ok(())
    }
}

/// How much a [`Numbering`] had met at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    linked: usize,
    made: usize,
    bracket_types: usize,
}

/// The numbers in all of an output of what a function has numbered by itself.
#[derive(Debug)]
pub(crate) struct Adopted {
    symbols: Vec<u32>,
    /// The first number of a type that is not that of a function or call.
    first_type: usize,
    types: Vec<u32>,
}

impl Adopted {
    /// Changes relocations to these numbers.
    pub(crate) fn renumber(&self, relocations: &mut [unsnarl_object::Relocation]) {
        for relocation in relocations {
            let target = relocation.target as usize;
            relocation.target = match relocation.kind {
                RelocationKind::TypeIndexLeb => match target.checked_sub(self.first_type) {
                    None => relocation.target,
                    Some(place) => self.types[place],
                },
                _ => self.symbols[target],
            };
        }
    }
}

impl<'a> Shared<'a> {
    /// A numbering in which no symbol of an object was met yet.
    pub(crate) fn numbering(&self) -> Numbering<'a> {
        Numbering {
            context: Arc::clone(&self.context),
            signatures: Arc::clone(&self.signatures),
            bracket_types: RefCell::default(),
            made: RefCell::default(),
            definitions: Arc::clone(&self.definitions),
            target: match &self.placement {
                Some(placement) => Target::Module(Arc::clone(placement)),
                None => Target::Object(RefCell::default()),
            },
        }
    }
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
        let addresses = refuse::layout(module)?;
        refuse::assembly(module, refusals);
        refuse::constructors(module, refusals);
        // The memory of a module alone is not shared, so it has one thread.
        let mut context = context(
            module,
            addresses,
            Atomics::Accesses,
            options,
            select::Relocation::Static,
        );
        let placement = Placement::new(&context, options, refusals);
        let definitions: Arc<[FuncId]> = placement.definitions().collect();
        refuse::properties(module, &definitions, refusals);
        let imported = placement.imports.iter().map(|import| import.function);
        let numbered: Vec<FuncId> = imported.chain(definitions.iter().copied()).collect();
        let signatures = Signatures::of(&context, &numbered, refusals);
        let callable = placement.indices.iter().map(Option::is_some).collect();
        context.set_callable(Callable::Only(callable));
        let shared = Shared {
            context: Arc::new(context),
            signatures: Arc::new(signatures),
            definitions,
            placement: Some(Arc::new(placement)),
        };
        Ok(shared.numbering())
    }

    /// Numbers what an object has. What else is refused of it goes to `refusals`.
    ///
    /// # Errors
    /// If its layout is another one, so that nothing could be said of the rest.
    pub(crate) fn for_object(
        module: &'a Module,
        options: &Options<'_>,
        refusals: &mut Refusals,
    ) -> Result<Self, CompileErrors> {
        let addresses = refuse::layout(module)?;
        refuse::assembly(module, refusals);
        refuse::abi(module, options.abi, refusals);
        let atomics = match threads(module) {
            true => Atomics::Operations,
            false => Atomics::Accesses,
        };
        let relocation = options.relocation.of(module);
        let context = context(module, addresses, atomics, options, relocation);
        let ids = module.functions.iter().map(|(id, _)| id);
        let definitions: Arc<[FuncId]> = ids.filter(|&id| is_defined(module, id)).collect();
        refuse::properties(module, &definitions, refusals);
        let numbered: Vec<FuncId> = module
            .functions
            .iter()
            .filter(|&(id, _)| module.intrinsic(id).is_none())
            .map(|(id, _)| id)
            .collect();
        let signatures = Signatures::of(&context, &numbered, refusals);
        let shared = Shared {
            context: Arc::new(context),
            signatures: Arc::new(signatures),
            definitions,
            placement: None,
        };
        Ok(shared.numbering())
    }

    /// What it shares with the numberings of single functions.
    pub(crate) fn shared(&self) -> Shared<'a> {
        Shared {
            context: Arc::clone(&self.context),
            signatures: Arc::clone(&self.signatures),
            definitions: Arc::clone(&self.definitions),
            placement: match &self.target {
                Target::Module(placement) => Some(Arc::clone(placement)),
                Target::Object(_) => None,
            },
        }
    }

    /// Numbers what a function has met that was compiled with a numbering of its own, in the order
    /// in which it has.
    pub(crate) fn adopt(&self, own: &Numbering) -> Adopted {
        let (mut all, met) = (self.linked().borrow_mut(), own.linked().borrow());
        let symbols = met.keys().iter().map(|key| all.number(key.clone()));
        let types = own.bracket_types.borrow();
        let types = match self.target {
            Target::Module(_) => Vec::new(),
            Target::Object(_) => types.iter().map(|ty| self.bracket_type(ty)).collect(),
        };
        Adopted {
            symbols: symbols.collect(),
            first_type: self.signatures.all.len(),
            types,
        }
    }

    /// The symbols that relocations refer to: all of an object; in a module, where all else has its
    /// index from the start, those that were made after selection.
    pub(crate) fn linked(&self) -> &RefCell<Symbols> {
        match &self.target {
            Target::Module(_) => &self.made,
            Target::Object(symbols) => symbols,
        }
    }

    /// The symbol of the machine for what is made after selection.
    pub(crate) fn make(&self, key: Key) -> Symbol {
        let number = self.made.borrow_mut().number(key);
        self.context.new_symbol(number as usize)
    }

    /// What was made under a number.
    pub(crate) fn made(&self, number: usize) -> Option<Key> {
        self.made.borrow().keys().get(number).cloned()
    }

    /// How much was met so far.
    pub(crate) fn met(&self) -> Met {
        Met {
            linked: self.linked().borrow().keys().len(),
            made: self.made.borrow().keys().len(),
            bracket_types: self.bracket_types.borrow().len(),
        }
    }

    /// Forgets what was met since then.
    pub(crate) fn go_back(&self, met: Met) {
        self.linked().borrow_mut().truncate(met.linked);
        self.made.borrow_mut().truncate(met.made);
        self.bracket_types.borrow_mut().truncate(met.bracket_types);
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
        let number = self.signatures.numbers.get(signature).copied();
        number.ok_or(SelectError::OperandType("a call"))
    }

    /// The number of the type of a bracket with parameters, or of a part of a function.
    pub(crate) fn bracket_type(&self, ty: &Signature) -> u32 {
        if let Some(&number) = self.signatures.numbers.get(ty) {
            return number;
        }
        let mut others = self.bracket_types.borrow_mut();
        let place = others.iter().position(|other| other == ty);
        let place = place.unwrap_or_else(|| {
            others.push(ty.clone());
            others.len() - 1
        });
        (self.signatures.all.len() + place) as u32
    }

    /// The number of the type of tags.
    pub(crate) fn tag_type(&self) -> u32 {
        self.bracket_type(&self.tag_signature())
    }

    /// What exceptions carry, whatever their tag: an address.
    pub(crate) fn tag_signature(&self) -> Signature {
        Signature {
            parameters: vec![self.context.addresses().int()],
            results: Vec::new(),
        }
    }

    /// The bytes by which a type with a number is longer than none.
    pub(crate) fn bracket_type_bytes(&self) -> usize {
        let most = self.signatures.all.len() + self.bracket_types.borrow().len();
        match self.target {
            // Six bits of the first byte hold the number, beside a sign.
            Target::Module(_) => usize::from(most >= 1 << 6) + usize::from(most >= 1 << 13),
            Target::Object(_) => RelocationKind::TypeIndexLeb.size() - 1,
        }
    }

    /// How many parameters and results a type has.
    pub(crate) fn arity(&self, number: u32) -> Option<(usize, usize)> {
        let others = self.bracket_types.borrow();
        let ty = match (number as usize).checked_sub(self.signatures.all.len()) {
            None => &self.signatures.all[number as usize],
            Some(place) => others.get(place)?,
        };
        Some((ty.parameters.len(), ty.results.len()))
    }

    /// All types by their numbers.
    pub(crate) fn types(&self) -> Vec<Signature> {
        let others = self.bracket_types.borrow();
        self.signatures
            .all
            .iter()
            .chain(&*others)
            .cloned()
            .collect()
    }
}

/// What the functions of a module are selected with.
fn context<'m>(
    module: &'m Module,
    addresses: Width,
    atomics: Atomics,
    options: &Options<'_>,
    relocation: select::Relocation,
) -> ModuleContext<'m> {
    let target = select::Target {
        addresses,
        vectors: vectors(module),
        parameters: Limit::Parameters.most() as usize,
        instructions: Limit::Instructions.most() as usize,
        atomics,
        exceptions: match options.exceptions {
            Exceptions::Standard => select::Exceptions::References,
            Exceptions::Legacy => select::Exceptions::Places,
        },
        relocation,
        results: match options.abi {
            Abi::Default => select::Results::InMemory,
            Abi::MultiValue => select::Results::Several,
        },
    };
    ModuleContext::new(module, target)
}
