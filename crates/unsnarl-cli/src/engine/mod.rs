//! The embedded engine: runs a module that we wrote.
//!
//! *Needs:* a WebAssembly module with the export `_start`, importing nothing but WASI preview 1.
//! *Gives:* the status that the program exits with, or why it did not start or end.
//! *Cost:* `wasmi` interprets, at some fiftieth of the speed of native code.
//! *Departs:* from the newest `wasmi`: 2.0.0 takes the wrong operand of a `select` whose condition
//! is a comparison with zero. A test here checks this.
//! *Limits:* of WASI there is what a command-line program needs without files: see [`wasi`].

mod wasi;

use std::fmt;
use wasmi::{Engine, Linker, Module, Store};

/// Why a program gave no exit status.
#[derive(Debug)]
pub(crate) enum RunError {
    /// It never began: the engine refused the module, or an import is missing.
    NotStarted(wasmi::Error),
    /// It throws or catches exceptions.
    Exceptions,
    /// It has nothing that an engine could call.
    NoStart,
    /// It began and was ended by a trap.
    Trapped(wasmi::Error),
    /// Not all that it wrote to standard output could be written.
    OutputLost(std::io::Error),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::NotStarted(cause) => write!(f, "the program cannot start: {cause}"),
            RunError::Exceptions => write!(
                f,
                "the program cannot start: it has exceptions, and the embedded engine has none; \
                 `unsnarl compile` or `unsnarl c++` makes a module for an engine that has them"
            ),
            RunError::NoStart => write!(f, "the program cannot start: it defines no `_start`"),
            RunError::Trapped(cause) => write!(f, "the program trapped: {cause}"),
            RunError::OutputLost(cause) => write!(f, "cannot write to standard output: {cause}"),
        }
    }
}

impl std::error::Error for RunError {}

/// Tells whether a module has tags, which are what exceptions have.
fn has_tags(module: &[u8]) -> bool {
    const HEAD: usize = 8;
    const TAGS: u8 = 13;
    let mut at = HEAD;
    while let Some(&id) = module.get(at) {
        if id == TAGS {
            return true;
        }
        let (mut size, mut shift) = (0_usize, 0);
        for &byte in module.iter().skip(at + 1).take(5) {
            size |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        at = at.saturating_add(1 + shift / 7).saturating_add(size);
    }
    false
}

/// Runs `_start` of a module. `arguments` begins with the name of the program.
pub(crate) fn run(module: &[u8], arguments: Vec<String>) -> Result<i32, RunError> {
    let engine = Engine::default();
    let module = Module::new(&engine, module).map_err(|error| match has_tags(module) {
        true => RunError::Exceptions,
        false => RunError::NotStarted(error),
    })?;
    let mut store = Store::new(&engine, wasi::Host::new(arguments));
    let mut linker = Linker::new(&engine);
    wasi::define(&mut linker)
        .and_then(|()| wasi::define_others(&mut linker, &module))
        .map_err(|error| RunError::NotStarted(error.into()))?;
    let instance = linker
        .instantiate_and_start(&mut store, &module)
        .map_err(RunError::NotStarted)?;
    if instance.get_func(&store, "_start").is_none() {
        return Err(RunError::NoStart);
    }
    let start = instance
        .get_typed_func::<(), ()>(&store, "_start")
        .map_err(RunError::NotStarted)?;
    let ended = start.call(&mut store, ());
    let flushed = store.data_mut().flush();
    match ended {
        Ok(()) => flushed.map(|()| 0).map_err(RunError::OutputLost),
        Err(error) => error.i32_exit_status().ok_or(RunError::Trapped(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(module: &str, expected: &str) {
        let module = wat::parse_str(module).expect("the module is well formed");
        let answer = match run(&module, vec!["program".into(), "argument".into()]) {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        assert!(answer.starts_with(expected), "{answer}");
    }

    #[test]
    fn a_program_ends_with_its_status_or_says_why_not() {
        check(r#"(module (func (export "_start")))"#, "0");
        check(
            r#"(module
                 (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                 (func (export "_start") (call $exit (i32.const 7))))"#,
            "7",
        );
        check(
            r#"(module (func (export "_start") unreachable))"#,
            "the program trapped",
        );
        check(
            r#"(module)"#,
            "the program cannot start: it defines no `_start`",
        );
        check(
            r#"(module (func (export "_start") (param i32)))"#,
            "the program cannot start",
        );
        check(
            r#"(module (import "env" "f" (func)))"#,
            "the program cannot start",
        );
    }

    #[test]
    fn the_engine_selects_by_a_comparison_with_zero() {
        for (condition, expected) in [
            ("(i32.eqz (local.get 0))", "2"),
            ("(i32.ne (local.get 0) (i32.const 0))", "1"),
        ] {
            check(
                &format!(
                    r#"(module
                         (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                         (func $choose (param i32) (result i32)
                           (select (i32.const 1) (i32.const 2) {condition}))
                         (func (export "_start") (call $exit (call $choose (i32.const 5)))))"#
                ),
                expected,
            );
        }
    }

    #[test]
    fn arguments_arrive_in_memory() {
        // Exits with the count of arguments times 100 and the bytes that they take.
        check(
            r#"(module
                 (import "wasi_snapshot_preview1" "args_sizes_get"
                   (func $sizes (param i32 i32) (result i32)))
                 (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                 (memory (export "memory") 1)
                 (func (export "_start")
                   (drop (call $sizes (i32.const 0) (i32.const 4)))
                   (call $exit (i32.add (i32.mul (i32.load (i32.const 0)) (i32.const 100))
                                        (i32.load (i32.const 4))))))"#,
            "217",
        );
        check(
            r#"(module
                 (import "wasi_snapshot_preview1" "args_get"
                   (func $get (param i32 i32) (result i32)))
                 (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
                 (memory (export "memory") 1)
                 (func (export "_start")
                   (call $exit (call $get (i32.const 65534) (i32.const 0)))))"#,
            "21",
        );
    }
}
