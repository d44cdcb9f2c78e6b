//! Tests for DOT.

use super::{Notation, dot, whole};

#[test]
fn edges_are_arms_in_their_order() {
    dot("digraph { a }", "a -> return");
    dot("digraph g { a -> b -> c }", "a -> b / b -> c / c -> return");
    dot(
        "digraph{a->b;a->c;b->a}",
        "a -> b | c / b -> a / c -> return",
    );
    dot(
        "DiGraph \"g\" { a -> a a -> a a -> a; }",
        "a -> switch a a | a",
    );
    dot(
        "strict digraph { a -> b; a -> b; b -> a }",
        "a -> b / b -> a",
    );
    dot("digraph { a -> b; b [entry=true] }", "b -> return / a -> b");
    dot("digraph { a [exit=unreachable] }", "a -> unreachable");
    dot(
        "digraph { a -> b; a [exit=switch]; b [exit=return] }",
        "a -> switch | b / b -> return",
    );
    dot(
        "digraph { 1 -> -.5 -> 2.25 }",
        "1 -> -.5 / -.5 -> 2.25 / 2.25 -> return",
    );
    dot(
        "digraph { rank=same; node [shape=box]; edge [style=invis] graph [a=b] a; }",
        "a -> return",
    );
}

#[test]
fn subgraphs_are_ends_of_edges() {
    dot(
        "digraph { subgraph cluster_x { label=\"x y\"; a -> b } b -> c }",
        "a -> b / b -> c / c -> return",
    );
    dot(
        "digraph { a -> {b c} -> d }",
        "a -> b | c / b -> d / c -> d / d -> return",
    );
    dot(
        "digraph { a -> subgraph s { b; b; { c } } }",
        "a -> b | c / b -> return / c -> return",
    );
    dot("digraph { a -> { } }", "a -> return");
    // A subgraph's name means all nodes that subgraphs of this name in the same graph have
    // mentioned.
    dot(
        "digraph { subgraph s { b } a -> subgraph s { c } subgraph s -> d; e -> subgraph t }",
        "a -> b | c / b -> d / c -> d / d -> return / e -> return",
    );
    dot(
        "digraph { { subgraph s { b } } a -> subgraph s { c } }",
        "a -> c / b -> return / c -> return",
    );
    dot(
        "digraph { {a} -> a [style=\"bold,invis\"]; }",
        "a -> return",
    );
}

#[test]
fn comments_strings_and_html() {
    dot(
        "# 1 \"file\"\n/* a -> \n b */ digraph { // x -> y\n a -> \"b c\" }",
        "a -> \"b c\" / \"b c\" -> return",
    );
    dot(
        r#"digraph { "a\"b" -> "c" + "d" }"#,
        r#""a\"b" -> cd / cd -> return"#,
    );
    dot("digraph { a [label=<<b>x</b> -&gt; y>] }", "a -> return");
    dot("digraph { é -> \"é\" }", "é -> é");
}

#[test]
fn labels_name_blocks_where_they_can() {
    dot(
        "digraph { n1 [label=head]; n1 -> n2; n2 [label=\"body:\\l  x = 1\\l\"] }",
        "head -> body / body -> return",
    );
    // Two blocks with the same text keep their identifiers, and so does a block whose text is
    // another's identifier.
    dot(
        "digraph { a [label=x]; b [label=x]; c [label=a]; a -> b -> c }",
        "a -> b / b -> c / c -> return",
    );
    dot("digraph { a [label=\"two words\"] }", "a -> return");
}

