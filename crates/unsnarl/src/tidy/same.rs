//! Equal arms.
//!
//! *Needs:* a program and its graph, for parallel edges. *Gives:* the program with equal arms
//! joined; a decision that makes no difference is not tested. *Cost:* O(steps + k log k) for a
//! bracket of k arms.
//!
//! ```text
//! switch b0 {                                 switch b0 {
//! case 0: take b0.0 break l0                  case 0 2: take b0.0 break l0
//! case 1: take b0.1                     ->    case 1: take b0.1
//! case 2: take b0.2 break l0                  }
//! }
//! if b1 { case 0: take b1.0  case 1: take b1.1 }   ->   take b1.0
//! ```
//!
//! Only short arms without code are compared: edges, stores, and a jump. Parallel edges count as
//! the same edge.

use super::Edits;
use super::facts::Facts;
use crate::ids::{Id, NodeId, following};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The longest arm that is compared.
const LONGEST: usize = 8;

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    for (node, step) in facts.program.steps().filter(|(_, step)| step.has_arms()) {
        let joins = matches!(step, Step::Switch(..) | Step::Dispatch(_));
        // If arms cannot be joined, all must be equal.
        if !joins && !are_equal(facts, node) {
            continue;
        }
        let arms: Vec<NodeId> = facts.arms(node).collect();
        let groups = Groups::of(facts, &arms);
        if groups.count == 1 && facts.breaks(node) == 0 {
            edits.unwrap(node);
            edits.drop(arms[0]);
            let others = arms.iter().skip(1);
            others.for_each(|&arm| edits.cut(arm, facts.program.extent(arm)));
        } else if joins {
            join(&mut edits, facts, &arms, &groups);
        }
    }
    edits.finish()
}

/// Joins the arms of each group.
fn join(edits: &mut Edits, facts: &Facts, arms: &[NodeId], groups: &Groups) {
    for members in groups.members.iter().filter(|members| members.len() > 1) {
        let cases = |index: &usize| match facts.program.step(arms[*index]) {
            Step::Arm(cases) => facts.program.cases(cases),
            _ => &[],
        };
        // The default arm may cover cases that the other arms of the group list.
        let default = members.iter().find(|index| cases(index).is_empty());
        let kept = *default.unwrap_or(&members[0]);
        if default.is_none() {
            let listed = members.iter().flat_map(cases).copied();
            let listed = edits.cases(listed);
            edits.set(arms[kept], Step::Arm(listed));
        }
        let dropped = members.iter().filter(|&&index| index != kept);
        dropped.for_each(|&index| edits.cut(arms[index], facts.program.extent(arms[index])));
    }
}

/// The arms of a bracket in groups of equal arms.
struct Groups {
    /// The groups of the arms that can be compared, by their positions.
    members: Vec<Vec<usize>>,
    /// The number of different arms; each arm that is not compared counts as one.
    count: usize,
}

impl Groups {
    fn of(facts: &Facts, arms: &[NodeId]) -> Groups {
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut known: BTreeMap<Vec<[u32; 3]>, usize> = BTreeMap::new();
        let mut count = 0;
        for (index, &arm) in arms.iter().enumerate() {
            let Some(words) = words(facts, arm) else {
                count += 1;
                continue;
            };
            let group = *known.entry(words).or_insert(members.len());
            if group == members.len() {
                members.push(Vec::new());
                count += 1;
            }
            members[group].push(index);
        }
        Groups { members, count }
    }
}

/// Tells whether an arm is short enough to be compared.
fn is_short(facts: &Facts, arm: NodeId) -> bool {
    facts.program.extent(arm).index() - arm.index() <= LONGEST + 1
}

/// Tells whether all arms of a bracket are short and equal.
fn are_equal(facts: &Facts, bracket: NodeId) -> bool {
    let mut arms = facts.arms(bracket);
    let Some(first) = arms.next().filter(|&arm| is_short(facts, arm)) else {
        return false;
    };
    arms.all(|arm| {
        let row = |arm: NodeId| following(arm).index()..facts.program.extent(arm).index();
        let [one, other] = [row(first), row(arm)];
        let word = |index| word(facts, NodeId::new(index));
        let equal = |(one, other)| word(one).is_some_and(|one| word(other) == Some(one));
        one.len() == other.len() && one.zip(other).all(equal)
    })
}

/// Gives the content of an arm in comparable form, if the arm is short.
pub(super) fn words(facts: &Facts, arm: NodeId) -> Option<Vec<[u32; 3]>> {
    if !is_short(facts, arm) {
        return None;
    }
    facts
        .row(following(arm))
        .map(|node| word(facts, node))
        .collect()
}

/// Gives the comparable form of a step, if steps of its kind are compared.
fn word(facts: &Facts, node: NodeId) -> Option<[u32; 3]> {
    let number = |id: usize| id as u32;
    match facts.program.step(node) {
        Step::Take(edge) => {
            let target = facts.cfg.target(edge);
            Some([0, number(edge.block.index()), number(target.index())])
        }
        Step::Store(value) => Some([1, value, 0]),
        Step::Set(flag, value) => Some([2, number(flag.index()), u32::from(value)]),
        Step::Break(label) => Some([3, number(label.index()), 0]),
        Step::Continue(label) => Some([4, number(label.index()), 0]),
        Step::Leave(block) => Some([5, number(block.index()), 0]),
        _ => None,
    }
}
