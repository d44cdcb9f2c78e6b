//! Modules that no compiler writes: random ones do after they were written again what they did, and
//! changed bytes are an error or a module.

use arbitrary::Unstructured;
use unsnarl_wasm::{Options, read, restructure};
use wasm_smith::Config;
use wasmi::{Engine, Extern, Instance, Linker, Memory, Module, Store, Val, ValType};

/// Numbers that look random, from a seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }
}

/// What the generator may use: all that is read.
fn config() -> Config {
    Config {
        gc_enabled: false,
        wide_arithmetic_enabled: false,
        compact_imports_enabled: false,
        export_everything: true,
        max_imports: 0,
        min_funcs: 4,
        max_funcs: 12,
        max_instructions: 400,
        max_memories: 2,
        max_memory32_bytes: 1 << 20,
        max_memory64_bytes: 1 << 20,
        max_table_elements: 100,
        memory_max_size_required: true,
        table_max_size_required: true,
        ..Config::default()
    }
}

/// A module of a seed, whose functions end.
fn module(seed: u64, config: Config) -> Vec<u8> {
    let mut random = Random(seed);
    let size = 4096 << random.below(5);
    let bytes: Vec<u8> = (0..size).map(|_| random.next() as u8).collect();
    let mut source = Unstructured::new(&bytes);
    let module = wasm_smith::Module::new(config, &mut source);
    let mut module = module.expect("there are enough bytes");
    module
        .ensure_termination(2000)
        .expect("all functions are its own");
    module.to_bytes()
}

/// What a module does: the outcome of each exported function, and its memories and globals then.
#[derive(Debug, PartialEq)]
struct Done {
    calls: Vec<(String, Result<Vec<String>, String>)>,
    memories: Vec<Vec<u8>>,
    globals: Vec<String>,
}

/// Runs a module; nothing if it cannot be instantiated.
fn run(engine: &Engine, bytes: &[u8]) -> Option<Done> {
    let module = Module::new(engine, bytes).unwrap_or_else(|error| panic!("{error}"));
    let mut store = Store::new(engine, ());
    let linker: Linker<()> = Linker::new(engine);
    let instance: Instance = linker.instantiate_and_start(&mut store, &module).ok()?;
    let names: Vec<String> = instance
        .exports(&store)
        .map(|export| export.name().to_owned())
        .collect();
    let mut done = Done {
        calls: Vec::new(),
        memories: Vec::new(),
        globals: Vec::new(),
    };
    for name in &names {
        let Some(function) = instance.get_func(&store, name) else {
            continue;
        };
        let ty = function.ty(&store);
        let arguments: Vec<Val> = ty.params().iter().map(|&ty| argument(ty)).collect();
        let mut results = vec![Val::I32(0); ty.results().len()];
        let called = function.call(&mut store, &arguments, &mut results);
        let called = called.map_err(|error| error.to_string());
        let called = called.map(|()| results.iter().map(shown).collect());
        done.calls.push((name.clone(), called));
    }
    for name in &names {
        match instance.get_export(&store, name) {
            Some(Extern::Memory(memory)) => {
                let memory: Memory = memory;
                done.memories.push(memory.data(&store).to_vec());
            }
            Some(Extern::Global(global)) => done.globals.push(shown(&global.get(&store))),
            _ => {}
        }
    }
    Some(done)
}

fn argument(ty: ValType) -> Val {
    match ty {
        ValType::I32 => Val::I32(7),
        ValType::I64 => Val::I64(-3),
        ty => Val::default(ty),
    }
}

/// A value as text; of a reference only whether it is null.
fn shown(value: &Val) -> String {
    match value {
        Val::F32(value) => format!("{:x}", value.to_bits()),
        Val::F64(value) => format!("{:x}", value.to_bits()),
        Val::V128(value) => format!("{:x}", value.as_u128()),
        Val::FuncRef(value) => format!("function, null: {}", matches!(value, wasmi::Ref::Null)),
        Val::ExternRef(value) => format!("thing, null: {}", matches!(value, wasmi::Ref::Null)),
        value => format!("{value:?}"),
    }
}

#[test]
fn random_modules_do_what_they_did() {
    let engine = Engine::new(
        wasmi::Config::default()
            .wasm_memory64(true)
            .wasm_multi_memory(true)
            .wasm_simd(true)
            .wasm_relaxed_simd(true)
            .wasm_tail_call(true)
            .wasm_extended_const(true),
    );
    let mut ran = 0;
    for seed in 0..300 {
        let config = Config {
            exceptions_enabled: false,
            threads_enabled: false,
            canonicalize_nans: true,
            ..config()
        };
        let bytes = module(seed, config);
        let made = restructure(&bytes, &Options::default());
        let made = made.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        for report in &made.output.reports {
            assert!(
                report.verdict.is_proved(),
                "seed {seed}: {}",
                report.verdict
            );
        }
        let (before, after) = (run(&engine, &bytes), run(&engine, &made.output.bytes));
        assert!(before == after, "seed {seed}: {before:?}\n{after:?}");
        ran += usize::from(before.is_some_and(|done| done.calls.iter().any(|call| call.1.is_ok())));
    }
    assert!(ran > 60, "only {ran} modules have a function that returns");
}

/// The engine has no exceptions and no threads; the validator and both proofs do.
#[test]
fn random_modules_with_exceptions_and_threads_are_proved() {
    for seed in 0..200 {
        let bytes = module(seed, config());
        let made = restructure(&bytes, &Options::default());
        let text = || unsnarl_wasm::wat(&bytes).expect("it prints");
        let made = made.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", text()));
        let again = restructure(&made.output.bytes, &Options::default());
        again.unwrap_or_else(|error| panic!("seed {seed}, again: {error}"));
    }
}

/// A module with some bytes changed is an error with its place, or one that can be written again.
#[test]
fn changed_modules_are_errors_or_modules() {
    let mut random = Random(1);
    let (mut valid, mut refused) = (0, 0);
    for seed in 0..60 {
        let bytes = module(seed, config());
        for _ in 0..40 {
            let mut changed = bytes.clone();
            for _ in 0..=random.below(3) {
                let place = random.below(changed.len());
                match random.below(4) {
                    0 => changed[place] = random.next() as u8,
                    1 => changed[place] ^= 1 << random.below(8),
                    2 => changed.insert(place, random.next() as u8),
                    _ => drop(changed.remove(place)),
                }
            }
            match read(&changed) {
                Err(error) => {
                    assert!(error.offset() <= changed.len() as u64, "{error}");
                    refused += 1;
                }
                Ok(_) => {
                    let made = restructure(&changed, &Options::default());
                    made.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                    valid += 1;
                }
            }
        }
    }
    assert!(
        valid > 100 && refused > 100,
        "{valid} valid, {refused} refused"
    );
}
