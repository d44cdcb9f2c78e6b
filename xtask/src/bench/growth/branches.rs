//! Functions with many blocks, cases or phis.

use super::{Output, Shape, lines, list};

pub(super) const SHAPES: &[Shape] = &[
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
        name: "phis-times-predecessors",
        counted: "values that phis of a block take, as many phis as predecessors",
        text: |n| {
            let side = n.isqrt();
            let cases = lines(side, |i| format!("  i32 {i}, label %b{i}"));
            let blocks = lines(side, |i| format!("b{i}:\n br label %m"));
            let phis = lines(side, |k| {
                let incoming = list(side, |i| format!("[ {}, %b{i} ]", i * k % 1000));
                format!(" %v{k} = phi i32 {incoming}")
            });
            let stores = lines(side, |k| format!(" store volatile i32 %v{k}, ptr %p"));
            format!(
                "define void @f(ptr %p, i32 %x) {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}\
                 d:\n ret void\nm:\n{phis}{stores} ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "interpreter",
        counted: "cases of a loop, which change four values and go around",
        text: interpreter,
        output: Output::Object,
    },
    Shape {
        name: "returns",
        counted: "blocks that lead to one that returns a value of each",
        text: |n| {
            let cases = lines(n, |i| format!("  i32 {i}, label %b{i}"));
            let blocks = lines(n, |i| {
                format!("b{i}:\n %v{i} = load volatile i32, ptr %p\n br label %r")
            });
            let incoming = list(n, |i| format!("[ %v{i}, %b{i} ]"));
            format!(
                "define i32 @f(ptr %p, i32 %x) {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}\
                 d:\n ret i32 0\nr:\n %v = phi i32 {incoming}\n ret i32 %v\n}}\n"
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
];

/// A loop around a switch, whose cases give the values of its header.
fn interpreter(n: usize) -> String {
    let cases = lines(n, |i| format!("  i32 {i}, label %b{i}"));
    let blocks = lines(n, |i| {
        let op = ["add", "xor", "sub"][i % 3];
        let (one, other) = (["a", "b", "c"][i % 3], ["b", "c", "a"][i % 3]);
        format!("b{i}:\n %n{i} = {op} i32 %{one}, %{other}\n br label %l")
    });
    let phis = lines(3, |k| {
        let name = ["a", "b", "c"][k];
        let incoming = list(n, |i| match i % 3 == k {
            true => format!("[ %n{i}, %b{i} ]"),
            false => format!("[ %{name}, %b{i} ]"),
        });
        format!(" %{name}.next = phi i32 {incoming}")
    });
    format!(
        "define i32 @f(ptr %p, i32 %x) {{\n br label %h\nh:\n \
         %a = phi i32 [ %x, %0 ], [ %a.next, %l ]\n %b = phi i32 [ 1, %0 ], [ %b.next, %l ]\n \
         %c = phi i32 [ 2, %0 ], [ %c.next, %l ]\n %o = load volatile i32, ptr %p\n \
         switch i32 %o, label %d [\n{cases} ]\n{blocks}\
         l:\n{phis} br label %h\nd:\n ret i32 %a\n}}\n"
    )
}

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
