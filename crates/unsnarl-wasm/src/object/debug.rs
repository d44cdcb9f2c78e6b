//! Debug sections of an object.
//!
//! *Needs:* [DWARF](crate::dwarf) with places that wait for addresses.
//! *Gives:* custom sections with relocations, and a symbol for each section. These come behind all
//! other symbols: what code refers to has the numbers that it has without debug information.

use unsnarl_ir::Symbol as Source;
use unsnarl_object::{Binding, Custom, Object, Relocation, RelocationKind, Symbol, SymbolKind};

use super::names::symbols_of;
use crate::compiled::Compiled;
use crate::dwarf::{Section, Target};
use crate::numbering::Numbering;
use crate::symbols::Key;
use crate::types::address_width;

/// Adds debug sections to an object.
pub(super) fn add(
    object: &mut Object,
    numbering: &Numbering,
    functions: &[Compiled],
    sections: Vec<Section>,
) {
    let first = object.symbols.len() as u32;
    let names: Vec<&str> = sections.iter().map(|section| section.name).collect();
    for (place, name) in (0_u32..).zip(&names) {
        object.symbols.push(Symbol {
            binding: Binding::Local,
            ..Symbol::new(*name, SymbolKind::Section(place))
        });
    }
    let width = address_width(numbering.context.addresses());
    let symbols = symbols_of(numbering).borrow();
    let number = |key: &Key| symbols.find(key).expect("every definition has a symbol");
    for section in sections {
        let places = section.places.iter();
        let relocations = places.map(|place| {
            let (kind, target) = match place.target {
                Target::Code(body) => {
                    let body = &functions[body];
                    let key = match &body.part {
                        None => Key::Symbol(Source::Function(body.id)),
                        Some(part) => Key::Part(body.id, part.number),
                    };
                    (RelocationKind::CodeOffsetWord(width), number(&key))
                }
                Target::Global(id) => {
                    let key = Key::Symbol(Source::Global(id));
                    (RelocationKind::MemoryAddressWord(width), number(&key))
                }
                Target::Section(name) => {
                    let place = names.iter().position(|known| *known == name);
                    let place = place.expect("a section that is referred to is not empty");
                    (RelocationKind::SectionOffsetWord, first + place as u32)
                }
            };
            Relocation {
                at: place.at,
                kind,
                target,
                addend: place.addend,
            }
        });
        object.customs.push(Custom {
            name: section.name.to_owned(),
            relocations: relocations.collect(),
            bytes: section.bytes,
        });
    }
}
