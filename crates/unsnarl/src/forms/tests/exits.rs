//! Steps that move behind a loop and steps that move into it so that its last question leaves it.

use super::Words;
use crate::forms::{Formed, Host, Statement, expand};
use crate::ids::BlockId;
use crate::program::Step;
use crate::verify;
use crate::verify::tests::notation::{graph, program};
use alloc::string::{String, ToString};

/// A graph and a program in which the last question of a loop leaves a scope around it.
pub(super) const TWO_WAYS: [&str; 2] = [
    "0: 3 5, 1: 3 5, 2: return, 3: 4 1, 4: return, 5: return",
    "l1: block {
       run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 }
       l0: loop {
         run b3 if b3 { case 1: take b3.1
           run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 break l1 }
         case 0: take b3.0 }
       }
       run b4 leave b4
     }
     run b5 leave b5",
];

/// A host whose jumps leave one loop at a time.
pub(super) struct OneLoop;

impl Host for OneLoop {
    fn prints(&self, step: Step) -> bool {
        Words.prints(step)
    }

    fn may_decide_last(&self, block: BlockId) -> bool {
        Words.may_decide_last(block)
    }

    fn crosses_loops(&self) -> bool {
        false
    }
}

/// Puts one blank between all words.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace()
        .collect::<alloc::vec::Vec<_>>()
        .join(" ")
}

/// Tells whether the loop of a program tests last, and gives its steps in that case.
pub(super) fn formed(graph_text: &str, steps: &str, host: &impl Host) -> (bool, String) {
    let (cfg, plain) = (graph(graph_text), program(steps));
    let broken = verify::program(&cfg, &plain);
    assert!(broken.is_empty(), "{broken:?}");
    let formed = Formed::new(&cfg, &plain, host);
    let expanded = expand(&formed);
    let limit = verify::state_limit(&cfg, &expanded);
    assert!(verify::simulation(&cfg, &expanded, limit).is_proved());
    let tests = |statement: &Statement| matches!(statement, Statement::DoWhile(..));
    let tests_last = formed.statements().iter().any(tests);
    (tests_last, words(&formed.program().to_string()))
}

#[test]
fn the_last_question_leaves_the_loop() {
    let [graph_text, steps] = TWO_WAYS;
    let expected = "l1: block {
       run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 }
       l0: loop {
         run b3 if b3 { case 0: take b3.0 run b4 leave b4
         case 1: take b3.1
           run b1 if b1 { case 0: take b1.0 case 1: take b1.1 break l0 } }
       }
     }
     run b5 leave b5";
    assert_eq!(formed(graph_text, steps, &Words), (true, words(expected)));
}

#[test]
fn what_a_question_does_on_its_way_out_comes_behind_the_loop() {
    let graph_text = "0: 3, 1: 3 5, 2: return, 3: 4 1, 4: return, 5: return";
    let steps = "run b0 take b0.0
         l0: loop {
           run b3 if b3 { case 1: take b3.1
             run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 run b5 leave b5 }
           case 0: take b3.0 }
         }
         run b4 leave b4";
    let expected = "run b0 take b0.0
         l0: loop {
           run b3 if b3 { case 0: take b3.0 run b4 leave b4
           case 1: take b3.1
             run b1 if b1 { case 0: take b1.0 case 1: break l0 } }
         }
         take b1.1 run b5 leave b5";
    assert_eq!(formed(graph_text, steps, &Words), (true, words(expected)));
}

#[track_caller]
fn stays(graph_text: &str, steps: &str, host: &impl Host) {
    let (tests_last, _) = formed(graph_text, steps, host);
    assert!(!tests_last);
}

#[test]
fn a_loop_with_two_ways_to_its_end_stays() {
    stays(
        "0: 3 6, 1: 3 6, 2: return, 3: 5 4, 4: 5 1, 5: return, 6: return",
        "l1: block {
           run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 }
           l0: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b4 if b4 { case 0: take b4.0 break l0 case 1: take b4.1 }
             run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 break l1 }
           }
           run b5 leave b5
         }
         run b6 leave b6",
        &Words,
    );
}

#[test]
fn what_goes_on_behind_a_loop_stays_there() {
    stays(
        "0: 3 5, 1: 3 5, 2: return, 3: 4 1, 4: 5, 5: return",
        "l1: block {
           run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 }
           l0: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 break l1 }
           }
           run b4 take b4.0
         }
         run b5 leave b5",
        &Words,
    );
}

#[test]
fn what_shows_more_than_the_loop_stays_behind_it() {
    stays(
        "0: 3 5, 1: 3 5, 2: return, 3: 4 1, 4: 6, 5: return, 6: 7, 7: 8, 8: return",
        "l1: block {
           run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l1 }
           l0: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 break l1 }
           }
           run b4 take b4.0 run b6 take b6.0 run b7 take b7.0 run b8 leave b8
         }
         run b5 leave b5",
        &Words,
    );
}

#[test]
fn nothing_moves_where_jumps_leave_one_loop() {
    let [graph_text, steps] = TWO_WAYS;
    stays(graph_text, steps, &OneLoop);
}
