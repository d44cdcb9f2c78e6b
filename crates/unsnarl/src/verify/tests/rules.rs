//! Each rule; each row breaks one rule and no other.

use super::notation;
use crate::cfg::{ControlFlow, Exit};
use crate::ids::{BlockId, Edge, FlagId, Id, LabelId};
use crate::program::{Program, ProgramBuilder, Step, Term};
use crate::verify::{self, Violation};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn lines(violations: &[Violation]) -> String {
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

/// A host whose graph no builder has checked.
struct Host {
    entry: usize,
    rows: Vec<(Exit, Vec<usize>)>,
}

impl ControlFlow for Host {
    fn entry(&self) -> BlockId {
        BlockId::new(self.entry)
    }
    fn block_count(&self) -> usize {
        self.rows.len()
    }
    fn exit(&self, block: BlockId) -> Exit {
        self.rows[block.index()].0
    }
    fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.rows[block.index()]
            .1
            .iter()
            .map(|&arm| BlockId::new(arm))
    }
}

#[track_caller]
fn check_graph(entry: usize, rows: &[(Exit, &[usize])], expected: &str) {
    let rows = rows.iter().map(|(exit, arms)| (*exit, arms.to_vec()));
    let host = Host {
        entry,
        rows: rows.collect(),
    };
    assert_eq!(lines(&verify::graph(&host)), expected);
}

#[test]
fn each_rule_of_graphs_is_judged() {
    check_graph(0, &[(Exit::Branch, &[0, 0])], "");
    check_graph(0, &[(Exit::Switch, &[0])], "");
    check_graph(
        2,
        &[(Exit::Return, &[])],
        "rule G1: the entry b2 is not in the graph, which has 1 block: add it first",
    );
    check_graph(
        0,
        &[(Exit::Branch, &[0, 3])],
        "rule G2: arm b0.1 leads to b3, but the graph has 1 block",
    );
    check_graph(
        0,
        &[(Exit::Jump, &[0, 0])],
        "rule G3: b0 has the exit jump and 2 arms: expected one",
    );
    check_graph(
        0,
        &[(Exit::Switch, &[])],
        "rule G3: b0 has the exit switch and 0 arms: expected at least one, the default",
    );
    check_graph(
        0,
        &[(Exit::Unreachable, &[0])],
        "rule G3: b0 has the exit unreachable and 1 arm: expected none",
    );
}

#[test]
fn a_graph_that_was_built_keeps_the_rules() {
    let cfg = notation::graph("0: 1 2, 1: 0, 2: return");
    assert_eq!(verify::graph(&cfg), []);
}

/// Blocks of every exit: 0 branches, 1 jumps, 2 returns, 3 switches, 4 is unreachable.
const GRAPH: &str = "0: 1 2, 1: 0, 2: return, 3: 0 1 2, 4: unreachable";

#[track_caller]
fn check(program: &str, expected: &str) {
    let violations = verify::program(&notation::graph(GRAPH), &notation::program(program));
    assert_eq!(lines(&violations), expected);
}

#[test]
fn p1_brackets_close_and_arms_stand_in_their_brackets() {
    check("", "");
    check("l0: block { l1: loop { } } if b0 { case 0: case 1: }", "");
    check("run b0 }", "rule P1: n1 closes a bracket, but none is open");
    check(
        "l0: block { l1: loop { }",
        "rule P1: n0 opens a bracket that is never closed",
    );
    check(
        "case 0:",
        "rule P1: n0 begins an arm outside of an if, switch or dispatch",
    );
    check(
        "if b0 { case 0: l0: loop { case 1: } case 1: }",
        "rule P1: n3 begins an arm outside of an if, switch or dispatch",
    );
    check(
        "switch label { run b0 case 0: }",
        "rule P1: n0 does not begin with an arm",
    );
    check("switch label { }", "rule P1: n0 does not begin with an arm");
    check(
        "if b0 {",
        concat!(
            "rule P1: n0 does not begin with an arm; rule P1: n0 opens a bracket that is never closed; ",
            "rule P5: n0 has no arm for case 0 (2 such cases in all); ",
            "rule P5: n0 has 0 arms, but an if needs two",
        ),
    );
}

