//! Scalars that may be partly known: the possible values of an integer, a pointer or a
//! floating-point number of the IR.
//!
//! *Gives:* [`Scalar`], a set of behaviours: poison, which admits every behaviour; bits, some of
//! which are unknown; a NaN about which nothing else is known. [`Scalar::admits`] is refinement.
//!
//! **Unknown bits.** `undef` may differ at every use. The payload of a NaN and the result of
//! `freeze` may not: they are chosen once. Here both are bits that may have any value at every use.
//! [`Freedom`] distinguishes them, since a branch on the former is undefined behaviour and a branch
//! on the latter is not. So the set of behaviours is at least that of LLVM IR. A compiler's result
//! outside of it is wrong. The price is that some wrong results are inside: `freeze` of a value
//! that is used twice admits two different values.

use std::fmt;

use super::bits::Bits;
use super::float::Format;
use super::stop::{Stop, Undefined};
use crate::types::FloatKind;

/// An integer, a pointer or a floating-point number.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Poison: any value, and undefined behaviour where it decides something.
    Poison,
    /// Known bits.
    Known(Bits),
    /// Bits, at least one of them unknown.
    Partly(Box<Partly>),
    /// Some NaN of an IEEE format, of either sign.
    Nan(FloatKind),
}

/// Partly known bits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Partly {
    /// The values of the known bits; zero for the others.
    pub value: Bits,
    /// The bits that are unknown.
    pub unknown: Bits,
    /// The reason why they are unknown.
    pub freedom: Freedom,
}

/// The freedom in the value of an unknown bit. A result that depends on both kinds has the larger
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// Chosen once: the bits of a NaN, of a `freeze`.
    Chosen,
    /// Undefined: it may have another value at each use.
    Undefined,
}

impl Scalar {
    /// Makes an integer from the low `width` bits of a number.
    pub fn int(width: u32, value: u128) -> Self {
        Self::Known(Bits::new(width, value))
    }

    /// Makes an integer of one bit.
    pub fn flag(value: bool) -> Self {
        Self::int(1, value.into())
    }

    /// Makes a scalar without known bits.
    pub fn unknown(width: u32, freedom: Freedom) -> Self {
        Partly::new(Bits::zero(width), Bits::ones(width), freedom).into()
    }

    /// Returns the bits if all are known.
    pub fn known(&self) -> Option<&Bits> {
        match self {
            Self::Known(bits) => Some(bits),
            _ => None,
        }
    }

    /// Tells whether it is poison.
    pub fn is_poison(&self) -> bool {
        *self == Self::Poison
    }

    /// Returns the bits, partly known; nothing if it is poison. Of a NaN the exponent is known.
    pub fn partly(&self) -> Option<Partly> {
        match self {
            Self::Poison => None,
            Self::Known(bits) => Some(Partly::known(bits.clone())),
            Self::Partly(partly) => Some((**partly).clone()),
            Self::Nan(kind) => {
                let exponent = Format::of(*kind).map_or(0, Format::infinity);
                let value = Bits::new(kind.bits(), exponent);
                let unknown = value.not();
                Some(Partly::new(value, unknown, Freedom::Chosen))
            }
        }
    }

    /// Returns the bits of a scalar that decides where execution continues.
    ///
    /// # Errors
    /// If they are not all known: undefined behaviour, or an open choice.
    pub fn decided(&self) -> Result<&Bits, Stop> {
        match self {
            Self::Known(bits) => Ok(bits),
            Self::Poison => Err(Undefined::Unknown.into()),
            Self::Partly(partly) => Err(partly.freedom.stop(Undefined::Unknown)),
            Self::Nan(_) => Err(Freedom::Chosen.stop(Undefined::Unknown)),
        }
    }

    /// Replaces poison and undefined bits by bits that are chosen once.
    pub fn frozen(&self, width: u32) -> Self {
        match self {
            Self::Poison => Self::unknown(width, Freedom::Chosen),
            Self::Partly(partly) => {
                let (value, unknown) = (partly.value.clone(), partly.unknown.clone());
                Partly::new(value, unknown, Freedom::Chosen).into()
            }
            Self::Known(_) | Self::Nan(_) => self.clone(),
        }
    }

    /// Applies a change that moves bits and changes none: a shift by a known number, a truncation.
    pub fn moved(&self, change: impl Fn(&Bits) -> Bits) -> Self {
        match self {
            Self::Known(bits) => Self::Known(change(bits)),
            _ => self.changed(|value, unknown| (change(value), change(unknown))),
        }
    }

