//! Memory: sparse, with bytes that may be unknown or poison bit by bit.
//!
//! *Gives:* [`Memory`], a byte for every address of 64 bits; [`Fill`] gives the value of a byte
//! that was never written. A scalar of any width lies at any bit, least significant byte first.
//! *Cost:* an access is logarithmic in the pages of 256 bytes that were touched.
//! *Limits:* no provenance and no objects: an address is a number, and every address can be
//! accessed.

use std::collections::BTreeMap;
use std::ops::Range;

use super::bits::Bits;
use super::scalar::{Freedom, Partly, Scalar};

/// Bytes by address.
#[derive(Clone, Debug)]
pub struct Memory {
    pages: BTreeMap<u64, Box<Page>>,
    fill: Fill,
}

/// The value of a byte that was never written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Zero.
    Zero,
    /// Undefined.
    Undefined,
    /// A hash of this seed and the byte's address.
    Random(u64),
}

/// A byte. No bit is set in two of the three masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Byte {
    /// The known bits that are one.
    pub value: u8,
    /// The bits that are unknown.
    pub unknown: u8,
    /// The bits that are poison.
    pub poison: u8,
    /// The reason why bits are unknown.
    pub freedom: Freedom,
}

const PAGE: usize = 256;

#[derive(Clone, Debug)]
struct Page {
    bytes: [Byte; PAGE],
    is_written: [bool; PAGE],
}

impl Byte {
    /// A fully known byte.
    pub fn known(value: u8) -> Self {
        Self {
            value,
            unknown: 0,
            poison: 0,
            freedom: Freedom::Chosen,
        }
    }

    /// An undefined byte.
    pub fn undefined() -> Self {
        Self {
            unknown: 0xff,
            freedom: Freedom::Undefined,
            ..Self::known(0)
        }
    }

    /// Tells whether this byte may be `value`.
    pub fn admits(self, value: u8) -> bool {
        (self.value ^ value) & !(self.unknown | self.poison) == 0
    }

    /// Replaces the bits of `mask`.
    fn with(self, mask: u8, other: Self) -> Self {
        let join = |old: u8, new: u8| old & !mask | new & mask;
        let unknown = join(self.unknown, other.unknown);
        let kept = if self.unknown & !mask == 0 {
            Freedom::Chosen
        } else {
            self.freedom
        };
        let new = if other.unknown & mask == 0 {
            Freedom::Chosen
        } else {
            other.freedom
        };
        Self {
            value: join(self.value, other.value),
            unknown,
            poison: join(self.poison, other.poison),
            freedom: kept.max(new),
        }
    }
}

impl Fill {
    fn byte(self, address: u64) -> Byte {
        match self {
            Self::Zero => Byte::known(0),
            Self::Undefined => Byte::undefined(),
            Self::Random(seed) => Byte::known(hash(seed, address)),
        }
    }
}

/// A byte that depends on every bit of the seed and of the address: splitmix64 of each word.
fn hash(seed: u64, address: u64) -> u8 {
    let mut word = seed ^ (address / 8).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (word ^ word >> 31).to_le_bytes()[address as usize % 8]
}

impl Memory {
    /// Makes memory in which nothing has been written.
    pub fn new(fill: Fill) -> Self {
        Self {
            pages: BTreeMap::new(),
            fill,
        }
    }

    /// Counts the pages of 256 bytes that take space.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns the byte at an address.
    pub fn byte(&self, address: u64) -> Byte {
        let page = self.pages.get(&(address / PAGE as u64));
        page.map_or_else(
            || self.fill.byte(address),
            |page| page.bytes[address as usize % PAGE],
        )
    }

    /// Writes the byte at an address.
    pub fn set_byte(&mut self, address: u64, byte: Byte) {
        let (number, fill) = (address / PAGE as u64, self.fill);
        let page = self.pages.entry(number).or_insert_with(|| {
            let at = |offset| fill.byte(number * PAGE as u64 + offset as u64);
            Box::new(Page {
                bytes: std::array::from_fn(at),
                is_written: [false; PAGE],
            })
        });
        page.bytes[address as usize % PAGE] = byte;
        page.is_written[address as usize % PAGE] = true;
    }

    /// Writes the same byte `count` times.
    pub fn fill(&mut self, address: u64, count: u64, byte: Byte) {
        for offset in 0..count {
            self.set_byte(address.wrapping_add(offset), byte);
        }
    }

