//! Tests that the patterns are recognised, and that both fallbacks are correct.

use super::facts::Facts;
use super::{Fallback, patterns};
use crate::analysis::samples;
use crate::cfg::Cfg;
use crate::program::measure;
use crate::reduce::Budget;
use crate::verify;
use alloc::format;
use alloc::vec::Vec;

/// `expected` lists the blocks at which no pattern fits, if control comes there.
#[track_caller]
fn check(graph: &str, expected: &str) {
    let cfg = samples::graph(graph);
    let facts = Facts::new(&cfg);
    let fits = |block| {
        facts.is_branch(block) && (!facts.is_header(block) || facts.simple_loop(block).is_some())
    };
    let others = cfg.blocks().filter(|&block| !fits(block));
    let names: Vec<_> = others.map(|block| format!("{block}")).collect();
    assert_eq!(names.join(" "), expected, "{graph}");
    check_programs(&cfg);
}

/// Checks the programs of both fallbacks, and gives the number of state machines.
#[track_caller]
fn check_programs(cfg: &Cfg) -> usize {
    let budget = Budget::times(cfg, 32);
    let [machine, gotos] = [Fallback::StateMachine, Fallback::GotoElimination].map(|fallback| {
        let program = patterns(cfg, fallback, budget).expect("the budget suffices");
        let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
        assert!(verdict.is_proved(), "{verdict}\n{cfg:?}\n{program}");
        measure(&program)
    });
    assert_eq!((machine.copies, machine.flags), (0, 0), "{cfg:?}");
    assert_eq!((gotos.copies, gotos.dispatchers), (0, 0), "{cfg:?}");
    assert_eq!(gotos.label_stores, 0, "{cfg:?}");
    machine.dispatchers
}

#[test]
fn patterns_are_recognised() {
    check("0: 1; 1: 2; 2:", "");
    check("0: 1 2; 1: 3; 2: 3; 3:", "");
    check("0: 1 2; 1: 2; 2:", "");
    // Arms that end the function need not meet.
    check("0: 1 2; 1:; 2:", "");
    // The chain of [Song].
    check("0: 1 2 3 4; 1: 2; 2: 3; 3: 4; 4:", "b0");
    // Two arms that share a block before they meet.
    check("0: 1 2; 1: 2 3; 2: 3; 3:", "b0");
    // An arm of the inner decision bypasses the block where the other arms meet.
    check("0: 1 5; 1: 2 3; 2: 4; 3: 4 5; 4: 5; 5:", "b1");
    check("0: 1 4; 1: 2 3 4; 2: 3; 3: 4; 4:", "b1");
}

#[test]
fn simple_loops_are_recognised() {
    check("0: 0", "");
    check("0: 1 2; 1: 0; 2:", "");
    // The loop is left at two places for one block, one of them in the middle.
    check("0: 1 3; 1: 2 3; 2: 0; 3:", "");
    // The loop is left for two blocks.
    check("0: 1 3; 1: 0 2; 2: 3; 3:", "b0");
    // The header decides inside the loop, and the follow of the loop does not disturb that branch.
    check("0: 1 2; 1: 3 4; 2: 3; 3: 0; 4:", "");
    // A loop inside a loop, left for the header of the outer loop and for the follow of both.
    check("0: 1; 1: 2; 2: 1 0; 3:", "");
    check("0: 1; 1: 2 0; 2: 1 3; 3:", "b1");
    // Two entries.
    check("0: 1 2; 1: 2; 2: 1 3; 3:", "b0 b2");
}

#[test]
fn random_graphs_are_proved() {
    let mut fallen = 0;
    samples::each_random(4_000, |_, cfg| {
        fallen += usize::from(check_programs(cfg) > 0)
    });
    assert!((1_000..3_900).contains(&fallen), "{fallen} graphs");
}

#[test]
fn long_shapes_need_no_call_stack() {
    for cfg in [samples::chain(100_000), samples::nest(50_000)] {
        assert_eq!(check_programs(&cfg), 0);
    }
}
