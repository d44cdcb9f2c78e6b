//! Literals in odd places, in random functions: C does what LLVM's own back end does.
//!
//! A literal of C has a type of its own, which need not be the IR's: what is computed from nothing
//! else is computed as an `int`, unless the text says otherwise. Compilers of C fold such
//! operations before they write LLVM IR, but for a choice between two literals. Here most operands
//! of all operations are literals, of every width.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::common::Scratch;
use crate::random::Rng;
use crate::{COMPILERS, check_output, native, write_people};
use unsnarl_testkit::random::first_case;

const WIDTHS: [u32; 14] = [3, 8, 13, 16, 24, 31, 32, 33, 40, 63, 64, 64, 100, 128];
/// Widths that arguments behind the named ones may have.
const PASSED: [u32; 3] = [32, 64, 128];
/// Intrinsics of two operands.
const OF_TWO: [&str; 9] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat", "expect",
];
const FUNCTIONS: usize = 60;
const RESULTS: usize = 12;
const DEPTH: usize = 4;
/// How often each function is called.
const CALLS: usize = 5;

/// What the program has that calls the functions.
const DRIVER: &str = r#"
#include <stdarg.h>
#include <stdio.h>
void show(int, ...);
void show(int kinds, ...) {
  va_list list;
  va_start(list, kinds);
  for (; kinds; kinds /= 4) {
    unsigned __int128 x;
    switch (kinds % 4) {
      case 1: x = va_arg(list, unsigned); break;
      case 2: x = va_arg(list, unsigned long); break;
      default: x = va_arg(list, unsigned __int128);
    }
    printf(" %lx%016lx", (unsigned long)(x >> 64), (unsigned long)x);
  }
  va_end(list);
  printf("\n");
}
static const unsigned args[][2] = {{0, 0}, {1, 40}, {0x80000000u, 31}, {~0u, 7}, {12, 127}};
"#;

/// A function in LLVM IR that no argument makes undefined.
struct Writer {
    rng: Rng,
    text: String,
    number: usize,
    /// The block that the text is in.
    block: String,
    /// The declarations of intrinsics.
    declared: BTreeSet<String>,
}

impl Writer {
    /// Adds an instruction with a result.
    fn add(&mut self, inst: &str) -> String {
        self.number += 1;
        let name = format!("%v{}", self.number);
        let _ = writeln!(self.text, "  {name} = {inst}");
        name
    }

    /// A literal of so many bits: a small one, or one with a sign.
    fn literal(&mut self, bits: u32) -> String {
        let all = [1, 2, 3, 5, 100, 255, 65_535, 0x7fff_ffff];
        let number: i64 = match self.rng.below(8) {
            0 => 0,
            1 => -self.rng.pick(&all),
            2 => i64::from(i32::MAX) + self.rng.pick(&all),
            3 => i64::MAX - self.rng.pick(&all),
            _ => self.rng.pick(&all),
        };
        let number = match bits > 64 && self.rng.below(4) == 0 {
            true => i128::from(number) << 33,
            false => i128::from(number),
        };
        let shift = 128 - bits;
        (number << shift >> shift).to_string()
    }

    /// A bit that is not known.
    fn bit(&mut self) -> String {
        let at = self.rng.below(5);
        let literal = self.rng.below(40);
        let argument = self.rng.pick(&["%a", "%n"]);
        match at {
            0 => self.add(&format!("icmp eq i32 {argument}, {literal}")),
            1 => self.add(&format!("icmp slt i32 {argument}, {literal}")),
            _ => {
                let one = self.add(&format!("lshr i32 {argument}, {}", literal % 32));
                self.add(&format!("trunc i32 {one} to i1"))
            }
        }
    }

    /// An amount that so many bits can be shifted by.
    fn amount(&mut self, bits: u32) -> String {
        if self.rng.below(3) == 0 {
            return self.rng.below(bits as usize).to_string();
        }
        let value = match bits {
            32 => String::from("%n"),
            ..32 => self.add(&format!("trunc i32 %n to i{bits}")),
            _ => self.add(&format!("zext i32 %n to i{bits}")),
        };
        match bits.is_power_of_two() {
            true => self.add(&format!("and i{bits} {value}, {}", bits - 1)),
            false => {
                // A remainder by a number that has these bits.
                let most = if bits == 3 { 3 } else { bits };
                self.add(&format!("urem i{bits} {value}, {most}"))
            }
        }
    }

