//! Programs that follow their graph, and one program for each kind of deviation.

use super::notation;
use crate::cfg::{CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id, LabelId};
use crate::program::ProgramBuilder;
use crate::verify::{Verdict, simulation, state_limit};
use alloc::string::ToString;

#[track_caller]
pub(super) fn check(graph: &str, program: &str, expected: &str) {
    let (cfg, program) = (notation::graph(graph), notation::program(program));
    let verdict = simulation(&cfg, &program, state_limit(&cfg, &program));
    assert_eq!(verdict.to_string(), expected);
}

#[track_caller]
pub(super) fn proved(graph: &str, program: &str) {
    let (cfg, program) = (notation::graph(graph), notation::program(program));
    let verdict = simulation(&cfg, &program, state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}");
}

#[test]
fn the_states_of_a_proof_are_counted() {
    check("0: return", "run b0 leave b0", "proved in 2 states");
    check(
        "0: 0",
        "l0: loop { run b0 take b0.0 continue l0 }",
        "proved in 3 states",
    );
}

#[test]
fn structured_programs_follow() {
    proved("0: unreachable", "run b0 leave b0");
    // The arms may come in either order, and may share the steps after them.
    proved(
        "0: 1 2, 1: 2, 2: return",
        "run b0 if b0 { case 1: take b0.1 case 0: take b0.0 run b1 take b1.0 } run b2 leave b2",
    );
    // The end of a loop leaves it.
    proved(
        "0: 0 1, 1: return",
        "l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } } run b1 leave b1",
    );
    // A break out of two loops, and one past the end of the enclosing `if`.
    proved(
        "0: 1, 1: 1 2, 2: 0 3, 3: return",
        "l0: loop { run b0 take b0.0 l1: loop { run b1 l2: if b1 { case 0: take b1.0 continue l1 \
         case 1: take b1.1 l3: block { break l2 } } } run b2 if b2 { case 0: take b2.0 continue l0 \
         case 1: take b2.1 break l0 } } run b3 leave b3",
    );
    // Blocks may be copied.
    proved(
        "0: 1 2, 1: 3, 2: 3, 3: return",
        "run b0 if b0 { case 0: take b0.0 run b1 take b1.0 run b3 leave b3 \
         case 1: take b0.1 run b2 take b2.0 run b3 leave b3 }",
    );
    // Unreachable steps are not checked.
    proved("0: return", "run b0 leave b0");
    proved(
        "0: 0",
        "l0: loop { run b0 take b0.0 continue l0 } run b0 run b0",
    );
}

#[test]
fn parallel_edges_are_the_same() {
    proved("0: 1 1, 1: return", "run b0 take b0.1 run b1 leave b1");
    proved(
        "0: 1 1 2, 1: return, 2: return",
        "run b0 switch b0 { case 0 1: take b0.0 run b1 leave b1 case 2: take b0.2 run b2 leave b2 }",
    );
    check(
        "0: 1 2 2, 1: return, 2: return",
        "run b0 switch b0 { case 0 1: take b0.0 run b1 leave b1 case 2: take b0.2 run b2 leave b2 }",
        "failed: b0 -1-> b2: n3 takes b0.0, but the decision was b0.1",
    );
    check(
        "0: 1 2, 1: return, 2: return",
        "run b0 take b0.1 run b2 leave b2",
        "failed: b0 -0-> b1: n1 takes b0.1, but the decision was b0.0",
    );
}

/// Two blocks that both are entered from outside, and lead to each other.
const TANGLE: &str = "0: 1 2, 1: 2, 2: 1 3, 3: return";

#[test]
fn labels_are_concrete() {
    proved(
        TANGLE,
        "run b0 if b0 { case 0: take b0.0 label = 1 case 1: take b0.1 label = 2 } \
         l0: loop { l1: block { switch label { case 1: run b1 take b1.0 break l1 case 2: break l1 } } \
         run b2 if b2 { case 0: take b2.0 label = 1 continue l0 case 1: take b2.1 } } run b3 leave b3",
    );
    // The store of the first arm is dropped.
    check(
        TANGLE,
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 label = 2 } \
         l0: loop { l1: block { switch label { case 1: run b1 take b1.0 break l1 case 2: break l1 } } \
         run b2 if b2 { case 0: take b2.0 label = 1 continue l0 case 1: take b2.1 } } run b3 leave b3",
        "failed: b0 -0-> b1: n10 tests the label, which is not set",
    );
    // The store of the latch is dropped: the label is still the one from the entering edge.
    check(
        TANGLE,
        "run b0 if b0 { case 0: take b0.0 label = 1 case 1: take b0.1 label = 2 } \
         l0: loop { l1: block { switch label { case 1: run b1 take b1.0 break l1 case 2: break l1 } } \
         run b2 if b2 { case 0: take b2.0 continue l0 case 1: take b2.1 } } run b3 leave b3",
        "failed: b0 -1-> b2 -0-> b1: n20 runs b2 instead of b1",
    );
    check(
        "0: return",
        "label = 4 switch label { case 3: run b0 leave b0 }",
        "failed: b0: n1 has no arm for the label 4",
    );
}

#[test]
fn a_label_is_remembered_as_long_as_it_is_live() {
    // Set on entry to the loop, tested on exit.
    let graph = "0: 1 1, 1: 1 2, 2: return";
    proved(
        graph,
        "run b0 if b0 { case 0: take b0.0 label = 5 case 1: take b0.1 label = 6 } \
         l0: loop { run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } } \
         switch label { case 5: run b2 leave b2 case 6: run b2 leave b2 }",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.0 label = 5 case 1: take b0.1 label = 6 } \
         l0: loop { run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } } \
         switch label { case 5: run b2 leave b2 case 6: run b1 leave b2 }",
        "failed: b0 -1-> b1 -1-> b2: n24 runs b1 instead of b2",
    );
}

