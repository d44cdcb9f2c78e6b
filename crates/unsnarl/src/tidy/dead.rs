//! Code that control never reaches.
//!
//! *Needs:* a program. *Gives:* the program without the steps after a bracket whose end control
//! never passes.
//! *Cost:* O(steps).
//!
//! ```text
//! if b0 { case 0: … leave b1   case 1: … continue l0 }      if b0 { case 0: … leave b1   case 1: … continue l0 }
//! run b2                                                ->
//! ```
//!
//! *Limits:* code stays if the brackets allow control to reach it, even if no decision leads there.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    let mut at = NodeId::new(0);
    while at.index() < facts.program.len() {
        let ends = matches!(facts.program.step(at), Step::Arm(_) | Step::End);
        if ends || facts.falls(at) {
            at = crate::ids::following(at);
        } else {
            edits.cut(at, facts.end(at));
            at = facts.end(at);
        }
    }
    edits.finish()
}
