//! Scalars that may be known in part: what an integer, a pointer or a floating-point number of the
//! IR can be.
//!
//! *Gives:* [`Scalar`], a set of behaviours: poison, which admits every one; bits of which some are
//! unknown; a NaN of which nothing else is known. [`Scalar::admits`] is refinement.
//!
//! **Unknown bits.** `undef` may differ at every use, a NaN's payload and the result of `freeze`
//! may not: they are chosen once. Here both are bits that may be anything at every use; what tells
//! them apart is [`Freedom`], since a branch on the former is undefined behaviour and on the latter
//! is not. So the set of behaviours is at least that of LLVM IR. A compiler's result that is
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
    /// Poison: anything, and undefined behaviour where it decides something.
    Poison,
    /// These bits.
    Known(Bits),
    /// Bits of which at least one is unknown.
    Partly(Box<Partly>),
    /// Some NaN of a format of IEEE's, of either sign.
    Nan(FloatKind),
}

/// Bits that are known in part.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Partly {
    /// The bits that are known; zero where they are not.
    pub value: Bits,
    /// The bits that are unknown.
    pub unknown: Bits,
    /// Why they are.
    pub freedom: Freedom,
}

/// Who has the freedom to say what an unknown bit is. A result of both has the larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// It is chosen once: the bits of a NaN, of a `freeze`.
    Chosen,
    /// It is undefined, and may be another one at each use.
    Undefined,
}

impl Scalar {
    /// Makes an integer of the low `width` bits of a number.
    pub fn int(width: u32, value: u128) -> Self {
        Self::Known(Bits::new(width, value))
    }

    /// Makes an integer of one bit.
    pub fn flag(value: bool) -> Self {
        Self::int(1, value.into())
    }

    /// Makes a scalar of which no bit is known.
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

    /// Returns the bits, known in part; none if it is poison. Of a NaN the exponent is known.
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

    /// Returns the bits of what decides where execution goes.
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

    /// Applies what moves bits and changes none: a shift by a known number, a cut.
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

    /// Tells whether these bits are among the behaviours: whether a program that has them here
    /// refines one that has this.
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

    /// Tells whether every behaviour of `other` is among those of this.
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

    /// Tells how many bits there are.
    pub fn width(&self) -> u32 {
        self.value.width()
    }

    /// The least number without sign that it may be.
    pub fn least(&self) -> &Bits {
        &self.value
    }

    /// The greatest number without sign that it may be.
    pub fn greatest(&self) -> Bits {
        self.value.or(&self.unknown)
    }

    /// Tells whether it may be these bits.
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
    /// What it means that such bits decide whether or where execution goes on.
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

/// As `0xff:i8`, `poison`, `0xf0:i8?0x0f:i8` with the unknown bits behind the mark, `nan:float`.
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
