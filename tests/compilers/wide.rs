//! Integers that C has no type for, in random functions: C does what LLVM's own back end does.
//!
//! Random programs in C have such integers only where compilers read bit-fields together, with
//! masks and shifts by constants. Here they have every width and operation.

use std::fmt::Write as _;

use crate::common::Scratch;
use crate::random::Rng;
use crate::{COMPILERS, check_output, native, write_people};
use unsnarl_testkit::random::first_case;

const WIDE: [u32; 13] = [
    129, 136, 160, 168, 191, 192, 193, 200, 255, 256, 257, 300, 520,
];
const NARROW: [u32; 12] = [3, 8, 13, 17, 24, 32, 33, 48, 64, 65, 100, 128];

/// Intrinsics of two operands, and sums, differences and products that tell whether they overflow.
const OF_TWO: [&str; 8] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat",
];
const OVERFLOWING: [&str; 6] = ["uadd", "usub", "sadd", "ssub", "umul", "smul"];

const FUNCTIONS: usize = 16;
const OPERATIONS: usize = 30;
/// How aligned some accesses are.
const ALIGN: usize = 16;
/// The bytes that each function reads, and those that it may write.
const INPUT: usize = 512;
const OUTPUT: usize = 8192;

/// A function in LLVM IR that no operand makes undefined.
struct Writer {
    rng: Rng,
    text: String,
    /// The values, each with its bits.
    values: Vec<(u32, String)>,
    /// How many bytes were written.
    stored: usize,
    number: usize,
}

impl Writer {
    /// Adds an instruction with a result of so many bits, or one that is no integer.
    fn add(&mut self, bits: u32, inst: &str) -> String {
        self.number += 1;
        let name = format!("%v{}", self.number);
        let _ = writeln!(self.text, "  {name} = {inst}");
        if bits > 0 {
            self.values.push((bits, name.clone()));
        }
        name
    }

    /// A value of so many bits.
    fn value(&mut self, bits: u32) -> String {
        let known: Vec<&String> = self
            .values
            .iter()
            .filter_map(|(own, name)| (*own == bits).then_some(name))
            .collect();
        match known.len() {
            0 => self.load(bits),
            count if self.rng.below(8) > 0 => known[self.rng.below(count)].clone(),
            _ => self.rng.pick(&["-1", "0", "1", "77", "-123456789"]).into(),
        }
    }

    /// A value that is no constant, which the back end may take long for.
    fn named(&mut self, bits: u32) -> String {
        let value = self.value(bits);
        match value.starts_with('%') {
            true => value,
            false => self.load(bits),
        }
    }

    /// Memory has whole bytes.
    fn load(&mut self, bits: u32) -> String {
        let bytes = bits.div_ceil(8);
        let mut place = self.rng.below(INPUT - bytes as usize);
        let align = self.rng.pick(&[1, ALIGN]);
        place -= place % align;
        let volatile = self.rng.pick(&["", "volatile "]);
        let pointer = self.add(
            0,
            &format!("getelementptr inbounds i8, ptr %in, i64 {place}"),
        );
        let own = if bits == 8 * bytes { bits } else { 0 };
        let inst = format!(
            "load {volatile}i{}, ptr {pointer}, align {align}",
            8 * bytes
        );
        let loaded = self.add(own, &inst);
        match own {
            0 => self.add(bits, &format!("trunc i{} {loaded} to i{bits}", 8 * bytes)),
            _ => loaded,
        }
    }

    fn store(&mut self, bits: u32, value: &str) {
        let bytes = bits.div_ceil(8);
        let value = match bits == 8 * bytes {
            true => value.to_owned(),
            false => self.add(0, &format!("zext i{bits} {value} to i{}", 8 * bytes)),
        };
        let align = self.rng.pick(&[1, ALIGN]);
        self.stored = self.stored.next_multiple_of(align);
        let place = self.stored;
        let pointer = self.add(
            0,
            &format!("getelementptr inbounds i8, ptr %out, i64 {place}"),
        );
        let volatile = self.rng.pick(&["", "volatile "]);
        let _ = writeln!(
            self.text,
            "  store {volatile}i{} {value}, ptr {pointer}, align {align}",
            8 * bytes
        );
        self.stored += bytes as usize + self.rng.below(3);
    }

