//! Tests right after what decides them.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`threaded`]: the arms of such tests moved to where they are decided.
//! *Cost:* O(steps + terms) for each of at most [`ROUNDS`] rounds.
//! *Source:* what optimisers call jump threading, on structured code.
//! *Limits:* what would have to be copied stays, but for a jump and a set. The values are those
//! that the arms end with.
//!
//! ```text
//! if a { f0 = true } else { f0 = false }      if a { f0 = true; b } else { f0 = false; c }
//! if f0 { b } else { c }                 ->
//! ```

use super::flow::arms;
use super::three::simplified;
use crate::ids::{FlagId, Id, NodeId, following};
use crate::program::{Condition, Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

/// How often a program is gone through at most. What is nested takes a round for each level.
const ROUNDS: usize = 16;
/// How many steps may be copied: a set and a jump.
const MOST_COPIED: usize = 2;

/// Moves the arms of tests to where these are decided; gives nothing if there are none.
pub(super) fn threaded(program: &Program) -> Option<Program> {
    let mut current = once(program)?;
    for _ in 1..ROUNDS {
        match once(&current) {
            Some(next) => current = next,
            None => break,
        }
    }
    Some(current)
}

/// A bracket and the test after it.
struct Thread {
    test: NodeId,
    /// By the end of an arm of the bracket, the steps that go there.
    moved: Vec<(NodeId, Range<usize>)>,
}

fn once(program: &Program) -> Option<Program> {
    let mut steps = Vec::with_capacity(program.len());
    let mut changed = false;
    // What goes to the ends of arms, from the last to the first.
    let mut moved: Vec<(NodeId, Range<usize>)> = Vec::new();
    let mut tests: Vec<NodeId> = Vec::new();
    // Up to here the steps belong to a bracket and a test that have been chosen.
    let mut taken = NodeId::new(0);
    let mut at = NodeId::new(0);
    while at.index() < program.len() {
        if moved.last().is_some_and(|(end, _)| *end == at) {
            let (_, range) = moved.pop().expect("there is a last one");
            steps.extend(range.map(|index| program.step(NodeId::new(index))));
        }
        if tests.pop_if(|test| *test == at).is_some() {
            at = following(program.extent(at));
            continue;
        }
        let step = program.step(at);
        if at >= taken
            && step.has_arms()
            && let Some(thread) = find(program, at)
        {
            taken = following(program.extent(thread.test));
            moved.extend(thread.moved.into_iter().rev());
            tests.push(thread.test);
            changed = true;
        }
        steps.push(step);
        at = following(at);
    }
    changed.then(|| program.with_steps(steps))
}

/// Finds the test after a bracket, if each arm that gets there decides it, and no code has to be
/// copied.
fn find(program: &Program, bracket: NodeId) -> Option<Thread> {
    let test = following(program.extent(bracket));
    if test.index() == program.len() || program.step(bracket).bound_label().is_some() {
        return None;
    }
    let Step::Test(condition, None) = program.step(test) else {
        return None;
    };
    let mut thread = Thread {
        test,
        moved: Vec::new(),
    };
    let mut counts = [0; 2];
    for arm in arms(program, bracket) {
        let end = program.extent(arm);
        if program.step(NodeId::new(end.index() - 1)).diverts() {
            continue;
        }
        let value = value_behind(program, arm, condition)?;
        counts[usize::from(value)] += 1;
        thread.moved.push((end, inside(program, test, value)?));
    }
    let may_move = [false, true].into_iter().all(|value| {
        let few = counts[usize::from(value)] <= 1;
        few || inside(program, test, value).is_some_and(|range| is_light(program, range))
    });
    may_move.then_some(thread)
}

/// Gives the value of a condition at the end of an arm, if the sets there tell it.
fn value_behind(program: &Program, arm: NodeId, condition: Condition) -> Option<bool> {
    let terms = program.condition(condition);
    let mut known: Vec<(FlagId, bool)> = Vec::new();
    for index in (following(arm).index()..program.extent(arm).index()).rev() {
        match program.step(NodeId::new(index)) {
            Step::Set(flag, value) => known.push((flag, value)),
            Step::Take(_) | Step::Store(_) | Step::Run(_) => {}
            _ => break,
        }
        if known.len() > terms.len() {
            break;
        }
    }
    let value = |flag| {
        let last = known.iter().find(|&&(other, _)| other == flag);
        last.map(|&(_, value)| value)
    };
    simplified(terms, value).ok()
}

/// Gives the steps in the arm of a test for a value.
fn inside(program: &Program, test: NodeId, value: bool) -> Option<Range<usize>> {
    let serves = |&arm: &NodeId| matches!(program.step(arm), Step::Arm(cases) if program.cases(cases) == [u32::from(value)]);
    let arm = arms(program, test).find(serves)?;
    Some(following(arm).index()..program.extent(arm).index())
}

/// Tells whether steps are few, and only set flags and jump.
fn is_light(program: &Program, mut range: Range<usize>) -> bool {
    let may_copy = |step| matches!(step, Step::Set(..) | Step::Break(_) | Step::Continue(_));
    range.len() <= MOST_COPIED && range.all(|index| may_copy(program.step(NodeId::new(index))))
}
