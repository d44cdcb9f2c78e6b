//! Rows for DOT.

use super::dot;

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
    // Two blocks that show the same keep their identifiers, and so does one that shows another's.
    dot(
        "digraph { a [label=x]; b [label=x]; c [label=a]; a -> b -> c }",
        "a -> b / b -> c / c -> return",
    );
    dot("digraph { a [label=\"two words\"] }", "a -> return");
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
    // A compass point is a port that no record has.
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
        "1:1: the text has no block: the first one is the entry",
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
        "1:28: `b` is marked as the entry, but another block is marked already",
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
