//! Tests for the texts on edges.

use super::{Notation, whole};
use crate::emit::pseudocode;
use crate::reduce::dispatch;
use crate::structure::nested;
use crate::text::{dot_graph, read};
use alloc::string::String;

#[track_caller]
fn dot(text: &str, expected: &str) {
    whole(Notation::Dot, text, expected);
}

#[track_caller]
fn mermaid(text: &str, expected: &str) {
    whole(Notation::Mermaid, text, expected);
}

#[test]
fn texts_at_edges_name_arms() {
    mermaid(
        "graph TD a -->|Yes| b; a -->|No| c",
        "a -> b | c / b -> return / c -> return / a -> b is Yes / a -> c is No",
    );
    mermaid(
        "graph TD a -- \"big one\" --> b; a == small ==> c; a -. none .-> d",
        "a -> switch b c | d / b -> return / c -> return / d -> return
         a -> b is big one / a -> c is small / a -> d is none",
    );
    mermaid(
        "graph TD a -->|\"x > 3\"| b & c",
        "a -> b | c / b -> return / c -> return / a -> b is x > 3 / a -> c is x > 3",
    );
    dot(
        "digraph { a -> b [label=\"case 7\"]; a -> c [label=\"case 8, 9:\"]; a -> d [label=default] }",
        "a -> switch b c | d / b -> return / c -> return / d -> return
         a -> b is 7 / a -> c is 8, 9",
    );
    // A text that repeats the arm is not a name.
    dot(
        "digraph { a -> b [label=T]; a -> c [label=false] }",
        "a -> b | c / b -> return / c -> return",
    );
    dot("digraph { a -> b [label=\" \"] }", "a -> b / b -> return");
}

#[test]
fn the_edge_that_holds_is_the_taken_arm() {
    for (fails, holds) in [
        ("F", "T"),
        ("false", "TRUE"),
        ("no", "yes"),
        ("", "T"),
        ("n", ""),
    ] {
        let text =
            alloc::format!("digraph {{ a -> b [label=\"{fails}\"]; a -> c [label=\"{holds}\"] }}");
        let named = read(&text, Notation::Dot).expect("it is a graph");
        let first = named.cfg.successors(named.cfg.entry())[0];
        assert_eq!(named.names[first], "c", "{text}");
    }
    // Values are not truth values, and more than two edges keep their order.
    dot(
        "digraph { a -> b [label=0]; a -> c [label=1] }",
        "a -> b | c / b -> return / c -> return / a -> b is 0 / a -> c is 1",
    );
    dot(
        "digraph { a -> b [label=no]; a -> c [label=yes]; a -> d [label=maybe] }",
        "a -> switch b c | d / b -> return / c -> return / d -> return
         a -> b is no / a -> c is yes / a -> d is maybe",
    );
}

#[test]
fn edges_say_in_many_ways_which_arm_they_are() {
    // Graphviz's line ends, petgraph's quotes, labels beside edges, HTML, colours.
    for (fails, holds) in [
        (r#"label="F\l""#, r#"label="T\l""#),
        (r#"label="\"F\"""#, r#"label = "\"T\"""#),
        (r#"label="""#, r#"label = "true""#),
        ("xlabel=no", "taillabel=yes"),
        ("label=\" \"", "headlabel=T"),
        ("label=<no>", "label=<<b>yes</b>>"),
        ("color=red", "color=green"),
        ("color=\"#c50f1f\"", "color=\"#13a10e\""),
        ("color=firebrick3", "color=\"#00CC00FF\""),
    ] {
        let text = alloc::format!("digraph {{ a -> b [{fails}]; a -> c [{holds}] }}");
        let named = read(&text, Notation::Dot).expect("it is a graph");
        let first = named.cfg.successors(named.cfg.entry())[0];
        assert_eq!(named.names[first], "c", "{text}");
    }
    // Texts take precedence over colours, and one colour alone says nothing.
    dot(
        "digraph { a -> b [color=red,label=x]; a -> c [color=green,label=y] }",
        "a -> b | c / b -> return / c -> return / a -> b is x / a -> c is y",
    );
    dot(
        "digraph { a -> b [color=red]; a -> c }",
        "a -> b | c / b -> return / c -> return",
    );
}

#[test]
fn how_often_control_goes_somewhere_is_no_name() {
    for weight in ["50%", "33.33%", "[11%]", "W:12009599003525120"] {
        dot(
            &alloc::format!(
                r#"digraph {{ a [shape=record,label="{{a|{{<s0>def|<s1>1|<s2>2}}}}"];
                a:s0 -> b [label="{weight}"]; a:s1 -> c [label="{weight}"]; a:s2 -> d [label="{weight}"] }}"#
            ),
            "a -> switch c d | b / b -> return / c -> return / d -> return / a -> c is 1 / a -> d is 2",
        );
    }
    // A name does not hide that its port is the default's.
    dot(
        r#"digraph { a [label="{a|{<s0>def|<s1>1}}"]; a:s0 -> b [label=rest]; a:s1 -> c }"#,
        "a -> c | b / b -> return / c -> return / a -> c is 1 / a -> b is rest",
    );
}

#[test]
fn a_third_edge_keeps_the_names_of_the_others() {
    dot(
        "digraph { a -> b [label=true]; a -> c [label=false]; a -> d [label=exception] }",
        "a -> switch b c | d / b -> return / c -> return / d -> return
         a -> b is true / a -> c is false / a -> d is exception",
    );
}

#[test]
fn ports_of_tables_name_cases() {
    dot(
        r#"digraph { a [label=<<table><tr><td>a</td></tr><tr><td port="p0">else</td>
            <td border="0" PORT='p1'>&lt;1&gt;</td><td port="p2"><b>2</b></td></tr></table>>];
            a:p2 -> b; a:p0 -> c; a:p1:s -> d }"#,
        "a -> switch d b | c / b -> return / c -> return / d -> return / a -> d is <1> / a -> b is 2",
    );
}

