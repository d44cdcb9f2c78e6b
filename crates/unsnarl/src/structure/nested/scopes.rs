//! Inserts scopes between the steps of a layout.
//!
//! *Needs:* the steps; and scopes that nest, by ascending end.
//! *Gives:* the steps with the scopes among them.
//! *Cost:* every step after the first scope is moved once, in place; O(s log s) for s scopes.
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

/// Puts scopes between steps.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes
/// first.
pub(super) fn put_in(scopes: &[Scope], steps: &mut Vec<Step>) {
    let mut opening = scopes.to_vec();
    opening.sort_unstable_by_key(|scope| (scope.start, Reverse(scope.end)));
    let mut ends = scopes.iter().rev().map(|scope| scope.end).peekable();
    let mut starts = opening.iter().rev().peekable();
    // The steps before `from` go before `to`.
    let mut from = steps.len();
    steps.resize(from + 2 * scopes.len(), Step::End);
    let mut to = steps.len();
    while let Some(&end) = ends.peek() {
        let start = starts.peek().map_or(0, |scope| scope.start);
        let at = end.max(start);
        to -= from - at as usize;
        steps.copy_within(at as usize..from, to);
        from = at as usize;
        while let Some(scope) = starts.next_if(|scope| scope.start == at) {
            to -= 1;
            steps[to] = Step::Block(scope.label);
        }
        while ends.next_if_eq(&at).is_some() {
            to -= 1;
            steps[to] = Step::End;
        }
    }
    for scope in starts {
        let at = scope.start as usize;
        to -= from - at;
        steps.copy_within(at..from, to);
        from = at;
        to -= 1;
        steps[to] = Step::Block(scope.label);
    }
}
