//! The sections of an object, in the order in which WebAssembly wants them.

use std::borrow::Cow;

use wasm_encoder::{
    ConstExpr, CustomSection, ElementSection, Elements, Encode, EntityType, ExportKind,
    ExportSection, FunctionSection, GlobalSection, GlobalType, ImportSection, MemoryType, Module,
    ProducersField, ProducersSection, RefType, Section, SectionId, TableType, TagKind, TagSection,
    TagType, TypeSection, ValType,
};

use crate::error::find;
use crate::linking::linking;
use crate::numbering::Numbering;
use crate::symbol::AddressKind;
use crate::{AddressWidth, Object, ObjectError, Relocation, Segment, SymbolKind};

/// Bytes of a page of memory.
const PAGE: u64 = 1 << 16;

/// The features that may be used: what a linked module must declare.
const USED: u8 = b'+';
/// The features that a linked module must not have.
const DISALLOWED: u8 = b'-';

/// The sections so far, whose indices relocations name.
struct Sections {
    bytes: Vec<u8>,
    count: u32,
}

impl Sections {
    fn new() -> Self {
        Sections {
            bytes: Module::new().finish(),
            count: 0,
        }
    }

    /// Adds a section and tells its index.
    fn add(&mut self, section: &impl Section) -> u32 {
        section.append_to(&mut self.bytes);
        self.count += 1;
        self.count - 1
    }
}

