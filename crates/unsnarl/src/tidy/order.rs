//! The arm that leaves, before the arm that stays.
//!
//! *Needs:* a program. *Gives:* the program with the arms of an `If` or a `Test` in the other
//! order, where that saves an `else`. *Cost:* O(steps).
//!
//! ```text
//! l0: loop {                                 l0: loop {
//!   run b0                                     run b0
//!   if b0 {                                    if b0 {
//!   case 0: take b0.0 run b1 … continue l0     case 1: take b0.1
//!   case 1: take b0.1                    ->    case 0: take b0.0 run b1 … continue l0
//!   }                                          }
//! }                                          }
//! ```
//!
//! In a language whose loops repeat at their end, the first form is `if b0 { b1 } else { break }`,
//! the second form is `if (!b0) break; b1`. The arm that leaves must be short: it runs no code, and
//! diverts; or it reaches the end of a loop, and the other arm does not.

use super::Edits;
use super::facts::Facts;
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps() {
        let (Step::If(..) | Step::Test(..)) = step else {
            continue;
        };
        let mut arms = facts.arms(node);
        let (Some(first), Some(second)) = (arms.next(), arms.next()) else {
            continue;
        };
        let end = facts.program.extent(node);
        let short = !facts.is_heavy(second, end) && facts.is_heavy(first, second);
        if short && (!facts.ends(second) || facts.tail(node).is_some() && !facts.ends(first)) {
            edits.carry(second, end, node);
            edits.carry(first, second, node);
        }
    }
    edits.finish()
}