    /// A value of so many bits, which is used once.
    fn value(&mut self, bits: u32, depth: usize) -> String {
        if depth == 0 || self.rng.below(4) == 0 {
            return match self.rng.below(8) {
                0 if bits == 32 => String::from("%a"),
                1 => {
                    let literal = self.literal(bits);
                    self.add(&format!("freeze i{bits} {literal}"))
                }
                _ => self.literal(bits),
            };
        }
        let depth = depth - 1;
        match self.rng.below(16) {
            0..=3 => {
                let bit = self.bit();
                let [a, b] = [self.value(bits, depth), self.value(bits, depth)];
                self.add(&format!("select i1 {bit}, i{bits} {a}, i{bits} {b}"))
            }
            4..=6 => {
                let op = self
                    .rng
                    .pick(&["add", "sub", "mul", "and", "or", "xor", "sub", "mul"]);
                let [a, b] = [self.value(bits, depth), self.value(bits, depth)];
                self.add(&format!("{op} i{bits} {a}, {b}"))
            }
            7 => {
                let value = self.value(bits, depth);
                match self.rng.below(2) {
                    0 => self.add(&format!("xor i{bits} {value}, -1")),
                    _ => self.add(&format!("sub i{bits} 0, {value}")),
                }
            }
            8 | 9 => {
                let op = self.rng.pick(&["shl", "lshr", "ashr", "shl"]);
                let (value, amount) = (self.value(bits, depth), self.amount(bits));
                self.add(&format!("{op} i{bits} {value}, {amount}"))
            }
            10 => {
                let op = self.rng.pick(&["udiv", "urem", "sdiv", "srem"]);
                let by = self.rng.pick(&[1, 2, 3]);
                let value = self.value(bits, depth);
                self.add(&format!("{op} i{bits} {value}, {by}"))
            }
            11 | 12 => self.converted(bits, depth),
            13 => self.of_machine(bits, depth),
            14 => {
                let from = self.rng.pick(&WIDTHS);
                let [a, b] = [self.value(from, depth), self.value(from, depth)];
                let how = self.rng.pick(&["eq", "ult", "ugt", "slt", "sge", "ne"]);
                let bit = self.add(&format!("icmp {how} i{from} {a}, {b}"));
                let op = self.rng.pick(&["zext", "sext"]);
                self.add(&format!("{op} i1 {bit} to i{bits}"))
            }
            _ => self.kept(bits, depth),
        }
    }

    /// A value of other bits, or one that is an address or a floating-point number meanwhile.
    fn converted(&mut self, bits: u32, depth: usize) -> String {
        let from = self.rng.pick(&WIDTHS);
        let value = self.value(from, depth);
        match self.rng.below(4) {
            0 if bits == 64 => {
                let address = self.add(&format!("inttoptr i{from} {value} to ptr"));
                let index = self.value(64, depth);
                let address = self.add(&format!("getelementptr i32, ptr {address}, i64 {index}"));
                self.add(&format!("ptrtoint ptr {address} to i64"))
            }
            // All numbers of so many bits are some of a double.
            1 if from <= 33 => {
                let op = self.rng.pick(&["si", "ui"]);
                let float = self.add(&format!("{op}tofp i{from} {value} to double"));
                let op = self.rng.pick(&["fptosi", "bitcast"]);
                let back = self.add(&format!("{op} double {float} to i64"));
                self.resized(&back, 64, bits)
            }
            _ => self.resized(&value, from, bits),
        }
    }

    fn resized(&mut self, value: &str, from: u32, to: u32) -> String {
        let op = self.rng.pick(&["zext", "sext"]);
        match from {
            from if from == to => value.to_owned(),
            from if from < to => self.add(&format!("{op} i{from} {value} to i{to}")),
            from => self.add(&format!("trunc i{from} {value} to i{to}")),
        }
    }

