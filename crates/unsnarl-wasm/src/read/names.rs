//! The section of names.
//!
//! *Gives:* [`read`]: what it says of everything but types, labels and fields, which the machine
//! has not. Names that are not well-formed are left out, as engines do: they change nothing.

use std::collections::BTreeMap;

use unsnarl_low::module::Names;
use wasmparser::{Name, NameMap, NameSectionReader};

/// The names of locals: by function, by local.
pub(super) type LocalNames = BTreeMap<u32, BTreeMap<u32, String>>;

/// Adds what a section says.
pub(super) fn read(section: NameSectionReader<'_>, names: &mut Names, locals: &mut LocalNames) {
    for part in section.into_iter().map_while(Result::ok) {
        match part {
            Name::Module { name, .. } => names.module = Some(name.to_owned()),
            Name::Function(map) => add(map, &mut names.functions),
            Name::Table(map) => add(map, &mut names.tables),
            Name::Memory(map) => add(map, &mut names.memories),
            Name::Global(map) => add(map, &mut names.globals),
            Name::Tag(map) => add(map, &mut names.tags),
            Name::Element(map) => add(map, &mut names.elements),
            Name::Data(map) => add(map, &mut names.data),
            Name::Local(functions) => {
                for function in functions.into_iter().map_while(Result::ok) {
                    add(function.names, locals.entry(function.index).or_default());
                }
            }
            _ => {}
        }
    }
}

fn add(map: NameMap<'_>, to: &mut BTreeMap<u32, String>) {
    for naming in map.into_iter().map_while(Result::ok) {
        to.insert(naming.index, naming.name.to_owned());
    }
}
