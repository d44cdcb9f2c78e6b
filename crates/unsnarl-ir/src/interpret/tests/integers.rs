//! Integers compared with `u128` and `i128`, and long integers compared with the same values in
//! fewer bits.

use super::super::bits::Bits;
use super::super::integer::{binary, compare};
use super::super::scalar::Scalar;
use super::super::stop::{Stop, Undefined};
use super::next;
use crate::ops::{BinaryOp, Flags, IntPredicate};

const OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UnsignedDiv,
    BinaryOp::SignedDiv,
    BinaryOp::UnsignedRem,
    BinaryOp::SignedRem,
    BinaryOp::ShiftLeft,
    BinaryOp::LogicalShiftRight,
    BinaryOp::ArithmeticShiftRight,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];

/// The result of an operation in the machine's 128 bits: the bits, and which of `nuw`, `nsw`,
/// `exact`, `disjoint` would not hold.
struct Oracle {
    value: u128,
    broken: [bool; 4],
}

/// The result that the language reference defines for operands of at most 64 bits; an error is
/// undefined behaviour, and nothing is poison.
fn oracle(op: BinaryOp, width: u32, l: u128, r: u128) -> Result<Option<Oracle>, Undefined> {
    let signed = |value: u128| ((value << (128 - width)) as i128) >> (128 - width);
    let mask = u128::MAX >> (128 - width);
    let (sl, sr) = (signed(l), signed(r));
    let mut broken = [false; 4];
    let ranged = |exact: i128| {
        [
            exact < 0 || exact > mask as i128,
            signed(exact as u128 & mask) != exact,
        ]
    };
    let value = match op {
        BinaryOp::Add => {
            broken[..2].copy_from_slice(&[l + r > mask, ranged(sl + sr)[1]]);
            l + r
        }
        BinaryOp::Sub => {
            broken[..2].copy_from_slice(&[l < r, ranged(sl - sr)[1]]);
            l.wrapping_sub(r)
        }
        BinaryOp::Mul => {
            broken[..2].copy_from_slice(&[l * r > mask, ranged(sl * sr)[1]]);
            l * r
        }
        BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem if r == 0 => return Err(Undefined::Division),
        BinaryOp::SignedDiv | BinaryOp::SignedRem
            if r == 0 || sr == -1 && sl == -(1 << (width - 1)) =>
        {
            return Err(Undefined::Division);
        }
        BinaryOp::UnsignedDiv => {
            broken[2] = !l.is_multiple_of(r);
            l / r
        }
        BinaryOp::SignedDiv => {
            broken[2] = sl % sr != 0;
            (sl / sr) as u128
        }
        BinaryOp::UnsignedRem => l % r,
        BinaryOp::SignedRem => (sl % sr) as u128,
        _ if !matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) && r >= width.into() => {
            return Ok(None);
        }
        BinaryOp::ShiftLeft => {
            let result = l << r & mask;
            broken[..2].copy_from_slice(&[result >> r != l, signed(result) >> r != sl]);
            result
        }
        BinaryOp::LogicalShiftRight => {
            broken[2] = l >> r << r != l;
            l >> r
        }
        BinaryOp::ArithmeticShiftRight => {
            broken[2] = l >> r << r != l;
            (sl >> r) as u128
        }
        BinaryOp::And => l & r,
        BinaryOp::Or => {
            broken[3] = l & r != 0;
            l | r
        }
        _ => l ^ r,
    };
    Ok(Some(Oracle {
        value: value & mask,
        broken,
    }))
}

/// Small and large numbers, numbers near the limits, and any others.
fn operand(state: &mut u64, width: u32) -> u128 {
    let word = u128::from(next(state)) << 64 | u128::from(next(state));
    let near = word >> 64 & 3;
    let value = match next(state) % 5 {
        0 => near,
        1 => u128::MAX - near,
        2 => (1 << (width - 1)) + near - 2,
        3 => word >> (64 + next(state) % 60),
        _ => word,
    };
    value & u128::MAX >> (128 - width)
}

#[test]
fn arithmetic_is_that_of_the_machine() {
    const FLAGS: [Flags; 4] = [
        Flags::NO_UNSIGNED_WRAP,
        Flags::NO_SIGNED_WRAP,
        Flags::EXACT,
        Flags::DISJOINT,
    ];
    let mut state = 1;
    for width in (2..=33).chain([48, 63]) {
        for op in OPS {
            for _ in 0..60 {
                let (l, r) = (operand(&mut state, width), operand(&mut state, width));
                let (left, right) = (Scalar::int(width, l), Scalar::int(width, r));
                let expected = oracle(op, width, l, r);
                let at = format!("{op:?} {left} {right}");
                for (index, flag) in FLAGS.into_iter().enumerate() {
                    // An operation cannot break a flag that it does not have.
                    let expected = match &expected {
                        Err(rule) => Err(Stop::Undefined(*rule)),
                        Ok(Some(oracle)) if !oracle.broken[index] => {
                            Ok(Scalar::int(width, oracle.value))
                        }
                        Ok(_) => Ok(Scalar::Poison),
                    };
                    assert_eq!(binary(op, flag, &left, &right), expected, "{at} {flag:?}");
                }
            }
        }
    }
}

