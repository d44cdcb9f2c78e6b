//! Exits, edges, fuel, traps, dead instructions.

use unsnarl_low::interpret::{Fault, Interpreter, Limits, Outcome, Trap, Value};
use unsnarl_low::op::int::{IntBinary, IntCompare};
use unsnarl_low::{Exit, Function, Number, Op, Reg, Symbol, Traps, Type};

use crate::execution::build::Build;
use crate::execution::{instance, returned, run};

/// `while n != 0 { (a, b) = (b, a + b); n -= 1 }; return a`
pub(crate) fn fibonacci() -> Function {
    let (mut f, parameters) = Build::new(1, 1, 3);
    let [a, b, n] = [1; 3].map(|number| f.parameter(number));
    let (zero, one) = (f.number(0), f.number(1));
    f.start(0);
    f.exit(Exit::Jump, &[]);
    f.start(1);
    let sum = f.binary(IntBinary::Add, a, b);
    let less = f.binary(IntBinary::Sub, n, one);
    f.exit(Exit::Branch, &[n]);
    f.start(2);
    f.exit(Exit::Return, &[a]);
    f.edge(0, 1, &[zero, one, parameters[0]]);
    f.edge(1, 1, &[b, sum, less]);
    f.edge(1, 2, &[]);
    f.0
}

#[test]
fn arguments_of_an_edge_are_read_before_parameters_are_set() {
    let functions = [fibonacci()];
    for (n, expected) in [
        (0, 0),
        (1, 1),
        (2, 1),
        (10, 55),
        (47, 2_971_215_073u32 as i32),
    ] {
        assert_eq!(
            run(&mut instance(&functions), &[n]),
            returned(expected),
            "{n}"
        );
    }
}

#[test]
fn fuel_ends_what_does_not_end() {
    let functions = [fibonacci()];
    let mut instance = instance(&functions);
    let mut run = |fuel| {
        let limits = Limits {
            fuel,
            ..Limits::default()
        };
        let mut interpreter = Interpreter::new(&mut instance, limits);
        let outcome = interpreter.run(Symbol::FIRST, &[Value::I32(10)]);
        (
            outcome.expect("it keeps the rules"),
            interpreter.fuel_left(),
        )
    };
    // An exit, eleven rounds of two instructions and an exit, an exit.
    let whole = Outcome::Returned(vec![Value::I32(55)]);
    assert_eq!(run(35), (whole.clone(), 0));
    assert_eq!(run(34), (Outcome::OutOfFuel, 0));
    assert_eq!(run(100), (whole, 65));
}

/// A switch whose edges lead to blocks that return 100, 101, and so on.
fn switch(ty: Type, values: Vec<i64>) -> Function {
    let count = values.len() + 1;
    let (mut f, _) = Build::new(0, 1, 1 + count);
    f.0.signature.parameters = vec![ty];
    let value = f.0.add_reg(ty, unsnarl_low::Source::Parameter(0));
    f.start(0);
    f.exit(Exit::Switch(values), &[value]);
    for slot in 0..count {
        f.start(1 + slot);
        let result = f.number(100 + slot as i32);
        f.exit(Exit::Return, &[result]);
        f.edge(0, 1 + slot, &[]);
    }
    f.0
}

#[track_caller]
fn check_switch(value: Value, values: &[i64], slot: i32) {
    let functions = [switch(value.ty(), values.to_vec())];
    let mut instance = instance(&functions);
    let outcome = Interpreter::new(&mut instance, Limits::default()).run(Symbol::FIRST, &[value]);
    assert_eq!(outcome, returned(100 + slot));
}

#[test]
fn a_switch_takes_the_edge_of_its_value_or_the_last() {
    check_switch(Value::I32(3), &[5, 3, -1], 1);
    check_switch(Value::I32(-1), &[5, 3, -1], 2);
    check_switch(Value::I32(4), &[5, 3, -1], 3);
    check_switch(Value::I32(0), &[], 0);
    check_switch(Value::I64(i64::MIN), &[i64::MAX, i64::MIN], 1);
    check_switch(Value::I64(1 << 32), &[0, 1 << 32], 1);
    let many: Vec<i64> = (0..100_000).map(|number| number * 7).collect();
    check_switch(Value::I64(7 * 99_999), &many, 99_999);
    check_switch(Value::I64(8), &many, 100_000);
}

/// Returns the quotient of its parameters.
fn divide() -> Build {
    let (mut f, parameters) = Build::new(2, 1, 1);
    f.start(0);
    let quotient = f.binary(IntBinary::DivS, parameters[0], parameters[1]);
    f.exit(Exit::Return, &[quotient]);
    f
}

