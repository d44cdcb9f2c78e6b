//! One function of a module, run on random states of memory.
//!
//! Every function that it calls, itself too, is one of the host: it records its arguments and the
//! memory, changes a few words there and gives random results. (Functions of the compiler's library
//! that only compute give results that depend on their arguments, and nobody sees that they ran.)
//! Two functions that end in the same
//! way on a thousand states, with the same calls, memory and results, may still differ on others;
//! two that do not are different.

use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use foldhash::fast::FixedState;
use unsnarl_testkit::Rng;
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, FunctionSection, ImportSection,
    MemorySection, MemoryType, RawSection, SectionId,
};
use wasmi::TrapCode;
use wasmi::{
    Caller, Config, Engine, Extern, Func, Global, Instance, Linker, Memory, Module, Store, Val,
};
use wasmparser::{Parser, Payload};

use super::facts::Types;
use crate::numbering::STACK_POINTER;

/// The steps of a run, and the calls.
const FUEL: u64 = 20_000;
/// The steps of changed code: a change may add two steps to each.
pub(super) const FUEL_OF_CHANGED: u64 = 4 * FUEL;
const CALLS: u32 = 40;

/// The bytes of the stack, which is at the start of memory.
pub(super) const STACK_SIZE: u32 = 1 << 14;

/// How many different contents of memory there are before some words of them change.
const IMAGES: u64 = 8;

/// A module around one function, without its code.
pub(super) struct Shell<'a> {
    engine: Engine,
    types: &'a Types,
    /// The functions that only compute.
    pure: Vec<u32>,
    /// The sections before and after that of the code, which stay as they are.
    raw: Vec<(u8, &'a [u8])>,
    pages: u64,
    /// Whether its addresses have 64 bits.
    is_wide: bool,
    /// The variables that may change.
    globals: Vec<u32>,
    images: Vec<Vec<u8>>,
}

/// What came of one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It ended, or called more often than it may: with these calls, memory and results.
    Ended(u64),
    /// It trapped, after these calls and with this memory.
    Trapped(u64),
    /// It took too long.
    Incomplete,
}

impl Outcome {
    /// Tells whether a change shows. Where a trap comes is not defined, so one may move.
    pub(super) fn differs_from(self, changed: Outcome) -> bool {
        matches!(self, Outcome::Ended(_)) && self != changed
    }

    /// Tells whether something was compared and found equal.
    pub(super) fn is_compared(self, changed: Outcome) -> bool {
        self != Outcome::Incomplete && self == changed
    }
}

/// What the host knows.
struct Host {
    trace: u64,
    calls: u32,
    is_stopped: bool,
    memory: Option<Memory>,
}

impl<'a> Shell<'a> {
    /// A module of which some functions only compute.
    pub(super) fn new(bytes: &'a [u8], types: &'a Types, pure: Vec<u32>) -> Self {
        let mut raw = Vec::new();
        let (mut pages, mut is_wide) = (1, false);
        let mut globals = Vec::new();
        for payload in Parser::new(0).parse_all(bytes) {
            match payload.expect("it was validated") {
                Payload::GlobalSection(section) => {
                    let all = (0..).zip(section.clone());
                    let changing = all.filter(|(_, global)| {
                        global.as_ref().is_ok_and(|global| global.ty.mutable)
                    });
                    globals.extend(changing.map(|(number, _)| number));
                    let range = section.range();
                    raw.push((6, &bytes[range.start as usize..range.end as usize]));
                }
                Payload::MemorySection(section) => {
                    for memory in section {
                        let memory = memory.expect("it was validated");
                        (pages, is_wide) = (memory.initial, memory.memory64);
                    }
                }
                other => {
                    if let Some((id, range)) = other.as_section()
                        && let 1 | 4 | 9 = id
                    {
                        let range = range.start as usize..range.end as usize;
                        raw.push((id, &bytes[range]));
                    }
                }
            }
        }
        let size = pages as usize * 65_536;
        let image = |number| image(size, &mut Rng::new(number));
        let mut config = Config::default();
        config.consume_fuel(true);
        Shell {
            engine: Engine::new(&config),
            types,
            pure,
            raw,
            pages,
            is_wide,
            globals,
            images: (0..IMAGES).map(image).collect(),
        }
    }