#[test]
fn p2_jumps_stand_inside_what_binds_their_label() {
    check("l7: loop { l3: block { break l3 } continue l7 }", "");
    check("l0: if b0 { case 0: break l0 case 1: }", "");
    check("l0: switch label { case 9: break l0 }", "");
    check(
        "l0: block { } l0: block { }",
        "rule P2: n2 binds l0, which n0 binds already",
    );
    check(
        "break l0",
        "rule P2: n0 jumps to l0, which no bracket around it binds",
    );
    check(
        "l0: block { } break l0",
        "rule P2: n2 jumps to l0, which no bracket around it binds",
    );
    check(
        "continue l0 l0: loop { }",
        concat!(
            "rule P2: n0 jumps to l0, which no bracket around it binds; ",
            "rule P3: n1 follows a step that diverts control",
        ),
    );
    check(
        "l0: block { continue l0 }",
        "rule P2: n1 continues n0, which is not a loop",
    );
}

#[test]
fn p3_nothing_follows_a_step_that_diverts() {
    check(
        "l0: loop { if b0 { case 0: break l0 case 1: continue l0 } }",
        "",
    );
    check(
        "l0: block { break l0 run b0 }",
        "rule P3: n2 follows a step that diverts control",
    );
    check(
        "l0: loop { continue l0 l1: block { } }",
        "rule P3: n2 follows a step that diverts control",
    );
    check(
        "leave b2 label = 1",
        "rule P3: n1 follows a step that diverts control",
    );
}

#[test]
fn p4_blocks_and_edges_are_the_graphs_and_fit() {
    check("take b3.2 switch b0 { case 0 1: } leave b4", "");
    check("run b5", "rule P4: n0 names b5, which is not in the graph");
    check(
        "leave b9",
        "rule P4: n0 names b9, which is not in the graph",
    );
    check(
        "take b1.1",
        "rule P4: n0 names edge b1.1, which is not in the graph",
    );
    check(
        "take b7.0",
        "rule P4: n0 names edge b7.0, which is not in the graph",
    );
    check(
        "leave b1",
        "rule P4: n0 does not fit b1, whose exit is jump",
    );
    check(
        "if b3 { case 0: case 1 2: }",
        "rule P4: n0 does not fit b3, whose exit is switch",
    );
    check(
        "switch b1 { case 0: }",
        "rule P4: n0 does not fit b1, whose exit is jump",
    );
}

#[test]
fn p5_arms_list_every_slot_once() {
    check("switch b3 { case 2: case 0 1: }", "");
    check("if b0 { case 1: case 0: }", "");
    check("switch label { case 4000000000: }", "");
    check(
        "switch b3 { case 2: case 0: }",
        "rule P5: n0 has no arm for case 1 (1 such cases in all)",
    );
    check(
        "switch b3 { case 2: case 0 1 2: }",
        "rule P5: n2 lists case 2, which its bracket lists already",
    );
    check(
        "switch b0 { case 0 1 2: }",
        "rule P5: n1 lists slot 2, which the block does not have",
    );
    check(
        "switch label { case 5: case 6 5: }",
        "rule P5: n2 lists case 5, which its bracket lists already",
    );
    check(
        "switch b0 { case 0 1: default: }",
        "rule P5: n2 begins an arm that lists no case",
    );
    check(
        "if b0 { case 0 1: }",
        "rule P5: n0 has 1 arm, but an if needs two",
    );
}

#[test]
fn p5_a_dispatch_has_one_default_at_most() {
    check("switch label { default: }", "");
    check("switch label { case 1: default: case 0: }", "");
    check(
        "switch label { default: case 1: default: default: }",
        concat!(
            "rule P5: n3 begins an arm that lists no case, and so does n1; ",
            "rule P5: n4 begins an arm that lists no case, and so does n1",
        ),
    );
    // Each has its own.
    check(
        "switch label { default: switch label { case 1: default: } }",
        "",
    );
}

