//! Tests for texts of several functions.

use super::{Notation, whole};
use alloc::format;
use alloc::string::String;

#[track_caller]
fn dot(text: &str, expected: &str) {
    whole(Notation::Dot, text, expected);
}

#[test]
fn several_graphs_are_functions_of_their_names() {
    dot(
        "digraph f { a -> b } digraph \"g h\" { a -> a } strict digraph { b }",
        "function f / a -> b / b -> return / function \"g h\" / a -> a / b -> return",
    );
    // A single graph has a title, but no function name.
    dot("digraph f { a }", "a -> return");
    dot(
        "digraph \"CFG for 'f' function\" { a }",
        "function f / a -> return",
    );
    dot(
        "digraph f { a } digraph f { b } digraph f { c }",
        "function f / a -> return / function \"f (2)\" / b -> return / function \"f (3)\" / c -> return",
    );
    dot(
        "digraph { a } digraph { }",
        "1:15: the text has no block: write at least one, the entry",
    );
    dot(
        "digraph { a } digraph { b [entry=true] c [entry=true] }",
        "1:42: `c` is marked as the entry, but another block is already marked",
    );
}

#[test]
fn clusters_are_functions_if_nothing_leads_across() {
    dot(
        "digraph { subgraph cluster_f { label=\"f ()\"; a -> b } subgraph \"cluster_g\" { c -> c } }",
        "function f / a -> b / b -> return / function g / c -> c",
    );
    dot(
        "digraph { subgraph cluster_f { subgraph cluster_loop { a -> a } a -> b } }",
        "function f / a -> a | b / b -> return",
    );
    // A node outside, an edge between two clusters, or a node in two of them: boxes in one graph.
    dot(
        "digraph { subgraph cluster_x { a -> b } b -> c }",
        "a -> b / b -> c / c -> return",
    );
    dot(
        "digraph { subgraph cluster_x { a -> b } subgraph cluster_y { c } b -> c }",
        "a -> b / b -> c / c -> return",
    );
    dot(
        "digraph { subgraph cluster_x { a -> b } subgraph cluster_y { b } }",
        "a -> b / b -> return",
    );
    dot("digraph { subgraph x { a } }", "a -> return");
    // An empty cluster is not a function.
    dot(
        "digraph { subgraph cluster_f { a } subgraph cluster_legend { label=x } }",
        "function f / a -> return",
    );
    // Each function has its own entry.
    dot(
        "digraph { subgraph cluster_f { a -> b; ENTRY -> a } subgraph cluster_g { d -> e; c -> d } }",
        "function f / ENTRY -> a / a -> b / b -> return
         function g / c -> d / d -> e / e -> return
         note: control starts in `c`, the only block without an edge from another block",
    );
}

#[test]
fn a_node_outside_is_beside_the_functions() {
    dot(
        "digraph { m [label=\"def f\"]; subgraph cluster_f { a -> b } }",
        "m -> return / function f / a -> b / b -> return",
    );
    // Functions in functions, with labels among the attributes of the graph.
    dot(
        "digraph clusterm { graph [label=m]; m -> n; subgraph clusterf { graph [label=f]; a -> b;
            subgraph clusterg { graph [label=g]; c -> c } }
            subgraph cluster_KEY { graph [label=KEY]; if; for; if -> for [style=invis] } }",
        "function m / m -> n / n -> return / function f / a -> b / b -> return
         function g / c -> c",
    );
    // Functions that a block calls are not part of the graph.
    dot(
        "digraph { a -> b; a -> c [label=calls,style=dashed]; c [label=\"f(x)\"] }",
        "a -> b / b -> return",
    );
}

#[test]
fn a_cluster_that_comes_again_goes_on_or_is_another_function() {
    dot(
        "digraph { subgraph cluster_f { a -> b } subgraph cluster_g { c } subgraph cluster_f { b -> d } }",
        "function f / a -> b / b -> d / d -> return / function g / c -> return",
    );
    dot(
        "digraph { subgraph cluster_f { a [label=x]; a -> b } subgraph cluster_f { a [label=y]; a -> c } }",
        "function f / x -> b / b -> return / function \"f (2)\" / y -> c / c -> return",
    );
}

