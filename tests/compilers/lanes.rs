//! Operations on vectors: each does in C what LLVM's own back end does, for lanes of every type.
//!
//! How many lanes there are, and which operand is a number, is drawn anew in every run.

use std::fmt::Write as _;

use crate::common::Scratch;
use crate::random::Rng;
use crate::{COMPILERS, check_output, driver, native, write_people};
use unsnarl_testkit::random::first_case;

const LANES: [usize; 5] = [2, 3, 4, 8, 16];
const WIDTHS: [usize; 4] = [8, 16, 32, 64];
/// The bytes of the longest vector.
const VECTOR: usize = 16 * 8;

const BINARY: [&str; 6] = ["add", "sub", "mul", "and", "or", "xor"];
const SHIFTS: [&str; 3] = ["shl", "lshr", "ashr"];
const DIVISIONS: [&str; 4] = ["udiv", "urem", "sdiv", "srem"];
const PREDICATES: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];
const OF_TWO: [&str; 8] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
];
const REDUCTIONS: [&str; 9] = [
    "add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax",
];
/// Each with what follows its operand.
const OF_ONE: [(&str, &str); 6] = [
    ("ctpop", ""),
    ("bitreverse", ""),
    ("abs", ", i1 false"),
    ("ctlz", ", i1 false"),
    ("cttz", ", i1 false"),
    ("bswap", ""),
];

const FLOAT_BINARY: [&str; 4] = ["fadd", "fsub", "fmul", "fdiv"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];
const FLOAT_OF_ONE: [&str; 7] = [
    "fabs",
    "sqrt",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "roundeven",
];
const FLOAT_OF_TWO: [&str; 3] = ["copysign", "minnum", "maxnum"];

/// Writes functions that read two vectors and write one.
struct Writer {
    rng: Rng,
    declarations: std::collections::BTreeSet<String>,
    functions: String,
    names: Vec<String>,
}

/// A vector type: of so many lanes of that, each of so many bits.
#[derive(Clone, Copy)]
struct Vector {
    lanes: usize,
    lane: &'static str,
    bits: usize,
}

impl Vector {
    fn of_integers(lanes: usize, bits: usize) -> Vector {
        let lane = match bits {
            8 => "i8",
            16 => "i16",
            32 => "i32",
            _ => "i64",
        };
        Vector { lanes, lane, bits }
    }

    fn of_floats(lanes: usize, bits: usize) -> Vector {
        let lane = if bits == 32 { "float" } else { "double" };
        Vector { lanes, lane, bits }
    }

    fn text(self) -> String {
        format!("<{} x {}>", self.lanes, self.lane)
    }

    /// As intrinsics are named after it.
    fn suffix(self) -> String {
        match self.lane.strip_prefix('i') {
            Some(bits) => format!("v{}i{bits}", self.lanes),
            None => format!("v{}f{}", self.lanes, self.bits),
        }
    }

    /// The constant whose lanes are all that.
    fn all(self, number: usize) -> String {
        let lane = format!("{} {number}", self.lane);
        format!("<{}>", vec![lane; self.lanes].join(", "))
    }
}

impl Writer {
    /// A function whose instructions compute `%r`, of this type, from `%a` and `%b`.
    fn function(&mut self, operands: Vector, what: &str, insts: &[String], result: &str) {
        let number = self.names.len();
        let ty = operands.text();
        self.names.push(format!("{what} {ty}"));
        let _ = writeln!(
            self.functions,
            "define void @f{number}(ptr %out, ptr %in) {{
  %p = getelementptr i8, ptr %in, i64 {VECTOR}
  %a = load {ty}, ptr %in, align 1
  %b = load {ty}, ptr %p, align 1"
        );
        for inst in insts {
            let _ = writeln!(self.functions, "  {inst}");
        }
        let _ = writeln!(
            self.functions,
            "  store {result} %r, ptr %out, align 1\n  ret void\n}}"
        );
    }

