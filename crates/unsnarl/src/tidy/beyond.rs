//! Code in a loop that runs only when the loop is left.
//!
//! *Needs:* a program. *Gives:* the program with that code after the loop. *Cost:* O(steps).
//!
//! ```text
//! l0: loop {                              l0: loop {
//!   run b0                                  run b0
//!   if b0 {                                 if b0 {
//!   case 0: take b0.0 … continue l0         case 0: take b0.0 … continue l0
//!   case 1: take b0.1 run b1 … break l0 ->  case 1: take b0.1 break l0
//!   }                                       }
//!   …                                       …
//! }                                       }
//!                                         run b1 …
//! ```
//!
//! The loop must have one exit. If the exit is the end of the loop, the code after the last step
//! that repeats the loop moves. If it is a jump, the code before the jump in its sequence moves.
//! Jumps that lead out of this code stay in place, and so does the code before them, except for a
//! jump at the very end of the loop.

use super::Edits;
use super::facts::Facts;
use crate::ids::{NodeId, following};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps() {
        let Step::Loop(label) = step else { continue };
        let uses = facts.uses(label);
        let last = facts.program.extent(node);
        let part = match (uses.breaks, uses.first) {
            _ if uses.continues == 0 => None,
            (1, Some(jump)) if !facts.ends(node) => before(facts, jump),
            (0, _) => at_end(facts, node),
            _ => None,
        };
        if let Some((from, to)) = part {
            edits.carry(from, to, last);
        }
    }
    edits.finish()
}

/// Gives the code before the only jump out of a loop, if both are in an arm.
fn before(facts: &Facts, jump: NodeId) -> Option<(NodeId, NodeId)> {
    let start = facts.start(jump)?;
    let Step::Arm(_) = facts.program.step(start) else {
        return None;
    };
    let from = unbound(facts, facts.body(start), jump);
    facts.is_heavy(from, jump).then_some((from, jump))
}

/// Gives the code at the end of a loop that no jump leaves.
fn at_end(facts: &Facts, node: NodeId) -> Option<(NodeId, NodeId)> {
    let Step::Loop(label) = facts.program.step(node) else {
        return None;
    };
    let end = facts.program.extent(node);
    let last = facts.last(node);
    let jumps = match facts.program.step(last) {
        Step::Break(_) => true,
        Step::Continue(again) => again != label,
        _ => false,
    };
    let from = unbound(facts, following(node), if jumps { last } else { end });
    let moves = facts.is_heavy(from, end) || jumps;
    let goes_on = facts.ends(node) || facts.is_last(node);
    (moves && goes_on && from < end).then_some((from, end))
}

/// Gives the first place in a part of a sequence after which no jump leads out of the part.
fn unbound(facts: &Facts, from: NodeId, to: NodeId) -> NodeId {
    let mut first = from;
    let row = facts.row(from).take_while(|&node| node < to);
    for node in row {
        let behind = facts.sibling(node);
        if facts.leaving(node, behind) > 0 {
            first = behind;
        }
    }
    first
}
