//! Decisions by a number that the text may also use for itself.

use super::{Asked, Due, FORK, LOOP, Plain, TextVerdict, control, text};
use crate::ids::{BlockId, Edge};
use crate::text::{Notation, read};
use alloc::format;
use alloc::string::String;
use alloc::vec;

/// Every block decides by 0.
struct Numbers<'a>(Plain<'a>);

impl Due for Numbers<'_> {
    fn statements(&self, block: BlockId) -> String {
        self.0.statements(block)
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.0.on_edge(edge)
    }

    fn leave(&self, block: BlockId) -> String {
        self.0.leave(block)
    }

    fn decision(&self, block: BlockId) -> Asked {
        Asked {
            holds: vec![String::from("0")],
            fails: vec![String::from("1")],
            ..self.0.decision(block)
        }
    }
}

#[track_caller]
fn check(graph: &str, body: &str, is_right: bool) {
    let graph = read(graph, Notation::Cfg).expect("the row is a graph");
    let due = Numbers(Plain {
        cfg: &graph.cfg,
        acts: false,
        before: "",
    });
    let verdict = text(&graph.cfg, body, &due, &control(), 1000);
    match is_right {
        true => assert!(matches!(verdict, TextVerdict::Proved { .. }), "{verdict:?}"),
        false => assert!(matches!(verdict, TextVerdict::Failed(_)), "{verdict:?}"),
    }
}

#[test]
fn a_flag_may_be_set_to_what_a_block_decides_by() {
    let arms = "s1 = 1; return r1; } s2 = 1; return r2;";
    let fork = |middle: &str, is_right| check(FORK, &format!("s0 = 1; {middle} {arms}"), is_right);
    fork("f = 0; if (f) {", true);
    fork("f = (0); if (f) {", true);
    fork("f = 1; if (!f) {", true);
    fork("f = 0; if (!f) {", false);
    fork("f = 1; if (f) {", false);
    // The number is the text's own, and the decision is asked for later.
    fork("f = 0; if (f) { return r1; } if (0) {", true);
    fork("f = 1; if (f) { } if (0) {", true);
    fork("f = 1; if (f) { return r1; } if (0) {", false);
}

#[test]
fn a_loop_may_ask_by_a_number() {
    let ends = "s1 = 1; return r1;";
    check(
        LOOP,
        &format!("do {{ s0 = 1; f = 0; }} while (f); {ends}"),
        true,
    );
    check(LOOP, &format!("do {{ s0 = 1; }} while (0); {ends}"), true);
    check(
        LOOP,
        &format!("while (1) {{ s0 = 1; if (1) break; }} {ends}"),
        true,
    );
    check(
        LOOP,
        &format!("do {{ s0 = 1; f = 1; }} while (f); {ends}"),
        false,
    );
}

#[test]
fn a_text_does_not_go_on_alone_for_ever() {
    check(FORK, "s0 = 1; while (1) { f = 0; }", false);
    check(FORK, "s0 = 1; while (1) { if (0) { } }", false);
}
