//! Relocations: places where the linker puts an index or an address.

use AddressWidth::{W32, W64};

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
    pub addend: i64,
}

/// How wide the addresses of a memory are, and the numbers of the slots of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AddressWidth {
    /// 32 bits.
    #[default]
    W32,
    /// 64 bits.
    W64,
}

/// The kind of number at a place. `Leb` is an unsigned number in five bytes, or ten if it has 64
/// bits, `Sleb` a signed one, `Word` four or eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelocationKind {
    /// The index of a function.
    FunctionIndexLeb,
    /// The slot of a function in the table, for `i32.const` or `i64.const`.
    TableIndexSleb(AddressWidth),
    /// The slot of a function in the table, in data.
    TableIndexWord(AddressWidth),
    /// An address, for the offset of a load or store.
    MemoryAddressLeb(AddressWidth),
    /// An address, for `i32.const` or `i64.const`.
    MemoryAddressSleb(AddressWidth),
    /// An address, in data.
    MemoryAddressWord(AddressWidth),
    /// The distance of an address from the place itself, in data.
    MemoryDistanceWord,
    /// The distance of a thread-local variable from the start of a thread's variables, for
    /// `i32.const` or `i64.const`.
    ThreadAddressSleb(AddressWidth),
    /// The distance of an address from where the program or library was loaded in memory,
    /// `__memory_base`, for `i32.const` or `i64.const`.
    MemoryDistanceSleb(AddressWidth),
    /// The distance of the slot of a function from where it was loaded in the table,
    /// `__table_base`, for `i32.const` or `i64.const`.
    TableDistanceSleb(AddressWidth),
    /// The index of a type.
    TypeIndexLeb,
    /// The index of a global. Of a function or a piece of memory it is that of the global in which
    /// a loader puts its address, and which the linker makes.
    GlobalIndexLeb,
    /// The index of a tag.
    TagIndexLeb,
    /// The number of a table.
    TableNumberLeb,
    /// A place in the code of a function, counted from the start of the section of code, in a
    /// custom section. The addend counts from the declarations of the function's locals.
    CodeOffsetWord(AddressWidth),
    /// A place in a custom section, in a custom section.
    SectionOffsetWord,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Leb,
    Sleb,
    Word,
}

impl RelocationKind {
    /// The number of the conventions.
    pub(crate) fn code(self) -> u8 {
        match self {
            RelocationKind::FunctionIndexLeb => 0,
            RelocationKind::TableIndexSleb(W32) => 1,
            RelocationKind::TableIndexWord(W32) => 2,
            RelocationKind::MemoryAddressLeb(W32) => 3,
            RelocationKind::MemoryAddressSleb(W32) => 4,
            RelocationKind::MemoryAddressWord(W32) => 5,
            RelocationKind::TypeIndexLeb => 6,
            RelocationKind::GlobalIndexLeb => 7,
            RelocationKind::CodeOffsetWord(W32) => 8,
            RelocationKind::SectionOffsetWord => 9,
            RelocationKind::TagIndexLeb => 10,
            RelocationKind::MemoryDistanceSleb(W32) => 11,
            RelocationKind::TableDistanceSleb(W32) => 12,
            RelocationKind::MemoryAddressLeb(W64) => 14,
            RelocationKind::MemoryAddressSleb(W64) => 15,
            RelocationKind::MemoryAddressWord(W64) => 16,
            RelocationKind::MemoryDistanceSleb(W64) => 17,
            RelocationKind::TableIndexSleb(W64) => 18,
            RelocationKind::TableIndexWord(W64) => 19,
            RelocationKind::TableNumberLeb => 20,
            RelocationKind::CodeOffsetWord(W64) => 22,
            RelocationKind::MemoryDistanceWord => 23,
            RelocationKind::ThreadAddressSleb(W32) => 21,
            RelocationKind::TableDistanceSleb(W64) => 24,
            RelocationKind::ThreadAddressSleb(W64) => 25,
        }
    }

    /// How many bytes the place has.
    pub fn size(self) -> usize {
        match (self.encoding(), self.width()) {
            (Encoding::Word, W32) => 4,
            (Encoding::Word, W64) => 8,
            (Encoding::Leb | Encoding::Sleb, W32) => 5,
            (Encoding::Leb | Encoding::Sleb, W64) => 10,
        }
    }

    /// Tells whether a relocation of this kind has an addend.
    pub(crate) fn has_addend(self) -> bool {
        matches!(
            self,
            RelocationKind::MemoryAddressLeb(_)
                | RelocationKind::MemoryAddressSleb(_)
                | RelocationKind::MemoryAddressWord(_)
                | RelocationKind::MemoryDistanceWord
                | RelocationKind::MemoryDistanceSleb(_)
                | RelocationKind::ThreadAddressSleb(_)
                | RelocationKind::CodeOffsetWord(_)
                | RelocationKind::SectionOffsetWord
        )
    }

