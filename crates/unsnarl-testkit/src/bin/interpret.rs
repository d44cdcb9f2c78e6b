//! Runs a program of C in the interpreter of `unsnarl-ir`.
//!
//! `interpret FILE [STEPS]` calls `main` of LLVM IR in a file, without arguments, prints what the
//! program prints, and ends with its status. Alignment is a hint, as on WebAssembly. Of the C
//! library there are `printf`, `puts` and `putchar`, `strcmp`, `exit` and `abort`; a call of
//! anything else ends the run with a message.

use std::io::Write;
use std::process::ExitCode;

use unsnarl_ir::interpret::{
    Addresses, Alignment, Answer, Callee, Choices, Fill, Host, HostCall, Interpreter, Memory,
    Scalar, Settings, State, Stop, Value,
};
use unsnarl_ir::{Layout, Module, Scalars};

/// As much of the C library as random programs use.
struct Library<'a> {
    module: &'a Module,
    output: Vec<u8>,
}

impl Host for Library<'_> {
    fn call(&mut self, call: &HostCall<'_>, memory: &mut Memory) -> Answer {
        let Callee::Function(function) = call.callee else {
            return Answer::Enter;
        };
        if self.module.functions[function].is_definition() {
            return Answer::Enter;
        }
        let numbers: Option<Vec<u64>> = call.arguments.iter().map(number).collect();
        match (self.module.function_name(function), numbers.as_deref()) {
            ("printf", Some([format, values @ ..])) => {
                let text = print(&string(memory, *format), values, memory);
                self.output.extend(&text);
                int(text.len() as u64)
            }
            ("puts", Some(&[text])) => {
                self.output.extend(string(memory, text));
                self.output.push(b'\n');
                int(1)
            }
            ("putchar", Some(&[byte])) => {
                self.output.push(byte as u8);
                int(byte)
            }
            ("strcmp", Some(&[left, right])) => {
                let order = string(memory, left).cmp(&string(memory, right));
                int(order as i64 as u64)
            }
            ("exit", Some(&[status])) => Answer::Stop(Stop::Exit(status as i32)),
            ("abort", _) => Answer::Stop(Stop::Exit(134)),
            _ => Answer::Enter,
        }
    }
}

fn number(value: &Value) -> Option<u64> {
    value.scalars().first()?.known()?.as_u64()
}

fn int(value: u64) -> Answer {
    Answer::Return(Some(Value::One(Scalar::int(32, value.into()))))
}

fn string(memory: &Memory, at: u64) -> Vec<u8> {
    (at..)
        .map(|at| memory.byte(at).value)
        .take_while(|&byte| byte != 0)
        .collect()
}

/// What `printf` prints: `%d`, `%u`, `%x`, `%X`, `%c`, `%s`, with a width and `l`.
fn print(format: &[u8], values: &[u64], memory: &Memory) -> Vec<u8> {
    let (mut text, mut values) = (Vec::new(), values.iter().copied());
    let mut bytes = format.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let (mut longs, mut width, mut zeros) = (0, 0, false);
        for letter in bytes.by_ref() {
            match letter {
                b'l' => longs += 1,
                b'0' if width == 0 => zeros = true,
                b'0'..=b'9' => width = 10 * width + usize::from(letter - b'0'),
                _ => {
                    let shown = show(letter, longs, &mut values, memory);
                    let fill = if zeros { b'0' } else { b' ' };
                    text.extend(std::iter::repeat_n(fill, width.saturating_sub(shown.len())));
                    text.extend(shown);
                    break;
                }
            }
        }
    }
    text
}

fn show(
    letter: u8,
    longs: u32,
    values: &mut impl Iterator<Item = u64>,
    memory: &Memory,
) -> Vec<u8> {
    if letter == b'%' {
        return vec![letter];
    }
    let Some(value) = values.next() else {
        return Vec::new();
    };
    let value = if longs < 2 {
        u64::from(value as u32)
    } else {
        value
    };
    match (letter, longs) {
        (b'd' | b'i', 0 | 1) => (value as i32).to_string().into(),
        (b'd' | b'i', _) => (value as i64).to_string().into(),
        (b'x', _) => format!("{value:x}").into(),
        (b'X', _) => format!("{value:X}").into(),
        (b'c', _) => vec![value as u8],
        (b's', _) => string(memory, value),
        _ => value.to_string().into(),
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        [path] => run(path, u64::MAX),
        [path, steps] => match steps.parse() {
            Ok(steps) => run(path, steps),
            Err(_) => Err(format!("'{steps}' is no number")),
        },
        _ => Err("usage: interpret FILE [STEPS]".to_owned()),
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(125)
    })
}

fn run(path: &str, fuel: u64) -> Result<ExitCode, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let module = unsnarl_llvm::read(&text).map_err(|error| format!("{path}: {error}"))?;
    let layout = Layout::new(&module.types, &module.data_layout);
    let scalars = Scalars::new(&module, &layout);
    let stack = 16 << 20;
    let addresses = Addresses::assign(&module, &layout, &scalars, stack);
    let addresses = addresses.map_err(|error| error.to_string())?;
    let mut memory = Memory::new(Fill::Zero);
    let loaded = addresses.load(&module, &layout, &scalars, &mut memory);
    loaded.map_err(|error| error.to_string())?;
    let settings = Settings {
        choices: Choices::First,
        alignment: Alignment::Ignored,
    };
    let interpreter = Interpreter::new(&module, &layout, &addresses, settings);
    let interpreter = interpreter.map_err(|error| error.to_string())?;
    let mut names = module.functions.keys();
    let entries = ["main", "__main_argc_argv", "__original_main"];
    let main = names.find(|&id| entries.contains(&module.function_name(id)));
    let main = main.ok_or("there is no main")?;
    let argument = Value::One(Scalar::int(32, 0));
    let arguments = vec![argument; module.functions[main].parameters.len()];
    let mut host = Library {
        module: &module,
        output: Vec::new(),
    };
    let mut state = State::new(memory, stack, fuel);
    state.stack_space = 8 << 20;
    let result = interpreter.run(&mut state, &mut host, main, &arguments);
    let written = std::io::stdout().write_all(&host.output);
    written.map_err(|error| error.to_string())?;
    let status = match result {
        Ok(value) => value.as_ref().and_then(number).unwrap_or(0) as i32,
        Err(halt) => match halt.stop {
            Stop::Exit(status) => status,
            _ => return Err(halt.to_string()),
        },
    };
    Ok(ExitCode::from(status as u8))
}
