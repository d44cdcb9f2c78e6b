//! The section of names.
//!
//! *Gives:* [`read`]: what it says of everything but labels. What the machine has not, locals and
//! types, has its [own place](OtherNames). Names that are not well-formed are left out, as engines
//! do: they change nothing.

use std::collections::BTreeMap;

use unsnarl_low::module::Names;
use wasmparser::{Name, NameMap, NameSectionReader};

/// The names of what the machine has not.
#[derive(Debug, Default)]
pub(crate) struct OtherNames {
    /// Those of locals: by function, by local.
    pub(crate) locals: BTreeMap<u32, BTreeMap<u32, String>>,
    /// Those of types.
    pub(crate) types: BTreeMap<u32, String>,
}

/// Adds what a section says.
pub(super) fn read(section: NameSectionReader<'_>, names: &mut Names, others: &mut OtherNames) {
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
            Name::Type(map) => add(map, &mut others.types),
            Name::Local(functions) => {
                for function in functions.into_iter().map_while(Result::ok) {
                    let locals = others.locals.entry(function.index).or_default();
                    add(function.names, locals);
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
