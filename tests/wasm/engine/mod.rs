//! Runs modules in wasmi, with as much of WASI as the examples import.

// Each test program uses its own part of this.
#![allow(dead_code)]

use unsnarl_wasm::{Options, compile};
use wasmi::{Caller, Engine, Error, Extern, Linker, Memory, Module, Store, Val};

/// The output and the input of the program.
#[derive(Default)]
pub(crate) struct Host {
    arguments: Vec<String>,
    output: Vec<u8>,
}

/// Runs `_start`; gives the standard output, and the status.
pub(crate) fn run_program(bytes: &[u8], arguments: &[&str]) -> (String, i32) {
    let engine = Engine::default();
    let module = Module::new(&engine, bytes).expect("the module is valid");
    let host = Host {
        arguments: std::iter::once("program")
            .chain(arguments.iter().copied())
            .map(str::to_owned)
            .collect(),
        output: Vec::new(),
    };
    let mut store = Store::new(&engine, host);
    let linker = linker(&engine);
    let instance = linker
        .instantiate_and_start(&mut store, &module)
        .expect("all imports are there");
    let start = instance
        .get_typed_func::<(), ()>(&store, "_start")
        .expect("a program has _start");
    let status = match start.call(&mut store, ()) {
        Ok(()) => 0,
        Err(error) => error.i32_exit_status().unwrap_or_else(|| panic!("{error}")),
    };
    let output = String::from_utf8(store.into_data().output).expect("the programs print text");
    (output, status)
}

/// The start of every module of these tests.
pub(crate) const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n";

/// The same where addresses have 64 bits.
pub(crate) const WIDE_HEAD: &str = "target datalayout = \"e-m:e-p:64:64-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n";

/// Compiles a module whose text has no data layout.
#[track_caller]
pub(crate) fn build(text: &str) -> Instance {
    build_with(HEAD, text)
}

/// Compiles a module with this head.
#[track_caller]
pub(crate) fn build_with(head: &str, text: &str) -> Instance {
    let module = unsnarl_llvm::read(&format!("{head}{text}"))
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let output =
        compile(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Instance::new(&output.bytes)
}

/// Compiles a module and gives the one result of its export `f`, which is the same where addresses
/// have 64 bits.
#[track_caller]
pub(crate) fn result_of(text: &str, arguments: &[Val]) -> Val {
    let [narrow, wide] = [HEAD, WIDE_HEAD].map(|head| {
        match build_with(head, text).call("f", arguments).as_deref() {
            Some([result]) => result.clone(),
            other => panic!("{other:?}\n{text}"),
        }
    });
    assert_eq!(format!("{narrow:?}"), format!("{wide:?}"), "{text}");
    narrow
}

/// Calls `@f`, whose parameters and result are `i32`, and compares; `None` is a trap. Addresses
/// have 32 bits in one module, and 64 in another.
#[track_caller]
pub(crate) fn check(text: &str, rows: &[(&[i32], Option<i32>)]) {
    check_with(HEAD, text, rows);
    check_with(WIDE_HEAD, text, rows);
}

/// The same in a module with this head.
#[track_caller]
pub(crate) fn check_with(head: &str, text: &str, rows: &[(&[i32], Option<i32>)]) {
    let mut instance = build_with(head, &text.replace("#f", "\"wasm-export-name\"=\"f\""));
    for (arguments, expected) in rows {
        let values: Vec<Val> = arguments.iter().map(|&value| Val::I32(value)).collect();
        let result = instance
            .call("f", &values)
            .map(|results| match results[..] {
                [Val::I32(result)] => result,
                _ => panic!("the result is an i32"),
            });
        assert_eq!(result, *expected, "{arguments:?}");
    }
}

/// A module that runs.
pub(crate) struct Instance {
    store: Store<Host>,
    instance: wasmi::Instance,
}

impl Instance {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let engine = Engine::default();
        let module = Module::new(&engine, bytes).expect("the module is valid");
        let mut store = Store::new(&engine, Host::default());
        let linker = linker(&engine);
        let instance = linker
            .instantiate_and_start(&mut store, &module)
            .expect("all imports are there");
        Instance { store, instance }
    }

    /// Calls an export; `None` if it traps.
    pub(crate) fn call(&mut self, export: &str, arguments: &[Val]) -> Option<Vec<Val>> {
        let function = self
            .instance
            .get_func(&self.store, export)
            .expect("the function is exported");
        let count = function.ty(&self.store).results().len();
        let mut results = vec![Val::I32(0); count];
        match function.call(&mut self.store, arguments, &mut results) {
            Err(error) if error.as_trap_code().is_some() => return None,
            result => result.expect("the engine can run the function"),
        }
        Some(results)
    }
}

