//! With `exact_nan` the bits of NaNs are what an engine of WebAssembly keeps: random modules in
//! which NaNs of all kinds flow through locals, memory, globals, tables, calls, choices, loops and
//! changes of sign leave the same bytes in memory as WebAssembly in the same engine. What is
//! computed of them is only compared.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use unsnarl_js::{Options, Style, Traps, compile, nested};
use unsnarl_testkit::Rng;
use unsnarl_testkit::random::first_case;

/// How many modules.
const MODULES: u64 = 120;
/// How many functions a module has.
const FUNCTIONS: usize = 5;

const PRELUDE: &str = r#"
var show = typeof print === "function" ? print : console.log;
function outcome(own, argument) {
  var results = own.run(argument), bytes = new Uint8Array(own.memory.buffer), text = String(results);
  for (var at = 0; at < 1024; at += 8) {
    text += " ";
    for (var byte = 0; byte < 8; byte++) text += bytes[at + byte].toString(16).padStart(2, "0");
  }
  return text;
}
function test(instantiate, bytes, without) {
  var module = new WebAssembly.Module(new Uint8Array(bytes));
  var expected = new WebAssembly.Instance(module, {}).exports, found = instantiate();
  for (var argument = 0; argument < 6; argument++) {
    var [one, other] = [outcome(expected, argument), outcome(found, argument)];
    show(one === other ? "same" : "expected " + one + " found " + other);
    show(one === outcome(without(), argument) ? "same without" : "other without");
  }
}
"#;

/// The bits of floats of 64 bits that matter: NaNs of all kinds, and what is none.
const DOUBLES: [u64; 14] = [
    0x7ff8_0000_0000_0000,
    0xfff8_0000_0000_0000,
    0x7ff8_0000_0000_0001,
    0xfff8_dead_beef_0001,
    0x7ff0_0000_0000_0001,
    0xfff0_0000_0000_0001,
    0x7ff4_0000_1234_5678,
    0xffff_ffff_ffff_ffff,
    0x7fff_ffff_ffff_ffff,
    0x7ff7_ffff_ffff_ffff,
    0x3ff8_0000_0000_0000,
    0x8000_0000_0000_0000,
    0x0000_0000_0000_0001,
    0xfff0_0000_0000_0000,
];

const SINGLES: [u32; 12] = [
    0x7fc0_0000,
    0xffc0_0000,
    0x7fc0_0001,
    0xffde_ad01,
    0x7f80_0001,
    0xff80_0001,
    0x7fa1_2345,
    0xffff_ffff,
    0x7fbf_ffff,
    0x3fc0_0000,
    0x8000_0000,
    0xff80_0000,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Float {
    Single,
    Double,
}

impl Float {
    fn name(self) -> &'static str {
        match self {
            Float::Single => "f32",
            Float::Double => "f64",
        }
    }

    fn int(self) -> &'static str {
        match self {
            Float::Single => "i32",
            Float::Double => "i64",
        }
    }

    /// What the result of a function is.
    fn of_function(number: usize) -> Float {
        match number % 2 {
            0 => Float::Double,
            _ => Float::Single,
        }
    }
}

struct Generator {
    rng: Rng,
    /// The number of the function.
    function: usize,
    loops: usize,
    /// By function: whether it is in the table. Others are only called by name.
    is_in_table: [bool; FUNCTIONS],
}

/// Functions that compute: what they give is only compared.
const COMPUTING: &str = "(func $add (param $x f64) (param $y f64) (result f64)
(f64.add (local.get $x) (f64.mul (local.get $y) (f64.const 2))))
(func $least (param $x f32) (param $y f64) (result f32)
(f32.store align=1 (i32.const 1000) (local.get $x))
(f32.min (local.get $x) (f32.demote_f64 (call $add (local.get $y) (local.get $y)))))
";

