//! Operations on numbers that stand in the code, and comparisons that are negated: writers of text
//! have forms of their own for both.

use unsnarl_low::{Number, Op, Type};

use crate::operations::cases::{Case, of};

/// How many numbers each operand is, besides the first one.
const EACH: usize = 2;

/// Integers; those of 32 bits are the lower halves.
const INTS: [u64; 15] = [
    u64::MAX,
    10,
    9,
    1 << 63,
    0xffff_ffff_8000_0000,
    0,
    1,
    2,
    7,
    31,
    32,
    63,
    0xffff_ffff,
    1 << 32,
    0x0100_0193,
];

const FLOATS: [f32; 9] = [
    -1.0,
    0.0,
    -0.0,
    1.0,
    0.5,
    2_147_483_648.0,
    f32::INFINITY,
    f32::NAN,
    f32::MIN_POSITIVE,
];

/// The cases of an operation on two scalars of one type: either operand is a number, or both are,
/// the first of their type always and others in turn with the seed; and what holds where a
/// comparison does not.
pub(crate) fn with_numbers(op: Op, seed: u64) -> Vec<Case> {
    let all = of(op);
    let [case] = all.as_slice() else {
        return Vec::new();
    };
    let [ty, other] = case.signature.parameters[..] else {
        return Vec::new();
    };
    let is_plain = ty == other && case.signature.results.len() == 1 && !op.effect().is_kept();
    let numbers = numbers(ty);
    if !is_plain || numbers.is_empty() || matches!(op, Op::Call(_)) {
        return Vec::new();
    }
    let mut cases = Vec::new();
    let mut with = |of: &[(usize, Number)]| {
        let mut own = case.clone();
        own.signature.parameters.truncate(2 - of.len());
        own.numbers = of.to_vec();
        cases.push(own);
    };
    let turn =
        |turn: usize| numbers[1 + ((seed % 1_000) as usize + 5 * turn) % (numbers.len() - 1)];
    for place in [0, 1] {
        with(&[(place, numbers[0])]);
        (0..EACH).for_each(|own| with(&[(place, turn(own))]));
    }
    with(&[(0, numbers[1]), (1, numbers[2])]);
    with(&[(0, turn(EACH)), (1, turn(EACH + 1))]);
    if case.signature.results == [Type::I32] && is_comparison(&op) {
        cases.push(Case {
            is_negated: true,
            ..case.clone()
        });
    }
    cases
}

fn numbers(ty: Type) -> Vec<Number> {
    match ty {
        Type::I32 => INTS.map(|bits| Number::I32(bits as i32)).to_vec(),
        Type::I64 => INTS.map(|bits| Number::I64(bits as i64)).to_vec(),
        Type::F32 => FLOATS.map(|float| Number::F32(float.to_bits())).to_vec(),
        Type::F64 => {
            let doubles = FLOATS.map(|float| Number::F64(f64::from(float).to_bits()));
            doubles.to_vec()
        }
        _ => Vec::new(),
    }
}

fn is_comparison(op: &Op) -> bool {
    matches!(op, Op::IntCompare(..) | Op::FloatCompare(..))
}
