//! Guards: the sibling of an arm that cannot fall through moves out of the bracket.
//!
//! *Needs:* a program. *Gives:* the program with the sibling after the bracket, one level up.
//! *Cost:* O(steps).
//!
//! ```text
//! if b0 {                               if b0 {
//! case 0: take b0.0 run b1 … break l0   case 0: take b0.0 run b1 … break l0
//! case 1: take b0.1 run b2 …      ->    case 1: take b0.1
//! }                                     }
//!                                       run b2 …
//! ```
//!
//! This applies where exactly one arm reaches the end of the bracket, and no jump does. If no arm
//! of an `If` or a `Test` reaches the end, the longer arm moves, and the other one remains as a
//! guard. At the end of a loop, however, the arm that repeats the loop moves, if it does anything
//! else. Edges stay in their arms.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps().filter(|(_, step)| step.has_arms()) {
        if facts.breaks(node) > 0 {
            continue;
        }
        let falling: Vec<NodeId> = facts.arms(node).filter(|&arm| facts.ends(arm)).collect();
        let moved = match (falling.as_slice(), step) {
            (&[arm], _) => Some(arm),
            ([], Step::If(..) | Step::Test(..)) if facts.is_last(node) => rest(facts, node),
            _ => None,
        };
        let Some(arm) = moved else { continue };
        let (from, to) = (facts.body(arm), facts.program.extent(arm));
        // A bracket of one arm has no sibling, so nothing would be gained.
        if facts.is_heavy(from, to) && facts.arms(node).nth(1).is_some() {
            edits.carry(from, to, facts.program.extent(node));
        }
    }
    edits.finish()
}

/// Gives the arm that repeats a loop at the end of the loop, where `continue` is implied; otherwise
/// the arm with the most steps, and of several the last.
fn rest(facts: &Facts, bracket: NodeId) -> Option<NodeId> {
    let length = |arm: &NodeId| facts.program.extent(*arm).index() - arm.index();
    let mut repeating = facts
        .arms(bracket)
        .filter(|&arm| facts.repeats(bracket, arm));
    repeating
        .next()
        .or_else(|| facts.arms(bracket).max_by_key(length))
}
