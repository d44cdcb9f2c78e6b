//! Functions of one block with many instructions, values, parameters or variables.

use super::{Output, Shape, lines, list};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "parameters",
        counted: "parameters",
        text: |n| {
            let parameters = list(n, |i| format!("i32 %x{i}"));
            format!("define i32 @f({parameters}) {{\n ret i32 %x0\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "stores",
        counted: "stores in a block",
        text: |n| {
            let stores = lines(n, |i| format!(" store volatile i32 {i}, ptr %p"));
            format!("define void @f(ptr %p) {{\n{stores} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "instructions",
        counted: "operations in a block, each on the result of the one before",
        text: |n| {
            let steps = lines(n, |i| {
                let op = ["add", "xor", "mul", "sub"][i % 4];
                format!(" %v{} = {op} i32 %v{i}, %x", i + 1)
            });
            format!("define i32 @f(i32 %v0, i32 %x) {{\n{steps} ret i32 %v{n}\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "constants",
        counted: "different constants in a block",
        text: |n| {
            let stores = lines(n, |i| {
                let constant = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) as i64;
                format!(" store volatile i64 {constant}, ptr %p")
            });
            format!("define void @f(ptr %p) {{\n{stores} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "wide-divisions",
        counted: "tenths of divisions in a block, each of which becomes a loop",
        text: |n| {
            let steps = lines(n / 10, |i| format!(" %v{} = udiv i192 %v{i}, %x", i + 1));
            format!(
                "define void @f(ptr %p) {{\n %x = load volatile i192, ptr %p\n \
                 %v0 = load volatile i192, ptr %p\n{steps} store i192 %v{}, ptr %p\n ret void\n}}\n",
                n / 10
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "copies",
        counted: "copies of memory in a block",
        text: |n| {
            let copies = lines(n, |i| {
                format!(
                    " call void @llvm.memcpy.p0.p0.i32(ptr %p, ptr %q, i32 {}, i1 false)",
                    i % 40
                )
            });
            format!(
                "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)\n\
                 define void @f(ptr %p, ptr %q) {{\n{copies} ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "calls",
        counted: "calls in a block",
        text: |n| {
            let calls = lines(n, |i| format!(" call void @g(i32 {i})"));
            format!("declare void @g(i32)\ndefine void @f() {{\n{calls} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "values-of-a-block",
        counted: "values that live at once in a block",
        text: |n| {
            let loads = lines(n, |i| format!(" %v{i} = load volatile i32, ptr %p"));
            let stores = lines(n, |i| format!(" store volatile i32 %v{i}, ptr %p"));
            format!("define void @f(ptr %p) {{\n{loads}{stores} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "variables",
        counted: "variables in memory",
        text: |n| {
            let variables = lines(n, |i| format!(" %v{i} = alloca i32"));
            let calls = lines(n, |i| format!(" call void @g(ptr %v{i})"));
            format!("declare void @g(ptr)\ndefine void @f() {{\n{variables}{calls} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "lifetimes",
        counted: "variables in memory that live one after the other",
        text: |n| {
            let variables = lines(n, |i| format!(" %v{i} = alloca [16 x i8]"));
            let calls = lines(n, |i| {
                format!(
                    " call void @llvm.lifetime.start.p0(i64 16, ptr %v{i})\n call void @g(ptr %v{i})\n \
                     call void @llvm.lifetime.end.p0(i64 16, ptr %v{i})"
                )
            });
            format!(
                "declare void @g(ptr)\ndeclare void @llvm.lifetime.start.p0(i64, ptr)\n\
                 declare void @llvm.lifetime.end.p0(i64, ptr)\n\
                 define void @f() {{\n{variables}{calls} ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "frame",
        counted: "times 100,000 bytes of a variable in memory",
        text: |n| {
            format!(
                "declare void @g(ptr)\ndefine void @f() {{\n %v = alloca [{} x i8]\n call void @g(ptr %v)\n ret void\n}}\n",
                100_000 * n
            )
        },
        output: Output::Object,
    },
];
