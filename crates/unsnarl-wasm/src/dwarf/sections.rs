//! Bytes with places that wait for an address.
//!
//! *Gives:* [`Section`], and the writer that `gimli` writes to.

use gimli::write::{Address, EndianVec, RelocateWriter, Relocation, RelocationTarget, Sections};
use gimli::{LittleEndian, SectionId};
use unsnarl_ir::{GlobalId, Id};

/// A section.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) bytes: Vec<u8>,
    /// Places in the bytes, ascending.
    pub(crate) places: Vec<Place>,
}

/// A place that waits for an address. Until then its bytes are zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Its first byte.
    pub(crate) at: u32,
    /// What is there: a number of four or eight bytes.
    pub(crate) target: Target,
    /// What is added.
    pub(crate) addend: i64,
}

/// What an address is of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The body with this place, in the section of code.
    Code(usize),
    /// A variable of the module, in memory.
    Global(GlobalId),
    /// The debug section of this name.
    Section(&'static str),
}

impl Target {
    /// The target as an address of `gimli`, which has numbers for symbols.
    pub(super) fn address(self, addend: i64) -> Address {
        let symbol = match self {
            Target::Code(place) => 2 * place,
            Target::Global(id) => 2 * id.index() + 1,
            Target::Section(_) => unreachable!("sections are no symbols"),
        };
        Address::Symbol { symbol, addend }
    }

    fn of(target: RelocationTarget) -> Target {
        match target {
            RelocationTarget::Symbol(symbol) if symbol % 2 == 0 => Target::Code(symbol / 2),
            RelocationTarget::Symbol(symbol) => Target::Global(GlobalId::new(symbol / 2)),
            RelocationTarget::Section(section) => Target::Section(section.name()),
        }
    }
}

/// What `gimli` writes a section to.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    bytes: EndianVec<LittleEndian>,
    relocations: Vec<Relocation>,
}

impl Default for Writer {
    fn default() -> Self {
        Writer {
            bytes: EndianVec::new(LittleEndian),
            relocations: Vec::new(),
        }
    }
}

impl RelocateWriter for Writer {
    type Writer = EndianVec<LittleEndian>;

    fn writer(&self) -> &Self::Writer {
        &self.bytes
    }

    fn writer_mut(&mut self) -> &mut Self::Writer {
        &mut self.bytes
    }

    fn relocate(&mut self, relocation: Relocation) {
        self.relocations.push(relocation);
    }
}

/// Takes the sections that are not empty.
pub(super) fn finish(sections: &mut Sections<Writer>) -> Vec<Section> {
    let mut all = Vec::new();
    let mut take = |id: SectionId, writer: &mut Writer| {
        let mut places: Vec<Place> = Vec::with_capacity(writer.relocations.len());
        places.extend(writer.relocations.iter().map(|relocation| Place {
            at: relocation.offset as u32,
            target: Target::of(relocation.target),
            addend: relocation.addend,
        }));
        places.sort_by_key(|place| place.at);
        let bytes = writer.bytes.take();
        if !bytes.is_empty() {
            all.push(Section {
                name: id.name(),
                bytes,
                places,
            });
        }
        Ok::<(), ()>(())
    };
    let taken = sections.for_each_mut(&mut take);
    debug_assert!(taken.is_ok(), "nothing can go wrong");
    all
}
