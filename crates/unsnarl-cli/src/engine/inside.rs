//! wasmi, the engine that is part of this command.
//!
//! *Cost:* `wasmi` interprets, at some fiftieth of the speed of native code.
//! *Departs:* from the newest `wasmi`: 2.0.0 takes the wrong operand of a `select` whose condition
//! is a comparison with zero. A test here checks this.
//! *Limits:* no exceptions; a trap does not say in which function it was.

use super::{RunError, World, has_tags, wasi};
use wasmi::{Config, Engine, Linker, Module, Store, TrapCode};

/// How deep calls may nest: the engine keeps them in memory of its own and by default allows 1,000,
/// where a native stack of 8 MiB holds a hundred times as many.
const CALLS: usize = 100_000;

/// How many bytes of that memory the values of these calls may take.
const STACK: usize = 64 << 20;

/// Runs `_start` of a module.
pub(super) fn run(module: &[u8], world: &World) -> Result<u8, RunError> {
    let not_started = |error: wasmi::Error| RunError::NotStarted(error.to_string());
    let mut config = Config::default();
    config
        .consume_fuel(world.fuel.is_some())
        .set_max_recursion_depth(CALLS)
        .set_max_stack_height(STACK);
    let engine = Engine::new(&config);
    let module = Module::new(&engine, module).map_err(|error| match has_tags(module) {
        true => RunError::Exceptions,
        false => not_started(error),
    })?;
    let host = wasi::Host::new(world).map_err(|(name, cause)| RunError::Folder(name, cause))?;
    let mut store = Store::new(&engine, host);
    store.limiter(|host| &mut host.limits);
    if let Some(fuel) = world.fuel {
        store.set_fuel(fuel).map_err(not_started)?;
    }
    let mut linker = Linker::new(&engine);
    wasi::define(&mut linker, &module).map_err(|error| not_started(error.into()))?;
    let instance = linker.instantiate_and_start(&mut store, &module);
    let instance = instance.map_err(not_started)?;
    if instance.get_func(&store, "_start").is_none() {
        return Err(RunError::NoStart);
    }
    let start = instance.get_typed_func::<(), ()>(&store, "_start");
    let start = start.map_err(not_started)?;
    match (start.call(&mut store, ()), world.fuel) {
        (Ok(()), _) => Ok(0),
        (Err(error), Some(fuel)) if error.as_trap_code() == Some(TrapCode::OutOfFuel) => {
            Err(RunError::OutOfFuel(fuel))
        }
        // As a process does, WASI keeps the low byte.
        (Err(error), _) => error
            .i32_exit_status()
            .map(|status| status as u8)
            .ok_or_else(|| RunError::Trapped(error.to_string(), Vec::new())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(module: &str, expected: &str) {
        let module = wat::parse_str(module).expect("the module is well formed");
        let world = World {
            arguments: vec!["program".into(), "argument".into()],
            ..World::default()
        };
        let answer = match run(&module, &world) {
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
    fn calls_nest_as_deep_as_natively() {
        for (depth, expected) in [
            (90_000, "0"),
            (1_000_000, "the program trapped: call stack"),
        ] {
            check(
                &format!(
                    r#"(module
                         (func $deeper (param i32) (result i32)
                           (if (result i32) (local.get 0)
                             (then (i32.add (i32.const 1)
                               (call $deeper (i32.sub (local.get 0) (i32.const 1)))))
                             (else (i32.const 0))))
                         (func (export "_start") (drop (call $deeper (i32.const {depth})))))"#
                ),
                expected,
            );
        }
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