#[test]
fn the_default_is_the_last_arm() {
    for word in ["default", "DEF", "else", "otherwise", "3, default"] {
        let text = alloc::format!(
            "digraph {{ a -> b [label=\"{word}\"]; a -> c [label=1]; a -> d [label=2] }}"
        );
        let named = read(&text, Notation::Dot).expect("it is a graph");
        let arms = named.cfg.successors(named.cfg.entry());
        assert_eq!(named.names[arms[2]], "b", "{text}");
    }
    mermaid(
        "graph TD a -->|else| b; a -->|1| c",
        "a -> c | b / b -> return / c -> return / a -> c is 1",
    );
}

#[test]
fn ports_name_cases() {
    dot(
        r#"digraph { a [shape=record,label="{a:\l|{<s0>def|<s1>7|<s2>-2}}"]; a:s0 -> b; a:s1 -> c; a:s2 -> b }"#,
        "a -> switch c b | b / b -> return / c -> return / a -> c is 7 / a -> b is -2",
    );
    // The label of the edge takes precedence over the label of its port.
    dot(
        r#"digraph { a [label="{a|{<s0>x|<s1>y}}"]; a:s1 -> b [label=z]; a:s0 -> c }"#,
        "a -> c | b / b -> return / c -> return / a -> c is x / a -> b is z",
    );
}

#[test]
fn names_of_arms_are_shown() {
    #[track_caller]
    fn shown(text: &str, expected: &str) {
        let named = read(text, Notation::Mermaid).expect("it is a flowchart");
        let mut code = String::new();
        let program = nested(&dispatch(&named.cfg));
        pseudocode(&mut code, &named.cfg, &program, &named).expect("a string takes any text");
        assert_eq!(code, expected);
        // Pictures have the same names, and are read back.
        let mut picture = String::new();
        dot_graph(&mut picture, &named.cfg, &named).expect("a string takes any text");
        let again = read(&picture, Notation::Dot).expect("pictures are read");
        assert_eq!(
            (again.cfg, again.arms),
            (named.cfg, named.arms),
            "{picture}"
        );
    }
    shown(
        "graph TD a -->|Yes| b; a -->|No| c; b --> c",
        "a\nif a is Yes {\n  b\n}\nc\nreturn\n",
    );
    shown(
        "graph TD a -->|left| b; a --> c; b --> c",
        "a\nif a is left {\n  b\n}\nc\nreturn\n",
    );
    shown(
        "graph TD a --> b; a -->|right| c; b --> c",
        "a\nif a is not right {\n  b\n}\nc\nreturn\n",
    );
    shown(
        "graph TD a -->|7| b; a -->|x y| c; a -->|9| d; b --> e; c --> e; d --> e",
        "a\nswitch a {\n  case 7:\n    b\n  case x y:\n    c\n  case 9, default:\n    d\n}\ne\nreturn\n",
    );
}
