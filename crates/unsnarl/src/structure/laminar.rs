//! Scopes that nest: each opens as late as possible.
//!
//! *Needs:* scopes by ascending end, each with the latest place where it could open if it were
//! alone.
//! *Gives:* where it opens so that no two cross.
//! *Cost:* amortised O(1) a scope, on a stack.

use alloc::vec::Vec;

/// Moves the start of the scope that ends at `end` out of every scope that it would cross, and
/// enters it among the scopes that are closed.
///
/// Ends must ascend from call to call. Amortised O(1): what a scope encloses is never looked at
/// again.
pub(super) fn close_over(closed: &mut Vec<(u32, u32)>, start: u32, end: u32) -> u32 {
    let mut start = start;
    while let Some(&(inner_start, inner_end)) = closed.last() {
        if inner_start < start && inner_end <= start {
            break;
        }
        start = start.min(inner_start);
        closed.pop();
    }
    closed.push((start, end));
    start
}
