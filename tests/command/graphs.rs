//! Graphs of several functions, and what is noted of a graph.

use crate::support::{text, unsnarl};

/// What a command prints, and what it says beside.
#[track_caller]
fn check(arguments: &[&str], input: &str, printed: &str, said: &str) {
    let output = unsnarl(arguments, input, &std::env::temp_dir());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let out = text(&output.stdout);
    assert!(out.contains(printed), "{out}");
    assert_eq!(text(&output.stderr), said);
}

#[test]
fn where_control_starts_and_what_is_never_reached_is_noted() {
    check(
        &["structure", "-"],
        "digraph { subgraph c { h -> b; b -> h; h -> x } e -> h; x }",
        "e\n",
        "note: <stdin>: control starts in `e`, the only block without an edge from another block\n",
    );
    check(
        &["verify", "-"],
        "digraph { a -> b; c -> b; ENTRY -> a }",
        "proved",
        "note: <stdin>: 1 block cannot be reached from `ENTRY`: `c`\n",
    );
    check(
        &["verify", "-"],
        "digraph { a -> b -> a }",
        "proved",
        "note: <stdin>: control starts in `a`, the first block mentioned\n",
    );
    check(&["verify", "-"], "graph TD a --> b --> b", "proved", "");
}

#[test]
fn functions_of_a_dot_file_are_chosen_by_name() {
    let two = "digraph { subgraph cluster_f { label=\"f ()\"; a -> b } \
               subgraph cluster_g { label=\"g ()\"; c -> d; e -> d } }";
    let note = "note: <stdin>: control starts in `c`, the first block mentioned in function g\n\
                note: <stdin>: 1 block cannot be reached from `c`: `e` in function g\n";
    check(&["structure", "-", "--function", "g"], two, "c\nd\n", note);
    check(
        &["dump", "--after", "cfg", "-"],
        two,
        "function f\na -> b\n",
        note,
    );
}

#[test]
fn names_of_cases_are_shown() {
    let switch = "graph TD a -->|7| b; a -->|9| c; a -->|else| d; b --> d; c --> d";
    check(&["structure", "-"], switch, "case 7:", "");
}

#[test]
fn nodes_have_code_and_questions() {
    let chart = "# Loop\n```mermaid\nflowchart TD\n i[i = 0] --> q{i < n?}\n q -->|yes| b[i += 1] --> q\n \
                 q -->|no| r[return i]\n```\n";
    let expected = "i = 0\nwhile i < n {\n  i += 1\n}\nreturn i\n";
    check(&["structure", "-"], chart, expected, "");
}

#[test]
fn a_file_that_graphviz_has_written_is_noted() {
    check(
        &["verify", "-"],
        "digraph { graph [bb=\"0,0,1,1\"]; a -> b; a -> c }",
        "proved",
        "note: <stdin>: Graphviz wrote this text and may have reordered the edges out of `a`\n",
    );
}

#[test]
fn notations_that_are_not_read_are_named() {
    for (input, what) in [("@startuml\n@enduml", "PlantUML"), ("graph [\n]", "GML")] {
        let output = unsnarl(&["structure", "-"], input, &std::env::temp_dir());
        assert_eq!(output.status.code(), Some(1));
        let said = text(&output.stderr);
        assert!(said.contains(what), "{said}");
    }
}
