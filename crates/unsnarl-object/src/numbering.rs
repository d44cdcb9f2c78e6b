//! The indices and addresses of an object before it is linked.
//!
//! *Gives:* [`Numbering`]: for each symbol its index, slot or address. Functions that are defined
//! elsewhere come first, as imports have to; then those of the object. Slots of the table count
//! from 1. Segments follow each other from address 0.

use crate::error::find;
use crate::{Object, ObjectError, Relocation, RelocationKind, Segment, SymbolKind};

/// The numbers of an object.
pub(crate) struct Numbering {
    /// How many functions are defined elsewhere.
    pub(crate) imported: u32,
    /// By symbol: the index of its function, global or tag; 0 for all else.
    indices: Vec<u32>,
    /// By symbol: the slot of its function; 0 if its address is not taken.
    slots: Vec<u32>,
    /// The functions whose address is taken, in order of their slots.
    pub(crate) slotted: Vec<u32>,
    /// The symbols whose address a loader puts in a global, ascending. These globals follow those
    /// that are imported under a name of their own.
    pub(crate) loaded: Vec<u32>,
    /// How many globals are imported under a name of their own.
    imported_globals: u32,
    /// By segment: its address.
    pub(crate) addresses: Vec<u32>,
    /// Where the last segment ends.
    pub(crate) end: u64,
    /// By function of the object: where its body begins in the contents of the section of code.
    bodies: Vec<u64>,
}

impl Numbering {
    pub(crate) fn new(object: &Object) -> Result<Self, ObjectError> {
        let (addresses, end) = lay_out(&object.segments)?;
        let count = |is_one: fn(&SymbolKind) -> bool| {
            let kinds = object.symbols.iter().map(|symbol| &symbol.kind);
            kinds.filter(|kind| is_one(kind)).count() as u32
        };
        let imported = count(|kind| matches!(kind, SymbolKind::ImportedFunction { .. }));
        let imported_globals = count(|kind| matches!(kind, SymbolKind::ImportedGlobal { .. }));
        let imported_tags = count(|kind| matches!(kind, SymbolKind::ImportedTag { .. }));
        let mut numbering = Numbering {
            imported,
            indices: Vec::with_capacity(object.symbols.len()),
            slots: vec![0; object.symbols.len()],
            slotted: Vec::new(),
            loaded: loaded(object),
            imported_globals,
            addresses,
            end,
            bodies: bodies(object),
        };
        let (mut functions, mut globals, mut tags) = (0, 0, 0);
        for symbol in &object.symbols {
            let counter = match &symbol.kind {
                SymbolKind::ImportedFunction { ty, .. } => {
                    find(&object.types, "type", *ty)?;
                    &mut functions
                }
                SymbolKind::ImportedGlobal { .. } => &mut globals,
                SymbolKind::Global(global) => {
                    find(&object.globals, "global", *global)?;
                    let before = imported_globals + numbering.loaded.len() as u32;
                    numbering.indices.push(before + global);
                    continue;
                }
                SymbolKind::ImportedTag { ty } => {
                    find(&object.types, "type", *ty)?;
                    &mut tags
                }
                SymbolKind::Tag(tag) => {
                    find(&object.tags, "tag", *tag)?;
                    numbering.indices.push(imported_tags + tag);
                    continue;
                }
                SymbolKind::Function(function) => {
                    find(&object.functions, "function", *function)?;
                    numbering.indices.push(imported + function);
                    continue;
                }
                SymbolKind::Data { segment, .. } => {
                    find(&object.segments, "segment", *segment)?;
                    numbering.indices.push(0);
                    continue;
                }
                SymbolKind::Section(section) => {
                    find(&object.customs, "custom section", *section)?;
                    numbering.indices.push(0);
                    continue;
                }
                SymbolKind::ImportedData | SymbolKind::ImportedTable => {
                    numbering.indices.push(0);
                    continue;
                }
            };
            numbering.indices.push(*counter);
            *counter += 1;
        }
        numbering.number_slots(object);
        check_lists(object)?;
        Ok(numbering)
    }

    fn number_slots(&mut self, object: &Object) {
        let in_code = object
            .functions
            .iter()
            .map(|function| &function.relocations);
        let in_data = object.segments.iter().map(|segment| &segment.relocations);
        for relocation in in_code.chain(in_data).flatten() {
            let symbol = relocation.target as usize;
            if relocation.kind.is_slot() && self.slots.get(symbol) == Some(&0) {
                self.slotted.push(self.indices[symbol]);
                self.slots[symbol] = self.slotted.len() as u32;
            }
        }
    }

    /// The index of a function, global or tag.
    pub(crate) fn index(&self, symbol: u32) -> u32 {
        self.indices[symbol as usize]
    }

    /// The index of the global in which a loader puts the address of a symbol.
    fn loaded(&self, symbol: u32) -> Option<u32> {
        let place = self.loaded.binary_search(&symbol).ok()?;
        Some(self.imported_globals + place as u32)
    }

