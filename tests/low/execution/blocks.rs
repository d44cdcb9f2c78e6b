//! Single blocks on states of the registers.

use unsnarl_low::interpret::{
    BlockEnd, BlockRun, Bytes, Completion, Event, FrameAt, Instance, Interpreter, Limits, Outcome,
    Registers, Trap, Value,
};
use unsnarl_low::op::float::FloatBinary;
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::op::memory::{Address, Load, Store};
use unsnarl_low::{
    Callee, Catch, Exit, Frame, Function, Number, Op, Reg, Symbol, Traps, Type, Width,
};

use crate::execution::build::{Build, block, ints};
use crate::execution::control::fibonacci;
use crate::execution::{instance, pointer};

/// Where the frames of these tests are.
const FRAME: FrameAt = FrameAt {
    lowest: 512,
    restored: 640,
};

/// Executes a block on registers that hold integers.
fn run<'f>(
    instance: &mut Instance<'f>,
    function: &'f Function,
    number: usize,
    state: &[(Reg, i32)],
) -> BlockRun {
    let mut registers = Registers::new(function);
    for &(reg, value) in state {
        registers.set(reg, Value::I32(value));
    }
    let mut interpreter = Interpreter::new(instance, Limits::default());
    let run = interpreter.run_block(function, block(number), registers, FRAME);
    run.expect("it keeps the rules")
}

/// The values of registers.
fn ints_of(parameters: &[(Reg, Value)]) -> Vec<i32> {
    let number = |&(_, value): &(Reg, Value)| match value {
        Value::I32(number) => number,
        other => panic!("{other:?}"),
    };
    parameters.iter().map(number).collect()
}

#[test]
fn a_block_ends_with_the_edge_that_it_takes() {
    let function = fibonacci();
    let [a, b, n] = function.block(block(1)).parameters[..] else {
        panic!("it has three parameters");
    };
    let mut instance = instance(&[]);
    let mut end = |count| run(&mut instance, &function, 1, &[(a, 5), (b, 8), (n, count)]).end;
    let BlockEnd::Edge {
        slot: 0,
        to,
        parameters,
    } = end(3)
    else {
        panic!("it goes round");
    };
    assert_eq!((to, ints_of(&parameters)), (block(1), vec![8, 13, 2]));
    assert!(parameters.iter().map(|&(reg, _)| reg).eq([a, b, n]));
    let last = BlockEnd::Edge {
        slot: 1,
        to: block(2),
        parameters: Vec::new(),
    };
    assert_eq!(end(0), last);
    let left = run(&mut instance, &function, 2, &[(a, 7)]);
    assert_eq!(
        left.end,
        BlockEnd::Left(Outcome::Returned(vec![Value::I32(7)]))
    );
    assert_eq!(left.registers.get(a), Some(Value::I32(7)));
    assert_eq!(left.registers.get(b), None);
}

#[test]
fn effects_are_noted_in_order() {
    let (mut f, parameters) = Build::new(1, 1, 1);
    f.0.frame = Some(Frame {
        size: 128,
        align: 16,
    });
    let at = f.0.frame_address(16);
    f.start(0);
    let address = Address::default();
    f.push(
        Op::Store(Store::Whole(Type::I32), address),
        &[at, parameters[0]],
    );
    let loaded = f.op(Op::Load(Load::Whole(Type::I32), address), &[at]);
    let more = f.binary(IntBinary::Add, loaded, loaded);
    let called = f.call(Op::Call(Symbol::new(1)), &[more]);
    f.exit(Exit::Return, &[called]);
    let mut instance = instance(&[]);
    instance.memories.push(Box::new(Bytes::new(1, 1)));
    let host = |arguments: &[Value]| Completion::Returned(arguments.to_vec());
    instance
        .hosts
        .insert(Symbol::new(1), (ints(1, 1), Box::new(host)));
    let found = run(&mut instance, &f.0, 0, &[(parameters[0], 21)]);
    let id = |number| f.0.block(block(0)).insts().nth(number);
    let event = |inst, operands: &[i32], results: &[i32]| Event {
        inst: id(inst),
        operands: operands.iter().map(|&number| Value::I32(number)).collect(),
        results: results.iter().map(|&number| Value::I32(number)).collect(),
    };
    let expected = [
        event(0, &[528, 21], &[]),
        event(1, &[528], &[21]),
        event(3, &[42], &[42]),
    ];
    assert_eq!(found.events, expected);
    assert_eq!(found.registers.get(more), Some(Value::I32(42)));
    // The function is left, and with it its frame.
    assert_eq!(pointer(&instance), Value::I32(640));
}

