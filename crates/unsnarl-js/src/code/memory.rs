//! Accesses to linear memory.
//!
//! A memory is an `ArrayBuffer` with views of it. An element of a typed array is the fastest
//! access, but is one only at multiples of its size; a `DataView` is right anywhere. An alignment
//! that is [promised](Alignment::Promise) decides which it is; one that is a
//! [hint](Alignment::Hint) does not. A single byte is always an element.
//!
//! When a memory grows its views are replaced. So nothing that may make it grow stands between the
//! name of a view and what is read from it: such operands get a name first.

use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{Op, Sign, Size, Symbol, Type};

use super::{Refused, Value, Writer, acting};
use crate::options::Alignment;
use crate::piece::{Binds, Kind, Piece, Touches};

/// How the words of a number are in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    I8,
    U8,
    I16,
    U16,
    I32,
    F32,
    F64,
}

impl Word {
    fn bytes(self) -> u32 {
        match self {
            Word::I8 | Word::U8 => 1,
            Word::I16 | Word::U16 => 2,
            Word::I32 | Word::F32 => 4,
            Word::F64 => 8,
        }
    }

    /// The view whose elements it is.
    fn view(self) -> &'static str {
        match self {
            Word::I8 => "HEAP8",
            Word::U8 => "HEAPU8",
            Word::I16 => "HEAP16",
            Word::U16 => "HEAPU16",
            Word::I32 => "HEAP32",
            Word::F32 => "HEAPF32",
            Word::F64 => "HEAPF64",
        }
    }

    /// What a `DataView` calls it.
    fn name(self) -> &'static str {
        match self {
            Word::I8 => "Int8",
            Word::U8 => "Uint8",
            Word::I16 => "Int16",
            Word::U16 => "Uint16",
            Word::I32 => "Int32",
            Word::F32 => "Float32",
            Word::F64 => "Float64",
        }
    }

    fn kind(self) -> Kind {
        match self {
            Word::U8 | Word::U16 => Kind::Small,
            Word::F32 | Word::F64 => Kind::Float,
            _ => Kind::Signed,
        }
    }
}

/// An address that is ready for accesses.
struct Place {
    base: Piece,
    offset: u64,
    memory: Memory,
    align: u8,
    /// Whether it is a number that has been found to be inside.
    is_checked: bool,
}

