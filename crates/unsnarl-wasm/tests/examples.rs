//! The example programs: compiled, proved, run, and compared with what the native builds print.

mod engine;

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl::structure;
use unsnarl_wasm::{Options, compile};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

#[track_caller]
fn check_all(folder: &str, options: &Options) {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    for line in list
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
    {
        let mut words = line.split_whitespace();
        let mut word = || words.next().expect("a line has three words at least");
        let (name, program, status) = (word(), word(), word());
        let arguments: Vec<&str> = words.collect();
        check(folder, options, name, program, status, &arguments);
    }
}

#[track_caller]
fn check(
    folder: &str,
    options: &Options,
    name: &str,
    program: &str,
    status: &str,
    arguments: &[&str],
) {
    let path = examples().join(folder).join(program).with_extension("ll");
    let text = fs::read_to_string(&path).expect("the program is checked in");
    let expected = fs::read_to_string(examples().join("expected").join(name).with_extension("txt"));
    let module =
        unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let output =
        compile(&module, options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for report in &output.reports {
        let function = module.function_name(report.function);
        assert!(
            report.verdict.is_proved(),
            "{}: {function}: {}",
            path.display(),
            report.verdict
        );
    }
    let (printed, exit) = engine::run_program(&output.bytes, arguments);
    assert_eq!(
        printed,
        expected.expect("the output is checked in"),
        "{folder}/{name}"
    );
    assert_eq!(exit.to_string(), status, "{folder}/{name}");
}

#[test]
fn optimised_and_nested() {
    check_all("", &Options::default());
}

#[test]
fn unoptimised_and_nested() {
    check_all("O0", &Options::default());
}

#[test]
fn optimised_as_state_machine() {
    check_all("", &state_machine());
}

#[test]
fn unoptimised_as_state_machine() {
    check_all("O0", &state_machine());
}

fn state_machine() -> Options<'static> {
    Options {
        structure: &|cfg| Ok(structure::state_machine(cfg)),
        ..Options::default()
    }
}
