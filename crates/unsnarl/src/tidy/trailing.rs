//! Jumps that end several arms of one bracket.
//!
//! *Needs:* a program. *Gives:* the program with the jump once, after the bracket. *Cost:*
//! O(steps + k log k) for a bracket of k arms.
//! *Source:* [Vkd3d] hoists equal breaks out of the arms of an `if`; this rewrite handles any jump
//! and any bracket with arms.
//!
//! ```text
//! if b0 {                                      if b0 {
//! case 0: take b0.0 run b1 … continue l0       case 0: take b0.0 run b1 …
//! case 1: take b0.1 run b2 … continue l0  ->   case 1: take b0.1 run b2 …
//! }                                            }
//!                                              continue l0
//! ```
//!
//! No other arm or jump may reach the place after the bracket. Of several jumps the most frequent
//! one moves. At least one of these arms must do more than jump, because otherwise nothing becomes
//! shorter.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use core::cmp::Reverse;

/// The arms that end with the same jump.
struct Tally {
    jump: Step,
    /// The first of these arms.
    first: usize,
    count: usize,
    /// Whether one of these arms does more than take an edge and jump.
    does_more: bool,
}

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, _) in facts.program.steps().filter(|(_, step)| step.has_arms()) {
        let behind = facts.past(node);
        if !facts.is_last(node) || facts.falls(behind) {
            continue;
        }
        let Some(jump) = most_frequent(facts, node) else {
            continue;
        };
        for arm in facts.arms(node) {
            let last = facts.last(arm);
            if facts.program.step(last) == jump {
                edits.drop(last);
            }
        }
        edits.add(facts.program.extent(node), jump);
    }
    edits.finish()
}

/// Gives the jump that ends more arms than any other, if it ends several; of equally frequent
/// jumps, the first.
fn most_frequent(facts: &Facts, bracket: NodeId) -> Option<Step> {
    let mut tallies: BTreeMap<(bool, usize), Tally> = BTreeMap::new();
    for (index, arm) in facts.arms(bracket).enumerate() {
        let last = facts.last(arm);
        let jump = facts.program.step(last);
        let key = match jump {
            Step::Break(label) => (false, label.index()),
            Step::Continue(label) => (true, label.index()),
            _ => continue,
        };
        let tally = tallies.entry(key).or_insert(Tally {
            jump,
            first: index,
            count: 0,
            does_more: false,
        });
        tally.count += 1;
        tally.does_more |= facts.body(arm) < last;
    }
    let enough = |tally: &&Tally| tally.count > 1 && tally.does_more;
    let rank = |tally: &&Tally| (tally.count, Reverse(tally.first));
    let best = tallies.values().filter(enough).max_by_key(rank);
    best.map(|tally| tally.jump)
}
