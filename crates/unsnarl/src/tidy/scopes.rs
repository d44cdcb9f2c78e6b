//! Scopes that end together with another bracket.
//!
//! *Needs:* a program. *Gives:* the program with the jumps bound to the other bracket, and without
//! the scope. *Cost:* O(steps).
//!
//! The other bracket is around the scope and ends with it:
//! ```text
//! l0: if b0 {                           l0: if b0 {
//! case 0:                               case 0:
//!   l1: block { … break l1 … }    ->      … break l0 …
//! case 1: …                             case 1: …
//! }                                     }
//! ```
//! or it is the last step in the scope, and all jumps past the scope are in it:
//! ```text
//! l0: block {                           run b0
//!   run b0                              l1: switch b0 {
//!   switch b0 {                   ->    case 0: … break l1 …
//!   case 0: … break l0 …                case 1: …
//!   case 1: …                           }
//!   }
//! }
//! ```
//! A loop can replace the scope as well as an `If` can, because control that reaches the end of a
//! loop leaves the loop.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, LabelId, NodeId};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps() {
        let Step::Block(label) = step else { continue };
        if let Some(server) = around(facts, node).or_else(|| inside(facts, node, label)) {
            let server = edits.label(server);
            edits.rename(label, server);
            edits.unwrap(node);
        }
    }
    edits.finish()
}

/// Gives the bracket around a scope if both end together.
fn around(facts: &Facts, scope: NodeId) -> Option<NodeId> {
    facts.parent(scope).filter(|_| facts.is_last(scope))
}

/// Gives the last bracket in a scope if all jumps past the scope are in it.
///
/// A scope in a scope is not considered: it is dropped itself.
fn inside(facts: &Facts, scope: NodeId, label: LabelId) -> Option<NodeId> {
    let last = NodeId::new(facts.program.extent(scope).index() - 1);
    let Step::End = facts.program.step(last) else {
        return None;
    };
    let bracket = facts.parent(last)?;
    let is_scope = matches!(facts.program.step(bracket), Step::Block(_));
    let first = facts.uses(label).first?;
    (!is_scope && bracket < first).then_some(bracket)
}