impl Writer<'_> {
    pub(super) fn load(&mut self, load: Load, at: Address) -> Result<(), Refused> {
        use Load as L;
        match load {
            L::Whole(Type::I32) => self.load_one(at, Word::I32)?,
            L::Whole(Type::F32) => self.load_one(at, Word::F32)?,
            L::Whole(Type::F64) => self.load_one(at, Word::F64)?,
            L::Whole(Type::I64) => self.load_words(at, 2)?,
            L::Whole(Type::V128) => self.load_words(at, 4)?,
            L::Narrow(ty, size, sign) => {
                let word = match (size, sign) {
                    (Size::B1, Sign::Signed) => Word::I8,
                    (Size::B1, Sign::Unsigned) => Word::U8,
                    (Size::B2, Sign::Signed) => Word::I16,
                    (Size::B2, Sign::Unsigned) => Word::U16,
                    _ => Word::I32,
                };
                self.load_one(at, word)?;
                match (ty, sign) {
                    (Type::I64, Sign::Signed) => self.extend_signed(),
                    (Type::I64, Sign::Unsigned) => self.extend_unsigned(),
                    _ => {}
                }
            }
            L::Extend(..) | L::Splat(_) | L::Zero(_) => return self.load_vector(load, at),
            L::Whole(_) => return Err(String::from("a reference in memory")),
        }
        Ok(())
    }

    fn load_one(&mut self, at: Address, word: Word) -> Result<(), Refused> {
        let place = self.place(at, 0, u64::from(word.bytes()), false)?;
        let piece = self.read_word(&place, word, 0);
        let piece = match place.is_checked {
            true => self.trapping(piece),
            false => piece,
        };
        self.push_one(piece);
        Ok(())
    }

    /// Reads whole words.
    pub(super) fn load_words(&mut self, at: Address, words: u64) -> Result<(), Refused> {
        let place = self.place(at, 0, 4 * words, true)?;
        let pieces = (0..words).map(|word| self.read_word(&place, Word::I32, 4 * word));
        let value: Value = pieces.collect();
        self.push(value);
        Ok(())
    }

    pub(super) fn store(&mut self, store: Store, at: Address) -> Result<(), Refused> {
        self.name_acting(2);
        let bytes = u64::from(store.bytes());
        let word = match store {
            Store::Whole(Type::F32) => Word::F32,
            Store::Whole(Type::F64) => Word::F64,
            Store::Narrow(_, Size::B1) => Word::I8,
            Store::Narrow(_, Size::B2) => Word::I16,
            _ => Word::I32,
        };
        let count = bytes / u64::from(word.bytes());
        if count > 1 && self.operand(0).iter().any(|piece| piece.touches.reads) {
            // The first store must not change what the second one reads.
            self.name(0);
        }
        let place = self.place(at, 1, bytes, count > 1)?;
        let value = self.pop();
        for (number, piece) in (0..count).zip(&value) {
            self.write_word(&place, word, u64::from(word.bytes()) * number, piece);
        }
        Ok(())
    }

    /// Makes an address of an operand, below which is nothing but `above` operands. If it is read
    /// `several` times it gets a name.
    fn place(
        &mut self,
        at: Address,
        above: usize,
        bytes: u64,
        several: bool,
    ) -> Result<Place, Refused> {
        self.narrow(self.code.widths.memory(at.memory).int(), "memory")?;
        self.name_acting(above + 1);
        let mut offset = at.offset;
        if let Some(symbol) = at.symbol {
            offset = offset.wrapping_add(self.address_of(symbol)?);
        }
        let is_checked = self.traps_always();
        if several && !is_checked {
            self.name_one(above, 0);
        }
        if is_checked {
            // It traps after the value has been computed, and before anything is written.
            (0..above).rev().for_each(|from_top| self.name(from_top));
        }
        let view = format!("HEAPU8{}", self.suffix(at.memory));
        let mut values = self.pop_many(above + 1);
        let mut base = values.remove(0).swap_remove(0);
        if is_checked {
            let operands = [
                Piece::new(view, Binds::Whole, Kind::Reference),
                base.wrapped(),
                Piece::new(offset.to_string(), Binds::Whole, Kind::Product),
                Piece::new(bytes.to_string(), Binds::Whole, Kind::Product),
            ];
            let operands: Vec<&Piece> = operands.iter().collect();
            base = Piece::call("bounded", Kind::Product, &operands);
            base.touches.reads = true;
            base.touches.acts = true;
            offset = 0;
        }
        if is_checked && (several || above > 0) {
            self.stack.push(vec![base]);
            self.name(0);
            base = self.pop_one();
            self.stack.extend(values);
        } else {
            self.stack.extend(values);
        }
        Ok(Place {
            base,
            offset,
            memory: at.memory,
            align: at.align,
            is_checked,
        })
    }

    pub(super) fn address_of(&self, symbol: Symbol) -> Result<u64, Refused> {
        match self.context.entity(symbol) {
            Some(Entity::Address(at)) => Ok(at),
            _ => Err(String::from("the address of a symbol without an address")),
        }
    }

    pub(super) fn suffix(&self, memory: Memory) -> &str {
        &self.context.names.memories[memory.0 as usize]
    }

    /// The address of a word. If what reads it `wraps` it, the sum that it begins with need not be.
    fn address(&self, place: &Place, further: u64, wraps: bool) -> Piece {
        let offset = place.offset.wrapping_add(further);
        if let Some(number) = place.base.number {
            let sum = u64::from(number as u32).wrapping_add(offset);
            let piece = Piece::new(sum.to_string(), Binds::Whole, Kind::Product);
            return Piece {
                number: i32::try_from(sum).ok(),
                ..piece
            };
        }
        // The offset is added to an address that is wrapped. What is added to one integer is so
        // small that it leads out of memory where it would be wrapped.
        let base = match place.base.kind {
            Kind::Sum(2..) if wraps => place.base.clone(),
            Kind::Sum(2..) | Kind::Truth => place.base.wrapped(),
            Kind::Product if !place.is_checked => place.base.wrapped(),
            _ => place.base.clone(),
        };
        match i32::try_from(offset) {
            Ok(0) => base,
            Ok(offset) => Piece::sum(&base, &Piece::int(offset), false),
            Err(_) => {
                let offset = Piece::new(offset.to_string(), Binds::Whole, Kind::Product);
                Piece::infix(&base, "+", &offset, Binds::Sum, Kind::Product)
            }
        }
    }

    /// The text of a word as an element of its view, if it is one.
    fn element(&self, place: &Place, word: Word, further: u64) -> Option<Piece> {
        let size = word.bytes();
        let shift = size.trailing_zeros();
        let address = self.address(place, further, shift > 0);
        let is_known = match address.number {
            Some(number) => (number as u32).is_multiple_of(size),
            None => size == 1,
        };
        let is_promised = self.context.options.alignment == Alignment::Promise
            && 1_u32
                .checked_shl(place.align.into())
                .is_none_or(|align| align >= size);
        if !is_known && (!is_promised || place.is_checked) {
            return None;
        }
        let index = match (address.number, shift) {
            (Some(number), _) => (number as u32 >> shift).to_string(),
            (None, 0) => address.text.clone(),
            (None, shift) => format!("{} >> {shift}", address.at(Binds::Shift)),
        };
        let text = format!("{}{}[{index}]", word.view(), self.suffix(place.memory));
        Some(Piece::of(text, Binds::Whole, word.kind(), &[&address]))
    }

    fn read_word(&self, place: &Place, word: Word, further: u64) -> Piece {
        let mut piece = self.element(place, word, further).unwrap_or_else(|| {
            let address = self.address(place, further, false);
            let view = self.suffix(place.memory);
            let text = format!("VIEW{view}.get{}({}, true)", word.name(), address.text);
            Piece::of(text, Binds::Whole, word.kind(), &[&address])
        });
        piece.touches.reads = true;
        piece
    }

    fn write_word(&mut self, place: &Place, word: Word, further: u64, value: &Piece) {
        let value = match word {
            // It has been computed: a NaN is the canonical one.
            Word::F32 | Word::F64 if self.context.options.exact_nan => {
                Piece::call("settled", Kind::Float, &[value])
            }
            _ => value.wrapping(),
        };
        let (text, address) = match self.element(place, word, further) {
            Some(element) => (format!("{} = {};", element.text, value.text), element),
            None => {
                let address = self.address(place, further, false);
                let view = self.suffix(place.memory);
                let (name, at) = (word.name(), &address.text);
                let text = format!("VIEW{view}.set{name}({at}, {}, true);", value.text);
                (text, address)
            }
        };
        let mut touches: Touches = address.touches.clone();
        touches.add(&value.touches);
        touches.acts = true;
        self.statement(&touches, text);
    }

    /// Operations on the size or on ranges of memories, and atomic ones; tells whether it is one.
    pub(super) fn wide_memory(&mut self, op: Op) -> Result<bool, Refused> {
        let memories: &[Memory] = match op {
            Op::MemorySize(memory) | Op::MemoryGrow(memory) | Op::MemoryFill(memory) => &[memory],
            Op::MemoryInit(memory, _) => &[memory],
            Op::MemoryCopy { to, from } => &[to, from],
            Op::DataDrop(_) | Op::AtomicFence => &[],
            _ => return self.atomic(op),
        };
        for &memory in memories {
            self.narrow(self.code.widths.memory(memory).int(), "memory")?;
        }
        let bytes = |memory: Memory| format!("HEAPU8{}", self.suffix(memory));
        match op {
            Op::MemorySize(memory) => {
                let text = format!("{}.length >>> 16", bytes(memory));
                let mut piece = Piece::new(text, Binds::Shift, Kind::Small);
                piece.touches.reads = true;
                self.push_one(piece);
            }
            Op::MemoryGrow(memory) => {
                let name = format!("growMemory{}", self.suffix(memory));
                let pages = self.pop_one();
                let mut call = Piece::call(&name, Kind::Signed, &[&pages.wrapped()]);
                call.touches.add(&acting());
                self.push_one(call);
            }
            Op::MemoryFill(memory) => {
                let view = bytes(memory);
                self.range("fillMemory", &[view]);
            }
            Op::MemoryCopy { to, from } => {
                let views = [bytes(to), bytes(from)];
                self.range("copyMemory", &views);
            }
            Op::MemoryInit(memory, symbol) => {
                let views = [bytes(memory), self.segment(symbol)?];
                self.range("copyMemory", &views);
            }
            Op::DataDrop(symbol) => {
                let segment = self.segment(symbol)?;
                self.statement(&acting(), format!("{segment} = EMPTY;"));
            }
            _ => {}
        }
        Ok(true)
    }

    /// Calls a function of the runtime with some things and three operands.
    pub(super) fn range(&mut self, name: &str, things: &[String]) {
        self.name_acting(3);
        let operands: Vec<Piece> = self
            .pop_many(3)
            .into_iter()
            .map(|value| value[0].wrapped())
            .collect();
        let things = things
            .iter()
            .map(|thing| Piece::new(&thing[..], Binds::Whole, Kind::Reference));
        let all: Vec<Piece> = things.chain(operands).collect();
        let mut call = Piece::call(name, Kind::Signed, &all.iter().collect::<Vec<_>>());
        call.touches.add(&acting());
        let touches = call.touches.clone();
        self.statement(&touches, format!("{};", call.text));
    }

    /// The name of a segment.
    pub(super) fn segment(&self, symbol: Symbol) -> Result<String, Refused> {
        let names = &self.context.names;
        match self.context.entity(symbol) {
            Some(Entity::Data(number)) => Ok(names.data[number as usize].clone()),
            Some(Entity::Elements(number)) => Ok(names.elements[number as usize].clone()),
            _ => Err(String::from("a symbol that is not a segment")),
        }
    }
}
