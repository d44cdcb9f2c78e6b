//! Tests for Mermaid.

use super::{Notation, mermaid, whole};

#[test]
fn links_are_edges() {
    mermaid(
        "graph TD\n  A --> B\n  A --> C\n",
        "A -> B | C / B -> return / C -> return",
    );
    mermaid(
        "flowchart LR; a-->b-->c; c-.->a",
        "a -> b / b -> c / c -> a",
    );
    mermaid(
        "graph\na ==> b ----> c -..-> d --x a",
        "a -> b / b -> c / c -> d / d -> a",
    );
    mermaid(
        "graph LR\n a -->|yes| b\n a -- no --> c\n b == \"x --> y\" ==> c\n c -. z .-> a",
        "a -> b | c / b -> c / c -> a",
    );
    mermaid(
        "graph TD a & b --> c & d",
        "a -> c | d / b -> c | d / c -> return / d -> return",
    );
    mermaid("graph TD a <--> b", "a -> b / b -> a");
    mermaid("graph TD a ~~~ b --o a", "b -> a / a -> return");
    mermaid("graph TD a-b-->c_d.e", "a-b -> c_d.e / c_d.e -> return");
    mermaid(
        "%%{init: {}}%%\n---\ntitle: x\n---\nflowchart TD %% remark\n a --> a",
        "a -> a",
    );
}

#[test]
fn shapes_classes_and_clauses() {
    mermaid(
        "flowchart TD\n\
         a[one] --> b(two words) --> c{\"three ) }\"} --> d((four)):::big --> e>five] --> f[/six/]\n\
         f --> g@{ shape: rect, label: \"x\" }\n\
         style a fill:#f9f --> z\n class a,b big; g --> a\n classDef big x:y\n linkStyle 0 x\n click a \"b\"",
        "one -> b / b -> c / c -> four / four -> five / five -> six / six -> x / x -> one",
    );
    // If the text is not a unique name, the identifier names the block.
    mermaid(
        "graph TD a(...) --> b[a] --> c(b)",
        "a -> b / b -> c / c -> return",
    );
}

#[test]
fn subgraphs_hold_nodes() {
    mermaid(
        "graph TD\n subgraph one two three\n direction LR\n a --> b\n end\n subgraph x [title] \n c\n end\n b --> c",
        "a -> b / b -> c / c -> return",
    );
    mermaid("graph TD subgraph \"quoted title\" a end", "a -> return");
    mermaid("graph TD subgraph\n a\n end", "a -> return");
}

#[test]
fn without_line_breaks() {
    mermaid(
        "flowchart TD id0(Entry) id0 --> A A --> B B --> C F --> D B --> D D --> E C --> E C --> F D --> G E --> B E --> G F --> H G --> H",
        "Entry -> A / A -> B / B -> C | D / C -> E | F / F -> D | H / D -> E | G / E -> B | G / G -> H / H -> return",
    );
    mermaid(
        "flowchart LR subgraph From Entry(...) end subgraph To F(...) end subgraph Content A B C D E end Entry --> A A --> B B --> C C --> D D --> E(...) E --> A A --> F",
        "Entry -> A / F -> return / A -> B | F / B -> C / C -> D / D -> E / E -> A",
    );
    mermaid(
        "flowchart TD Entry --> A A --> B subgraph Loop2 B --> C subgraph Loop1 C --> D D --> E E --> F end E --> G F --> C G --> B end G --> O",
        "Entry -> A / A -> B / B -> C / C -> D / D -> E / E -> F | G / F -> C / G -> B | O / O -> return",
    );
    mermaid(
        "graph TD 0 --> 7 1 -.-> 7 2 --> 3 2 --> 8 3 -.-> 7 3 --> 8 4 -.-> 7 4 -.-> 8 5 -.-> 8 6 --> 5 7 --> 1 7 --> 2 8 --> 4 8 --> 6",
        "0 -> 7 / 7 -> 1 | 2 / 1 -> 7 / 2 -> 3 | 8 / 3 -> 7 | 8 / 8 -> 4 | 6 / 4 -> 7 | 8 / 5 -> 8 / 6 -> 5",
    );
}

