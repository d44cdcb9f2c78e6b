//! Functions of the examples do the same when they are divided, each by itself: all that it calls
//! is of the host, and the memory is random.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use unsnarl_low::check::division::{Division, check};
use unsnarl_low::interpret::{
    Completion, Instance, Interpreter, Limits as Fuel, Outcome, Sparse, Trap, Value,
};
use unsnarl_low::opt::divide::{Divided, Limits, NewSymbols, Sizes, divide};
use unsnarl_low::text::parse;
use unsnarl_low::verify::verify;
use unsnarl_low::{Callee, Exit, Function, Op, Signature, Symbol, Type};
use unsnarl_wasm::{MachineStage, machine};

/// New symbols, from a number on.
struct From(usize);

impl From {
    fn next(&mut self) -> Symbol {
        self.0 += 1;
        Symbol::new(self.0 - 1)
    }
}

impl NewSymbols for From {
    fn function(&mut self) -> Symbol {
        self.next()
    }

    fn variable(&mut self, _: Type) -> Symbol {
        self.next()
    }

    fn is_stack_pointer(&self, _: Symbol) -> bool {
        false
    }
}

/// What a function refers to.
#[derive(Default)]
struct Referred {
    functions: BTreeMap<Symbol, Signature>,
    globals: BTreeMap<Symbol, Type>,
}

impl Referred {
    fn by(function: &Function) -> Referred {
        let mut found = Referred::default();
        let types = |regs: &[unsnarl_low::Reg]| regs.iter().map(|&reg| function.ty(reg)).collect();
        for &block in function.order() {
            for id in function.block(block).insts() {
                let inst = function.inst(id);
                match inst.op {
                    Op::Call(symbol) => {
                        let results = inst.results().map(|reg| function.ty(reg)).collect();
                        let parameters = types(function.operands(id));
                        let signature = Signature {
                            parameters,
                            results,
                        };
                        found.functions.insert(symbol, signature);
                    }
                    Op::GlobalGet(symbol, ty) | Op::GlobalSet(symbol, ty) => {
                        found.globals.insert(symbol, ty);
                    }
                    _ => {}
                }
            }
            if let Exit::TailCall(Callee::Symbol(symbol)) = function.block(block).exit {
                let signature = Signature {
                    parameters: types(function.exit_operands(block)),
                    results: function.signature.results.clone(),
                };
                found.functions.insert(symbol, signature);
            }
        }
        found
    }
}

/// How a run ends.
#[derive(Debug, PartialEq)]
enum End {
    Returned(Vec<Value>),
    Trapped(Trap),
}

/// What can be seen of a run.
#[derive(Debug, PartialEq)]
struct Seen {
    end: End,
    calls: Vec<(Symbol, Vec<Value>)>,
    memory: Sparse,
    globals: Vec<Value>,
}

/// A number that depends on all of what is given.
fn mixed(values: &[Value], seed: u64) -> u64 {
    let bits = values.iter().map(|value| value.bits().unwrap_or_default());
    bits.fold(seed, |mix, bits| {
        (mix ^ bits)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    })
}

fn value(ty: Type, mix: u64) -> Value {
    match ty {
        // Small numbers, so that loops end.
        Type::I32 | Type::I64 => Value::from_bits(ty, mix >> 40 & 0x1f),
        _ => Value::from_bits(ty, f64::from((mix >> 50) as u32).to_bits()),
    }
}

