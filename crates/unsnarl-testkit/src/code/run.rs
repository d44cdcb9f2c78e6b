//! Running [random functions](super), with all that can be seen of them.
//!
//! *Needs:* a module with a function `@f`. *Gives:* [`Seen`]. *Cost:* that of 300 ticks.

use std::cell::RefCell;
use std::collections::BTreeMap;

use unsnarl_low::interpret::{
    Bytes, Completion, Error, Instance, Interpreter, Limits, LinearMemory, Outcome, Trap, Value,
};
use unsnarl_low::text::Module;
use unsnarl_low::{Signature, Symbol, Type};

use crate::Rng;

/// How many ticks end a program.
pub const TICKS: usize = 300;
/// The stack pointer at first.
pub const STACK: i32 = 40_000;
/// More than programs burn that tick.
const FUEL: u64 = 1_000_000;

/// How a program ends.
#[derive(Debug, PartialEq, Eq)]
pub enum End {
    /// With results.
    Returned(Vec<Value>),
    /// With an exception of a tag.
    Thrown(String, Vec<Value>),
    /// With a trap.
    Trapped(Trap),
    /// The host has ended it.
    OutOfTicks,
    /// It does not tick, and goes on and on.
    OutOfFuel,
}

/// What can be seen of a run.
#[derive(Debug, PartialEq, Eq)]
pub struct Seen {
    end: End,
    ticks: Vec<Vec<Value>>,
    globals: BTreeMap<String, Value>,
    memory: Vec<u8>,
}

impl Seen {
    /// How it ends.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// The arguments of each tick.
    pub fn ticks(&self) -> &[Vec<Value>] {
        &self.ticks
    }

    /// What globals hold at the end, by name.
    pub fn globals(&self) -> &BTreeMap<String, Value> {
        &self.globals
    }

    /// A global, at the end.
    pub fn global(&self, name: &str) -> Option<Value> {
        self.globals.get(name).copied()
    }

    /// What memory holds at the end.
    pub fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// A number for the kind of its end.
    pub fn kind(&self) -> usize {
        match self.end {
            End::Returned(_) => 0,
            End::Thrown(..) => 1,
            End::Trapped(_) => 2,
            End::OutOfTicks | End::OutOfFuel => 3,
        }
    }
}

/// Runs `@f` of a module of random code. `variables` are globals besides `@g`.
pub fn run(module: &Module, variables: &[(Symbol, Type)], argument: i32) -> Seen {
    let arguments = [
        Value::I32(2),
        Value::I32(argument),
        Value::I64(i64::from(argument) << 33),
    ];
    expect(module, variables, &arguments)
}

/// Runs `@f` with an argument.
pub fn observe(module: &Module, variables: &[(Symbol, Type)], argument: i32) -> Seen {
    expect(module, variables, &[Value::I32(argument)])
}

/// Runs `@f` of a module of random code on random arguments and memory. `variables` are globals
/// besides `@g`.
///
/// # Errors
/// If it breaks a rule that [`verify`](unsnarl_low::verify) does not know, such as the types of a
/// call.
pub fn run_on(
    module: &Module,
    variables: &[(Symbol, Type)],
    seed: u64,
) -> Result<Seen, Box<Error>> {
    let mut rng = Rng::new(seed);
    let arguments = [
        Value::I32(rng.below(3) as i32),
        Value::I32(rng.next() as i32),
        Value::I64(rng.next() as i64),
    ];
    let bytes: Vec<u8> = (0..STACK).map(|_| rng.next() as u8).collect();
    seen(module, variables, &arguments, &bytes)
}

fn expect(module: &Module, variables: &[(Symbol, Type)], arguments: &[Value]) -> Seen {
    let seen = seen(module, variables, arguments, &[]);
    seen.unwrap_or_else(|error| panic!("{error}\n{module}"))
}

/// Runs `@f` on memory that begins with `bytes`.
fn seen(
    module: &Module,
    variables: &[(Symbol, Type)],
    arguments: &[Value],
    bytes: &[u8],
) -> Result<Seen, Box<Error>> {
    let mut symbols = module.symbols.clone();
    let [f, tick, throw, g, pointer] =
        ["f", "tick", "throw", "g", "stack pointer"].map(|name| symbols.add(name));
    let tags = ["tag0", "tag1", "tag2"].map(|name| symbols.add(name));
    let memory = RefCell::new(Bytes::new(1, 1));
    memory.borrow_mut().write(0, bytes);
    let ticks = RefCell::new(Vec::new());
    let count = |arguments: &[Value]| {
        ticks.borrow_mut().push(arguments.to_vec());
        match ticks.borrow().len() < TICKS {
            true => Completion::Returned(Vec::new()),
            false => Completion::Trapped(Trap::Host),
        }
    };
    let thrown = move |arguments: &[Value]| match arguments {
        &[Value::I32(value)] if value & 3 != 0 => {
            let values = vec![Value::I32(value >> 2)];
            Completion::Thrown(tags[(value & 3) as usize - 1], values)
        }
        _ => Completion::Returned(vec![Value::I32(17)]),
    };
    let types = |parameters, results| Signature {
        parameters: vec![Type::I32; parameters],
        results: vec![Type::I32; results],
    };
    let functions = module.functions.iter();
    let mut instance = Instance {
        memories: vec![Box::new(&memory)],
        functions: functions.map(|(symbol, code)| (*symbol, code)).collect(),
        globals: [(pointer, Value::I32(STACK)), (g, Value::I32(1))].into(),
        stack_pointer: Some(pointer),
        ..Instance::default()
    };
    instance.hosts.insert(tick, (types(2, 0), Box::new(count)));
    instance
        .hosts
        .insert(throw, (types(1, 1), Box::new(thrown)));
    for &(symbol, ty) in variables {
        // Nothing may depend on what they hold at first.
        let value = match ty {
            Type::I32 => Value::I32(-77),
            Type::I64 => Value::I64(-77),
            Type::F32 => Value::F32(77),
            Type::F64 => Value::F64(77),
            other => panic!("no variable has the type {other}"),
        };
        instance.globals.insert(symbol, value);
    }
    let limits = Limits {
        fuel: FUEL,
        ..Limits::default()
    };
    let outcome = Interpreter::new(&mut instance, limits).run(f, arguments)?;
    let name = |symbol: Symbol| match tags.iter().position(|&tag| tag == symbol) {
        Some(number) => format!("tag{number}"),
        None => panic!("{symbol} is no tag"),
    };
    let end = match outcome {
        Outcome::Returned(values) => End::Returned(values),
        Outcome::Thrown(tag, values) => End::Thrown(name(tag), values),
        Outcome::Trapped {
            trap: Trap::Host, ..
        } => End::OutOfTicks,
        Outcome::Trapped { trap, .. } => End::Trapped(trap),
        Outcome::OutOfFuel => End::OutOfFuel,
    };
    let globals = [("g", g), ("stack pointer", pointer)];
    let globals = globals.map(|(name, symbol)| (String::from(name), instance.globals[&symbol]));
    drop(instance);
    Ok(Seen {
        end,
        ticks: ticks.into_inner(),
        globals: globals.into(),
        memory: memory.into_inner().bytes().to_vec(),
    })
}