    /// Walks the bytes that were written, by ascending address.
    pub fn written(&self) -> impl Iterator<Item = (u64, Byte)> + '_ {
        self.pages.iter().flat_map(|(number, page)| {
            let bytes = page.bytes.iter().zip(page.is_written).enumerate();
            let written = bytes.filter(|(_, (_, is_written))| *is_written);
            written.map(move |(offset, (byte, _))| (number * PAGE as u64 + offset as u64, *byte))
        })
    }

    /// Writes consecutive bytes.
    pub fn write(&mut self, address: u64, bytes: &[u8]) {
        for (offset, &byte) in bytes.iter().enumerate() {
            self.set_byte(address.wrapping_add(offset as u64), Byte::known(byte));
        }
    }

    /// Reads consecutive bytes; unknown and poison bits are zero.
    pub fn read(&self, address: u64, count: usize) -> Vec<u8> {
        let at = |offset| self.byte(address.wrapping_add(offset as u64)).value;
        (0..count).map(at).collect()
    }

    /// Reads `width` bits, starting at bit `bit` after an address: poison if one of them is.
    pub fn load(&self, address: u64, bit: u64, width: u32) -> Scalar {
        if let Some(value) = self.load_known(address, bit, width) {
            return Scalar::int(width, value);
        }
        let (first, skipped) = (address.wrapping_add(bit / 8), (bit % 8) as u32);
        let count = (skipped + width).div_ceil(8) as usize;
        let mut known = Vec::with_capacity(count);
        let mut unknown: Vec<u8> = Vec::new();
        let mut freedom = Freedom::Chosen;
        for index in 0..count {
            let byte = self.byte(first.wrapping_add(index as u64));
            known.push(byte.value);
            if byte.unknown | byte.poison == 0 {
                continue;
            }
            if byte.poison & inside(index, skipped, width) != 0 {
                return Scalar::Poison;
            }
            if byte.unknown & inside(index, skipped, width) != 0 {
                unknown.resize(count, 0);
                unknown[index] = byte.unknown;
                freedom = freedom.max(byte.freedom);
            }
        }
        let row = |bytes: &[u8]| match skipped {
            0 => Bits::from_le_bytes(width, bytes),
            _ => Bits::from_le_bytes(width + skipped, bytes).slice(skipped, width),
        };
        if unknown.is_empty() {
            return Scalar::Known(row(&known));
        }
        Partly::new(row(&known), row(&unknown), freedom).into()
    }

    /// The same in the simple case: whole bytes of one page, all known.
    fn load_known(&self, address: u64, bit: u64, width: u32) -> Option<u128> {
        let (first, range) = whole_bytes(address, bit, width)?;
        let page = self.pages.get(&(first / PAGE as u64))?;
        let mut value = 0;
        for (index, byte) in page.bytes[range].iter().enumerate() {
            if byte.unknown | byte.poison != 0 {
                return None;
            }
            value |= u128::from(byte.value) << (8 * index);
        }
        Some(value)
    }

    /// Writes in the simple case: whole bytes of one page that exists; tells whether this is the
    /// case.
    fn store_known(&mut self, address: u64, bit: u64, bits: &Bits) -> bool {
        let Some((first, range)) = whole_bytes(address, bit, bits.width()) else {
            return false;
        };
        let Some(page) = self.pages.get_mut(&(first / PAGE as u64)) else {
            return false;
        };
        let value = bits.low().to_le_bytes();
        for (byte, value) in page.bytes[range.clone()].iter_mut().zip(value) {
            *byte = Byte::known(value);
        }
        page.is_written[range].fill(true);
        true
    }

    /// Writes the bits of a scalar, starting at bit `bit` after an address, and no others.
    pub fn store(&mut self, address: u64, bit: u64, width: u32, scalar: &Scalar) {
        if let Scalar::Known(bits) = scalar
            && self.store_known(address, bit, bits)
        {
            return;
        }
        let (first, skipped) = (address.wrapping_add(bit / 8), (bit % 8) as u32);
        let count = (skipped + width).div_ceil(8) as usize;
        let bytes = |bits: &Bits| match skipped {
            0 => bits.to_le_bytes(count),
            _ => bits
                .resized(width + skipped)
                .shifted_left(skipped)
                .to_le_bytes(count),
        };
        let partly = match scalar {
            Scalar::Known(bits) => (bytes(bits), None, Freedom::Chosen),
            _ => match scalar.partly() {
                None => (Vec::new(), None, Freedom::Chosen),
                Some(partly) => (
                    bytes(&partly.value),
                    Some(bytes(&partly.unknown)),
                    partly.freedom,
                ),
            },
        };
        let (value, unknown, freedom) = partly;
        for index in 0..count {
            let at = first.wrapping_add(index as u64);
            let byte = match value.get(index) {
                None => Byte {
                    poison: 0xff,
                    ..Byte::known(0)
                },
                Some(&value) => Byte {
                    value,
                    unknown: unknown.as_ref().map_or(0, |unknown| unknown[index]),
                    poison: 0,
                    freedom,
                },
            };
            match inside(index, skipped, width) {
                0xff => self.set_byte(at, byte),
                mask => self.set_byte(at, self.byte(at).with(mask, byte)),
            }
        }
    }
}