#[test]
fn gcc_says_in_the_code_what_edges_mean() {
    dot(
        r#"digraph "x.c.015t.cfg" { subgraph "cluster_f" { label="f ()";
            fn_0_basic_block_0 [shape=Mdiamond,label="ENTRY"];
            fn_0_basic_block_1 [shape=Mdiamond,label="EXIT"];
            fn_0_basic_block_2 [label="{\<bb\ 2\>:\l\
|switch\ (x)\ \<default:\ \<L9\>\ [INV],\ case\ 1\ ...\ 3:\ \<L4\>\ [50.00%],\ case\ 7:\ end,\ case\ 8:\ \<L4\>\>\l\
}"];
            fn_0_basic_block_3 [label="{\<bb\ 3\>:\l|\<L4\>:\l|x\ =\ a\ \|\ b;\l}"];
            fn_0_basic_block_4 [label="{\<bb\ 4\>:\l|end:\l}"];
            fn_0_basic_block_5 [label="{\<bb\ 5\>:\l|\<L9\>\ [count:\ 3]:\lif (x)\l}"];
            fn_0_basic_block_0:s -> fn_0_basic_block_2:n [color=black];
            fn_0_basic_block_0:s -> fn_0_basic_block_1:n [style="invis"];
            fn_0_basic_block_2:s -> fn_0_basic_block_5:n;
            fn_0_basic_block_2:s -> fn_0_basic_block_3:n;
            fn_0_basic_block_2:s -> fn_0_basic_block_4:n;
            fn_0_basic_block_3:s -> fn_0_basic_block_4:n;
            fn_0_basic_block_5:s -> fn_0_basic_block_4:n [style="dotted,bold",color=blue];
            fn_0_basic_block_5:s -> fn_0_basic_block_3:n [color=forestgreen];
            fn_0_basic_block_4:s -> fn_0_basic_block_1:n;
        } }"#,
        "function f / ENTRY -> bb2 / EXIT -> return / bb2 -> switch bb3 bb4 | bb5
         bb3 -> bb4 / bb4 -> EXIT / bb5 -> bb3 | bb4
         bb2 -> bb3 is 1 ... 3, 8 / bb2 -> bb4 is 7",
    );
    // A default that shares its block with a case, and a switch of two arms, are switches.
    dot(
        r#"digraph { subgraph cluster_f { fn_3_basic_block_2 [label="{\<bb\ 2\>:\l|switch\ (x)\ \<default:\ \<L1\>,\ case\ 1:\ \<L1\>,\ case\ 2:\ b\>\l}"];
            fn_3_basic_block_2 -> fn_3_basic_block_3; fn_3_basic_block_2 -> fn_3_basic_block_4;
            fn_3_basic_block_3 [label="{\<bb\ 3\>:\l|\<L1\>:\l}"];
            fn_3_basic_block_4 [label="{\<bb\ 4\>:\l|b:\l}"]; } }"#,
        "function f / bb2 -> switch bb4 | bb3 / bb3 -> return / bb4 -> return
         bb2 -> bb3 is 1 / bb2 -> bb4 is 2"
            .replace(
                "bb2 -> bb3 is 1 / bb2 -> bb4 is 2",
                "bb2 -> bb4 is 2 / bb2 -> bb3 is 1",
            )
            .as_str(),
    );
}

#[test]
fn many_functions_and_a_wide_switch_take_no_longer() {
    let clusters: String = (0..20_000)
        .map(|n| format!("subgraph cluster_{n} {{ a{n} -> b{n} }} "))
        .collect();
    let text = format!("digraph {{ {clusters} }}");
    assert_eq!(
        crate::text::read_all(&text, Notation::Dot).map(|all| all.len()),
        Ok(20_000)
    );
    let cases: String = (0..20_000).map(|n| format!(", case {n}: l{n}")).collect();
    let rows: String = (1..20_000)
        .map(|n| format!("fn_0_basic_block_0 -> fn_0_basic_block_{n}; fn_0_basic_block_{n} [label=\"{{x|l{n}:}}\"]; "))
        .collect();
    let text = format!(
        "digraph {{ fn_0_basic_block_0 [label=\"{{switch (x) \\<default: l0{cases}\\>}}\"]; {rows} }}"
    );
    let graphs = crate::text::read_all(&text, Notation::Dot).expect("it is a graph");
    assert_eq!(graphs[0].arms.len(), 19_999);
}