    /// A call of an intrinsic, which is declared.
    fn call(&mut self, result: &str, name: &str, arguments: &[(&str, &str)]) -> String {
        let types: Vec<&str> = arguments.iter().map(|&(ty, _)| ty).collect();
        let of = types[0];
        let declared = format!("declare {result} @llvm.{name}.{of}({})\n", types.join(", "));
        self.declared.insert(declared);
        let passed = arguments.iter().map(|(ty, value)| format!("{ty} {value}"));
        let passed: Vec<String> = passed.collect();
        self.add(&format!(
            "call {result} @llvm.{name}.{of}({})",
            passed.join(", ")
        ))
    }

    /// The result of an intrinsic.
    fn of_machine(&mut self, bits: u32, depth: usize) -> String {
        let own = match bits {
            8 | 16 | 32 | 64 | 128 => bits,
            _ => 64,
        };
        let ty = format!("i{own}");
        let ty = ty.as_str();
        let [a, b] = [self.value(own, depth), self.value(own, depth)];
        let made = match self.rng.below(7) {
            0 => self.call(ty, "ctpop", &[(ty, &a)]),
            1 => {
                let op = self.rng.pick(&["ctlz", "cttz", "abs"]);
                let how = ("i1", "false");
                self.call(ty, op, &[(ty, &a), how])
            }
            2 => {
                let amount = self.amount(own);
                let op = self.rng.pick(&["fshl", "fshr"]);
                self.call(ty, op, &[(ty, &a), (ty, &b), (ty, &amount)])
            }
            3 => {
                let amount = self.amount(own);
                let op = self.rng.pick(&["ushl.sat", "sshl.sat"]);
                self.call(ty, op, &[(ty, &a), (ty, &amount)])
            }
            4 => {
                let ops = ["uadd", "sadd", "usub", "ssub", "umul", "smul"];
                let name = format!("{}.with.overflow", self.rng.pick(&ops));
                let result = format!("{{ {ty}, i1 }}");
                let both = self.call(&result, &name, &[(ty, &a), (ty, &b)]);
                let part = |at| format!("extractvalue {result} {both}, {at}");
                let [sum, over] = [part(0), part(1)].map(|inst| self.add(&inst));
                let other = self.literal(own);
                self.add(&format!("select i1 {over}, {ty} {other}, {ty} {sum}"))
            }
            _ => {
                let op = self.rng.pick(&OF_TWO);
                self.call(ty, op, &[(ty, &a), (ty, &b)])
            }
        };
        self.resized(&made, own, bits)
    }

    /// A value that was in memory, in a struct, in a vector or behind a switch.
    fn kept(&mut self, bits: u32, depth: usize) -> String {
        let value = self.value(bits, depth);
        match self.rng.below(5) {
            0 => {
                let ty = format!("{{ i{bits}, i8 }}");
                let one = self.add(&format!("insertvalue {ty} poison, i{bits} {value}, 0"));
                let both = self.add(&format!("insertvalue {ty} {one}, i8 5, 1"));
                self.add(&format!("extractvalue {ty} {both}, 0"))
            }
            1 if matches!(bits, 32 | 64) => {
                let place = self.add(&format!("alloca i{bits}"));
                let added = self.value(bits, depth);
                let _ = writeln!(
                    self.text,
                    "  store atomic i{bits} {value}, ptr {place} seq_cst, align 8"
                );
                let op = self
                    .rng
                    .pick(&["add", "sub", "xchg", "nand", "max", "umin"]);
                let old = self.add(&format!(
                    "atomicrmw {op} ptr {place}, i{bits} {added} seq_cst"
                ));
                let new = self.add(&format!("load i{bits}, ptr {place}"));
                self.add(&format!("sub i{bits} {old}, {new}"))
            }
            2 if matches!(bits, 8 | 16 | 32 | 64) => {
                let ty = format!("<2 x i{bits}>");
                let literal = self.literal(bits);
                let vector = self.add(&format!(
                    "insertelement {ty} <i{bits} {literal}, i{bits} 5>, i{bits} {value}, i64 0"
                ));
                let sum = self.add(&format!("add {ty} {vector}, {vector}"));
                let at = self.rng.below(2);
                self.add(&format!("extractelement {ty} {sum}, i64 {at}"))
            }
            3 if bits <= 64 => self.switched(bits, &value),
            _ => {
                let place = self.add(&format!("alloca i{bits}"));
                let _ = writeln!(self.text, "  store i{bits} {value}, ptr {place}");
                self.add(&format!("load i{bits}, ptr {place}"))
            }
        }
    }

