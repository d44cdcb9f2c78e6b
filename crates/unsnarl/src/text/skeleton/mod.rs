//! Skeletons: a structured program as a program of some language, with the blocks' code left open.
//!
//! *Needs:* a graph, a program that keeps rules P1 to P6 on it, and the host's texts for its
//! blocks.
//! *Gives:* text: [`pseudocode`] to read, [`javascript`] and [`wat`] to run.
//! *Cost:* O(steps + text).
//!
//! A skeleton that runs calls two functions of its host. `block(i)` is called when block `bi` runs.
//! `decide(i)` is called right after it, once, if the block has a branch or a switch: it gives the
//! slot of the arm that is taken, so 0 is the taken arm of a branch. Where the decision is tested
//! later, or more than once, it is saved in a variable. A block that returns ends the run; one that
//! is unreachable throws or traps, so that the two can be told apart.
//!
//! The intermediate steps: [`repeat`] makes loops that repeat at their end, as in most languages;
//! [`outline`] finds what is shown, [`forms`] what is shown in another form than it has in the
//! program, and [`names`] which labels that takes; [`curly`] walks, and asks a
//! [`Dialect`](dialect::Dialect) for the words. WebAssembly's loops are those of the program, so
//! [`wat`] needs none of this but `flow` and `decision`.

mod assignment;
mod circuit;
mod condition;
mod curly;
mod decision;
mod dialect;
mod flow;
mod fork;
mod forms;
mod javascript;
mod lines;
mod loop_form;
mod names;
mod outline;
mod pseudocode;
mod repeat;
mod wat;

#[cfg(test)]
mod tests;

pub use javascript::javascript;
pub use pseudocode::pseudocode;
pub use wat::wat;

use crate::ids::NodeId;
use crate::ids::following as next;
use crate::program::{Program, Step};
use alloc::vec::Vec;

/// Gives the arms of the bracket at `node`.
fn arms(program: &Program, node: NodeId) -> Vec<NodeId> {
    let mut arms = Vec::new();
    let mut at = next(node);
    while matches!(program.step(at), Step::Arm(_)) {
        arms.push(at);
        at = program.extent(at);
    }
    arms
}

/// Gives the slots or label values of the arm at `node`.
fn cases(program: &Program, node: NodeId) -> &[u32] {
    match program.step(node) {
        Step::Arm(cases) => program.cases(cases),
        _ => &[],
    }
}

/// Tells whether the `If` at `node` has one arm for slot 0 and one for slot 1, and whether slot 0
/// comes first; nothing if it is another one.
fn taken_first(program: &Program, node: NodeId) -> Option<bool> {
    let arms = arms(program, node);
    let [first, second] = arms.as_slice() else {
        return None;
    };
    match (cases(program, *first), cases(program, *second)) {
        ([0], [1]) => Some(true),
        ([1], [0]) => Some(false),
        _ => None,
    }
}
