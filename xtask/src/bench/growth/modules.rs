//! Modules with many, long or deep declarations.

use super::{Output, Shape, lines, list};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "functions",
        counted: "functions",
        text: |n| lines(n, |i| format!("define void @f{i}() {{\n ret void\n}}")),
        output: Output::Object,
    },
    Shape {
        name: "functions-of-a-module",
        counted: "exported functions",
        text: |n| {
            lines(n, |i| {
                format!("define void @f{i}() \"wasm-export-name\"=\"f{i}\" {{\n ret void\n}}")
            })
        },
        output: Output::Module,
    },
    Shape {
        name: "imports",
        counted: "declared functions that are called",
        text: |n| {
            let declared = lines(n, |i| format!("declare void @f{i}()"));
            let called = lines(n, |i| format!(" call void @f{i}()"));
            format!("{declared}define void @f() {{\n{called} ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "signatures",
        counted: "different function types, 17 parameters each",
        text: |n| {
            lines(n, |i| {
                let types = list(17, |bit| ["i32", "i64"][i >> bit & 1].to_owned());
                format!("define void @f{i}({types}) {{\n ret void\n}}")
            })
        },
        output: Output::Object,
    },
    Shape {
        name: "globals",
        counted: "variables",
        text: |n| lines(n, |i| format!("@g{i} = global i32 {}", i + 1)),
        output: Output::Object,
    },
    Shape {
        name: "globals-of-a-module",
        counted: "variables that are used",
        text: |n| {
            let all = lines(n, |i| format!("@g{i} = global i32 {}", i + 1));
            let table = list(n, |i| format!("ptr @g{i}"));
            format!(
                "{all}@t = global [{n} x ptr] [{table}]\n\
                 define ptr @f() \"wasm-export-name\"=\"f\" {{\n ret ptr @t\n}}\n"
            )
        },
        output: Output::Module,
    },
    Shape {
        name: "pointers",
        counted: "variables, each with the address of the one before",
        text: |n| {
            let first = "@g0 = global ptr null\n".to_owned();
            first + &lines(n, |i| format!("@g{} = global ptr @g{i}", i + 1))
        },
        output: Output::Object,
    },
    Shape {
        name: "strings",
        counted: "string literals",
        text: |n| {
            lines(n, |i| {
                format!("@s{i} = private unnamed_addr constant [12 x i8] c\"word {i:06}\\00\"")
            })
        },
        output: Output::Object,
    },
    Shape {
        name: "aliases",
        counted: "aliases, each of the one before",
        text: |n| {
            let first = "@a0 = global i32 1\n".to_owned();
            first + &lines(n, |i| format!("@a{} = alias i32, ptr @a{i}", i + 1))
        },
        output: Output::Object,
    },
    Shape {
        name: "comdats",
        counted: "groups of one function",
        text: |n| {
            let groups = lines(n, |i| format!("$f{i} = comdat any"));
            let function = |i| format!("define linkonce_odr void @f{i}() comdat {{\n ret void\n}}");
            groups + &lines(n, function)
        },
        output: Output::Object,
    },
    Shape {
        name: "metadata",
        counted: "nodes, each of the one before",
        text: |n| {
            let named = "!x = !{!0}\n!0 = !{}\n".to_owned();
            named + &lines(n, |i| format!("!{} = !{{!{i}}}", i + 1))
        },
        output: Output::Object,
    },
    Shape {
        name: "attribute-groups",
        counted: "groups of attributes, each of a function",
        text: |n| {
            let functions = lines(n, |i| format!("define void @f{i}() #{i} {{\n ret void\n}}"));
            functions + &lines(n, |i| format!("attributes #{i} = {{ \"a\"=\"{i}\" }}"))
        },
        output: Output::Object,
    },
    Shape {
        name: "name",
        counted: "letters of a function's name",
        text: |n| format!("define void @{}() {{\n ret void\n}}\n", "f".repeat(n)),
        output: Output::Object,
    },
    Shape {
        name: "import-name",
        counted: "letters of an imported function's name",
        text: |n| {
            let name = "f".repeat(n);
            format!(
                "declare void @{name}()\ndefine void @g() {{\n call void @{name}()\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "export-name",
        counted: "letters of an export's name",
        text: |n| {
            let name = "f".repeat(n);
            format!("define void @g() \"wasm-export-name\"=\"{name}\" {{\n ret void\n}}\n")
        },
        output: Output::Module,
    },
    Shape {
        name: "struct-nest",
        counted: "named structs, each in the next",
        text: |n| {
            let types = lines(n, |i| format!("%s{} = type {{ %s{i} }}", i + 1));
            format!("%s0 = type {{ i32 }}\n{types}@g = global %s{n} zeroinitializer\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "struct-pairs",
        counted: "named structs of a number and the one before",
        text: |n| {
            let types = lines(n, |i| format!("%s{} = type {{ i32, %s{i} }}", i + 1));
            format!("%s0 = type {{ i32 }}\n{types}@g = global %s{n} zeroinitializer\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "array-nest",
        counted: "arrays, one in the other",
        text: |n| {
            let (open, close) = ("[1 x ".repeat(n), "]".repeat(n));
            format!("@g = global {open}i32{close} zeroinitializer\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "pointer-nest",
        counted: "stars of a typed pointer",
        text: |n| format!("@g = global i8{} null\n", "*".repeat(n)),
        output: Output::Object,
    },
];