impl Generator {
    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.rng.below(all.len())]
    }

    fn float(&mut self) -> Float {
        self.one(&[Float::Single, Float::Double])
    }

    fn constant(&mut self, ty: Float) -> String {
        let random = self.rng.below(4) == 0;
        match ty {
            Float::Single => {
                let bits = self.one(&SINGLES);
                let bits = if random {
                    bits ^ self.rng.below(1 << 22) as u32
                } else {
                    bits
                };
                literal(bits.into(), 8, 23)
            }
            Float::Double => {
                let bits = self.one(&DOUBLES);
                let bits = if random {
                    bits ^ self.rng.below(1 << 30) as u64
                } else {
                    bits
                };
                literal(bits, 11, 52)
            }
        }
    }

    fn address(&mut self) -> String {
        let at = self.rng.below(900);
        match self.rng.below(3) {
            0 => format!("(i32.const {at})"),
            1 => format!("(i32.and (local.get $i) (i32.const {}))", at & 0x1f8),
            _ => format!("(i32.and (local.get $n) (i32.const {}))", at & 0x1ff),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        match self.rng.below(4) {
            0 => format!(
                "(i32.and (local.get $i) (i32.const {}))",
                1 << self.rng.below(3)
            ),
            1 => String::from("(i32.and (local.get $n) (i32.const 1))"),
            _ => self.comparison(depth),
        }
    }

    /// What is computed, but for its bits.
    fn comparison(&mut self, depth: usize) -> String {
        let ty = self.float();
        let name = ty.name();
        let op = self.one(&["add", "sub", "mul", "div", "min", "max"]);
        let compare = self.one(&["eq", "ne", "lt", "ge"]);
        let [a, b, c] = [0; 3].map(|_| self.expression(ty, depth.saturating_sub(1)));
        match self.rng.below(4) {
            0 => format!("({name}.{compare} {a} {b})"),
            1 if ty == Float::Double => format!("(f64.{compare} (call $add {a} {b}) {c})"),
            1 => format!("(f32.{compare} (call $least {a} (f64.promote_f32 {b})) {c})"),
            2 => format!("({name}.{compare} ({name}.{op} {a} {b}) {c})"),
            _ => {
                let op = self.one(&["sqrt", "ceil", "floor", "trunc", "nearest"]);
                format!("({name}.{compare} ({name}.{op} {a}) {c})")
            }
        }
    }

    /// An expression whose bits are known.
    fn expression(&mut self, ty: Float, depth: usize) -> String {
        let (name, int) = (ty.name(), ty.int());
        let letter = if ty == Float::Single { "s" } else { "d" };
        if depth == 0 {
            return match self.rng.below(4) {
                0 => format!("({name}.const {})", self.constant(ty)),
                1 => format!("(global.get $g{letter})"),
                _ => format!("(local.get ${letter}{})", self.rng.below(3)),
            };
        }
        let depth = depth - 1;
        match self.rng.below(11) {
            0 | 1 => format!("({name}.load align=1 {})", self.address()),
            2 => format!("({name}.neg {})", self.expression(ty, depth)),
            3 => format!("({name}.abs {})", self.expression(ty, depth)),
            4 => {
                let [a, b] = [0; 2].map(|_| self.expression(ty, depth));
                format!("({name}.copysign {a} {b})")
            }
            5 => {
                let [a, b] = [0; 2].map(|_| self.expression(ty, depth));
                format!("(select {a} {b} {})", self.condition(depth))
            }
            6 => format!("({name}.reinterpret_{int} {})", self.integer(ty, depth)),
            7 if self.function + 1 < FUNCTIONS => self.call(ty, depth),
            8 => {
                let [a, b] = [0; 2].map(|_| self.expression(ty, depth));
                let condition = self.condition(depth);
                format!("(if (result {name}) {condition} (then {a}) (else {b}))")
            }
            9 => {
                let [a, b] = [0; 2].map(|_| self.expression(ty, depth));
                let condition = self.condition(depth);
                format!("(block $b (result {name}) (drop (br_if $b {a} {condition})) {b})")
            }
            _ => self.expression(ty, 0),
        }
    }

    fn integer(&mut self, ty: Float, depth: usize) -> String {
        let (name, int) = (ty.name(), ty.int());
        match self.rng.below(3) {
            0 => {
                let number = match ty {
                    Float::Single => i64::from(self.one(&SINGLES) as i32),
                    Float::Double => self.one(&DOUBLES) as i64,
                };
                format!("({int}.const {number})")
            }
            1 => format!("({int}.load align=1 {})", self.address()),
            _ => format!("({int}.reinterpret_{name} {})", self.expression(ty, depth)),
        }
    }

    /// A call of a later function.
    fn call(&mut self, ty: Float, depth: usize) -> String {
        let later: Vec<usize> = (self.function + 1..FUNCTIONS)
            .filter(|&number| Float::of_function(number) == ty)
            .collect();
        if later.is_empty() {
            return self.expression(ty, depth);
        }
        let callee = self.one(&later);
        let arguments = format!(
            "{} {} (local.get $i)",
            self.expression(Float::Double, depth.min(1)),
            self.expression(Float::Single, depth.min(1))
        );
        match self.rng.below(2) {
            1 if self.is_in_table[callee] => format!(
                "(call_indirect (type $of_{}) {arguments} (i32.const {callee}))",
                ty.name()
            ),
            _ => format!("(call $f{callee} {arguments})"),
        }
    }

    fn statements(&mut self, depth: usize) -> String {
        let count = 2 + self.rng.below(4);
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        let ty = self.float();
        let (name, letter) = (ty.name(), if ty == Float::Single { "s" } else { "d" });
        match self.rng.below(9) {
            0..=2 => {
                let value = self.expression(ty, 3);
                format!("(local.set ${letter}{} {value})\n", self.rng.below(3))
            }
            3 => format!("(global.set $g{letter} {})\n", self.expression(ty, 2)),
            4 => format!(
                "({name}.store align=1 {} {})\n",
                self.address(),
                self.expression(ty, 3)
            ),
            5 => format!(
                "({int}.store align=1 {} {})\n",
                self.address(),
                self.integer(ty, 2),
                int = ty.int()
            ),
            6 if depth > 0 => {
                let (one, other) = (self.statements(depth - 1), self.statements(depth - 1));
                format!("(if {} (then {one}) (else {other}))\n", self.condition(2))
            }
            7 if depth > 0 && self.loops < 4 => {
                let counter = self.loops;
                self.loops += 1;
                let inner = self.statements(depth - 1);
                format!(
                    "(local.set $c{counter} (i32.const 3))\n(loop $l{counter}\n{inner}\
                     (local.set $c{counter} (i32.sub (local.get $c{counter}) (i32.const 1)))\n\
                     (br_if $l{counter} (local.get $c{counter})))\n"
                )
            }
            _ => format!(
                "(local.set $n (i32.add (local.get $n) {}))\n",
                self.comparison(2)
            ),
        }
    }

    fn function(&mut self) -> String {
        let result = Float::of_function(self.function);
        self.loops = 0;
        let body = self.statements(2);
        let last = self.expression(result, 2);
        format!(
            "(func $f{number} (param $d0 f64) (param $s0 f32) (param $i i32) (result {})\n\
             (local $d1 f64) (local $d2 f64) (local $s1 f32) (local $s2 f32) (local $n i32)\n\
             (local $c0 i32) (local $c1 i32) (local $c2 i32) (local $c3 i32)\n{body}{last})\n",
            result.name(),
            number = self.function,
        )
    }

    fn module(&mut self) -> String {
        let mut text = String::from("(module\n(memory (export \"memory\") 1)\n");
        for ty in [Float::Single, Float::Double] {
            let (name, letter) = (ty.name(), if ty == Float::Single { "s" } else { "d" });
            let _ = writeln!(
                text,
                "(type $of_{name} (func (param f64 f32 i32) (result {name})))\n\
                 (global $g{letter} (mut {name}) ({name}.const {}))",
                self.constant(ty)
            );
        }
        let _ = writeln!(text, "(table {FUNCTIONS} funcref)");
        for number in 0..FUNCTIONS {
            self.is_in_table[number] = self.rng.below(2) == 0;
            if self.is_in_table[number] {
                let _ = writeln!(text, "(elem (i32.const {number}) $f{number})");
            }
        }
        text += COMPUTING;
        for function in 0..FUNCTIONS {
            self.function = function;
            text += &self.function();
        }
        self.function = 0;
        let mut stores = String::new();
        for (number, at) in (0..FUNCTIONS).zip([960, 968, 976, 984, 992]) {
            let name = Float::of_function(number).name();
            let (double, single) = (self.constant(Float::Double), self.constant(Float::Single));
            let _ = writeln!(
                stores,
                "({name}.store (i32.const {at}) (call $f{number} (f64.const {double}) (f32.const {single}) (local.get $i)))"
            );
        }
        let mut data = String::new();
        for at in 0..64 {
            let bytes = self.one(&DOUBLES).to_le_bytes();
            let bytes: String = bytes.iter().map(|byte| format!("\\{byte:02x}")).collect();
            let _ = writeln!(data, "(data (i32.const {}) \"{bytes}\")", at * 8);
        }
        let double = self.constant(Float::Double);
        text += &format!(
            "(func (export \"run\") (param $i i32) (result i64)\n{stores}\
             (i64.reinterpret_f64 (f64.copysign (global.get $gd) (f64.const {double}))))\n{data})\n"
        );
        text
    }
}