    /// Applies a change to the known and to the unknown bits.
    pub(super) fn changed(&self, change: impl Fn(&Bits, &Bits) -> (Bits, Bits)) -> Self {
        self.partly().map_or(Self::Poison, |partly| {
            let (value, unknown) = change(&partly.value, &partly.unknown);
            Partly::new(value, unknown, partly.freedom).into()
        })
    }

    /// Tells whether these bits are among the behaviours: whether a program with these bits here
    /// refines a program with this scalar.
    pub fn admits(&self, bits: &Bits) -> bool {
        match self {
            Self::Poison => true,
            Self::Known(known) => known == bits,
            Self::Partly(partly) => {
                let differ = partly.value.xor(bits).and(&partly.unknown.not());
                differ.is_zero()
            }
            Self::Nan(kind) => Format::of(*kind).is_some_and(|format| format.is_nan(bits.low())),
        }
    }

    /// Tells whether every behaviour of `other` is a behaviour of this scalar.
    pub fn admits_all(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Poison, _) => true,
            (_, Self::Poison) => false,
            (_, Self::Known(bits)) => self.admits(bits),
            (Self::Nan(left), Self::Nan(right)) => left == right,
            (Self::Nan(kind), Self::Partly(partly)) => {
                // Some bit of the payload is known to be one.
                let Some(format) = Format::of(*kind) else {
                    return false;
                };
                format.is_nan(partly.value.low())
            }
            (Self::Known(_), _) => false,
            (Self::Partly(left), _) => {
                let right = other.partly().expect("poison has been handled");
                let fixed = left.unknown.not();
                let differ = left.value.xor(&right.value).or(&right.unknown);
                differ.and(&fixed).is_zero() && left.freedom >= right.freedom
            }
        }
    }
}

impl Partly {
    /// Makes bits that are known where `unknown` is zero.
    pub fn new(value: Bits, unknown: Bits, freedom: Freedom) -> Self {
        let value = value.and(&unknown.not());
        Self {
            value,
            unknown,
            freedom,
        }
    }

    fn known(value: Bits) -> Self {
        let unknown = Bits::zero(value.width());
        Self {
            value,
            unknown,
            freedom: Freedom::Chosen,
        }
    }

    /// Gives the number of bits.
    pub fn width(&self) -> u32 {
        self.value.width()
    }

    /// The least unsigned number that it may be.
    pub fn least(&self) -> &Bits {
        &self.value
    }

    /// The greatest unsigned number that it may be.
    pub fn greatest(&self) -> Bits {
        self.value.or(&self.unknown)
    }

    /// Gives the least and the greatest numbers that it may be, unsigned and signed.
    ///
    /// The flags of an operation hold for all possible values of its operands if they hold for
    /// these: sums, differences and products have their own extremes there, and the greatest
    /// unsigned number has every bit that can be one.
    pub fn extremes(&self) -> [Bits; 4] {
        let (least, greatest) = (self.value.clone(), self.greatest());
        let sign = Bits::single(self.width(), self.width() - 1).and(&self.unknown);
        let signed = [least.or(&sign), greatest.and(&sign.not())];
        let [signed_least, signed_greatest] = signed;
        [least, greatest, signed_least, signed_greatest]
    }

    /// Tells whether it may have these bits.
    pub fn may_be(&self, bits: &Bits) -> bool {
        self.value.xor(bits).and(&self.unknown.not()).is_zero()
    }
}

impl From<Partly> for Scalar {
    fn from(partly: Partly) -> Self {
        if partly.unknown.is_zero() {
            Self::Known(partly.value)
        } else {
            Self::Partly(partly.into())
        }
    }
}

impl Freedom {
    /// The end of a run in which such bits decide whether or where execution continues.
    pub fn stop(self, rule: Undefined) -> Stop {
        match self {
            Self::Chosen => Stop::Undetermined(rule),
            Self::Undefined => Stop::Undefined(rule),
        }
    }
}

impl fmt::Debug for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Printed as `0xff:i8`, `poison`, `0xf0:i8?0x0f:i8` with the unknown bits after the mark,
/// `nan:float`.
impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Poison => f.write_str("poison"),
            Self::Known(bits) => write!(f, "{bits}"),
            Self::Partly(partly) => write!(f, "{}?{}", partly.value, partly.unknown),
            Self::Nan(kind) => write!(f, "nan:{}", kind.bits()),
        }
    }
}
