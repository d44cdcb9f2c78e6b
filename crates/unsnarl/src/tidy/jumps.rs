//! Jumps to places that control reaches anyway, and jumps to jumps.
//!
//! *Needs:* a program. *Gives:* the program with fewer and shorter jumps. *Cost:* O(steps).
//!
//! ```text
//! l0: loop {                            l0: loop {
//!   l1: block {                           l1: block {
//!     if b0 {                               if b0 {
//!     case 0: take b0.0 break l1      ->    case 0: take b0.0 continue l0
//!     case 1: take b0.1                     case 1: take b0.1
//!     }                                     }
//!     run b1 … break l1                     run b1 …
//!   }                                     }
//!   continue l0                           continue l0
//! }                                     }
//! ```
//!
//! Two places are the same if control from both comes to rest at the same step: `Block`, `Arm`,
//! `End` and `Break` only pass control on. Control rests at a `Loop`, because a jump leads out of
//! brackets and cannot lead into one.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, IdMap, NodeId, following};
use crate::program::{Program, Step};

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let ways = Ways::new(facts);
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps() {
        let (Step::Break(_) | Step::Continue(_)) = step else {
            continue;
        };
        if ways.rests[following(node)] == ways.rests[node] {
            edits.drop(node);
        } else if ways.jumps[node].is_some_and(|jump| jump != step) {
            let jump = ways.jumps[node].unwrap_or(step);
            edits.set(node, jump);
        }
    }
    edits.finish()
}

/// The ways of control from each place.
struct Ways {
    /// The step at which control comes to rest.
    rests: IdMap<NodeId, NodeId>,
    /// The last jump that control passes while it leaves brackets, before it enters a bracket or a
    /// step has an effect.
    jumps: IdMap<NodeId, Option<Step>>,
}

impl Ways {
    fn new(facts: &Facts) -> Ways {
        let past = NodeId::new(facts.program.len());
        let mut ways = Ways {
            rests: IdMap::filled(facts.program.len() + 1, past),
            jumps: IdMap::filled(facts.program.len() + 1, None),
        };
        for (node, step) in facts.program.steps().rev() {
            let binder = |label| {
                let binder = facts.uses(label).binder;
                binder.expect("P2: a jump is inside the bracket that binds its label")
            };
            let (rest, jump) = match step {
                Step::End => ways.at(following(node)),
                Step::Arm(_) => {
                    let bracket = facts.parent(node);
                    ways.at(facts.past(bracket.expect("P1: an arm is inside a bracket")))
                }
                Step::Break(label) => {
                    let (rest, jump) = ways.at(facts.past(binder(label)));
                    (rest, jump.or(Some(step)))
                }
                Step::Continue(label) => (binder(label), Some(step)),
                Step::Block(_) => (ways.rests[following(node)], None),
                _ => (node, None),
            };
            (ways.rests[node], ways.jumps[node]) = (rest, jump);
        }
        ways
    }

    fn at(&self, node: NodeId) -> (NodeId, Option<Step>) {
        (self.rests[node], self.jumps[node])
    }
}
