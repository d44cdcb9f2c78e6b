//! Tests for the texts of nodes: code, decisions, and the ends of functions.

use super::{Notation, compare};
use crate::cfg::Exit;
use crate::emit::pseudocode;
use crate::reduce::dispatch;
use crate::structure::nested;
use crate::text::read;
use alloc::format;
use alloc::string::String;

/// Reads the text, and compares its pseudocode.
#[track_caller]
fn code(notation: Notation, text: &str, expected: &str) {
    let named = read(text, notation).expect("it is a graph");
    let mut code = String::new();
    let program = nested(&dispatch(&named.cfg));
    pseudocode(&mut code, &named.cfg, &program, &named).expect("a string takes any text");
    compare(text, &code, expected);
}

#[test]
fn the_text_of_a_node_is_its_code_and_its_question() {
    code(
        Notation::Mermaid,
        "flowchart TD\n s([Start]) --> a[i = 0<br/>s = 0]\n a --> q{i < n?}\n q -->|yes| b[\"s += #quot;x#quot;\"]\n b --> q\n q -->|no| r[return s]",
        "Start\ni = 0\ns = 0\nwhile i < n {\n  s += \"x\"\n}\nreturn s",
    );
    // A question with more than two answers, and a question with code before it.
    code(
        Notation::Dot,
        r#"digraph { a [label="x = f()\lswitch (x)\l"]; a -> b [label="case 1"]; a -> c [label="case 2"]; a -> d [label=default] }"#,
        "x = f()\nswitch x {\n case 1: \n b \n return \n case 2: \n c \n return \n}\nd\nreturn",
    );
    // Without a question the block's name is the question.
    code(
        Notation::Dot,
        r#"digraph { a [label="x = f()"]; a -> b [label=T]; a -> c [label=F] }"#,
        "x = f()\nif a {\n  b\n  return\n}\nc\nreturn",
    );
    // A block that only asks may stand in a condition.
    code(
        Notation::Dot,
        r#"digraph { node [shape=diamond]; a [label="x > 0"]; b [label="y > 0"]; node [shape=box]; a -> b [label=T]; a -> d [label=F]; b -> c [label=T]; b -> d [label=F]; c -> d }"#,
        "if x > 0 && y > 0 {\n c\n }\n d\n return",
    );
}

#[test]
fn tools_say_at_the_end_of_a_block_what_it_does() {
    for (last, condition) in [
        ("  br i1 %c, label %x, label %y, !prof !0", "%c"),
        ("if (a < (b))", "a < (b)"),
        ("if (a) && (b)", "(a) && (b)"),
        ("if x == 1:", "x == 1"),
        ("while x {", "x"),
        ("switchInt(move _5)", "move _5"),
        ("brif v0, block1, block2", "v0"),
        ("T: if [B5.5]", "[B5.5]"),
        ("T: [B1.4] && ...", "[B1.4] && ..."),
        ("is it so?", "is it so"),
    ] {
        let text = format!(
            "digraph {{ a [label=\"a:\\lx\\l{last}\\l\"]; a -> b [label=T]; a -> c [label=F] }}"
        );
        let named = read(&text, Notation::Dot).expect("it is a graph");
        let text = &named.texts[&named.cfg.entry()];
        assert_eq!(
            (text.decision.as_deref(), text.code.as_str()),
            (Some(condition), "x")
        );
    }
    // The end of the function, and a jump, which is not shown.
    for (last, exit, leave) in [
        ("ret i32 %x", Exit::Return, Some("ret i32 %x")),
        ("return x;", Exit::Return, Some("return x")),
        ("unreachable", Exit::Unreachable, None),
        ("__builtin_unreachable ();", Exit::Unreachable, None),
    ] {
        let text = format!("digraph {{ a [label=\"a:\\lx\\l  {last}\\l\"] }}");
        let named = read(&text, Notation::Dot).expect("it is a graph");
        let text = &named.texts[&named.cfg.entry()];
        assert_eq!(named.cfg.exit(named.cfg.entry()), exit, "{last}");
        assert_eq!((text.leave.as_deref(), text.code.as_str()), (leave, "x"));
    }
    for last in ["br label %b", "goto", "goto <bb 3>; [INV]", "jump block3"] {
        let text = format!("digraph {{ a [label=\"a:\\lx\\l  {last}\\l\"]; a -> b }}");
        let named = read(&text, Notation::Dot).expect("it is a graph");
        assert_eq!(named.texts[&named.cfg.entry()].code, "x", "{last}");
    }
    // LLVM breaks lines, and its switches have several lines.
    let text = r#"digraph "CFG for 'f' function" { n [shape=record,label="{a:\l|  %x = call i32 @f(i32\l... %y)\l  switch i32 %x, label %d [\l    i32 1, label %one\l  ]\l|{<s0>def|<s1>1}}"]; n:s0 -> d; n:s1 -> one }"#;
    let named = read(text, Notation::Dot).expect("it is a graph");
    let text = &named.texts[&named.cfg.entry()];
    assert_eq!(text.code, "%x = call i32 @f(i32 %y)");
    assert_eq!(text.decision.as_deref(), Some("%x"));
}

#[test]
fn conditions_with_signs_have_brackets_where_they_are_compared() {
    code(
        Notation::Mermaid,
        "flowchart TD\n a{x} -->|y > 3| b{z}\n a -->|else| d\n b -->|yes| c[c] --> d\n b -->|no| d",
        "if x is (y > 3) && z {\n c\n }\n d\n return",
    );
    code(
        Notation::Mermaid,
        "flowchart TD\n a{x > 3} -->|sure| b\n a --> d\n b --> d",
        "if (x > 3) is sure {\n b\n }\n d\n return",
    );
    code(
        Notation::Mermaid,
        "flowchart TD\n a{x > 3} -->|yes| d\n a -->|no| b\n b --> d",
        "if not x > 3 {\n b\n }\n d\n return",
    );
}
