//! Tests for the entry, and for the notes on a graph.

use super::{Notation, whole};

#[track_caller]
fn dot(text: &str, expected: &str) {
    whole(Notation::Dot, text, expected);
}

#[track_caller]
fn mermaid(text: &str, expected: &str) {
    whole(Notation::Mermaid, text, expected);
}

#[test]
fn the_only_root_is_the_entry() {
    dot(
        "digraph { subgraph c { h -> b; b -> h; h -> x } e -> h; x }",
        "e -> h / h -> b | x / b -> h / x -> return
         note: control starts in `e`, the only block without an edge from another block",
    );
    // An entry that comes first is not in doubt.
    dot("digraph { a -> b -> b }", "a -> b / b -> b");
    mermaid("graph TD a --> b", "a -> b / b -> return");
    // An edge from a block to itself does not count.
    dot(
        "digraph { b -> b; a -> b; a -> a }",
        "a -> b | a / b -> b / note: control starts in `a`, the only block without an edge from \
         another block",
    );
    mermaid(
        "graph TD b --> c; a --> b",
        "a -> b / b -> c / c -> return / note: control starts in `a`, the only block without an \
         edge from another block",
    );
}

#[test]
fn a_name_says_where_control_starts() {
    for name in ["entry", "ENTRY", "Entry", "start", "START"] {
        dot(
            &alloc::format!("digraph {{ x -> a; {name} -> x; y -> x }}"),
            &alloc::format!(
                "{name} -> x / x -> a / a -> return / y -> x
                 note: 1 block cannot be reached from `{name}`: `y`"
            ),
        );
    }
    // The label of a node counts as well, and a root is a weaker sign than a name.
    dot(
        "digraph { x -> a; e [label=\"ENTRY\"]; a -> e; e -> x; r -> e }",
        "ENTRY -> x / x -> a / a -> ENTRY / r -> ENTRY
         note: 1 block cannot be reached from `ENTRY`: `r`",
    );
    mermaid(
        "graph TD x --> y; id0([Start]) --> x; z --> x",
        "Start -> x / x -> y / y -> return / z -> x / note: 1 block cannot be reached from `Start`: `z`",
    );
    // `entry` is stronger than `start`; two names that differ in case decide nothing.
    dot(
        "digraph { start -> b; entry -> b }",
        "entry -> b / start -> b / b -> return / note: 1 block cannot be reached from `entry`: `start`",
    );
    dot(
        "digraph { b -> c; Entry -> b; ENTRY -> b }",
        "b -> c / c -> return / Entry -> b / ENTRY -> b
         note: control starts in `b`, the first block mentioned
         note: 2 blocks cannot be reached from `b`: `Entry`, `ENTRY`",
    );
    // A longer text that contains the word does not count.
    dot(
        "digraph { a -> entry1; b -> a; c -> a }",
        "a -> entry1 / entry1 -> return / b -> a / c -> a
         note: control starts in `a`, the first block mentioned
         note: 2 blocks cannot be reached from `a`: `b`, `c`",
    );
}

#[test]
fn what_is_marked_is_stronger_than_all_names() {
    dot(
        "digraph { entry -> a; b -> a; b [entry=true] }",
        "b -> a / entry -> a / a -> return / note: 1 block cannot be reached from `b`: `entry`",
    );
    // A block may be marked twice.
    dot("digraph { a [entry=true]; a [entry=true] }", "a -> return");
}

#[test]
fn without_any_sign_the_first_block_is_the_entry() {
    dot(
        "digraph { a -> b; b -> a }",
        "a -> b / b -> a / note: control starts in `a`, the first block mentioned",
    );
    dot(
        "digraph { a -> c; b -> c }",
        "a -> c / c -> return / b -> c
         note: control starts in `a`, the first block mentioned
         note: 1 block cannot be reached from `a`: `b`",
    );
}

#[test]
fn blocks_that_cannot_be_reached_are_counted() {
    let cfg = "a -> return / b -> c / c -> b / d -> d / e -> d / f -> d / g -> d";
    whole(
        Notation::Cfg,
        &cfg.replace('/', "\n"),
        &alloc::format!(
            "{cfg} / note: 6 blocks cannot be reached from `a`: `b`, `c`, `d`, `e`, `f` and 1 more"
        ),
    );
    // The first line of our own notation is the entry, whatever the names.
    whole(
        Notation::Cfg,
        "a -> entry\nentry -> a",
        "a -> entry / entry -> a",
    );
}

#[test]
fn a_block_without_successors_is_no_entry_unless_all_are() {
    dot(
        "digraph { x; a -> b; b -> a }",
        "a -> b / x -> return / b -> a
         note: control starts in `a`, the first block mentioned
         note: 1 block cannot be reached from `a`: `x`",
    );
    dot(
        "digraph { x; b -> b; a -> b }",
        "a -> b / x -> return / b -> b
         note: control starts in `a`, the only block without an edge from another block
         note: 1 block cannot be reached from `a`: `x`",
    );
    dot(
        "digraph { x; y }",
        "x -> return / y -> return
         note: control starts in `x`, the first block mentioned
         note: 1 block cannot be reached from `x`: `y`",
    );
}

#[test]
fn a_title_of_llvm_says_that_the_first_block_is_the_entry() {
    dot(
        r#"digraph "CFG for 'operator\<' function" {
            n1 [shape=record,label="{%first|{<s0>T|<s1>F}}"]; n1:s0 -> n2; n1:s1 -> n1;
            n2 [shape=record,label="{%start}"]; n2 -> n1 }"#,
        "function operator< / first -> start | first / start -> first",
    );
    // A mark takes precedence.
    dot(
        r#"digraph "CFG for 'f' function" { a -> b; b [entry=true] }"#,
        "function f / b -> return / a -> b / note: 1 block cannot be reached from `b`: `a`",
    );
}

#[test]
fn a_text_that_graphviz_has_written_may_have_other_arms() {
    dot(
        "digraph { graph [bb=\"0,0,1,1\"]; a -> b; a -> c }",
        "a -> b | c / b -> return / c -> return
         note: Graphviz wrote this text and may have reordered the edges out of `a`",
    );
    dot(
        "digraph { bb=\"0,0,1,1\"; a -> b [label=T]; a -> c; b -> c }",
        "a -> b | c / b -> c / c -> return",
    );
}
