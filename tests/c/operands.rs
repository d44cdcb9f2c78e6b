//! An operand that a call makes is written once, by whatever instruction uses it.

use std::fmt::Write as _;

use crate::written;

const BINARY: [&str; 13] = [
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor",
];
const PREDICATES: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];
const FLOAT_BINARY: [&str; 5] = ["fadd", "fsub", "fmul", "fdiv", "frem"];
const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule",
    "une", "uno", "true",
];
const INTEGERS: [&str; 7] = ["i1", "i7", "i8", "i32", "i64", "i128", "<4 x i32>"];
const FLOATS: [&str; 6] = [
    "half",
    "float",
    "double",
    "x86_fp80",
    "fp128",
    "<2 x double>",
];
/// What may stand beside the call.
const NUMBERS: [&str; 3] = ["0", "1", "-1"];

/// Instructions with their operand `%x` of a type, and what their result is.
struct Cases(Vec<(String, String, String)>);

impl Cases {
    fn add(&mut self, operand: &str, inst: String, result: &str) {
        self.0.push((operand.to_owned(), inst, result.to_owned()));
    }

    /// An instruction of two operands, either of which is the call's, beside a value or a number.
    fn of_two(&mut self, ty: &str, inst: &str, result: &str, numbers: &[&str]) {
        let numbers = numbers.iter().filter(|_| !ty.starts_with('<'));
        for other in std::iter::once(&"%other").chain(numbers) {
            self.add(ty, format!("{inst} {ty} %x, {other}"), result);
            self.add(ty, format!("{inst} {ty} {other}, %x"), result);
        }
    }
}

/// The type of truths about that.
fn truths(ty: &str) -> String {
    match ty.strip_prefix('<').and_then(|own| own.split_once(" x ")) {
        Some((count, _)) => format!("<{count} x i1>"),
        None => "i1".to_owned(),
    }
}

