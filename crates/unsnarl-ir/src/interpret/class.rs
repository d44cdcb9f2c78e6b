//! The classes of floating-point numbers.

use super::float::{Number, Sign};
use super::floating::Floating;
use super::scalar::{Freedom, Scalar};

impl Floating {
    /// `is.fpclass`: whether the class of a bit pattern is in a mask.
    pub(super) fn is_class(&self, value: &Scalar, mask: u32) -> Scalar {
        const ALL: u32 = 0x3ff;
        let class = match value {
            Scalar::Poison => return Scalar::Poison,
            Scalar::Known(bits) => self.class(bits.low()),
            Scalar::Nan(_) if mask & 3 == 3 => return Scalar::flag(true),
            Scalar::Nan(_) if mask & 3 == 0 => return Scalar::flag(false),
            Scalar::Nan(_) => return Scalar::unknown(1, Freedom::Chosen),
            Scalar::Partly(_) if mask & ALL == 0 || mask & ALL == ALL => mask & ALL,
            Scalar::Partly(partly) => return Scalar::unknown(1, partly.freedom),
        };
        Scalar::flag(class & mask != 0)
    }

    /// The bit of LLVM's `FPClassTest` for a bit pattern.
    fn class(&self, pattern: u128) -> u32 {
        let number = self.format.unpack(pattern);
        let is_normal = pattern & self.format.infinity() != 0;
        // From minus infinity to minus zero; the positive classes come in the opposite order.
        let distance = match number {
            Number::Nan if self.format.is_signalling(pattern) => return 1,
            Number::Nan => return 2,
            Number::Infinity(_) => 0,
            Number::Finite(_) if is_normal => 1,
            Number::Finite(_) => 2,
            Number::Zero(_) => 3,
        };
        match number.sign() {
            Sign::Minus => 4 << distance,
            Sign::Plus => 0x200 >> distance,
        }
    }
}
