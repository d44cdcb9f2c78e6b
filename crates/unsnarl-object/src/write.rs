//! The sections of an object, in the order in which WebAssembly wants them.

use std::borrow::Cow;

use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, DataSection, ElementSection, Elements, Encode,
    EntityType, ExportKind, ExportSection, FunctionSection, GlobalType, ImportSection, MemoryType,
    Module, ProducersField, ProducersSection, RefType, TableType, TypeSection,
};

use crate::error::find;
use crate::linking::linking;
use crate::numbering::Numbering;
use crate::{Object, ObjectError, Relocation, SymbolKind};

/// Bytes of a page of memory.
const PAGE: u64 = 1 << 16;

/// The features that may be used: what a linked module must declare.
const USED: u8 = b'+';

/// A section under construction, whose index relocations name.
struct Sections {
    module: Module,
    count: u32,
}

impl Sections {
    /// Adds a section and tells its index.
    fn add(&mut self, section: &impl wasm_encoder::Section) -> u32 {
        self.module.section(section);
        self.count += 1;
        self.count - 1
    }
}

impl Object {
    /// Writes the object.
    ///
    /// # Errors
    /// If it names what is not there, or its data is larger than memory can be.
    pub fn write(&self) -> Result<Vec<u8>, ObjectError> {
        let numbering = Numbering::new(self)?;
        let mut sections = Sections {
            module: Module::new(),
            count: 0,
        };
        sections.add(&self.type_section());
        sections.add(&self.import_section(&numbering)?);
        sections.add(&self.function_section()?);
        if let Some(exports) = self.export_section(&numbering) {
            sections.add(&exports);
        }
        if !numbering.slotted.is_empty() {
            let mut kinds = self.symbols.iter().map(|symbol| &symbol.kind);
            if !kinds.any(|kind| *kind == SymbolKind::ImportedTable) {
                return Err(ObjectError::NoTable);
            }
            let mut section = ElementSection::new();
            let functions = Elements::Functions(Cow::Borrowed(&numbering.slotted));
            section.active(None, &ConstExpr::i32_const(1), functions);
            sections.add(&section);
        }
        let mut relocated = Vec::new();
        if !self.functions.is_empty() {
            let mut code = Relocated::new(self, &numbering, self.functions.len());
            for function in &self.functions {
                (function.body.len() as u32).encode(&mut code.prefix);
                code.piece(&function.body, &function.relocations)?;
            }
            let mut section = CodeSection::new();
            for body in &code.pieces {
                section.raw(body);
            }
            let index = sections.add(&section);
            relocated.push(("reloc.CODE", index, code.relocations));
        }
        if !self.segments.is_empty() {
            let mut data = Relocated::new(self, &numbering, self.segments.len());
            let mut section = DataSection::new();
            for (segment, &address) in self.segments.iter().zip(&numbering.addresses) {
                let start = ConstExpr::i32_const(address as i32);
                // The flags, the address, and the number of bytes come before the bytes.
                data.prefix.push(0);
                start.encode(&mut data.prefix);
                (segment.bytes.len() as u32).encode(&mut data.prefix);
                let bytes = data.piece(&segment.bytes, &segment.relocations)?;
                section.active(0, &start, bytes.iter().copied());
            }
            let index = sections.add(&section);
            relocated.push(("reloc.DATA", index, data.relocations));
        }
        sections.add(&custom("linking", linking(self, &numbering)));
        for (name, index, relocations) in &relocated {
            if !relocations.is_empty() {
                sections.add(&custom(name, relocation_section(*index, relocations)));
            }
        }
        if let Some(section) = self.producers_section() {
            sections.add(&section);
        }
        if !self.features.is_empty() {
            sections.add(&custom("target_features", self.features()));
        }
        Ok(sections.module.finish())
    }

    fn type_section(&self) -> TypeSection {
        let mut section = TypeSection::new();
        for ty in &self.types {
            let (parameters, results) = (ty.parameters.iter(), ty.results.iter());
            section.ty().function(parameters.copied(), results.copied());
        }
        section
    }

