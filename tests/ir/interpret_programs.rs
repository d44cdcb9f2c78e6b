//! Whole programs in the interpreter: the examples print what their native builds print.

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl_ir::interpret::{
    Addresses, Alignment, Answer, Callee, Choices, Fill, Frame, Host, HostCall, Interpreter, Kind,
    Memory, Scalar, Settings, State, Stop, Value,
};
use unsnarl_ir::{Layout, Module, Scalars};

/// As much of WASI as the examples import, and a memory that grows.
struct Wasi<'a> {
    module: &'a Module,
    arguments: Vec<String>,
    output: Vec<u8>,
    pages: u64,
}

impl Host for Wasi<'_> {
    fn call(&mut self, call: &HostCall<'_>, memory: &mut Memory) -> Answer {
        let Callee::Function(function) = call.callee else {
            return Answer::Enter;
        };
        if self.module.functions[function].is_definition() {
            return Answer::Enter;
        }
        let numbers: Vec<u64> = call.arguments.iter().map(number).collect();
        match (self.module.function_name(function), &numbers[..]) {
            ("wasi_fd_write", &[fd, slices, count, written]) => {
                self.write(memory, fd, slices, count, written);
                int(16, 0)
            }
            ("wasi_args_sizes_get", &[count, size]) => {
                let bytes = self.arguments.iter().map(|argument| argument.len() + 1);
                set_word(memory, size, bytes.sum::<usize>() as u64);
                set_word(memory, count, self.arguments.len() as u64);
                int(16, 0)
            }
            ("wasi_args_get", &[list, text]) => {
                let mut at = text;
                for (index, argument) in self.arguments.iter().enumerate() {
                    set_word(memory, list + 4 * index as u64, at);
                    memory.write(at, argument.as_bytes());
                    memory.write(at + argument.len() as u64, &[0]);
                    at += argument.len() as u64 + 1;
                }
                int(16, 0)
            }
            ("wasi_proc_exit", &[status]) => Answer::Stop(Stop::Exit(status as i32)),
            ("llvm.wasm.memory.grow.i32", &[_, pages]) => {
                let old = self.pages;
                self.pages += pages;
                int(32, old)
            }
            _ => Answer::Enter,
        }
    }
}

impl Wasi<'_> {
    fn write(&mut self, memory: &mut Memory, fd: u64, slices: u64, count: u64, written: u64) {
        let mut total = 0;
        for index in 0..count {
            let start = word(memory, slices + 8 * index);
            let length = word(memory, slices + 8 * index + 4);
            if fd == 1 {
                self.output.extend(memory.read(start, length as usize));
            }
            total += length;
        }
        set_word(memory, written, total);
    }
}

fn number(value: &Value) -> u64 {
    let bits = value.scalars()[0]
        .known()
        .expect("the programs leave nothing open");
    bits.as_u64().expect("it has at most 64 bits")
}

fn int(width: u32, value: u64) -> Answer {
    Answer::Return(Some(Value::One(Scalar::int(width, value.into()))))
}

fn word(memory: &Memory, at: u64) -> u64 {
    let bytes: [u8; 4] = memory.read(at, 4).try_into().expect("four bytes were read");
    u32::from_le_bytes(bytes).into()
}

fn set_word(memory: &mut Memory, at: u64, value: u64) {
    memory.write(at, &(value as u32).to_le_bytes());
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Runs a program, whose first pages are for its own variables; gives its output and status.
fn run(path: &Path, arguments: &[&str]) -> (String, i32) {
    let text = fs::read_to_string(path).expect("the program is checked in");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&module.types, &module.data_layout);
    let scalars = Scalars::new(&module, &layout);
    let stack = 1 << 20;
    let addresses =
        Addresses::assign(&module, &layout, &scalars, stack).expect("every variable has a size");
    let mut memory = Memory::new(Fill::Zero);
    let loaded = addresses.load(&module, &layout, &scalars, &mut memory);
    loaded.expect("every variable has bytes");
    let settings = Settings {
        choices: Choices::First,
        alignment: Alignment::Required,
    };
    let interpreter = Interpreter::new(&module, &layout, &addresses, settings)
        .expect("the least significant byte is first");
    let mut host = Wasi {
        module: &module,
        arguments: ["program"]
            .iter()
            .chain(arguments)
            .map(|&argument| argument.to_owned())
            .collect(),
        output: Vec::new(),
        pages: addresses.end.div_ceil(1 << 16),
    };
    let mut names = module.functions.keys();
    let start = names.find(|&id| module.function_name(id) == "_start");
    let start = start.expect("a program has _start");
    let mut state = State::new(memory, stack, 2_000_000_000);
    let status = match interpreter.run(&mut state, &mut host, start, &[]) {
        Ok(_) => 0,
        Err(halt) => match halt.stop {
            Stop::Exit(status) => status,
            _ => panic!("{}: {halt}", path.display()),
        },
    };
    let output = String::from_utf8(host.output).expect("the programs print text");
    (output, status)
}

