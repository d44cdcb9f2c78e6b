//! Tests of the promises of `guarded`.

extern crate std;

use super::*;
use crate::analysis::samples;
use crate::cfg::Cfg;
use crate::ids::Id;
use crate::program::{Step, measure};
use crate::reduce::dispatch;
use crate::verify;
use alloc::format;

fn structured(cfg: &Cfg) -> Program {
    guarded(&dispatch(cfg))
}

#[track_caller]
fn check(graph: &str, expected: &str) {
    let cfg = samples::graph(graph);
    let program = structured(&cfg);
    let verdict = verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{cfg:?}\n{program}\n{verdict}");
    let measures = measure(&program);
    let answer = format!(
        "{} flags, {} stores, {} tests, depth {}",
        measures.flags, measures.flag_stores, measures.tests, measures.depth
    );
    assert_eq!(answer, expected, "{graph}\n{program}");
}

#[test]
fn only_what_control_comes_by_has_a_guard() {
    check("0: 1; 1: 2; 2:", "0 flags, 0 stores, 0 tests, depth 0");
    check("0: 1 1; 1:", "0 flags, 0 stores, 0 tests, depth 0");
    // One flag for both arms.
    check(
        "0: 1 2; 1: 3; 2: 3; 3:",
        "1 flags, 2 stores, 2 tests, depth 1",
    );
    check("0: 1 2; 1: 2; 2:", "1 flags, 2 stores, 1 tests, depth 1");
    // No edge passes the second arm if the first one returns.
    check("0: 1 2; 1:; 2:", "1 flags, 2 stores, 1 tests, depth 1");
    // A loop that never ends, a loop that is left at its header, and a loop that is left in the
    // middle.
    check("0: 0", "0 flags, 0 stores, 0 tests, depth 1");
    check("0: 0 1; 1:", "1 flags, 2 stores, 1 tests, depth 2");
    check(
        "0: 1; 1: 2 3; 2: 1; 3:",
        "2 flags, 5 stores, 2 tests, depth 2",
    );
    // Both loops repeat at their ends only.
    check(
        "0: 1; 1: 1 2; 2: 0 3; 3:",
        "2 flags, 4 stores, 2 tests, depth 3",
    );
}

/// Conditions have no `else`, decisions contain only edges and stores, loops repeat at their ends,
/// and there are no breaks.
#[test]
fn programs_are_flat_rows_behind_flags() {
    samples::each_random(2_000, |_, cfg| {
        let program = structured(cfg);
        let mut open = vec![];
        for (node, step) in program.steps() {
            let around = open.last().copied();
            match (around, step) {
                (_, Step::Break(_) | Step::Block(_)) => panic!("{cfg:?}\n{program}"),
                (Some(Step::If(..) | Step::Switch(..) | Step::Dispatch(_)), step) => assert!(
                    matches!(
                        step,
                        Step::Arm(_) | Step::Take(_) | Step::Store(_) | Step::Set(..) | Step::End
                    ),
                    "{cfg:?}\n{program}"
                ),
                (Some(Step::Test(..)), Step::Arm(cases)) if program.cases(cases) == [0] => {
                    let empty = program.extent(node).index() == node.index() + 1;
                    assert!(empty, "{cfg:?}\n{program}");
                }
                _ => {}
            }
            match step {
                Step::End => drop(open.pop()),
                step if step.opens() => open.push(step),
                _ => {}
            }
        }
        let measures = measure(&program);
        let repeats = program
            .steps()
            .filter(|(_, step)| matches!(step, Step::Continue(_)));
        assert_eq!(repeats.count(), measures.loops, "{cfg:?}\n{program}");
        assert_eq!(measures.copies, 0, "{cfg:?}");
    });
}

#[test]
fn every_program_is_proved_and_labels_are_those_of_dispatchers() {
    samples::each_random(2_000, |_, cfg| {
        let program = structured(cfg);
        let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
        assert!(verdict.is_proved(), "{cfg:?}\n{program}\n{verdict}");
        if Reducible::test(cfg).is_ok() {
            assert_eq!(measure(&program).label_stores, 0, "{cfg:?}");
        }
    });
}

#[test]
fn renumbering_renames_the_program() {
    samples::each_random(500, |seed, cfg| {
        let (renamed, names) = samples::renumbered(cfg, seed);
        let program = structured(cfg);
        let expected = program.renamed(|block| names[block]);
        assert!(expected == structured(&renamed), "{cfg:?}");
    });
}
