//! Arms of a switch that could fall through into the next arm.
//!
//! *Needs:* a program. *Gives:* the program with the arms of `Switch` and `Dispatch` in an order in
//! which more of them can fall through; and [`falls_into`], which tells a writer which arms can.
//! *Cost:* O(steps + k log k) for a bracket of k arms.
//!
//! ```text
//! switch b0 {                           switch b0 {
//! case 0: take b0.0 run b1 … break l0   case 1: take b0.1 run b2 …
//! case 1: take b0.1 run b2 …      ->    case 0: take b0.0 run b1 … break l0
//! case 2: take b0.2 break l0            case 2: take b0.2 break l0
//! }                                     }
//! ```
//!
//! Arms of a program never fall through. But if an arm ends with a jump, and this jump is all that
//! the next arm does, then a language with fall-through can omit the jump.
//!
//! *Limits:* code to which several arms lead comes after the switch, so no arm falls through into
//! it.

use super::Edits;
use super::facts::Facts;
use crate::cfg::Cfg;
use crate::ids::{Id, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// Gives the next arm of the same bracket if this arm can fall through into it in a language with
/// fall-through.
///
/// This holds if the next arm only takes empty edges and then goes where this arm goes: by the same
/// jump, or both to the end of the bracket. Then the end of this arm needs no jump. The program
/// must keep the rules on `cfg`. Gives `None` for a step that is not an `Arm`. O(length of the next
/// arm).
///
/// ```
/// use unsnarl::{NodeId, Id, text, tidy};
///
/// // In C: switch (a) { case 0: b(); case 1: break; default: d(); }
/// let graph = text::read("a -> switch b c | d\nb -> c\nd -> c\nc -> return", text::Notation::Cfg)?;
/// let reducible = unsnarl::reduce::dispatch(&graph.cfg);
/// let program = unsnarl::structure::nested(&reducible);
/// let arm = NodeId::new(2);
/// let next = program.extent(arm);
/// assert_eq!(tidy::falls_into(&graph.cfg, &program, arm), Some(next));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn falls_into(cfg: &Cfg, program: &Program, arm: NodeId) -> Option<NodeId> {
    let next = program.extent(arm);
    let (Step::Arm(_), Step::Arm(_)) = (program.step(arm), program.step(next)) else {
        return None;
    };
    let mut inside = (next.index() + 1..program.extent(next).index()).map(NodeId::new);
    let only_goes = inside.all(|node| match program.step(node) {
        Step::Take(edge) => cfg.is_empty_edge(edge),
        step => matches!(step, Step::Break(_) | Step::Continue(_)),
    });
    let same = exit(program, arm)? == exit(program, next)?;
    (only_goes && same).then_some(next)
}

/// The way in which an arm ends: by a break, by a continue, or by its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Exit {
    Break(LabelId),
    Continue(LabelId),
    End,
}

/// Gives the way in which an arm ends, unless it ends the function.
fn exit(program: &Program, arm: NodeId) -> Option<Exit> {
    match program.step(NodeId::new(program.extent(arm).index() - 1)) {
        Step::Leave(_) => None,
        Step::Break(label) => Some(Exit::Break(label)),
        Step::Continue(label) => Some(Exit::Continue(label)),
        _ => Some(Exit::End),
    }
}

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps() {
        let (Step::Switch(..) | Step::Dispatch(_)) = step else {
            continue;
        };
        let arms: Vec<NodeId> = facts.arms(node).collect();
        let order = order(facts, &arms);
        if order.iter().is_sorted() {
            continue;
        }
        for arm in order {
            edits.carry(arm, facts.program.extent(arm), node);
        }
    }
    edits.finish()
}

/// Puts an arm that could fall through in front of each arm that only jumps. The order of all other
/// arms stays the same.
fn order(facts: &Facts, arms: &[NodeId]) -> Vec<NodeId> {
    let program = facts.program;
    // By the way in which they end: the arms that could fall through into another arm, in reverse
    // order once all are listed.
    let mut free: BTreeMap<Exit, Vec<NodeId>> = BTreeMap::new();
    let mut targets = Vec::new();
    let mut before: Option<(NodeId, Option<Exit>)> = None;
    for &arm in arms {
        let exit = exit(program, arm);
        if only_goes(facts, arm) {
            // An arm that falls through into the next one already stays there.
            let served = before.filter(|(_, other)| other.is_some() && *other == exit);
            let taken = served.and_then(|_| free.get_mut(&exit?)?.pop());
            targets.extend(exit.filter(|_| taken.is_none()).map(|exit| (arm, exit)));
            before = None;
        } else {
            let exit =
                exit.filter(|_| facts.is_heavy(arm, program.extent(arm)) && may_end(facts, arm));
            if let Some(exit) = exit {
                free.entry(exit).or_default().push(arm);
            }
            before = Some((arm, exit));
        }
    }
    free.values_mut().for_each(|arms| arms.reverse());
    let mut moved: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    for (target, exit) in targets {
        let first = free.get_mut(&exit).and_then(Vec::pop);
        moved.extend(first.map(|first| (target, first)));
    }
    let away: BTreeSet<NodeId> = moved.values().copied().collect();
    let stays = arms.iter().filter(|arm| !away.contains(arm));
    let with_moved = stays.flat_map(|&arm| moved.get(&arm).copied().into_iter().chain([arm]));
    with_moved.collect()
}

/// Tells whether an arm only takes empty edges, and then jumps or reaches its end.
fn only_goes(facts: &Facts, arm: NodeId) -> bool {
    let (body, end) = (facts.body(arm), facts.program.extent(arm));
    let is_jump =
        body < end && matches!(facts.program.step(body), Step::Break(_) | Step::Continue(_));
    let takes = || facts.row(following(arm)).take_while(|&node| node < body);
    let empty = takes().all(|node| match facts.program.step(node) {
        Step::Take(edge) => facts.cfg.is_empty_edge(edge),
        _ => false,
    });
    empty && (body == end || is_jump && following(body) == end)
}

/// Tells whether control reaches the end of an arm, or the arm ends with a step that diverts.
fn may_end(facts: &Facts, arm: NodeId) -> bool {
    facts.ends(arm) || facts.program.step(facts.last(arm)).diverts()
}
