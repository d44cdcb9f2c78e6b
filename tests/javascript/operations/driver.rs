//! One process of node that calls all functions on all operands.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use unsnarl_low::Type;
use unsnarl_low::interpret::{Trap, Value};

use crate::operations::cases::Case;
use crate::operations::subject::{RESULT, Subject};
use crate::operations::{Answer, Expected};

/// A hash of what a state holds: FNV-1a of bytes in 32 bits.
pub(crate) struct Hash(pub(crate) u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0x811c_9dc5)
    }
}

impl Hash {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let mixed = (self.0 as u32 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
            self.0 = mixed.into();
        }
    }

    /// A reference, as a byte: its number, or 255 for null.
    pub(crate) fn reference(&mut self, value: Value) {
        self.bytes(&[reference_byte(value)]);
    }

    pub(crate) fn value(&mut self, value: Value) {
        if let Some(bits) = value.bits().filter(|_| !value.is_nan()) {
            self.bytes(&bits.to_le_bytes());
        }
    }
}

fn reference_byte(value: Value) -> u8 {
    match value {
        Value::FuncRef(Some(symbol)) => symbol.index() as u8,
        Value::ExternRef(Some(number)) => number as u8,
        _ => 255,
    }
}

const PRELUDE: &str = r#"
const fs = require("fs");
const hash = (state, bytes) => {
  for (let at = 0; at < bytes.length; at++) state = Math.imul(state ^ bytes[at], 0x01000193);
  return state;
};
const traps = ["unreachable", "integer divide by zero", "integer overflow", "invalid conversion to integer",
  "out of bounds memory access", "unaligned atomic access", "expected shared memory", "out of bounds table access",
  "uninitialized element", "indirect call type mismatch", "undefined element"];
const input = fs.readFileSync(process.argv[2]);
let at = 0;
const lines = [];
const things = Array.from({ length: 256 }, (_, number) => ({ number }));
function run(instantiate, references, result, calls, changes, globalBytes) {
  const own = instantiate({ env: { triple: (x) => 3n * x } });
  const functions = [own.f0, own.f1, own.f2];
  for (const [index, thing] of [[0, 0], [2, 5], [3, 7]]) own.t1.set(index, things[thing]);
  const io = new Uint8Array(own.io.buffer);
  const out = [];
  for (let call = 0; call < calls; call++) {
    const wantsState = input[at++];
    io.set(input.subarray(at, at + 64), 0);
    at += 64;
    const operands = [];
    for (const kind of references) {
      const number = input[at++];
      operands.push(number === 255 ? null : kind === "F" ? functions[number] : things[number]);
    }
    let text;
    try {
      const found = own.tested(...operands);
      if (result === "F") text = "r" + (found === null ? 255 : functions.indexOf(found));
      else if (result === "E") text = "r" + (found === null ? 255 : found.number);
      else text = "o" + Buffer.from(io.buffer, RESULT, 16).toString("hex");
    } catch (error) {
      const trap = traps.indexOf(error.message);
      text = error instanceof WebAssembly.RuntimeError && trap >= 0 ? "t" + trap : "e" + error.stack.replace(/\n/g, " | ");
    }
    if (wantsState) {
      let state = hash(0x811c9dc5, new Uint8Array(own.memory.buffer));
      for (const [table, number] of [[own.t0, (f) => functions.indexOf(f)], [own.t1, (thing) => thing.number]]) {
        for (let index = 0; index < table.length; index++) {
          const element = table.get(index);
          state = hash(state, [element === null ? 255 : number(element)]);
        }
      }
      if (globalBytes && own.g) {
        const view = new DataView(new ArrayBuffer(8));
        const value = own.g.value;
        if (value === value) {
          if (globalBytes === "l") view.setBigInt64(0, value, true);
          else if (globalBytes === "i") view.setInt32(0, value, true);
          else if (globalBytes === "f") view.setFloat32(0, value, true);
          else view.setFloat64(0, value, true);
          state = hash(state, new Uint8Array(view.buffer));
        }
      }
      text += " " + (state >>> 0);
    }
    out.push(text);
  }
  lines.push(out.join("\n"));
}
"#;

