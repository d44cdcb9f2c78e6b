//! Unknown bits: the result for partly known operands holds for all their possible values.

use super::super::bits::Bits;
use super::super::cast::cast;
use super::super::floating::Choices;
use super::super::integer::{binary, compare};
use super::super::scalar::{Freedom, Partly, Scalar};
use super::super::stop::{Stop, Undefined};
use super::super::value::Kind;
use crate::ops::{BinaryOp, CastOp, Flags, IntPredicate};

const WIDTH: u32 = 3;

/// All partly known numbers of three bits, with their possible values.
fn all() -> impl Iterator<Item = (Scalar, Vec<Bits>)> {
    let sets = (0..8_u128).flat_map(|value| (0..8_u128).map(move |unknown| (value, unknown)));
    sets.filter(|(value, unknown)| value & unknown == 0)
        .map(|(value, unknown)| {
            let partly = Partly::new(
                Bits::new(WIDTH, value),
                Bits::new(WIDTH, unknown),
                Freedom::Undefined,
            );
            let members = (0..8).filter(|member| member & !unknown == value);
            (
                partly.into(),
                members.map(|member| Bits::new(WIDTH, member)).collect(),
            )
        })
}

/// The operations whose results are poison where a flag does not hold.
const FLAGGED: [(BinaryOp, Flags); 15] = {
    use BinaryOp as Op;
    const WRAPS: Flags = Flags::NO_UNSIGNED_WRAP.union(Flags::NO_SIGNED_WRAP);
    [
        (Op::Add, Flags::NO_UNSIGNED_WRAP),
        (Op::Add, Flags::NO_SIGNED_WRAP),
        (Op::Add, WRAPS),
        (Op::Sub, Flags::NO_UNSIGNED_WRAP),
        (Op::Sub, Flags::NO_SIGNED_WRAP),
        (Op::Sub, WRAPS),
        (Op::Mul, Flags::NO_UNSIGNED_WRAP),
        (Op::Mul, Flags::NO_SIGNED_WRAP),
        (Op::Mul, WRAPS),
        (Op::ShiftLeft, Flags::NO_UNSIGNED_WRAP),
        (Op::ShiftLeft, Flags::NO_SIGNED_WRAP),
        (Op::ShiftLeft, WRAPS),
        (Op::LogicalShiftRight, Flags::EXACT),
        (Op::ArithmeticShiftRight, Flags::EXACT),
        (Op::Or, Flags::DISJOINT),
    ]
};

