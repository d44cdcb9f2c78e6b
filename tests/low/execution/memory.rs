//! Memories, addresses of symbols, and what moves many bytes.

use unsnarl_low::interpret::{
    Bytes, Instance, Interpreter, Limits, LinearMemory, Outcome, Sparse, Trap, Value,
};
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{Exit, Function, Number, Op, Symbol, Type};

use crate::execution::build::Build;
use crate::execution::{POINTER, instance, pointer, returned, run};

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

/// A function as text, and what it does with an argument in an instance whose only memory has so
/// many pages, whose stack pointer is 1024, and in which `@big` is at 2³².
fn run_wide(text: &str, pages: u64, argument: i64) -> (Outcome, Value) {
    let module = unsnarl_low::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let function = &module.functions[0].1;
    assert_eq!(unsnarl_low::verify::verify(function), Vec::new());
    let symbol = |name| module.symbols.find(name).unwrap_or(Symbol::new(90));
    let stack_pointer = Symbol::new(POINTER);
    let mut instance = Instance {
        memories: vec![Box::new(Wide(Bytes::new(1, 4), pages))],
        functions: [(module.functions[0].0, function)].into(),
        addresses: [(symbol("big"), 1 << 32)].into(),
        globals: [(stack_pointer, Value::I64(1024))].into(),
        stack_pointer: Some(stack_pointer),
        ..Instance::default()
    };
    let mut interpreter = Interpreter::new(&mut instance, Limits::default());
    let outcome = interpreter.run(module.functions[0].0, &[Value::I64(argument)]);
    (outcome.expect("it keeps the rules"), pointer(&instance))
}

/// A memory of so many pages: the first has all its bytes, and what lies behind it is a mirror.
struct Wide(Bytes, u64);

impl LinearMemory for Wide {
    fn pages(&self) -> u64 {
        self.1
    }

    fn grow(&mut self, pages: u64) -> Option<u64> {
        let former = self.1;
        self.1 = former.checked_add(pages).filter(|&all| all <= 1 << 48)?;
        Some(former)
    }

    fn read(&self, at: u64, bytes: &mut [u8]) {
        self.0.read(at % 65_536, bytes);
    }

    fn write(&mut self, at: u64, bytes: &[u8]) {
        self.0.write(at % 65_536, bytes);
    }
}

#[test]
fn addresses_of_64_bits_reach_beyond_4_gib() {
    const HEAD: &str = "func @f(%0: i64) -> i64 {\n memory 0 i64\n frame 32 align 16\nb0:\n";
    let run = |lines: &str, pages, argument| run_wide(&format!("{HEAD}{lines}}}"), pages, argument);
    let returned = |number| {
        (
            Outcome::Returned(vec![Value::I64(number)]),
            Value::I64(1024),
        )
    };
    let traps = |outcome: (Outcome, Value)| {
        let trap = Trap::MemoryOutOfBounds;
        matches!(outcome.0, Outcome::Trapped { trap: found, .. } if found == trap)
    };
    let through = "i64.store offset=8 %0, i64 77\n%1 = i64.load offset=4294967304 i64 0\n\
                   return %1\n";
    let many = (1 << 16) + 2;
    assert_eq!(run(through, many, 1 << 32), returned(77));
    assert!(traps(run(through, 1 << 16, 1 << 32)));
    assert!(traps(run(through, many, -1)));
    // The address of a frame, and of a symbol, with what is added.
    assert_eq!(run("return frame+8\n", 1, 0), returned(1000));
    assert_eq!(run("return @big+5\n", 1, 0), returned((1 << 32) + 5));
    let by_symbol = "i64.store symbol=@big offset=16 %0, %0\n%1 = i64.load @big+24\nreturn %1\n";
    assert_eq!(run(by_symbol, many, 8), returned(8));
    // Nothing wraps.
    assert!(traps(run(
        "%1 = i64.load8_u offset=1 %0\nreturn %1\n",
        many,
        -1
    )));
    assert_eq!(
        run("%1 = memory.grow %0\nreturn %1\n", many, 3),
        returned(many as i64)
    );
    assert_eq!(
        run("%1 = memory.grow %0\nreturn %1\n", many, 1 << 48),
        returned(-1)
    );
    let fill = "memory.fill %0, i32 3, i64 4\n%1 = i64.load32_u %0\nreturn %1\n";
    assert_eq!(run(fill, many, 1 << 32), returned(0x0303_0303));
}
