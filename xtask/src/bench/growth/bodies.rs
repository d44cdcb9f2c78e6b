//! Functions with many instructions, values, blocks, parameters or variables.

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
        name: "values-across-blocks",
        counted: "values that live across as many blocks",
        text: |n| {
            let loads = lines(n, |i| format!(" %v{i} = load volatile i32, ptr %p"));
            let blocks = lines(n, |i| {
                let next = i + 1;
                format!(
                    "b{i}:\n store volatile i32 %v{i}, ptr %p\n %c{i} = load volatile i1, ptr %p\n \
                     br i1 %c{i}, label %b{next}, label %b{n}"
                )
            });
            format!(
                "define void @f(ptr %p) {{\n{loads} br label %b0\n{blocks}b{n}:\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "phis",
        counted: "phis of a block with two predecessors",
        text: |n| {
            let phis = lines(n, |i| format!(" %v{i} = phi i32 [ %x, %a ], [ {i}, %b ]"));
            let stores = lines(n, |i| format!(" store volatile i32 %v{i}, ptr %p"));
            format!(
                "define void @f(ptr %p, i32 %x, i1 %c) {{\n br i1 %c, label %a, label %b\n\
                 a:\n br label %m\nb:\n br label %m\nm:\n{phis}{stores} ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "phi-loop",
        counted: "phis of a loop that change places",
        text: |n| {
            let phis = lines(n, |i| {
                format!(" %v{i} = phi i32 [ {i}, %0 ], [ %v{}, %m ]", (i + 1) % n)
            });
            format!(
                "define i32 @f(ptr %p) {{\n br label %m\nm:\n{phis} \
                 %c = load volatile i1, ptr %p\n br i1 %c, label %m, label %e\ne:\n ret i32 %v0\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "predecessors",
        counted: "predecessors of a block with ten phis",
        text: |n| {
            let cases = lines(n, |i| format!("  i32 {i}, label %b{i}"));
            let blocks = lines(n, |i| format!("b{i}:\n br label %m"));
            let phis = lines(10, |k| {
                let incoming = list(n, |i| format!("[ {}, %b{i} ]", i * k));
                format!(" %v{k} = phi i32 {incoming}\n store volatile i32 %v{k}, ptr %p")
            });
            // A phi may not follow a store.
            let (phis, stores): (Vec<&str>, Vec<&str>) =
                phis.lines().partition(|line| line.contains("phi"));
            format!(
                "define void @f(ptr %p, i32 %x) {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}\
                 d:\n ret void\nm:\n{}\n{}\n ret void\n}}\n",
                phis.join("\n"),
                stores.join("\n")
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "switch",
        counted: "cases in a row, to 16 blocks",
        text: |n| switch(n, |i| i),
        output: Output::Object,
    },
    Shape {
        name: "switch-sparse",
        counted: "cases far from each other, to 16 blocks",
        text: |n| switch(n, |i| 1000 * i),
        output: Output::Object,
    },
    Shape {
        name: "switch-targets",
        counted: "cases, each to a block of its own",
        text: |n| {
            let cases = lines(n, |i| format!("  i32 {i}, label %b{i}"));
            let blocks = lines(n, |i| {
                format!("b{i}:\n store volatile i32 {i}, ptr %p\n br label %d")
            });
            format!(
                "define void @f(ptr %p, i32 %x) {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}\
                 d:\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "block-addresses",
        counted: "blocks whose addresses are in a table",
        text: |n| {
            let blocks = lines(n, |i| {
                format!("b{i}:\n store volatile i32 {i}, ptr %p\n ret void")
            });
            let table = list(n, |i| format!("ptr blockaddress(@f, %b{i})"));
            let labels = list(n, |i| format!("label %b{i}"));
            format!(
                "@t = constant [{n} x ptr] [{table}]\ndefine void @f(ptr %p, i32 %x) {{\n \
                 %a = getelementptr [{n} x ptr], ptr @t, i32 0, i32 %x\n %t = load ptr, ptr %a\n \
                 indirectbr ptr %t, [{labels}]\n{blocks}}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "diamonds",
        counted: "decisions one after the other",
        text: |n| {
            let blocks = lines(n, |i| {
                format!(
                    "b{i}:\n %c{i} = load volatile i1, ptr %p\n br i1 %c{i}, label %t{i}, label %b{}\n\
                     t{i}:\n store volatile i32 {i}, ptr %p\n br label %b{}",
                    i + 1,
                    i + 1
                )
            });
            format!("define void @f(ptr %p) {{\n br label %b0\n{blocks}b{n}:\n ret void\n}}\n")
        },
        output: Output::Object,
    },
    Shape {
        name: "loops",
        counted: "loops, one in the other",
        text: |n| {
            let heads = lines(n, |i| format!("h{i}:\n br label %h{}", i + 1));
            let latches = lines(n, |i| {
                let own = n - 1 - i;
                let next = match own {
                    0 => "e".to_owned(),
                    _ => format!("l{}", own - 1),
                };
                format!(
                    "l{own}:\n %c{own} = load volatile i1, ptr %p\n br i1 %c{own}, label %h{own}, label %{next}"
                )
            });
            format!(
                "define void @f(ptr %p) {{\n br label %h0\n{heads}h{n}:\n br label %l{}\n{latches}e:\n ret void\n}}\n",
                n - 1
            )
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

/// Cases with these values, which lead to 16 blocks in turn.
fn switch(n: usize, value: impl Fn(usize) -> usize) -> String {
    let cases = lines(n, |i| format!("  i32 {}, label %b{}", value(i), i * 7 % 16));
    let blocks = lines(16, |i| {
        format!("b{i}:\n store volatile i32 {i}, ptr %p\n br label %d")
    });
    format!(
        "define void @f(ptr %p, i32 %x) {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}d:\n ret void\n}}\n"
    )
}
