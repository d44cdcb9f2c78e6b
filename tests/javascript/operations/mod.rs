//! Every operation does in JavaScript what it does in the interpreter of the machine, which is
//! compared with an engine of WebAssembly on the same operands: results, traps, memory, tables and
//! globals. One process of node does all of it.

#![allow(dead_code)]

#[path = "../../low/operations/atomic.rs"]
mod atomic;
#[path = "../../low/operations/cases.rs"]
mod cases;
mod driver;
#[path = "../../low/operations/inputs.rs"]
mod inputs;
#[path = "../../low/operations/machine.rs"]
mod machine;
#[path = "../../low/operations/numbers.rs"]
mod numbers;
mod subject;

use std::collections::{BTreeMap, HashSet};

use unsnarl_js::{Alignment, Options, Style, Traps};
use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatUnary};
use unsnarl_low::op::vector::{VectorBinary, VectorUnary};
use unsnarl_low::{LaneType, Op, Width};

use cases::Case;
use inputs::Rng;
use unsnarl_testkit::random::first_case;

/// How many calls each case gets besides those of all pairs of special operands.
const RANDOM: usize = 200;

/// How a call ends.
type Answer = Result<Option<Value>, Trap>;

/// What is expected of a call: how it ends, and the state after it if that may change.
struct Expected {
    operands: Vec<Value>,
    answer: Answer,
    state: Option<u64>,
}

#[test]
fn every_operation_does_the_same_in_javascript() {
    let options = |traps, alignment, style| Options {
        traps,
        alignment,
        style,
        ..Options::default()
    };
    let all = options(Traps::All, Alignment::Hint, Style::Readable);
    let calls = compare(&all);
    assert!(calls > 100_000, "{calls} calls");
    compare(&options(Traps::Free, Alignment::Hint, Style::Compact));
    compare(&options(
        Traps::Unchecked,
        Alignment::Promise,
        Style::Readable,
    ));
    compare(&Options {
        exact_nan: true,
        ..all
    });
}

/// Compares all operations; gives the number of calls.
fn compare(options: &Options) -> usize {
    let mut subjects = Vec::new();
    let mut names = HashSet::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for op in Op::all() {
        if matches!(op, Op::AtomicWait(..)) {
            continue;
        }
        let numbers = numbers::with_numbers(op, Rng::new(first_case()).next());
        for case in cases::of(op).into_iter().chain(numbers) {
            match subject::Subject::new(&case, options) {
                Ok(subject) => {
                    names.insert(op.name());
                    subjects.push((case.clone(), subject, expected(&case, options)));
                }
                Err(error) => {
                    let what = error.to_string();
                    let what = what.split(": ").last().unwrap_or(&what).to_owned();
                    *refused.entry(what).or_default() += 1;
                }
            }
        }
    }
    // Addresses of 64 bits are refused, and the one that throws has no case.
    let refused: Vec<&String> = refused.keys().collect();
    assert_eq!(
        refused,
        ["a memory with 64-bit addresses is not supported in JavaScript",]
    );
    assert_eq!(
        names.len(),
        Op::all().len() - 3,
        "some operation has no case"
    );
    let answers = driver::run(&subjects);
    let mut calls = 0;
    for ((case, _, expected), answers) in subjects.iter().zip(&answers) {
        assert_eq!(expected.len(), answers.len(), "{case:?}");
        for (expected, (found, state)) in expected.iter().zip(answers) {
            calls += 1;
            let is_judged = options.traps == Traps::All || expected.answer.is_ok();
            if options.exact_nan && is_judged {
                assert!(
                    is_exactly(case, *found, expected.answer)
                        || is_exactly(case, *found, rounded_twice(case, expected)),
                    "{case:?} of {:x?}: {found:x?}, expected {:x?} to the bit",
                    expected.operands,
                    expected.answer
                );
            }
            assert!(
                !is_judged
                    || is_same(case, *found, expected.answer)
                    || has_other_nan(case, expected, *found)
                    || is_same(case, *found, rounded_twice(case, expected)),
                "{case:?} of {:x?}: {found:x?}, expected {:x?}, {options:?}",
                expected.operands,
                expected.answer
            );
            if let Some(expected_state) = expected.state {
                assert_eq!(
                    *state, expected_state,
                    "{case:?} of {:x?}: state",
                    expected.operands
                );
            }
        }
    }
    calls
}

