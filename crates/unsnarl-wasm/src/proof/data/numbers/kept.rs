//! The numbers of code that was read: each thing keeps the one that it had.

use std::collections::HashMap;

use unsnarl_low::module::{Entity, Module};
use unsnarl_low::{Number, Op, Signature, Symbol};
use unsnarl_object::RelocationKind;

use super::{Global, Meanings, untyped};

/// A module that was read, and the types of the one that is written.
pub(crate) struct Kept<'a> {
    module: &'a Module,
    types: Vec<Signature>,
    /// By signature: the first type that is it.
    numbers: &'a HashMap<Signature, u32>,
}

impl<'a> Kept<'a> {
    pub(crate) fn new(
        module: &'a Module,
        types: Vec<Signature>,
        numbers: &'a HashMap<Signature, u32>,
    ) -> Self {
        Kept {
            module,
            types,
            numbers,
        }
    }

    /// What a symbol is, if it is of this kind.
    fn number_of(&self, symbol: Symbol, kind: fn(Entity) -> Option<u32>) -> Option<u32> {
        kind(*self.module.symbols.get(symbol.index())?)
    }

    /// The same as a symbol that has that number.
    fn renumbered(&self, symbol: Symbol, kind: fn(Entity) -> Option<u32>) -> Option<Symbol> {
        Some(Symbol::new(self.number_of(symbol, kind)? as usize))
    }
}

fn function(entity: Entity) -> Option<u32> {
    match entity {
        Entity::Function(number) => Some(number),
        _ => None,
    }
}

fn global(entity: Entity) -> Option<u32> {
    match entity {
        Entity::Global(number) => Some(number),
        _ => None,
    }
}

fn tag(entity: Entity) -> Option<u32> {
    match entity {
        Entity::Tag(number) => Some(number),
        _ => None,
    }
}

fn data(entity: Entity) -> Option<u32> {
    match entity {
        Entity::Data(number) => Some(number),
        _ => None,
    }
}

fn elements(entity: Entity) -> Option<u32> {
    match entity {
        Entity::Elements(number) => Some(number),
        _ => None,
    }
}

impl Meanings for Kept<'_> {
    fn has_stack_pointer(&self) -> bool {
        false
    }

    fn arity(&self, number: u32) -> Option<(usize, usize)> {
        let ty = self.types.get(number as usize)?;
        Some((ty.parameters.len(), ty.results.len()))
    }

    fn signature_number(&self, signature: &Signature) -> Option<u32> {
        self.numbers.get(signature).copied()
    }

    fn tag(&self, symbol: Symbol) -> Option<u32> {
        self.number_of(symbol, tag)
    }

    /// There are no relocations.
    fn called(&self, _: u32) -> Symbol {
        Symbol::new(u32::MAX as usize)
    }

    fn global(&self, index: u32, target: Option<u32>) -> Option<Global> {
        let data = self.module.globals.get(index as usize)?;
        target.is_none().then_some(Global {
            symbol: Symbol::new(index as usize),
            ty: data.ty,
            is_stack_pointer: false,
        })
    }

    fn index(&self, target: Option<u32>, in_bytes: u32) -> Option<u32> {
        target.is_none().then_some(in_bytes)
    }

    fn kind_of_address(&self, _: u32) -> Option<RelocationKind> {
        None
    }

    fn number(&self, number: Number) -> Option<Number> {
        match number {
            Number::Address(..) => None,
            other => Some(other),
        }
    }

    fn operation(&self, op: Op) -> Option<Op> {
        Some(match op {
            Op::Call(symbol) => Op::Call(self.renumbered(symbol, function)?),
            Op::FunctionReference(symbol) => {
                Op::FunctionReference(self.renumbered(symbol, function)?)
            }
            Op::Throw(symbol) => Op::Throw(self.renumbered(symbol, tag)?),
            Op::GlobalGet(symbol, ty) => Op::GlobalGet(self.renumbered(symbol, global)?, ty),
            Op::GlobalSet(symbol, ty) => Op::GlobalSet(self.renumbered(symbol, global)?, ty),
            Op::MemoryInit(memory, symbol) => {
                Op::MemoryInit(memory, self.renumbered(symbol, data)?)
            }
            Op::DataDrop(symbol) => Op::DataDrop(self.renumbered(symbol, data)?),
            Op::TableInit(table, symbol) => {
                Op::TableInit(table, self.renumbered(symbol, elements)?)
            }
            Op::ElementDrop(symbol) => Op::ElementDrop(self.renumbered(symbol, elements)?),
            other => match other.address() {
                Some(address) if address.symbol.is_some() => return None,
                _ => untyped(other),
            },
        })
    }
}