#[track_caller]
fn check_all(folder: &str) {
    let list = fs::read_to_string(examples().join("programs.txt")).expect("the list is checked in");
    let lines = list
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    // Hundreds of millions of steps, and no instruction that `fannkuch` alone does not run.
    let lines = lines.filter(|line| !line.starts_with("fannkuch-9 "));
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, program, status, arguments @ ..] = &words[..] else {
            panic!("a line has three words at least: {line}");
        };
        let expected = examples().join("expected").join(name).with_extension("txt");
        let expected = fs::read_to_string(expected).expect("the output is checked in");
        let path = examples().join(folder).join(program).with_extension("ll");
        let (printed, exit) = run(&path, arguments);
        assert_eq!(printed, expected, "{folder}/{name}");
        assert_eq!(exit.to_string(), *status, "{folder}/{name}");
    }
}

#[test]
fn optimised_programs_print_what_they_print_natively() {
    check_all("");
}

#[test]
fn unoptimised_programs_print_what_they_print_natively() {
    check_all("O0");
}

/// Ends the run at a call, with the number of the call.
struct Stopper(i32);

impl Host for Stopper {
    fn call(&mut self, _: &HostCall<'_>, _: &mut Memory) -> Answer {
        self.0 += 1;
        Answer::Stop(Stop::Exit(self.0))
    }
}

/// Every block of a program on states that are all random, but that pointers are aligned.
fn run_blocks(path: &Path, counts: &mut [usize; 3]) {
    let text = fs::read_to_string(path).expect("the program is checked in");
    let module = unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"));
    let layout = Layout::new(&module.types, &module.data_layout);
    let scalars = Scalars::new(&module, &layout);
    let addresses =
        Addresses::assign(&module, &layout, &scalars, 1 << 20).expect("every variable has a size");
    let settings = Settings {
        choices: Choices::Any,
        alignment: Alignment::Required,
    };
    let interpreter = Interpreter::new(&module, &layout, &addresses, settings)
        .expect("the least significant byte is first");
    let number = std::cell::Cell::new(0_u64);
    for (id, function) in module.functions.iter() {
        for block in function.blocks.keys() {
            for seed in 0..4 {
                let mut frame = Frame::new(id, function);
                for (value, known) in function.values.keys().zip(function.values.values()) {
                    let shape = interpreter
                        .shapes()
                        .get(known.ty)
                        .expect("values have shapes");
                    frame.values[value] = Some(shape.fill(|kind| {
                        let next = number.get().wrapping_mul(6_364_136_223_846_793_005);
                        number.set(next.wrapping_add(1));
                        let random = next.rotate_left(31);
                        let mask = if matches!(kind, Kind::Pointer(_)) {
                            0xf
                        } else {
                            0
                        };
                        Scalar::int(kind.bits(), u128::from(random & !mask))
                    }));
                }
                let mut state = State::new(Memory::new(Fill::Random(seed)), 1 << 20, 100_000);
                let mut host = Stopper(0);
                match interpreter.run_block(&mut state, &mut host, &mut frame, block) {
                    Ok(_) => counts[0] += 1,
                    Err(halt) => match halt.stop {
                        Stop::Undefined(_) => counts[1] += 1,
                        // At its first call, or in a copy of a random length.
                        Stop::Exit(1) | Stop::OutOfFuel => counts[2] += 1,
                        _ => panic!("{}: {halt}", path.display()),
                    },
                }
            }
        }
    }
}

#[test]
fn every_block_runs_on_random_states() {
    let mut counts = [0; 3];
    for folder in ["", "O0"] {
        for entry in fs::read_dir(examples().join(folder)).expect("the folder is there") {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_some_and(|extension| extension == "ll") {
                run_blocks(&path, &mut counts);
            }
        }
    }
    let [complete, undefined, ended] = counts;
    // Branches on loaded `i1` and additions that must not wrap are undefined on some states.
    assert!(complete > 4 * undefined && ended > 0, "{counts:?}");
}
