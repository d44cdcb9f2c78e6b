//! Loops that repeat at their end.
//!
//! *Needs:* a program whose loops are left at their end.
//! *Gives:* a program that means the same in a language whose loops repeat at their end.
//! *Cost:* O(steps).
//!
//! A loop's end that control reaches becomes a `Break`. Where the last step of a loop is an `If`
//! and one of its arms repeats the loop, that arm becomes empty and the others leave:
//!
//! ```text
//! l0: loop {            l0: loop {
//!   run b1                run b1
//!   if b1 {               if b1 {
//!   case 0:               case 0:
//!     continue l0   ->    case 1:
//!   case 1:                 break l0
//!   }                     }
//! }                     }
//! ```
//!
//! An `If` without one arm for each of its two slots becomes a `Switch`.

use super::flow::Flow;
use super::fork::{Fork, openers};
use super::taken_first;
use crate::ids::{BlockId, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::vec::Vec;

/// `may_repeat` tells whether the decision of a switch may be compared with several values.
pub(super) fn repeating(program: &Program, may_repeat: impl Fn(BlockId) -> bool) -> Program {
    let tails = Tails::find(program, may_repeat);
    let mut flow = Flow::new(program);
    let mut steps = Vec::with_capacity(program.len());
    let mut emit = |flow: &mut Flow, step| {
        flow.pass(step);
        steps.push(step);
    };
    for (node, step) in program.steps() {
        match step {
            Step::End | Step::Arm(_) if flow.is_live() => {
                if let Some(label) = tails.leaves(node) {
                    emit(&mut flow, Step::Break(label));
                }
                emit(&mut flow, step);
            }
            Step::Continue(label) if tails.behind[node] == Some(label) => flow.pass(step),
            Step::If(block, label) if taken_first(program, node).is_none() => {
                emit(&mut flow, Step::Switch(block, label));
            }
            _ => emit(&mut flow, step),
        }
    }
    program.with_steps(steps)
}

/// The steps after which control reaches the end of a loop without passing a step that does
/// something.
struct Tails {
    /// For each step: the loop whose end control reaches after it.
    behind: IdMap<NodeId, Option<LabelId>>,
    /// For each `Arm` or `End`: the loop whose end control reaches from there; nothing if no arm
    /// ends here.
    before: IdMap<NodeId, Option<LabelId>>,
    /// For each loop: whether a `Continue` stands at its end.
    repeats: IdMap<LabelId, bool>,
    /// For each `End`: whether it closes a loop.
    ends_loop: IdMap<NodeId, bool>,
}

impl Tails {
    fn find(program: &Program, may_repeat: impl Fn(BlockId) -> bool) -> Tails {
        let mut tails = Tails {
            behind: IdMap::filled(program.len(), None),
            before: IdMap::filled(program.len(), None),
            repeats: IdMap::filled(program.label_count(), false),
            ends_loop: IdMap::filled(program.len(), false),
        };
        let openers = openers(program);
        let mut open: Vec<Option<LabelId>> = Vec::new();
        let mut tail = None;
        for (node, step) in program.steps().rev() {
            tails.behind[node] = tail;
            tail = match step {
                Step::End => {
                    let opener = openers[node].map(|opener| (opener, program.step(opener)));
                    open.push(match opener {
                        Some((_, Step::Loop(label))) => Some(label),
                        Some((opener, _)) if has_two_ways(program, opener, &may_repeat) => tail,
                        _ => None,
                    });
                    tails.ends_loop[node] = matches!(opener, Some((_, Step::Loop(_))));
                    open.last().copied().flatten()
                }
                Step::Arm(_) => open.last().copied().flatten(),
                Step::Continue(label) => {
                    tails.repeats[label] |= tail == Some(label);
                    None
                }
                step => {
                    if step.opens() {
                        open.pop();
                    }
                    None
                }
            };
            tails.before[node] = tail;
        }
        tails.forget_first_arms(program);
        tails
    }

    /// No arm ends where the first arm of a bracket begins.
    fn forget_first_arms(&mut self, program: &Program) {
        let mut opened = false;
        for (node, step) in program.steps() {
            if opened && matches!(step, Step::Arm(_)) {
                self.before[node] = None;
            }
            opened = step.opens();
        }
    }

    /// Gives the loop that must be left before the `Arm` or `End` at `node`.
    fn leaves(&self, node: NodeId) -> Option<LabelId> {
        self.before[node].filter(|&label| self.ends_loop[node] || self.repeats[label])
    }
}

/// Tells whether a bracket without a label is certain to be written as an `if` with two arms.
fn has_two_ways(program: &Program, node: NodeId, may_repeat: impl Fn(BlockId) -> bool) -> bool {
    let is_unbound = program.step(node).bound_label().is_none();
    let fork = Fork::at(program, node).filter(|fork| fork.is_asked(program, may_repeat));
    is_unbound && fork.is_some_and(|fork| fork.otherwise.is_some())
}