/// The text of a float with these bits.
fn literal(bits: u64, exponent: u32, mantissa: u32) -> String {
    let rest = bits & ((1 << mantissa) - 1);
    let sign = match bits >> (exponent + mantissa) & 1 {
        0 => "",
        _ => "-",
    };
    match (
        bits >> mantissa & ((1 << exponent) - 1) == (1 << exponent) - 1,
        rest,
    ) {
        (true, 0) => format!("{sign}inf"),
        (true, rest) => format!("{sign}nan:0x{rest:x}"),
        (false, _) if exponent == 8 => format!("{}", f32::from_bits(bits as u32)),
        (false, _) => format!("{:e}", f64::from_bits(bits)),
    }
}

#[test]
fn nans_keep_their_bits() {
    let mut script = String::from(PRELUDE);
    let mut texts = Vec::new();
    let first = first_case();
    for seed in first..first + MODULES {
        let rng = Rng::new(seed);
        let mut generator = Generator {
            rng,
            function: 0,
            loops: 0,
            is_in_table: [false; FUNCTIONS],
        };
        let source = generator.module();
        let bytes = wat::parse_str(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let module = unsnarl_wasm::read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let rng = &mut generator.rng;
        let options = Options {
            exact_nan: true,
            traps: [Traps::All, Traps::Free][rng.below(2)],
            style: [Style::Readable, Style::Compact][rng.below(2)],
            largest: [usize::MAX, 2_000][rng.below(2)],
            ..Options::default()
        };
        let output = compile(&module, &options, &nested).unwrap_or_else(|error| panic!("{error}"));
        let without = Options {
            exact_nan: false,
            ..options
        };
        let without = compile(&module, &without, &nested).unwrap_or_else(|error| panic!("{error}"));
        let mut reports = output.reports.iter().chain(&without.reports);
        assert!(reports.all(|report| report.is_proved));
        let [own, without] = [output.text, without.text].map(|text| {
            let text = text.replace("export function", "function");
            format!("(() => {{\n{text}\nreturn instantiate;\n}})()")
        });
        let _ = writeln!(script, "test({own}, {bytes:?}, {without});");
        texts.push(format!("{source}\n{own}"));
    }
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nan.js");
    std::fs::write(&file, script).expect("the folder can be written");
    for engine in ["node", "js102"] {
        let output = Command::new(engine).arg(&file).output();
        let output = output.unwrap_or_else(|error| panic!("{engine}: {error}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{engine}: {errors}");
        let text = String::from_utf8(output.stdout).expect("it is text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 12 * MODULES as usize, "{engine}: {errors}");
        for (at, lines) in lines.chunks(2).enumerate() {
            let (seed, line) = (at / 6, lines[0]);
            assert_eq!(line, "same", "{engine}, seed {seed}:\n{}", texts[seed]);
        }
        // Without the option most NaNs change.
        let others = lines
            .iter()
            .filter(|line| **line == "other without")
            .count();
        assert!(others > lines.len() / 4, "{engine}: {others}");
    }
}