    /// The module with the code of a function.
    pub(super) fn module(&self, function: u32, code: &[u8]) -> Vec<u8> {
        let mut module = wasm_encoder::Module::new();
        let mut imports = ImportSection::new();
        for (number, &ty) in self.types.functions.iter().enumerate() {
            imports.import("m", &number.to_string(), EntityType::Function(ty));
        }
        let mut functions = FunctionSection::new();
        functions.function(self.types.functions[function as usize]);
        let mut memories = MemorySection::new();
        memories.memory(MemoryType {
            minimum: self.pages,
            // It does not grow, so that every state fits.
            maximum: Some(self.pages),
            memory64: self.is_wide,
            shared: false,
            page_size_log2: None,
        });
        let mut exports = ExportSection::new();
        exports.export("f", ExportKind::Func, self.types.functions.len() as u32);
        exports.export("memory", ExportKind::Memory, 0);
        for &global in &self.globals {
            exports.export(&format!("g{global}"), ExportKind::Global, global);
        }
        let mut codes = CodeSection::new();
        codes.raw(code);
        let raw = |module: &mut wasm_encoder::Module, wanted: u8| {
            for &(id, data) in self.raw.iter().filter(|&&(id, _)| id == wanted) {
                module.section(&RawSection { id, data });
            }
        };
        raw(&mut module, SectionId::Type as u8);
        module.section(&imports);
        module.section(&functions);
        raw(&mut module, SectionId::Table as u8);
        module.section(&memories);
        raw(&mut module, SectionId::Global as u8);
        module.section(&exports);
        raw(&mut module, SectionId::Element as u8);
        module.section(&codes);
        module.finish()
    }

    /// Runs the code of a function on so many states, as it was written.
    pub(super) fn run(&self, function: u32, code: &[u8], states: u64) -> Vec<Outcome> {
        self.run_with(function, code, states, FUEL)
    }

    /// The same, with so many steps for each run.
    pub(super) fn run_with(
        &self,
        function: u32,
        code: &[u8],
        states: u64,
        fuel: u64,
    ) -> Vec<Outcome> {
        let bytes = self.module(function, code);
        let module = Module::new(&self.engine, &bytes).expect("it is valid");
        let host = Host {
            trace: 0,
            calls: 0,
            is_stopped: false,
            memory: None,
        };
        let mut store = Store::new(&self.engine, host);
        let mut linker = Linker::new(&self.engine);
        for import in module.imports() {
            let ty = import
                .ty()
                .func()
                .expect("all imports are functions")
                .clone();
            let number: u32 = import.name().parse().expect("they are called by numbers");
            let is_pure = self.pure.contains(&number) && !ty.results().is_empty();
            let called = Func::new(&mut store, ty, move |caller, arguments, results| {
                if is_pure {
                    computed(number, arguments, results);
                    return Ok(());
                }
                called(caller, number, arguments, results)
            });
            let defined = linker.define("m", import.name(), called);
            defined.expect("the numbers are different");
        }
        store.set_fuel(fuel).expect("fuel is counted");
        let instance = linker.instantiate_and_start(&mut store, &module);
        let instance = instance.expect("it has no start function");
        let memory = instance.get_memory(&store, "memory");
        store.data_mut().memory = memory;
        let globals = instance.exports(&store);
        let globals: Vec<Global> = globals.filter_map(|own| own.into_global()).collect();
        let values = globals.iter().map(|global| global.get(&store));
        let values: Vec<Val> = values.collect();
        let run = |state| {
            for (global, value) in globals.iter().zip(&values) {
                let set = global.set(&mut store, value.clone());
                set.expect("it may change, and the value is of its type");
            }
            self.state(&mut store, &instance, &globals, (state, fuel))
        };
        (0..states).map(run).collect()
    }

    fn state(
        &self,
        store: &mut Store<Host>,
        instance: &Instance,
        globals: &[Global],
        (state, fuel): (u64, u64),
    ) -> Outcome {
        let mut rng = Rng::new(0x5eed_0000 + state);
        let memory = store.data().memory.expect("it has a memory");
        let image = &self.images[(state % IMAGES) as usize];
        memory.data_mut(&mut *store).copy_from_slice(image);
        for _ in 0..32 {
            let place = rng.below(image.len() / 4) * 4;
            let word = word(image.len(), &mut rng);
            memory.data_mut(&mut *store)[place..place + 4].copy_from_slice(&word.to_le_bytes());
        }
        let function = instance.get_func(&*store, "f").expect("it is exported");
        let ty = function.ty(&*store);
        let arguments = ty.params().iter();
        let arguments: Vec<Val> = arguments
            .map(|&ty| value(ty, image.len(), &mut rng))
            .collect();
        let mut results: Vec<Val> = ty.results().iter().map(|&ty| Val::default(ty)).collect();
        let host = store.data_mut();
        (host.trace, host.calls, host.is_stopped) = (state, 0, false);
        store.set_fuel(fuel).expect("fuel is counted");
        let ended = function.call(&mut *store, &arguments, &mut results);
        let is_stopped = store.data().is_stopped;
        let trap = ended.as_ref().err().filter(|_| !is_stopped);
        if trap.is_some_and(|error| error.as_trap_code() == Some(TrapCode::OutOfFuel)) {
            return Outcome::Incomplete;
        }
        let mut hasher = FixedState::default().build_hasher();
        hasher.write_u64(store.data().trace);
        hasher.write(memory.data(&*store));
        if trap.is_some() {
            return Outcome::Trapped(hasher.finish());
        }
        if !is_stopped {
            results
                .iter()
                .for_each(|value| hasher.write_u64(bits(value)));
            let values = globals.iter().map(|global| global.get(&*store));
            values.for_each(|value| hasher.write_u64(bits(&value)));
        }
        Outcome::Ended(hasher.finish())
    }
}

