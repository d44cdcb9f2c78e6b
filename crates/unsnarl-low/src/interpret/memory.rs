//! Linear memories.
//!
//! *Gives:* [`LinearMemory`], what the interpreter asks of a memory; [`Bytes`], one that is all
//! there; [`Sparse`](super::sparse::Sparse) is one that is not.

use std::cell::RefCell;

use super::outcome::Trap;

/// The bytes of a page.
pub const PAGE: u64 = 1 << 16;

/// Bytes that have addresses from 0 on.
pub trait LinearMemory {
    /// How many pages of 64 KiB there are: at most 2⁴⁸, and 2¹⁶ where addresses have 32 bits.
    fn pages(&self) -> u64;

    /// Adds pages of zeros, and gives how many there were; none if there is no room.
    fn grow(&mut self, pages: u64) -> Option<u64>;

    /// Reads bytes that the memory has.
    fn read(&self, at: u64, bytes: &mut [u8]);

    /// Writes bytes that the memory has.
    fn write(&mut self, at: u64, bytes: &[u8]);
}

/// A memory that stays with its owner, who can look at it after a run.
impl<M: LinearMemory> LinearMemory for &RefCell<M> {
    fn pages(&self) -> u64 {
        self.borrow().pages()
    }

    fn grow(&mut self, pages: u64) -> Option<u64> {
        self.borrow_mut().grow(pages)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        self.borrow().read(at, bytes);
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.borrow_mut().write(at, bytes);
    }
}

/// Traps unless a memory has so many bytes from an address on.
pub(super) fn check(memory: &dyn LinearMemory, at: u64, count: u64) -> Result<(), Trap> {
    let end = at.checked_add(count).ok_or(Trap::MemoryOutOfBounds)?;
    match u128::from(end) <= u128::from(memory.pages()) * u128::from(PAGE) {
        true => Ok(()),
        false => Err(Trap::MemoryOutOfBounds),
    }
}

/// A memory whose bytes are all kept, zero at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes {
    bytes: Vec<u8>,
    maximum: u64,
}

impl Bytes {
    /// Makes a memory of some pages, which may grow to some more.
    pub fn new(pages: u64, maximum: u64) -> Bytes {
        Bytes {
            bytes: vec![0; pages as usize * PAGE as usize],
            maximum,
        }
    }

    /// All bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl LinearMemory for Bytes {
    fn pages(&self) -> u64 {
        self.bytes.len() as u64 / PAGE
    }

    fn grow(&mut self, pages: u64) -> Option<u64> {
        let before = self.pages();
        let after = before
            .checked_add(pages)
            .filter(|&after| after <= self.maximum)?;
        self.bytes.resize(after as usize * PAGE as usize, 0);
        Some(before)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        let start = at as usize;
        bytes.copy_from_slice(&self.bytes[start..start + bytes.len()]);
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        let start = at as usize;
        self.bytes[start..start + bytes.len()].copy_from_slice(bytes);
    }
}
