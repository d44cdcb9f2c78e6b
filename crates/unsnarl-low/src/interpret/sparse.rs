//! A memory of 4 GiB of which only what is written is kept.
//!
//! *Gives:* [`Sparse`]: a byte that was never written is a hash of its address and of the memory's
//! number, so that a random state of a whole address space takes no bytes.
//! *Cost:* 4 KiB for each 4 KiB that are written to.
//! *Source:* the hash is the finaliser of SplitMix64.

use std::collections::BTreeMap;
use std::ops::Range;

use super::memory::LinearMemory;

/// What is kept at once.
const CHUNK: usize = 1 << 12;

/// A memory of 2³² bytes, all but the written ones random. It is equal to another one if all bytes
/// are.
#[derive(Clone, Debug, Default)]
pub struct Sparse {
    number: u64,
    written: BTreeMap<u64, Box<[u8]>>,
}

impl Sparse {
    /// The memory with a number: another one has other bytes.
    pub fn new(number: u64) -> Sparse {
        let written = BTreeMap::new();
        Sparse { number, written }
    }

    /// The bytes that are others than they were at first, in the order of their addresses.
    pub fn changes(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let bytes = self.written.iter().flat_map(|(number, chunk)| {
            let addresses = number * CHUNK as u64..;
            addresses.zip(chunk.iter().copied())
        });
        bytes.filter(|&(at, byte)| unwritten(self.number, at) != byte)
    }
}

impl PartialEq for Sparse {
    fn eq(&self, other: &Sparse) -> bool {
        self.number == other.number && self.changes().eq(other.changes())
    }
}

impl Eq for Sparse {}

impl LinearMemory for Sparse {
    fn pages(&self) -> u64 {
        1 << 16
    }

    fn grow(&mut self, pages: u64) -> Option<u64> {
        (pages == 0).then_some(1 << 16)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        for (number, start, piece) in pieces(at, bytes.len()) {
            let bytes = &mut bytes[piece.clone()];
            match self.written.get(&number) {
                Some(chunk) => bytes.copy_from_slice(&chunk[start..][..piece.len()]),
                None => {
                    for (address, byte) in (at + piece.start as u64..).zip(bytes) {
                        *byte = unwritten(self.number, address);
                    }
                }
            }
        }
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        for (number, start, piece) in pieces(at, bytes.len()) {
            let chunk = self.written.entry(number).or_insert_with(|| {
                let first = number * CHUNK as u64;
                let addresses = first..first + CHUNK as u64;
                addresses.map(|at| unwritten(self.number, at)).collect()
            });
            chunk[start..][..piece.len()].copy_from_slice(&bytes[piece]);
        }
    }
}

/// The pieces of a row of bytes that lie in one chunk: the chunk, where in it, which bytes.
fn pieces(at: u64, count: usize) -> impl Iterator<Item = (u64, usize, Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let address = at + done as u64;
        let start = address as usize % CHUNK;
        let piece = done..count.min(done + CHUNK - start);
        done = piece.end;
        (!piece.is_empty()).then_some((address / CHUNK as u64, start, piece))
    })
}

/// The byte at an address that was never written.
fn unwritten(number: u64, at: u64) -> u8 {
    let word = number ^ (at >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ mixed >> 31).to_le_bytes()[(at & 7) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(memory: &Sparse, at: u64) -> u8 {
        let mut byte = [0];
        memory.read(at, &mut byte);
        byte[0]
    }

    #[test]
    fn only_what_is_written_changes() {
        let before = Sparse::new(7);
        let mut after = before.clone();
        let written: Vec<u8> = (0..9000u32).map(|at| (at % 249) as u8).collect();
        after.write(4094, &written);
        let mut all = vec![0; 16_384];
        after.read(0, &mut all);
        for (at, &found) in (0..).zip(&all) {
            let expected = match at {
                4094..13_094 => written[at as usize - 4094],
                _ => byte(&before, at),
            };
            assert_eq!((found, byte(&after, at)), (expected, expected), "{at}");
        }
        let last = u64::from(u32::MAX);
        after.write(last, &[!byte(&before, last)]);
        assert_eq!(byte(&after, last), !byte(&before, last));
        assert_eq!(after.changes().last(), Some((last, !byte(&before, last))));
        assert_eq!(after.written.len(), 5);
    }

    #[test]
    fn memories_are_equal_by_their_bytes() {
        let before = Sparse::new(7);
        let mut after = before.clone();
        after.write(100, &[byte(&before, 100)]);
        assert_eq!(after, before);
        assert_eq!(after.changes().count(), 0);
        after.write(100, &[byte(&before, 100) ^ 1]);
        assert_ne!(after, before);
        assert_ne!(Sparse::new(8), before);
    }

    #[test]
    fn another_number_has_other_bytes() {
        let equal = |at| byte(&Sparse::new(1), at) == byte(&Sparse::new(2), at);
        assert!((0..4096).filter(|&at| equal(at)).count() < 64);
    }
}