fn linker(engine: &Engine) -> Linker<Host> {
    let mut linker = Linker::new(engine);
    let wasi = "wasi_snapshot_preview1";
    linker
        .func_wrap(
            wasi,
            "fd_write",
            |mut caller: Caller<Host>, fd: i32, slices: i32, count: i32, written: i32| {
                let memory = memory(&caller)?;
                let mut total = 0;
                for index in 0..count {
                    let at = slices + 8 * index;
                    let (start, length) =
                        (word(&memory, &caller, at)?, word(&memory, &caller, at + 4)?);
                    let mut bytes = vec![0; length as usize];
                    memory
                        .read(&caller, start as usize, &mut bytes)
                        .map_err(|_| Error::new("out of bounds"))?;
                    if fd == 1 {
                        caller.data_mut().output.extend(bytes);
                    }
                    total += length;
                }
                set_word(&memory, &mut caller, written, total)?;
                Ok(0)
            },
        )
        .and_then(|linker| {
            linker.func_wrap(
                wasi,
                "args_sizes_get",
                |mut caller: Caller<Host>, count: i32, size: i32| {
                    let memory = memory(&caller)?;
                    let arguments = &caller.data().arguments;
                    let bytes: usize = arguments.iter().map(|argument| argument.len() + 1).sum();
                    let number = arguments.len() as i32;
                    set_word(&memory, &mut caller, count, number)?;
                    set_word(&memory, &mut caller, size, bytes as i32)?;
                    Ok(0)
                },
            )
        })
        .and_then(|linker| {
            linker.func_wrap(
                wasi,
                "args_get",
                |mut caller: Caller<Host>, list: i32, text: i32| {
                    let memory = memory(&caller)?;
                    let mut at = text;
                    for (index, argument) in caller.data().arguments.clone().iter().enumerate() {
                        set_word(&memory, &mut caller, list + 4 * index as i32, at)?;
                        let mut bytes = argument.clone().into_bytes();
                        bytes.push(0);
                        memory
                            .write(&mut caller, at as usize, &bytes)
                            .map_err(|_| Error::new("out of bounds"))?;
                        at += bytes.len() as i32;
                    }
                    Ok(0)
                },
            )
        })
        .and_then(|linker| {
            linker.func_wrap(wasi, "proc_exit", |status: i32| -> Result<(), Error> {
                Err(Error::i32_exit(status))
            })
        })
        .expect("no name is defined twice");
    linker
}

fn memory(caller: &Caller<Host>) -> Result<Memory, Error> {
    caller
        .get_export("memory")
        .and_then(Extern::into_memory)
        .ok_or_else(|| Error::new("no memory"))
}

fn word(memory: &Memory, caller: &Caller<Host>, at: i32) -> Result<i32, Error> {
    let mut bytes = [0; 4];
    memory
        .read(caller, at as usize, &mut bytes)
        .map_err(|_| Error::new("out of bounds"))?;
    Ok(i32::from_le_bytes(bytes))
}

fn set_word(memory: &Memory, caller: &mut Caller<Host>, at: i32, value: i32) -> Result<i32, Error> {
    memory
        .write(caller, at as usize, &value.to_le_bytes())
        .map_err(|_| Error::new("out of bounds"))?;
    Ok(0)
}
