//! Small texts, most of them wrong. The testkit tests that right texts are proved for every graph
//! and algorithm.

mod decisions;
mod numbers;
mod scope;

use super::{Asked, Control, Due, TextVerdict, text};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, Id};
use crate::text::{Notation, read};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

/// Blocks whose names are their statements. `c0`, `c1`, … are conditions; `v0`, … are the operands
/// of switches, with cases 10, 11, …
struct Plain<'a> {
    cfg: &'a Cfg,
    acts: bool,
    /// The text before a `return`.
    before: &'static str,
}

impl Due for Plain<'_> {
    fn statements(&self, block: BlockId) -> String {
        format!("s{} = 1;", block.index())
    }

    fn on_edge(&self, _: Edge) -> String {
        String::new()
    }

    fn leave(&self, block: BlockId) -> String {
        format!("{}return r{};", self.before, block.index())
    }

    fn decision(&self, block: BlockId) -> Asked {
        let number = block.index();
        let mut cases = vec![None; self.cfg.edges(block).count()];
        for (slot, case) in cases.iter_mut().enumerate().rev().skip(1) {
            *case = Some((10 + slot).to_string());
        }
        let asked = match self.cfg.exit(block) {
            Exit::Branch => Asked {
                holds: vec![format!("c{number}")],
                ..Asked::default()
            },
            _ => Asked {
                operands: vec![format!("v{number}")],
                cases,
                ..Asked::default()
            },
        };
        Asked {
            acts: self.acts,
            ..asked
        }
    }
}

fn verdict(graph: &str, acts: bool, control: &Control, body: &str) -> TextVerdict {
    let graph = read(graph, Notation::Cfg).expect("the row is a graph");
    let cfg = &graph.cfg;
    text(
        cfg,
        body,
        &Plain {
            cfg,
            acts,
            before: "",
        },
        control,
        1000,
    )
}

#[track_caller]
fn is_proved(graph: &str, body: &str) {
    let verdict = verdict(graph, false, &control(), body);
    assert!(matches!(verdict, TextVerdict::Proved { .. }), "{verdict:?}");
}

/// Checks that a text fails, with these words in the message.
#[track_caller]
fn fails(graph: &str, body: &str, words: &str) {
    match verdict(graph, false, &control(), body) {
        TextVerdict::Failed(difference) => {
            let message = difference.to_string();
            assert!(message.contains(words), "{message}");
        }
        verdict => panic!("{verdict:?}"),
    }
}

fn control() -> Control {
    Control {
        label: Some((String::from("label"), None)),
        flags: vec![String::from("f")],
        saved: vec![(String::from("d0"), BlockId::new(0))],
        leaving: ["fail", "TAIL"].map(String::from).to_vec(),
        has_labels: true,
    }
}

const LINE: &str = "a -> b\nb -> return";
const FORK: &str = "a -> b | c\nb -> return\nc -> return";
const LOOP: &str = "a -> a | b\nb -> return";
const SWITCH: &str = "a -> switch b c | d\nb -> return\nc -> return\nd -> return";

#[test]
fn statements_come_in_their_order() {
    is_proved(LINE, "s0 = 1; s1 = 1; return r1;");
    is_proved(LINE, "{ s0 = 1; } do { s1 = 1; } while (0); return r1;");
    fails(LINE, "s1 = 1; s0 = 1; return r1;", "expected s0 = 1 at b0");
    fails(LINE, "s0 = 1; return r1;", "expected s1 = 1 at b1");
    fails(LINE, "s0 = 1; s1 = 1;", "the end");
    fails(
        LINE,
        "s0 = 1; s1 = 1; s1 = 1; return r1;",
        "expected return r1 at b1",
    );
}