    /// An addend as the linker reads it: of 32 bits, it is modulo 2³².
    pub(crate) fn addend(self, addend: i64) -> i64 {
        match self.width() {
            W32 => i64::from(addend as i32),
            W64 => addend,
        }
    }

    /// How wide the number is; indices have 32 bits.
    fn width(self) -> AddressWidth {
        match self {
            RelocationKind::TableIndexSleb(width)
            | RelocationKind::TableIndexWord(width)
            | RelocationKind::MemoryAddressLeb(width)
            | RelocationKind::MemoryAddressSleb(width)
            | RelocationKind::MemoryAddressWord(width)
            | RelocationKind::MemoryDistanceSleb(width)
            | RelocationKind::TableDistanceSleb(width)
            | RelocationKind::ThreadAddressSleb(width)
            | RelocationKind::CodeOffsetWord(width) => width,
            _ => W32,
        }
    }

    fn encoding(self) -> Encoding {
        match self {
            RelocationKind::TableIndexSleb(_)
            | RelocationKind::MemoryAddressSleb(_)
            | RelocationKind::MemoryDistanceSleb(_)
            | RelocationKind::TableDistanceSleb(_)
            | RelocationKind::ThreadAddressSleb(_) => Encoding::Sleb,
            RelocationKind::TableIndexWord(_)
            | RelocationKind::MemoryAddressWord(_)
            | RelocationKind::MemoryDistanceWord
            | RelocationKind::CodeOffsetWord(_)
            | RelocationKind::SectionOffsetWord => Encoding::Word,
            _ => Encoding::Leb,
        }
    }

    /// Tells whether it is about the slot of a function in the table.
    pub(crate) fn is_slot(self) -> bool {
        matches!(
            self,
            RelocationKind::TableIndexSleb(_)
                | RelocationKind::TableIndexWord(_)
                | RelocationKind::TableDistanceSleb(_)
        )
    }

    /// Writes a number in the encoding of the place, which has [`RelocationKind::size`] bytes.
    /// Of a number that is wider than the place, the lowest bits are written.
    ///
    /// # Panics
    /// If the place has another number of bytes.
    pub fn put(self, place: &mut [u8], number: u64) {
        let bits = match (self.encoding(), self.width()) {
            (Encoding::Word, _) => {
                let size = place.len();
                return place.copy_from_slice(&number.to_le_bytes()[..size]);
            }
            (Encoding::Leb, W32) => i128::from(number as u32),
            (Encoding::Leb, W64) => i128::from(number),
            (Encoding::Sleb, W32) => i128::from(number as i32),
            (Encoding::Sleb, W64) => i128::from(number as i64),
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
    use super::AddressWidth::{W32, W64};
    use super::RelocationKind as Kind;

    #[track_caller]
    fn check(kind: Kind, number: u64, expected: &[u8]) {
        let mut place = vec![0xff; kind.size()];
        kind.put(&mut place, number);
        assert_eq!(place, expected);
    }

    #[test]
    fn numbers_fill_their_place() {
        check(Kind::FunctionIndexLeb, 0, &[0x80, 0x80, 0x80, 0x80, 0x00]);
        check(Kind::FunctionIndexLeb, 300, &[0xac, 0x82, 0x80, 0x80, 0x00]);
        let last = u64::from(u32::MAX);
        check(
            Kind::MemoryAddressLeb(W32),
            last,
            &[0xff, 0xff, 0xff, 0xff, 0x0f],
        );
        check(
            Kind::MemoryAddressSleb(W32),
            last,
            &[0xff, 0xff, 0xff, 0xff, 0x7f],
        );
        check(
            Kind::MemoryAddressSleb(W32),
            64,
            &[0xc0, 0x80, 0x80, 0x80, 0x00],
        );
        check(Kind::MemoryAddressWord(W32), 0x0102_0304, &[4, 3, 2, 1]);
    }

    #[test]
    fn wide_numbers_fill_wider_places() {
        let nine = |last: u8, byte: u8| [&[byte; 9][..], &[last]].concat();
        check(Kind::MemoryAddressLeb(W64), u64::MAX, &nine(0x01, 0xff));
        check(Kind::MemoryAddressSleb(W64), u64::MAX, &nine(0x7f, 0xff));
        check(Kind::MemoryAddressLeb(W64), 0, &nine(0x00, 0x80));
        check(
            Kind::TableIndexSleb(W64),
            1 << 32,
            &[0x80, 0x80, 0x80, 0x80, 0x90, 0x80, 0x80, 0x80, 0x80, 0x00],
        );
        let word = 0x0102_0304_0506_0708;
        check(
            Kind::MemoryAddressWord(W64),
            word,
            &[8, 7, 6, 5, 4, 3, 2, 1],
        );
        check(Kind::TableIndexWord(W64), 9, &[9, 0, 0, 0, 0, 0, 0, 0]);
    }
}
