//! Tests that lower small programs.

use super::{Refusal, lower, lower_for};
use crate::program::{Falls, Labelled, PROFILES, Profile, Step, constructs};
use crate::verify::tests::notation::{graph, program};
use crate::{measure, verify};
use alloc::string::ToString;

/// Only blocks print anything: edges have no code.
fn prints(step: Step) -> bool {
    matches!(step, Step::Run(_))
}

/// Lowers a program of a graph, proves the result, and compares the result and its costs.
#[track_caller]
fn check(profile: &Profile, cfg: &str, before: &str, after: &str, cost: &str) {
    let cfg = graph(cfg);
    let lowered = lower_for(&cfg, &program(before), profile, &prints);
    let lowered = lowered.expect("the program keeps the rules");
    let limit = verify::state_limit(&cfg, &lowered.program);
    assert!(verify::simulation(&cfg, &lowered.program, limit).is_proved());
    assert_eq!(verify::profile(&lowered.program, profile), []);
    let words = |text: &str| {
        text.split_whitespace()
            .collect::<alloc::vec::Vec<_>>()
            .join(" ")
    };
    assert_eq!(words(&lowered.program.to_string()), words(after));
    assert_eq!(lowered.report.to_string(), cost);
}

const TWO_LEVELS: (&str, &str) = (
    "0: 1, 1: 3 2, 2: 1 0, 3: return",
    "l0: loop { run b0 take b0.0 l1: loop { run b1 if b1 { case 0: take b1.0 break l0 case 1: take b1.1 } \
     run b2 if b2 { case 0: take b2.0 continue l1 case 1: take b2.1 } } continue l0 } run b3 leave b3",
);

#[test]
fn a_jump_across_a_loop_sets_a_selector() {
    let (cfg, before) = TWO_LEVELS;
    check(
        &Profile::SINGLE_LEVEL,
        cfg,
        before,
        "label = 0 l0: loop { run b0 take b0.0 l1: loop { run b1 \
         if b1 { case 0: take b1.0 label = 1 break l1 case 1: take b1.1 } \
         run b2 if b2 { case 0: take b2.0 continue l1 case 1: take b2.1 } } \
         switch label { case 1: break l0 default: } continue l0 } run b3 leave b3",
        "1 selector, 1 test, 0 copies, depth 3 to 3",
    );
    check(
        &Profile::MULTI_LEVEL,
        cfg,
        before,
        before,
        "0 selectors, 0 tests, 0 copies, depth 3 to 3",
    );
}

/// The inner loop is left for one place only, so no test is needed after it.
#[test]
fn one_target_needs_no_test() {
    let before = "l0: loop { run b0 take b0.0 l1: loop { run b1 if b1 { \
                  case 0: take b1.0 break l0 case 1: take b1.1 continue l1 } } } run b2 leave b2";
    check(
        &Profile::SINGLE_LEVEL,
        "0: 1, 1: 2 1, 2: return",
        before,
        "run b0 take b0.0 l1: loop { run b1 if b1 { case 0: take b1.0 case 1: take b1.1 continue l1 } } \
         run b2 leave b2",
        "0 selectors, 0 tests, 0 copies, depth 3 to 2",
    );
}

const FALLS: (&str, &str) = (
    "0: 1 2 3 4, 1: 2, 2: 3, 3: 4, 4: return",
    "run b0 l0: block { l1: block { switch b0 { case 0: take b0.0 run b1 take b1.0 \
     case 1: take b0.1 case 2: take b0.2 break l1 case 3: take b0.3 break l0 } \
     run b2 take b2.0 } run b3 take b3.0 } run b4 leave b4",
);

/// If edges have no code, the order of the arms expresses all jumps. With code, two arms that lead
/// to one place would both have to be written directly before it.
#[test]
fn arms_that_fall_through_need_no_selector() {
    let (cfg, before) = FALLS;
    let cost = "0 selectors, 0 tests, 0 copies, depth 3 to 3";
    check(&Profile::SINGLE_LEVEL, cfg, before, before, cost);
    let lowered = lower(&graph(cfg), &program(before), &Profile::SINGLE_LEVEL);
    assert!(lowered.expect("no depth is set").report.selectors > 0);
    let never = Profile {
        falls: Falls::Never,
        ..Profile::SINGLE_LEVEL
    };
    let lowered = lower_for(&graph(cfg), &program(before), &never, &prints);
    assert!(lowered.expect("no depth is set").report.selectors > 0);
}