#[test]
fn variables_are_declared_where_they_are_set() {
    is_proved(LINE, "int s0 = 1; struct x *y; uint8_t s1 = 1; return r1;");
    // Keywords are no types.
    fails(LINE, "return s0 = 1; s1 = 1; return r1;", "return s0");
    fails(LINE, "s0 = 1; delete s1 = 1; return r1;", "delete s1");
    fails(LINE, "s0 = 1; delete x; s1 = 1; return r1;", "delete x");
}

#[test]
fn jumps_lead_somewhere() {
    is_proved(
        LOOP,
        "l: while (1) { s0 = 1; if (c0) continue l; break l; } s1 = 1; return r1;",
    );
    fails(LINE, "s0 = 1; break;", "a jump without a target");
    fails(
        LINE,
        "s0 = 1; l: { continue l; } s1 = 1; return r1;",
        "a jump without a target",
    );
    fails(LINE, "s0 = 1; goto x; s1 = 1; x: return r1;", "goto x");
    fails(LINE, "s0 = 1; } s1 = 1;", "a statement");
}

#[test]
fn decisions_lead_where_the_graph_says() {
    is_proved(
        FORK,
        "s0 = 1; if (c0) { s1 = 1; return r1; } s2 = 1; return r2;",
    );
    is_proved(
        FORK,
        "s0 = 1; if (!(c0)) { s2 = 1; return r2; } s1 = 1; return r1;",
    );
    fails(
        FORK,
        "s0 = 1; if (!c0) { s1 = 1; return r1; } s2 = 1; return r2;",
        "s1",
    );
    fails(
        FORK,
        "s0 = 1; if (c1) { s1 = 1; return r1; } s2 = 1; return r2;",
        "c1",
    );
    // `!` binds to the first operand alone.
    fails(
        FORK,
        "s0 = 1; if (!c0 == x) { s1 = 1; return r1; } s2 = 1; return r2;",
        "!",
    );
    fails(
        LOOP,
        "s0 = 1; while (c0) { } s1 = 1; return r1;",
        "expected s0 = 1 at b0",
    );
}

#[test]
fn cases_are_those_of_the_decision() {
    let arms = |more: &str| {
        format!(
            "s0 = 1; switch (v0) {{ case 10: s1 = 1; return r1; {more} \
             case 11: s2 = 1; return r2; }} s3 = 1; return r3;"
        )
    };
    is_proved(SWITCH, &arms(""));
    // The default stands for all other values, `case 12` for only one of them.
    fails(SWITCH, &arms("case 12: s3 = 1; return r3;"), "v0");
    fails(
        SWITCH,
        "s0 = 1; switch (v0) { case 11: s1 = 1; return r1; case 10: s2 = 1; return r2; } s3 = 1; \
         return r3;",
        "s",
    );
    is_proved(
        SWITCH,
        "s0 = 1; if (v0 == 11) { s2 = 1; return r2; } if (v0 != 10) { s3 = 1; return r3; } s1 = 1; \
         return r1;",
    );
    // `&` binds less than `==`.
    fails(
        FORK,
        "s0 = 1; if (x & v0 == 10) { s1 = 1; return r1; } s2 = 1; return r2;",
        "x & v0",
    );
}

#[test]
fn variables_of_control_are_followed() {
    is_proved(
        FORK,
        "s0 = 1; f = c0; if (f) { label = 3; } else { label = 4; } switch (label) { case 3: s1 = 1; \
         return r1; default: s2 = 1; return r2; }",
    );
    fails(
        FORK,
        "s0 = 1; f = c0; if (f) { label = 4; } else { label = 3; } switch (label) { case 3: s1 = 1; \
         return r1; default: s2 = 1; return r2; }",
        "s",
    );
    is_proved(
        SWITCH,
        "s0 = 1; d0 = v0; if (d0 == 10) { s1 = 1; return r1; } switch (d0) { case 11: s2 = 1; return \
         r2; } s3 = 1; return r3;",
    );
    // A value that is not a case may belong to the default.
    fails(
        SWITCH,
        "s0 = 1; d0 = v0; if (d0 == 12) { s3 = 1; return r3; } if (d0 == 10) { s1 = 1; return r1; } \
         if (d0 == 11) { s2 = 1; return r2; } s3 = 1; return r3;",
        "d0 == 12",
    );
    fails(
        FORK,
        "s0 = 1; if (d0) { s1 = 1; return r1; } s2 = 1; return r2;",
        "before it is set",
    );
}