    /// What a switch by the value comes to.
    fn switched(&mut self, bits: u32, value: &str) -> String {
        self.number += 1;
        let n = self.number;
        let mut cases: Vec<String> = (0..4).map(|_| self.literal(bits)).collect();
        cases.sort();
        cases.dedup();
        let _ = writeln!(self.text, "  switch i{bits} {value}, label %end{n} [");
        for (place, case) in cases.iter().enumerate() {
            let _ = writeln!(self.text, "    i{bits} {case}, label %case{n}.{place}");
        }
        self.text += "  ]\n";
        let before = std::mem::take(&mut self.block);
        let mut incoming = format!("[ {}, %{before} ]", self.literal(bits));
        for place in 0..cases.len() {
            let _ = writeln!(self.text, "case{n}.{place}:\n  br label %end{n}");
            let _ = write!(incoming, ", [ {}, %case{n}.{place} ]", self.literal(bits));
        }
        let _ = writeln!(self.text, "end{n}:");
        self.block = format!("end{n}");
        self.add(&format!("phi i{bits} {incoming}"))
    }
}

/// A function that shows what its operations come to.
fn function(number: usize, declared: &mut BTreeSet<String>) -> String {
    let mut writer = Writer {
        rng: Rng(number as u64 + 1 + first_case()),
        text: format!("define i64 @f{number}(i32 %a, i32 %n) {{\nentry:\n"),
        number: 0,
        block: String::from("entry"),
        declared: BTreeSet::new(),
    };
    for _ in 0..RESULTS {
        let (mut kinds, mut passed) = (0, String::new());
        for place in 0..3 {
            // Some back ends take a number apart of which only half has a register.
            let count = if place == 0 { 3 } else { 2 };
            let kind = writer.rng.below(count);
            let (bits, depth) = (PASSED[kind], writer.rng.below(DEPTH + 1));
            let value = writer.value(bits, depth);
            kinds += (kind + 1) << (2 * place);
            let _ = write!(passed, ", i{bits} {value}");
        }
        let _ = writeln!(
            writer.text,
            "  call void (i32, ...) @show(i32 {kinds}{passed})"
        );
    }
    let last = writer.value(64, DEPTH);
    let _ = writeln!(writer.text, "  ret i64 {last}\n}}");
    declared.append(&mut writer.declared);
    writer.text
}

fn driver() -> String {
    let mut text = String::from(DRIVER);
    for number in 0..FUNCTIONS {
        let _ = writeln!(text, "unsigned long f{number}(unsigned, unsigned);");
    }
    text += "int main(void) {\n";
    for number in 0..FUNCTIONS {
        let _ = writeln!(
            text,
            "  for (int i = 0; i < {CALLS}; i++) printf(\"f{number} %lx\\n\", f{number}(args[i][0], args[i][1]));"
        );
    }
    text + "  return 0;\n}\n"
}

#[test]
fn operations_on_literals_have_the_width_of_the_ir() {
    let scratch = Scratch::new("literals");
    let mut declared = BTreeSet::from([String::from("declare void @show(i32, ...)\n")]);
    let functions: String = (0..FUNCTIONS)
        .map(|number| function(number, &mut declared))
        .collect();
    let functions: String = declared.into_iter().chain([functions]).collect();
    write_people(&scratch, &functions, &driver());
    let due = native(&scratch, &functions);
    assert_eq!(due.lines().count(), CALLS * FUNCTIONS * (RESULTS + 1));
    // Compilers warn of what is always so.
    let sane = ["-w", "-O0", "-fsanitize=undefined,address"];
    let all = [
        (COMPILERS[0], &["-w", "-O0"][..]),
        (COMPILERS[0], &sane[..]),
        (COMPILERS[0], &["-w"][..]),
        (COMPILERS[2], &["-w", "-O0"][..]),
        (COMPILERS[2], &["-w"][..]),
    ];
    for (compiler, options) in all {
        check_output(&scratch, compiler, options, &due);
    }
}
