//! Calls, frames and the stack pointer.

use unsnarl_low::interpret::{
    Completion, Elements, Fault, Interpreter, Limits, Outcome, Trap, Value,
};
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::op::memory::Table;
use unsnarl_low::{Callee, Exit, Frame, Function, Op, Symbol, Traps, Type};

use crate::execution::build::{Build, ints};
use crate::execution::{POINTER, instance, pointer, returned, run};

/// `n == 0 ? 0 : n + sum(n - 1)`, with a frame if one is given.
fn sum(frame: Option<Frame>) -> Function {
    let (mut f, n) = Build::new(1, 1, 3);
    f.0.frame = frame;
    let (zero, one) = (f.number(0), f.number(1));
    f.start(0);
    f.exit(Exit::Branch, &[n[0]]);
    f.start(1);
    let less = f.binary(IntBinary::Sub, n[0], one);
    let rest = f.call(Op::Call(Symbol::FIRST), &[less]);
    let sum = f.binary(IntBinary::Add, n[0], rest);
    f.exit(Exit::Return, &[sum]);
    f.start(2);
    f.exit(Exit::Return, &[zero]);
    f.edge(0, 1, &[]);
    f.edge(0, 2, &[]);
    f.0
}

#[test]
fn calls_nest_deep_and_end_with_a_trap() {
    let functions = [sum(None)];
    let n = 100_000i64;
    let expected = (n * (n + 1) / 2) as i32;
    assert_eq!(
        run(&mut instance(&functions), &[n as i32]),
        returned(expected)
    );
    match run(&mut instance(&functions), &[-1]) {
        Ok(Outcome::Trapped {
            trap: Trap::StackOverflow,
            traps: Traps::Observable,
            ..
        }) => {}
        other => panic!("{other:?}"),
    }
}

/// Counts its first parameter down by calls that leave it, adding to the second.
fn count_down(callee: Callee) -> Function {
    let (mut f, parameters) = Build::new(2, 1, 3);
    f.0.frame = Some(Frame {
        size: 20,
        align: 16,
    });
    let (one, place) = (f.number(1), f.number(0));
    f.start(0);
    f.exit(Exit::Branch, &parameters[..1]);
    f.start(1);
    let less = f.binary(IntBinary::Sub, parameters[0], one);
    let more = f.binary(IntBinary::Add, parameters[1], parameters[0]);
    let operands = match callee {
        Callee::Symbol(_) => vec![less, more],
        _ => vec![less, more, place],
    };
    f.exit(Exit::TailCall(callee), &operands);
    f.start(2);
    f.exit(Exit::Return, &parameters[1..]);
    f.edge(0, 1, &[]);
    f.edge(0, 2, &[]);
    f.0
}

#[test]
fn a_tail_call_leaves_its_frame() {
    for callee in [Callee::Symbol(Symbol::FIRST), Callee::Table(Table(0))] {
        let functions = [count_down(callee)];
        let mut instance = instance(&functions);
        let values = vec![Value::FuncRef(Some(Symbol::FIRST))];
        instance.tables.push(Elements { values, maximum: 1 });
        let limits = Limits {
            registers: 100,
            ..Limits::default()
        };
        let arguments = [Value::I32(100_000), Value::I32(0)];
        let outcome = Interpreter::new(&mut instance, limits).run(Symbol::FIRST, &arguments);
        assert_eq!(outcome, returned(5_000_050_000u64 as i32));
        assert_eq!(pointer(&instance), Value::I32(1024));
    }
}

/// Returns the difference of the address of its frame and that of a byte in it, times 1000, and the
/// stack pointer.
fn frame(frame: Frame) -> Function {
    let (mut f, _) = Build::new(0, 2, 1);
    f.0.frame = Some(frame);
    let at = f.0.frame_address(8);
    f.start(0);
    let pointer = f.op(Op::GlobalGet(Symbol::new(POINTER), Type::I32), &[]);
    f.exit(Exit::Return, &[at, pointer]);
    f.0
}

