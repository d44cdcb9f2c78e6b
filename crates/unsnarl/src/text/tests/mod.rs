//! Tables of texts and their graphs, written in our own notation, or their errors.

mod arms;
mod cfg;
mod code;
mod dot;
mod entry;
mod functions;
mod mermaid;

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
    compare(text, &answer, expected);
}

/// Reads all graphs of a text in our own notation, and writes them again.
#[track_caller]
fn all(text: &str, expected: &str) {
    let answer = match read_all(text, Notation::Cfg) {
        Ok(graphs) => graphs.iter().map(written_with_name).collect(),
        Err(error) => error.to_string(),
    };
    compare(text, &answer, expected);
}

/// Reads all graphs of a text, and shows everything known about them: the names of functions and of
/// arms, and the notes.
#[track_caller]
fn whole(notation: Notation, text: &str, expected: &str) {
    let shown = |named: &Named| {
        let mut shown = written_with_name(named);
        for (edge, arm) in &named.arms {
            let [from, to] = [edge.block, named.cfg.target(*edge)].map(|block| named.name(block));
            shown.push_str(&format!("{from} -> {to} is {arm}\n"));
        }
        for note in named.notes() {
            shown.push_str(&format!("note: {note}\n"));
        }
        shown
    };
    let answer = match read_all(text, notation) {
        Ok(graphs) => graphs.iter().map(shown).collect(),
        Err(error) => error.to_string(),
    };
    compare(text, &answer, expected);
}

#[track_caller]
fn compare(text: &str, answer: &str, expected: &str) {
    let lines = |text: &str| {
        text.split(['\n', '/'])
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let quote = text.chars().take(1000).collect::<String>();
    assert_eq!(lines(answer), lines(expected), "reading {quote}");
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

fn written_with_name(named: &Named) -> String {
    let mut text = String::new();
    let written = match &named.name {
        Some(name) => write_cfg_function(&mut text, name, &named.cfg, named),
        None => write_cfg(&mut text, &named.cfg, named),
    };
    written.expect("a string takes any text");
    text
}

#[test]
fn groups_may_not_multiply_without_end() {
    let names = (0..2000).map(|n| format!("n{n} ")).collect::<String>();
    dot(
        &format!("digraph {{ {{{names}}} -> {{{names}}} }}"),
        "1:21800: joining these groups makes more than 1048576 edges: write the edges one by one",
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
    guess("-", "a? -> b | c\n", Some(Notation::Cfg));
    guess("-", "head*4 -> a*9 | b+\n", Some(Notation::Cfg));
    guess("-", "\"a b\" -> c", Some(Notation::Cfg));
    guess("-", "a->return", Some(Notation::Cfg));
    guess("-", "%1->switch a | b ; remark", Some(Notation::Cfg));
    // Lines of Mermaid, C and text.
    guess("-", "A-->B", None);
    guess("-", "A --> B", None);
    guess("-", "x->y = 3;", None);
    guess("-", "see a -> b", None);
    guess("-", "function f\na -> a", Some(Notation::Cfg));
    guess("-", "function f(x) { return x; }", None);
    guess("-", "stateDiagram-v2\n", Some(Notation::Mermaid));
    guess(
        "-",
        "---\ntitle: x\n---\nflowchart",
        Some(Notation::Mermaid),
    );
    guess(
        "x.md",
        "# Title\n\n```mermaid\ngraph TD\n```\n",
        Some(Notation::Mermaid),
    );
    guess(
        "x.md",
        "Text.\n\n~~~ {.dot}\ndigraph {\n",
        Some(Notation::Dot),
    );
    guess("x.md", "```rust\nlet x = 1;\n```\n", None);
    guess("x.ll", "; ModuleID = 'x.c'\nsource_filename = \"x\"", None);
    guess("-", "define void @f() {", None);
    guess("-", "", None);
}

#[test]
fn graphs_are_found_in_markdown() {
    let text = "# A\n\n```mermaid\nflowchart TD\n a --> b\n```\n\n~~~dot\ndigraph { x }\n~~~\n\n:::mermaid\ngraph TD; c\n:::\n";
    whole(
        Notation::Mermaid,
        text,
        "a -> b \n b -> return \n c -> return",
    );
    whole(Notation::Dot, text, "x -> return");
    // Places refer to the whole text.
    whole(
        Notation::Mermaid,
        "Text\n```mermaid\nflowchart TD\n a --- b\n```\n",
        "4:4: the link has no arrowhead: write `-->`",
    );
}

#[test]
fn notations_that_are_not_read_are_named() {
    for (text, what) in [
        ("@startuml\nstart\n@enduml", "PlantUML"),
        ("graph [\n directed 1\n]", "GML"),
        ("graph\n[\n node [ id 1 ]\n]", "GML"),
        ("<?xml version=\"1.0\"?>\n<graphml>", "XML, such as GraphML"),
        ("{\"nodes\": []}", "JSON"),
    ] {
        let expected = alloc::format!("1:1: this is {what}: give `.cfg`, DOT or Mermaid");
        for notation in [Notation::Dot, Notation::Mermaid] {
            check(notation, text, &expected);
        }
        assert_eq!(foreign(text), Some(what));
    }
    assert_eq!(foreign("graph { a -- b }"), None);
    assert_eq!(foreign("graph TD; a[x] --> b"), None);
}

/// Pseudo-random numbers that are the same each time.
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
        "x?",
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
        if random.below(4) == 0 {
            builder.only_decides(block);
        }
        for slot in 0..builder.arm_count(block) {
            builder.weight(Edge::new(block, slot), random.below(3) as u32);
            if random.below(3) == 0 {
                builder.nonempty(Edge::new(block, slot));
            }
        }
        names.push(match odd.get(index) {
            Some(name) if random.below(2) == 0 => String::from(*name),
            _ => format!("{block}"),
        });
    }
    let cfg = builder
        .build(BlockId::new(0))
        .expect("the arms lead to blocks");
    Named {
        name: None,
        cfg,
        names,
        arms: BTreeMap::new(),
        texts: BTreeMap::new(),
        entry_rule: EntryRule::Stated,
        remarks: Vec::new(),
    }
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
        "begin_compilation\n name \"é\"\nend_compilation\nbegin_cfg\n  begin_block\n  name \"a\"\n successors \"b\"\n  begin_HIR\n 0 1 n1 Branch[x] n0 <|@\n end_HIR\nend_block\nend_cfg\n",
        "stateDiagram-v2\n [*] --> é : x\n state é {\n [*] --> b\n b --> [*]\n }\n é --> [*]\n note left of b\n y\n end note",
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