    /// A function that is one instruction, one of whose operands may be a constant.
    fn simple(&mut self, ty: Vector, what: &str, inst: impl Fn(&str, &str) -> String) {
        let number = ty.all(1 + self.rng.below(100));
        let is_number = ty.lane.starts_with('i');
        let (a, b) = match self.rng.below(4) {
            0 if is_number => (number.as_str(), "%b"),
            1 if is_number => ("%a", number.as_str()),
            _ => ("%a", "%b"),
        };
        self.function(ty, what, &[format!("%r = {}", inst(a, b))], &ty.text());
    }

    /// A call of an intrinsic with these operands.
    fn call(&mut self, result: &str, name: &str, operands: &[(String, &str)]) -> String {
        let types: Vec<&str> = operands.iter().map(|(ty, _)| ty.as_str()).collect();
        let values = operands.iter().map(|(ty, value)| format!("{ty} {value}"));
        let values: Vec<String> = values.collect();
        let types = types.join(", ");
        self.declarations
            .insert(format!("declare {result} @llvm.{name}({types})\n"));
        format!("call {result} @llvm.{name}({})", values.join(", "))
    }

    fn lanes(&mut self) -> usize {
        self.rng.pick(&LANES)
    }

    fn integers(&mut self, bits: usize) {
        for op in BINARY {
            let ty = Vector::of_integers(self.lanes(), bits);
            self.simple(ty, op, |a, b| format!("{op} {} {a}, {b}", ty.text()));
        }
        for op in SHIFTS {
            let ty = Vector::of_integers(self.lanes(), bits);
            let text = ty.text();
            let by = ty.all(self.rng.below(bits));
            self.simple(ty, op, |a, _| format!("{op} {text} {a}, {by}"));
            let insts = [
                format!("%by = and {text} %b, {}", ty.all(bits - 1)),
                format!("%r = {op} {text} %a, %by"),
            ];
            self.function(ty, op, &insts, &text);
        }
        for op in DIVISIONS {
            let ty = Vector::of_integers(self.lanes(), bits);
            let text = ty.text();
            let insts = [
                format!("%half = lshr {text} %b, {}", ty.all(1)),
                format!("%by = or {text} %half, {}", ty.all(1)),
                format!("%r = {op} {text} %a, %by"),
            ];
            self.function(ty, op, &insts, &text);
            let by = ty.all(1 + self.rng.below(100));
            self.simple(ty, op, |a, _| format!("{op} {text} {a}, {by}"));
        }
        for predicate in PREDICATES {
            let ty = Vector::of_integers(self.lanes(), bits);
            let compared = format!("icmp {predicate} {} %a, %b", ty.text());
            self.compared(ty, predicate, &compared);
        }
        for op in OF_TWO {
            let ty = Vector::of_integers(self.lanes(), bits);
            let text = ty.text();
            let operands = [(text.clone(), "%a"), (text.clone(), "%b")];
            let call = self.call(&text, &format!("{op}.{}", ty.suffix()), &operands);
            self.function(ty, op, &[format!("%r = {call}")], &text);
        }
        for (op, rest) in OF_ONE {
            let ty = Vector::of_integers(self.lanes(), bits);
            let text = ty.text();
            if op == "bswap" && bits == 8 {
                continue;
            }
            let mut operands = vec![(text.clone(), "%a")];
            if !rest.is_empty() {
                operands.push(("i1".to_owned(), "false"));
            }
            let call = self.call(&text, &format!("{op}.{}", ty.suffix()), &operands);
            self.function(ty, op, &[format!("%r = {call}")], &text);
        }
        for op in ["fshl", "fshr"] {
            let ty = Vector::of_integers(self.lanes(), bits);
            let text = ty.text();
            let operands = ["%a", "%b", "%a"].map(|value| (text.clone(), value));
            let call = self.call(&text, &format!("{op}.{}", ty.suffix()), &operands);
            self.function(ty, op, &[format!("%r = {call}")], &text);
        }
        for op in REDUCTIONS {
            let ty = Vector::of_integers(self.lanes(), bits);
            let name = format!("vector.reduce.{op}.{}", ty.suffix());
            let call = self.call(ty.lane, &name, &[(ty.text(), "%a")]);
            self.function(ty, &name, &[format!("%r = {call}")], ty.lane);
        }
        self.moved(bits, Vector::of_integers);
        self.converted(bits);
    }

