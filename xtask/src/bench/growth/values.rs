//! Modules with large constants, wide integers and large aggregates.

use super::{Output, Shape, lines, list};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "array",
        counted: "hundreds of elements of a constant on one line",
        text: |n| {
            let elements = list(100 * n, |i| format!("i32 {}", i % 1000));
            format!("@g = global [{} x i32] [{elements}]\n", 100 * n)
        },
        output: Output::Object,
    },
    Shape {
        name: "zeros",
        counted: "times 20,000 zero bytes, and a last one that is not zero",
        text: zeros,
        output: Output::Object,
    },
    Shape {
        name: "zeros-of-a-module",
        counted: "times 20,000 zero bytes, and a last one that is not zero",
        text: |n| zeros(n) + "define ptr @f() \"wasm-export-name\"=\"f\" {\n ret ptr @g\n}\n",
        output: Output::Module,
    },
    Shape {
        name: "constant-expression",
        counted: "address computations, one in the other",
        text: |n| {
            let (open, close) = ("getelementptr (i8, ptr ".repeat(n), ", i32 1)".repeat(n));
            format!("@h = global i8 0\n@g = global ptr {open}@h{close}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "sum",
        counted: "additions of a constant, one in the other",
        text: |n| {
            let (open, close) = ("add (i32 ".repeat(n), ", i32 1)".repeat(n));
            format!("@h = global i8 0\n@g = global i32 {open}ptrtoint (ptr @h to i32){close}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "indices",
        counted: "indices of one address computation",
        text: |n| {
            let types = lines(n, |i| format!("%s{} = type {{ %s{i} }}", i + 1));
            let indices = list(n + 1, |_| "i32 0".to_owned());
            format!(
                "%s0 = type {{ i32 }}\n{types}define ptr @f(ptr %p) {{\n \
                 %q = getelementptr %s{n}, ptr %p, {indices}\n ret ptr %q\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "aggregate",
        counted: "elements of an array that is put together and taken apart",
        text: |n| {
            let set = lines(n, |i| {
                format!(" %v{} = insertvalue [{n} x i32] %v{i}, i32 {i}, {i}", i + 1)
            });
            format!(
                "define i32 @f(ptr %p) {{\n %v0 = load [{n} x i32], ptr %p\n{set} \
                 %x = extractvalue [{n} x i32] %v{n}, 0\n ret i32 %x\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "zero-aggregate",
        counted: "elements of an array of zeros that is stored",
        text: |n| {
            format!(
                "define void @f(ptr %p) {{\n store [{n} x i32] zeroinitializer, ptr %p\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "integer-add",
        counted: "bits of an integer",
        text: |n| integer(n, "add"),
        output: Output::Object,
    },
    Shape {
        name: "integer-mul",
        counted: "bits of an integer",
        text: |n| integer(n, "mul"),
        output: Output::Object,
    },
    Shape {
        name: "integer-shl",
        counted: "bits of an integer",
        text: |n| integer(n, "shl"),
        output: Output::Object,
    },
    Shape {
        name: "integer-udiv",
        counted: "bits of an integer",
        text: |n| integer(n, "udiv"),
        output: Output::Object,
    },
    Shape {
        name: "integer-compare",
        counted: "bits of an integer",
        text: |n| {
            format!(
                "define i1 @f(ptr %p, ptr %q) {{\n %a = load i{n}, ptr %p\n %b = load i{n}, ptr %q\n \
                 %c = icmp slt i{n} %a, %b\n ret i1 %c\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "integer-constant",
        counted: "decimal digits of a constant",
        text: |n| {
            let digits = "7".repeat(n);
            format!("@g = global i{} {digits}\n", 4 * n)
        },
        output: Output::Object,
    },
];

fn zeros(n: usize) -> String {
    format!(
        "@g = global <{{ [{} x i8], i8 }}> <{{ [{} x i8] zeroinitializer, i8 1 }}>\n",
        20_000 * n,
        20_000 * n
    )
}

/// An operation on two integers in memory.
fn integer(n: usize, op: &str) -> String {
    format!(
        "define void @f(ptr %p, ptr %q) {{\n %a = load i{n}, ptr %p\n %b = load i{n}, ptr %q\n \
         %c = {op} i{n} %a, %b\n store i{n} %c, ptr %p\n ret void\n}}\n"
    )
}
