//! Every operation in C does what the interpreter of the machine does, which its own tests compare
//! with an engine: on the same operands it has the same results, traps, memory, tables and globals.
//!
//! All cases of a width of addresses are functions of one module, and one program calls them on
//! operands that it reads. It is built by gcc and clang, without and with optimization, with
//! sanitizers, with each kind of checks, and for a big-endian machine.

#[path = "../../low/operations/atomic.rs"]
mod atomic;
#[path = "../../low/operations/cases.rs"]
#[expect(dead_code, reason = "what an engine reads is not read here")]
mod cases;
mod driver;
#[path = "../../low/operations/inputs.rs"]
mod inputs;
#[path = "../../low/operations/machine.rs"]
mod machine;
mod module;
#[path = "../../low/operations/numbers.rs"]
mod numbers;

use std::fs;
use std::process::Command;

use unsnarl_c::machine::{Options, compile};
use unsnarl_c::nested;
use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::{Op, Type, Width};

use crate::common::{Build, Scratch};
use cases::Case;
use inputs::Rng;
use unsnarl_testkit::random::first_case;

/// How many calls each case gets besides those of all pairs of special operands.
const RANDOM: usize = 100;
/// After how many calls the state is compared.
const STATE: usize = 25;

/// How a call ends.
type Answer = Result<Option<Value>, Trap>;

/// The cases whose addresses have a width.
fn all_cases(addresses: Width) -> Vec<Case> {
    let ops = Op::all()
        .into_iter()
        .filter(|op| !matches!(op, Op::AtomicWait(..)));
    let of = |op| {
        let mut cases = cases::of(op);
        cases.extend(numbers::with_numbers(op, Rng::new(first_case()).next()));
        cases
    };
    let cases = ops.flat_map(of);
    cases.filter(|case| case.addresses == addresses).collect()
}

/// What the machine answers, as the program writes it: of each call the trap, and the words of the
/// result with those of a NaN whose bits are open; every now and then the state.
struct Expected {
    input: Vec<u64>,
    answers: Vec<driver::Line>,
}

fn expected(cases: &[Case]) -> Expected {
    let mut all = Expected {
        input: Vec::new(),
        answers: Vec::new(),
    };
    for case in cases {
        let functions = machine::functions(case);
        let mut low = machine::Machine::new(&functions, case);
        let inputs = inputs::of(case, &mut Rng::new(1));
        all.input.push(inputs.len() as u64);
        for (index, operands) in inputs.iter().enumerate() {
            for &operand in operands {
                all.input.extend(driver::words(operand));
            }
            let answer = low.call(operands);
            let state =
                (index % STATE == 0 || index + 1 == inputs.len()) && case.op.effect().is_kept();
            all.input.push(u64::from(state));
            all.answers.push(driver::Line::Answer {
                answer,
                is_float: driver::has_floats(&case.op),
                what: format!("{case:?} of {operands:x?}"),
            });
            if state {
                let mut hash = driver::Hash::new();
                low.with_memory(|bytes| hash.bytes(bytes));
                low.tables()
                    .iter()
                    .flatten()
                    .for_each(|&value| hash.value(value));
                if let Some(value) = low.global() {
                    hash.value(value);
                }
                all.answers.push(driver::Line::State {
                    hash: hash.0,
                    what: format!("{case:?} of {operands:x?}"),
                });
            }
        }
    }
    all
}

fn check(addresses: Width, builds: &[Build]) {
    let cases = all_cases(addresses);
    let module = module::of(&cases, addresses);
    let options = Options {
        name: String::from("ops"),
        bytes_per_file: None,
    };
    let output = compile(&module, &options, &nested).expect("all operations have C");
    assert!(output.reports.iter().all(|report| report.is_proved));
    let scratch = Scratch::new(&format!("operations-{}", addresses.bits()));
    for (name, text) in &output.files {
        fs::write(scratch.path(name), text).expect("the folder was just made");
    }
    fs::write(scratch.path("main.c"), driver::program(&cases, addresses)).expect("it was made");
    let expected = expected(&cases);
    let input: Vec<u8> = expected
        .input
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    fs::write(scratch.path("input"), input).expect("it was made");
    for build in builds {
        let program = build.program(&scratch, &["ops.c", "main.c"]);
        let mut command: Command = build.run(&program);
        let found = command
            .arg(scratch.path("input"))
            .output()
            .expect("it was built");
        assert!(
            found.status.success(),
            "{build:?}: {}\n{}",
            found.status,
            String::from_utf8_lossy(&found.stderr)
        );
        let text = String::from_utf8(found.stdout).expect("it writes text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), expected.answers.len(), "{build:?}");
        for (line, expected) in lines.iter().zip(&expected.answers) {
            assert!(
                expected.is(line),
                "{build:?}: {line}, expected {expected:?}: {}",
                expected.what()
            );
        }
    }
}

#[test]
fn every_operation_does_in_c_what_it_does_on_the_machine() {
    check(Width::W32, &Build::all());
}

#[test]
fn operations_on_wide_addresses_too() {
    check(Width::W64, &Build::all());
}

#[test]
fn the_comparison_tells_answers_apart() {
    let line = |answer, is_float| driver::Line::Answer {
        answer,
        is_float,
        what: String::new(),
    };
    let nan = Value::F32(machine::marked_nan(Width::W32) as u32);
    assert!(line(Ok(Some(nan)), true).is("0 7fc00000"));
    assert!(!line(Ok(Some(nan)), true).is("0 7f800000"));
    assert!(!line(Ok(Some(Value::F32(0x7fc0_0000))), true).is("0 ffc00000"));
    assert!(!line(Ok(Some(Value::I32(1))), false).is("0 2"));
    assert!(!line(Err(Trap::DivisionByZero), false).is("3"));
    assert!(line(Err(Trap::DivisionByZero), false).is("2"));
    assert!(driver::words(Value::from_bits(Type::I64, 5)).eq([5]));
}
