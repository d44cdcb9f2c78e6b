//! The symbols of an object.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashSet};

use unsnarl_ir::{FuncId, GlobalId, GlobalKind, Linkage, Scalar, Symbol as Source, Visibility};
use unsnarl_low::select::{Relocation, TAGS, Tag};
use unsnarl_object::{Binding, Comdat, ImportName, Symbol, SymbolKind};
use wasm_encoder::ValType;

use super::data::Variable;
use super::entry;
use super::names::{listed, place_of, symbols_of, wrong};
use super::types::Types;
use crate::compiled::Compiled;
use crate::counts;
use crate::error::{CompileError, Refusals};
use crate::numbering::Numbering;
use crate::symbols::{Key, Symbols, part_name, variable_name};
use crate::types::val_type;

/// The symbols in order of their numbers.
pub(super) fn symbols(
    numbering: &Numbering,
    variables: &[Variable],
    bodies: &[Compiled],
    types: &mut Types,
    refusals: &mut Refusals,
) -> Vec<Symbol> {
    let kept = kept(numbering);
    let mut places = HashMap::default();
    for (place, body) in (0_u32..).zip(bodies) {
        if let Some(part) = &body.part {
            places.insert((body.id, part.number), place);
        }
    }
    let mut globals = 0..;
    let keys = symbols_of(numbering).borrow();
    let mut symbols = Vec::with_capacity(keys.keys().len());
    for key in keys.keys() {
        let symbol = match key {
            Key::Symbol(Source::Function(id)) => {
                let symbol = refusals.take(function(numbering, *id, types));
                let names = symbol.iter().flat_map(outside_names);
                names.for_each(|name| counts::check_name(numbering, *id, name, refusals));
                symbol
            }
            Key::Symbol(Source::Global(id)) => refusals.take(global(numbering, *id, variables)),
            Key::Routine(name, signature) => {
                let ty = types.add(signature);
                let kind = SymbolKind::ImportedFunction { ty, from: None };
                Some(Symbol::new(*name, kind))
            }
            Key::StackPointer => Some(base(numbering, "__stack_pointer", true)),
            Key::ThreadBase => Some(base(numbering, "__tls_base", true)),
            Key::MemoryBase => Some(base(numbering, "__memory_base", false)),
            Key::TableBase => Some(base(numbering, "__table_base", false)),
            Key::ThreadSize => Some(base(numbering, "__tls_size", false)),
            Key::ThreadAlign => Some(base(numbering, "__tls_align", false)),
            Key::Tag(own) => Some(tag(numbering, &keys, *own, types)),
            Key::Table => Some(Symbol {
                is_kept: true,
                ..Symbol::new("__indirect_function_table", SymbolKind::ImportedTable)
            }),
            Key::Part(id, number) => {
                let place = places.get(&(*id, *number));
                let module = numbering.context.module;
                let name = part_name(entry::symbol_name(module, *id), *number);
                place.map(|&place| own(name, SymbolKind::Function(place)))
            }
            Key::Variable(ty, number) => {
                let place = globals.next();
                let name = variable_name(*ty, *number);
                place.map(|place| own(name, SymbolKind::Global(place)))
            }
        };
        symbols.extend(symbol);
        if let (Key::Symbol(source), Some(symbol)) = (key, symbols.last_mut()) {
            symbol.is_kept |= kept.contains(source);
        }
    }
    symbols
}

/// A global of the linker's that holds an address, or a number of bytes.
fn base(numbering: &Numbering, name: &str, is_mutable: bool) -> Symbol {
    let ty = val_type(numbering.context.addresses().int());
    Symbol::new(name, SymbolKind::ImportedGlobal { ty, is_mutable })
}

/// A tag. Libraries that are loaded have to agree on one, so that none of them defines it.
fn tag(numbering: &Numbering, keys: &Symbols, tag: Tag, types: &mut Types) -> Symbol {
    match numbering.context.relocation() {
        Relocation::Static => Symbol {
            binding: Binding::Weak,
            ..Symbol::new(tag.name(), SymbolKind::Tag(tag_place(keys, tag)))
        },
        Relocation::PositionIndependent => {
            let ty = types.add(&numbering.tag_signature());
            Symbol::new(tag.name(), SymbolKind::ImportedTag { ty })
        }
    }
}

/// The place of a tag among those that an object defines.
fn tag_place(keys: &Symbols, tag: Tag) -> u32 {
    let before = TAGS.into_iter().take_while(|&other| other != tag);
    let defined = before.filter(|&other| keys.find(&Key::Tag(other)).is_some());
    defined.count() as u32
}

/// A symbol that only this object sees.
fn own(name: String, kind: SymbolKind) -> Symbol {
    Symbol {
        binding: Binding::Local,
        ..Symbol::new(name, kind)
    }
}

/// The names of a function that the linked module has for its imports and exports.
fn outside_names(symbol: &Symbol) -> impl Iterator<Item = &str> {
    let (module, name) = match &symbol.kind {
        SymbolKind::ImportedFunction {
            from: Some(from), ..
        } => (Some(from.module.as_str()), Some(from.name.as_str())),
        SymbolKind::ImportedFunction { from: None, .. } => (None, Some(symbol.name.as_str())),
        _ => (None, None),
    };
    [module, name, symbol.export.as_deref()]
        .into_iter()
        .flatten()
}

/// The symbols that must not be dropped.
fn kept(numbering: &Numbering) -> HashSet<Source> {
    listed(numbering.context.module, "llvm.used")
        .into_iter()
        .filter_map(|constant| match numbering.context.scalars.get(constant) {
            Ok(Scalar::Address { plus, .. }) => Some(plus),
            _ => None,
        })
        .collect()
}

