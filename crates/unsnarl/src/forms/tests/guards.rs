//! Steps that move to the place of the only `break` that leads to them.

use super::Words;
use super::exits::{OneLoop, formed, words};
use crate::forms::Host;
use alloc::string::String;

/// The steps of a program after its forms have been found.
fn steps(graph: &str, steps: &str, host: &impl Host) -> String {
    formed(graph, steps, host).1
}

#[track_caller]
fn becomes(graph: &str, before: &str, host: &impl Host, after: &str) {
    assert_eq!(steps(graph, before, host), words(after));
}

/// Block 3 is a guard in a loop, which leads to block 4; block 6 is behind the loop.
const GUARD: &str = "0: 3, 1: return, 2: return, 3: 4 5, 4: return, 5: 3 6, 6: return";

#[test]
fn a_guard_does_what_it_alone_leads_to() {
    let before = "run b0 take b0.0
         l0: block {
           l1: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b5 if b5 { case 0: take b5.0 continue l1 case 1: take b5.1 }
           }
           run b6 leave b6
         }
         run b4 leave b4";
    let after = "run b0 take b0.0
         l1: loop {
           run b3 if b3 { case 0: take b3.0 run b4 leave b4 case 1: take b3.1 }
           run b5 if b5 { case 0: take b5.0 case 1: take b5.1 break l1 }
         }
         run b6 leave b6";
    becomes(GUARD, before, &Words, after);
    becomes(GUARD, before, &OneLoop, after);
}

#[test]
fn guards_of_two_scopes_each_do_their_own() {
    let after = "run b0 if b0 { case 0: take b0.0
           run b4 leave b4
         case 1: take b0.1 }
         run b3 if b3 { case 0: take b3.0 run b5 leave b5 case 1: take b3.1 }
         run b6 leave b6";
    becomes(
        "0: 4 3, 1: return, 2: return, 3: 5 6, 4: return, 5: return, 6: return",
        "l0: block {
           l1: block {
             run b0 if b0 { case 0: take b0.0 break l0 case 1: take b0.1 }
             run b3 if b3 { case 0: take b3.0 break l1 case 1: take b3.1 }
             run b6 leave b6
           }
           run b5 leave b5
         }
         run b4 leave b4",
        &Words,
        after,
    );
}

#[test]
fn a_jump_moves_only_where_it_may_cross_loops() {
    let graph = "0: 3, 1: return, 2: return, 3: 4 5, 4: 0, 5: 3 6, 6: return";
    let before = "l2: loop {
           run b0 take b0.0
           l0: block {
             l1: loop {
               run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
               run b5 if b5 { case 0: take b5.0 continue l1 case 1: take b5.1 }
             }
             run b6 leave b6
           }
           run b4 take b4.0 continue l2
         }";
    let after = "l2: loop {
           run b0 take b0.0
           l1: loop {
             run b3 if b3 { case 0: take b3.0 run b4 take b4.0 continue l2 case 1: take b3.1 }
             run b5 if b5 { case 0: take b5.0 case 1: take b5.1 break l1 }
           }
           run b6 leave b6
         }";
    becomes(graph, before, &Words, after);
    assert!(steps(graph, before, &OneLoop).contains("l0: block"));
}

#[track_caller]
fn stays(graph: &str, before: &str) {
    assert!(steps(graph, before, &Words).contains("l0: block"));
}

#[test]
fn what_two_jumps_lead_to_stays_behind_the_scope() {
    stays(
        "0: 3, 1: return, 2: return, 3: 4 5, 4: return, 5: 4 6, 6: 3",
        "run b0 take b0.0
         l0: block {
           l1: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b5 if b5 { case 0: take b5.0 break l0 case 1: take b5.1 }
             run b6 take b6.0 continue l1
           }
         }
         run b4 leave b4",
    );
}

#[test]
fn what_goes_on_stays_behind_the_scope() {
    stays(
        "0: 3 7, 1: return, 2: return, 3: 4 5, 4: 7, 5: 3 6, 6: return, 7: return",
        "run b0
         if b0 { case 0: take b0.0
           l0: block {
             l1: loop {
               run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
               run b5 if b5 { case 0: take b5.0 continue l1 case 1: take b5.1 }
             }
             run b6 leave b6
           }
           run b4 take b4.0
         case 1: take b0.1 }
         run b7 leave b7",
    );
}

#[test]
fn what_holds_a_bracket_or_shows_more_stays_behind_the_scope() {
    stays(
        "0: 3, 1: return, 2: return, 3: 4 5, 4: 7 8, 5: 3 6, 6: return, 7: return, 8: return",
        "run b0 take b0.0
         l0: block {
           l1: loop {
             run b3 if b3 { case 0: take b3.0 break l0 case 1: take b3.1 }
             run b5 if b5 { case 0: take b5.0 continue l1 case 1: take b5.1 }
           }
           run b6 leave b6
         }
         run b4 if b4 { case 0: take b4.0 run b7 leave b7 case 1: take b4.1 run b8 leave b8 }",
    );
    stays(
        "0: 3 4, 1: return, 2: return, 3: return, 4: 5, 5: 6, 6: 7, 7: return",
        "l0: block {
           run b0 if b0 { case 0: take b0.0 case 1: take b0.1 break l0 }
           run b3 leave b3
         }
         run b4 take b4.0 run b5 take b5.0 run b6 take b6.0 run b7 leave b7",
    );
}
