//! Decisions with side effects that make no difference.

use super::{Formed, Host, Statement, Words, expand, graph, program};
use crate::forms::Decision;
use crate::ids::{BlockId, Id};
use crate::program::Step;
use crate::verify;
use alloc::vec::Vec;

/// [`Words`], where deciding of the block `b1` may trap.
struct Traps;

impl Host for Traps {
    fn prints(&self, step: Step) -> bool {
        Words.prints(step)
    }

    fn acts(&self, block: BlockId) -> bool {
        block.index() == 1
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }
}

/// Checks the use of each decision of the block `b1`.
#[track_caller]
fn check(edges: &str, steps: &str, host: &impl Host, expected: &[Decision]) {
    let cfg = graph(edges);
    let formed = Formed::new(&cfg, &program(steps), host);
    let expanded = expand(&formed);
    let limit = verify::state_limit(&cfg, &expanded);
    assert!(verify::simulation(&cfg, &expanded, limit).is_proved());
    let found: Vec<Decision> = formed
        .statements()
        .iter()
        .filter_map(|statement| match statement {
            Statement::Run(block, decision) if block.index() == 1 => Some(*decision),
            _ => None,
        })
        .collect();
    assert_eq!(found, expected, "{:?}", formed.statements());
}

/// The decision of block 1, in one arm of block 0, makes no difference.
const IN_ARM: [&str; 2] = [
    "0: 1 3, 1: 3 3, 2: return, 3: return",
    "run b0 if b0 {
       case 0: take b0.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 }
       case 1: take b0.1 }
     run b3 leave b3",
];

#[test]
fn a_block_that_acts_is_not_left_out_with_the_bracket_around_it() {
    check(IN_ARM[0], IN_ARM[1], &Traps, &[Decision::Dropped]);
    check(IN_ARM[0], IN_ARM[1], &Words, &[]);
}

#[test]
fn a_block_whose_decision_is_tested_prints_nothing_beside() {
    let edges = "0: 1 4, 1: 3 4, 2: return, 3: 4, 4: return";
    let steps = "run b0 if b0 {
           case 0: take b0.0 run b1 if b1 {
             case 0: take b1.0 run b3 take b3.0
             case 1: take b1.1 }
           case 1: take b0.1 }
         run b4 leave b4";
    // Both decisions are in one condition.
    check(edges, steps, &Traps, &[]);
    check(edges, steps, &Words, &[]);
}

#[test]
fn nested_brackets_around_a_block_that_acts_are_kept() {
    let edges = "0: 2 3, 1: 3 3, 2: 1 3, 3: return";
    let steps = "run b0 if b0 {
           case 0: take b0.0 run b2 if b2 {
             case 0: take b2.0 run b1 if b1 { case 0: take b1.0 case 1: take b1.1 }
             case 1: take b2.1 }
           case 1: take b0.1 }
         run b3 leave b3";
    check(edges, steps, &Traps, &[Decision::Dropped]);
    check(edges, steps, &Words, &[]);
}
