//! Which labels are written: those that a jump must name.
//!
//! *Needs:* a program, what of it is shown, and what a jump without a label binds to in a language.
//! *Gives:* [`Names`].
//! *Cost:* O(steps).
//!
//! A jump needs no label if the innermost bracket that could catch it is the one that is meant.

use super::dialect::{Dialect, Jump};
use super::fork::Fork;
use super::outline::Outline;
use crate::ids::{IdMap, LabelId, NodeId};
use crate::program::{Bracket, Program, Step};
use alloc::vec::Vec;

pub(super) struct Names {
    /// Labels that a jump must name.
    pub(super) named: IdMap<LabelId, bool>,
    /// Jumps that name their label.
    pub(super) names: IdMap<NodeId, bool>,
}

/// Kinds of jumps.
const JUMPS: [Jump; 2] = [Jump::Break, Jump::Continue];

impl Names {
    pub(super) fn find(program: &Program, outline: &Outline, dialect: &impl Dialect) -> Names {
        let mut found = Names {
            named: IdMap::filled(program.label_count(), false),
            names: IdMap::filled(program.len(), false),
        };
        // Of each open bracket whether it catches jumps, and of the brackets that do their labels.
        let mut open: Vec<[bool; 2]> = Vec::new();
        let mut catchers: [Vec<Option<LabelId>>; 2] = [Vec::new(), Vec::new()];
        for (node, step) in program.steps() {
            match step {
                Step::Break(label) => found.jump(node, label, &catchers[Jump::Break as usize]),
                Step::Continue(label) => {
                    found.jump(node, label, &catchers[Jump::Continue as usize]);
                }
                Step::End => {
                    let caught = open.pop().unwrap_or_default();
                    for (catchers, caught) in catchers.iter_mut().zip(caught) {
                        catchers.truncate(catchers.len() - usize::from(caught));
                    }
                }
                step if step.opens() => {
                    // What is written as an `if` catches nothing, whatever it is in the program.
                    let shown =
                        outline.has_brackets(program, node) && Fork::at(program, node).is_none();
                    let bracket = bracket(step);
                    let catches = JUMPS.map(|jump| shown && dialect.catches(jump, bracket));
                    let catching = catchers.iter_mut().zip(catches).filter(|(_, own)| *own);
                    catching.for_each(|(catchers, _)| catchers.push(step.bound_label()));
                    open.push(catches);
                }
                _ => {}
            }
        }
        found
    }

    fn jump(&mut self, node: NodeId, label: LabelId, catchers: &[Option<LabelId>]) {
        let names = catchers.last().copied().flatten() != Some(label);
        self.names[node] = names;
        self.named[label] |= names;
    }
}

/// Gives the kind of the bracket that a step opens.
pub(super) fn bracket(step: Step) -> Bracket {
    match step {
        Step::Loop(_) => Bracket::Loop,
        Step::If(block, _) => Bracket::If(block),
        Step::Switch(block, _) => Bracket::Switch(block),
        Step::Dispatch(_) => Bracket::Dispatch,
        Step::Test(condition, _) => Bracket::Test(condition),
        _ => Bracket::Block,
    }
}