    fn import_section(&self, numbering: &Numbering) -> Result<ImportSection, ObjectError> {
        let mut section = ImportSection::new();
        let memory = MemoryType {
            minimum: numbering.end.div_ceil(PAGE),
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        section.import("env", "__linear_memory", EntityType::Memory(memory));
        for symbol in &self.symbols {
            let (module, name, entity) = match &symbol.kind {
                SymbolKind::ImportedFunction { ty, from } => {
                    find(&self.types, "type", *ty)?;
                    let (module, name) = match from {
                        Some(from) => (from.module.as_str(), from.name.as_str()),
                        None => ("env", symbol.name.as_str()),
                    };
                    (module, name, EntityType::Function(*ty))
                }
                SymbolKind::ImportedGlobal { ty, is_mutable } => {
                    let ty = GlobalType {
                        val_type: *ty,
                        mutable: *is_mutable,
                        shared: false,
                    };
                    ("env", symbol.name.as_str(), EntityType::Global(ty))
                }
                SymbolKind::ImportedTable => {
                    let ty = TableType {
                        element_type: RefType::FUNCREF,
                        table64: false,
                        minimum: numbering.slotted.len() as u64 + 1,
                        maximum: None,
                        shared: false,
                    };
                    ("env", symbol.name.as_str(), EntityType::Table(ty))
                }
                _ => continue,
            };
            section.import(module, name, entity);
        }
        Ok(section)
    }

    fn function_section(&self) -> Result<FunctionSection, ObjectError> {
        let mut section = FunctionSection::new();
        for function in &self.functions {
            find(&self.types, "type", function.ty)?;
            section.function(function.ty);
        }
        Ok(section)
    }

    fn export_section(&self, numbering: &Numbering) -> Option<ExportSection> {
        let mut section = ExportSection::new();
        for (index, symbol) in (0_u32..).zip(&self.symbols) {
            if let (Some(name), SymbolKind::Function(_)) = (&symbol.export, &symbol.kind) {
                section.export(name, ExportKind::Func, numbering.index(index));
            }
        }
        (!section.is_empty()).then_some(section)
    }

    fn producers_section(&self) -> Option<ProducersSection> {
        let mut section = ProducersSection::new();
        let mut is_empty = true;
        for field in ["language", "processed-by", "sdk"] {
            let own = self.producers.iter().filter(|(name, ..)| name == field);
            let mut values = ProducersField::new();
            for (_, name, version) in own.clone() {
                values.value(name, version);
            }
            if own.count() > 0 {
                section.field(field, &values);
                is_empty = false;
            }
        }
        (!is_empty).then_some(section)
    }

    fn features(&self) -> Vec<u8> {
        let mut out = Vec::new();
        (self.features.len() as u32).encode(&mut out);
        for feature in &self.features {
            out.push(USED);
            feature.as_str().encode(&mut out);
        }
        out
    }
}

/// The pieces of a section whose contents are relocated.
struct Relocated<'a> {
    object: &'a Object,
    numbering: &'a Numbering,
    /// What comes between the end of the last piece and the start of the next.
    prefix: Vec<u8>,
    /// How many bytes of the section there are, without its header.
    size: u32,
    pieces: Vec<Vec<u8>>,
    /// With places that count from the start of the section's contents.
    relocations: Vec<Relocation>,
}

impl<'a> Relocated<'a> {
    fn new(object: &'a Object, numbering: &'a Numbering, count: usize) -> Self {
        let mut prefix = Vec::new();
        (count as u32).encode(&mut prefix);
        Relocated {
            object,
            numbering,
            prefix,
            size: 0,
            pieces: Vec::with_capacity(count),
            relocations: Vec::new(),
        }
    }

    /// Adds a piece and gives its bytes with the first numbers in their places.
    fn piece(&mut self, bytes: &[u8], relocations: &[Relocation]) -> Result<&[u8], ObjectError> {
        self.size += self.prefix.len() as u32;
        self.prefix.clear();
        let mut bytes = bytes.to_vec();
        for relocation in relocations {
            let size = bytes.len();
            let start = relocation.at as usize;
            let place = bytes.get_mut(start..start.saturating_add(relocation.kind.size()));
            let place = place.ok_or(ObjectError::Place {
                at: relocation.at,
                size,
            })?;
            let value = self.numbering.value(self.object, relocation)?;
            relocation.kind.put(place, value);
            self.relocations.push(Relocation {
                at: self.size + relocation.at,
                ..*relocation
            });
        }
        self.size += bytes.len() as u32;
        self.pieces.push(bytes);
        Ok(self.pieces.last().map_or(&[], Vec::as_slice))
    }
}

fn relocation_section(section: u32, relocations: &[Relocation]) -> Vec<u8> {
    let mut out = Vec::new();
    section.encode(&mut out);
    (relocations.len() as u32).encode(&mut out);
    for relocation in relocations {
        out.push(relocation.kind.code());
        relocation.at.encode(&mut out);
        relocation.target.encode(&mut out);
        if relocation.kind.has_addend() {
            relocation.addend.encode(&mut out);
        }
    }
    out
}

fn custom(name: &'static str, data: Vec<u8>) -> CustomSection<'static> {
    CustomSection {
        name: name.into(),
        data: data.into(),
    }
}
