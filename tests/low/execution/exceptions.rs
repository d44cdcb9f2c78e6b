//! Calls that catch, and exceptions that leave functions.

use unsnarl_low::interpret::{Completion, Instance, Outcome, Value};
use unsnarl_low::{Callee, Catch, Effect, Exit, Frame, Function, Op, Symbol, Type};

use crate::execution::build::{Build, ints};
use crate::execution::{instance, pointer, returned, run};

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

/// Calls function 1, and throws again what it catches: by its reference, or as tag 12. Returns what
/// the call gives, or the value plus 200 for tag 11; all else leaves the function.
fn rethrowing(by_reference: bool) -> Function {
    let (mut f, parameters) = Build::new(1, 1, 4);
    let result = f.parameter(1);
    let reference = f.0.add_parameter(unsnarl::Id::new(2), Type::ExnRef);
    let value = f.parameter(3);
    let added = f.number(200);
    f.start(0);
    let callee = Callee::Symbol(Symbol::new(1));
    f.exit(Exit::Call(callee, vec![Catch::AllRef]), &parameters);
    f.start(1);
    f.exit(Exit::Return, &[result]);
    f.start(2);
    let catches = vec![Catch::Tag(Symbol::new(11))];
    match by_reference {
        true => f.exit(Exit::Call(Callee::ThrowRef, catches), &[reference]),
        false => {
            let tag = Callee::Throw(Symbol::new(12));
            f.exit(Exit::Call(tag, catches), &parameters);
        }
    }
    f.start(3);
    let sum = f.binary(unsnarl_low::op::int::IntBinary::Add, value, added);
    f.exit(Exit::Return, &[sum]);
    f.edge(0, 1, &[]);
    f.edge(0, 2, &[]);
    f.edge(2, 3, &[parameters[0]]);
    f.edge(2, 3, &[]);
    f.0
}

#[test]
fn what_was_caught_is_thrown_again() {
    for (by_reference, tag) in [(true, 13), (false, 12)] {
        let functions = [rethrowing(by_reference), pass_on(THROW, false)];
        let mut instance = throwing(&functions);
        assert_eq!(run(&mut instance, &[0]), returned(9));
        if by_reference {
            assert_eq!(run(&mut instance, &[11]), returned(205));
        }
        let value = match by_reference {
            true => 5,
            false => 13,
        };
        let thrown = Outcome::Thrown(Symbol::new(tag), vec![Value::I32(value)]);
        assert_eq!(run(&mut instance, &[13]), Ok(thrown));
        assert_eq!(pointer(&instance), Value::I32(1024));
    }
}

#[test]
fn an_instruction_and_an_exit_throw() {
    for is_exit in [false, true] {
        let (mut f, parameters) = Build::new(1, 1, 1);
        f.start(0);
        let tag = Symbol::new(11);
        match is_exit {
            true => f.exit(Exit::TailCall(Callee::Throw(tag)), &parameters),
            false => {
                f.0.push(Op::Throw(tag), Effect::Any, &parameters, &[]);
                f.exit(Exit::Unreachable, &[]);
            }
        }
        let functions = [catching(true), f.0];
        let mut instance = throwing(&functions);
        assert_eq!(run(&mut instance, &[7]), returned(207));
    }
}