/// Runs a function; nothing if it takes too long or calls functions of tables.
fn run(function: &Function, parts: &[(Symbol, Function)], seed: u64) -> Option<Seen> {
    let mut referred = Referred::by(function);
    for (_, part) in parts {
        let more = Referred::by(part);
        referred.functions.extend(more.functions);
        referred.globals.extend(more.globals);
    }
    let memory = RefCell::new(Sparse::new(seed));
    let calls = RefCell::new(Vec::new());
    let pointer = Symbol::new(1 << 20);
    let mut instance = Instance {
        memories: vec![Box::new(&memory)],
        globals: [(pointer, Value::I32(1 << 30))].into(),
        addresses: (0..1 << 12)
            .map(|number| (Symbol::new(number), (number as u64) << 12))
            .collect(),
        stack_pointer: Some(pointer),
        ..Instance::default()
    };
    let own = Symbol::new(1 << 21);
    instance.functions.insert(own, function);
    instance
        .functions
        .extend(parts.iter().map(|(symbol, part)| (*symbol, part)));
    let of_host = referred.functions.into_iter();
    for (symbol, signature) in
        of_host.filter(|(symbol, _)| parts.iter().all(|part| part.0 != *symbol))
    {
        let results = signature.results.clone();
        let calls = &calls;
        let called = move |arguments: &[Value]| {
            let mut calls = calls.borrow_mut();
            calls.push((symbol, arguments.to_vec()));
            let mix = mixed(arguments, seed + calls.len() as u64);
            Completion::Returned(results.iter().map(|&ty| value(ty, mix)).collect())
        };
        instance.hosts.insert(symbol, (signature, Box::new(called)));
    }
    for (&symbol, &ty) in &referred.globals {
        instance
            .globals
            .insert(symbol, Value::from_bits(ty, 1 << 29));
    }
    let parameters = function.signature.parameters.iter().zip(1..);
    let arguments: Vec<Value> = parameters
        .map(|(&ty, number)| value(ty, mixed(&[Value::I64(number)], seed)))
        .collect();
    let fuel = Fuel {
        fuel: 300_000,
        ..Fuel::default()
    };
    let outcome = Interpreter::new(&mut instance, fuel)
        .run(own, &arguments)
        .ok()?;
    let end = match outcome {
        Outcome::Returned(values) => End::Returned(values),
        Outcome::Trapped { trap, .. } => End::Trapped(trap),
        Outcome::Thrown(..) | Outcome::OutOfFuel => return None,
    };
    let globals = instance.globals.iter();
    let is_first = |symbol: &Symbol| symbol.index() < 1 << 13 || *symbol == pointer;
    let globals = globals
        .filter(|(symbol, _)| is_first(symbol))
        .map(|(_, value)| *value)
        .collect();
    drop(instance);
    Some(Seen {
        end,
        calls: calls.into_inner(),
        memory: memory.into_inner(),
        globals,
    })
}

/// Divides a function, and checks all that it consists of.
fn divided(function: &Function, percent: u64) -> Option<Divided> {
    let sizes = Sizes::WEBASSEMBLY;
    let limits = Limits {
        bytes: (sizes.function(function).bytes * percent / 100).max(700),
        locals: u64::MAX,
        parameters: 100,
    };
    // Symbols of the module are below these.
    let divided = divide(function, &sizes, &limits, &mut From(1 << 13)).ok()?;
    let after = Division {
        function: &divided.function,
        parts: &divided.parts,
        variables: &divided.variables,
        stack_pointer: None,
    };
    assert_eq!(check(function, &after), Ok(()));
    let all = divided.parts.iter().map(|(_, part)| part);
    for function in all.chain([&divided.function]) {
        assert_eq!(verify(function), []);
        assert!(sizes.function(function).bytes <= limits.bytes);
        assert!(function.signature.parameters.len() <= limits.parameters);
    }
    let symbols: BTreeSet<Symbol> = divided.parts.iter().map(|(symbol, _)| *symbol).collect();
    assert_eq!(symbols.len(), divided.parts.len());
    Some(divided)
}

#[test]
fn functions_of_the_examples_do_the_same_divided() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let (mut parts, mut compared) = (0, 0);
    for folder in [root.clone(), root.join("O0")] {
        let mut files: Vec<_> = fs::read_dir(folder)
            .expect("the examples are there")
            .map(|entry| entry.expect("the entry was just listed").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "ll"))
            .collect();
        files.sort();
        for path in files {
            let text = fs::read_to_string(&path).expect("the file was just listed");
            let module = unsnarl_llvm::read(&text).expect("examples can be read");
            let text = machine(&module, MachineStage::Optimised, None).expect("they compile");
            let module = parse(&text).expect("it comes back");
            for (symbol, function) in &module.functions {
                for percent in [50, 90] {
                    let Some(divided) = divided(function, percent) else {
                        continue;
                    };
                    parts += divided.parts.len();
                    for seed in 0..4 {
                        let before = run(function, &[], seed);
                        let after = run(&divided.function, &divided.parts, seed);
                        if let (Some(before), Some(after)) = (before, after) {
                            assert_eq!(before, after, "{path:?} {symbol} {percent}");
                            compared += usize::from(!divided.parts.is_empty());
                        }
                    }
                }
            }
        }
    }
    assert!(
        parts > 50 && compared > 100,
        "{parts} parts, {compared} runs"
    );
}
