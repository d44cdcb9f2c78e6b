//! A memory of 4 GiB of which only what is written is kept.
//!
//! *Gives:* [`Sparse`]: a byte that was never written is a hash of its address and of the memory's
//! number, so that a random state of a whole address space takes no bytes.
//! *Cost:* 4 KiB for each 4 KiB that are written to.
//! *Source:* the hash is the finaliser of SplitMix64.

use std::collections::BTreeMap;

use super::memory::LinearMemory;

/// What is kept at once.
const CHUNK: usize = 1 << 12;

/// A memory of 2³² bytes, all but the written ones random.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sparse {
    number: u64,
    written: BTreeMap<u64, Box<[u8]>>,
}

impl Sparse {
    /// The memory with a number: another one has other bytes.
    pub fn new(number: u64) -> Sparse {
        Sparse {
            number,
            written: BTreeMap::new(),
        }
    }

    /// The byte at an address that was never written.
    fn unwritten(&self, at: u64) -> u8 {
        let word = self.number ^ (at >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31).to_le_bytes()[(at & 7) as usize]
    }

    fn byte(&self, at: u64) -> u8 {
        match self.written.get(&(at / CHUNK as u64)) {
            Some(chunk) => chunk[at as usize % CHUNK],
            None => self.unwritten(at),
        }
    }
}

impl LinearMemory for Sparse {
    fn pages(&self) -> u32 {
        1 << 16
    }

    fn grow(&mut self, pages: u32) -> Option<u32> {
        (pages == 0).then_some(1 << 16)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        for (address, byte) in (at..).zip(bytes) {
            *byte = self.byte(address);
        }
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        for (address, &byte) in (at..).zip(bytes) {
            let number = address / CHUNK as u64;
            if !self.written.contains_key(&number) {
                let first = number * CHUNK as u64;
                let chunk = (first..first + CHUNK as u64).map(|at| self.unwritten(at));
                let chunk = chunk.collect();
                self.written.insert(number, chunk);
            }
            if let Some(chunk) = self.written.get_mut(&number) {
                chunk[address as usize % CHUNK] = byte;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_written_changes() {
        let before = Sparse::new(7);
        let mut after = before.clone();
        after.write(4094, &[1, 2, 3, 4]);
        for at in 0..3 * 4096 {
            let expected = match at {
                4094..4098 => (at - 4093) as u8,
                _ => before.byte(at),
            };
            assert_eq!(after.byte(at), expected, "{at}");
        }
        let mut last = [0];
        after.write(u64::from(u32::MAX), &[9]);
        after.read(u64::from(u32::MAX), &mut last);
        assert_eq!(last, [9]);
        assert_eq!(after.written.len(), 3);
    }

    #[test]
    fn another_number_has_other_bytes() {
        let equal = |at| Sparse::new(1).byte(at) == Sparse::new(2).byte(at);
        assert!((0..4096).filter(|&at| equal(at)).count() < 64);
    }
}
