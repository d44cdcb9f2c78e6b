//! The example programs: compiled, proved, run, and compared with what the native builds print.

use crate::engine;
use std::fs;
use std::path::{Path, PathBuf};

use unsnarl::structure::{self, ALGORITHMS, Refusal, Settings};
use unsnarl_testkit::machines::machines;
use unsnarl_wasm::{BlockParameters, Cause, CompileError, Options, compile};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Requirements on an algorithm beside correct programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// A proved program for every function.
    All,
    /// None: it may refuse a function beyond its budget, and have more states than the proof
    /// explores.
    Nothing,
}

#[track_caller]
fn check_all(folder: &str, options: &Options, asked: Asked) {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    for line in list
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a line has three words at least");
        let (name, program, status) = (word(), word(), word());
        let arguments: Vec<&str> = words.collect();
        if let Some(bytes) = compiled(folder, options, asked, program) {
            check(folder, &bytes, name, status, &arguments);
        }
    }
}

/// Compiles a program; nothing if it is refused and that is allowed.
#[track_caller]
fn compiled(folder: &str, options: &Options, asked: Asked, program: &str) -> Option<Vec<u8>> {
    let path = examples().join(folder).join(program).with_extension("ll");
    let text = fs::read_to_string(&path).expect("the program is checked in");
    let path = path.display();
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
    let is_too_large = |error: &CompileError| {
        let cause = match error {
            CompileError::Function { cause, .. } => Some(cause),
            _ => None,
        };
        matches!(cause, Some(Cause::Structure(Refusal::TooLarge(_))))
    };
    let output = match compile(&module, options) {
        Err(errors) if asked == Asked::Nothing && errors.iter().all(is_too_large) => return None,
        result => result.unwrap_or_else(|error| panic!("{path}: {error}")),
    };
    for report in &output.reports {
        let function = module.function_name(report.function);
        let verdict = &report.verdict;
        let good = verdict.is_proved() || asked == Asked::Nothing;
        assert!(good, "{path}: {function}: {verdict}");
    }
    Some(output.bytes)
}

#[track_caller]
fn check(folder: &str, bytes: &[u8], name: &str, status: &str, arguments: &[&str]) {
    let expected = fs::read_to_string(examples().join("expected").join(name).with_extension("txt"));
    let (printed, exit) = engine::run_program(bytes, arguments);
    assert_eq!(
        printed,
        expected.expect("the output is checked in"),
        "{folder}/{name}"
    );
    assert_eq!(exit.to_string(), status, "{folder}/{name}");
}

/// Programs whose functions keep nothing in locals of their own.
#[test]
fn without_locals() {
    let options = Options {
        locals: 0,
        ..Options::default()
    };
    check_all("", &options, Asked::All);
}

/// Every function of more than 700 bytes is several functions.
#[test]
fn divided() {
    for block_parameters in [BlockParameters::Never, BlockParameters::WhereShorter] {
        let options = Options {
            function_bytes: 700,
            block_parameters,
            ..Options::default()
        };
        check_all("", &options, Asked::All);
        check_all("O0", &options, Asked::All);
    }
}

/// Parts have frames of their own for what others have in locals.
#[test]
fn divided_without_locals() {
    let options = Options {
        function_bytes: 2000,
        locals: 0,
        ..Options::default()
    };
    check_all("", &options, Asked::All);
}

#[test]
fn optimised_and_nested() {
    check_all("", &Options::default(), Asked::All);
}

#[test]
fn unoptimised_and_nested() {
    check_all("O0", &Options::default(), Asked::All);
}

#[test]
fn optimised_with_parameters_of_brackets() {
    let options = Options {
        block_parameters: BlockParameters::WhereShorter,
        ..Options::default()
    };
    check_all("", &options, Asked::All);
}

#[test]
fn optimised_as_state_machine() {
    check_all("", &state_machine(), Asked::All);
}

#[test]
fn unoptimised_as_state_machine() {
    check_all("O0", &state_machine(), Asked::All);
}

/// The algorithms of the table that have no test of their own.
#[test]
fn optimised_by_every_other_algorithm() {
    for algorithm in ALGORITHMS {
        if !matches!(algorithm.name, "nested" | "state-machine") {
            let options = Options {
                structure: &|cfg| algorithm.structure(cfg, &Settings::default()),
                ..Options::default()
            };
            let asked = match algorithm.name {
                "stackifier" | "relooper" | "patterns" => Asked::All,
                _ => Asked::Nothing,
            };
            check_all("", &options, asked);
        }
    }
}

/// Programs with flags, conditions and arms for all other values; they are slow, and proved instead
/// of run.
#[test]
fn flags_and_default_arms_are_proved() {
    for index in 0..3 {
        let options = Options {
            structure: &|cfg| Ok(machines(cfg)[index].clone()),
            ..Options::default()
        };
        for program in ["duff", "goto-loops", "O0/tokenizer", "O0/quicksort"] {
            let bytes = compiled("", &options, Asked::All, program);
            assert!(bytes.is_some());
        }
    }
}

fn state_machine() -> Options<'static> {
    Options {
        structure: &|cfg| Ok(structure::state_machine(cfg)),
        ..Options::default()
    }
}
