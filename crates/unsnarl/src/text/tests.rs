//! Tables of texts and what they read as, written in our own notation, or the error.

use super::*;
use crate::cfg::{CfgBuilder, Exit};
use crate::ids::{Edge, Id};
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

#[track_caller]
fn check(notation: Notation, text: &str, expected: &str) {
    let answer = match read(text, notation) {
        Ok(named) => written(&named),
        Err(error) => error.to_string(),
    };
    let lines = |text: &str| {
        text.split(['\n', '/'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let quote = text.chars().take(1000).collect::<String>();
    assert_eq!(lines(&answer), lines(expected), "reading {quote}");
}

#[track_caller]
fn cfg(text: &str, expected: &str) {
    check(Notation::Cfg, text, expected);
}

#[track_caller]
fn dot(text: &str, expected: &str) {
    check(Notation::Dot, text, expected);
}

#[track_caller]
fn mermaid(text: &str, expected: &str) {
    check(Notation::Mermaid, text, expected);
}

fn written(named: &Named) -> String {
    let mut text = String::new();
    write_cfg(&mut text, &named.cfg, named).expect("a string takes any text");
    text
}

#[test]
fn cfg_lines_say_how_blocks_end() {
    cfg("a -> return", "a -> return");
    cfg("a -> unreachable", "a -> unreachable");
    cfg("a -> a", "a -> a");
    cfg(
        "a -> b | c\nb -> a\nc -> return",
        "a -> b | c / b -> a / c -> return",
    );
    cfg(
        "a -> switch b b a | c\nb->c\nc->return",
        "a -> switch b b a | c / b -> c / c -> return",
    );
    // A switch with nothing but its default has one arm and is not a jump.
    cfg("a -> switch | a", "a -> switch | a");
    cfg("\u{feff}; remark\r\n\r\na->a;remark\r\n ; more", "a -> a");
    // Blocks are numbered by their lines, whichever is mentioned first.
    cfg("a -> c\nb -> a\nc -> b", "a -> c / b -> a / c -> b");
    cfg("a-b.c$ -> a-b.c$", "a-b.c$ -> a-b.c$");
}

#[test]
fn cfg_hints_follow_names() {
    cfg("a*4 -> a*9 | b+\nb -> b*0+", "a*4 -> a*9 | b+ / b -> b*0+");
    // 1 and empty are what is meant when nothing is said.
    cfg("a*1 -> a*1", "a -> a");
    cfg("a* -> a", "1:2: expected a number below 4294967296");
    cfg(
        "a*4294967296 -> a",
        "1:2: expected a number below 4294967296",
    );
}

#[test]
fn cfg_names_in_quotes_may_be_anything() {
    cfg(
        r#""return" -> "a b" | ""
           "a b" -> "x->y"
           "" -> "\"\\\n\u{7f}\u{e9}"
           "\"\\\n\u{7f}é" -> return
           "x->y" -> "\t;|*+" | "word"
           word -> unreachable
           "\t;|*+" -> "switch"
           "switch" -> return"#,
        r#""return" -> "a b" | ""
           "a b" -> "x->y"
           "" -> "\"\\\n\u{7f}é"
           "\"\\\n\u{7f}é" -> return
           "x->y" -> "\t;|*+" | word
           word -> unreachable
           "\t;|*+" -> "switch"
           "switch" -> return"#,
    );
}

#[test]
fn cfg_faults_have_places() {
    cfg("", "1:1: the text has no block: the first one is the entry");
    cfg(
        "; only a remark",
        "1:1: the text has no block: the first one is the entry",
    );
    cfg("a", "1:2: expected `->`, found the end of the text");
    cfg("a b", "1:3: expected `->`, found `b`");
    cfg(
        "a ->\n b -> c",
        "1:5: expected a block's name, `switch`, `return` or `unreachable`, found the end of the line",
    );
    cfg("-> a", "1:1: expected a block's name, found `->`");
    cfg(
        "a -> b |",
        "1:9: expected the second arm, found the end of the text",
    );
    cfg(
        "a -> a | a | a",
        "1:11: a branch has two arms: write `switch a b | c` for three or more",
    );
    cfg("a -> a b", "1:8: expected the end of the line, found `b`");
    cfg(
        "a -> return b",
        "1:13: expected the end of the line, found `b`",
    );
    cfg(
        "a -> switch a a",
        "1:16: expected a case, or `|` and the default, found the end of the text",
    );
    cfg(
        "a -> switch a |",
        "1:16: expected the default, found the end of the text",
    );
    cfg(
        "a -> a\nb -> a\n a -> b",
        "3:2: block `a` has a second line: join them",
    );
    cfg(
        "é -> é | ö",
        "1:10: no line says how block `ö` ends: add one, such as `ö -> return`",
    );
    cfg(
        "return -> a",
        "1:1: `return` is a keyword: put it in quotes if it names a block",
    );
    cfg(
        "a -> a | return",
        "1:10: `return` is a keyword: put it in quotes if it names a block",
    );
    cfg(
        "a -> \"b\nb -> a",
        "1:6: the string does not end: add a closing quote",
    );
    cfg(
        r#"a -> "\q""#,
        r#"1:7: unknown escape: write `\"`, `\\`, `\n`, `\t` or `\u{hex}`"#,
    );
    cfg(
        r#"a -> "\u{d800}""#,
        r#"1:7: unknown escape: write `\"`, `\\`, `\n`, `\t` or `\u{hex}`"#,
    );
}

#[test]
fn dot_edges_are_arms_in_their_order() {
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
fn dot_subgraphs_are_ends_of_edges() {
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
fn dot_comments_strings_and_html() {
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
fn dot_labels_name_blocks_where_they_can() {
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
fn dot_ports_order_arms_and_the_default_goes_last() {
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
fn dot_faults_have_places() {
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
        "1:15: expected the end of the text, found `}`",
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

#[test]
fn mermaid_links_are_edges() {
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
    mermaid("graph TD a ~~~ b --o a", "a -> return / b -> a");
    mermaid("graph TD a-b-->c_d.e", "a-b -> c_d.e / c_d.e -> return");
    mermaid(
        "%%{init: {}}%%\n---\ntitle: x\n---\nflowchart TD %% remark\n a --> a",
        "a -> a",
    );
}

#[test]
fn mermaid_shapes_classes_and_clauses() {
    mermaid(
        "flowchart TD\n\
         a[one] --> b(two words) --> c{\"three ) }\"} --> d((four)):::big --> e>five] --> f[/six/]\n\
         f --> g@{ shape: rect, label: \"x\" }\n\
         style a fill:#f9f --> z\n class a,b big; g --> a\n classDef big x:y\n linkStyle 0 x\n click a \"b\"",
        "one -> b / b -> c / c -> four / four -> five / five -> six / six -> g / g -> one",
    );
    // A text that is no name of its own leaves the identifier.
    mermaid(
        "graph TD a(...) --> b[a] --> c(b)",
        "a -> b / b -> c / c -> return",
    );
}

#[test]
fn mermaid_subgraphs_hold_nodes() {
    mermaid(
        "graph TD\n subgraph one two three\n direction LR\n a --> b\n end\n subgraph x [title] \n c\n end\n b --> c",
        "a -> b / b -> c / c -> return",
    );
    mermaid("graph TD subgraph \"quoted title\" a end", "a -> return");
    mermaid("graph TD subgraph\n a\n end", "a -> return");
}

#[test]
fn mermaid_without_line_breaks() {
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
fn mermaid_faults_have_places() {
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
        "1:1: the text has no block: the first one is the entry",
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
        "1:12: nothing is open that could end here",
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

#[test]
fn groups_may_not_multiply_without_end() {
    let names = (0..2000).map(|n| format!("n{n} ")).collect::<String>();
    dot(
        &format!("digraph {{ {{{names}}} -> {{{names}}} }}"),
        "1:21800: joining these groups makes more than 1048576 edges: write them singly",
    );
    let names = names.trim_end().replace(' ', "&");
    let error = read(&format!("graph TD {names} --> {names}"), Notation::Mermaid);
    let cause = error.map(|_| ()).map_err(|error| error.cause);
    assert_eq!(cause, Err(Cause::TooManyEdges { limit: 1 << 20 }));
}

#[test]
fn notations_are_guessed() {
    #[track_caller]
    fn guess(name: &str, text: &str, expected: Option<Notation>) {
        assert_eq!(Notation::guess(name, text), expected, "{name} {text}");
    }
    guess("x.cfg", "", Some(Notation::Cfg));
    guess("a.b/x.gv", "", Some(Notation::Dot));
    guess("x.mmd", "", Some(Notation::Mermaid));
    guess("-", "strict digraph {", Some(Notation::Dot));
    guess("-", "/* x */ digraph {", Some(Notation::Dot));
    guess("-", "\ngraph {", Some(Notation::Dot));
    guess("-", "graph TD\n", Some(Notation::Mermaid));
    guess("-", "%% x\nflowchart", Some(Notation::Mermaid));
    guess("-", "entry -> a", Some(Notation::Cfg));
    guess("-", "; remark\na -> a", Some(Notation::Cfg));
    guess("x.ll", "; ModuleID = 'x.c'\nsource_filename = \"x\"", None);
    guess("-", "define void @f() {", None);
    guess("-", "", None);
}

/// Numbers that look random and are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn random_graph(random: &mut Random) -> Named {
    let count = 1 + random.below(12);
    let mut builder = CfgBuilder::new();
    let mut names = IdMap::new();
    let odd = [
        "return",
        "a b",
        "\"",
        "",
        "-",
        "->",
        "é\n",
        "\\",
        ";",
        "x*",
        "\u{feff}z",
    ];
    for index in 0..count {
        let (exit, arms) = match random.below(6) {
            0 => (Exit::Return, 0),
            1 => (Exit::Unreachable, 0),
            2 => (Exit::Jump, 1),
            3 | 4 => (Exit::Branch, 2),
            _ => (Exit::Switch, 1 + random.below(4)),
        };
        let arms = (0..arms)
            .map(|_| BlockId::new(random.below(count)))
            .collect::<Vec<_>>();
        let block = builder.block(exit, arms);
        if random.below(4) == 0 {
            builder.size(block, random.below(9) as u32);
        }
        for slot in 0..builder.arm_count(block) {
            builder.weight(Edge::new(block, slot), random.below(3) as u32);
            builder.empty(Edge::new(block, slot), random.below(3) > 0);
        }
        names.push(match odd.get(index) {
            Some(name) if random.below(2) == 0 => String::from(*name),
            _ => format!("{block}"),
        });
    }
    let cfg = builder
        .build(BlockId::new(0))
        .expect("the arms lead to blocks");
    Named { cfg, names }
}

#[test]
fn what_is_written_reads_back_the_same() {
    let mut random = Random(1);
    for _ in 0..2000 {
        let named = random_graph(&mut random);
        let text = written(&named);
        assert_eq!(read(&text, Notation::Cfg), Ok(named), "{text}");
    }
}

#[test]
fn no_text_makes_a_reader_panic() {
    let texts = [
        "a*3 -> \"b\\u{41}\" | c+ ; x\n\"bA\" -> switch a a*2 | c\nc -> return\n",
        "strict digraph g { /* */ a:s0 -> {b \"c\" <d>} [x=y,style=invis]; a [label=\"{%l:\\l|{<s0>def|<s1>T}}\"] }",
        "---\nt\n---\nflowchart TD; a(x) & b -- t --> c{\"é\"}:::k <-.-> d@{ x } subgraph s t a end %% x\n style a b",
    ];
    let signs = [
        "\"", "{", "}", "[", "]", "(", ")", "-", ">", "\\", "é", "|", "\n", ";", "<", "&", ":", " ",
    ];
    let mut random = Random(2);
    for _ in 0..20_000 {
        let mut text = String::from(texts[random.below(texts.len())]);
        for _ in 0..=random.below(4) {
            let cut = random.below(text.len() + 1);
            if text.is_char_boundary(cut) {
                match random.below(3) {
                    0 => text.truncate(cut),
                    1 => text.insert_str(cut, signs[random.below(signs.len())]),
                    _ => drop(text.drain(..cut)),
                }
            }
        }
        for notation in [Notation::Cfg, Notation::Dot, Notation::Mermaid] {
            if let Err(error) = read(&text, notation) {
                assert!(text.get(error.span.clone()).is_some(), "{error}: {text}");
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

#[test]
fn long_texts_are_read_without_recursion() {
    let count = 100_000;
    let chain = (0..count).map(|n| format!("n{n} -> ")).collect::<String>();
    let nest = "{ a -> ".repeat(count);
    let named =
        read(&format!("digraph {{ {chain} end }}"), Notation::Dot).expect("a chain is a graph");
    assert_eq!(named.cfg.block_count(), count + 1);
    let text = format!("digraph {{ {nest} b {} }}", "}".repeat(count));
    let named = read(&text, Notation::Dot);
    assert_eq!(
        named
            .map(|named| named.cfg.block_count())
            .map_err(|error| error.cause),
        Err(Cause::TooManyEdges { limit: 1 << 20 })
    );
    let chain = chain.replace("->", "-->");
    let named =
        read(&format!("graph TD {chain} end_"), Notation::Mermaid).expect("a chain is a graph");
    assert_eq!(named.cfg.edge_count(), count);
    let text = format!(
        "graph TD {} a {}",
        "subgraph s ".repeat(count),
        "end ".repeat(count)
    );
    assert_eq!(
        read(&text, Notation::Mermaid).map(|named| named.cfg.block_count()),
        Ok(1)
    );
    let text = format!("a -> switch {} | a", "a ".repeat(count));
    let named = read(&text, Notation::Cfg).expect("a switch is a graph");
    assert_eq!(named.cfg.edge_count(), count + 1);
}