/// What a function of the host does that only computes.
fn computed(number: u32, arguments: &[Val], results: &mut [Val]) {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write_u32(number);
    arguments
        .iter()
        .for_each(|value| hasher.write_u64(bits(value)));
    let mut rng = Rng::new(hasher.finish());
    for result in results {
        *result = value(result.ty(), 1 << 16, &mut rng);
    }
}

/// What every other function of the host does.
fn called(
    mut caller: Caller<'_, Host>,
    number: u32,
    arguments: &[Val],
    results: &mut [Val],
) -> Result<(), wasmi::Error> {
    let memory = caller.data().memory;
    let memory = memory
        .or_else(|| caller.get_export("memory").and_then(Extern::into_memory))
        .expect("it has a memory");
    let mut hasher = FixedState::default().build_hasher();
    hasher.write_u64(caller.data().trace);
    hasher.write_u32(number);
    arguments
        .iter()
        .for_each(|value| hasher.write_u64(bits(value)));
    hasher.write(memory.data(&caller));
    let trace = hasher.finish();
    let host = caller.data_mut();
    host.trace = trace;
    host.calls += 1;
    if host.calls > CALLS {
        host.is_stopped = true;
        return Err(wasmi::Error::new("enough"));
    }
    let mut rng = Rng::new(trace);
    let size = memory.data(&caller).len();
    let frame = own_frame(&caller);
    for _ in 0..4 {
        let place = rng.below(size / 4) * 4;
        let word = word(size, &mut rng);
        if !frame.contains(&place) {
            memory.data_mut(&mut caller)[place..place + 4].copy_from_slice(&word.to_le_bytes());
        }
    }
    for result in results {
        *result = value(result.ty(), size, &mut rng);
    }
    Ok(())
}

/// The frame of the function that calls: no callee knows where locals are kept in it.
fn own_frame(caller: &Caller<'_, Host>) -> Range<usize> {
    let pointer = caller.get_export(&format!("g{STACK_POINTER}"));
    let pointer = pointer.and_then(Extern::into_global);
    match pointer.map(|pointer| pointer.get(caller)) {
        Some(Val::I32(start)) => start as u32 as usize..STACK_SIZE as usize,
        _ => 0..0,
    }
}

/// Memory of small numbers and addresses.
fn image(size: usize, rng: &mut Rng) -> Vec<u8> {
    let words = (0..size / 4).map(|_| word(size, rng));
    words.flat_map(u32::to_le_bytes).collect()
}

/// A small number, an address, or any bits. Addresses are not in the stack: where it is not in use
/// no caller has an address, and the frame there may have other contents after a change.
fn word(size: usize, rng: &mut Rng) -> u32 {
    let variables = (size - STACK_SIZE as usize) / 8;
    match rng.below(8) {
        0..=2 => rng.below(16) as u32,
        3..=6 => STACK_SIZE + 8 * rng.below(variables - 64) as u32,
        _ => rng.next() as u32,
    }
}

fn value(ty: wasmi::ValType, size: usize, rng: &mut Rng) -> Val {
    let word = word(size, rng);
    match ty {
        wasmi::ValType::I32 => Val::I32(word as i32),
        wasmi::ValType::I64 if rng.chance(50) => Val::I64(i64::from(word as i32)),
        wasmi::ValType::I64 => Val::I64(rng.next() as i64),
        wasmi::ValType::F32 => Val::F32((word as i32 as f32 / 8.0).into()),
        wasmi::ValType::F64 => Val::F64((f64::from(word as i32) / 8.0).into()),
        other => Val::default(other),
    }
}

fn bits(value: &Val) -> u64 {
    match value {
        Val::I32(number) => *number as u32 as u64,
        Val::I64(number) => *number as u64,
        Val::F32(number) => number.to_bits().into(),
        Val::F64(number) => number.to_bits(),
        _ => 0,
    }
}
