//! Floating-point numbers to integers in objects: with the instructions that saturate and without
//! them.
//!
//! An object runs as it is if nothing in it has to be linked.

use crate::engine;
use unsnarl_wasm::{Options, object};
use wasmi::{Engine, Linker, Memory, MemoryType, Module, Store, Val};

const SATURATING: &str = "\"target-features\"=\"+nontrapping-fptoint\"";

/// Calls `@f`, which an object exports; `None` if it traps.
fn run(bytes: &[u8], arguments: &[Val]) -> Option<i64> {
    let engine = Engine::default();
    let module = Module::new(&engine, bytes).expect("an object is a module");
    let mut store = Store::new(&engine, ());
    let mut linker = Linker::new(&engine);
    let memory = Memory::new(&mut store, MemoryType::new(0, None)).expect("it is empty");
    linker
        .define("env", "__linear_memory", memory)
        .expect("no name is defined twice");
    let instance = linker
        .instantiate_and_start(&mut store, &module)
        .expect("all imports are there");
    let function = instance.get_func(&store, "f").expect("it is exported");
    let mut results = [Val::I64(0)];
    function.call(&mut store, arguments, &mut results).ok()?;
    results[0].i64()
}

fn build(op: &str, from: &str, to: u32, feature: &str) -> Vec<u8> {
    let extend = if op == "fptosi" { "sext" } else { "zext" };
    let (narrow, wide) = match (from, to) {
        ("float", _) => ("fptrunc double %x to float", extend),
        _ => ("fadd double %x, 0.0", extend),
    };
    let last = match to {
        64 => "ret i64 %i".to_owned(),
        _ => format!("%w = {wide} i{to} %i to i64\nret i64 %w"),
    };
    let text = format!(
        "{}define i64 @f(double %x) \"wasm-export-name\"=\"f\" {feature} {{\n%y = {narrow}\n%i = {op} {from} %y to i{to}\n{last}\n}}",
        engine::HEAD
    );
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let output = object(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    output.bytes
}

#[test]
fn what_fits_is_cut_and_what_does_not_fit_does_not_trap() {
    for op in ["fptosi", "fptoui"] {
        for from in ["float", "double"] {
            for to in [8, 16, 32, 40, 64] {
                let both = [build(op, from, to, SATURATING), build(op, from, to, "")];
                let wat = both.each_ref().map(|bytes| {
                    unsnarl_wasm::wat(bytes)
                        .expect("it is a module")
                        .contains("trunc_sat")
                });
                assert_eq!(wat, [true, false]);
                check_pair(op, from, to, &both);
            }
        }
    }
}

#[track_caller]
fn check_pair(op: &str, from: &str, to: u32, both: &[Vec<u8>; 2]) {
    let two = 2_f64;
    let is_signed = op == "fptosi";
    let digits = to as i32 - i32::from(is_signed);
    // The largest that fits: as many ones as the format has digits.
    let precision = if from == "float" { 24 } else { 53 };
    let most = two.powi(digits) - two.powi((digits - precision).max(0));
    let mut fits = vec![0.0, 0.75, 1.0, 1.99, 100.5, most / 2.0, most];
    if is_signed {
        fits.extend([-0.75, -1.0, -127.5, -most, -two.powi(digits)]);
    }
    for number in fits {
        let expected = match is_signed {
            true => number.trunc() as i64,
            false => number.trunc() as u64 as i64,
        };
        let number_of_format = match from {
            "float" => f64::from(number as f32),
            _ => number,
        };
        if number_of_format.trunc() != number.trunc() {
            continue;
        }
        for bytes in both {
            let found = run(bytes, &[Val::F64(number.into())]);
            assert_eq!(found, Some(expected), "{op} {from} {number:e} to i{to}");
        }
    }
    let none = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300];
    for number in none
        .into_iter()
        .chain([two.powi(digits), -two.powi(digits) - 1.0])
    {
        for bytes in both {
            let found = run(bytes, &[Val::F64(number.into())]);
            assert!(found.is_some(), "{op} {from} {number:e} to i{to} trapped");
        }
    }
}

/// The intrinsics for the instructions that trap: what does not fit is an error of the program.
#[test]
fn instructions_that_trap_are_asked_for() {
    for (word, from, to, fitting, largest) in [
        ("signed", "float", 32, -5.75, 3e9),
        ("unsigned", "float", 32, 7.5, 5e9),
        ("signed", "double", 32, -5.75, 3e9),
        ("unsigned", "double", 32, 7.5, 5e9),
        ("signed", "float", 64, -5.75, 1e19),
        ("unsigned", "double", 64, 7.5, 2e19),
    ] {
        let bits = if from == "float" { 32 } else { 64 };
        let name = format!("llvm.wasm.trunc.{word}.i{to}.f{bits}");
        let given = match from {
            "float" => "fptrunc double %x to float",
            _ => "fadd double %x, 0.0",
        };
        let last = match to {
            64 => "ret i64 %i",
            _ => "%w = sext i32 %i to i64\nret i64 %w",
        };
        let text = format!(
            "{}define i64 @f(double %x) \"wasm-export-name\"=\"f\" {{\n%y = {given}\n\
             %i = call i{to} @{name}({from} %y)\n{last}\n}}\ndeclare i{to} @{name}({from})\n",
            engine::HEAD
        );
        let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
        let output = object(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
        let run = |x: f64| run(&output.bytes, &[Val::F64(x.into())]);
        assert_eq!(run(fitting), Some(fitting as i64), "{name}");
        assert_eq!(run(largest), None, "{name}");
        assert_eq!(run(f64::NAN), None, "{name}");
    }
}