    fn operation(&mut self) {
        let wide = self.rng.pick(&WIDE);
        let other = match self.rng.below(2) {
            0 => self.rng.pick(&WIDE),
            _ => self.rng.pick(&NARROW),
        };
        let (from, to) = (wide.min(other), wide.max(other));
        match self.rng.below(19) {
            0 | 1 => {
                let op = self.rng.pick(&["add", "sub", "mul", "and", "or", "xor"]);
                let [a, b] = [self.value(wide), self.value(wide)];
                self.add(wide, &format!("{op} i{wide} {a}, {b}"));
            }
            2..=4 => {
                let op = self.rng.pick(&["shl", "lshr", "ashr"]);
                let (a, b) = (self.value(wide), self.value(wide));
                let amount = self.add(0, &format!("urem i{wide} {b}, {wide}"));
                let amount = match self.rng.below(2) {
                    0 => amount,
                    _ => self.rng.below(wide as usize).to_string(),
                };
                self.add(wide, &format!("{op} i{wide} {a}, {amount}"));
            }
            5 => {
                let op = self.rng.pick(&["udiv", "urem", "sdiv", "srem"]);
                let (a, b) = (self.named(wide), self.named(wide));
                // Of any length, positive and not zero.
                let length = self.add(0, &format!("and i{wide} {a}, 127"));
                let half = self.add(0, &format!("lshr i{wide} {b}, {length}"));
                let half = self.add(0, &format!("lshr i{wide} {half}, 1"));
                let b = self.add(0, &format!("or i{wide} {half}, 1"));
                self.add(wide, &format!("{op} i{wide} {a}, {b}"));
            }
            6 | 7 => {
                let predicate = self.rng.pick(&[
                    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
                ]);
                let [a, b] = [self.value(wide), self.value(wide)];
                self.add(1, &format!("icmp {predicate} i{wide} {a}, {b}"));
            }
            8 => {
                let [a, b] = [self.value(wide), self.value(wide)];
                let condition = self.value(1);
                self.add(
                    wide,
                    &format!("select i1 {condition}, i{wide} {a}, i{wide} {b}"),
                );
            }
            9 | 10 if from < to => {
                let op = self.rng.pick(&["zext", "sext"]);
                let value = self.value(from);
                self.add(to, &format!("{op} i{from} {value} to i{to}"));
            }
            9..=11 if from < to => {
                let value = self.value(to);
                self.add(from, &format!("trunc i{to} {value} to i{from}"));
            }
            15 => {
                // A variable that also something else than whole accesses reaches.
                let value = self.value(wide);
                let (bytes, byte) = (wide.div_ceil(8), self.value(8));
                let at = self.rng.below(bytes as usize - 1);
                let place = self.add(0, &format!("alloca i{wide}, align 16"));
                let _ = writeln!(self.text, "  store i{wide} {value}, ptr {place}, align 16");
                let part = self.add(
                    0,
                    &format!("getelementptr inbounds i8, ptr {place}, i64 {at}"),
                );
                let _ = writeln!(self.text, "  store i8 {byte}, ptr {part}, align 1");
                self.add(wide, &format!("load i{wide}, ptr {place}, align 16"));
            }
            16 => {
                let [a, b] = [self.value(wide), self.value(wide)];
                self.add(
                    wide,
                    &format!("call i{wide} @mixed{wide}(i{wide} {a}, i{wide} {b})"),
                );
            }
            17 => {
                // Two phis that change places.
                let [a, b] = [self.value(wide), self.value(wide)];
                let condition = self.value(1);
                self.number += 1;
                let n = self.number;
                let _ = writeln!(
                    self.text,
                    "  br label %before{n}
before{n}:
  br label %loop{n}
loop{n}:
  %p{n} = phi i{wide} [ {a}, %before{n} ], [ %q{n}, %loop{n} ]
  %q{n} = phi i{wide} [ {b}, %before{n} ], [ %p{n}, %loop{n} ]
  %i{n} = phi i1 [ {condition}, %before{n} ], [ false, %loop{n} ]
  br i1 %i{n}, label %loop{n}, label %after{n}
after{n}:"
                );
                self.values.push((wide, format!("%p{n}")));
                self.values.push((wide, format!("%q{n}")));
            }
            12 => {
                let bits = if self.rng.below(2) == 0 { wide } else { other };
                // By a constant, LLVM 19 takes limbs apart that belong together.
                let [a, b] = [self.named(bits), self.named(bits)];
                let op = self.rng.pick(&OF_TWO);
                let call = format!("call i{bits} @llvm.{op}.i{bits}(i{bits} {a}, i{bits} {b})");
                self.add(bits, &call);
            }
            18 => {
                let bits = if self.rng.below(2) == 0 { wide } else { other };
                let [a, b] = [self.named(bits), self.named(bits)];
                // Products are twice as wide, and take compilers long.
                let ops = if bits > 200 {
                    &OVERFLOWING[..4]
                } else {
                    &OVERFLOWING
                };
                let op = self.rng.pick(ops);
                let call = format!(
                    "call {{ i{bits}, i1 }} @llvm.{op}.with.overflow.i{bits}(i{bits} {a}, i{bits} {b})"
                );
                let both = self.add(0, &call);
                self.add(bits, &format!("extractvalue {{ i{bits}, i1 }} {both}, 0"));
                self.add(1, &format!("extractvalue {{ i{bits}, i1 }} {both}, 1"));
            }
            13 => {
                let bits = if self.rng.below(2) == 0 { wide } else { other };
                let value = self.value(bits);
                let called = |op: &str, rest: &str| {
                    format!("call i{bits} @llvm.{op}.i{bits}(i{bits} {value}{rest})")
                };
                let call = match self.rng.below(6) {
                    0 => called("ctpop", ""),
                    1 => called("ctlz", ", i1 false"),
                    2 => called("cttz", ", i1 false"),
                    3 => called("bitreverse", ""),
                    4 => called("abs", ", i1 false"),
                    _ => {
                        let other = self.value(bits);
                        // LLVM has no remainder of the amount here.
                        let amount = self.rng.below(bits as usize);
                        called("fshl", &format!(", i{bits} {other}, i{bits} {amount}"))
                    }
                };
                self.add(bits, &call);
            }
            _ => {
                let value = self.value(wide);
                let op = self.rng.pick(&["sitofp", "uitofp"]);
                let float = self.add(0, &format!("{op} i{wide} {value} to double"));
                self.add(64, &format!("bitcast double {float} to i64"));
                let small = self.value(100);
                let float = self.add(0, &format!("{op} i100 {small} to double"));
                let op = op.replace("itofp", "");
                let back = if op == "s" { "fptosi" } else { "fptoui" };
                self.add(wide, &format!("{back} double {float} to i{wide}"));
                if NARROW.contains(&other) {
                    let call =
                        format!("call i{other} @llvm.{back}.sat.i{other}.f64(double {float})");
                    self.add(other, &call);
                }
            }
        }
    }
}

