//! Every operation does what WebAssembly says: the interpreter of the machine and an engine of
//! WebAssembly execute it on the same operands, and have the same results, traps, memory, tables
//! and global afterwards.

mod atomic;
mod cases;
mod engine;
mod inputs;
mod machine;

use std::collections::HashSet;

use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::op::memory::Address;
use unsnarl_low::op::relaxed::Relaxed;
use unsnarl_low::{LaneType, Op, Width};

use cases::Case;
use inputs::Rng;

/// How many calls each case gets besides those of all pairs of special operands.
const RANDOM: usize = 400;

/// Threads wait in shared memories only.
#[test]
fn waiting_traps() {
    for width in Width::ALL {
        let op = Op::AtomicWait(width, Address::default());
        let is_plain = |case: &Case| case.op == op;
        for case in cases::of(op).into_iter().filter(is_plain) {
            let functions = machine::functions(&case);
            let mut low = machine::Machine::new(&functions, &case);
            let mut call = |at: u64| {
                let number = Value::from_bits(width.int(), 0);
                low.call(&[
                    Value::from_bits(case.addresses.int(), at),
                    number,
                    Value::I64(0),
                ])
            };
            assert_eq!(call(8), Err(Trap::NotShared));
            assert_eq!(call(2), Err(Trap::Unaligned));
            assert_eq!(call(1 << 20), Err(Trap::MemoryOutOfBounds));
        }
    }
}

/// How a call ends.
type Answer = Result<Option<Value>, Trap>;

#[test]
fn every_operation_agrees_with_an_engine() {
    let (mut answered, mut calls, mut traps) = (HashSet::new(), 0, 0);
    for op in Op::all() {
        if matches!(op, Op::AtomicWait(..)) {
            continue;
        }
        for case in cases::of(op) {
            let (here_calls, here_traps) = compare(&case);
            if here_calls > here_traps || op == Op::Trap {
                answered.insert(op.name());
            }
            calls += here_calls;
            traps += here_traps;
        }
    }
    // Both that wait trap always, since no memory is shared, and the one that throws has no case.
    assert_eq!(
        answered.len(),
        Op::all().len() - 3,
        "some operation always traps"
    );
    assert!(
        calls > 100_000 && traps > 1_000,
        "{calls} calls, {traps} traps"
    );
}

/// Executes a case on all its operands; gives the number of calls, and of traps among them.
fn compare(case: &Case) -> (usize, usize) {
    let functions = machine::functions(case);
    let mut low = machine::Machine::new(&functions, case);
    let mut engine = engine::Engine::new(case);
    let mut traps = 0;
    let inputs = inputs::of(case, &mut Rng::new(1));
    for operands in &inputs {
        let (found, expected) = (low.call(operands), engine.call(operands));
        traps += usize::from(expected.is_err());
        assert!(
            is_same(case, found, expected),
            "{case:?} of {operands:x?}: {found:x?}, expected {expected:x?}"
        );
        if case.op.effect().is_kept() {
            assert_eq!(low.tables(), engine.tables(), "{case:?} of {operands:x?}");
            assert_eq!(low.global(), engine.global(), "{case:?} of {operands:x?}");
            low.with_memory(|bytes| {
                assert!(
                    bytes == engine.memory(),
                    "{case:?} of {operands:x?}: memory"
                );
            });
        }
    }
    (inputs.len(), traps)
}

/// Tells whether answers are equal, but for the bits of NaNs that are open, which the machine
/// marks: the engine has a NaN there, with any bits.
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
        _ => found == expected || machine::is_marked(found) && expected.is_nan(),
    }
}

/// How many bytes the lanes of the result have, if they may be floats.
fn float_bytes(op: &Op) -> Option<usize> {
    use Relaxed as R;
    match *op {
        Op::VectorUnary(LaneType::F32, _) | Op::VectorBinary(LaneType::F32, _) => Some(4),
        Op::VectorUnary(LaneType::F64, _) | Op::VectorBinary(LaneType::F64, _) => Some(8),
        Op::Relaxed(
            R::MultiplyAdd(width) | R::NegatedMultiplyAdd(width) | R::Min(width) | R::Max(width),
        ) => Some(width.bytes() as usize),
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
            found == expected || machine::is_marked(found) && expected.is_nan()
        })
}

#[test]
fn the_comparison_tells_results_apart() {
    let add = cases::of(Op::VectorBinary(
        LaneType::F32,
        unsnarl_low::op::vector::VectorBinary::Add,
    ));
    let marked = |value| Ok(Some(value));
    let nan = machine::marked_nan(unsnarl_low::Width::W32) as u32;
    let lanes = |first: u32| {
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&first.to_le_bytes());
        Value::V128(bytes)
    };
    let same = |found, expected| is_same(&add[0], marked(found), marked(expected));
    assert!(same(lanes(nan), lanes(0xffc0_1234)));
    assert!(!same(lanes(0x7fc0_0000), lanes(0xffc0_0000)));
    assert!(!same(lanes(nan), lanes(0x3f80_0000)));
    assert!(!same(Value::I32(1), Value::I64(1)));
    assert!(!is_same(
        &add[0],
        Err(Trap::DivisionByZero),
        Err(Trap::IntegerOverflow)
    ));
}