    /// The truths of a comparison as numbers, and what they choose.
    fn compared(&mut self, ty: Vector, what: &str, compared: &str) {
        let (text, lanes) = (ty.text(), ty.lanes);
        let numbers = Vector::of_integers(lanes, ty.bits).text();
        for extension in ["sext", "zext"] {
            let insts = [
                format!("%c = {compared}"),
                format!("%r = {extension} <{lanes} x i1> %c to {numbers}"),
            ];
            self.function(ty, what, &insts, &numbers);
        }
        let insts = [
            format!("%c = {compared}"),
            format!("%r = select <{lanes} x i1> %c, {text} %b, {text} %a"),
        ];
        self.function(ty, what, &insts, &text);
    }

    /// Lanes that are put elsewhere.
    fn moved(&mut self, bits: usize, vector: fn(usize, usize) -> Vector) {
        let ty = vector(self.lanes(), bits);
        let (text, lanes) = (ty.text(), ty.lanes);
        let mask = (0..lanes).map(|_| format!("i32 {}", self.rng.below(2 * lanes)));
        let mask: Vec<String> = mask.collect();
        let mask = mask.join(", ");
        self.simple(ty, "shufflevector", |a, b| {
            format!("shufflevector {text} {a}, {text} {b}, <{lanes} x i32> <{mask}>")
        });
        let at = format!("%at = urem i8 %byte, {lanes}");
        let index = ["%byte = load i8, ptr %p, align 1".to_owned(), at];
        let taken = format!("%r = extractelement {text} %a, i8 %at");
        self.function(
            ty,
            "extractelement",
            &[&index[..], &[taken]].concat(),
            ty.lane,
        );
        let (from, to) = (self.rng.below(lanes), self.rng.below(lanes));
        let put = [
            format!("%lane = extractelement {text} %b, i32 {from}"),
            format!("%some = insertelement {text} %a, {} %lane, i8 %at", ty.lane),
            format!(
                "%r = insertelement {text} %some, {} %lane, i32 {to}",
                ty.lane
            ),
        ];
        self.function(ty, "insertelement", &[&index[..], &put].concat(), &text);
    }

    /// Integers as those of other widths, and as floating-point numbers.
    fn converted(&mut self, bits: usize) {
        for to in WIDTHS {
            let (from, to) = (
                Vector::of_integers(self.lanes(), bits),
                Vector::of_integers(0, to),
            );
            let to = Vector {
                lanes: from.lanes,
                ..to
            };
            let ops: &[&str] = match to.bits.cmp(&bits) {
                std::cmp::Ordering::Less => &["trunc"],
                std::cmp::Ordering::Equal => &[],
                std::cmp::Ordering::Greater => &["zext", "sext"],
            };
            self.conversions(from, to, ops);
        }
        for to in [32, 64] {
            let lanes = self.lanes();
            let from = Vector::of_integers(lanes, bits);
            self.conversions(from, Vector::of_floats(lanes, to), &["sitofp", "uitofp"]);
        }
    }

    fn conversions(&mut self, from: Vector, to: Vector, ops: &[&str]) {
        for op in ops {
            let inst = format!("%r = {op} {} %a to {}", from.text(), to.text());
            self.function(from, &format!("{op} to {}", to.text()), &[inst], &to.text());
        }
    }