fn function(numbering: &Numbering, id: FuncId, types: &Types) -> Result<Symbol, CompileError> {
    let module = numbering.context.module;
    let function = &module.functions[id];
    let name = entry::symbol_name(module, id);
    let attribute = |key| module.function_attribute(id, key);
    let kind = match place_of(numbering, id) {
        Some(place) => SymbolKind::Function(place),
        None => {
            let (from, as_name) = (
                attribute("wasm-import-module"),
                attribute("wasm-import-name"),
            );
            let from = (from.is_some() || as_name.is_some()).then(|| ImportName {
                module: from.unwrap_or("env").to_owned(),
                name: as_name.unwrap_or(name).to_owned(),
            });
            SymbolKind::ImportedFunction {
                ty: types.of(numbering, id)?,
                from,
            }
        }
    };
    let is_defined = matches!(kind, SymbolKind::Function(_));
    let export = attribute("wasm-export-name").filter(|_| is_defined);
    Ok(Symbol {
        binding: binding(function.linkage, is_defined),
        is_hidden: function.visibility == Visibility::Hidden,
        export: export.map(str::to_owned),
        is_kept: export.is_some(),
        ..Symbol::new(name, kind)
    })
}

fn global(
    numbering: &Numbering,
    id: GlobalId,
    variables: &[Variable],
) -> Result<Symbol, CompileError> {
    let module = numbering.context.module;
    let global = &module.globals[id];
    let kind = match global.kind {
        GlobalKind::Variable { .. } => {
            data(variables, id, 0, None).unwrap_or(SymbolKind::ImportedData)
        }
        GlobalKind::Alias { .. } => alias(numbering, id, variables)?,
        GlobalKind::Chosen { .. } => return Err(wrong(module, id, "is an ifunc".to_owned())),
    };
    let is_defined = !matches!(kind, SymbolKind::ImportedData);
    Ok(Symbol {
        binding: binding(global.linkage, is_defined),
        is_hidden: global.visibility == Visibility::Hidden,
        is_thread_local: numbering.context.is_thread_local(Source::Global(id)),
        ..Symbol::new(module.name(global.name), kind)
    })
}

fn alias(
    numbering: &Numbering,
    id: GlobalId,
    variables: &[Variable],
) -> Result<SymbolKind, CompileError> {
    let module = numbering.context.module;
    let global = &module.globals[id];
    let target = numbering.context.scalars.resolve(Source::Global(id));
    let target = target.map_err(|source| CompileError::Initializer {
        name: module.name(global.name).to_owned(),
        line: global.origin.line,
        source,
    })?;
    let kind = match target {
        (Source::Function(function), 0) => place_of(numbering, function).map(SymbolKind::Function),
        (Source::Function(_), _) => None,
        (Source::Global(target), offset) => {
            let size = numbering
                .context
                .layout
                .size(global.ty)
                .map(|size| size as u32);
            data(variables, target, offset as u32, size)
        }
    };
    let construct = || "is an alias of a symbol that this module does not define".to_owned();
    kind.ok_or_else(|| wrong(module, id, construct()))
}

/// A piece of a variable, by default all of it.
fn data(
    variables: &[Variable],
    id: GlobalId,
    offset: u32,
    size: Option<u32>,
) -> Option<SymbolKind> {
    let place = variables.binary_search_by_key(&id, |variable| variable.global);
    let place = place.ok()?;
    let all = variables[place].segment.bytes.len() as u32;
    Some(SymbolKind::Data {
        segment: place as u32,
        offset,
        size: size.unwrap_or(all),
    })
}

/// A reference is weak only if it may stay undefined; a definition, if another one may replace it.
fn binding(linkage: Linkage, is_defined: bool) -> Binding {
    match linkage {
        Linkage::Internal | Linkage::Private => Binding::Local,
        Linkage::ExternWeak => Binding::Weak,
        Linkage::Weak
        | Linkage::WeakOdr
        | Linkage::LinkOnce
        | Linkage::LinkOnceOdr
        | Linkage::Common
            if is_defined =>
        {
            Binding::Weak
        }
        _ => Binding::Global,
    }
}

/// The types of the globals that the object has itself, by their places.
pub(super) fn globals(numbering: &Numbering) -> Vec<ValType> {
    let symbols = numbering.linked().borrow();
    symbols.variables().map(|(_, ty)| val_type(ty)).collect()
}

/// The groups of which the linker keeps one, by name.
pub(super) fn comdats(
    numbering: &Numbering,
    variables: &[Variable],
    bodies: &[Compiled],
) -> Vec<Comdat> {
    let module = numbering.context.module;
    let mut groups: BTreeMap<&str, Comdat> = BTreeMap::new();
    for (place, body) in (0_u32..).zip(bodies) {
        if let Some(comdat) = module.functions[body.id].comdat {
            let group = group(&mut groups, module.name(comdat));
            group.functions.push(place);
        }
    }
    for (place, variable) in (0_u32..).zip(variables) {
        if let Some(comdat) = module.globals[variable.global].comdat {
            let group = group(&mut groups, module.name(comdat));
            group.segments.push(place);
        }
    }
    groups.into_values().collect()
}

fn group<'g, 'n>(groups: &'g mut BTreeMap<&'n str, Comdat>, name: &'n str) -> &'g mut Comdat {
    groups.entry(name).or_insert_with(|| Comdat {
        name: name.to_owned(),
        functions: Vec::new(),
        segments: Vec::new(),
    })
}
