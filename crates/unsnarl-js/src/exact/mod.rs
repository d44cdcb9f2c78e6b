//! Floats whose bits are kept, whatever they are.
//!
//! ```text
//! func @f(%0: f64, %1: i32) -> f64         func @f(%0: i64, %1: i32) -> i64
//!   %2 = f64.load %1                         %2 = i64.load %1
//!   f64.store %1, %0                   →     i64.store %1, %0
//!   %3 = f64.neg %2                          %3 = i64.xor %2, sign
//!   %4 = f64.load offset=8 %1                %4 = f64.load offset=8 %1
//!   %5 = f64.add %4, 1                       %5 = f64.add %4, 1
//!   br %1, b1(%3), b1(%5)                    %6 = i64.reinterpret_f64 %5
//!                                            br %1, b1(%3), b1(%6)
//! ```
//! *Needs:* a module. *Gives:* one that does the same, in which a float of JavaScript is never a
//! NaN whose bits matter; and [what its types were](Declared).
//! *Cost:* linear, but for the flow of floats through parameters of blocks, which is followed until
//! nothing changes.
//!
//! A number of JavaScript has no bits: an engine may give any NaN for another one, whenever it
//! likes. So a float is in one of two [forms](forms). One that is only moved is an integer, its
//! bits: whatever is loaded and stored, passed, returned, kept in a global, thrown or
//! reinterpreted, and signs are changed there. One that is computed is a number of JavaScript.
//! Where its bits are asked for they are those of the number, or of the one canonical NaN, as in
//! WebAssembly's deterministic profile; so they are the same each time that they are asked for.
//! What computes takes either form, since the bits of a NaN do not matter to it. Functions that
//! only this module calls take and give either, [as they need it](interfaces).
//!
//! Other functions, globals and tags have integers in place of floats in their types. What is
//! exported and imported, and what is called through a table, is still compared by what was
//! [declared](Declared).
//!
//! That is for modules whose floats keep their bits [everywhere](with_bits). In all others floats
//! pass between functions as numbers, and what a function only moves keeps its bits there:
//! compilers copy unions of integers and floats as floats.
//!
//! *Limits:* what crosses to the host is a number of JavaScript: there a NaN is any NaN.

mod forms;
mod interfaces;
mod rewrite;

use std::borrow::Cow;
use std::collections::HashMap;

use unsnarl::BlockId;
use unsnarl_low::module::{Body, Constant, ConstantOp, ModuleFunction};
use unsnarl_low::{InstId, Module, Number, Signature, Type};

use crate::references;
use forms::{Around, Form, Interface};
use interfaces::Interfaces;

/// A call through a table in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CallAt {
    /// It is an instruction.
    Inst(InstId),
    /// It is at the end of a block.
    End(BlockId),
}

/// The types that calls through a table ask for.
pub(crate) type Calls = HashMap<CallAt, Signature>;

/// What the types of a module were.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// By function.
    pub(crate) functions: Vec<Signature>,
    /// By tag.
    pub(crate) tags: Vec<Signature>,
    /// By global.
    pub(crate) globals: Vec<Type>,
    /// By function: its calls through tables.
    pub(crate) calls: Vec<Calls>,
}

/// A module whose floats keep their bits.
pub(crate) fn with_bits(module: &Module) -> (Module, Declared) {
    let mut declared = Declared {
        functions: each(&module.functions, |one| one.signature.clone()),
        tags: each(&module.tags, |one| one.signature.clone()),
        globals: each(&module.globals, |one| one.ty),
        calls: Vec::new(),
    };
    let interfaces = Interfaces::new(module, &references::referred(module));
    let mut functions = Vec::with_capacity(module.functions.len());
    for (number, function) in module.functions.iter().enumerate() {
        let (body, calls) = match &function.body {
            Some(body) => {
                let (body, calls) = rewrite::body(body, &interfaces.around(number));
                (Some(body), calls)
            }
            None => (None, Calls::default()),
        };
        declared.calls.push(calls);
        let signature = rewrite::signature(&function.signature, interfaces.of(number));
        functions.push(ModuleFunction { signature, body });
    }
    let mut tags = module.tags.clone();
    for tag in &mut tags {
        tag.signature = of_signature(&tag.signature);
    }
    let mut globals = module.globals.clone();
    for global in &mut globals {
        global.ty = of_type(global.ty);
        global.first = global.first.as_ref().map(of_constant);
    }
    let module = Module {
        functions,
        tags,
        globals,
        ..without_code(module)
    };
    (module, declared)
}

fn each<T, U>(all: &[T], of: impl Fn(&T) -> U) -> Vec<U> {
    all.iter().map(of).collect()
}

/// All else of a module.
fn without_code(module: &Module) -> Module {
    Module {
        imports: module.imports.clone(),
        exports: module.exports.clone(),
        functions: Vec::new(),
        tables: module.tables.clone(),
        memories: module.memories.clone(),
        globals: Vec::new(),
        tags: Vec::new(),
        elements: module.elements.clone(),
        data: module.data.clone(),
        start: module.start,
        symbols: module.symbols.clone(),
        stack_pointer: module.stack_pointer,
        names: module.names.clone(),
        files: module.files.clone(),
        custom: Vec::new(),
    }
}

/// The type of the bits of a float, or what is no float.
fn of_type(ty: Type) -> Type {
    match ty {
        Type::F32 => Type::I32,
        Type::F64 => Type::I64,
        ty => ty,
    }
}

fn of_types(types: &[Type]) -> Vec<Type> {
    types.iter().map(|&ty| of_type(ty)).collect()
}

fn of_signature(signature: &Signature) -> Signature {
    Signature {
        parameters: of_types(&signature.parameters),
        results: of_types(&signature.results),
    }
}

/// A number as its bits.
fn of_number(number: Number) -> Number {
    match number {
        Number::F32(bits) => Number::I32(bits as i32),
        Number::F64(bits) => Number::I64(bits as i64),
        number => number,
    }
}

fn of_constant(constant: &Constant) -> Constant {
    let ops = constant.0.iter().map(|&op| match op {
        ConstantOp::Number(number) => ConstantOp::Number(of_number(number)),
        op => op,
    });
    Constant(ops.collect())
}

/// A module as it is written: as it is, or with floats that keep their bits everywhere.
pub(crate) fn prepared(module: &Module, is_exact: bool) -> (Cow<'_, Module>, Option<Declared>) {
    match is_exact {
        true => {
            let (module, declared) = with_bits(module);
            (Cow::Owned(module), Some(declared))
        }
        false => (Cow::Borrowed(module), None),
    }
}

/// A function of a module that is written as it is, in which floats that it only moves keep their
/// bits.
pub(crate) fn within(body: &Body) -> Cow<'_, Body> {
    let numbers = |types: &[Type]| vec![Form::Number; types.len()];
    let own = Interface {
        parameters: numbers(&body.code.signature.parameters),
        results: numbers(&body.code.signature.results),
    };
    let around = Around {
        own: &own,
        symbols: &[],
        functions: &[],
        others: Form::Number,
    };
    rewrite::body_with_bits(body, &around).map_or(Cow::Borrowed(body), Cow::Owned)
}

#[cfg(test)]
mod tests;
