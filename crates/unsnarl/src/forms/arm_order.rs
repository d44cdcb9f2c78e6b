//! Switches whose default is their last arm.
//!
//! *Needs:* a program. *Gives:* one that does the same. *Cost:* O(steps).
//!
//! Arms never run on into the next, so their order means nothing. In Rust and in Python the pattern
//! that matches everything must be the last one, and readers expect it there.

use super::{arms, cases, next};
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

pub(super) fn arms_in_order(program: &Program) -> Program {
    let mut steps = Vec::with_capacity(program.len());
    // What is still to be written, the next part last.
    let mut parts: Vec<Range<usize>> = alloc::vec![0..program.len()];
    while let Some(part) = parts.pop() {
        for at in part.clone() {
            let node = NodeId::new(at);
            steps.push(program.step(node));
            if let Some(arm) = misplaced_default(program, node) {
                let (first, end) = (next(node).index(), program.extent(node).index());
                let [arm, after] = [arm, program.extent(arm)].map(Id::index);
                parts.push(end..part.end);
                parts.push(arm..after);
                parts.push(after..end);
                parts.push(first..arm);
                break;
            }
        }
    }
    program.with_steps(steps)
}

/// Gives the arm of a switch that is the default and not the last arm. The default of a switch on a
/// decision is the last slot.
fn misplaced_default(program: &Program, node: NodeId) -> Option<NodeId> {
    let (Step::Switch(..) | Step::Dispatch(_)) = program.step(node) else {
        return None;
    };
    let mut arms = arms(program, node);
    let is_dispatch = matches!(program.step(node), Step::Dispatch(_));
    let rank = |arm: &NodeId| {
        let cases = cases(program, *arm);
        match is_dispatch {
            true => u32::from(cases.is_empty()),
            false => cases.iter().copied().max().unwrap_or_default(),
        }
    };
    let last = arms.pop()?;
    let default = arms.into_iter().max_by_key(rank)?;
    (rank(&default) > rank(&last)).then_some(default)
}