#[test]
fn p5_the_arms_of_a_test_list_one_and_zero() {
    check("if f0 { case 1: case 0: }", "");
    check("l0: if f0 { case 0: break l0 case 1: }", "");
    check(
        "if f0 { case 1: }",
        concat!(
            "rule P5: n0 has no arm for case 0 (1 such cases in all); ",
            "rule P5: n0 has 1 arm, but an if needs two",
        ),
    );
    check(
        "if f0 { case 0 1: }",
        "rule P5: n0 has 1 arm, but an if needs two",
    );
    check(
        "if f0 { case 0: case 1: default: }",
        concat!(
            "rule P5: n3 begins an arm that lists no case; ",
            "rule P5: n0 has 3 arms, but an if needs two",
        ),
    );
    check(
        "if f0 { case 0: case 1 0: }",
        "rule P5: n2 lists case 0, which its bracket lists already",
    );
    check(
        "if f0 { case 0: case 1 2: }",
        "rule P5: n2 lists 2, but a condition is 1 or 0",
    );
}

/// Tests these terms, which need not be a formula.
#[track_caller]
fn check_terms(terms: &[Term], expected: &str) {
    let mut builder = ProgramBuilder::new();
    let condition = builder.condition(terms.iter().copied());
    builder.open_test(condition, None);
    builder.arm([1]);
    builder.arm([0]);
    builder.close();
    let violations = verify::program(&notation::graph(GRAPH), &builder.finish());
    assert_eq!(lines(&violations), expected);
}

#[test]
fn p6_a_condition_is_a_formula() {
    let flag = Term::Flag(FlagId::new(0));
    let none = "rule P6: n0 tests a condition that is not a formula";
    check("if !(f0 || f1) && f2 { case 1: case 0: }", "");
    check_terms(&[flag], "");
    check_terms(&[Term::Not, Term::And, flag, Term::Not, flag], "");
    check_terms(&[], none);
    check_terms(&[Term::Not], none);
    check_terms(&[Term::Or, flag], none);
    check_terms(&[Term::And, Term::Or, flag, flag], none);
    // A formula ends where no operand is missing; the terms after it belong to another one.
    check_terms(&[flag, Term::Not], "");
}

#[test]
fn conditions_of_another_program_are_judged_by_the_table_at_hand() {
    let other = notation::program("if f0 && f1 { case 1: case 0: }");
    let steps = other.steps().map(|(_, step)| step);
    let terms = other.all_terms()[..2].to_vec();
    let program = Program::from_steps(steps, other.all_cases().to_vec(), terms);
    let violations = verify::program(&notation::graph(GRAPH), &program);
    assert_eq!(
        lines(&violations),
        "rule P6: n0 tests a condition that is not a formula"
    );
}

#[test]
fn cases_of_another_program_are_none() {
    let other = notation::program("switch b3 { case 0 1 2: }");
    let steps = other.steps().map(|(_, step)| step);
    let program = Program::from_steps(steps, Vec::new(), Vec::new());
    let violations = verify::program(&notation::graph(GRAPH), &program);
    assert_eq!(
        lines(&violations),
        concat!(
            "rule P5: n1 begins an arm that lists no case; ",
            "rule P5: n0 has no arm for case 0 (3 such cases in all)",
        )
    );
}

#[test]
fn ids_near_the_largest_number_take_no_room() {
    let largest = u32::MAX as usize - 2;
    let (label, flag) = (LabelId::new(largest), FlagId::new(largest));
    let mut builder = ProgramBuilder::new();
    builder.open_block(label);
    builder.go_past(label);
    builder.close();
    builder.set(flag, true);
    let condition = builder.condition([Term::Flag(flag)]);
    builder.open_test(condition, None);
    builder.arm([1]);
    builder.arm([0]);
    builder.close();
    builder.push(Step::Take(Edge {
        block: BlockId::new(0),
        slot: u32::MAX,
    }));
    let violations = verify::program(&notation::graph(GRAPH), &builder.finish());
    assert_eq!(
        lines(&violations),
        "rule P4: n8 names edge b0.4294967295, which is not in the graph"
    );
}