#[test]
fn calls_at_the_end_are_executed_whole() {
    let (mut f, parameters) = Build::new(1, 1, 2);
    let (result, last) = (f.parameter(1), f.parameter(1));
    f.start(0);
    let catches = vec![Catch::Tag(Symbol::new(11))];
    f.exit(
        Exit::Call(Callee::Symbol(Symbol::FIRST), catches),
        &parameters,
    );
    f.start(1);
    f.exit(Exit::Return, &[result]);
    let (one, two) = (f.number(1), f.number(2));
    f.edge(0, 1, &[one]);
    f.edge(0, 1, &[two]);
    let functions = [fibonacci()];
    let mut calling = instance(&functions);
    let found = run(&mut calling, &f.0, 0, &[(parameters[0], 10)]);
    let numbers = |values: [i32; 2]| {
        [result, last]
            .into_iter()
            .zip(values.map(Value::I32))
            .collect()
    };
    let parameters_of = |values| BlockEnd::Edge {
        slot: 0,
        to: block(1),
        parameters: numbers(values),
    };
    assert_eq!(found.end, parameters_of([55, 1]));
    // What the callee does is its own: only the call is noted.
    let call = Event {
        inst: None,
        operands: vec![Value::I32(10)],
        results: vec![Value::I32(55)],
    };
    assert_eq!(found.events, [call]);

    let mut throwing = instance(&[]);
    let host = |_: &[Value]| Completion::Thrown(Symbol::new(11), vec![Value::I32(3)]);
    throwing
        .hosts
        .insert(Symbol::FIRST, (ints(1, 1), Box::new(host)));
    let found = run(&mut throwing, &f.0, 0, &[(parameters[0], 10)]);
    let caught = BlockEnd::Edge {
        slot: 1,
        to: block(1),
        parameters: numbers([3, 2]),
    };
    assert_eq!(found.end, caught);
    assert_eq!(found.events[0].results, []);
}

#[test]
fn a_tail_call_is_the_end_of_the_function() {
    let (mut f, parameters) = Build::new(1, 1, 1);
    f.0.frame = Some(Frame {
        size: 128,
        align: 16,
    });
    f.start(0);
    f.exit(Exit::TailCall(Callee::Symbol(Symbol::FIRST)), &parameters);
    let functions = [fibonacci()];
    let mut instance = instance(&functions);
    let found = run(&mut instance, &f.0, 0, &[(parameters[0], 10)]);
    assert_eq!(
        found.end,
        BlockEnd::Left(Outcome::Returned(vec![Value::I32(55)]))
    );
    assert_eq!(found.events.len(), 1);
    assert_eq!(found.registers.get(parameters[0]), Some(Value::I32(10)));
    assert_eq!(pointer(&instance), Value::I32(640));
}

#[test]
fn a_trap_keeps_what_was_done_before() {
    let (mut f, parameters) = Build::new(2, 1, 1);
    f.start(0);
    f.push(
        Op::Store(Store::Whole(Type::I32), Address::default()),
        &parameters,
    );
    let quotient = f.binary(IntBinary::DivU, parameters[0], parameters[1]);
    f.exit(Exit::Return, &[quotient]);
    let mut instance = instance(&[]);
    instance.memories.push(Box::new(Bytes::new(1, 1)));
    let found = run(
        &mut instance,
        &f.0,
        0,
        &[(parameters[0], 8), (parameters[1], 0)],
    );
    match found.end {
        BlockEnd::Left(Outcome::Trapped { trap, traps, place }) => {
            assert_eq!((trap, traps), (Trap::DivisionByZero, Traps::Undefined));
            assert_eq!(place.to_string(), "b0, instruction 1");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(found.events.len(), 1);
    assert_eq!(found.registers.get(quotient), None);
}

#[test]
fn open_nans_are_told() {
    let (mut f, _) = Build::new(0, 0, 1);
    let (zero, nan) = (
        f.0.number(Number::F64(0)),
        f.0.number(Number::F64(0x7ff8 << 48 | 1)),
    );
    let one = f.0.number(Number::F64(1f64.to_bits()));
    f.start(0);
    let mut op = |op, left, right| f.op(Op::FloatBinary(Width::W64, op), &[left, right]);
    let made = op(FloatBinary::Div, zero, zero);
    let moved = op(FloatBinary::Copysign, nan, one);
    let number = op(FloatBinary::Add, one, one);
    let passed = op(FloatBinary::Add, nan, one);
    f.0.signature.results = vec![Type::F64; 4];
    f.exit(Exit::Return, &[made, moved, number, passed]);
    let mut plain = instance(&[]);
    let found = run(&mut plain, &f.0, 0, &[]);
    assert_eq!(found.open_nans, [made, passed]);
    let values = |open| {
        [open, 0x7ff8 << 48 | 1, 2f64.to_bits(), open]
            .map(Value::F64)
            .to_vec()
    };
    let returned = |open| BlockEnd::Left(Outcome::Returned(values(open)));
    assert_eq!(found.end, returned(0x7ff8 << 48));
    let mut marking = instance(&[]);
    marking.nan = Some(Box::new(|_| 0xfffc << 48));
    assert_eq!(run(&mut marking, &f.0, 0, &[]).end, returned(0xfffc << 48));
}