fn function(number: usize) -> String {
    let mut writer = Writer {
        rng: Rng(number as u64 + 1 + first_case()),
        text: format!("define void @f{number}(ptr %out, ptr %in) {{\n"),
        values: Vec::new(),
        stored: 0,
        number: 0,
    };
    for _ in 0..OPERATIONS {
        writer.operation();
    }
    for (bits, value) in writer.values.clone() {
        writer.store(bits, &value);
    }
    assert!(writer.stored < OUTPUT);
    writer.text + "  ret void\n}\n"
}

fn declarations() -> String {
    let mut text = String::new();
    for bits in WIDE.into_iter().chain(NARROW) {
        for op in OF_TWO {
            let _ = writeln!(text, "declare i{bits} @llvm.{op}.i{bits}(i{bits}, i{bits})");
        }
        for op in OVERFLOWING {
            let _ = writeln!(
                text,
                "declare {{ i{bits}, i1 }} @llvm.{op}.with.overflow.i{bits}(i{bits}, i{bits})"
            );
        }
        let _ = writeln!(
            text,
            "declare i{bits} @llvm.ctpop.i{bits}(i{bits})
declare i{bits} @llvm.ctlz.i{bits}(i{bits}, i1)
declare i{bits} @llvm.cttz.i{bits}(i{bits}, i1)
declare i{bits} @llvm.bitreverse.i{bits}(i{bits})
declare i{bits} @llvm.abs.i{bits}(i{bits}, i1)
declare i{bits} @llvm.fptosi.sat.i{bits}.f64(double)
declare i{bits} @llvm.fptoui.sat.i{bits}.f64(double)
declare i{bits} @llvm.fshl.i{bits}(i{bits}, i{bits}, i{bits})"
        );
    }
    for bits in WIDE {
        let _ = writeln!(
            text,
            "define internal i{bits} @mixed{bits}(i{bits} %a, i{bits} %b) noinline {{
  %product = mul i{bits} %a, 1000003
  %sum = xor i{bits} %product, %b
  ret i{bits} %sum
}}"
        );
    }
    text
}