#[test]
fn a_frame_is_below_the_stack_pointer_and_aligned() {
    for (size, align, lowest) in [(0, 1, 1024), (1, 1, 1023), (24, 16, 992), (8, 512, 512)] {
        let functions = [frame(Frame { size, align })];
        let mut instance = instance(&functions);
        let values = [lowest + 8, lowest].map(Value::I32).to_vec();
        assert_eq!(
            run(&mut instance, &[]),
            Ok(Outcome::Returned(values)),
            "{size} {align}"
        );
        assert_eq!(pointer(&instance), Value::I32(1024));
    }
}

#[test]
fn a_moved_stack_pointer_is_restored() {
    for has_frame in [false, true] {
        let (mut f, parameters) = Build::new(1, 1, 1);
        f.0.frame = has_frame.then_some(Frame { size: 0, align: 1 });
        f.start(0);
        f.push(Op::GlobalSet(Symbol::new(POINTER), Type::I32), &parameters);
        f.exit(Exit::Return, &parameters);
        let functions = [f.0];
        let mut instance = instance(&functions);
        assert_eq!(run(&mut instance, &[512]), returned(512));
        let after = if has_frame { 1024 } else { 512 };
        assert_eq!(pointer(&instance), Value::I32(after));
    }
}

#[test]
fn frames_nest() {
    let functions = [sum(Some(Frame { size: 8, align: 8 }))];
    let mut instance = instance(&functions);
    assert_eq!(run(&mut instance, &[20]), returned(210));
    assert_eq!(pointer(&instance), Value::I32(1024));
    instance.stack_pointer = None;
    let error = run(&mut instance, &[20]).expect_err("there is no stack pointer");
    assert_eq!(error.fault, Fault::NoStackPointer);
}

/// Calls an element of a table with a number.
fn indirect() -> Function {
    let (mut f, parameters) = Build::new(2, 1, 1);
    f.start(0);
    let result = f.call(Op::CallIndirect(Table(0)), &parameters);
    f.exit(Exit::Return, &[result]);
    f.0
}

#[test]
fn an_indirect_call_checks_the_element() {
    let functions = [indirect()];
    let mut instance = instance(&functions);
    let host = |types, completion: Completion| {
        (types, Box::new(move |_: &[Value]| completion.clone()) as _)
    };
    let seven = Completion::Returned(vec![Value::I32(7)]);
    instance
        .hosts
        .insert(Symbol::new(1), host(ints(1, 1), seven.clone()));
    instance
        .hosts
        .insert(Symbol::new(2), host(ints(2, 1), seven));
    instance.hosts.insert(
        Symbol::new(3),
        host(ints(1, 1), Completion::Trapped(Trap::Host)),
    );
    instance.hosts.insert(
        Symbol::new(4),
        host(ints(1, 1), Completion::Returned(Vec::new())),
    );
    let nothing = Completion::Returned(Vec::new());
    instance
        .hosts
        .insert(Symbol::new(5), host(ints(1, 0), nothing));
    let elements = [Some(1), Some(2), None, Some(3), Some(4), Some(5)];
    let values = elements
        .map(|number| Value::FuncRef(number.map(Symbol::new)))
        .to_vec();
    instance.tables.push(Elements { values, maximum: 6 });
    let mut trap = |at| match run(&mut instance, &[0, at]) {
        Ok(Outcome::Trapped { trap, .. }) => Some(trap),
        other => {
            assert_eq!(other, returned(7));
            None
        }
    };
    assert_eq!(trap(0), None);
    assert_eq!(trap(1), Some(Trap::CallType));
    assert_eq!(trap(2), Some(Trap::NullCall));
    assert_eq!(trap(3), Some(Trap::Host));
    assert_eq!(trap(5), Some(Trap::CallType));
    assert_eq!(trap(6), Some(Trap::TableOutOfBounds));
    assert_eq!(trap(-1), Some(Trap::TableOutOfBounds));
    let error = run(&mut instance, &[0, 4]).expect_err("a result is missing");
    assert_eq!(error.fault, Fault::Signature(Symbol::new(4)));
}

#[test]
fn a_direct_call_of_other_types_breaks_a_rule() {
    let (mut f, _) = Build::new(0, 1, 1);
    f.start(0);
    let result = f.call(Op::Call(Symbol::new(1)), &[]);
    f.exit(Exit::Return, &[result]);
    let error = run(&mut instance(&[f.0, sum(None)]), &[]).expect_err("an argument is missing");
    assert_eq!(error.fault, Fault::Signature(Symbol::new(1)));
}