#[test]
fn what_never_returns_leaves() {
    let graph = "a -> unreachable";
    is_proved(graph, "s0 = 1; return r0; s7 = 1;");
    fails(graph, "s0 = 1; unknown();", "expected return r0 at b0");
    fails(LINE, "s0 = 1; fail(); s1 = 1; return r1;", "fail");
    fails(LINE, "s0 = 1; TAIL return r1; s1 = 1; return r1;", "TAIL");
}

#[test]
fn a_macro_may_stand_before_a_return() {
    let graph = read(FORK, Notation::Cfg).expect("the row is a graph");
    let due = Plain {
        cfg: &graph.cfg,
        acts: false,
        before: "TAIL ",
    };
    let body = "s0 = 1; if (c0) { s1 = 1; TAIL return r1; } s2 = 1; TAIL return r2;";
    let verdict = |control: &Control| text(&graph.cfg, body, &due, control, 1000);
    assert!(matches!(verdict(&control()), TextVerdict::Proved { .. }));
    let unknown = Control {
        leaving: Vec::new(),
        ..control()
    };
    assert!(matches!(verdict(&unknown), TextVerdict::Failed(_)));
}

/// Blocks that leave by a call.
struct Gone<'a>(Plain<'a>);

impl Due for Gone<'_> {
    fn statements(&self, block: BlockId) -> String {
        self.0.statements(block)
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.0.on_edge(edge)
    }

    fn leave(&self, _: BlockId) -> String {
        String::from("gone()")
    }

    fn decision(&self, block: BlockId) -> Asked {
        self.0.decision(block)
    }
}

#[track_caller]
fn gone(body: &str, expected: &str) {
    let graph = read("a -> b | u\nb -> b\nu -> unreachable", Notation::Cfg);
    let graph = graph.expect("this is a graph");
    let due = Gone(Plain {
        cfg: &graph.cfg,
        acts: false,
        before: "",
    });
    let verdict = match text(&graph.cfg, body, &due, &control(), 1000) {
        TextVerdict::Proved { .. } => String::from("proved"),
        TextVerdict::Failed(difference) => difference.to_string(),
        TextVerdict::GivenUp { .. } => String::from("given up"),
    };
    assert!(verdict.contains(expected), "{body}\n{verdict}");
}

#[test]
fn nothing_is_due_behind_what_control_never_gets_to() {
    let check = |code: &str, expected: &str| {
        gone(
            &format!("s0 = 1; if (!(c0)) {{ {code} }} while (1) s1 = 1;"),
            expected,
        );
    };
    check("s2 = 1; gone();", "proved");
    check(
        "s2 = 1; gone(); switch (label) { case 1: break; }",
        "proved",
    );
    check("s2 = 1; gone(); while (1) { }", "proved");
    check("s2 = 1; gone(); s3 = 1;", "proved");
    check("s2 = 1; while (1) { }", "gone ( )");
    check("gone();", "expected s2 = 1 at b2");
}

#[test]
fn jumps_of_c_name_no_label() {
    let body = "l: while (1) { s0 = 1; if (c0) continue l; break l; } s1 = 1; return r1;";
    let unlabelled = Control {
        has_labels: false,
        ..control()
    };
    let verdict = verdict(LOOP, false, &unlabelled, body);
    assert!(matches!(verdict, TextVerdict::Failed(_)), "{verdict:?}");
}