#[test]
fn tools_put_marks_around_names() {
    for (label, name) in [
        ("%entry:", "entry"),
        ("\\<bb\\ 2\\>:", "bb2"),
        ("COUNT:7\\<bb\\ 2\\>:", "bb2"),
        ("bb.0 (%ir-block.2):", "bb.0"),
        ("bb.1.entry:", "bb.1.entry"),
        (" [B5 (ENTRY)]", "B5"),
        (" [B5]", "B5"),
        ("\\\"x\\\"", "x"),
    ] {
        let label = alloc::format!("{{{label}\\l|  code\\l}}");
        let label = if name == "x" { "\\\"x\\\"" } else { &label };
        dot(
            &alloc::format!("digraph {{ n [shape=record,label=\"{label}\"] }}"),
            &alloc::format!("{name} -> return"),
        );
    }
    // clang's entry, even if another block comes first.
    dot(
        r#"digraph unnamed { a [shape=record,label="{ [B0 (EXIT)]\l}"]; b [shape=record,label="{ [B1 (ENTRY)]\l}"]; b -> a; c -> a }"#,
        "B1 -> B0 / B0 -> return / c -> B0",
    );
}

#[test]
fn the_code_of_cranelift_has_the_order_of_the_arms() {
    dot(
        r#"digraph { block0 [shape=record,label="{block0: | <inst1>brif v0, block2(v1), block1}"];
           block0:inst1 -> block1; block0:inst1 -> block2 }"#,
        "block0? -> block2 | block1 / block1 -> return / block2 -> return",
    );
}

#[test]
fn ports_order_arms_and_the_default_goes_last() {
    dot(
        r#"digraph "CFG for 'f' function" {
            label="CFG for 'f' function";
            Node0x1 [shape=record,label="{%entry:\l|  switch i32 %x, label %d [\l  ]\l|{<s0>def|<s1>0|<s2>7}}"];
            Node0x1:s0 -> Node0x2[tooltip="entry -> d" ];
            Node0x1:s2 -> Node0x3;
            Node0x1:s1 -> Node0x4;
            Node0x2 [shape=record,label="{d:\l|  br label %4\l}"];
            Node0x2 -> Node0x3;
            Node0x3 [shape=record,label="{%3}"];
            Node0x4 [shape=record,label="{%4|{<s0>T|<s1>F}}"];
            Node0x4:s1 -> Node0x2;
            Node0x4:s0:n -> Node0x3;
        }"#,
        "entry -> switch 4 3 | d / d -> 3 / 3 -> return / 4 -> 3 | d",
    );
    // A compass point is a port that no record defines.
    dot("digraph { a:s -> b; a:n -> a }", "a -> b | a / b -> return");
    dot(
        r#"digraph { a [label="\<p\> <q> x"]; a -> a; a:q -> b }"#,
        "a -> a | b / b -> return",
    );
}

#[test]
fn faults_have_places() {
    dot("", "1:1: expected `digraph`, found the end of the text");
    dot(
        "digraph { }",
        "1:1: the text has no block: write at least one, the entry",
    );
    dot(
        "graph { a }",
        "1:1: the graph is undirected: write `digraph`, and `->` for its edges",
    );
    dot(
        "digraph { a -- b }",
        "1:13: the graph is undirected: write `digraph`, and `->` for its edges",
    );
    dot(
        "digraph {\n a -> {",
        "2:7: the graph or subgraph that begins here does not end",
    );
    dot("digraph a b", "1:11: expected `{`, found `b`");
    dot(
        "digraph { a -> }",
        "1:16: expected a node, an edge or a subgraph, found `}`",
    );
    dot(
        "digraph { a [x=] }",
        "1:16: expected a word, a number or a string, found `]`",
    );
    dot(
        "digraph { a [",
        "1:14: expected an attribute or `]`, found the end of the text",
    );
    dot(
        "digraph { a } }",
        "1:15: expected another `digraph` or the end of the text, found `}`",
    );
    dot(
        "digraph { a } digraph { b }",
        "1:15: a second graph begins here: read one at a time",
    );
    dot(
        "digraph { \"a }",
        "1:11: the string does not end: add a closing quote",
    );
    dot(
        "digraph { /* a }",
        "1:11: the comment does not end: add `*/`",
    );
    dot(
        "digraph { a [label=<b] }",
        "1:20: the HTML string does not end: add `>`",
    );
    dot(
        "digraph { a [exit=x] }",
        "1:19: unknown exit: one of `return`, `unreachable`, `jump`, `branch` and `switch`",
    );
    dot(
        "digraph { a [exit=jump] }",
        "1:11: `a` is marked as a jump but has 0 edges",
    );
    dot(
        "digraph { a [entry=true] b [entry=true] }",
        "1:28: `b` is marked as the entry, but another block is already marked",
    );
    dot(
        "digraph { node -> a }",
        "1:16: expected a node, an edge or a subgraph, found `->`",
    );
    dot(
        "digraph { ! }",
        "1:11: expected a node, an edge or a subgraph, found `!`",
    );
}

