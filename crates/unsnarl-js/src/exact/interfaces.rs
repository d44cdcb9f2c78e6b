//! In which form floats pass between the functions of a module.
//!
//! *Needs:* a module. *Gives:* for each function the [forms](Form) of its parameters and results.
//! *Cost:* a look at each function, and another one whenever a function that it calls turns out to
//! want or give bits.
//!
//! What may be called by others than instructions that name it takes and gives bits: what is
//! imported, exported or referred to, and what is called at the end of a block. Of any other
//! function all floats are taken for numbers at first. A parameter whose bits are asked for then is
//! one of bits, and so is a result that may be a NaN but the canonical one. This asks for bits in
//! callers, and so on, until nothing changes.

use std::collections::{BTreeSet, HashSet};

use unsnarl_low::module::Entity;
use unsnarl_low::{Callee, Exit, Function, Module, Op, Symbol};

use super::forms::{Around, Form, Forms, Interface};

/// The interfaces of the functions of a module.
pub(super) struct Interfaces<'a> {
    module: &'a Module,
    all: Vec<Interface>,
}

impl<'a> Interfaces<'a> {
    /// Finds them, given the functions that references are to or that others see.
    pub(super) fn new(module: &'a Module, referred: &HashSet<u32>) -> Interfaces<'a> {
        let mut open = referred.clone();
        open.extend(0..module.imported_functions() as u32);
        open.extend(module.start);
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); module.functions.len()];
        for (number, function) in module.functions.iter().enumerate() {
            let Some(body) = &function.body else { continue };
            let (called, ended) = called(module, &body.code);
            open.extend(ended);
            called
                .into_iter()
                .for_each(|callee| callers[callee as usize].push(number));
            // Who calls last gives what is given to it.
            if gives_on(&body.code) {
                open.insert(number as u32);
            }
        }
        let all = module
            .functions
            .iter()
            .enumerate()
            .map(|(number, function)| {
                let form = match open.contains(&(number as u32)) {
                    true => Form::Bits,
                    false => Form::Number,
                };
                Interface {
                    parameters: vec![form; function.signature.parameters.len()],
                    results: vec![form; function.signature.results.len()],
                }
            });
        let mut interfaces = Interfaces {
            module,
            all: all.collect(),
        };
        let mut work: BTreeSet<usize> = (0..module.functions.len()).collect();
        while let Some(number) = work.pop_first() {
            let Some(body) = &module.functions[number].body else {
                continue;
            };
            let wanted = Forms::wanted(&body.code, &interfaces.around(number));
            if wanted != interfaces.all[number] {
                interfaces.all[number] = wanted;
                work.insert(number);
                work.extend(&callers[number]);
            }
        }
        interfaces
    }

    /// The interface of a function.
    pub(super) fn of(&self, number: usize) -> &Interface {
        &self.all[number]
    }

    /// What a function knows of itself and others.
    pub(super) fn around(&self, number: usize) -> Around<'_> {
        Around {
            own: &self.all[number],
            symbols: &self.module.symbols,
            functions: &self.all,
            others: Form::Bits,
        }
    }
}

/// The functions that instructions call, and those that are called at the ends of blocks.
fn called(module: &Module, code: &Function) -> (BTreeSet<u32>, Vec<u32>) {
    let function = |symbol: Symbol| match module.symbols.get(symbol.index()) {
        Some(&Entity::Function(number)) => Some(number),
        _ => None,
    };
    let (mut called, mut ended) = (BTreeSet::new(), Vec::new());
    for &block in code.order() {
        for inst in code.block(block).insts() {
            if let Op::Call(symbol) = code.inst(inst).op {
                called.extend(function(symbol));
            }
        }
        if let Exit::Call(Callee::Symbol(symbol), _) | Exit::TailCall(Callee::Symbol(symbol)) =
            code.block(block).exit
        {
            ended.extend(function(symbol));
        }
    }
    (called, ended)
}

fn gives_on(code: &Function) -> bool {
    let mut blocks = code.order().iter().map(|&block| code.block(block));
    blocks.any(|block| matches!(block.exit, Exit::TailCall(_)))
}
