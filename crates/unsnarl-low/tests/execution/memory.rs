//! Memories, addresses of symbols, and what moves many bytes.

use unsnarl_low::interpret::{
    Bytes, Interpreter, Limits, LinearMemory, Outcome, Sparse, Trap, Value,
};
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{Exit, Function, Number, Op, Symbol, Type};

use crate::build::Build;
use crate::{instance, returned, run};

/// An access relative to a symbol.
fn near(symbol: usize, offset: u64) -> Address {
    Address {
        symbol: Some(Symbol::new(symbol)),
        offset,
        ..Address::default()
    }
}

/// Stores its first parameter at its second one past a symbol, and loads it by its address.
fn through_symbols() -> Function {
    let (mut f, parameters) = Build::new(2, 1, 1);
    let address = f.0.number(Number::Address(Symbol::new(8), -4));
    f.start(0);
    let store = Op::Store(Store::Whole(Type::I32), near(8, 4));
    f.push(store, &[parameters[1], parameters[0]]);
    let load = Load::Whole(Type::I32);
    let loaded = f.op(
        Op::Load(
            load,
            Address {
                offset: 12,
                ..Address::default()
            },
        ),
        &[address],
    );
    f.exit(Exit::Return, &[loaded]);
    f.0
}

#[test]
fn a_symbol_adds_its_address() {
    let functions = [through_symbols()];
    let mut instance = instance(&functions);
    instance.memories.push(Box::new(Bytes::new(1, 1)));
    instance.addresses.insert(Symbol::new(8), 1000);
    assert_eq!(run(&mut instance, &[77, 4]), returned(77));
    assert_eq!(run(&mut instance, &[78, 65_536 - 1008]), returned(77));
    // Nothing wraps: the sum is 2³² and some more.
    for outside in [65_536 - 1007, -1, -1004] {
        match run(&mut instance, &[1, outside]) {
            Ok(Outcome::Trapped {
                trap: Trap::MemoryOutOfBounds,
                ..
            }) => {}
            other => panic!("{outside}: {other:?}"),
        }
    }
}

/// Copies between memories, or in one: to, from, how many.
fn copy(to: u32, from: u32) -> Function {
    let (mut f, parameters) = Build::new(3, 0, 1);
    f.start(0);
    f.push(
        Op::MemoryCopy {
            to: Memory(to),
            from: Memory(from),
        },
        &parameters,
    );
    f.exit(Exit::Return, &[]);
    f.0
}

#[test]
fn long_copies_may_overlap() {
    let start: Vec<u8> = (0..65_536u32).map(|at| (at % 251) as u8).collect();
    for (to, from) in [
        (0, 5),
        (5, 0),
        (100, 9000),
        (9000, 100),
        (4096, 0),
        (0, 4096),
        (7, 7),
    ] {
        for (target, source) in [(0, 0), (0, 1)] {
            let functions = [copy(target, source)];
            let mut instance = instance(&functions);
            for _ in 0..2 {
                let mut memory = Bytes::new(1, 1);
                memory.write(0, &start);
                instance.memories.push(Box::new(memory));
            }
            let count = 20_001;
            let arguments = [to, from, count];
            assert_eq!(
                run(&mut instance, &arguments),
                Ok(Outcome::Returned(Vec::new()))
            );
            let mut expected = start.clone();
            let (to, from, count) = (to as usize, from as usize, count as usize);
            expected[to..to + count].copy_from_slice(&start[from..from + count]);
            let mut found = vec![0; 65_536];
            instance.memories[0].read(0, &mut found);
            assert!(found == expected, "{to} {from}");
        }
    }
}

#[test]
fn what_moves_bytes_burns_fuel() {
    let (mut f, parameters) = Build::new(3, 0, 1);
    f.start(0);
    f.push(Op::MemoryFill(Memory(0)), &parameters);
    f.exit(Exit::Return, &[]);
    let functions = [f.0];
    let mut instance = instance(&functions);
    instance.memories.push(Box::new(Sparse::new(3)));
    let limits = Limits {
        fuel: 1000,
        ..Limits::default()
    };
    let mut interpreter = Interpreter::new(&mut instance, limits);
    let mut fill = |count| {
        let arguments = [0, 1, count].map(Value::I32);
        interpreter
            .run(Symbol::FIRST, &arguments)
            .expect("it keeps the rules")
    };
    assert_eq!(fill(60_000), Outcome::Returned(Vec::new()));
    assert_eq!(fill(65_000), Outcome::OutOfFuel);
    assert_eq!(fill(-1), Outcome::OutOfFuel);
}

#[test]
fn a_sparse_memory_has_all_addresses() {
    let (mut f, parameters) = Build::new(2, 1, 1);
    let at = Address::default();
    f.start(0);
    let load = Op::Load(Load::Whole(Type::I32), at);
    f.push(Op::Store(Store::Whole(Type::I32), at), &parameters);
    let loaded = f.op(load, &parameters[..1]);
    f.exit(Exit::Return, &[loaded]);
    let functions = [f.0];
    let mut instance = instance(&functions);
    instance.memories.push(Box::new(Sparse::new(3)));
    for at in [0, 4094, i32::MAX, -4] {
        assert_eq!(run(&mut instance, &[at, 1234]), returned(1234));
    }
    match run(&mut instance, &[-3, 0]) {
        Ok(Outcome::Trapped {
            trap: Trap::MemoryOutOfBounds,
            ..
        }) => {}
        other => panic!("{other:?}"),
    }
}
