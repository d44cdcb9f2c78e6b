//! A scope whose jumps only skip code that could be in an `else`.
//!
//! *Needs:* a program. *Gives:* the program with the skipped code in the arms that do not jump, and
//! without the scope and the jumps.
//! *Cost:* O(steps).
//! *Source:* [Vkd3d] pushes the code after an `if` into the arm that does not break.
//!
//! ```text
//! l0: block {                           if b0 {
//!   if b0 {                             case 0: take b0.0
//!   case 0: take b0.0                     run b2 …
//!   case 1: take b0.1 run b1 break l0   case 1: take b0.1 run b1
//!   }                             ->    }
//!   run b2 …
//! }
//! ```
//!
//! Every jump past the scope must be the last step of an arm of a bracket directly in the scope,
//! and exactly one arm of that bracket must reach its end. Several such brackets in sequence are
//! nested afterwards, but never deeper than the limit: a long chain of guards stays flat.

use super::Edits;
use super::facts::Facts;
use crate::ids::{LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    let mut done = None;
    for (scope, step) in facts.program.steps() {
        let Step::Block(label) = step else { continue };
        // Depths are known only where no code has moved yet.
        if done.is_some_and(|done| scope < done) {
            continue;
        }
        let Some(guards) = guards(facts, scope, label) else {
            continue;
        };
        done = Some(facts.program.extent(scope));
        edits.unwrap(scope);
        for guard in guards {
            let from = facts.past(guard.bracket);
            edits.carry(from, facts.program.extent(scope), facts.last(guard.falling));
            for arm in facts.arms(guard.bracket) {
                if facts.program.step(facts.last(arm)) == Step::Break(label) {
                    edits.drop(facts.last(arm));
                }
            }
        }
    }
    edits.finish()
}

/// A bracket with arms that skip the rest of the scope.
struct Guard {
    bracket: NodeId,
    /// The arm that continues with the rest.
    falling: NodeId,
}

/// Finds the brackets whose arms skip the rest of a scope, if all jumps out of the scope are in
/// such arms.
fn guards(facts: &Facts, scope: NodeId, label: LabelId) -> Option<Vec<Guard>> {
    let mut guards: Vec<Guard> = Vec::new();
    let mut jumps = facts.uses(label).breaks;
    if jumps == 0 {
        return None;
    }
    for child in facts.row(following(scope)) {
        if facts.depth(child) + facts.height(child) + guards.len() > facts.limit + 1 {
            return None;
        }
        let leaves = |arm: &NodeId| facts.program.step(facts.last(*arm)) == Step::Break(label);
        let leaving = facts.arms(child).filter(leaves).count();
        if leaving == 0 {
            continue;
        }
        jumps -= leaving;
        let mut falling = facts.arms(child).filter(|&arm| facts.ends(arm));
        guards.push(Guard {
            bracket: child,
            falling: falling.next()?,
        });
        if falling.next().is_some() || facts.breaks(child) > 0 {
            return None;
        }
    }
    (jumps == 0).then_some(guards)
}