/// A jump out of a loop inside an absorbing switch leaves the loop, and then the switch.
#[test]
fn a_loop_that_a_switch_takes_in_is_left_with_a_selector() {
    check(
        &Profile::SINGLE_LEVEL,
        "0: 1 2 3, 1: 2, 2: 2 3 4, 3: return, 4: return",
        "run b0 l0: block { switch b0 { case 0: take b0.0 run b1 take b1.0 case 1: take b0.1 \
         case 2: take b0.2 break l0 } l1: loop { run b2 switch b2 { case 0: take b2.0 continue l1 \
         case 1: take b2.1 break l0 case 2: take b2.2 } } run b4 leave b4 } run b3 leave b3",
        "label = 0 run b0 l0: block { switch b0 { case 0: take b0.0 run b1 take b1.0 \
         case 1: take b0.1 case 2: take b0.2 break l0 } l1: loop { run b2 l2: switch b2 { \
         case 0: take b2.0 continue l1 case 1: take b2.1 label = 1 break l2 case 2: take b2.2 } \
         break l1 } switch label { case 1: break l0 default: } run b4 leave b4 } run b3 leave b3",
        "1 selector, 1 test, 0 copies, depth 3 to 3",
    );
}

/// A dispatcher of one arm is an `if`, not a switch that would catch the `break`.
#[test]
fn a_dispatcher_of_one_arm_stays_an_if() {
    let before = "label = 7 l0: loop { switch label { case 7: run b0 if b0 { \
                  case 0: take b0.0 continue l0 case 1: take b0.1 } } } run b1 leave b1";
    check(
        &Profile::SHADER,
        "0: 0 1, 1: return",
        before,
        before,
        "0 selectors, 0 tests, 0 copies, depth 3 to 3",
    );
}

#[test]
fn a_label_that_a_bracket_cannot_have_becomes_a_scope() {
    let rust = Profile {
        labelled: Labelled::LoopsAndScopes,
        ..Profile::MULTI_LEVEL
    };
    check(
        &rust,
        "0: 1 2, 1: 2 3, 2: 3, 3: return",
        "run b0 l0: if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } \
         run b2 take b2.0 case 1: take b0.1 run b2 take b2.0 } run b3 leave b3",
        "run b0 l0: block { if b0 { case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } \
         run b2 take b2.0 case 1: take b0.1 run b2 take b2.0 } } run b3 leave b3",
        "0 selectors, 0 tests, 0 copies, depth 2 to 3",
    );
}

#[test]
fn a_depth_that_is_too_small_makes_a_state_machine_or_is_refused() {
    let (cfg, before) = TWO_LEVELS;
    let (cfg, before) = (graph(cfg), program(before));
    for profile in PROFILES {
        let refused = Profile {
            max_depth: Some(1),
            ..profile
        };
        let refusal = lower(&cfg, &before, &refused).expect_err("a loop and an if are two");
        assert!(matches!(refusal, Refusal::Depth { max_depth: 1, .. }));
        let deep = Profile {
            max_depth: Some(5),
            ..profile
        };
        let lowered = lower(&cfg, &before, &deep).expect("a state machine is no deeper");
        assert!(measure(&lowered.program).depth <= 5);
    }
}

#[test]
fn a_program_that_breaks_a_rule_is_refused() {
    let cfg = graph("0: return");
    let refusal = lower(&cfg, &program("break l0"), &Profile::SINGLE_LEVEL);
    assert!(matches!(refusal, Err(Refusal::Broken(_))));
}

#[test]
fn constructs_name_their_parts() {
    let program =
        program("l0: loop { run b0 if b0 { case 0: take b0.0 continue l0 case 1: take b0.1 } }");
    let parts = constructs(&program);
    let parts = parts.iter().map(|it| (it.header, it.merge, it.continues));
    let parts =
        parts.map(|(header, merge, continues)| alloc::format!("{header} {merge} {continues:?}"));
    assert_eq!(
        parts.collect::<alloc::vec::Vec<_>>(),
        ["n0 n9 Some(n5)", "n2 n8 None"]
    );
}
