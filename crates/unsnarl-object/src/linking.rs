//! The section `linking`: symbols, names and alignments of segments, constructors, comdats.

use wasm_encoder::Encode;

use crate::numbering::Numbering;
use crate::{Binding, Comdat, Constructor, Object, Segment, Symbol, SymbolKind};

/// The version of the format.
const VERSION: u32 = 2;

const SEGMENT_INFO: u8 = 5;
const INIT_FUNCTIONS: u8 = 6;
const COMDAT_INFO: u8 = 7;
const SYMBOL_TABLE: u8 = 8;

const KIND_FUNCTION: u8 = 0;
const KIND_DATA: u8 = 1;
const KIND_GLOBAL: u8 = 2;
const KIND_SECTION: u8 = 3;
const KIND_TAG: u8 = 4;
const KIND_TABLE: u8 = 5;

const COMDAT_DATA: u8 = 0;
const COMDAT_FUNCTION: u8 = 1;

const BINDING_WEAK: u32 = 0x1;
const BINDING_LOCAL: u32 = 0x2;
const VISIBILITY_HIDDEN: u32 = 0x4;
const UNDEFINED: u32 = 0x10;
const EXPORTED: u32 = 0x20;
const EXPLICIT_NAME: u32 = 0x40;
const NO_STRIP: u32 = 0x80;
const THREAD_LOCAL: u32 = 0x100;

const SEGMENT_STRINGS: u32 = 0x1;
const SEGMENT_THREAD_LOCAL: u32 = 0x2;
const SEGMENT_RETAIN: u32 = 0x4;

/// The contents of the section, without its name. The first custom section of the object has the
/// index `first_custom`.
pub(crate) fn linking(object: &Object, numbering: &Numbering, first_custom: u32) -> Vec<u8> {
    let mut out = Vec::new();
    VERSION.encode(&mut out);
    list(
        &mut out,
        SYMBOL_TABLE,
        object.symbols.iter().enumerate(),
        |out, (index, symbol)| {
            let index = match symbol.kind {
                SymbolKind::Section(section) => first_custom + section,
                _ => numbering.index(index as u32),
            };
            write_symbol(out, symbol, index);
        },
    );
    list(
        &mut out,
        SEGMENT_INFO,
        object.segments.iter(),
        write_segment,
    );
    list(
        &mut out,
        INIT_FUNCTIONS,
        object.constructors.iter(),
        write_constructor,
    );
    list(
        &mut out,
        COMDAT_INFO,
        object.comdats.iter(),
        |out, comdat| {
            write_comdat(out, comdat, numbering.imported);
        },
    );
    out
}

/// Writes a subsection that is a list; nothing if the list is empty.
fn list<T>(
    out: &mut Vec<u8>,
    kind: u8,
    items: impl ExactSizeIterator<Item = T>,
    write: impl Fn(&mut Vec<u8>, T),
) {
    if items.len() == 0 {
        return;
    }
    let mut contents = Vec::new();
    (items.len() as u32).encode(&mut contents);
    items.for_each(|item| write(&mut contents, item));
    out.push(kind);
    contents.encode(out);
}

fn write_symbol(out: &mut Vec<u8>, symbol: &Symbol, index: u32) {
    let has_own_name = match &symbol.kind {
        SymbolKind::ImportedFunction { from, .. } => from.is_some(),
        _ => false,
    };
    let is_defined = symbol.kind.is_defined();
    out.push(match symbol.kind {
        SymbolKind::Function(_) | SymbolKind::ImportedFunction { .. } => KIND_FUNCTION,
        SymbolKind::Data { .. } | SymbolKind::ImportedData => KIND_DATA,
        SymbolKind::ImportedGlobal { .. } | SymbolKind::Global(_) => KIND_GLOBAL,
        SymbolKind::ImportedTag { .. } | SymbolKind::Tag(_) => KIND_TAG,
        SymbolKind::ImportedTable => KIND_TABLE,
        SymbolKind::Section(_) => KIND_SECTION,
    });
    flags(symbol, is_defined, has_own_name).encode(out);
    match symbol.kind {
        SymbolKind::Data {
            segment,
            offset,
            size,
        } => {
            symbol.name.as_str().encode(out);
            segment.encode(out);
            offset.encode(out);
            size.encode(out);
        }
        SymbolKind::ImportedData => symbol.name.as_str().encode(out),
        SymbolKind::Section(_) => index.encode(out),
        _ => {
            index.encode(out);
            // What is imported has its name there, unless it is imported under another.
            if is_defined || has_own_name {
                symbol.name.as_str().encode(out);
            }
        }
    }
}

fn flags(symbol: &Symbol, is_defined: bool, has_own_name: bool) -> u32 {
    let binding = match symbol.binding {
        Binding::Global => 0,
        Binding::Weak => BINDING_WEAK,
        Binding::Local => BINDING_LOCAL,
    };
    let given = [
        (symbol.is_hidden, VISIBILITY_HIDDEN),
        (!is_defined, UNDEFINED),
        (symbol.export.is_some(), EXPORTED),
        (has_own_name, EXPLICIT_NAME),
        (symbol.is_kept, NO_STRIP),
        (symbol.is_thread_local, THREAD_LOCAL),
    ];
    let given = given.iter().filter(|(is_set, _)| *is_set);
    given.fold(binding, |flags, (_, flag)| flags | flag)
}

fn write_segment(out: &mut Vec<u8>, segment: &Segment) {
    let given = [
        (segment.is_strings, SEGMENT_STRINGS),
        (segment.is_thread_local, SEGMENT_THREAD_LOCAL),
        (segment.is_retained, SEGMENT_RETAIN),
    ];
    let given = given.iter().filter(|(is_set, _)| *is_set);
    segment.name.as_str().encode(out);
    segment.align.trailing_zeros().encode(out);
    given.fold(0, |flags, (_, flag)| flags | flag).encode(out);
}

fn write_constructor(out: &mut Vec<u8>, constructor: &Constructor) {
    constructor.priority.encode(out);
    constructor.symbol.encode(out);
}

fn write_comdat(out: &mut Vec<u8>, comdat: &Comdat, imported: u32) {
    comdat.name.as_str().encode(out);
    0_u32.encode(out);
    ((comdat.functions.len() + comdat.segments.len()) as u32).encode(out);
    for &segment in &comdat.segments {
        out.push(COMDAT_DATA);
        segment.encode(out);
    }
    for &function in &comdat.functions {
        out.push(COMDAT_FUNCTION);
        (imported + function).encode(out);
    }
}