/// What a case does with all its operands. Where traps are not exact, nothing after the first one
/// has the same state.
fn expected(case: &Case, options: &Options) -> Vec<Expected> {
    let functions = machine::functions(case);
    let mut low = machine::Machine::new(&functions, case);
    let mut all = Vec::new();
    for operands in inputs::of(case, &mut Rng::new(1)) {
        let answer = low.call(&operands);
        let is_kept = case.op.effect().is_kept();
        if options.traps != Traps::All && answer.is_err() && is_kept {
            break;
        }
        // The whole state is looked at now and then: it stays as it was between.
        let state = (is_kept && all.len() % 32 == 0).then(|| {
            let mut hash = driver::Hash::default();
            low.with_memory(|bytes| hash.bytes(bytes));
            for elements in low.tables() {
                elements.iter().for_each(|&value| hash.reference(value));
            }
            if let (Some(value), Op::GlobalSet(..)) = (low.global(), case.op) {
                hash.value(value);
            }
            hash.0
        });
        all.push(Expected {
            operands,
            answer,
            state,
        });
    }
    all
}

/// What a product and a sum are if each is rounded, which JavaScript does, and the machine does
/// not; any other operation as it is expected.
fn rounded_twice(case: &Case, expected: &Expected) -> Answer {
    use unsnarl_low::op::relaxed::Relaxed as R;
    let (width, negative) = match case.op {
        Op::Relaxed(R::MultiplyAdd(width)) => (width, false),
        Op::Relaxed(R::NegatedMultiplyAdd(width)) => (width, true),
        _ => return expected.answer,
    };
    let vectors: Vec<[u8; 16]> = expected
        .operands
        .iter()
        .filter_map(|value| match value {
            Value::V128(bytes) => Some(*bytes),
            _ => None,
        })
        .collect();
    let mut result = [0; 16];
    let size = width.bytes() as usize;
    for at in (0..16).step_by(size) {
        match width {
            Width::W32 => {
                let lane = |vector: &[u8; 16]| {
                    f32::from_le_bytes(vector[at..at + 4].try_into().expect("4 bytes"))
                };
                let [a, b, c] = [0, 1, 2].map(|number| lane(&vectors[number]));
                let a = if negative { -a } else { a };
                result[at..at + 4].copy_from_slice(&(a * b + c).to_le_bytes());
            }
            Width::W64 => {
                let lane = |vector: &[u8; 16]| {
                    f64::from_le_bytes(vector[at..at + 8].try_into().expect("8 bytes"))
                };
                let [a, b, c] = [0, 1, 2].map(|number| lane(&vectors[number]));
                let a = if negative { -a } else { a };
                result[at..at + 8].copy_from_slice(&(a * b + c).to_le_bytes());
            }
        }
    }
    Ok(Some(Value::V128(result)))
}

/// Tells whether a result is the bits of another NaN than the operand is: JavaScript may change
/// those of a signalling one.
fn has_other_nan(case: &Case, expected: &Expected, found: Answer) -> bool {
    let bits = |value: Value| value.bits().unwrap_or(0);
    let is_nan = |found: Value| match found {
        Value::I32(_) => Value::F32(bits(found) as u32).is_nan(),
        _ => Value::F64(bits(found)).is_nan(),
    };
    let is_bits = matches!(case.op, Op::Convert(Convert::FloatToIntBits(_)));
    is_bits && expected.operands[0].is_nan() && found.is_ok_and(|found| found.is_some_and(is_nan))
}

