//! What control never reaches.
//!
//! *Needs:* a program. *Gives:* it without the steps after a bracket that control never leaves by
//! its end.
//! *Cost:* O(steps).
//!
//! ```text
//! if b0 { case 0: … leave b1   case 1: … continue l0 }      if b0 { case 0: … leave b1   case 1: … continue l0 }
//! run b2                                                ->
//! ```
//!
//! *Limits:* what no decision leads to, though the brackets would allow it, stays.

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
