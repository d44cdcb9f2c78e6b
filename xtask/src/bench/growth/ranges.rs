//! Functions whose values are live across many blocks, in chains and loops.

use super::{Output, Shape, lines};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "chain",
        counted: "blocks in a chain, each with a value for the next",
        text: |n| {
            let blocks = lines(n, |i| {
                let own = i + 1;
                format!(
                    "b{own}:\n %v{own} = load volatile i32, ptr %p\n \
                     store volatile i32 %v{i}, ptr %p\n %c{own} = load volatile i1, ptr %p\n \
                     br i1 %c{own}, label %b{}, label %e",
                    own + 1
                )
            });
            format!(
                "define void @f(ptr %p) {{\n %v0 = load volatile i32, ptr %p\n br label %b1\n{blocks}\
                 b{}:\n br label %e\ne:\n ret void\n}}\n",
                n + 1
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "loops-in-a-row",
        counted: "loops with a counter, one after the other",
        text: |n| {
            let loops = lines(n, |i| {
                let before = match i {
                    0 => "%0".to_owned(),
                    _ => format!("%h{}", i - 1),
                };
                format!(
                    "h{i}:\n %i{i} = phi i32 [ %a, {before} ], [ %j{i}, %h{i} ]\n \
                     store volatile i32 %i{i}, ptr %p\n %j{i} = add i32 %i{i}, 1\n \
                     %c{i} = icmp slt i32 %j{i}, %n\n br i1 %c{i}, label %h{i}, label %h{}",
                    i + 1
                )
            });
            format!(
                "define void @f(ptr %p, i32 %n) {{\n %a = load volatile i32, ptr %p\n \
                 br label %h0\n{loops}h{n}:\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "counters",
        counted: "loops with a counter, one in the other",
        text: |n| {
            let heads = lines(n, |i| {
                let before = match i {
                    0 => "%0".to_owned(),
                    _ => format!("%h{}", i - 1),
                };
                format!(
                    "h{i}:\n %i{i} = phi i32 [ 0, {before} ], [ %j{i}, %l{i} ]\n br label %h{}",
                    i + 1
                )
            });
            let latches = lines(n, |i| {
                let own = n - 1 - i;
                let next = match own {
                    0 => "e".to_owned(),
                    _ => format!("l{}", own - 1),
                };
                format!(
                    "l{own}:\n %j{own} = add i32 %i{own}, 1\n \
                     %c{own} = icmp slt i32 %j{own}, %n\n br i1 %c{own}, label %h{own}, label %{next}"
                )
            });
            format!(
                "define void @f(ptr %p, i32 %n) {{\n br label %h0\n{heads}h{n}:\n \
                 store volatile i32 %n, ptr %p\n br label %l{}\n{latches}e:\n ret void\n}}\n",
                n - 1
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "values-in-arms",
        counted: "arms of a switch, ten for each value from before",
        text: |n| {
            let values = (n / 10).max(1);
            let loads = lines(values, |i| format!(" %v{i} = load volatile i32, ptr %p"));
            let cases = lines(n, |i| format!("  i32 {i}, label %b{i}"));
            let arms = lines(n, |i| {
                let (first, second) = (i % values, (7 * i + 3) % values);
                format!(
                    "b{i}:\n store volatile i32 %v{first}, ptr %p\n \
                     %w{i} = load volatile i32, ptr %p\n br label %m{i}\n\
                     m{i}:\n store volatile i32 %v{second}, ptr %p\n \
                     store volatile i32 %w{i}, ptr %p\n br label %d"
                )
            });
            format!(
                "define void @f(ptr %p, i32 %x) {{\n{loads} switch i32 %x, label %d [\n{cases} ]\n\
                 {arms}d:\n ret void\n}}\n"
            )
        },
        output: Output::Object,
    },
];
