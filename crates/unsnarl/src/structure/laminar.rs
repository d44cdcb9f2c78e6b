//! Nesting of scopes, each opened as late as possible.
//!
//! *Needs:* scopes by ascending end, each with the latest place where it could open without the
//! other scopes.
//! *Gives:* the place where each scope opens so that no two scopes cross.
//! *Cost:* amortised O(1) for each scope, with a stack.

use alloc::vec::Vec;

/// Moves the start of the scope that ends at `end` before every scope that it would cross, and adds
/// the scope to the closed scopes.
///
/// Ends must ascend from call to call. Amortised O(1): scopes inside another scope are never
/// examined again.
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
