//! Code after a bracket that only one jump leads to.
//!
//! *Needs:* a program. *Gives:* it with the code in the place of the jump, and one scope less.
//! *Cost:* O(steps).
//!
//! The bracket is a scope, which is then no longer needed:
//! ```text
//! l0: block {
//!   if b0 {                             if b0 {
//!   case 0: take b0.0 run b1 leave b1   case 0: take b0.0 run b1 leave b1
//!   case 1: take b0.1 break l0          case 1: take b0.1 run b2 …
//!   }                             ->    }
//! }
//! run b2 …
//! ```
//! or a loop, whose end then replaces the scope around both:
//! ```text
//! l0: block {
//!   l1: loop {                          l1: loop {
//!     … case 0: take b0.0 break l1        … case 0: take b0.0 run b2 leave b2
//!     … case 1: take b1.0 break l0  ->    … case 1: take b1.0 break l1
//!   }                                   }
//!   run b2 leave b2
//! }
//! ```
//! Code that reaches the end of its own sequence jumps there from its new place.
//!
//! It never goes deeper than the limit.

use super::Edits;
use super::facts::Facts;
use crate::ids::{LabelId, NodeId};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    let mut done = None;
    for (node, _) in facts.program.steps() {
        // Depths are known only where nothing has moved yet.
        if done.is_some_and(|done| node < done) {
            continue;
        }
        let sunk = sink(facts, &mut edits, node);
        done = sunk.or(done);
    }
    edits.finish()
}

/// Moves the code after the bracket at `node`, if allowed; gives the place up to which that changes
/// anything.
fn sink(facts: &Facts, edits: &mut Edits, node: NodeId) -> Option<NodeId> {
    let program = facts.program;
    let (Step::Block(label) | Step::Loop(label)) = program.step(node) else {
        return None;
    };
    let (code, end) = (facts.past(node), facts.end(facts.past(node)));
    let jump = facts.uses(label).first?;
    let alone = facts.uses(label).breaks == 1 && !facts.ends(node);
    let fits = facts.depth(jump) + facts.rest_height(code) <= facts.limit + 1;
    let around = facts.parent(node);
    if !alone || code == end || !fits || facts.falls(end) && around.is_none() {
        return None;
    }
    let exit = if let Step::Loop(_) = program.step(node) {
        let (scope, outer) = served(facts, node)?;
        edits.unwrap(scope);
        edits.rename(outer, label);
        Some(label)
    } else {
        edits.unwrap(node);
        let named = around.filter(|_| facts.falls(end));
        named.map(|around| edits.label(around))
    };
    edits.drop(jump);
    edits.carry(code, end, jump);
    if let Some(exit) = exit.filter(|_| facts.falls(end)) {
        edits.add(jump, Step::Break(exit));
    }
    Some(end)
}

/// Gives the scope around a loop that the loop can replace once nothing is between their ends, and
/// its label.
///
/// The scope must be left from inside the loop, and not from before it.
fn served(facts: &Facts, node: NodeId) -> Option<(NodeId, LabelId)> {
    let scope = facts.parent(node)?;
    let Step::Block(outer) = facts.program.step(scope) else {
        return None;
    };
    let first = facts.uses(outer).first?;
    (first > node && first < facts.program.extent(node)).then_some((scope, outer))
}