#[test]
fn html_names_blocks() {
    dot(
        "digraph { <a b> -> <c d>; <c d> -> <a b>; <e &lt; f> -> <c d> }",
        r#""<e &lt; f>" -> "<c d>" / "<a b>" -> "<c d>" / "<c d>" -> "<a b>""#,
    );
    // A string that looks like HTML is a different name.
    dot(
        r#"digraph { <a> -> "<a>" }"#,
        r#"<a> -> "<a> (2)" / "<a> (2)" -> return"#,
    );
}

#[test]
fn edges_that_are_one_are_merged() {
    for (graph, expected) in [
        // In the form in which Graphviz prints these again.
        (
            "strict digraph { a -> b [label=x]; a -> b [label=y]; a -> c }",
            "y",
        ),
        (
            "strict digraph { a -> b [key=1,label=x]; a -> b [key=2,label=y]; a -> c }",
            "x",
        ),
        (
            "digraph { a -> b [key=1,label=x]; a -> b [key=1,label=y]; a -> c }",
            "y",
        ),
        (
            "digraph { a -> b [key=1,label=x]; a -> b [key=1]; a -> c }",
            "x",
        ),
    ] {
        whole(
            Notation::Dot,
            graph,
            &alloc::format!("a -> b | c / b -> return / c -> return / a -> b is {expected}"),
        );
    }
    dot(
        "digraph { a -> b [key=1]; a -> b [key=2]; a -> b }",
        "a -> switch b b | b / b -> return",
    );
}

#[test]
fn defaults_hold_for_what_follows() {
    dot(
        "digraph { a -> b; subgraph x { edge [style=invis] a -> c } b -> c }",
        "a -> b / b -> c / c -> return",
    );
    // The content of a group has its own style.
    dot(
        "digraph { a -> { b -> c } [style=invis]; a -> d }",
        "a -> d / b -> c / c -> return / d -> return",
    );
    whole(
        Notation::Dot,
        "digraph { node [shape=diamond, label=\"\\N\"]; a [label=\"x > 0\"]; a -> b [label=yes]; a -> c }",
        "a? -> b | c / b -> return / c -> return / a -> b is yes",
    );
}

#[test]
fn arrowheads_give_directions() {
    dot("digraph { b -> a [dir=back] }", "a -> b / b -> return");
    dot("digraph { a -> b [dir=both] }", "a -> b / b -> a");
    dot(
        "digraph { edge [dir=back]; b -> a; a -> b [dir=forward] }",
        "a -> b | b / b -> return",
    );
    // The port is that of the end at which the edge begins.
    dot(
        r#"digraph { a [shape=record,label="a|<s0>def|<s1>1"]; b -> a:s0 [dir=back]; c -> a:s1 [dir=back] }"#,
        "a -> c | b / b -> return / c -> return",
    );
    dot(
        "digraph { a -> b [dir=none] }",
        "1:29: the edge has no direction: leave out `dir=none`",
    );
}

#[test]
fn what_is_no_control_flow_is_named() {
    dot(
        "digraph \"Dominator tree for 'f' function\" { a -> b }",
        "1:1: this is a dominator tree, not the control flow of a function",
    );
    dot(
        "digraph { label=\"Call graph: x.ll\"; a -> b }",
        "1:1: this is a call graph, not the control flow of a function",
    );
}
