//! Floating-point operations on scalars.
//!
//! *Needs:* scalars of one format, the operation, its fast-math flags, and who makes [`Choices`].
//! *Gives:* the result of IEEE 754, rounded to nearest, ties to even. A result that is not a number
//! is [`Scalar::Nan`]: LLVM IR leaves its sign and payload open. `fneg`, `fabs` and `copysign` move
//! bits and make no new NaN. With `nnan` or `ninf` a NaN or an infinity among operands and result
//! makes poison. With `nsz` the sign of a zero is unknown.
//! *Limits:* `arcp`, `contract`, `afn` and `reassoc` allow further results, of which none is
//! listed: who uses them is not to be compared with this.

use std::cmp::Ordering;

use super::bits::Bits;
use super::float::{Format, Number, Rounding, Sign};
use super::scalar::{Freedom, Partly, Scalar};
use crate::ops::{BinaryOp, Flags, FloatPredicate};
use crate::types::FloatKind;

/// Who makes the choices that LLVM IR leaves open: the bits of a NaN and of `freeze`, the sign of a
/// zero under `nsz`, whether `fmuladd` rounds once or twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// Nobody: the results are all that are allowed. For comparisons by refinement.
    Any,
    /// The interpreter: zeros, a quiet NaN, the sign that IEEE 754 says, two roundings. For running
    /// whole programs.
    First,
}

/// A format of numbers, and who chooses among results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floating {
    pub(super) kind: FloatKind,
    pub(super) format: Format,
    pub(super) choices: Choices,
}

/// An operand: a number, or one that is known in part.
enum Operand {
    Number(Number),
    Unknown(Freedom),
}

impl Floating {
    /// None if the format is not one of IEEE's.
    pub(super) fn new(kind: FloatKind, choices: Choices) -> Option<Self> {
        let format = Format::of(kind)?;
        Some(Self {
            kind,
            format,
            choices,
        })
    }

    /// Reads an operand; none if it is poison.
    fn operand(&self, scalar: &Scalar) -> Option<Operand> {
        Some(match scalar {
            Scalar::Poison => return None,
            Scalar::Known(bits) => Operand::Number(self.format.unpack(bits.low())),
            Scalar::Partly(partly) => Operand::Unknown(partly.freedom),
            Scalar::Nan(_) => Operand::Number(Number::Nan),
        })
    }

    /// Computes a function of numbers.
    pub(super) fn map(
        &self,
        flags: Flags,
        operands: &[&Scalar],
        compute: impl Fn(&[Number]) -> Number,
    ) -> Scalar {
        let (mut numbers, mut freedom) = (Vec::with_capacity(operands.len()), None);
        for scalar in operands {
            match self.operand(scalar) {
                None => return Scalar::Poison,
                Some(Operand::Number(number)) => numbers.push(number),
                Some(Operand::Unknown(new)) => freedom = freedom.max(Some(new)),
            }
        }
        if let Some(freedom) = freedom {
            return match excludes(flags) {
                true => Scalar::Poison,
                false => Scalar::unknown(self.format.width(), freedom),
            };
        }
        let result = compute(&numbers);
        self.flagged(flags, &numbers, &result)
    }

    /// The rounded result, as the flags want it.
    fn flagged(&self, flags: Flags, operands: &[Number], result: &Number) -> Scalar {
        let pattern = self.format.round(result);
        let rounded = self.format.unpack(pattern);
        let any = |is: fn(&Number) -> bool| is(&rounded) || operands.iter().any(is);
        let is_nan = |number: &Number| *number == Number::Nan;
        let is_infinite = |number: &Number| matches!(number, Number::Infinity(_));
        let is_zero = |number: &Number| matches!(number, Number::Zero(_));
        if flags.contains(Flags::NO_NANS) && any(is_nan)
            || flags.contains(Flags::NO_INFINITIES) && any(is_infinite)
        {
            return Scalar::Poison;
        }
        match rounded {
            Number::Nan => self.nan(),
            _ if flags.contains(Flags::NO_SIGNED_ZEROS) && any(is_zero) => {
                self.without_sign(pattern)
            }
            _ => Scalar::int(self.format.width(), pattern),
        }
    }

