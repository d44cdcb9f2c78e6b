//! Tests of the promises of `regions`.

use super::*;
use crate::analysis::samples;
use crate::cfg::Cfg;
use crate::program::{Formula, Measures, Step, measure};
use crate::reduce::{Exceeded, dispatch};
use crate::text::{Notation, read};
use crate::verify;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Structures a graph, and checks that the program is proved and that the promises are kept.
#[track_caller]
fn structured(cfg: &Cfg) -> Program {
    let program = regions(&dispatch(cfg), Budget::times(cfg, 32)).expect("it fits into the budget");
    let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
    assert!(verdict.is_proved(), "{cfg:?}\n{program}\n{verdict}");
    let Measures { scopes, copies, .. } = measure(&program);
    assert_eq!((scopes, copies), (0, 0), "{cfg:?}\n{program}");
    let mut open = Vec::new();
    for (_, step) in program.steps() {
        match step {
            Step::End => {
                open.pop();
            }
            Step::Break(label) | Step::Continue(label) => {
                let innermost = open.iter().rev().find_map(|&open| match open {
                    Step::Loop(label) => Some(label),
                    _ => None,
                });
                assert_eq!(innermost, Some(label), "{program}");
            }
            step if step.opens() => open.push(step),
            _ => {}
        }
    }
    program
}

/// `expected` has the measures of the program, and its conditions in order.
#[track_caller]
fn check(text: &str, expected: &str) {
    let graph = read(text, Notation::Cfg).expect("the graph is well formed");
    let program = structured(&graph.cfg);
    let Measures {
        flags,
        flag_stores,
        depth,
        ..
    } = measure(&program);
    let conditions: Vec<String> = program
        .steps()
        .filter_map(|(_, step)| match step {
            Step::Test(condition, _) => Some(Formula(program.condition(condition)).to_string()),
            _ => None,
        })
        .collect();
    let answer = format!("{flags} flags, {flag_stores} stores, depth {depth}: ");
    assert_eq!(answer + &conditions.join(", "), expected, "{program}");
}

#[test]
fn what_is_decided_right_away_is_not_saved() {
    check("a -> return", "0 flags, 0 stores, depth 0: ");
    check(
        "a -> b | c\nb -> d\nc -> d\nd -> return",
        "0 flags, 0 stores, depth 1: ",
    );
    // Parts that end the function leave no condition for the rest.
    check(
        "a -> x | b\nb -> x2 | c\nx -> return\nx2 -> return\nc -> return",
        "0 flags, 0 stores, depth 1: ",
    );
}

#[test]
fn contrary_conditions_become_if_and_else() {
    check(
        "a -> b | d\nb -> c | d\nc -> e\nd -> e\ne -> return",
        "1 flags, 3 stores, depth 2: f0",
    );
    check(
        "a -> d | b\nb -> c | d\nc -> e\nd -> e\ne -> return",
        "1 flags, 3 stores, depth 2: f0",
    );
}

#[test]
fn targets_of_a_loop_are_told_apart_by_flags() {
    check(
        "a -> c | b\nb -> d | a\nc -> return\nd -> return",
        "1 flags, 2 stores, depth 2: f0",
    );
    // A target that only leads to another target moves into the loop.
    check(
        "a -> c | b\nb -> d | a\nc -> d\nd -> return",
        "0 flags, 0 stores, depth 2: ",
    );
    // Of four targets three have a flag, which is cleared before the loop.
    check(
        "a -> switch w x y | b\nb -> z | a\nw -> return\nx -> return\ny -> return\nz -> return",
        "3 flags, 6 stores, depth 2: f0, f1, f2",
    );
}

#[test]
fn random_graphs_are_proved() {
    samples::each_random(600, |_, cfg| {
        structured(cfg);
    });
}

/// A nest of loops with a switch in the innermost that leads to every latch: each loop is left for
/// the latches of all loops around it.
fn switch_to_every_latch(depth: usize) -> Cfg {
    let mut rows: Vec<Vec<usize>> = (0..depth).map(|header| alloc::vec![header + 1]).collect();
    rows.push((depth + 1..=2 * depth + 1).collect());
    for latch in 0..depth {
        rows.push(alloc::vec![depth - 1 - latch, depth + 2 + latch]);
    }
    rows.push(Vec::new());
    samples::from_rows(0, &rows)
}

#[test]
fn loops_with_too_many_targets_are_refused() {
    structured(&switch_to_every_latch(40));
    for depth in [1_000, 25_000] {
        let cfg = switch_to_every_latch(depth);
        let budget = Budget::times(&cfg, 32);
        let refusal = regions(&dispatch(&cfg), budget).expect_err("the targets are too many");
        assert_eq!(refusal, Exceeded::LoopTargets.of(budget));
        assert!(
            refusal
                .to_string()
                .contains("the targets of exits from nested loops")
        );
    }
    // With a sufficient budget the program is made, and proved.
    let cfg = switch_to_every_latch(200);
    let budget = Budget::total(1 << 20);
    let program = regions(&dispatch(&cfg), budget).expect("it fits");
    assert!(verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program)).is_proved());
}
