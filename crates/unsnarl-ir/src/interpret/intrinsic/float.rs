//! Intrinsics on floating-point numbers, lane by lane.

use super::super::convert::Signedness;
use super::super::extreme::Extreme;
use super::super::float::Rounding;
use super::super::floating::{Floating, Roundings, SignChange};
use super::super::interpreter::Interpreter;
use super::super::scalar::Scalar;
use super::super::value::Kind;
use super::call::Lane;
use crate::ops::Flags;
use crate::types::FloatKind;

impl Interpreter<'_> {
    /// Computes a lane; nothing if the intrinsic is not supported here.
    pub(super) fn float_lane(&self, lane: &Lane<'_>) -> Option<Scalar> {
        let Some(Kind::Float(kind)) = lane.kinds.first() else {
            return None;
        };
        let floating = Floating::new(*kind, self.settings.choices)?;
        match lane.result {
            Kind::Float(_) => float_to_float(lane, &floating),
            Kind::Int(_) | Kind::Pointer(_) => self.float_to_int(lane, &floating),
        }
    }

    /// `convert.from.fp16`.
    pub(super) fn float_of_int(&self, lane: &Lane<'_>) -> Option<Scalar> {
        let ("convert.from.fp16", [bits], Kind::Float(to)) =
            (lane.base, &lane.operands[..], lane.result)
        else {
            return None;
        };
        let choices = self.settings.choices;
        let half = Floating::new(FloatKind::Half, choices)?;
        Some(half.convert(Floating::new(to, choices)?, Flags::default(), bits))
    }

    fn float_to_int(&self, lane: &Lane<'_>, floating: &Floating) -> Option<Scalar> {
        let width = lane.result.bits();
        let value = lane.operands.first()?;
        let rounding = match lane.base {
            "fptosi.sat" => {
                return Some(floating.to_int_saturating(Signedness::Signed, width, value));
            }
            "fptoui.sat" => {
                return Some(floating.to_int_saturating(Signedness::Unsigned, width, value));
            }
            "is.fpclass" => {
                let mask = lane.operands.get(1)?.known()?.low();
                return Some(floating.is_class(value, mask as u32));
            }
            "convert.to.fp16" => {
                let half = Floating::new(FloatKind::Half, self.settings.choices)?;
                let converted = floating.convert(half, Flags::default(), value);
                return Some(converted.moved(Clone::clone));
            }
            "lrint" | "llrint" => Rounding::NearestEven,
            "lround" | "llround" => Rounding::NearestAway,
            _ => return None,
        };
        let integer = floating.to_int(rounding, Signedness::Signed, width, value);
        if integer.is_poison() && !value.is_poison() {
            // An integer that is out of range may be any integer.
            return Some(self.open(width, 0));
        }
        Some(integer)
    }
}

fn float_to_float(lane: &Lane<'_>, floating: &Floating) -> Option<Scalar> {
    let flags = lane.flags;
    if let (Some(rule), [left, right]) = (Extreme::named(lane.base), &lane.operands[..]) {
        return Some(floating.extreme(rule, flags, left, right));
    }
    Some(match (lane.base, &lane.operands[..]) {
        ("fabs", [value]) => floating.signed(flags, value, SignChange::Clear),
        ("copysign", [value, sign]) => floating.signed(flags, value, SignChange::Copy(sign)),
        ("sqrt", [value]) => floating.map(flags, &[value], |numbers| numbers[0].root()),
        ("canonicalize", [value]) => floating.map(flags, &[value], |numbers| numbers[0].clone()),
        ("floor", [value]) => floating.rounded(Rounding::Floor, flags, value),
        ("ceil", [value]) => floating.rounded(Rounding::Ceiling, flags, value),
        ("trunc", [value]) => floating.rounded(Rounding::Truncate, flags, value),
        ("round", [value]) => floating.rounded(Rounding::NearestAway, flags, value),
        ("rint" | "nearbyint" | "roundeven", [value]) => {
            floating.rounded(Rounding::NearestEven, flags, value)
        }
        ("fma", &[left, right, addend]) => {
            floating.multiply_add(Roundings::One, flags, [left, right, addend])
        }
        ("fmuladd", &[left, right, addend]) => {
            floating.multiply_add(Roundings::OneOrTwo, flags, [left, right, addend])
        }
        ("ldexp", [value, exponent]) => match exponent {
            Scalar::Known(exponent) => {
                let exponent = exponent.resized_signed(64).low() as i64;
                floating.map(flags, &[value], |numbers| numbers[0].scaled(exponent))
            }
            Scalar::Poison => Scalar::Poison,
            // The same as for an unknown number.
            _ => floating.map(flags, &[value, exponent], |numbers| numbers[0].clone()),
        },
        _ => return None,
    })
}
