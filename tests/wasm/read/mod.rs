//! Modules that are read: their functions keep the machine's rules, and do what the bytes do.

mod large;
mod machine;

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_low::Module;
use unsnarl_low::verify::verify;
use unsnarl_wasm::{Options, ReadError, Unsupported, compile, read};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Reads a module whose functions must keep the rules.
#[track_caller]
fn read_verified(bytes: &[u8]) -> Module {
    let module = read(bytes).unwrap_or_else(|error| panic!("{error}"));
    for (number, function) in module.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        let broken = verify(&body.code);
        assert!(broken.is_empty(), "function {number}: {broken:?}");
        assert_eq!(body.places.len(), body.code.inst_count());
    }
    module
}

/// Each example prints in the interpreter what it printed on the host.
#[test]
fn examples_do_what_they_did() {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    for folder in ["", "O0"] {
        for line in list.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            // The longest runs take seconds here, and others do the same.
            let [name, program, status, arguments @ ..] = &words[..] else {
                continue;
            };
            if line.starts_with('#') || is_long(name) {
                continue;
            }
            let path = examples().join(folder).join(program).with_extension("ll");
            let text = fs::read_to_string(path).expect("the program is checked in");
            let compiled = compile(
                &unsnarl_llvm::read(&text).expect("it is read"),
                &Options::default(),
            );
            let module = read_verified(&compiled.expect("it is compiled").bytes);
            let expected = examples().join("expected").join(name).with_extension("txt");
            let expected = fs::read_to_string(expected).expect("the output is checked in");
            let (output, exit) = machine::run_program(&module, arguments);
            assert_eq!(output, expected, "{folder}/{name}");
            assert_eq!(exit.to_string(), *status, "{folder}/{name}");
        }
    }
}

/// Tells whether a run with less work follows in the list.
fn is_long(name: &str) -> bool {
    [
        "fannkuch",
        "nbody",
        "spectral-norm",
        "binary-trees",
        "duff",
        "interpreter-goto",
        "interpreter-switch",
        "goto-loops",
        "quicksort",
    ]
    .contains(&name)
}

/// The type of references to no exception is read where others do not see it.
#[test]
fn references_to_no_exception_stay_inside() {
    let inside = r#"(module (func (result exnref)
      (local (ref null noexn)) (select (result (ref null noexn)) (local.get 0) (ref.null noexn) (i32.const 1))))"#;
    read_verified(&wat::parse_str(inside).expect("it is well formed"));
    for outside in [
        "(module (func (result (ref null noexn)) (ref.null noexn)))",
        "(module (table 1 (ref null noexn)))",
        "(module (global (ref null noexn) (ref.null noexn)))",
        "(module (import \"a\" \"b\" (global (ref null noexn))))",
        "(module (import \"a\" \"b\" (table 1 (ref null noexn))))",
    ] {
        let bytes = wat::parse_str(outside).expect("it is well formed");
        let error = read(&bytes).expect_err(outside);
        let ReadError::Unsupported {
            feature, offset, ..
        } = error
        else {
            panic!("{outside}: {error}");
        };
        assert_eq!(feature, Unsupported::GarbageCollection, "{outside}");
        assert!(
            (8..bytes.len() as u64).contains(&offset),
            "{outside}: {offset}"
        );
    }
}