fn cases() -> Vec<(String, String, String)> {
    let mut cases = Cases(Vec::new());
    for ty in INTEGERS {
        for op in BINARY {
            cases.of_two(ty, op, ty, &NUMBERS);
        }
        for predicate in PREDICATES {
            cases.of_two(ty, &format!("icmp {predicate}"), &truths(ty), &NUMBERS);
        }
    }
    for ty in FLOATS {
        for op in FLOAT_BINARY {
            cases.of_two(ty, op, ty, &[]);
        }
        for predicate in FLOAT_PREDICATES {
            cases.of_two(ty, &format!("fcmp {predicate}"), &truths(ty), &[]);
        }
        cases.add(ty, format!("fneg {ty} %x"), ty);
    }
    for ty in INTEGERS.into_iter().chain(FLOATS) {
        cases.add(ty, format!("freeze {ty} %x"), ty);
        for arms in [
            format!("{ty} %x, {ty} %other"),
            format!("{ty} %other, {ty} %x"),
        ] {
            cases.add(ty, format!("select i1 %c, {arms}"), ty);
        }
        cases.add(
            "i1",
            format!("select i1 %x, {ty} %other, {ty} %another"),
            ty,
        );
    }
    for ty in ["i8", "i32", "i64", "float", "double"] {
        let pair = format!("{{ {ty}, {ty} }}");
        cases.add(&pair, format!("extractvalue {pair} %x, 1"), ty);
        let insert = |at: usize| format!("insertvalue {pair} poison, {ty} %x, {at}");
        cases.add(ty, insert(0), &pair);
        cases.add(ty, insert(1), &pair);
    }
    let four = "<4 x i32>";
    for mask in [
        "<4 x i32> <i32 0, i32 1, i32 2, i32 3>",
        "<4 x i32> <i32 4, i32 5, i32 6, i32 7>",
        "<4 x i32> <i32 7, i32 2, i32 0, i32 poison>",
        "<4 x i32> zeroinitializer",
        "<4 x i32> poison",
    ] {
        for operands in [
            "%x, <4 x i32> %other",
            "%other, <4 x i32> %x",
            "%x, <4 x i32> poison",
        ] {
            cases.add(
                four,
                format!("shufflevector {four} {operands}, {mask}"),
                four,
            );
        }
    }
    cases.add(four, format!("extractelement {four} %x, i32 2"), "i32");
    cases.add(
        "i64",
        format!("extractelement {four} %other, i64 %x"),
        "i32",
    );
    cases.add(
        "i32",
        format!("insertelement {four} poison, i32 %x, i32 3"),
        four,
    );
    cases.add(four, format!("insertelement {four} %x, i32 5, i32 3"), four);
    for (from, op, to) in [
        ("i32", "trunc", "i1"),
        ("i1", "zext", "i64"),
        ("i1", "sext", "i64"),
        ("i64", "sitofp", "float"),
        ("i128", "uitofp", "double"),
        ("double", "fptosi", "i64"),
        ("float", "fptoui", "i7"),
        ("double", "fptrunc", "half"),
        ("half", "fpext", "x86_fp80"),
        ("i64", "bitcast", "double"),
        ("float", "bitcast", "i32"),
        ("<2 x double>", "bitcast", "<4 x i32>"),
        ("ptr", "ptrtoint", "i64"),
        ("i64", "inttoptr", "ptr"),
    ] {
        cases.add(from, format!("{op} {from} %x to {to}"), to);
    }
    for inst in [
        "getelementptr i8, ptr %x, i64 0",
        "getelementptr [0 x i32], ptr %x, i64 7, i64 3",
        "getelementptr inbounds { i32, i64 }, ptr %x, i32 0, i32 0",
    ] {
        cases.add("ptr", inst.to_owned(), "ptr");
    }
    for inst in [
        "getelementptr i8, ptr %p, i64 %x",
        "getelementptr [0 x i8], ptr %p, i64 %x",
    ] {
        cases.add("i64", inst.to_owned(), "ptr");
    }
    cases.0
}

#[test]
fn an_operand_that_is_a_call_is_written_once() {
    let mut text = String::new();
    let cases = cases();
    for (number, (operand, inst, result)) in cases.iter().enumerate() {
        let mut head = String::new();
        for (name, place) in [("other", 8), ("another", 256)] {
            if inst.contains(&format!("%{name}")) {
                let ty = match inst.starts_with("extractelement") {
                    true => "<4 x i32>",
                    false if operand == "i1" && inst.starts_with("select") => result,
                    false => operand,
                };
                let _ = writeln!(
                    head,
                    "  %{name}_at = getelementptr i8, ptr %p, i64 {place}
  %{name} = load {ty}, ptr %{name}_at, align 1"
                );
            }
        }
        // Truths of lanes are not in memory.
        let (truths, stored) = match result.strip_suffix(" x i1>") {
            Some(lanes) => {
                let numbers = format!("{lanes} x i32>");
                let inst = format!("  %s = sext {result} %r to {numbers}\n");
                (inst, format!("{numbers} %s"))
            }
            None => (String::new(), format!("{result} %r")),
        };
        let _ = writeln!(
            text,
            "declare {operand} @make{number}()
define void @own{number}(ptr %p, i1 %c) {{
{head}  %x = call {operand} @make{number}()
  %r = {inst}
{truths}  store {stored}, ptr %p, align 1
  ret void
}}"
        );
    }
    let text = written(&text);
    let mut wrong = Vec::new();
    for (number, (_, inst, _)) in cases.iter().enumerate() {
        let start = text.rfind(&format!("\nvoid own{number}("));
        let body = &text[start.expect("it is written")..];
        let body = &body[..body.find("\n}").expect("it ends")];
        let calls = body.matches(&format!("make{number}()")).count();
        if calls != 1 {
            wrong.push(format!("{inst}: {calls} calls\n{body}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