/// Calls each function on several inputs, and prints a sum of what it writes.
fn driver() -> String {
    let mut text = String::from("#include <stdio.h>\n#include <string.h>\n");
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "void f{number}(void *, void *);");
    }
    let _ = write!(
        text,
        "static unsigned char in[{INPUT}] __attribute__((aligned({ALIGN})));
static unsigned char out[{OUTPUT}] __attribute__((aligned({ALIGN})));
static unsigned long long seed = 1;
static void run(int number, void (*f)(void *, void *)) {{
  for (int round = 0; round < 6; round++) {{
    for (int i = 0; i < {INPUT}; i++) {{
      seed = seed * 6364136223846793005 + 1442695040888963407;
      unsigned char byte = (unsigned char)(seed >> 33);
      in[i] = round < 3 ? byte : byte & 64 ? 255 : byte & 128 ? byte : 0;
    }}
    memset(out, 0, sizeof out);
    f(out, in);
    unsigned long long sum = 0;
    for (int i = 0; i < {OUTPUT}; i++) sum = sum * 1000003 ^ out[i];
    printf(\"f%d %d %llx\\n\", number, round, sum);
  }}
}}
int main(void) {{
"
    );
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "  run({number}, f{number});");
    }
    text + "  return 0;\n}\n"
}

#[test]
fn integers_that_are_wider_than_those_of_c_have_all_operations() {
    let scratch = Scratch::new("wide");
    let functions: String = (0..FUNCTIONS).map(function).collect();
    let functions = declarations() + &functions;
    write_people(&scratch, &functions, &driver());
    let due = native(&scratch, &functions);
    assert_eq!(due.lines().count(), 6 * FUNCTIONS);
    let sane = ["-O0", "-fsanitize=undefined,address"];
    let all = [
        (COMPILERS[0], &[][..]),
        (COMPILERS[0], &sane[..]),
        (COMPILERS[2], &[][..]),
    ];
    for (compiler, options) in all {
        check_output(&scratch, compiler, options, &due);
    }
}

/// A function that switches on an integer of so many bits that it reads.
fn switching(bits: u32) -> String {
    let top = bits - 1;
    format!(
        "define i32 @switch{bits}(ptr %in) {{
  %whole = load i256, ptr %in, align 16
  %value = trunc i256 %whole to i{bits}
  switch i{bits} %value, label %other [
    i{bits} 0, label %a
    i{bits} 5, label %b
    i{bits} -1, label %c
    i{bits} 18446744073709551616, label %d
    i{bits} 18446744073709551621, label %b
    i{bits} -3, label %d
  ]
a:
  ret i32 1
b:
  %low = trunc i{bits} %value to i32
  br label %join
c:
  br label %join
d:
  %high = lshr i{bits} %value, {top}
  %bit = trunc i{bits} %high to i32
  br label %join
other:
  ret i32 2
join:
  %sum = phi i32 [ %low, %b ], [ 30, %c ], [ %bit, %d ]
  %more = add i32 %sum, 100
  ret i32 %more
}}
"
    )
}

/// Rust's `match` on `u128` is one.
#[test]
fn switches_on_integers_that_those_of_c_do_not_take() {
    const BITS: [u32; 7] = [65, 66, 100, 127, 128, 129, 200];
    let scratch = Scratch::new("wide-switch");
    let (mut functions, mut declared, mut calls) = <(String, String, String)>::default();
    for bits in BITS {
        functions += &switching(bits);
        let _ = writeln!(declared, "unsigned switch{bits}(void *);");
        let _ = writeln!(
            calls,
            "      printf(\"{bits} %d %u\\n\", i, switch{bits}(words));"
        );
    }
    let driver = format!(
        "#include <stdio.h>
{declared}int main(void) {{
  static const long long lows[] = {{0, 1, 5, -1, -3, 21}};
  for (int i = 0; i < 24; i++) {{
    long long high = i / 6 - 1;
    long long words[4] __attribute__((aligned(16))) = {{lows[i % 6], high, high < 0 ? -1 : 0, high < 0 ? -1 : 0}};
    {{
{calls}    }}
  }}
  return 0;
}}
"
    );
    write_people(&scratch, &functions, &driver);
    let due = native(&scratch, &functions);
    for compiler in COMPILERS {
        check_output(&scratch, compiler, &[], &due);
    }
}