    /// The number at the place of a relocation.
    pub(crate) fn value(
        &self,
        object: &Object,
        relocation: &Relocation,
    ) -> Result<u64, ObjectError> {
        if relocation.kind == RelocationKind::TypeIndexLeb {
            find(&object.types, "type", relocation.target)?;
            return Ok(relocation.target.into());
        }
        let symbol = find(&object.symbols, "symbol", relocation.target)?;
        let index = self.index(relocation.target);
        if relocation.kind == RelocationKind::GlobalIndexLeb
            && let Some(index) = self.loaded(relocation.target)
        {
            return Ok(index.into());
        }
        match (relocation.kind, &symbol.kind) {
            (
                RelocationKind::FunctionIndexLeb,
                SymbolKind::Function(_) | SymbolKind::ImportedFunction { .. },
            )
            | (
                RelocationKind::GlobalIndexLeb,
                SymbolKind::ImportedGlobal { .. } | SymbolKind::Global(_),
            )
            | (RelocationKind::TagIndexLeb, SymbolKind::ImportedTag { .. } | SymbolKind::Tag(_))
            | (RelocationKind::TableNumberLeb, SymbolKind::ImportedTable) => Ok(index.into()),
            (kind, SymbolKind::Function(_) | SymbolKind::ImportedFunction { .. })
                if kind.is_slot() =>
            {
                Ok(self.slots[relocation.target as usize].into())
            }
            (RelocationKind::CodeOffsetWord(_), SymbolKind::Function(function)) => {
                let start = self.bodies[*function as usize];
                Ok(start.wrapping_add_signed(relocation.addend))
            }
            (RelocationKind::SectionOffsetWord, SymbolKind::Section(_)) => {
                Ok(relocation.addend as u64)
            }
            (RelocationKind::CodeOffsetWord(_) | RelocationKind::SectionOffsetWord, _) => {
                Err(ObjectError::Kind(symbol.name.clone()))
            }
            (
                kind,
                SymbolKind::Data {
                    segment, offset, ..
                },
            ) if kind.has_addend() => {
                let start = self.addresses[*segment as usize].wrapping_add(*offset);
                Ok(u64::from(start).wrapping_add_signed(relocation.addend))
            }
            (kind, SymbolKind::ImportedData) if kind.has_addend() => Ok(relocation.addend as u64),
            _ => Err(ObjectError::Kind(symbol.name.clone())),
        }
    }
}

/// The symbols whose address a loader puts in a global: functions and pieces of memory of which
/// code reads a global.
fn loaded(object: &Object) -> Vec<u32> {
    let relocations = object.functions.iter().flat_map(|own| &own.relocations);
    let read = relocations.filter(|own| own.kind == RelocationKind::GlobalIndexLeb);
    let mut loaded: Vec<u32> = read
        .map(|own| own.target)
        .filter(|&symbol| {
            let symbol = object.symbols.get(symbol as usize);
            symbol.is_some_and(|symbol| symbol.kind.address().is_some())
        })
        .collect();
    loaded.sort_unstable();
    loaded.dedup();
    loaded
}

/// Where the body of each function begins in the contents of the section of code: behind the number
/// of functions, those before it, and its own size.
fn bodies(object: &Object) -> Vec<u64> {
    let digits = |number: usize| {
        let bits = usize::BITS - number.leading_zeros();
        u64::from(bits.max(1).div_ceil(7))
    };
    let mut end = digits(object.functions.len());
    let functions = object.functions.iter();
    let start = functions.map(|function| {
        let size = function.body.len();
        let start = end + digits(size);
        end = start + size as u64;
        start
    });
    start.collect()
}

/// Refuses constructors and groups with references out of range.
fn check_lists(object: &Object) -> Result<(), ObjectError> {
    for constructor in &object.constructors {
        find(&object.symbols, "symbol", constructor.symbol)?;
    }
    for comdat in &object.comdats {
        for &function in &comdat.functions {
            find(&object.functions, "function", function)?;
        }
        for &segment in &comdat.segments {
            find(&object.segments, "segment", segment)?;
        }
    }
    Ok(())
}

/// Places the segments one after the other.
fn lay_out(segments: &[Segment]) -> Result<(Vec<u32>, u64), ObjectError> {
    let mut end = 0_u64;
    let mut addresses = Vec::with_capacity(segments.len());
    for segment in segments {
        if !segment.align.is_power_of_two() {
            return Err(ObjectError::Alignment(segment.name.clone()));
        }
        end = end.next_multiple_of(segment.align.into());
        addresses.push(end as u32);
        end += segment.bytes.len() as u64;
        if end > u64::from(u32::MAX) {
            return Err(ObjectError::TooLarge(end));
        }
    }
    Ok((addresses, end))
}
