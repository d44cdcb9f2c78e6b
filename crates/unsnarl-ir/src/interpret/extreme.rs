//! Minima and maxima of floating-point numbers.
//!
//! *Gives:* `minimum`, `minnum`, `minimumnum` and the corresponding maxima, which differ in their
//! results for NaNs and for zeros of different signs.

use std::cmp::Ordering;

use super::float::{Number, Sign};
use super::floating::{Choices, Floating, Operand};
use super::scalar::{Freedom, Scalar};
use crate::ops::Flags;

/// The rules of a minimum or maximum for special operands.
#[derive(Clone, Copy)]
pub(super) struct Extreme {
    pub(super) wanted: Ordering,
    pub(super) nans: NanRule,
    pub(super) zeros: ZeroRule,
}

/// The result if one operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NanRule {
    /// A NaN.
    Nan,
    /// The other operand.
    Other,
    /// The other operand; if the NaN is a signalling one, either a NaN or the other operand.
    Either,
}

/// The result for zeros of different signs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ZeroRule {
    /// Minus zero is less than plus zero.
    Ordered,
    /// Either zero.
    Either,
}

impl Extreme {
    /// The rule of an intrinsic.
    pub(super) fn named(base: &str) -> Option<Self> {
        let (wanted, rest) = match base.split_at_checked(3)? {
            ("min", rest) => (Ordering::Less, rest),
            ("max", rest) => (Ordering::Greater, rest),
            _ => return None,
        };
        let (nans, zeros) = match rest {
            "imum" => (NanRule::Nan, ZeroRule::Ordered),
            "imumnum" => (NanRule::Other, ZeroRule::Ordered),
            "num" => (NanRule::Either, ZeroRule::Either),
            _ => return None,
        };
        Some(Self {
            wanted,
            nans,
            zeros,
        })
    }

    fn choose(self, left: &Number, right: &Number) -> Number {
        match (left, right) {
            (Number::Nan, other) | (other, Number::Nan) => match self.nans {
                NanRule::Nan => Number::Nan,
                NanRule::Other | NanRule::Either => other.clone(),
            },
            (Number::Zero(left), Number::Zero(right)) => {
                let minus = *left == Sign::Minus || *right == Sign::Minus;
                let plus = *left == Sign::Plus || *right == Sign::Plus;
                let is_minus = if self.wanted == Ordering::Less {
                    minus
                } else {
                    !plus
                };
                Number::Zero(Sign::of(is_minus))
            }
            _ if left.compare(right) == Some(self.wanted) => left.clone(),
            _ => right.clone(),
        }
    }
}

impl Floating {
    /// `minnum` and similar operations. `is_wanted` tells from the comparison of two different
    /// numbers whether the left one is the result.
    pub(super) fn extreme(
        &self,
        rule: Extreme,
        flags: Flags,
        left: &Scalar,
        right: &Scalar,
    ) -> Scalar {
        let may_signal = self.may_signal(left) || self.may_signal(right);
        if may_signal && rule.nans == NanRule::Either {
            // Either a NaN or the other operand.
            return self.map_unknown(flags, &[left, right]);
        }
        let chosen = self.map(flags, &[left, right], |numbers| {
            rule.choose(&numbers[0], &numbers[1])
        });
        let zeros = |scalar: &Scalar| match self.operand(scalar) {
            Some(Operand::Number(Number::Zero(sign))) => Some(sign),
            _ => None,
        };
        match (zeros(left), zeros(right), chosen.known()) {
            (Some(left), Some(right), Some(zero))
                if left != right && rule.zeros == ZeroRule::Either =>
            {
                self.without_sign(zero.low())
            }
            _ => chosen,
        }
    }

    /// Tells whether a scalar may be a signalling NaN.
    fn may_signal(&self, scalar: &Scalar) -> bool {
        match scalar {
            Scalar::Known(bits) => self.format.is_signalling(bits.low()),
            Scalar::Nan(_) => true,
            Scalar::Partly(_) | Scalar::Poison => false,
        }
    }

    /// Any pattern, where nothing is poison by the flags.
    fn map_unknown(&self, flags: Flags, operands: &[&Scalar]) -> Scalar {
        let result = self.map(flags, operands, |_| Number::Nan);
        match (result, self.choices) {
            (Scalar::Poison, _) => Scalar::Poison,
            (_, Choices::Any) => Scalar::unknown(self.format.width(), Freedom::Chosen),
            (_, Choices::First) => self.nan(),
        }
    }
}
