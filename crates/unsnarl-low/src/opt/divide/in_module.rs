//! The division of a function in its module.
//!
//! *Needs:* a [`Module`], the number of a function with a body, and what the target measures.
//! *Gives:* the module with the function divided, and [`Undivided`], which takes that back.
//! *Cost:* that of [dividing](super::divide) and of its [proof](Divided::prove).
//!
//! Parts are functions behind all others, variables globals behind all others, so no number
//! changes. What is known of the code, such as names of registers, follows it into the parts.

use std::fmt;

use unsnarl::Id;

use super::{Divided, Limits, NewSymbols, Sizes, TooLarge, divide};
use crate::machine::{Function, Number};
use crate::module::{
    Body, Constant, ConstantOp, Entity, GlobalData, Module, ModuleFunction, Positions,
};
use crate::opt::origins::Origins;
use crate::symbol::Symbol;
use crate::types::Type;

/// Why a function of a module was not divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failed {
    /// Nothing helps.
    TooLarge(TooLarge),
    /// The division is wrong, or could not be proved. This is a mistake of this crate.
    NotProved(String),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::TooLarge(too_large) => too_large.fmt(f),
            Failed::NotProved(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Failed {}

/// What a module had before the division of a function.
#[derive(Clone, Debug)]
pub struct Undivided {
    number: usize,
    body: Body,
    functions: usize,
    globals: usize,
    symbols: usize,
}

impl Undivided {
    /// The numbers of the parts, if nothing was added to the module since.
    pub fn parts(&self, module: &Module) -> std::ops::Range<usize> {
        self.functions..module.functions.len()
    }

    /// Takes the division back. Only the last one of a module can be.
    pub fn restore(self, module: &mut Module) {
        module.functions.truncate(self.functions);
        module.globals.truncate(self.globals);
        module.symbols.truncate(self.symbols);
        let first = self.functions as u32;
        module.names.functions.retain(|&number, _| number < first);
        module.functions[self.number].body = Some(self.body);
    }
}

/// Divides a function of a module, if it does not keep the limits.
///
/// # Errors
/// If it cannot be divided far enough, or its division was not proved. Then the module is as it
/// was.
///
/// # Panics
/// If the module has no such function, or it is imported.
pub fn divide_in(
    module: &mut Module,
    number: usize,
    sizes: &Sizes,
    limits: &Limits,
) -> Result<Undivided, Failed> {
    let body = module.functions[number].body.as_ref();
    let body = body.expect("only functions with a body are divided");
    let mut symbols = New {
        first: module.symbols.len(),
        entities: Vec::new(),
        functions: module.functions.len(),
        globals: module.globals.len(),
        stack_pointer: stack_pointer(module),
    };
    let divided = divide(&body.code, sizes, limits, &mut symbols).map_err(Failed::TooLarge)?;
    let proved = divided.prove(&body.code, symbols.stack_pointer);
    proved.map_err(Failed::NotProved)?;
    let entities = symbols.entities;
    Ok(put(module, number, divided, entities))
}

/// The symbol of the global that functions restore.
fn stack_pointer(module: &Module) -> Option<Symbol> {
    let entity = Entity::Global(module.stack_pointer?);
    let mut symbols = module.symbols.iter();
    symbols.position(|&other| other == entity).map(Symbol::new)
}

/// Puts what a function was divided into in a module.
fn put(module: &mut Module, number: usize, divided: Divided, entities: Vec<Entity>) -> Undivided {
    let function = &mut module.functions[number];
    let before = function.body.take().expect("it has been divided");
    let mut origins = divided.origins.iter();
    let mut own = |code: Function| {
        let origins = origins.next().expect("there are those of each function");
        body_of(&before, code, origins)
    };
    function.body = Some(own(divided.function));
    let parts = divided.parts.into_iter();
    let mut parts: Vec<(Symbol, Body)> = parts.map(|(symbol, code)| (symbol, own(code))).collect();
    // Symbols count functions and globals in the order in which they were made.
    parts.sort_by_key(|&(symbol, _)| symbol);
    let undivided = Undivided {
        number,
        body: before,
        functions: module.functions.len(),
        globals: module.globals.len(),
        symbols: module.symbols.len(),
    };
    let name = module.names.functions.get(&(number as u32)).cloned();
    for (part, (_, body)) in parts.into_iter().enumerate() {
        if let Some(name) = &name {
            let number = module.functions.len() as u32;
            let names = &mut module.names.functions;
            names.insert(number, format!("{name}.part{part}"));
        }
        let signature = body.code.signature.clone();
        let body = Some(body);
        module.functions.push(ModuleFunction { signature, body });
    }
    for (_, ty) in divided.variables {
        let zero = Number::zero(ty).map(Constant::number);
        module.globals.push(GlobalData {
            ty,
            is_mutable: true,
            first: Some(zero.unwrap_or_else(|| Constant(vec![ConstantOp::Null(ty)]))),
        });
    }
    module.symbols.extend(entities);
    undivided
}

/// What is known of code that comes from a body.
fn body_of(before: &Body, code: Function, origins: &Origins) -> Body {
    let registers = match before.registers.is_empty() {
        true => Vec::new(),
        false => {
            let named = code.regs().filter_map(|reg| {
                let was = origins.reg(reg)?;
                let names = &before.registers;
                let at = names.binary_search_by_key(&was, |(reg, _)| *reg).ok()?;
                Some((reg, names[at].1.clone()))
            });
            named.collect()
        }
    };
    let mut places = Vec::new();
    let mut ends = Vec::new();
    let mut positions = Positions {
        function: before.positions.function,
        ..Positions::default()
    };
    for &block in code.order() {
        let was = origins.block(block);
        let end = was.and_then(|was| before.ends.get(was.index()));
        set(&mut ends, block.index(), end.copied().unwrap_or(0));
        let end = was.and_then(|was| before.positions.end(was));
        set(&mut positions.ends, block.index(), end);
        for inst in code.block(block).insts() {
            let was = origins.inst(inst);
            let place = was.and_then(|was| before.places.get(was.index()));
            set(&mut places, inst.index(), place.copied().unwrap_or(0));
            let position = was.and_then(|was| before.positions.inst(was));
            set(&mut positions.insts, inst.index(), position);
        }
    }
    if before.places.is_empty() {
        places.clear();
        ends.clear();
    }
    Body {
        code,
        registers,
        places,
        ends,
        positions,
    }
}

fn set<T: Clone + Default>(all: &mut Vec<T>, index: usize, value: T) {
    if all.len() <= index {
        all.resize(index + 1, T::default());
    }
    all[index] = value;
}

/// Symbols behind those of a module.
struct New {
    first: usize,
    entities: Vec<Entity>,
    functions: usize,
    globals: usize,
    stack_pointer: Option<Symbol>,
}

impl New {
    fn add(&mut self, entity: Entity) -> Symbol {
        self.entities.push(entity);
        Symbol::new(self.first + self.entities.len() - 1)
    }
}

impl NewSymbols for New {
    fn function(&mut self) -> Symbol {
        self.functions += 1;
        self.add(Entity::Function(self.functions as u32 - 1))
    }

    fn variable(&mut self, _: Type) -> Symbol {
        self.globals += 1;
        self.add(Entity::Global(self.globals as u32 - 1))
    }

    fn is_stack_pointer(&self, symbol: Symbol) -> bool {
        Some(symbol) == self.stack_pointer
    }
}
