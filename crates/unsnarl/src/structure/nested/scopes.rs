//! Inserts scopes between the steps of a layout.
//!
//! *Needs:* the steps; scopes that nest, by ascending end; and the decisions that could
//! [hold](Holder) one.
//! *Gives:* the steps with the scopes among them.
//! *Cost:* every step after the first scope is moved once or twice, in place; O((s + h) log s) for
//! s scopes and h holders.
//!
//! A decision whose child is written behind it, in no arm, ends where nothing goes. If a scope
//! opens right there, the child's arm can hold what is in the scope, and the decision's end is the
//! scope's. That saves the scope and nests no deeper:
//!
//! ```text
//! before: if a { continue } block { x; if b { break } y } z
//! after:  if a { continue } else { x; if b { break } y } z
//! ```
//!
//! The steps are moved from the last to the first, so that none is overwritten before it has been
//! moved.

use crate::ids::LabelId;
use crate::program::Step;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A scope: it opens before the step `start` and ends before the step `end`, the first of its
/// target block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) label: LabelId,
}

/// A decision that can hold the scope that opens behind it: nothing reaches its end, and its last
/// arm only takes an edge to what comes next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holder {
    /// The step that opens it.
    pub(super) bracket: u32,
    /// The step behind its end.
    pub(super) behind: u32,
}

/// The beginning of a scope.
struct Opening {
    scope: Scope,
    /// Whether it is held by the decision that ends right before it.
    held: bool,
}

/// Puts scopes between steps.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes
/// first.
pub(super) fn put_in(scopes: &[Scope], holders: &[Holder], steps: &mut Vec<Step>) {
    if scopes.is_empty() {
        return;
    }
    let open = |&scope: &Scope| Opening { scope, held: false };
    let mut opening: Vec<Opening> = scopes.iter().map(open).collect();
    opening.sort_unstable_by_key(|Opening { scope, .. }| (scope.start, Reverse(scope.end)));
    for &holder in holders {
        hold(holder, scopes, &mut opening, steps);
    }
    let mut ends = scopes.iter().rev().map(|scope| scope.end).peekable();
    let mut starts = opening.iter().rev().peekable();
    // The steps before `from` go before `to`.
    let mut from = steps.len();
    steps.resize(from + 2 * scopes.len(), Step::End);
    let mut to = steps.len();
    while let Some(at) = starts.peek().map(|opening| opening.scope.start) {
        let at = ends.peek().map_or(at, |&end| end.max(at));
        to -= from - at as usize;
        steps.copy_within(at as usize..from, to);
        from = at as usize;
        while let Some(Opening { scope, held }) = starts.next_if(|it| it.scope.start == at) {
            if *held {
                // The end of the decision, which has moved to that of the scope.
                from -= 1;
            } else {
                to -= 1;
                steps[to] = Step::Block(scope.label);
            }
        }
        while ends.next_if_eq(&at).is_some() {
            to -= 1;
            steps[to] = Step::End;
        }
    }
    // Scopes that are held have left room.
    steps.drain(from..to);
}

/// Lets a decision hold the longest of the scopes that open first behind it, unless anything but
/// plain code lies between or another scope ends there.
fn hold(holder: Holder, scopes: &[Scope], opening: &mut [Opening], steps: &mut [Step]) {
    let Holder { bracket, behind } = holder;
    let first = opening.partition_point(|opening| opening.scope.start < behind);
    let Some(opening) = opening.get_mut(first) else {
        return;
    };
    let start = opening.scope.start;
    let next_end = scopes.partition_point(|scope| scope.end < behind);
    let between = &steps[behind as usize..start as usize];
    let is_plain = |step: &Step| matches!(step, Step::Run(_) | Step::Take(_) | Step::Store(_));
    if scopes[next_end].end <= start || !between.iter().all(is_plain) {
        return;
    }
    if let Step::If(_, own) | Step::Switch(_, own) | Step::Dispatch(own) =
        &mut steps[bracket as usize]
        && own.is_none()
    {
        *own = Some(opening.scope.label);
        opening.scope.start = behind;
        opening.held = true;
    }
}