#[test]
fn a_trap_says_where_it_is_and_whether_it_can_be_observed() {
    for expected in [Traps::Undefined, Traps::Observable] {
        let mut f = divide();
        let (id, inst) = f.last();
        f.0.set_effect(id, inst.effect, expected);
        let functions = [f.0];
        match run(&mut instance(&functions), &[1, 0]) {
            Ok(Outcome::Trapped { trap, traps, place }) => {
                assert_eq!((trap, traps), (Trap::DivisionByZero, expected));
                assert_eq!(place.to_string(), "@0, b0, instruction 0");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(run(&mut instance(&functions), &[7, -2]), returned(-3));
    }
}

#[test]
fn an_unreachable_exit_traps_for_all_to_see() {
    let (mut f, _) = Build::new(0, 1, 1);
    f.start(0);
    f.exit(Exit::Unreachable, &[]);
    match run(&mut instance(&[f.0]), &[]) {
        Ok(Outcome::Trapped { trap, traps, place }) => {
            assert_eq!((trap, traps), (Trap::Unreachable, Traps::Observable));
            assert_eq!(place.to_string(), "@0, b0, exit");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_nothing_needs_does_not_happen() {
    // The quotient is dead; the set of the global is, too, once its effect is taken.
    let global = Symbol::new(7);
    let function = |traps, is_removed| {
        let (mut f, parameters) = Build::new(2, 1, 1);
        f.start(0);
        let quotient = f.binary(IntBinary::DivS, parameters[0], parameters[1]);
        let (id, inst) = f.last();
        f.0.set_effect(id, inst.effect, traps);
        f.push(Op::GlobalSet(global, Type::I32), &[quotient]);
        if is_removed {
            f.0.remove(f.last().0);
        }
        f.exit(Exit::Return, &[parameters[0]]);
        [f.0]
    };
    let after = |functions: &[Function], arguments: &[i32]| {
        let mut instance = instance(functions);
        instance.globals.insert(global, Value::I32(-1));
        let outcome = run(&mut instance, arguments).expect("it keeps the rules");
        (
            matches!(outcome, Outcome::Trapped { .. }),
            instance.globals[&global],
        )
    };
    let kept = function(Traps::Undefined, false);
    assert_eq!(after(&kept, &[8, 2]), (false, Value::I32(4)));
    assert_eq!(after(&kept, &[8, 0]), (true, Value::I32(-1)));
    let removed = function(Traps::Undefined, true);
    assert_eq!(after(&removed, &[8, 2]), (false, Value::I32(-1)));
    assert_eq!(after(&removed, &[8, 0]), (false, Value::I32(-1)));
    let observed = function(Traps::Observable, true);
    assert_eq!(after(&observed, &[8, 0]), (true, Value::I32(-1)));
}

#[test]
fn broken_rules_are_errors_with_their_place() {
    let fault = |f: Build| {
        let error = run(&mut instance(&[f.0]), &[]).expect_err("a rule is broken");
        (error.fault, error.to_string())
    };
    let (mut f, _) = Build::new(0, 1, 1);
    let long = f.0.number(Number::I64(1));
    f.start(0);
    let one = f.number(1);
    let sum = f.binary(IntBinary::Add, one, long);
    f.exit(Exit::Return, &[sum]);
    let message = "@0, b0, instruction 0: found a value of type i64, expected i32";
    let is = (
        Fault::Type {
            is: Type::I64,
            not: Type::I32,
        },
        message.to_owned(),
    );
    assert_eq!(fault(f), is);

    let (mut f, _) = Build::new(0, 1, 1);
    let unset: Reg = f.parameter(0);
    f.start(0);
    f.exit(Exit::Return, &[unset]);
    assert_eq!(fault(f).0, Fault::Undefined(unset));

    let (mut f, _) = Build::new(0, 1, 1);
    f.start(0);
    f.exit(Exit::Jump, &[]);
    assert_eq!(fault(f).0, Fault::Count);

    let (mut f, _) = Build::new(0, 1, 1);
    let missing = Symbol::new(9);
    f.start(0);
    let value = f.op(Op::GlobalGet(missing, Type::I32), &[]);
    f.exit(Exit::Return, &[value]);
    assert_eq!(
        fault(f),
        (
            Fault::UnknownSymbol(missing),
            "@0, b0, instruction 0: the environment lacks @9".to_owned()
        )
    );

    let (mut f, _) = Build::new(0, 1, 1);
    f.start(0);
    let size = f.op(Op::MemorySize(unsnarl_low::op::memory::Memory(3)), &[]);
    f.exit(Exit::Return, &[size]);
    assert_eq!(
        fault(f).1,
        "@0, b0, instruction 0: the environment lacks memory 3"
    );
}

#[test]
fn a_million_instructions_take_a_million_units() {
    let (mut f, parameters) = Build::new(1, 1, 1);
    f.start(0);
    let one = f.number(1);
    let mut sum = parameters[0];
    for _ in 0..1_000_000 {
        sum = f.binary(IntBinary::Add, sum, one);
    }
    f.exit(Exit::Return, &[sum]);
    assert_eq!(run(&mut instance(&[f.0]), &[5]), returned(1_000_005));
}

#[test]
fn a_comparison_decides_a_branch() {
    let (mut f, parameters) = Build::new(2, 1, 2);
    let smaller = f.parameter(1);
    f.start(0);
    let is_less = f.compare(IntCompare::LtS, parameters[0], parameters[1]);
    f.exit(Exit::Branch, &[is_less]);
    f.start(1);
    f.exit(Exit::Return, &[smaller]);
    f.edge(0, 1, &[parameters[0]]);
    f.edge(0, 1, &[parameters[1]]);
    let functions = [f.0];
    for (left, right, expected) in [(1, 2, 1), (2, 1, 1), (-1, 1, -1), (3, 3, 3)] {
        assert_eq!(
            run(&mut instance(&functions), &[left, right]),
            returned(expected)
        );
    }
}
