//! Loops that test first, where jumps inside the test's arm go to its end.
//!
//! *Needs:* a program. *Gives:* one that does the same. *Cost:* O(steps).
//!
//! Jumps that continue with the next round may bind to the first decision of a loop. Then the arm
//! that stays in the loop moves after the decision, into its own scope. The decision now only
//! leaves the loop, and the loop is a `while`.
//!
//! ```text
//! l0: loop {              l0: loop {
//!   run b1                  run b1
//!   l1: if b1 {             if b1 {
//!   case 1:                 case 1:
//!     break l0                break l0
//!   case 0:         ->      case 0:
//!     …                     }
//!     break l1              l1: block {
//!     …                       …
//!   }                         break l1
//!   run b2                    …
//!   continue l0             }
//! }                         run b2
//!                           continue l0
//!                         }
//! ```

use super::fork::{After, Contents};
use super::{arms, next};
use crate::ids::{Id, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

enum Part {
    Steps(usize, usize),
    Step(Step),
}

pub(super) fn tested_first(contents: Contents<'_>) -> Program {
    let program = contents.program;
    let mut steps = Vec::with_capacity(program.len());
    // The parts still to be written, the next one last.
    let mut parts = alloc::vec![Part::Steps(0, program.len())];
    while let Some(part) = parts.pop() {
        match part {
            Part::Step(step) => steps.push(step),
            Part::Steps(first, end) => {
                for at in first..end {
                    let node = NodeId::new(at);
                    steps.push(program.step(node));
                    let Some(test) = test(contents, node) else {
                        continue;
                    };
                    // Steps that print nothing may come before the test.
                    let before = (next(node).index(), test.node.index());
                    parts.push(Part::Steps(program.extent(test.node).index() + 1, end));
                    test.write(program, &mut parts);
                    parts.push(Part::Steps(before.0, before.1));
                    break;
                }
            }
        }
    }
    program.with_steps(steps)
}

/// The first decision of a loop, with a label.
struct FirstTest {
    node: NodeId,
    leaves: NodeId,
    goes_on: NodeId,
}

/// Finds the first decision of the loop at `node`, if it binds a label and exactly one of its two
/// arms only leaves the loop.
fn test(contents: Contents<'_>, node: NodeId) -> Option<FirstTest> {
    let program = contents.program;
    let Step::Loop(label) = program.step(node) else {
        return None;
    };
    let node = contents.pass_silent(next(node));
    let (Step::If(..) | Step::Test(..)) = program.step(node) else {
        return None;
    };
    program.step(node).bound_label()?;
    let [first, second] = arms(program, node)[..] else {
        return None;
    };
    let leaves = |arm| contents.after(Some(arm)) == Some(After::Jumps(Step::Break(label)));
    let (leaves, goes_on) = match (leaves(first), leaves(second)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => return None,
    };
    Some(FirstTest {
        node,
        leaves,
        goes_on,
    })
}

impl FirstTest {
    /// Adds the parts that replace it, the last part first.
    fn write(&self, program: &Program, parts: &mut Vec<Part>) {
        let (open, label) = match program.step(self.node) {
            Step::If(block, Some(label)) => (Step::If(block, None), label),
            Step::Test(condition, Some(label)) => (Step::Test(condition, None), label),
            _ => return,
        };
        let steps = |arm: NodeId| (arm.index(), program.extent(arm).index());
        let ((leaves, left), (goes_on, end)) = (steps(self.leaves), steps(self.goes_on));
        // The step that takes the edge stays in the arm.
        let is_edge = matches!(program.step(next(self.goes_on)), Step::Take(_));
        let inside = goes_on + 1 + usize::from(is_edge);
        parts.push(Part::Step(Step::End));
        parts.push(Part::Steps(inside, end));
        parts.push(Part::Step(Step::Block(label)));
        parts.push(Part::Step(Step::End));
        parts.push(Part::Steps(goes_on, inside));
        parts.push(Part::Steps(leaves, left));
        parts.push(Part::Step(open));
    }
}
