//! The order of arms.
//!
//! *Needs:* a program. *Gives:* one that does the same. *Cost:* O(steps).
//!
//! Arms never run on into the next one, so their order has no meaning for the program, but readers
//! expect an order: the default of a switch last, where Rust and Python need it, and the arms of a
//! fork as [`polarity`](super::polarity) says.

use super::fork::Contents;
use super::outline::Outline;
use super::polarity::Polarity;
use super::{Host, arms, cases, next};
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::ops::Range;

pub(super) fn arms_in_order(program: &Program, host: &impl Host) -> Program {
    let prints = |step| host.prints(step);
    let may_repeat = |block| host.may_repeat(block);
    let contents = Contents {
        program,
        prints: &prints,
        may_repeat: &may_repeat,
    };
    let outline = Outline::find(program, prints);
    let polarity = Polarity::new(contents, &outline, host);
    let last_arm = |node| match contents.as_if(node, &outline, host.leaves_ifs()) {
        Some(fork) => polarity.last_arm(node, fork),
        None => default_arm(program, node),
    };
    with_last_arms(program, last_arm)
}

/// Moves one arm of each bracket behind the others.
fn with_last_arms(program: &Program, last_arm: impl Fn(NodeId) -> Option<NodeId>) -> Program {
    let mut steps = Vec::with_capacity(program.len());
    // The parts still to be written, the next one last.
    let mut parts: Vec<Range<usize>> = alloc::vec![0..program.len()];
    while let Some(part) = parts.pop() {
        for at in part.clone() {
            let node = NodeId::new(at);
            steps.push(program.step(node));
            let Some(arm) = last_arm(node) else {
                continue;
            };
            let (first, end) = (next(node).index(), program.extent(node).index());
            let [arm, after] = [arm, program.extent(arm)].map(Id::index);
            if after < end {
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

/// Gives the default arm of a switch. In a switch on a decision the default is the last slot.
fn default_arm(program: &Program, node: NodeId) -> Option<NodeId> {
    let (Step::Switch(..) | Step::Dispatch(_)) = program.step(node) else {
        return None;
    };
    let is_dispatch = matches!(program.step(node), Step::Dispatch(_));
    let rank = |arm: &NodeId| {
        let cases = cases(program, *arm);
        match is_dispatch {
            true => u32::from(cases.is_empty()),
            false => cases.iter().copied().max().unwrap_or_default(),
        }
    };
    arms(program, node).into_iter().max_by_key(rank)
}
