//! Functions with many calls that may throw or jump.

use super::{Output, Shape, lines};

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "caught-calls",
        counted: "calls in a row that unwind to one cleanup",
        text: |n| {
            let call = |i: usize| {
                let (at, next) = (i + 1, i + 2);
                format!(
                    "  %v{at} = invoke i32 @g(i32 %v{i}) to label %b{next} unwind label %clean\n\
                     b{next}:"
                )
            };
            format!(
                "declare i32 @g(i32)\ndeclare i32 @__gxx_wasm_personality_v0(...)\n\
                 define i32 @f(i32 %v0) #0 personality ptr @__gxx_wasm_personality_v0 {{\n\
                 {}  ret i32 %v{n}\nclean:\n  %p = cleanuppad within none []\n\
                 \u{20} cleanupret from %p unwind to caller\n}}\n{ATTRIBUTES}",
                lines(n, call)
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "jumps",
        counted: "calls behind a setjmp that may jump there",
        text: |n| {
            format!(
                "{HEAD}  %r = call i32 @setjmp(ptr %env)\n{}  ret i32 %v{n}\n}}\n{ATTRIBUTES}",
                lines(n, |i| format!("  %v{} = call i32 @g(i32 %v{i})", i + 1))
            )
        },
        output: Output::Object,
    },
    Shape {
        name: "jumps-and-values",
        counted: "values of one arm that are read behind its setjmp, each with a call behind both",
        text: |n| {
            let value = |i: usize| format!("  %k{i} = mul i32 %v0, {}", i + 3);
            let read = |i: usize| format!("  store volatile i32 %k{i}, ptr %env");
            let call = |i: usize| format!("  %v{} = call i32 @g(i32 %v{i})", i + 1);
            format!(
                "{HEAD}  %c = icmp sgt i32 %v0, 7\n  br i1 %c, label %then, label %end\nthen:\n\
                 {}  %r = call i32 @setjmp(ptr %env)\n{}  br label %end\nend:\n{}  ret i32 %v{n}\n\
                 }}\n{ATTRIBUTES}",
                lines(n, value),
                lines(n, read),
                lines(n, call)
            )
        },
        output: Output::Object,
    },
];

const HEAD: &str = "declare i32 @setjmp(ptr)\ndeclare i32 @g(i32)\n\
                    define i32 @f(ptr %env, i32 %v0) #0 {\n";

const ATTRIBUTES: &str = "attributes #0 = { \"target-features\"=\"+exception-handling\" }\n";
