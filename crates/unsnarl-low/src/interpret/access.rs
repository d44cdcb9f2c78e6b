//! Loads, stores, and what works on many bytes of memories at once.

use super::bits::{from_bytes, lane, lanes, set_lane, signed};
use super::memory::{LinearMemory, check};
use super::outcome::Trap;
use super::value::Value;
use crate::op::memory::{Load, Store};
use crate::types::{Sign, Size, Type};

/// How many bytes a copy holds at once.
const PIECE: u64 = 4096;

/// What a load makes of the bytes at an address.
pub(super) fn load(op: Load, memory: &dyn LinearMemory, at: u64) -> Result<Value, Trap> {
    let mut buffer = [0; 16];
    let bytes = &mut buffer[..op.bytes() as usize];
    check(memory, at, u64::from(op.bytes()))?;
    memory.read(at, bytes);
    let number = from_bytes(bytes);
    Ok(match op {
        Load::Whole(Type::V128) => Value::V128(buffer),
        Load::Whole(ty) | Load::Narrow(ty, _, Sign::Unsigned) => Value::from_bits(ty, number),
        Load::Narrow(ty, size, Sign::Signed) => {
            Value::from_bits(ty, signed(number, size.bits()) as u64)
        }
        Load::Zero(_) => Value::V128(buffer),
        Load::Splat(size) => Value::V128(lanes(size, |_| number)),
        Load::Extend(to, sign) => {
            let bits = to.size().bits() / 2;
            let part = |index: usize| number >> (index as u32 * bits) & (u64::MAX >> (64 - bits));
            Value::V128(lanes(to.size(), |index| match sign {
                Sign::Signed => signed(part(index), bits) as u64,
                Sign::Unsigned => part(index),
            }))
        }
    })
}

/// Writes what a store takes of a value's bytes, the lowest first.
pub(super) fn store(
    op: Store,
    memory: &mut dyn LinearMemory,
    at: u64,
    bytes: [u8; 16],
) -> Result<(), Trap> {
    check(memory, at, u64::from(op.bytes()))?;
    memory.write(at, &bytes[..op.bytes() as usize]);
    Ok(())
}

/// The vector with a lane read from an address.
pub(super) fn load_lane(
    size: Size,
    index: u8,
    memory: &dyn LinearMemory,
    at: u64,
    mut vector: [u8; 16],
) -> Result<[u8; 16], Trap> {
    let mut buffer = [0; 8];
    let bytes = &mut buffer[..size.bytes() as usize];
    check(memory, at, u64::from(size.bytes()))?;
    memory.read(at, bytes);
    set_lane(
        &mut vector,
        size,
        usize::from(index),
        u64::from_le_bytes(buffer),
    );
    Ok(vector)
}

/// Writes a lane of a vector to an address.
pub(super) fn store_lane(
    size: Size,
    index: u8,
    memory: &mut dyn LinearMemory,
    at: u64,
    vector: &[u8; 16],
) -> Result<(), Trap> {
    check(memory, at, u64::from(size.bytes()))?;
    let value = lane(vector, size, usize::from(index)).to_le_bytes();
    memory.write(at, &value[..size.bytes() as usize]);
    Ok(())
}

/// Sets all of so many bytes, which the memory has.
pub(super) fn fill(memory: &mut dyn LinearMemory, at: u64, byte: u8, count: u64) {
    let piece = [byte; PIECE as usize];
    for start in (0..count).step_by(PIECE as usize) {
        let bytes = (count - start).min(PIECE);
        memory.write(at + start, &piece[..bytes as usize]);
    }
}

/// Copies bytes, which the memory has, as if all were read before any is written.
pub(super) fn copy_within(memory: &mut dyn LinearMemory, to: u64, from: u64, count: u64) {
    let mut buffer = [0; PIECE as usize];
    let pieces = count.div_ceil(PIECE);
    for number in 0..pieces {
        // Upwards, the pieces that are still to be read lie above; downwards, below.
        let number = if to <= from {
            number
        } else {
            pieces - 1 - number
        };
        let start = number * PIECE;
        let piece = &mut buffer[..(count - start).min(PIECE) as usize];
        memory.read(from + start, piece);
        memory.write(to + start, piece);
    }
}