#[test]
fn comparisons_are_those_of_the_machine() {
    use IntPredicate as P;
    let mut state = 2;
    for width in [1, 7, 32, 64, 127, 128] {
        for _ in 0..200 {
            let (l, r) = (operand(&mut state, width), operand(&mut state, width));
            let signed = |value: u128| ((value << (128 - width)) as i128) >> (128 - width);
            let (left, right) = (Scalar::int(width, l), Scalar::int(width, r));
            for (predicate, expected) in [
                (P::Equal, l == r),
                (P::NotEqual, l != r),
                (P::UnsignedGreater, l > r),
                (P::UnsignedGreaterEqual, l >= r),
                (P::UnsignedLess, l < r),
                (P::UnsignedLessEqual, l <= r),
                (P::SignedGreater, signed(l) > signed(r)),
                (P::SignedGreaterEqual, signed(l) >= signed(r)),
                (P::SignedLess, signed(l) < signed(r)),
                (P::SignedLessEqual, signed(l) <= signed(r)),
            ] {
                let plain = compare(predicate, Flags::default(), &left, &right);
                assert_eq!(
                    plain,
                    Scalar::flag(expected),
                    "{predicate:?} {left} {right}"
                );
                let same = compare(predicate, Flags::SAME_SIGN, &left, &right);
                let is_poison = (signed(l) < 0) != (signed(r) < 0);
                assert_eq!(same.is_poison(), is_poison, "samesign {left} {right}");
            }
        }
    }
}

/// Sign extension, computation and truncation give the same result as the computation without them:
/// for sums and products of any operands, and for quotients of signed ones.
#[test]
fn long_arithmetic_agrees_with_short() {
    let mut state = 3;
    for wide in [129, 150, 192, 200, 256, 300, 1000] {
        for op in OPS {
            for _ in 0..40 {
                let (l, r) = (operand(&mut state, 128), operand(&mut state, 128));
                let is_unsigned = matches!(
                    op,
                    BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem | BinaryOp::LogicalShiftRight
                );
                let is_shift = matches!(
                    op,
                    BinaryOp::ShiftLeft
                        | BinaryOp::LogicalShiftRight
                        | BinaryOp::ArithmeticShiftRight
                );
                let r = if is_shift { r % 128 } else { r };
                let extend = |value: u128| {
                    let value = Bits::new(128, value);
                    let is_zero = is_unsigned || is_shift && value.low() == r;
                    Scalar::Known(if is_zero {
                        value.resized(wide)
                    } else {
                        value.resized_signed(wide)
                    })
                };
                let plain = Flags::default();
                let short = binary(op, plain, &Scalar::int(128, l), &Scalar::int(128, r));
                let long = binary(op, plain, &extend(l), &extend(r));
                let at = format!("{op:?} {l:#x} {r:#x} in {wide} bits");
                match (short, long) {
                    (Ok(short), Ok(long)) => {
                        assert_eq!(long.moved(|bits| bits.resized(128)), short, "{at}");
                    }
                    // The quotient of the least number and minus one needs more bits.
                    (Err(_), Ok(_)) => assert!(l == 1 << 127 && r == u128::MAX, "{at}"),
                    (short, long) => assert_eq!(short.is_err(), long.is_err(), "{at}"),
                }
            }
        }
    }
}

/// A dividend is the product of divisor and quotient, plus the remainder, which is less than the
/// divisor.
#[test]
fn long_division_can_be_undone() {
    let mut state = 4;
    for round in 0..3000_u32 {
        let width = 129 + round % 400;
        let mut random = |bits: u64| {
            let limbs: Vec<u8> = (0..width.div_ceil(8))
                .map(|_| {
                    if next(&mut state).is_multiple_of(3) {
                        0xff
                    } else {
                        next(&mut state) as u8
                    }
                })
                .collect();
            Bits::from_le_bytes(width, &limbs).shifted_right((bits % u64::from(width)) as u32)
        };
        let (dividend, divisor) = (random(u64::from(round) % 7), random(u64::from(round) * 13));
        let Some((quotient, rest)) = dividend.divided(&divisor) else {
            assert!(divisor.is_zero());
            continue;
        };
        assert_eq!(quotient.multiplied(&divisor).add(&rest), dividend);
        assert!(rest.compare(&divisor).is_lt());
        assert!(
            quotient.is_zero()
                || quotient.significant_bits() + divisor.significant_bits() <= width + 1
        );
    }
}

#[test]
fn orders_of_bits_and_counts() {
    let mut state = 5;
    for width in [8, 16, 24, 64, 128, 136, 256] {
        let value = Bits::new(width, operand(&mut state, 128)).add(&Bits::single(width, width - 1));
        let bits: Vec<bool> = (0..width).map(|bit| value.get(bit)).collect();
        let back: Vec<bool> = (0..width)
            .map(|bit| value.reversed(1).get(width - 1 - bit))
            .collect();
        assert_eq!(bits, back);
        let mut bytes = value.to_le_bytes(width as usize / 8);
        bytes.reverse();
        assert_eq!(value.reversed(8), Bits::from_le_bytes(width, &bytes));
        assert_eq!(
            value.count_ones() as usize,
            bits.iter().filter(|&&bit| bit).count()
        );
        assert_eq!(
            value.trailing_zeros() as usize,
            bits.iter().take_while(|&&bit| !bit).count()
        );
        let above = bits.iter().rev().take_while(|&&bit| !bit).count();
        assert_eq!(value.leading_zeros() as usize, above);
    }
}
