//! Floating-point arithmetic compared with the machine's, for `float` and `double`; for `half` and
//! `bfloat` compared with the machine's `double`, which has more than twice their bits, so that
//! rounding twice equals rounding once; for `fp128` compared with exact products and sums.

use super::super::bits::Bits;
use super::super::float::{Format, Number, Rounding, Sign};
use super::next;
use crate::types::FloatKind;

fn format(kind: FloatKind) -> Format {
    Format::of(kind).expect("it is one of IEEE's")
}

/// A pattern that is often special: zeros, the least and greatest numbers, numbers close to each
/// other.
fn pattern(state: &mut u64, format: Format) -> u128 {
    let word = u128::from(next(state)) << 64 | u128::from(next(state));
    let mask = u128::MAX >> (128 - format.width());
    let middle = (format.infinity() >> 1) & format.infinity();
    (match next(state) % 8 {
        0 => word % 4,
        1 => format.infinity() - 2 + word % 4,
        2 => word & format.sign_bit(),
        3 => word & (format.infinity() ^ mask),
        4 | 5 => middle ^ word >> (128 - format.precision),
        _ => word,
    }) & mask
}

/// Compares a pattern with the expected one; any two NaNs are equal.
#[track_caller]
fn same(format: Format, number: &Number, expected: u128, at: &str) {
    let pattern = format.round(number);
    let both_nan = format.is_nan(pattern) && format.is_nan(expected);
    assert!(
        both_nan || pattern == expected,
        "{at}: {pattern:#x}, not {expected:#x}"
    );
}

type Compute = fn(&Number, &Number) -> Number;
/// An operation: here, and on the machine's `double` and `float`.
type Operation = (
    &'static str,
    Compute,
    fn(f64, f64) -> f64,
    fn(f32, f32) -> f32,
);
const OPS: [Operation; 5] = [
    ("+", Number::add, |l, r| l + r, |l, r| l + r),
    ("-", Number::sub, |l, r| l - r, |l, r| l - r),
    ("*", Number::multiplied, |l, r| l * r, |l, r| l * r),
    ("/", Number::divided, |l, r| l / r, |l, r| l / r),
    ("%", Number::remainder, |l, r| l % r, |l, r| l % r),
];

#[test]
fn float_and_double_are_those_of_the_machine() {
    let (float, double) = (format(FloatKind::Float), format(FloatKind::Double));
    let mut state = 1;
    for _ in 0..20_000 {
        let (l, r) = (pattern(&mut state, double), pattern(&mut state, double));
        let (left, right) = (double.unpack(l), double.unpack(r));
        let (x, y) = (f64::from_bits(l as u64), f64::from_bits(r as u64));
        for (name, compute, machine, _) in OPS {
            let at = format!("{x:e} {name} {y:e}");
            same(
                double,
                &compute(&left, &right),
                machine(x, y).to_bits().into(),
                &at,
            );
        }
        let at = format!("{x:e}");
        same(double, &left.root(), x.sqrt().to_bits().into(), &at);
        same(float, &left, (x as f32).to_bits().into(), &at);
        assert_eq!(left.compare(&right), x.partial_cmp(&y));
        for (rounding, expected) in [
            (Rounding::Truncate, x.trunc()),
            (Rounding::Floor, x.floor()),
            (Rounding::Ceiling, x.ceil()),
            (Rounding::NearestEven, x.round_ties_even()),
            (Rounding::NearestAway, x.round()),
        ] {
            same(
                double,
                &left.rounded(rounding),
                expected.to_bits().into(),
                &at,
            );
        }
        let third = f64::from_bits(pattern(&mut state, double) as u64);
        let fused = left
            .multiplied(&right)
            .add(&double.unpack(third.to_bits().into()));
        same(double, &fused, x.mul_add(y, third).to_bits().into(), &at);

        let (l, r) = (pattern(&mut state, float), pattern(&mut state, float));
        let (x, y) = (f32::from_bits(l as u32), f32::from_bits(r as u32));
        for (name, compute, _, machine) in OPS {
            let at = format!("{x:e} {name} {y:e}");
            let result = compute(&float.unpack(l), &float.unpack(r));
            same(float, &result, machine(x, y).to_bits().into(), &at);
        }
        same(
            float,
            &float.unpack(l).root(),
            x.sqrt().to_bits().into(),
            &at,
        );
        same(double, &float.unpack(l), f64::from(x).to_bits().into(), &at);
    }
}

