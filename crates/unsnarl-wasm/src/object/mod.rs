//! A relocatable object of a module.
//!
//! *Needs:* a module for wasm32 or wasm64.
//! *Gives:* the bytes of an object that `wasm-ld` links, a [map](crate::FunctionMap) of each
//! function and the proof.
//! *Cost:* linear in the module.
//! *Departs:* from LLVM in nothing that a linker sees; `common` variables are weak ones.
//!
//! Everything that is defined becomes a symbol, in the order of the module, and then everything
//! that is used and defined elsewhere, in the order in which it is met.

mod constructors;
mod data;
mod debug;
mod destructors;
mod entry;
mod names;
mod symbols;
mod types;

use std::borrow::Cow;

use unsnarl_ir::rewrite::Rewrites;
use unsnarl_ir::{FuncId, Module, Symbol};
use unsnarl_low::select::{Relocation, TAGS, Tag};
use unsnarl_object::{Custom, Object, SymbolKind};

use crate::compiled::Compiled;
use crate::dwarf;
use crate::error::{CompileError, CompileErrors, Refusals};
use crate::functions;
use crate::numbering::Numbering;
use crate::options::Options;
use crate::symbols::Key;
use crate::types::address_width;
use crate::{counts, features, producers, prototypes, target};
use names::number;
use types::Types;

/// The module with all that an object adds to it, legalised.
///
/// # Errors
/// If the table of destructors is malformed.
pub(crate) fn prepare(module: &Module) -> Result<(Cow<'_, Module>, Rewrites), CompileErrors> {
    let mut module = Cow::Borrowed(module);
    prototypes::complete(&mut module);
    entry::provide(&mut module);
    if let Some(lowered) = destructors::register(&module)? {
        module = Cow::Owned(lowered);
    }
    let legalised = target::legalised(&mut module);
    Ok((module, legalised))
}

/// Checks functions as [`crate::check`] says.
pub(crate) fn check(
    module: &Module,
    functions: &[FuncId],
    options: &Options<'_>,
) -> Result<(), CompileErrors> {
    let (module, legalised) = prepare(module)?;
    let mut refusals = Refusals::default();
    let numbering = Numbering::for_object(&module, options, &mut refusals)?;
    functions::check(&numbering, &legalised, functions, options, &mut refusals);
    refusals.finish(())
}

/// Writes an object that has not been judged yet.
pub(crate) fn write(
    module: &Module,
    options: &Options<'_>,
) -> Result<(Vec<u8>, Vec<Compiled>), CompileErrors> {
    // What is made simpler is not there any more behind this.
    let disallowed = features::disallowed(module);
    let (module, legalised) = prepare(module)?;
    let module = &*module;
    let mut refusals = Refusals::default();
    let numbering = Numbering::for_object(module, options, &mut refusals)?;
    let definitions: Vec<Symbol> = numbering
        .definitions
        .iter()
        .map(|&id| Symbol::Function(id))
        .chain(data::defined(module).map(Symbol::Global))
        .collect();
    for &symbol in &definitions {
        number(&numbering, Key::Symbol(symbol));
    }
    let functions = functions::compile(&numbering, &legalised, 0, options, &mut refusals);
    let variables = data::variables(&numbering, &mut refusals);
    let constructors = refusals.take(constructors::constructors(&numbering));
    let mut types = Types::new(&numbering);
    for part in functions.iter().filter_map(|body| body.part.as_ref()) {
        types.add(&part.signature);
    }
    let is_static = numbering.context.relocation() == Relocation::Static;
    let is_defined =
        |&tag: &Tag| is_static && numbering.linked().borrow().find(&Key::Tag(tag)).is_some();
    let tags = TAGS.into_iter().filter(is_defined);
    let tags = tags
        .map(|_| types.add(&numbering.tag_signature()))
        .collect();
    let symbols = symbols::symbols(
        &numbering,
        &variables,
        &functions,
        &mut types,
        &mut refusals,
    );
    counts::check_object(&numbering, &symbols, functions.len(), &mut refusals);
    let mut functions = refusals.finish(functions)?;
    let debug = dwarf::sections(module, numbering.context.addresses(), &functions)?;
    let mut object = Object {
        symbols,
        tags,
        constructors: constructors.unwrap_or_default(),
        comdats: symbols::comdats(&numbering, &variables, &functions),
        globals: symbols::globals(&numbering),
        addresses: address_width(numbering.context.addresses()),
        features: features::used(module, numbering.context.addresses()),
        disallowed: disallowed.map(str::to_owned).into_iter().collect(),
        producers: vec![producers::own().map(str::to_owned).into()],
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
            ty: match &function.part {
                None => types.of(&numbering, function.id)?,
                Some(part) => types.add(&part.signature),
            },
            body: std::mem::take(&mut function.body),
            relocations: std::mem::take(&mut function.relocations),
        });
    }
    debug::add(&mut object, &numbering, &functions, debug);
    let sections = &module.custom_sections;
    object.customs.extend(sections.iter().map(|section| Custom {
        name: section.name.clone(),
        relocations: Vec::new(),
        bytes: section.bytes.clone(),
    }));
    object.types = types.types();
    object.segments = variables
        .into_iter()
        .map(|variable| variable.segment)
        .collect();
    let bytes = object.write().map_err(CompileError::Object)?;
    Ok((bytes, functions))
}
