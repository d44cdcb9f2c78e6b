//! What all functions of a module share: its interpreter, its addresses, how its functions are
//! called, and the library.

use std::collections::BTreeMap;

use unsnarl_ir::interpret::{Addresses, Interpreter};
use unsnarl_ir::{FuncId, Scalars, Symbol as IrSymbol, TypeId};
use unsnarl_low::{Callee, Exit, Function, Op, Symbol};

use super::abi::{self, Passing};
use super::runtime::Runtime;
use super::subject::{Meaning, Source};

/// What all functions of a module share.
pub struct World<'w, 'm> {
    /// The module.
    pub source: &'w Source<'m>,
    /// Its interpreter.
    pub interpreter: &'w Interpreter<'m>,
    /// The addresses of its symbols.
    pub addresses: &'w Addresses,
    /// What its constants are.
    pub scalars: &'w Scalars,
    /// The library.
    pub runtime: Runtime<'w>,
    /// By type of a function: how it is called.
    passings: BTreeMap<TypeId, Option<Passing>>,
}

impl<'w, 'm> World<'w, 'm> {
    /// Prepares a module, whose library has been read.
    pub fn new(
        source: &'w Source<'m>,
        interpreter: &'w Interpreter<'m>,
        addresses: &'w Addresses,
        scalars: &'w Scalars,
        runtime: Runtime<'w>,
    ) -> Self {
        Self {
            source,
            interpreter,
            addresses,
            scalars,
            runtime,
            passings: BTreeMap::new(),
        }
    }

    /// How functions of a type are called.
    pub fn passing(&mut self, ty: TypeId) -> Option<&Passing> {
        let Source {
            module, vectors, ..
        } = self.source;
        let known = self.passings.entry(ty);
        known
            .or_insert_with(|| abi::passing(module, ty, *vectors))
            .as_ref()
    }

    /// The passing that was asked for before.
    pub(super) fn known(&self, ty: TypeId) -> Option<&Passing> {
        self.passings.get(&ty)?.as_ref()
    }

    /// The function that a symbol stands for.
    pub(super) fn function_of(&self, symbol: Symbol) -> Option<FuncId> {
        match self.source.meaning(symbol) {
            Meaning::Module(IrSymbol::Function(id)) => Some(id),
            Meaning::Module(IrSymbol::Global(id)) => {
                match self.scalars.resolve(IrSymbol::Global(id)) {
                    Ok((IrSymbol::Function(id), 0)) => Some(id),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Looks up how the functions that code calls are called.
pub fn prepare(world: &mut World<'_, '_>, code: &Function) {
    for &block in code.order() {
        for inst in code.block(block).insts() {
            if let Op::Call(symbol) = code.inst(inst).op {
                prepare_callee(world, symbol);
            }
        }
        if let Exit::TailCall(Callee::Symbol(symbol)) = code.block(block).exit {
            prepare_callee(world, symbol);
        }
    }
}

fn prepare_callee(world: &mut World<'_, '_>, symbol: Symbol) {
    if let Meaning::Routine(name) = world.source.meaning(symbol) {
        world.runtime.signature(name);
    } else if let Some(id) = world.function_of(symbol) {
        world.passing(world.source.module.functions[id].ty);
    }
}