#[test]
fn every_way_to_be_stuck_is_told() {
    let graph = "0: 1 2, 1: 0, 2: return";
    check(graph, "", "failed: b0: control runs past the last step");
    check(graph, "run b1", "failed: b0: n0 runs b1 instead of b0");
    check(
        graph,
        "run b0 run b1",
        "failed: b0 -0-> b1: n1 runs b1 before an edge is taken",
    );
    check(
        graph,
        "take b0.0",
        "failed: b0: n0 names b0, which has no pending edge",
    );
    check(
        graph,
        "leave b2",
        "failed: b0: n0 names b2, which has no pending edge",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.0 take b0.0 case 1: }",
        "failed: b0 -0-> b1: n4 names b0, which has no pending edge",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.0 if b0 { case 0: case 1: } case 1: }",
        "failed: b0 -0-> b1: n4 names b0, which has no pending edge",
    );
    check(
        graph,
        "run b0 switch b0 { case 0: switch b0 { case 0 1: } case 1: }",
        "failed: b0 -0-> b1: n3 tests the decision of b0 again",
    );
    check(
        graph,
        "run b0 leave b2",
        "failed: b0 -0-> b1: n1 names b2, which has no pending edge",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 run b2 leave b2 } run b1 take b1.0",
        "failed: b0 -0-> b1 -0-> b0: control runs past the last step",
    );
    check(
        "0: 1 2, 1: return, 2: return",
        "run b0 if b0 { case 0: take b0.0 run b1 leave b1 case 1: take b0.1 run b2 }",
        "failed: b0 -1-> b2: control runs past the last step",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.1 case 1: take b0.0 }",
        "failed: b0 -0-> b1: n3 takes b0.1, but the decision was b0.0",
    );
    check(
        graph,
        "run b7",
        "failed: the program breaks rule P4: n0 names b7, which is not in the graph",
    );
}

#[test]
fn circles_without_a_block_are_found() {
    check(
        "0: return",
        "l0: loop { continue l0 }",
        "failed: b0: control loops forever without running a block",
    );
    check(
        "0: return",
        "l0: loop { l1: loop { l2: block { continue l0 } } }",
        "failed: b0: control loops forever without running a block",
    );
    check(
        "0: 0",
        "run b0 l0: loop { label = 1 l1: block { continue l0 } }",
        "failed: b0 -0-> b0: control loops forever without running a block",
    );
    check(
        "0: 0",
        "label = 0 l0: loop { switch label { case 0: label = 1 case 1: label = 2 case 2: label = 0 } \
         continue l0 }",
        "failed: b0: control loops forever without running a block",
    );
}

#[test]
fn a_limit_that_is_hit_bounds_the_proof() {
    let cfg = notation::graph("0: 1 2, 1: 0, 2: 0");
    let text = "l0: loop { run b0 if b0 { case 0: take b0.0 run b1 take b1.0 continue l0 \
                case 1: take b0.1 run b2 take b2.0 continue l0 } }";
    let program = notation::program(text);
    assert_eq!(
        simulation(&cfg, &program, 7).to_string(),
        "not proved: the limit was reached after 7 states; no difference up to 1 decision or on \
         64 random strings",
    );
    assert!(simulation(&cfg, &program, 11).is_proved());
    let Verdict::Bounded { depth, .. } = simulation(&cfg, &program, 0) else {
        panic!("nothing is proved without states");
    };
    assert_eq!(depth, 0);
    // Beyond the limit of the search, a random string still finds the error.
    let wrong = notation::program(&text.replace("take b2.0", "take b2.0 run b0"));
    let verdict = simulation(&cfg, &wrong, 9 * 64);
    assert!(matches!(verdict, Verdict::Failed(_)), "{verdict}");
}

#[test]
fn a_long_path_is_shortened_in_the_middle() {
    let mut graph = CfgBuilder::new();
    let mut program = ProgramBuilder::new();
    for block in (0..100).map(BlockId::new) {
        graph.block(Exit::Jump, [BlockId::new(block.index() + 1)]);
        program.run(block);
        program.take(Edge::new(block, 0));
    }
    graph.block(Exit::Return, []);
    let cfg = graph.build(BlockId::new(0)).expect("a chain is a graph");
    let verdict = simulation(&cfg, &program.finish(), 1000).to_string();
    assert!(verdict.starts_with("failed: b0 -0-> b1 -0-> "), "{verdict}");
    assert!(
        verdict.contains("b7 -0-> (68 blocks) b76 -0-> "),
        "{verdict}"
    );
    assert!(
        verdict.ends_with("b99 -0-> b100: control runs past the last step"),
        "{verdict}"
    );
}

#[test]
fn deep_and_long_programs_need_no_stack() {
    const DEEP: usize = 100_000;
    let mut graph = CfgBuilder::new();
    let block = graph.block(Exit::Jump, [BlockId::new(0)]);
    let cfg = graph.build(block).expect("a self loop is a graph");
    let mut program = ProgramBuilder::new();
    (0..DEEP).for_each(|index| program.open_loop(LabelId::new(index)));
    program.run(block);
    program.take(Edge::new(block, 0));
    program.go_back(LabelId::new(0));
    (0..DEEP).for_each(|_| program.close());
    let program = program.finish();
    assert!(simulation(&cfg, &program, state_limit(&cfg, &program)).is_proved());
}
