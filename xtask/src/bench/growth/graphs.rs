//! Functions of many blocks, of the families of graphs that structuring is measured on.
//!
//! A block stores its number, and where it has several successors a value from memory decides.

use super::{Output, Shape, lines};
use unsnarl::{BlockId, Cfg, Id};
use unsnarl_testkit::shapes;

pub(super) const SHAPES: &[Shape] = &[
    Shape {
        name: "ladder",
        counted: "blocks and edges of two rails with rungs",
        text: |n| function(&shapes::ladder(n)),
        output: Output::Object,
    },
    Shape {
        name: "comb",
        counted: "blocks and edges of early returns to one exit",
        text: |n| function(&shapes::comb(n)),
        output: Output::Object,
    },
    Shape {
        name: "if-nest",
        counted: "blocks and edges of ifs without else, one in the other",
        text: |n| function(&shapes::if_nest(n)),
        output: Output::Object,
    },
    Shape {
        name: "guards",
        counted: "blocks and edges of guards that clean up and share an error exit",
        text: |n| function(&shapes::guards(n)),
        output: Output::Object,
    },
    Shape {
        name: "crossings",
        counted: "blocks and edges, each edge across its neighbours",
        text: |n| function(&shapes::crossings(n)),
        output: Output::Object,
    },
    Shape {
        name: "star",
        counted: "blocks and edges of a loop with many latches",
        text: |n| function(&shapes::star(n)),
        output: Output::Object,
    },
    Shape {
        name: "fall-through",
        counted: "blocks and edges of cases that each fall into the next",
        text: |n| function(&shapes::fall_through(n)),
        output: Output::Object,
    },
    Shape {
        name: "cliques",
        counted: "blocks and edges of loops with three entries, one after the other",
        text: |n| function(&shapes::many_cliques(n)),
        output: Output::Object,
    },
    Shape {
        name: "irreducible-nests",
        counted: "blocks and edges of loops with two entries, eight deep",
        text: |n| function(&shapes::irreducible_nests(n)),
        output: Output::Object,
    },
    Shape {
        name: "interlocked-loops",
        counted: "blocks and edges of loops with two entries, each tied to the next",
        text: |n| function(&shapes::interlocked_loops(n)),
        output: Output::Object,
    },
    Shape {
        name: "threaded",
        counted: "blocks and edges of interpreters whose operations all lead to all",
        text: |n| function(&shapes::threaded(n)),
        output: Output::Object,
    },
    Shape {
        name: "duff",
        counted: "blocks and edges of switches into the middle of loops",
        text: |n| function(&shapes::duff(n)),
        output: Output::Object,
    },
    Shape {
        name: "random-graph",
        counted: "blocks and edges of a random graph with loops and merges",
        text: |n| function(&shapes::random(n)),
        output: Output::Object,
    },
];

/// A function with this graph.
fn function(cfg: &Cfg) -> String {
    let blocks: String = cfg.blocks().map(|block| text(cfg, block)).collect();
    let entry = cfg.entry().index();
    format!("define void @f(ptr %p) {{\n br label %b{entry}\n{blocks}}}\n")
}

fn text(cfg: &Cfg, block: BlockId) -> String {
    let index = block.index();
    let successors = cfg.successors(block).iter();
    let targets: Vec<usize> = successors.map(|to| to.index()).collect();
    let terminator = terminator(index, &targets);
    format!("b{index}:\n store volatile i32 {index}, ptr %p\n{terminator}\n")
}

fn terminator(index: usize, targets: &[usize]) -> String {
    match targets {
        [] => " ret void".to_owned(),
        [to] => format!(" br label %b{to}"),
        [to, other] => format!(
            " %c{index} = load volatile i1, ptr %p\n br i1 %c{index}, label %b{to}, label %b{other}"
        ),
        [cases @ .., last] => {
            let cases = lines(cases.len(), |case| {
                format!("  i32 {case}, label %b{}", cases[case])
            });
            format!(
                " %c{index} = load volatile i32, ptr %p\n switch i32 %c{index}, label %b{last} [\n{cases} ]"
            )
        }
    }
}