#[test]
fn faults_have_places() {
    mermaid(
        "sequenceDiagram",
        "1:1: expected `flowchart` or `graph` and a direction, such as `flowchart TD`",
    );
    mermaid(
        "",
        "1:1: expected `flowchart` or `graph` and a direction, such as `flowchart TD`",
    );
    mermaid(
        "graph TD",
        "1:1: the text has no block: write at least one, the entry",
    );
    mermaid(
        "graph TD\n a --> ",
        "2:8: expected a node, found the end of the text",
    );
    mermaid(
        "graph TD\n a --- b",
        "2:4: the link has no arrowhead: write `-->`",
    );
    mermaid(
        "graph TD\n a -- b",
        "2:4: the link's text is not followed by its arrow, such as `-->`",
    );
    mermaid(
        "graph TD a -->|b c",
        "1:12: the link's text is not followed by its arrow, such as `-->`",
    );
    mermaid("graph TD a[b", "1:11: the bracket is not closed");
    mermaid(
        "graph TD a[\"b]",
        "1:12: the string does not end: add a closing quote",
    );
    mermaid(
        "graph TD a end",
        "1:12: unmatched end: nothing is open here",
    );
    mermaid(
        "graph TD subgraph x\n a",
        "1:10: the graph or subgraph that begins here does not end",
    );
    mermaid(
        "graph TD\na --> s\nsubgraph s\nb\nend",
        "2:7: `s` is a subgraph: lead the edge to a block inside it",
    );
    mermaid("graph TD\n) a", "2:1: expected a node, found `)`");
    mermaid("graph TD a@b", "1:12: expected `{`, found `b`");
}

/// The reading of Mermaid 11.
#[test]
fn letters_before_a_line_are_ends_of_links() {
    whole(
        Notation::Mermaid,
        "flowchart TD\na-->b\nx-->c\no==>d",
        "a -> b / b -> c / c -> d / d -> return
         note: `x-->` is read as a link, as in Mermaid: if the letter names a block, write a blank after it
         note: `o==>` is read as a link, as in Mermaid: if the letter names a block, write a blank after it",
    );
    mermaid(
        "flowchart TD\na-->b\nx -->c\na-->x",
        "a -> b | x / b -> return / x -> c / c -> return",
    );
    mermaid(
        "flowchart TD\n a o--o b x--x c",
        "a -> b / b -> a | c / c -> b",
    );
    mermaid("flowchart TD\nA--oB", "A -> B / B -> return");
    mermaid("flowchart TD\nA---xB", "A -> B / B -> return");
    mermaid(
        "flowchart TD\n A --other--> B",
        "A -> ther / ther -> B / B -> return",
    );
    mermaid("flowchart TD\n A x-- t --x B", "A -> B / B -> A");
}

#[test]
fn links_may_have_names() {
    mermaid(
        "flowchart TD\n A e1@--> B\n e1@{ animate: true }\n B e2@==>|x| C & A\n class e1 slow",
        "A -> B / B -> C | A / C -> return",
    );
    // Another name with data is a node.
    mermaid(
        "flowchart TD\n A e1@--> B\n e2@{ shape: rect }\n B --> e2",
        "A -> B / B -> e2 / e2 -> return",
    );
}

#[test]
fn descriptions_are_not_nodes() {
    mermaid(
        "flowchart TD\n accTitle: a --> x\n accDescr: b --> y\n accDescr {\n c --> z\n }\n a --> b",
        "a -> b / b -> return",
    );
}

#[test]
fn states_are_blocks() {
    whole(
        Notation::Mermaid,
        "stateDiagram-v2\n  direction LR\n  [*] --> Idle\n  Idle --> Busy : job\n  Idle --> [*]: quit %% x\n\
         state \"two words\" as C\n  Busy --> C:::big\n C : s = 1\n  state D <<choice>>\n  C --> D\n\
         D --> Idle: else\n  D --> Busy: n > 3\n note right of C : a --> b\n note left of D\n c --> d\n end note\n\
         classDef big fill:red\n class C big",
        "\"[*]\" -> Idle / Idle -> Busy | \"[*] end\" / Busy -> C / C -> D
         D? -> Busy | Idle / \"[*] end\" -> return
         Idle -> Busy is job / Idle -> [*] end is quit / D -> Busy is n > 3",
    );
    // A state with states inside begins and ends at its own marks.
    mermaid(
        "stateDiagram\n [*] --> A\n state A {\n [*] --> B\n B --> B\n B --> [*]\n }\n A --> C",
        "\"[*]\" -> A / A -> B / B -> B | \"A end\" / C -> return / \"A end\" -> C",
    );
    for (text, fault) in [
        (
            "[*] --> A\nstate A <<fork>>",
            "3:1: parallelism has no meaning as control flow: leave it out",
        ),
        (
            "state A {\n B --> C\n --\n D\n }",
            "4:2: parallelism has no meaning as control flow: leave it out",
        ),
        (
            "A --> B\nstate B {\n C --> C\n }",
            "2:1: a transition to or from a composite state without a `[*]` has no meaning as \
             control flow: leave it out",
        ),
        (
            "state A {\n B",
            "2:1: the graph or subgraph that begins here does not end",
        ),
        ("A --> B\n}", "3:1: unmatched end: nothing is open here"),
        (
            "A --> ",
            "2:1: expected the name of a state, found the end of the text",
        ),
        (
            "A b --> C",
            "2:1: expected the name of a state, found `A b`",
        ),
        (
            "",
            "1:1: the text has no block: write at least one, the entry",
        ),
    ] {
        mermaid(&alloc::format!("stateDiagram-v2\n{text}"), fault);
    }
}