/// Tells whether answers are equal to the bit. A NaN that is computed is the canonical one, and in
/// vectors any that is not signalling.
fn is_exactly(case: &Case, found: Answer, expected: Answer) -> bool {
    let (Ok(Some(found)), Ok(Some(expected))) = (found, expected) else {
        return found == expected;
    };
    let is_moved = match case.op {
        Op::FloatUnary(_, op) => matches!(op, FloatUnary::Neg | FloatUnary::Abs),
        Op::FloatBinary(_, op) => op == FloatBinary::Copysign,
        Op::Convert(op) => !matches!(op, Convert::Demote | Convert::Promote),
        Op::VectorUnary(_, VectorUnary::Float(op)) => {
            matches!(op, FloatUnary::Neg | FloatUnary::Abs)
        }
        Op::VectorUnary(_, op) => !matches!(op, VectorUnary::Demote | VectorUnary::Promote),
        Op::VectorBinary(_, op) => {
            use VectorBinary as V;
            !matches!(op, V::Add | V::Sub | V::Mul | V::Div | V::Min | V::Max)
        }
        Op::Relaxed(_) => false,
        _ => true,
    };
    match (found, expected) {
        _ if is_moved => found == expected,
        (Value::V128(found), Value::V128(expected)) => match float_bytes(&case.op) {
            Some(bytes) => lanes_agree(&found, &expected, bytes),
            None => found == expected,
        },
        (Value::F32(found), expected) if expected.is_nan() => found == 0x7fc0_0000,
        (Value::F64(found), expected) if expected.is_nan() => found == 0x7ff8_0000_0000_0000,
        _ => found == expected,
    }
}

/// Tells whether answers are equal, but for the bits of NaNs that are open.
fn is_same(case: &Case, found: Answer, expected: Answer) -> bool {
    let (Ok(Some(found)), Ok(Some(expected))) = (found, expected) else {
        return found == expected;
    };
    match (found, expected) {
        (Value::V128(found), Value::V128(expected)) => match float_bytes(&case.op) {
            Some(bytes) => lanes_agree(&found, &expected, bytes),
            None => found == expected,
        },
        _ if found.ty() != expected.ty() => false,
        // JavaScript has one NaN.
        _ => found == expected || found.is_nan() && expected.is_nan(),
    }
}

/// How many bytes the lanes of the result have, if they are floats.
fn float_bytes(op: &Op) -> Option<usize> {
    let lane = match *op {
        Op::VectorUnary(lane, _) | Op::VectorBinary(lane, _) => lane,
        Op::Splat(lane) | Op::ReplaceLane(lane, _) => lane,
        Op::Relaxed(op) => {
            use unsnarl_low::op::relaxed::Relaxed as R;
            match op {
                R::MultiplyAdd(width)
                | R::NegatedMultiplyAdd(width)
                | R::Min(width)
                | R::Max(width) => return Some(width.bytes() as usize),
                _ => return None,
            }
        }
        _ => return None,
    };
    let is_comparison = matches!(
        op,
        Op::VectorBinary(_, VectorBinary::CompareFloat(_)) | Op::VectorUnary(_, VectorUnary::Abs)
    );
    match lane {
        LaneType::F32 if !is_comparison => Some(4),
        LaneType::F64 if !is_comparison => Some(8),
        _ => None,
    }
}

fn lanes_agree(found: &[u8; 16], expected: &[u8; 16], size: usize) -> bool {
    let lane = |bytes: &[u8]| match size {
        4 => Value::F32(u32::from_le_bytes(bytes.try_into().expect("4 bytes"))),
        _ => Value::F64(u64::from_le_bytes(bytes.try_into().expect("8 bytes"))),
    };
    found
        .chunks(size)
        .zip(expected.chunks(size))
        .all(|(found, expected)| {
            let (found, expected) = (lane(found), lane(expected));
            found == expected || found.is_nan() && expected.is_nan()
        })
}

#[test]
fn the_comparison_tells_results_apart() {
    let add = cases::of(Op::VectorBinary(LaneType::F32, VectorBinary::Add));
    let lanes = |first: u32| {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&first.to_le_bytes());
        Ok(Some(Value::V128(bytes)))
    };
    assert!(is_same(&add[0], lanes(0x7fc0_0000), lanes(0xffc0_0000)));
    assert!(!is_same(&add[0], lanes(0x7fc0_0000), lanes(0x3f80_0000)));
    let sub = cases::of(Op::IntBinary(
        Width::W32,
        unsnarl_low::op::int::IntBinary::Sub,
    ));
    assert!(!is_same(
        &sub[0],
        Ok(Some(Value::I32(1))),
        Ok(Some(Value::I64(1)))
    ));
    assert!(!is_same(
        &sub[0],
        Ok(Some(Value::I32(1))),
        Err(Trap::Unreachable)
    ));
}
