//! Modules and objects as text.
//!
//! *Needs:* the bytes of a module, or of an object.
//! *Gives:* WebAssembly text in which functions have their names, as plain `identifiers`, so that
//! wabt reads it.
//! *Cost:* linear.
//!
//! A module has a name section. An object has none, like LLVM's; its functions are named after its
//! symbols. Debug sections, which are places in bytes, are left out, and so are the tools that made
//! it.

mod identifiers;

use std::collections::BTreeMap;

use wasm_encoder::{Encode, NameSection, Section};
use wasmparser::{
    BinaryReaderError, KnownCustom, Linking, NameSectionReader, Parser, Payload, SymbolInfo,
    TypeRef,
};

use crate::producers;

/// The bytes before the first section.
const HEADER: usize = 8;

/// Prints a module as text, with the names of its name section or, of an object, of its symbols.
/// Other characters than identifiers have become `_`, and of two that are equal then the second
/// one gets a number.
///
/// # Errors
/// If the bytes are no WebAssembly module.
pub fn wat(bytes: &[u8]) -> Result<String, WatError> {
    let mut shown = shown(bytes).map_err(|error| WatError(error.to_string()))?;
    let names = Names::of(bytes).map_err(|error| WatError(error.to_string()))?;
    if let Some(section) = names.section() {
        shown.push(section.id());
        section.encode(&mut shown);
    }
    wasmprinter::print_bytes(&shown).map_err(|error| WatError(error.to_string()))
}

/// The bytes without names, and without the sections that are not shown. O(sections).
fn shown(bytes: &[u8]) -> Result<Vec<u8>, BinaryReaderError> {
    let mut left = bytes.get(..HEADER).unwrap_or_default().to_vec();
    let mut end = HEADER;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        let Some((_, range)) = payload.as_section() else {
            continue;
        };
        let is_left_out = match &payload {
            Payload::CustomSection(section) => {
                let name = section.name();
                let about = name.strip_prefix("reloc.").unwrap_or(name);
                about.starts_with(".debug_") || [producers::SECTION, "name"].contains(&name)
            }
            _ => false,
        };
        // Sections follow each other: what is before the contents is the header.
        let start = std::mem::replace(&mut end, range.end as usize);
        if !is_left_out {
            left.extend_from_slice(bytes.get(start..end).unwrap_or_default());
        }
    }
    Ok(left)
}

/// Tells whether bytes are a relocatable object: a module with a section for the linker.
/// O(sections).
pub fn is_object(bytes: &[u8]) -> bool {
    let payloads = Parser::new(0).parse_all(bytes).map_while(Result::ok);
    let mut customs = payloads.filter_map(|payload| match payload {
        Payload::CustomSection(section) => Some(section),
        _ => None,
    });
    customs.any(|section| section.name() == "linking")
}

/// Why bytes cannot be printed as a module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a WebAssembly module: {0}")]
pub struct WatError(String);

/// The names of a module, and of an object's functions and globals in its symbols.
#[derive(Default)]
struct Names<'b> {
    /// The first section of names: others do not count.
    section: Option<NameSectionReader<'b>>,
    /// By index, of what is imported.
    imported_functions: Vec<&'b str>,
    imported_globals: Vec<&'b str>,
    functions: BTreeMap<u32, &'b str>,
    globals: BTreeMap<u32, &'b str>,
}

impl<'b> Names<'b> {
    fn of(bytes: &'b [u8]) -> Result<Names<'b>, BinaryReaderError> {
        let mut names = Names::default();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        match import.ty {
                            TypeRef::Func(_) => names.imported_functions.push(import.name),
                            TypeRef::Global(_) => names.imported_globals.push(import.name),
                            _ => {}
                        }
                    }
                }
                Payload::CustomSection(section) => match section.as_known() {
                    KnownCustom::Name(section) => {
                        names.section.get_or_insert(section);
                    }
                    KnownCustom::Linking(section) => {
                        for part in section {
                            if let Linking::SymbolTable(symbols) = part? {
                                for symbol in symbols {
                                    names.add(&symbol?);
                                }
                            }
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(names)
    }

    /// Takes the name of a symbol; one that is imported may have that of its import. The first name
    /// counts.
    fn add(&mut self, symbol: &SymbolInfo<'b>) {
        let (named, imported, index, name) = match *symbol {
            SymbolInfo::Func { index, name, .. } => {
                (&mut self.functions, &self.imported_functions, index, name)
            }
            SymbolInfo::Global { index, name, .. } => {
                (&mut self.globals, &self.imported_globals, index, name)
            }
            _ => return,
        };
        if let Some(name) = name.or_else(|| imported.get(index as usize).copied()) {
            named.entry(index).or_insert(name);
        }
    }

    /// What the text calls things, if it names any.
    fn section(self) -> Option<NameSection> {
        if let Some(section) = self.section {
            return Some(identifiers::of_section(section));
        }
        let is_unnamed = self.functions.is_empty() && self.globals.is_empty();
        (!is_unnamed).then(|| {
            let mut section = NameSection::new();
            section.functions(&identifiers::of_names(self.functions));
            section.globals(&identifiers::of_names(self.globals));
            section
        })
    }
}
