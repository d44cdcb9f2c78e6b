//! Relocations: places where the linker puts an index or an address.

/// A place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// Its first byte, counted from the start of the body or segment.
    pub at: u32,
    /// The kind of number, and its encoding.
    pub kind: RelocationKind,
    /// The symbol; for [`RelocationKind::TypeIndexLeb`] the type.
    pub target: u32,
    /// The addend of an address; 0 for other kinds.
    pub addend: i32,
}

/// The kind of number at a place. `Leb` is an unsigned number in five bytes, `Sleb` a signed one,
/// `I32` four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// The index of a function.
    FunctionIndexLeb,
    /// The slot of a function in the table, for `i32.const`.
    TableIndexSleb,
    /// The slot of a function in the table, in data.
    TableIndexI32,
    /// An address, for the offset of a load or store.
    MemoryAddressLeb,
    /// An address, for `i32.const`.
    MemoryAddressSleb,
    /// An address, in data.
    MemoryAddressI32,
    /// The index of a type.
    TypeIndexLeb,
    /// The index of a global.
    GlobalIndexLeb,
    /// The number of a table.
    TableNumberLeb,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Leb,
    Sleb,
    I32,
}

impl RelocationKind {
    /// The number of the conventions.
    pub(crate) fn code(self) -> u8 {
        match self {
            RelocationKind::FunctionIndexLeb => 0,
            RelocationKind::TableIndexSleb => 1,
            RelocationKind::TableIndexI32 => 2,
            RelocationKind::MemoryAddressLeb => 3,
            RelocationKind::MemoryAddressSleb => 4,
            RelocationKind::MemoryAddressI32 => 5,
            RelocationKind::TypeIndexLeb => 6,
            RelocationKind::GlobalIndexLeb => 7,
            RelocationKind::TableNumberLeb => 20,
        }
    }

    /// How many bytes the place has.
    pub fn size(self) -> usize {
        match self.encoding() {
            Encoding::I32 => 4,
            Encoding::Leb | Encoding::Sleb => 5,
        }
    }

    /// Tells whether a relocation of this kind has an addend.
    pub(crate) fn has_addend(self) -> bool {
        matches!(
            self,
            RelocationKind::MemoryAddressLeb
                | RelocationKind::MemoryAddressSleb
                | RelocationKind::MemoryAddressI32
        )
    }

    fn encoding(self) -> Encoding {
        match self {
            RelocationKind::TableIndexSleb | RelocationKind::MemoryAddressSleb => Encoding::Sleb,
            RelocationKind::TableIndexI32 | RelocationKind::MemoryAddressI32 => Encoding::I32,
            _ => Encoding::Leb,
        }
    }

    /// Writes a number in the encoding of the place, which has [`RelocationKind::size`] bytes.
    ///
    /// # Panics
    /// If it has another number of bytes.
    pub fn put(self, place: &mut [u8], number: u32) {
        let bits = match self.encoding() {
            Encoding::I32 => return place.copy_from_slice(&number.to_le_bytes()),
            Encoding::Leb => u64::from(number),
            Encoding::Sleb => i64::from(number as i32) as u64,
        };
        let last = place.len() - 1;
        for (index, byte) in place.iter_mut().enumerate() {
            let seven = (bits >> (7 * index)) as u8 & 0x7f;
            *byte = if index == last { seven } else { seven | 0x80 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::RelocationKind as Kind;

    #[track_caller]
    fn check(kind: Kind, number: u32, expected: &[u8]) {
        let mut place = vec![0xff; kind.size()];
        kind.put(&mut place, number);
        assert_eq!(place, expected);
    }

    #[test]
    fn numbers_fill_their_place() {
        check(Kind::FunctionIndexLeb, 0, &[0x80, 0x80, 0x80, 0x80, 0x00]);
        check(Kind::FunctionIndexLeb, 300, &[0xac, 0x82, 0x80, 0x80, 0x00]);
        check(
            Kind::MemoryAddressLeb,
            u32::MAX,
            &[0xff, 0xff, 0xff, 0xff, 0x0f],
        );
        check(
            Kind::MemoryAddressSleb,
            u32::MAX,
            &[0xff, 0xff, 0xff, 0xff, 0x7f],
        );
        check(Kind::MemoryAddressSleb, 64, &[0xc0, 0x80, 0x80, 0x80, 0x00]);
        check(Kind::MemoryAddressI32, 0x0102_0304, &[4, 3, 2, 1]);
    }
}