/// Calls everything; gives for each case and call the answer, and the state where it was wanted.
pub(crate) fn run(subjects: &[(Case, Subject, Vec<Expected>)]) -> Vec<Vec<(Answer, u64)>> {
    let mut script = PRELUDE.replace("RESULT", &RESULT.to_string());
    let mut input: Vec<u8> = Vec::new();
    for (case, subject, expected) in subjects {
        let references: Vec<Type> = case
            .signature
            .parameters
            .iter()
            .copied()
            .filter(|ty| ty.bytes().is_none())
            .collect();
        let letters: String = references.iter().map(|&ty| letter(ty)).collect();
        let result = case.signature.results.first().map_or(' ', |&ty| letter(ty));
        let global = match case.op {
            unsnarl_low::Op::GlobalSet(_, ty) if ty != Type::V128 => format!("\"{}\"", letter(ty)),
            _ => String::from("null"),
        };
        let text = subject.text.replace("export function", "function");
        let _ = writeln!(
            script,
            "run((() => {{\n{text}\nreturn instantiate;\n}})(), \"{letters}\", \"{result}\", {}, false, {global});",
            expected.len()
        );
        for call in expected {
            input.push(u8::from(call.state.is_some()));
            let mut bytes = [0; 64];
            let mut numbers = Vec::new();
            for (at, &value) in call.operands.iter().enumerate() {
                match value {
                    Value::V128(lanes) => bytes[16 * at..16 * at + 16].copy_from_slice(&lanes),
                    value => match value.bits() {
                        Some(bits) => {
                            bytes[16 * at..16 * at + 8].copy_from_slice(&bits.to_le_bytes())
                        }
                        None => numbers.push(reference_byte(value)),
                    },
                }
            }
            input.extend(bytes);
            input.extend(numbers);
        }
    }
    script += "fs.writeFileSync(process.argv[3], lines.join(\"\\n\") + \"\\n\");\n";
    let folder = folder();
    let file = |name: &str| folder.join(name);
    std::fs::write(file("script.js"), script).expect("the folder can be written");
    std::fs::write(file("input"), input).expect("the folder can be written");
    let output = Command::new("node")
        .args([file("script.js"), file("input"), file("output")])
        .output()
        .expect("node is installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = std::fs::read_to_string(file("output")).expect("node has written it");
    let mut lines = text.lines().filter(|line| !line.is_empty());
    subjects
        .iter()
        .map(|(case, _, expected)| {
            let lines = lines.by_ref().take(expected.len());
            lines.map(|line| answer(case, line)).collect()
        })
        .collect()
}

fn folder() -> PathBuf {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("operations-{number}"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

fn letter(ty: Type) -> char {
    match ty {
        Type::I32 => 'i',
        Type::I64 => 'l',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::V128 => 'v',
        Type::FuncRef => 'F',
        Type::ExternRef => 'E',
        Type::ExnRef => 'X',
    }
}

fn answer(case: &Case, line: &str) -> (Answer, u64) {
    let (text, state) = line
        .rsplit_once(' ')
        .filter(|_| !line.starts_with('e'))
        .unwrap_or((line, "0"));
    let state = state.parse().expect("a state is a number");
    let result = case.signature.results.first().copied();
    let rest = &text[1..];
    let answer = match &text[..1] {
        "t" => Err(trap(rest.parse().expect("a number of a trap"))),
        "r" => {
            let number: u32 = rest.parse().expect("a number of a reference");
            let number = (number != 255).then_some(number);
            Ok(Some(match result {
                Some(Type::FuncRef) => Value::FuncRef(
                    number.map(|number| crate::operations::subject::symbol(number as usize)),
                ),
                _ => Value::ExternRef(number),
            }))
        }
        "o" => Ok(result.map(|ty| {
            let bytes: Vec<u8> = (0..16)
                .map(|at| u8::from_str_radix(&rest[2 * at..2 * at + 2], 16).expect("digits"))
                .collect();
            match ty {
                Type::V128 => Value::V128(bytes.try_into().expect("16 bytes")),
                ty => {
                    let size = ty.bytes().expect("a number") as usize;
                    let mut bits = [0; 8];
                    bits[..size].copy_from_slice(&bytes[..size]);
                    Value::from_bits(ty, u64::from_le_bytes(bits))
                }
            }
        })),
        // An exception that is no trap of WebAssembly.
        _ => {
            if std::env::var_os("UNSNARL_SHOW").is_some() {
                eprintln!("{case:?}: {line}");
            }
            Err(Trap::Host)
        }
    };
    (answer, state)
}

fn trap(number: usize) -> Trap {
    [
        Trap::Unreachable,
        Trap::DivisionByZero,
        Trap::IntegerOverflow,
        Trap::NanToInteger,
        Trap::MemoryOutOfBounds,
        Trap::Unaligned,
        Trap::NotShared,
        Trap::TableOutOfBounds,
        Trap::NullCall,
        Trap::CallType,
        Trap::TableOutOfBounds,
    ][number]
}
