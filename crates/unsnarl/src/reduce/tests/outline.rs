//! Tests of the promises of `outline`. The testkit links pieces together again and compares them
//! with the input.

use crate::analysis::samples;
use crate::reduce::{Part, Reducible, outline};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Lists each piece: its blocks by their numbers in the input, and the pieces that it calls in
/// parentheses.
fn listed(graph: &str) -> String {
    let outline = outline(&samples::graph(graph));
    let pieces = outline.pieces().iter().map(|piece| {
        let words = piece
            .graph()
            .cfg()
            .blocks()
            .map(|block| match piece.part(block) {
                Part::Block(block) => format!("{}", crate::ids::Id::index(block)),
                Part::Call(piece) => format!("({piece})"),
            });
        words.collect::<Vec<_>>().join(" ")
    });
    pieces.collect::<Vec<_>>().join("; ")
}

#[track_caller]
fn check(graph: &str, expected: &str) {
    assert_eq!(listed(graph), expected, "{graph}");
}

#[test]
fn entries_of_multi_entry_loops_head_pieces() {
    check("0: 1; 1: 2; 2: 1 0; 3: 1", "0 1 2");
    // The loop of [Gaster08]. Its follow belongs to the piece that leads there.
    check("0: 1 2; 1: 2; 2: 1 3; 3:", "0 (1) (2); 2 3 (2); 1 (1)");
    // Here both entries lead to 3, so 3 is a piece.
    check(
        "0: 1 2; 1: 2 3; 2: 1 3; 3:",
        "0 (1) (2); 2 (2) (3); 1 (1) (3); 3",
    );
    // A loop whose header is an entry, and which has no other entry, stays in the piece of that
    // entry.
    check("0: 1 2; 1: 3 2; 3: 1; 2: 1", "0 (1) (2); 2 (2); 1 3 (1)");
    // The outer loop has one entry, 1, but a piece leads back to it.
    check(
        "0: 1; 1: 2 3; 2: 3; 3: 2 1 4; 4:",
        "0 (1); 1 (2) (3); 3 4 (1) (3); 2 (2)",
    );
}

#[test]
fn nested_loops_are_divided_again() {
    // In the piece of 1, the loop of 3 and 4 has two entries.
    check(
        "0: 1 2; 1: 3 4; 3: 4; 4: 3 2; 2: 1 5; 5:",
        "0 (1) (2); 2 5 (2); 1 (3) (4); 4 (1) (4); 3 (3)",
    );
}

#[test]
fn large_graphs_are_outlined() {
    let cfg = samples::two_entry_nest(300);
    assert!(outline(&cfg).pieces().len() > 300);
    assert_eq!(outline(&samples::cliques(1, 300)).pieces().len(), 301);
    let chain = samples::chain(100_000);
    let outline = outline(&chain);
    let [only] = outline.pieces() else {
        panic!("a chain is one piece");
    };
    assert_eq!(
        only.graph(),
        &Reducible::test(&chain).expect("a chain has no loops")
    );
}