/// The first address and the byte range in its page, if the bits are whole bytes, at most 16, of
/// one page.
fn whole_bytes(address: u64, bit: u64, width: u32) -> Option<(u64, Range<usize>)> {
    if !bit.is_multiple_of(8) || !width.is_multiple_of(8) || width > 128 {
        return None;
    }
    let first = address.wrapping_add(bit / 8);
    let start = first as usize % PAGE;
    let range = start..start + width as usize / 8;
    (range.end <= PAGE).then_some((first, range))
}

/// The bits of byte `index` that belong to a scalar of `width` bits after `skipped` bits.
fn inside(index: usize, skipped: u32, width: u32) -> u8 {
    let place =
        |bit: u32| (8 * index as u32 + bit) >= skipped && 8 * index as u32 + bit < skipped + width;
    (0..8)
        .filter(|&bit| place(bit))
        .fold(0, |mask, bit| mask | 1 << bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_at_any_bit_and_width() {
        for width in [1, 3, 8, 13, 32, 64, 100, 128, 129, 200] {
            for bit in 0..9 {
                let mut memory = Memory::new(Fill::Random(7));
                let value = Bits::ones(width).sub(&Bits::new(width, 0x1234_5678_9abc));
                let scalar = Scalar::Known(value);
                let before = memory.load(500, 0, 1000);
                memory.store(500, 100 + bit, width, &scalar);
                assert_eq!(
                    memory.load(500, 100 + bit, width),
                    scalar,
                    "{width} at {bit}"
                );
                let around = memory.load(500, 0, 1000);
                let place = Bits::ones(width)
                    .resized(1000)
                    .shifted_left(100 + bit as u32);
                let (Scalar::Known(before), Scalar::Known(after)) = (before, around) else {
                    panic!("random bytes are known");
                };
                assert!(
                    before.xor(&after).and(&place.not()).is_zero(),
                    "bits beside"
                );
            }
        }
    }

    #[test]
    fn poison_and_unknown_bits_stay_where_they_are() {
        let mut memory = Memory::new(Fill::Zero);
        memory.store(16, 0, 4, &Scalar::Poison);
        assert_eq!(memory.load(16, 0, 8), Scalar::Poison);
        assert_eq!(memory.load(16, 4, 4), Scalar::int(4, 0));
        memory.store(16, 0, 4, &Scalar::unknown(4, Freedom::Undefined));
        let half = Partly::new(Bits::zero(8), Bits::new(8, 15), Freedom::Undefined);
        assert_eq!(memory.load(16, 0, 8), half.into());
        memory.store(16, 0, 8, &Scalar::int(8, 3));
        assert_eq!(memory.load(16, 0, 8), Scalar::int(8, 3));
    }

    #[test]
    fn only_written_bytes_are_listed() {
        let mut memory = Memory::new(Fill::Random(1));
        memory.write(1000, &[1, 2]);
        memory.store(10, 0, 8, &Scalar::int(8, 9));
        let written: Vec<(u64, u8)> = memory
            .written()
            .map(|(at, byte)| (at, byte.value))
            .collect();
        assert_eq!(written, [(10, 9), (1000, 1), (1001, 2)]);
        assert_eq!(memory.byte(2000), Memory::new(Fill::Random(1)).byte(2000));
    }
}