impl Object {
    /// Writes the object.
    ///
    /// # Errors
    /// If a reference is out of range, or its data is larger than memory can be.
    pub fn write(&self) -> Result<Vec<u8>, ObjectError> {
        let numbering = Numbering::new(self)?;
        let mut sections = Sections::new();
        sections.add(&self.type_section());
        sections.add(&self.import_section(&numbering)?);
        sections.add(&self.function_section()?);
        if !self.tags.is_empty() {
            sections.add(&self.tag_section()?);
        }
        if !self.globals.is_empty() {
            sections.add(&self.global_section()?);
        }
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
            section.active(None, &self.start(1), functions);
            sections.add(&section);
        }
        let mut relocated = Vec::new();
        if !self.functions.is_empty() {
            let pieces = self.functions.iter().map(|function| Piece {
                before: number(function.body.len()),
                bytes: &function.body,
                relocations: &function.relocations,
            });
            let code = Contents::new(self, &numbering, pieces.collect());
            let (index, relocations) = code.write(SectionId::Code, &mut sections)?;
            relocated.push(("reloc.CODE".to_owned(), index, relocations));
        }
        if !self.segments.is_empty() {
            let pieces = self.segments.iter().zip(&numbering.addresses);
            let pieces = pieces.map(|(segment, &address)| Piece {
                before: segment_header(segment, &self.start(address)),
                bytes: &segment.bytes,
                relocations: &segment.relocations,
            });
            let data = Contents::new(self, &numbering, pieces.collect());
            let (index, relocations) = data.write(SectionId::Data, &mut sections)?;
            relocated.push(("reloc.DATA".to_owned(), index, relocations));
        }
        let first_custom = sections.count;
        for section in &self.customs {
            let mut bytes = section.bytes.clone();
            for relocation in &section.relocations {
                put(self, &numbering, &mut bytes, relocation)?;
            }
            let index = sections.add(&custom(&section.name, bytes));
            let name = format!("reloc.{}", section.name);
            relocated.push((name, index, section.relocations.clone()));
        }
        sections.add(&custom("linking", linking(self, &numbering, first_custom)));
        for (name, index, relocations) in &relocated {
            if !relocations.is_empty() {
                sections.add(&custom(name, relocation_section(*index, relocations)));
            }
        }
        if let Some(section) = self.producers_section() {
            sections.add(&section);
        }
        if !self.features.is_empty() || !self.disallowed.is_empty() {
            sections.add(&custom("target_features", self.features()));
        }
        Ok(sections.bytes)
    }

    /// Where a segment goes in the memory or the table.
    fn start(&self, address: u32) -> ConstExpr {
        match self.addresses {
            AddressWidth::W32 => ConstExpr::i32_const(address as i32),
            AddressWidth::W64 => ConstExpr::i64_const(address.into()),
        }
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
            memory64: self.addresses == AddressWidth::W64,
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
                SymbolKind::ImportedTag { ty } => {
                    find(&self.types, "type", *ty)?;
                    ("env", symbol.name.as_str(), EntityType::Tag(tag_type(*ty)))
                }
                SymbolKind::ImportedTable => {
                    let ty = TableType {
                        element_type: RefType::FUNCREF,
                        table64: self.addresses == AddressWidth::W64,
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
        for &symbol in &numbering.loaded {
            let symbol = find(&self.symbols, "symbol", symbol)?;
            let module = match symbol.kind.address() {
                Some(AddressKind::Function) => "GOT.func",
                Some(AddressKind::Data) => "GOT.mem",
                None => return Err(ObjectError::Kind(symbol.name.clone())),
            };
            let ty = GlobalType {
                val_type: match self.addresses {
                    AddressWidth::W32 => ValType::I32,
                    AddressWidth::W64 => ValType::I64,
                },
                mutable: true,
                shared: false,
            };
            section.import(module, &symbol.name, EntityType::Global(ty));
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

    fn tag_section(&self) -> Result<TagSection, ObjectError> {
        let mut section = TagSection::new();
        for &ty in &self.tags {
            find(&self.types, "type", ty)?;
            section.tag(tag_type(ty));
        }
        Ok(section)
    }

    fn global_section(&self) -> Result<GlobalSection, ObjectError> {
        let mut section = GlobalSection::new();
        for &val_type in &self.globals {
            let zero = match val_type {
                ValType::I32 => ConstExpr::i32_const(0),
                ValType::I64 => ConstExpr::i64_const(0),
                ValType::F32 => ConstExpr::f32_const(0.0.into()),
                ValType::F64 => ConstExpr::f64_const(0.0.into()),
                ValType::V128 | ValType::Ref(_) => return Err(ObjectError::Global(val_type)),
            };
            let ty = GlobalType {
                val_type,
                mutable: true,
                shared: false,
            };
            section.global(ty, &zero);
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
        let used = self.features.iter().map(|feature| (USED, feature));
        let disallowed = self.disallowed.iter().map(|feature| (DISALLOWED, feature));
        ((self.features.len() + self.disallowed.len()) as u32).encode(&mut out);
        for (prefix, feature) in used.chain(disallowed) {
            out.push(prefix);
            feature.as_str().encode(&mut out);
        }
        out
    }
}

/// A tag whose exceptions carry the parameters of a type.
fn tag_type(ty: u32) -> TagType {
    TagType {
        kind: TagKind::Exception,
        func_type_idx: ty,
    }
}

/// A function or segment in its section.
struct Piece<'a> {
    /// The bytes before its contents.
    before: Vec<u8>,
    bytes: &'a [u8],
    relocations: &'a [Relocation],
}

/// The flags, the address and the number of bytes of a segment.
fn segment_header(segment: &Segment, start: &ConstExpr) -> Vec<u8> {
    let mut header = vec![0];
    start.encode(&mut header);
    segment.bytes.len().encode(&mut header);
    header
}

/// The contents of a section that are relocated. They are written to their place at once, because
/// they may be large.
struct Contents<'a> {
    object: &'a Object,
    numbering: &'a Numbering,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Contents<'a> {
    fn new(object: &'a Object, numbering: &'a Numbering, pieces: Vec<Piece<'a>>) -> Self {
        Contents {
            object,
            numbering,
            pieces,
        }
    }

    /// Writes the section with the first numbers in their places. Gives its index, and the
    /// relocations with places that count from the start of the contents.
    fn write(
        &self,
        id: SectionId,
        sections: &mut Sections,
    ) -> Result<(u32, Vec<Relocation>), ObjectError> {
        let count = number(self.pieces.len());
        let sizes = self.pieces.iter();
        let sizes = sizes.map(|piece| (piece.before.len() + piece.bytes.len()) as u64);
        let size = count.len() as u64 + sizes.sum::<u64>();
        let size = u32::try_from(size).map_err(|_| ObjectError::Section(size))?;
        let out = &mut sections.bytes;
        out.push(id.into());
        size.encode(out);
        let start = out.len();
        out.extend(count);
        let mut relocations = Vec::new();
        for piece in &self.pieces {
            out.extend(&piece.before);
            let at = out.len();
            out.extend(piece.bytes);
            for relocation in piece.relocations {
                put(self.object, self.numbering, &mut out[at..], relocation)?;
                relocations.push(Relocation {
                    at: (at - start) as u32 + relocation.at,
                    ..*relocation
                });
            }
        }
        sections.count += 1;
        Ok((sections.count - 1, relocations))
    }
}

/// Writes the first number of a relocation into the bytes of its piece.
fn put(
    object: &Object,
    numbering: &Numbering,
    bytes: &mut [u8],
    relocation: &Relocation,
) -> Result<(), ObjectError> {
    let size = bytes.len();
    let start = relocation.at as usize;
    let place = bytes.get_mut(start..start.saturating_add(relocation.kind.size()));
    let place = place.ok_or(ObjectError::Place {
        at: relocation.at,
        size,
    })?;
    let value = numbering.value(object, relocation)?;
    relocation.kind.put(place, value);
    Ok(())
}

/// A count of bytes or pieces.
fn number(count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    count.encode(&mut bytes);
    bytes
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
            relocation.kind.addend(relocation.addend).encode(&mut out);
        }
    }
    out
}

fn custom(name: &str, data: Vec<u8>) -> CustomSection<'_> {
    CustomSection {
        name: name.into(),
        data: data.into(),
    }
}