/// The pattern of a small format whose value is nearest to a `double`, among all patterns.
fn nearest(small: Format, value: f64) -> u128 {
    let double = format(FloatKind::Double);
    let value_of = |pattern: u128| f64::from_bits(double.round(&small.unpack(pattern)) as u64);
    if value.is_nan() {
        return small.quiet_nan();
    }
    let sign = if value.is_sign_negative() {
        small.sign_bit()
    } else {
        0
    };
    let (mut low, mut high) = (0, small.infinity());
    // Unsigned patterns ascend with their values.
    while high - low > 1 {
        let middle = low.midpoint(high);
        if value_of(middle) <= value.abs() {
            low = middle
        } else {
            high = middle
        }
    }
    if high == small.infinity() && value.abs().is_infinite() {
        return sign | high;
    }
    // Infinity stands for the number after the greatest one.
    let step = value_of(small.infinity() - 1) - value_of(small.infinity() - 2);
    let above = match high == small.infinity() {
        true => value_of(high - 1) + step,
        false => value_of(high),
    };
    let (below, above) = (value.abs() - value_of(low), above - value.abs());
    let is_high = above < below || above == below && low & 1 == 1;
    sign | if is_high { high } else { low }
}

#[test]
fn small_formats_are_rounded_doubles() {
    let double = format(FloatKind::Double);
    let mut state = 2;
    for small in [format(FloatKind::Half), format(FloatKind::BFloat)] {
        for _ in 0..20_000 {
            let (l, r) = (pattern(&mut state, small), pattern(&mut state, small));
            let value = |pattern| f64::from_bits(double.round(&small.unpack(pattern)) as u64);
            let (x, y) = (value(l), value(r));
            for (name, compute, machine, _) in OPS {
                let at = format!("{x:e} {name} {y:e}");
                let result = compute(&small.unpack(l), &small.unpack(r));
                same(small, &result, nearest(small, machine(x, y)), &at);
            }
            same(
                small,
                &small.unpack(l).root(),
                nearest(small, x.sqrt()),
                &format!("{x:e}"),
            );
        }
    }
}

/// Every `double` is an `fp128`; so are products of two and, if they are close to each other, their
/// sums.
#[test]
fn quadruple_numbers_keep_what_doubles_would_round() {
    let (double, quad) = (format(FloatKind::Double), format(FloatKind::Fp128));
    let mut state = 3;
    for _ in 0..5000 {
        let (l, r) = (pattern(&mut state, double), pattern(&mut state, double));
        let widen = |pattern| quad.unpack(quad.round(&double.unpack(pattern)));
        let (left, right) = (widen(l), widen(r));
        let (x, y) = (f64::from_bits(l as u64), f64::from_bits(r as u64));
        assert_eq!(double.round(&left), double.round(&double.unpack(l)));
        let product = quad.unpack(quad.round(&left.multiplied(&right)));
        same(double, &product, (x * y).to_bits().into(), "product");
        let quotient = quad.unpack(quad.round(&left.multiplied(&right).divided(&right)));
        if (x * y).is_normal() && y != 0.0 {
            same(
                double,
                &quotient,
                x.to_bits().into(),
                "quotient of the product",
            );
        }
        let root = quad.unpack(quad.round(&left.multiplied(&left).root()));
        if !x.is_nan() {
            same(
                double,
                &root,
                x.abs().to_bits().into(),
                "root of the square",
            );
        }
    }
}

#[test]
fn integers_become_numbers_and_return() {
    let double = format(FloatKind::Double);
    let mut state = 4;
    for _ in 0..5000 {
        let word = u128::from(next(&mut state)) << 64 | u128::from(next(&mut state));
        let value = word >> (next(&mut state) % 128);
        let number = Number::of_magnitude(Sign::Plus, Bits::new(128, value));
        same(
            double,
            &number,
            (value as f64).to_bits().into(),
            "from u128",
        );
        let float = f64::from_bits(pattern(&mut state, double) as u64).abs();
        let expected = (float < 2.0_f64.powi(100)).then_some(float as u128);
        let back = double
            .unpack(float.to_bits().into())
            .integer(Rounding::Truncate, 100);
        assert_eq!(
            back.map(|(_, magnitude)| magnitude.low()),
            expected,
            "{float:e}"
        );
    }
}
