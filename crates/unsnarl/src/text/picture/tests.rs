//! Pictures, as far as their text shows.

use super::*;
use crate::reduce::Reducible;
use crate::structure::nested;
use crate::text::{Named, Notation, Numbered, read};
use crate::verify::tests::notation::program;
use alloc::string::String;
use alloc::vec::Vec;

#[track_caller]
fn graph(text: &str) -> Named {
    read(text, Notation::Cfg).expect("the row is a graph")
}

fn drawn(named: &Named) -> String {
    let mut text = String::new();
    dot_graph(&mut text, &named.cfg, named).expect("a string takes any text");
    text
}

#[test]
fn a_graph_shows_its_entry_arms_and_back_edges() {
    let named = graph("a -> b\nb -> switch b | c\nc -> a | d\nd -> unreachable\ne -> a");
    let expected = "\
digraph {
  node [shape=box, fontname=monospace]
  b0 [label=\"a\", entry=true, peripheries=2]
  b1 [label=\"b\", exit=switch]
  b2 [label=\"c\"]
  b3 [label=\"d\", exit=unreachable]
  b4 [label=\"e\", style=dashed]
  b0 -> b1
  b1 -> b1 [label=0, style=bold]
  b1 -> b2 [label=default]
  b2 -> b0 [label=T, style=bold]
  b2 -> b3 [label=F]
  b4 -> b0
}
";
    assert_eq!(drawn(&named), expected);
}

#[test]
fn a_drawn_graph_reads_back() {
    for text in [
        "a -> a",
        "a -> switch | a",
        "a? -> b | c\nb? -> a | c\nc -> return",
        "a -> switch a | b\nb -> return",
        "a -> b | c\nb -> unreachable\nc -> switch a b c a | b",
        "\"two words\" -> \"\\\\\"\n\"\\\\\" -> \"\\\"\"\n\"\\\"\" -> \"a\\nb\"\n\"a\\nb\" -> return",
    ] {
        let named = graph(text);
        let drawn = drawn(&named);
        let again = read(&drawn, Notation::Dot).expect("what is drawn is DOT");
        assert_eq!(again.cfg, named.cfg, "{drawn}");
    }
}

#[test]
fn a_program_is_a_tree() {
    let named = graph("a -> a | b\nb -> return");
    let program = nested(&Reducible::test(&named.cfg).expect("the row is reducible"));
    let mut text = String::new();
    dot_program(&mut text, &program, &named).expect("a string takes any text");
    let expected = "\
digraph {
  graph [ordering=out]
  node [shape=box, fontname=monospace]
  program [shape=plaintext]
  n0 [label=\"l0: loop\", style=rounded]
  program -> n0
  n1 [label=\"a\"]
  n0 -> n1
  n2 [label=\"if a\", style=rounded]
  n0 -> n2
  n3 [label=\"case 0\"]
  n2 -> n3
  n5 [label=\"continue l0\"]
  n3 -> n5
  n5 -> n0 [style=dashed, constraint=false]
  n6 [label=\"case 1\"]
  n2 -> n6
  n10 [label=\"b\"]
  program -> n10
  n11 [label=\"leave b\"]
  program -> n11
}
";
    assert_eq!(text, expected);
}

#[test]
fn flags_conditions_and_default_arms_are_named() {
    let program = program(
        "f0 = true label = 2
         l0: if f0 && !f0 { case 1: break l0 case 0: f0 = false }
         switch label { case 1 7: default: }",
    );
    let mut text = String::new();
    dot_program(&mut text, &program, &Numbered).expect("a string takes any text");
    let labels = text.lines().filter_map(|line| line.split('"').nth(1));
    let expected = [
        "f0 = true",
        "label = 2",
        "l0: if f0 && !f0",
        "case 1",
        "break l0",
        "case 0",
        "f0 = false",
        "switch label",
        "case 1, 7",
        "default",
    ];
    assert_eq!(labels.collect::<Vec<_>>(), expected);
}
