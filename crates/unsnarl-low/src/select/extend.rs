//! How the bits above the width of an integer are filled.

use crate::types::Sign;

/// The required bits above the width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Extend {
    /// Zeros.
    Zero,
    /// Copies of the highest bit of the width.
    Sign,
}

impl Extend {
    /// How the extended number is read.
    pub(super) fn sign(self) -> Sign {
        match self {
            Extend::Zero => Sign::Unsigned,
            Extend::Sign => Sign::Signed,
        }
    }
}