    /// A result that is not a number.
    pub(super) fn nan(&self) -> Scalar {
        match self.choices {
            Choices::Any => Scalar::Nan(self.kind),
            Choices::First => Scalar::int(self.format.width(), self.format.quiet_nan()),
        }
    }

    /// A pattern of either sign.
    fn without_sign(&self, pattern: u128) -> Scalar {
        self.one_of(pattern, pattern ^ self.format.sign_bit())
    }

    /// The first of two patterns, or either: the bits in which they differ are unknown.
    pub(super) fn one_of(&self, first: u128, second: u128) -> Scalar {
        let [first, second] = [first, second].map(|bits| Bits::new(self.format.width(), bits));
        match self.choices {
            Choices::First => Scalar::Known(first),
            Choices::Any => {
                let unknown = first.xor(&second);
                Partly::new(first, unknown, Freedom::Chosen).into()
            }
        }
    }

    /// A pattern as the result of an operation: a NaN may change.
    pub(super) fn result(&self, number: &Number) -> Scalar {
        self.flagged(Flags::default(), &[], number)
    }

    /// `fadd` to `frem`.
    pub(super) fn binary(
        &self,
        op: BinaryOp,
        flags: Flags,
        left: &Scalar,
        right: &Scalar,
    ) -> Scalar {
        self.map(flags, &[left, right], |numbers| match op {
            BinaryOp::FloatSub => numbers[0].sub(&numbers[1]),
            BinaryOp::FloatMul => numbers[0].multiplied(&numbers[1]),
            BinaryOp::FloatDiv => numbers[0].divided(&numbers[1]),
            BinaryOp::FloatRem => numbers[0].remainder(&numbers[1]),
            _ => numbers[0].add(&numbers[1]),
        })
    }

    /// `fcmp`.
    pub(super) fn compare(
        &self,
        predicate: FloatPredicate,
        flags: Flags,
        left: &Scalar,
        right: &Scalar,
    ) -> Scalar {
        let (Some(left), Some(right)) = (self.operand(left), self.operand(right)) else {
            return Scalar::Poison;
        };
        let (left, right) = match (left, right) {
            (Operand::Number(left), Operand::Number(right)) => (left, right),
            _ if excludes(flags) => return Scalar::Poison,
            (Operand::Unknown(left), Operand::Unknown(right)) => {
                return Scalar::unknown(1, left.max(right));
            }
            (Operand::Unknown(freedom), _) | (_, Operand::Unknown(freedom)) => {
                return Scalar::unknown(1, freedom);
            }
        };
        let is_excluded = |number: &Number| match number {
            Number::Nan => flags.contains(Flags::NO_NANS),
            Number::Infinity(_) => flags.contains(Flags::NO_INFINITIES),
            _ => false,
        };
        if is_excluded(&left) || is_excluded(&right) {
            return Scalar::Poison;
        }
        Scalar::flag(holds(predicate, left.compare(&right)))
    }

    /// Flips, clears or copies signs, which changes no other bit: `fneg`, `fabs`, `copysign`.
    pub(super) fn signed(&self, flags: Flags, value: &Scalar, sign: SignChange<'_>) -> Scalar {
        // As a function of numbers it is poison, or loses the sign of a zero, in the same cases.
        let plain = Flags::default();
        if flags != plain {
            let other = match sign {
                SignChange::Copy(other) => other,
                _ => value,
            };
            let checked = self.map(flags, &[value, other], |numbers| numbers[0].clone());
            if checked.is_poison() {
                return Scalar::Poison;
            }
        }
        let bit = Bits::new(self.format.width(), self.format.sign_bit());
        let changed = match sign {
            SignChange::Flip => value.changed(|value, unknown| (value.xor(&bit), unknown.clone())),
            SignChange::Clear => {
                let rest = bit.not();
                value.changed(|value, unknown| (value.and(&rest), unknown.and(&rest)))
            }
            SignChange::Copy(other) => {
                let Some(other) = other.partly() else {
                    return Scalar::Poison;
                };
                let join = |to: &Bits, from: &Bits| to.and(&bit.not()).or(&from.and(&bit));
                match value.partly() {
                    None => Scalar::Poison,
                    Some(value) => Partly::new(
                        join(&value.value, &other.value),
                        join(&value.unknown, &other.unknown),
                        value.freedom.max(other.freedom),
                    )
                    .into(),
                }
            }
        };
        let changed = match (value, changed) {
            (Scalar::Nan(kind), _) => Scalar::Nan(*kind),
            (_, changed) => changed,
        };
        let magnitude = self.format.sign_bit() - 1;
        match &changed {
            Scalar::Known(bits)
                if flags.contains(Flags::NO_SIGNED_ZEROS) && bits.low() & magnitude == 0 =>
            {
                self.without_sign(bits.low())
            }
            _ => changed,
        }
    }