    fn floats(&mut self, bits: usize) {
        for predicate in FLOAT_PREDICATES {
            let ty = Vector::of_floats(self.lanes(), bits);
            let compared = format!("fcmp {predicate} {} %a, %b", ty.text());
            self.compared(ty, predicate, &compared);
        }
        self.moved(bits, Vector::of_floats);
        for op in FLOAT_BINARY {
            let ty = Vector::of_floats(self.lanes(), bits);
            self.exact(ty, op, &format!("{op} {} %x, %y", ty.text()), ty);
        }
        let ty = Vector::of_floats(self.lanes(), bits);
        self.exact(ty, "fneg", &format!("fneg {} %x", ty.text()), ty);
        for op in FLOAT_OF_ONE {
            let ty = Vector::of_floats(self.lanes(), bits);
            let operand = if op == "sqrt" { "%y" } else { "%x" };
            let operands = [(ty.text(), operand)];
            let call = self.call(&ty.text(), &format!("{op}.{}", ty.suffix()), &operands);
            self.exact(ty, op, &call, ty);
        }
        for op in FLOAT_OF_TWO {
            let ty = Vector::of_floats(self.lanes(), bits);
            let operands = [(ty.text(), "%x"), (ty.text(), "%y")];
            let call = self.call(&ty.text(), &format!("{op}.{}", ty.suffix()), &operands);
            self.exact(ty, op, &call, ty);
        }
        let ty = Vector::of_floats(self.lanes(), bits);
        let operands = ["%x", "%y", "%x"].map(|value| (ty.text(), value));
        let call = self.call(&ty.text(), &format!("fma.{}", ty.suffix()), &operands);
        self.exact(ty, "fma", &call, ty);
        let other = Vector::of_floats(ty.lanes, 96 - bits);
        let op = if bits == 32 { "fpext" } else { "fptrunc" };
        let inst = format!("{op} {} %x to {}", ty.text(), other.text());
        self.exact(ty, op, &inst, other);
        for to in WIDTHS {
            let lanes = self.lanes();
            let (ty, to) = (
                Vector::of_floats(lanes, bits),
                Vector::of_integers(lanes, to),
            );
            for op in ["fptosi.sat", "fptoui.sat"] {
                let name = format!("{op}.{}.{}", to.suffix(), ty.suffix());
                let call = self.call(&to.text(), &name, &[(ty.text(), "%x")]);
                self.exact(ty, op, &call, to);
            }
        }
    }

    /// An instruction on numbers that are no NaN: `%x` with a fraction and a sign, and `%y` above
    /// 0. Which NaN comes out of others is the compiler's choice.
    fn exact(&mut self, ty: Vector, what: &str, inst: &str, result: Vector) {
        let (text, lanes) = (ty.text(), ty.lanes);
        let numbers = Vector::of_integers(lanes, ty.bits);
        let (own, shift) = (numbers.text(), numbers.all(ty.bits - 20));
        let float = |number: &str| {
            let lane = format!("{} {number}", ty.lane);
            format!("<{}>", vec![lane; lanes].join(", "))
        };
        let insts = [
            format!("%ai = bitcast {text} %a to {own}"),
            format!("%bi = bitcast {text} %b to {own}"),
            format!("%as = ashr {own} %ai, {shift}"),
            format!("%bs = lshr {own} %bi, {shift}"),
            format!("%ax = sitofp {own} %as to {text}"),
            format!("%by = uitofp {own} %bs to {text}"),
            format!("%x = fdiv {text} %ax, {}", float("16.0")),
            format!("%y = fadd {text} %by, {}", float("0.5")),
            format!("%r = {inst}"),
        ];
        self.function(ty, what, &insts, &result.text());
    }
}

#[test]
fn operations_on_lanes_are_llvms() {
    let scratch = Scratch::new("operations-on-lanes");
    let mut writer = Writer {
        rng: Rng(first_case()),
        declarations: Default::default(),
        functions: String::new(),
        names: Vec::new(),
    };
    for bits in WIDTHS {
        writer.integers(bits);
    }
    for bits in [32, 64] {
        writer.floats(bits);
    }
    let functions = writer.declarations.into_iter().collect::<String>() + &writer.functions;
    let names = writer.names.iter().map(String::as_str).enumerate();
    write_people(&scratch, &functions, &driver(VECTOR, names));
    let due = native(&scratch, &functions);
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &[], &due);
    }
}
