//! Merging of tests of related conditions.
//!
//! *Needs:* a program. *Gives:* the program with fewer tests. *Cost:* O(s log s + t) for s steps
//! and t terms of the tests.
//! *Source:* the condition-based refinement of [Yakdan15] for adjacent tests; short circuits for
//! nested tests.
//!
//! Two adjacent tests of the same condition, or of a condition and its negation, if no step between
//! them sets a flag of the condition:
//! ```text
//! if f0 { case 1: X case 0: }           if f0 { case 1: X case 0: Y }
//! if !f0 { case 1: Y case 0: }    ->
//! ```
//! A test that is the only content of an arm of another test, if the remaining arms of both are
//! equal:
//! ```text
//! if f0 {                               if f0 && f1 {
//! case 1:                               case 1: X
//!   if f1 { case 1: X case 0: Y } ->    case 0: Y
//! case 0: Y                             }
//! }
//! ```
//! Here `Y` must be short: stores and a jump. Decisions of blocks are not merged like conditions,
//! because a block must run before it decides; for these, the other rewrites at most make both
//! remaining arms empty.

use super::Edits;
use super::facts::Facts;
use super::same::words;
use crate::ids::{FlagId, Id, NodeId, following};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec::Vec;

pub(super) fn rewrite(facts: &Facts) -> Option<Program> {
    let mut edits = Edits::new(facts.program);
    let sets = Sets::new(facts.program);
    // The program has been changed up to this place.
    let mut done = NodeId::new(0);
    for (node, step) in facts.program.steps() {
        let Step::Test(condition, _) = step else {
            continue;
        };
        if node < done {
            continue;
        }
        let changed = join(facts, &mut edits, &sets, node, condition)
            .or_else(|| nest(facts, &mut edits, node, condition));
        done = changed.unwrap_or(done);
    }
    edits.finish()
}

/// Joins a test with the test after it, and gives the place after both.
fn join(
    facts: &Facts,
    edits: &mut Edits,
    sets: &Sets,
    first: NodeId,
    condition: Condition,
) -> Option<NodeId> {
    let program = facts.program;
    let second = facts.past(first);
    if second == facts.end(second) || facts.breaks(first) > 0 {
        return None;
    }
    let Step::Test(other, label) = program.step(second) else {
        return None;
    };
    let [(terms, holds), (others, held)] = [condition, other].map(|it| plain(program, it));
    if terms != others || sets.change(terms, first, second) {
        return None;
    }
    for (value, arm) in arms(facts, first)? {
        let value = if holds == held { value } else { 1 - value };
        let others = arms(facts, second)?;
        let (_, other) = others.into_iter().find(|(other, _)| *other == value)?;
        let (from, to) = (following(other), program.extent(other));
        if facts.ends(arm) {
            edits.carry(from, to, facts.last(arm));
        } else {
            edits.cut(from, to);
        }
        edits.drop(other);
    }
    edits.set(first, Step::Test(condition, label));
    edits.drop(program.extent(first));
    edits.drop(second);
    Some(facts.past(second))
}

/// Joins two nested tests, and gives the place after them.
fn nest(facts: &Facts, edits: &mut Edits, outer: NodeId, condition: Condition) -> Option<NodeId> {
    let program = facts.program;
    let around = arms(facts, outer)?;
    let is_test = |arm: NodeId| {
        let inner = following(arm);
        let alone = inner < program.extent(arm) && facts.sibling(inner) == program.extent(arm);
        alone
            .then_some(inner)
            .filter(|&inner| matches!(program.step(inner), Step::Test(..)))
    };
    let (at, inner) = (0..2).find_map(|at| Some((at, is_test(around[at].1)?)))?;
    let Step::Test(second, _) = program.step(inner) else {
        return None;
    };
    let inside = arms(facts, inner)?;
    let elsewhere = words(facts, around[1 - at].1)?;
    let same = (0..2).find(|&same| words(facts, inside[same].1).as_ref() == Some(&elsewhere))?;
    // The arm that runs if both conditions have the required values.
    let (wanted, kept) = (around[at].0, inside[1 - same]);
    let mut terms = alloc::vec![Term::And];
    for (condition, value) in [(condition, wanted), (second, kept.0)] {
        let (plain, holds) = plain(program, condition);
        terms.extend((holds != (value == 1)).then_some(Term::Not));
        terms.extend(plain);
    }
    let joined = edits.condition(terms);
    let label = [outer, inner].map(|test| program.step(test).bound_label());
    if let [Some(outer), Some(inner)] = label {
        edits.rename(inner, outer);
    }
    edits.set(outer, Step::Test(joined, label[0].or(label[1])));
    let [one, zero] = [[1], [0]].map(|value| edits.cases(value));
    edits.set(around[at].1, Step::Arm(one));
    edits.set(around[1 - at].1, Step::Arm(zero));
    edits.unwrap(inner);
    edits.drop(kept.1);
    edits.cut(inside[same].1, program.extent(inside[same].1));
    Some(facts.past(outer))
}

/// Gives the arms of a test, each with its value.
fn arms(facts: &Facts, test: NodeId) -> Option<[(u32, NodeId); 2]> {
    let served = |arm: NodeId| match facts.program.step(arm) {
        Step::Arm(cases) => match *facts.program.cases(cases) {
            [value] if value < 2 => Some((value, arm)),
            _ => None,
        },
        _ => None,
    };
    let mut arms = facts.arms(test).map(served);
    let both = [arms.next()??, arms.next()??];
    (arms.next().is_none() && both[0].0 != both[1].0).then_some(both)
}

/// Gives a condition without its leading `Not`s, and whether both are equivalent; otherwise one is
/// the negation of the other.
fn plain(program: &Program, condition: Condition) -> (&[Term], bool) {
    let mut terms = program.condition(condition);
    let mut holds = true;
    while let [Term::Not, rest @ ..] = terms {
        (terms, holds) = (rest, !holds);
    }
    (terms, holds)
}

/// The places where flags are set.
struct Sets(Vec<(FlagId, NodeId)>);

impl Sets {
    fn new(program: &Program) -> Sets {
        let set = program.steps().filter_map(|(node, step)| match step {
            Step::Set(flag, _) => Some((flag, node)),
            _ => None,
        });
        let mut sets: Vec<_> = set.collect();
        sets.sort_unstable();
        Sets(sets)
    }

    /// Tells whether a flag of a formula is set between two places.
    fn change(&self, terms: &[Term], from: NodeId, to: NodeId) -> bool {
        terms.iter().any(|term| {
            let Term::Flag(flag) = *term else {
                return false;
            };
            let first = self.0.partition_point(|set| *set < (flag, from));
            let set = self.0.get(first);
            set.is_some_and(|&(other, node)| other == flag && node < to)
        })
    }
}