    /// `minnum` and its like. `is_wanted` tells of the comparison of two different numbers whether
    /// the left one is the result.
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

    /// `fma`, rounded once, and `fmuladd`, rounded once or twice.
    pub(super) fn multiply_add(
        &self,
        roundings: Roundings,
        flags: Flags,
        operands: [&Scalar; 3],
    ) -> Scalar {
        let fused = |numbers: &[Number]| numbers[0].multiplied(&numbers[1]).add(&numbers[2]);
        let twice = |numbers: &[Number]| {
            let product = numbers[0].multiplied(&numbers[1]);
            let product = self.format.unpack(self.format.round(&product));
            product.add(&numbers[2])
        };
        let once = self.map(flags, &operands, fused);
        if roundings == Roundings::One {
            return once;
        }
        match (self.map(flags, &operands, twice), once) {
            (Scalar::Known(twice), Scalar::Known(once)) => self.one_of(twice.low(), once.low()),
            (Scalar::Poison, _) | (_, Scalar::Poison) => Scalar::Poison,
            (twice, once) if twice == once => twice,
            (twice, _) if self.choices == Choices::First => twice,
            _ => Scalar::unknown(self.format.width(), Freedom::Chosen),
        }
    }

    /// `floor` and its like.
    pub(super) fn rounded(&self, rounding: Rounding, flags: Flags, value: &Scalar) -> Scalar {
        self.map(flags, &[value], |numbers| numbers[0].rounded(rounding))
    }

    /// The integer of `width` bits that a number is after rounding: poison if there is none.
    pub(super) fn to_int(
        self,
        rounding: Rounding,
        signedness: Signedness,
        width: u32,
        value: &Scalar,
    ) -> Scalar {
        let Some(Operand::Number(number)) = self.operand(value) else {
            // An unknown number may be out of range.
            return Scalar::Poison;
        };
        match in_range(&number, rounding, signedness, width) {
            Some(bits) => Scalar::Known(bits),
            None => Scalar::Poison,
        }
    }

    /// As `to_int`, but the nearest integer if it is out of range, and 0 for a NaN.
    pub(super) fn to_int_saturating(
        self,
        signedness: Signedness,
        width: u32,
        value: &Scalar,
    ) -> Scalar {
        let number = match self.operand(value) {
            None => return Scalar::Poison,
            Some(Operand::Unknown(freedom)) => return Scalar::unknown(width, freedom),
            Some(Operand::Number(number)) => number,
        };
        if let Some(bits) = in_range(&number, Rounding::Truncate, signedness, width) {
            return Scalar::Known(bits);
        }
        let sign = Bits::single(width, width - 1);
        Scalar::Known(match (&number, number.sign(), signedness) {
            (Number::Nan, ..) | (_, Sign::Minus, Signedness::Unsigned) => Bits::zero(width),
            (_, Sign::Plus, Signedness::Unsigned) => Bits::ones(width),
            (_, Sign::Minus, Signedness::Signed) => sign,
            (_, Sign::Plus, Signedness::Signed) => sign.not(),
        })
    }

    /// The nearest number to an integer.
    pub(super) fn of_int(&self, signedness: Signedness, value: &Scalar) -> Scalar {
        match value {
            Scalar::Known(bits) => {
                let is_negative = signedness == Signedness::Signed && bits.is_negative();
                let magnitude = if is_negative {
                    bits.negated()
                } else {
                    bits.clone()
                };
                self.result(&Number::of_magnitude(Sign::of(is_negative), magnitude))
            }
            _ => match value.partly() {
                None => Scalar::Poison,
                Some(partly) => Scalar::unknown(self.format.width(), partly.freedom),
            },
        }
    }

