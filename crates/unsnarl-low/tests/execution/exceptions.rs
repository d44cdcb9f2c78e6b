//! Calls that catch, and exceptions that leave functions.

use unsnarl_low::interpret::{Completion, Instance, Outcome, Value};
use unsnarl_low::{Callee, Catch, Exit, Frame, Function, Op, Symbol};

use crate::build::{Build, ints};
use crate::{instance, pointer, returned, run};

/// The host function that throws: of the tag that its argument numbers, with the value 5.
const THROW: usize = 30;

fn throwing(functions: &[Function]) -> Instance<'_> {
    let mut instance = instance(functions);
    let throw = |arguments: &[Value]| match arguments {
        [Value::I32(0)] => Completion::Returned(vec![Value::I32(9)]),
        [Value::I32(tag)] => Completion::Thrown(Symbol::new(*tag as usize), vec![Value::I32(5)]),
        _ => panic!("the types are checked"),
    };
    instance
        .hosts
        .insert(Symbol::new(THROW), (ints(1, 1), Box::new(throw)));
    instance
}

/// Passes its argument on to a function: by a call, or by a tail call.
fn pass_on(callee: usize, is_tail: bool) -> Function {
    let (mut f, parameters) = Build::new(1, 1, 1);
    f.0.frame = Some(Frame {
        size: 64,
        align: 16,
    });
    let symbol = Symbol::new(callee);
    f.start(0);
    if is_tail {
        f.exit(Exit::TailCall(Callee::Symbol(symbol)), &parameters);
    } else {
        let result = f.call(Op::Call(symbol), &parameters);
        f.exit(Exit::Return, &[result]);
    }
    f.0
}

/// Calls function 1. Returns the result plus 100 if it returns, the value plus 200 for tag 11, plus
/// 300 for tag 12, and 400 for other exceptions if all are caught.
fn catching(catches_all: bool) -> Function {
    let (mut f, parameters) = Build::new(1, 1, 3);
    let (value, what) = (f.parameter(1), f.parameter(1));
    let rest = f.parameter(2);
    f.0.frame = Some(Frame {
        size: 16,
        align: 16,
    });
    let numbers = [100, 200, 300, 400].map(|number| f.number(number));
    f.start(0);
    let mut catches: Vec<Catch> = [11, 12].map(|tag| Catch::Tag(Symbol::new(tag))).to_vec();
    catches.extend(catches_all.then_some(Catch::All));
    f.exit(
        Exit::Call(Callee::Symbol(Symbol::new(1)), catches),
        &parameters,
    );
    f.start(1);
    let sum = f.binary(unsnarl_low::op::int::IntBinary::Add, value, what);
    f.exit(Exit::Return, &[sum]);
    f.start(2);
    f.exit(Exit::Return, &[rest]);
    for number in &numbers[..3] {
        f.edge(0, 1, &[*number]);
    }
    if catches_all {
        f.edge(0, 2, &[numbers[3]]);
    }
    f.0
}

#[test]
fn the_first_clause_that_catches_is_taken() {
    for is_tail in [false, true] {
        let functions = [catching(true), pass_on(2, is_tail), pass_on(THROW, is_tail)];
        let mut instance = throwing(&functions);
        for (argument, expected) in [(0, 109), (11, 205), (12, 305), (13, 400)] {
            assert_eq!(
                run(&mut instance, &[argument]),
                returned(expected),
                "{argument}"
            );
            assert_eq!(pointer(&instance), Value::I32(1024));
        }
    }
}

#[test]
fn what_none_catches_leaves_the_function() {
    let functions = [catching(false), pass_on(2, false), pass_on(THROW, false)];
    let mut instance = throwing(&functions);
    assert_eq!(run(&mut instance, &[12]), returned(305));
    let thrown = Outcome::Thrown(Symbol::new(13), vec![Value::I32(5)]);
    assert_eq!(run(&mut instance, &[13]), Ok(thrown));
    assert_eq!(pointer(&instance), Value::I32(1024));
}
