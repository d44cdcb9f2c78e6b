//! Floating-point operations on scalars.
//!
//! *Needs:* scalars of one format, the operation, its fast-math flags, and the [`Choices`].
//! *Gives:* the result of IEEE 754, rounded to nearest, ties to even. A result that is not a number
//! is [`Scalar::Nan`]: LLVM IR leaves its sign and payload open. `fneg`, `fabs` and `copysign` move
//! bits and make no new NaN. With `nnan` or `ninf` a NaN or an infinity among operands and result
//! makes poison. With `nsz` the sign of a zero is unknown.
//! *Limits:* `arcp`, `contract`, `afn` and `reassoc` allow further results, which are not included:
//! code with these flags must not be compared with this.

use std::cmp::Ordering;

use super::bits::Bits;
use super::float::{Format, Number, Rounding};
use super::scalar::{Freedom, Partly, Scalar};
use crate::ops::{BinaryOp, Flags, FloatPredicate};
use crate::types::FloatKind;

/// The way to make the choices that LLVM IR leaves open: the bits of a NaN and of `freeze`, the
/// sign of a zero under `nsz`, whether `fmuladd` rounds once or twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choices {
    /// No choice is made: the results are all allowed ones. For comparisons by refinement.
    Any,
    /// The interpreter chooses: zeros, a quiet NaN, the sign defined by IEEE 754, two roundings.
    /// For running whole programs.
    First,
}

/// A format of numbers, and the choices among results.
#[derive(Clone, Copy, Debug)]
pub(super) struct Floating {
    pub(super) kind: FloatKind,
    pub(super) format: Format,
    pub(super) choices: Choices,
}

/// An operand: a number, or a partly known one.
pub(super) enum Operand {
    Number(Number),
    Unknown(Freedom),
}

impl Floating {
    /// Nothing if the format is not an IEEE format.
    pub(super) fn new(kind: FloatKind, choices: Choices) -> Option<Self> {
        let format = Format::of(kind)?;
        Some(Self {
            kind,
            format,
            choices,
        })
    }

    /// Reads an operand; nothing if it is poison.
    pub(super) fn operand(&self, scalar: &Scalar) -> Option<Operand> {
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

    /// The rounded result, with the effect of the flags.
    pub(super) fn flagged(&self, flags: Flags, operands: &[Number], result: &Number) -> Scalar {
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
    pub(super) fn without_sign(&self, pattern: u128) -> Scalar {
        self.one_of(pattern, pattern ^ self.format.sign_bit())
    }

    /// The first of two patterns if the interpreter chooses; otherwise either: the bits in which
    /// they differ are unknown.
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
        // It becomes poison, or loses the sign of a zero, in the same cases as a function of
        // numbers.
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

    /// `floor` and similar operations.
    pub(super) fn rounded(&self, rounding: Rounding, flags: Flags, value: &Scalar) -> Scalar {
        self.map(flags, &[value], |numbers| numbers[0].rounded(rounding))
    }
}

/// The change of a sign.
#[derive(Clone, Copy)]
pub(super) enum SignChange<'a> {
    Flip,
    Clear,
    /// To the sign of another number.
    Copy(&'a Scalar),
}

/// The number of roundings of a product and sum.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Roundings {
    One,
    OneOrTwo,
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
