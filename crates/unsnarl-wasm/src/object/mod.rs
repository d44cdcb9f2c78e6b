//! A relocatable object of a module.
//!
//! *Needs:* a module for wasm32.
//! *Gives:* the bytes of an object that `wasm-ld` links, a [map](crate::FunctionMap) of each
//! function and the proof.
//! *Cost:* linear in the module.
//! *Departs:* from LLVM in nothing that a linker sees; `common` variables are weak ones.
//!
//! Everything that is defined becomes a symbol, in the order of the module, and then everything
//! that is used and defined elsewhere, in the order in which it is met.

mod constructors;
mod data;
mod destructors;
mod entry;
mod keys;
mod symbols;

pub(crate) use keys::{Key, Symbols};

use std::borrow::Cow;
use std::cell::RefCell;

use unsnarl_ir::{ConstId, Constant, FuncId, GlobalId, GlobalKind, Module, Symbol};
use unsnarl_low::Signature;
use unsnarl_object::{FunctionType, Object, SymbolKind};

use crate::error::{CompileError, CompileErrors, Refusals};
use crate::function::{self, Compiled};
use crate::link::{Link, Target};
use crate::types::val_types;
use crate::{Options, features, limits, prototypes, target};

/// Writes an object that has not been judged yet.
pub(crate) fn write(
    module: &Module,
    options: &Options<'_>,
) -> Result<(Vec<u8>, Vec<Compiled>), CompileErrors> {
    let mut completed = Cow::Borrowed(module);
    prototypes::complete(&mut completed);
    entry::provide(&mut completed);
    let module = &*completed;
    let lowered = destructors::register(module)?;
    let mut module = lowered.map_or(Cow::Borrowed(module), Cow::Owned);
    let legalised = target::legalised(&mut module);
    let module = &*module;
    let mut refusals = Refusals::default();
    let link = Link::for_object(module, &mut refusals)?;
    let definitions: Vec<Symbol> = link
        .definitions
        .iter()
        .map(|&id| Symbol::Function(id))
        .chain(data::defined(module).map(Symbol::Global))
        .collect();
    for &symbol in &definitions {
        number(&link, Key::Symbol(symbol));
    }
    let mut functions = Vec::with_capacity(link.definitions.len());
    for &id in &link.definitions {
        functions.extend(function::compile(
            &link,
            &legalised,
            id,
            0,
            options,
            &mut refusals,
        ));
    }
    let variables = data::variables(&link, &mut refusals);
    let constructors = refusals.take(constructors::constructors(&link));
    let mut types = Types::new(&link);
    let symbols = symbols::symbols(&link, &variables, &mut types, &mut refusals);
    limits::check_object(&link, &symbols, &mut refusals);
    let mut functions = refusals.finish(functions)?;
    let mut object = Object {
        symbols,
        constructors: constructors.unwrap_or_default(),
        comdats: symbols::comdats(&link, &variables),
        features: features::used(module),
        producers: vec![(
            "processed-by".to_owned(),
            "unsnarl".to_owned(),
            env!("CARGO_PKG_VERSION").to_owned(),
        )],
        ..Object::default()
    };
    let imported = object
        .symbols
        .iter()
        .filter(|symbol| matches!(symbol.kind, SymbolKind::ImportedFunction { .. }));
    let first = imported.count() as u32;
    for (index, function) in (first..).zip(&mut functions) {
        function.map.index = index;
        object.functions.push(unsnarl_object::Function {
            ty: types.of(&link, function.id)?,
            body: std::mem::take(&mut function.body),
            relocations: std::mem::take(&mut function.relocations),
        });
    }
    object.types = types.types();
    object.segments = variables
        .into_iter()
        .map(|variable| variable.segment)
        .collect();
    let bytes = object.write().map_err(CompileError::Object)?;
    Ok((bytes, functions))
}

/// The number of a symbol, which is new if it was not met before.
fn number(link: &Link, key: Key) -> u32 {
    symbols_of(link).borrow_mut().number(key)
}

fn symbols_of<'a>(link: &'a Link<'_>) -> &'a RefCell<Symbols> {
    match &link.target {
        Target::Object(symbols) => symbols,
        Target::Module(_) => unreachable!("objects are made of links for objects"),
    }
}

/// The place of a function among those with a body.
fn place_of(link: &Link, function: FuncId) -> Option<u32> {
    let place = link.definitions.binary_search(&function).ok()?;
    Some(place as u32)
}

/// The types of an object: those of the module's functions, calls and brackets, and those of the
/// runtime library's.
struct Types {
    signatures: Vec<Signature>,
}

impl Types {
    fn new(link: &Link) -> Self {
        Types {
            signatures: link.types(),
        }
    }

    fn of(&self, link: &Link, function: FuncId) -> Result<u32, CompileError> {
        let ty = link.module.functions[function].ty;
        let number = link
            .signature(ty)
            .and_then(|signature| link.signature_number(&signature));
        let number = number.map_err(|cause| {
            let line = link.module.functions[function].origin.line;
            crate::link::in_function(link.module, function, line, cause)
        })?;
        Ok(number)
    }

    fn add(&mut self, signature: &Signature) -> u32 {
        let found = self.signatures.iter().position(|other| other == signature);
        let place = found.unwrap_or_else(|| {
            self.signatures.push(signature.clone());
            self.signatures.len() - 1
        });
        place as u32
    }

    fn types(&self) -> Vec<FunctionType> {
        self.signatures
            .iter()
            .map(|signature| FunctionType {
                parameters: val_types(&signature.parameters),
                results: val_types(&signature.results),
            })
            .collect()
    }
}

/// What is wrong with a variable.
fn wrong(module: &Module, id: GlobalId, construct: String) -> CompileError {
    let global = &module.globals[id];
    CompileError::Global {
        name: module.name(global.name).to_owned(),
        line: global.origin.line,
        construct,
    }
}

/// Tells whether a variable is only a message to the compiler or the linker.
fn is_special(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    module.name(global.name).starts_with("llvm.")
        || global
            .section
            .is_some_and(|section| module.name(section) == "llvm.metadata")
}

/// The symbols that a variable of LLVM's such as `llvm.used` lists.
fn listed(module: &Module, name: &str) -> Vec<ConstId> {
    let mut globals = module.globals.iter();
    let found = globals.find(|global| module.name(global.name) == name);
    let Some(GlobalKind::Variable {
        initializer: Some(list),
        ..
    }) = found.map(|global| &global.kind)
    else {
        return Vec::new();
    };
    match module.constant(*list) {
        Constant::Aggregate { elements, .. } => elements.to_vec(),
        _ => Vec::new(),
    }
}
