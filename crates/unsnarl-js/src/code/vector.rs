//! Vectors: four integers of 32 bits, on which functions of the runtime operate.

use unsnarl_low::Op;
use unsnarl_low::op::memory::{Address, Load};

use super::{Refused, Value, Writer};
use crate::piece::Piece;

/// A constant.
pub(super) fn number(bytes: [u8; 16]) -> Value {
    let words = bytes.chunks_exact(4).map(|word| {
        let word = word.try_into().expect("four bytes");
        Piece::int(i32::from_le_bytes(word))
    });
    words.collect()
}

impl Writer<'_> {
    /// Operations on vectors; tells whether it is one.
    pub(super) fn vector(&mut self, op: Op) -> Result<bool, Refused> {
        let _ = op;
        Ok(false)
    }

    pub(super) fn load_vector(&mut self, load: Load, at: Address) -> Result<(), Refused> {
        let _ = at;
        Err(format!("the operation {}", load.name()))
    }
}