    /// A number of this format in another one.
    pub(super) fn convert(&self, to: Floating, flags: Flags, value: &Scalar) -> Scalar {
        match self.operand(value) {
            None => Scalar::Poison,
            Some(Operand::Unknown(freedom)) => to.map(
                flags,
                &[&Scalar::unknown(to.format.width(), freedom)],
                |numbers| numbers[0].clone(),
            ),
            Some(Operand::Number(number)) => {
                to.flagged(flags, std::slice::from_ref(&number), &number)
            }
        }
    }

    /// `is.fpclass`: whether the class of a pattern is in a mask.
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

    /// The bit of LLVM's `FPClassTest` for a pattern.
    fn class(&self, pattern: u128) -> u32 {
        let number = self.format.unpack(pattern);
        let is_normal = pattern & self.format.infinity() != 0;
        // From minus infinity to minus zero; the positive ones stand in the opposite order.
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

/// How a sign changes.
#[derive(Clone, Copy)]
pub(super) enum SignChange<'a> {
    Flip,
    Clear,
    /// To that of another number.
    Copy(&'a Scalar),
}

/// How often a product and sum is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Roundings {
    One,
    OneOrTwo,
}

/// Whether an integer has a sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signedness {
    Signed,
    Unsigned,
}

/// What a minimum or maximum is of special operands.
#[derive(Clone, Copy)]
pub(super) struct Extreme {
    pub(super) wanted: Ordering,
    pub(super) nans: NanRule,
    pub(super) zeros: ZeroRule,
}

/// What an extreme is if one operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NanRule {
    /// A NaN.
    Nan,
    /// The other operand.
    Other,
    /// The other operand; either of both if the NaN is a signalling one.
    Either,
}

/// What an extreme is of zeros of both signs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ZeroRule {
    /// Minus zero is less.
    Ordered,
    /// Either.
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

/// Tells whether flags make some operands or results poison.
fn excludes(flags: Flags) -> bool {
    flags.contains(Flags::NO_NANS) || flags.contains(Flags::NO_INFINITIES)
}

/// The comparison by the order of two numbers.
fn holds(predicate: FloatPredicate, order: Option<Ordering>) -> bool {
    use FloatPredicate as P;
    let ordered = |is: fn(Ordering) -> bool| order.is_some_and(is);
    let unordered = |is: fn(Ordering) -> bool| order.is_none_or(is);
    match predicate {
        P::False => false,
        P::OrderedEqual => ordered(Ordering::is_eq),
        P::OrderedGreater => ordered(Ordering::is_gt),
        P::OrderedGreaterEqual => ordered(Ordering::is_ge),
        P::OrderedLess => ordered(Ordering::is_lt),
        P::OrderedLessEqual => ordered(Ordering::is_le),
        P::OrderedNotEqual => ordered(Ordering::is_ne),
        P::Ordered => order.is_some(),
        P::Unordered => order.is_none(),
        P::UnorderedEqual => unordered(Ordering::is_eq),
        P::UnorderedGreater => unordered(Ordering::is_gt),
        P::UnorderedGreaterEqual => unordered(Ordering::is_ge),
        P::UnorderedLess => unordered(Ordering::is_lt),
        P::UnorderedLessEqual => unordered(Ordering::is_le),
        P::UnorderedNotEqual => unordered(Ordering::is_ne),
        P::True => true,
    }
}

/// The integer that a number is after rounding, if the type has it.
fn in_range(
    number: &Number,
    rounding: Rounding,
    signedness: Signedness,
    width: u32,
) -> Option<Bits> {
    let (sign, magnitude) = number.integer(rounding, width)?;
    let least = Bits::single(width, width - 1);
    let fits = match (signedness, sign) {
        (Signedness::Unsigned, Sign::Plus) => true,
        (Signedness::Unsigned, Sign::Minus) => magnitude.is_zero(),
        (Signedness::Signed, Sign::Plus) => !magnitude.is_negative(),
        (Signedness::Signed, Sign::Minus) => !magnitude.is_negative() || magnitude == least,
    };
    fits.then(|| match sign {
        Sign::Plus => magnitude,
        Sign::Minus => magnitude.negated(),
    })
}