/// The behaviours for partly known operands contain the behaviours for each pair of their possible
/// values.
fn check(name: &str, compute: impl Fn(&Scalar, &Scalar) -> Result<Scalar, Stop>) {
    for (left, lefts) in all() {
        for (right, rights) in all() {
            let joint = compute(&left, &right);
            for l in &lefts {
                for r in &rights {
                    let single = compute(&Scalar::Known(l.clone()), &Scalar::Known(r.clone()));
                    let at = format!("{name} {left} {right}: {joint:?} at {l} {r}: {single:?}");
                    match (&joint, &single) {
                        (Err(Stop::Undefined(_)), _) => {}
                        (Ok(joint), Ok(single)) => assert!(joint.admits_all(single), "{at}"),
                        _ => panic!("{at}"),
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_known_holds_for_all_that_is_possible() {
    let flags = [
        Flags::default(),
        Flags::NO_UNSIGNED_WRAP,
        Flags::NO_SIGNED_WRAP,
        Flags::EXACT,
        Flags::DISJOINT,
    ];
    for op in [
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
    ] {
        for flags in flags {
            check(&format!("{op:?} {flags:?}"), |left, right| {
                binary(op, flags, left, right)
            });
        }
    }
    for predicate in [
        IntPredicate::Equal,
        IntPredicate::NotEqual,
        IntPredicate::UnsignedGreater,
        IntPredicate::UnsignedGreaterEqual,
        IntPredicate::UnsignedLess,
        IntPredicate::UnsignedLessEqual,
        IntPredicate::SignedGreater,
        IntPredicate::SignedGreaterEqual,
        IntPredicate::SignedLess,
        IntPredicate::SignedLessEqual,
    ] {
        for flags in [Flags::default(), Flags::SAME_SIGN] {
            check(&format!("{predicate:?}"), |left, right| {
                Ok(compare(predicate, flags, left, right))
            });
        }
    }
}

/// Bit operations and comparisons are exact: each bit that all pairs have in common is known.
#[test]
fn bit_operations_and_comparisons_are_exact() {
    let plain = Flags::default();
    let exact = |compute: &dyn Fn(&Scalar, &Scalar) -> Scalar| {
        for (left, lefts) in all() {
            for (right, rights) in all() {
                let pairs = lefts
                    .iter()
                    .flat_map(|l| rights.iter().map(move |r| (l, r)));
                let mut results = pairs.map(|(l, r)| {
                    let single = compute(&Scalar::Known(l.clone()), &Scalar::Known(r.clone()));
                    single
                        .known()
                        .cloned()
                        .expect("known operands have a known result")
                });
                let first = results.next().expect("there is a pair");
                let differ = results.fold(Bits::zero(first.width()), |differ, result| {
                    differ.or(&result.xor(&first))
                });
                let expected: Scalar = Partly::new(first, differ, Freedom::Undefined).into();
                assert_eq!(compute(&left, &right), expected, "{left} {right}");
            }
        }
    };
    for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
        exact(&|left, right| binary(op, plain, left, right).expect("it does not divide"));
    }
    for predicate in [
        IntPredicate::Equal,
        IntPredicate::UnsignedLess,
        IntPredicate::SignedLess,
    ] {
        exact(&|left, right| compare(predicate, plain, left, right));
    }
}

/// A result is poison only if it is for some of the possible operands: optimisers add flags where
/// the known bits prove them.
#[test]
fn flags_fail_only_where_they_may() {
    let some = |lefts: &[Bits], rights: &[Bits], compute: &dyn Fn(&Scalar, &Scalar) -> Scalar| {
        lefts.iter().any(|left| {
            let left = Scalar::Known(left.clone());
            let mut rights = rights.iter().cloned().map(Scalar::Known);
            rights.any(|right| compute(&left, &right).is_poison())
        })
    };
    for (left, lefts) in all() {
        for (right, rights) in all() {
            for (op, flags) in FLAGGED {
                let compute = |left: &Scalar, right: &Scalar| {
                    binary(op, flags, left, right).expect("it does not divide")
                };
                assert_eq!(
                    compute(&left, &right).is_poison(),
                    some(&lefts, &rights, &compute),
                    "{op:?} {flags:?} {left} {right}"
                );
            }
            let compare = |left: &Scalar, right: &Scalar| {
                compare(IntPredicate::UnsignedLess, Flags::SAME_SIGN, left, right)
            };
            assert_eq!(
                compare(&left, &right).is_poison(),
                some(&lefts, &rights, &compare),
                "samesign {left} {right}"
            );
        }
        for op in [BinaryOp::UnsignedDiv, BinaryOp::SignedDiv] {
            for divisor in [2, 4] {
                let divisor = Scalar::int(WIDTH, divisor);
                let divide = |left: &Scalar, right: &Scalar| {
                    binary(op, Flags::EXACT, left, right).expect("the divisor is not zero")
                };
                let divisors = [divisor.known().expect("it is known").clone()];
                assert_eq!(
                    divide(&left, &divisor).is_poison(),
                    some(&lefts, &divisors, &divide),
                    "{op:?} {left} {divisor}"
                );
            }
        }
        for flags in [
            Flags::NO_UNSIGNED_WRAP,
            Flags::NO_SIGNED_WRAP,
            Flags::NO_UNSIGNED_WRAP.union(Flags::NO_SIGNED_WRAP),
        ] {
            let truncate = |value: &Scalar, _: &Scalar| {
                let [from, to] = [WIDTH, WIDTH - 1].map(Kind::Int);
                cast(CastOp::Truncate, flags, Choices::Any, value, from, to).expect("integers")
            };
            assert_eq!(
                truncate(&left, &left).is_poison(),
                some(&lefts, &[Bits::zero(1)], &truncate),
                "{flags:?} {left}"
            );
        }
    }
}

#[test]
fn poison_and_open_choices_decide_nothing() {
    let unknown = |freedom| Scalar::unknown(8, freedom);
    assert_eq!(
        unknown(Freedom::Undefined).decided(),
        Err(Stop::Undefined(Undefined::Unknown))
    );
    assert_eq!(
        unknown(Freedom::Chosen).decided(),
        Err(Stop::Undetermined(Undefined::Unknown))
    );
    assert_eq!(
        Scalar::Poison.decided(),
        Err(Stop::Undefined(Undefined::Unknown))
    );
    assert_eq!(Scalar::Poison.frozen(8), unknown(Freedom::Chosen));
    let one = Scalar::int(8, 1);
    for (op, left, right, expected) in [
        (
            BinaryOp::UnsignedDiv,
            &one,
            &Scalar::Poison,
            Err(Stop::Undefined(Undefined::Unknown)),
        ),
        (
            BinaryOp::UnsignedDiv,
            &Scalar::Poison,
            &one,
            Ok(Scalar::Poison),
        ),
        (
            BinaryOp::And,
            &Scalar::Poison,
            &Scalar::int(8, 0),
            Ok(Scalar::Poison),
        ),
        (
            BinaryOp::ShiftLeft,
            &one,
            &Scalar::int(8, 8),
            Ok(Scalar::Poison),
        ),
    ] {
        assert_eq!(
            binary(op, Flags::default(), left, right),
            expected,
            "{op:?}"
        );
    }
}

#[test]
fn refinement_goes_one_way() {
    use crate::types::FloatKind::Float;
    let known = Scalar::int(32, 0x7fc0_0001);
    let undefined = Scalar::unknown(32, Freedom::Undefined);
    let chosen = Scalar::unknown(32, Freedom::Chosen);
    // Each admits itself and those after it.
    let chain = [Scalar::Poison, undefined, chosen, Scalar::Nan(Float), known];
    for (index, above) in chain.iter().enumerate() {
        for (other, below) in chain.iter().enumerate() {
            assert_eq!(above.admits_all(below), index <= other, "{above} {below}");
        }
    }
    assert!(!Scalar::Nan(Float).admits(&Bits::new(32, 0x7f80_0000)));
}
