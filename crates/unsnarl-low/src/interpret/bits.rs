//! Integers of a few bits in 64, and the lanes of a vector so.

use crate::types::Size;

/// The lowest bits, with zeros above.
pub(super) fn low(value: u64, bits: u32) -> u64 {
    value & u64::MAX >> (64 - bits)
}

/// The lowest bits, with their sign above.
pub(super) fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// A lane of a vector, with zeros above. The last lane is followed by the first.
pub(super) fn lane(vector: &[u8; 16], size: Size, index: usize) -> u64 {
    let count = size.bytes() as usize;
    let start = index * count % 16;
    from_bytes(&vector[start..start + count])
}

/// The number of up to eight bytes, the lowest first.
pub(super) fn from_bytes(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    let known = bytes.len().min(8);
    all[..known].copy_from_slice(&bytes[..known]);
    u64::from_le_bytes(all)
}

/// Sets a lane of a vector.
pub(super) fn set_lane(vector: &mut [u8; 16], size: Size, index: usize, value: u64) {
    let count = size.bytes() as usize;
    let start = index * count % 16;
    vector[start..start + count].copy_from_slice(&value.to_le_bytes()[..count]);
}

/// The vector of the lanes that a function gives.
pub(super) fn lanes(size: Size, mut value: impl FnMut(usize) -> u64) -> [u8; 16] {
    let mut vector = [0; 16];
    for index in 0..count(size) {
        set_lane(&mut vector, size, index, value(index));
    }
    vector
}

/// How many lanes of a size there are.
pub(super) fn count(size: Size) -> usize {
    16 / size.bytes() as usize
}
