//! What code that was read refers to: everything keeps its number.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use unsnarl_low::module::{Entity, Module};
use unsnarl_low::op::memory::Table;
use unsnarl_low::select::SelectError;
use unsnarl_low::{Signature, Symbol, Type};

use crate::error::Cause;
use crate::linkage::{AddressOf, Linkage, Reference};
use crate::proof::data::{Kept, Meanings};
use crate::read::Environment;

/// A clause for the exceptions of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clause {
    pub(super) tag: Symbol,
    pub(super) brings: Brings,
}

/// What a clause brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Brings {
    Values,
    ValuesAndReference,
}

/// The types that are known before any function is written.
#[derive(Debug)]
pub(super) struct Base {
    types: Vec<Signature>,
    /// By signature: the first type that is it.
    numbers: HashMap<Signature, u32>,
}

impl Base {
    /// Those of the module, and those of brackets that catch exceptions by these clauses.
    ///
    /// What is in no clause adds no type: an engine without references to exceptions runs a module
    /// that has tags, and catches nothing.
    pub(super) fn new(
        module: &Module,
        environment: &Environment,
        clauses: &BTreeSet<Clause>,
    ) -> Base {
        let mut base = Base {
            types: Vec::new(),
            numbers: HashMap::new(),
        };
        for ty in &environment.types {
            base.numbers
                .entry(ty.clone())
                .or_insert(base.types.len() as u32);
            base.types.push(ty.clone());
        }
        for &Clause { tag, brings } in clauses {
            let Some(Entity::Tag(tag)) = module.symbols.get(tag.index()) else {
                continue;
            };
            let tag = module.tags.get(*tag as usize);
            let mut results = tag.map_or_else(Vec::new, |tag| tag.signature.parameters.clone());
            if let Brings::ValuesAndReference = brings {
                results.push(Type::ExnRef);
            }
            if results.len() > 1 {
                base.add(Signature {
                    parameters: Vec::new(),
                    results,
                });
            }
        }
        base
    }

    fn add(&mut self, ty: Signature) {
        let next = self.types.len() as u32;
        if *self.numbers.entry(ty.clone()).or_insert(next) == next {
            self.types.push(ty);
        }
    }
}

/// The numbers of a module that was read.
pub(super) struct Numbers<'a> {
    module: &'a Module,
    base: Arc<Base>,
    /// The types of brackets that follow.
    added: RefCell<Vec<Signature>>,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(module: &'a Module, base: Arc<Base>) -> Self {
        Numbers {
            module,
            base,
            added: RefCell::default(),
        }
    }

    pub(super) fn module(&self) -> &'a Module {
        self.module
    }

    /// All types, by their numbers.
    pub(super) fn types(&self) -> Vec<Signature> {
        let added = self.added.borrow();
        self.base.types.iter().chain(&*added).cloned().collect()
    }

    fn entity(&self, symbol: Symbol) -> Option<Entity> {
        self.module.symbols.get(symbol.index()).copied()
    }
}

impl Linkage for Numbers<'_> {
    fn stack_pointer(&self) -> Option<Symbol> {
        None
    }

    fn signature_number(&self, signature: &Signature) -> Result<u32, Cause> {
        let number = self.base.numbers.get(signature).copied();
        number.ok_or(SelectError::OperandType("a call").into())
    }

    fn bracket_type(&self, ty: &Signature) -> u32 {
        if let Some(&number) = self.base.numbers.get(ty) {
            return number;
        }
        let mut added = self.added.borrow_mut();
        let place = added.iter().position(|other| other == ty);
        let place = place.unwrap_or_else(|| {
            added.push(ty.clone());
            added.len() - 1
        });
        (self.base.types.len() + place) as u32
    }

    fn bracket_type_bytes(&self) -> usize {
        let most = self.base.types.len() + self.added.borrow().len();
        // Six bits of the first byte hold the number, beside a sign.
        usize::from(most >= 1 << 6) + usize::from(most >= 1 << 13)
    }

    fn ty(&self, number: u32) -> Reference {
        Reference::Index(number)
    }

    fn function(&self, symbol: Symbol, _: &Signature) -> Result<Reference, Cause> {
        match self.entity(symbol) {
            Some(Entity::Function(number)) => Ok(Reference::Index(number)),
            _ => Err(SelectError::OperandType("a call").into()),
        }
    }

    fn global(&self, symbol: Symbol) -> Result<Reference, Cause> {
        match self.entity(symbol) {
            Some(Entity::Global(number)) => Ok(Reference::Index(number)),
            _ => Err(SelectError::OperandType("an access to a global").into()),
        }
    }

    fn tag(&self, symbol: Symbol) -> Result<Reference, Cause> {
        match self.entity(symbol) {
            Some(Entity::Tag(number)) => Ok(Reference::Index(number)),
            _ => Err(SelectError::OperandType("a tag").into()),
        }
    }

    fn table(&self, table: Table) -> Reference {
        Reference::Index(table.0)
    }

    fn segment(&self, symbol: Symbol) -> Result<u32, Cause> {
        match self.entity(symbol) {
            Some(Entity::Data(number) | Entity::Elements(number)) => Ok(number),
            _ => Err(SelectError::OperandType("a segment").into()),
        }
    }

    fn address(&self, symbol: Symbol) -> Result<AddressOf, Cause> {
        match self.entity(symbol) {
            Some(Entity::Address(address)) => Ok(AddressOf::Known(address)),
            _ => Err(SelectError::OperandType("an address").into()),
        }
    }

    fn meanings(&self) -> Box<dyn Meanings + '_> {
        Box::new(Kept::new(self.module, self.types(), &self.base.numbers))
    }
}