#[test]
fn both_loop_or_neither() {
    let endless = "a -> b\nb -> b";
    fails(endless, "s0 = 1; while (1) { }", "expected s1 = 1 at b1");
    fails(
        LINE,
        "s0 = 1; while (1) { } s1 = 1; return r1;",
        "expected s1 = 1 at b1",
    );
}

/// A fork whose arms reach their statements through a machine of 200 states, each of which only
/// sets the next one. The second arm begins at one of these states, and the last state goes on with
/// a statement.
fn through_a_machine(second: usize, last: &str) -> String {
    let cases = (1..200).map(|own| format!("case {own}: label = {}; continue; ", own + 1));
    let cases: String = cases.collect();
    format!(
        "s0 = 1; if (c0) {{ label = 1; }} else {{ label = {second}; }} while (1) {{ switch (label) \
         {{ {cases}case 200: {last} case 300: s2 = 1; return r2; }} }}"
    )
}

#[test]
fn long_silent_paths_lead_somewhere() {
    let last = "s1 = 1; return r1;";
    is_proved(FORK, &through_a_machine(300, last));
    // Both arms share the rest of the path.
    fails(
        FORK,
        &through_a_machine(3, last),
        "found s1 = 1, expected s2 = 1 at b2",
    );
    fails(
        FORK,
        &through_a_machine(150, last),
        "found s1 = 1, expected s2 = 1 at b2",
    );
    // The path comes back to its start, or to its middle.
    fails(
        FORK,
        &through_a_machine(300, "label = 1; continue;"),
        "s1 = 1",
    );
    fails(
        FORK,
        &through_a_machine(300, "label = 99; continue;"),
        "s1 = 1",
    );
    fails(FORK, &through_a_machine(199, "label = 5; continue;"), "s");
}

/// Checks this number of blocks with a choice in a row, where each leaves its own value in the
/// label.
#[track_caller]
fn in_a_row(count: usize, compared: impl Fn(usize) -> usize) -> TextVerdict {
    let mut graph = String::new();
    let mut body = String::from("label = 0; ");
    for number in 0..count {
        let [block, other, next] = [2 * number, 2 * number + 1, 2 * number + 2];
        graph += &format!("n{block} -> n{other} | n{next}\nn{other} -> n{next}\n");
        let (own, compared) = (number + 1, compared(number + 1));
        body += &format!(
            "s{block} = 1; if (!c{block}) {{ label = {own}; }} \
             if (label != {compared}) {{ s{other} = 1; }} "
        );
    }
    let last = 2 * count;
    graph += &format!("n{last} -> return");
    body += &format!("s{last} = 1; return r{last};");
    let graph = read(&graph, Notation::Cfg).expect("it is a graph");
    let cfg = &graph.cfg;
    let due = Plain {
        cfg,
        acts: false,
        before: "",
    };
    text(cfg, &body, &due, &control(), 1 << 20)
}

#[test]
fn what_a_label_has_left_is_no_state_of_its_own() {
    let states = |count| match in_a_row(count, |own| own) {
        TextVerdict::Proved { states } => states,
        verdict => panic!("{verdict:?}"),
    };
    let [one, two, three] = [200, 400, 600].map(states);
    assert_eq!(three - two, two - one);
    // A value that is compared once more counts until that comparison.
    let again = in_a_row(40, |own| if own == 40 { 1 } else { own });
    assert!(matches!(again, TextVerdict::Failed(_)), "{again:?}");
}

#[test]
fn many_states_are_given_up() {
    let graph = read(LOOP, Notation::Cfg).expect("the row is a graph");
    let due = Plain {
        cfg: &graph.cfg,
        acts: false,
        before: "",
    };
    let body = "do { s0 = 1; } while (c0); s1 = 1; return r1;";
    let verdict = text(&graph.cfg, body, &due, &control(), 1);
    assert!(
        matches!(verdict, TextVerdict::GivenUp { .. }),
        "{verdict:?}"
    );
}
