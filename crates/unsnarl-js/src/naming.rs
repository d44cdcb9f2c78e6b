//! Names for the parts of a module.
//!
//! *Needs:* a module. *Gives:* a [`Context`] with a name for each part, from the source where
//! that has one. *Cost:* linear in the module.

use unsnarl_low::module::Item;
use unsnarl_low::{Module, Type};

use crate::context::{Context, ModuleNames};
use crate::exact::Declared;
use crate::function;
use crate::names::Taken;
use crate::options::Means;
use crate::references;
use crate::words;

/// The views of a memory, with the class of each.
pub(crate) const VIEWS: [(&str, &str); 9] = [
    ("HEAP8", "Int8Array"),
    ("HEAPU8", "Uint8Array"),
    ("HEAP16", "Int16Array"),
    ("HEAPU16", "Uint16Array"),
    ("HEAP32", "Int32Array"),
    ("HEAP64", "BigInt64Array"),
    ("HEAPF32", "Float32Array"),
    ("HEAPF64", "Float64Array"),
    ("VIEW", "DataView"),
];

/// Names of the text that nothing else may have.
const OWN: [&str; 11] = [
    "imports",
    "exports",
    "instantiate",
    "views",
    "refresh",
    "refreshed",
    "wrappers",
    "options",
    "system",
    "wasi",
    "again",
];

/// What a module needs names for.
pub(crate) fn context<'a>(
    module: &'a Module,
    means: Means<'a>,
    declared: Option<&'a Declared>,
) -> Context<'a> {
    let mut names = ModuleNames {
        taken: Taken::reserved(),
        runtime: means.runtime.names().map(str::to_owned).collect(),
        ..ModuleNames::default()
    };
    let fixed = ["higherWords", "leaveWords"].into_iter().chain(OWN);
    names.runtime.extend(fixed.map(str::to_owned));
    names.runtime.extend((0..40).map(words::higher));
    for number in 0..module.memories.len() {
        let suffix = if number == 0 {
            String::new()
        } else {
            format!("_{number}")
        };
        for (view, _) in VIEWS {
            names.runtime.insert(format!("{view}{suffix}"));
        }
        for other in ["growMemory", "memory", "views"] {
            names.runtime.insert(format!("{other}{suffix}"));
        }
        names.memories.push(suffix);
    }
    let bounces: Vec<bool> = module
        .functions
        .iter()
        .enumerate()
        .map(|(number, function)| match &function.body {
            Some(body) => function::ends_in_calls(module, number, &body.code),
            None => false,
        })
        .collect();
    let take = |names: &mut ModuleNames, wanted: &str| {
        let runtime = &names.runtime;
        names
            .taken
            .take_unless(wanted, |name| runtime.contains(name))
    };
    let exported = |item: Item| {
        let mut exports = module.exports.iter();
        exports
            .find(|export| export.item == item)
            .map(|export| &export.name[..])
    };
    let imported: Vec<&str> = module
        .imports
        .iter()
        .filter(|import| matches!(import.item, Item::Function(_)))
        .map(|import| &import.name[..])
        .collect();
    for (number, &bounces) in bounces.iter().enumerate() {
        let named = module
            .names
            .functions
            .get(&(number as u32))
            .map(String::as_str);
        let named = named.or_else(|| exported(Item::Function(number as u32)));
        let named = named.or_else(|| imported.get(number).copied());
        let wanted = named.map_or_else(|| format!("f{number}"), str::to_owned);
        let name = take(&mut names, &wanted);
        if bounces {
            take(&mut names, &format!("{name}_tail"));
        }
        names.functions.push(name);
    }
    for number in 0..module.tables.len() {
        let name = take(&mut names, &format!("table{number}"));
        names.tables.push(name);
    }
    for (number, global) in module.globals.iter().enumerate() {
        let named = module
            .names
            .globals
            .get(&(number as u32))
            .map(String::as_str);
        let named = named.or_else(|| exported(Item::Global(number as u32)));
        let wanted = named.map_or_else(|| format!("global{number}"), str::to_owned);
        let name = take(&mut names, &wanted);
        let count = words::count(global.ty);
        let words = match is_cell(module, number) {
            true => (0..count).map(|word| format!("{name}.w{word}")).collect(),
            false => {
                let mut words = vec![name.clone()];
                for word in 1..count {
                    words.push(take(&mut names, &format!("{name}_{word}")));
                }
                words
            }
        };
        names.globals.push(words);
    }
    for number in 0..module.tags.len() {
        let name = take(&mut names, &format!("tag{number}"));
        names.tags.push(name);
    }
    for number in 0..module.elements.len() {
        let name = take(&mut names, &format!("elements{number}"));
        names.elements.push(name);
    }
    for number in 0..module.data.len() {
        let name = take(&mut names, &format!("data{number}"));
        names.data.push(name);
    }
    Context {
        module,
        options: means.options,
        structure: means.structure,
        names,
        bounces,
        referred: references::referred(module),
        declared,
        meets_others: meets_others(module),
    }
}

/// Tells whether references to functions may come from outside.
fn meets_others(module: &Module) -> bool {
    let imports = module.imports.iter().map(|import| import.item);
    let mut items = imports.chain(module.exports.iter().map(|export| export.item));
    items.any(|item| match item {
        Item::Function(number) => {
            let signature = &module.functions[number as usize].signature;
            let mut types = signature.parameters.iter().chain(&signature.results);
            types.any(|&ty| ty == Type::FuncRef)
        }
        Item::Table(number) => module.tables[number as usize].ty == Type::FuncRef,
        Item::Global(number) => module.globals[number as usize].ty == Type::FuncRef,
        Item::Tag(number) => {
            let parameters = &module.tags[number as usize].signature.parameters;
            parameters.contains(&Type::FuncRef)
        }
        Item::Memory(_) => false,
    })
}

/// Tells whether a global is an object that others see: one that is imported, or exported and may
/// change.
pub(crate) fn is_cell(module: &Module, number: usize) -> bool {
    let item = Item::Global(number as u32);
    let is_exported = module.exports.iter().any(|export| export.item == item);
    number < module.imported_globals() || is_exported
}
