//! What of a program is shown, and which labels it takes.
//!
//! *Needs:* a program whose loops repeat at their end, and which steps say something.
//! *Gives:* [`Outline`].
//! *Cost:* O(steps).

use super::curly::{Dialect, Jump};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Bracket, Program, Step};
use alloc::vec::Vec;

pub(super) struct Outline {
    /// For each position the number of steps before it that say something.
    said_before: Vec<usize>,
    /// Labels that a jump binds to.
    pub(super) bound: IdMap<LabelId, bool>,
    /// Labels that a jump must name.
    pub(super) named: IdMap<LabelId, bool>,
    /// Jumps that name their label.
    pub(super) names: IdMap<NodeId, bool>,
}

impl Outline {
    /// Finds it for a dialect. `speaks` tells whether a `Run` or a `Take` says something.
    pub(super) fn find<D: Dialect>(
        program: &Program,
        dialect: &D,
        speaks: impl Fn(Step) -> bool,
    ) -> Outline {
        let mut said_before = Vec::with_capacity(program.len() + 1);
        let mut said = 0;
        for (_, step) in program.steps() {
            said_before.push(said);
            said += usize::from(match step {
                Step::Run(_) | Step::Take(_) => speaks(step),
                Step::Loop(_) | Step::Store(_) | Step::Set(..) => true,
                step => step.diverts(),
            });
        }
        said_before.push(said);
        let mut outline = Outline {
            said_before,
            bound: IdMap::filled(program.label_count(), false),
            named: IdMap::filled(program.label_count(), false),
            names: IdMap::filled(program.len(), false),
        };
        outline.bind(program);
        outline.name(program, dialect);
        outline
    }

    /// Tells whether the bracket or arm at `node` holds anything that is shown.
    pub(super) fn is_shown(&self, program: &Program, node: NodeId) -> bool {
        let end = program.extent(node).index();
        self.said_before[end] > self.said_before[node.index()]
    }

    /// Tells whether the brackets themselves at `node` are shown: a scope that no jump leaves is not.
    pub(super) fn has_brackets(&self, program: &Program, node: NodeId) -> bool {
        match program.step(node) {
            Step::Block(label) => self.bound[label],
            Step::Loop(_) => true,
            _ => self.is_shown(program, node),
        }
    }

    fn bind(&mut self, program: &Program) {
        for (_, step) in program.steps() {
            if let Step::Break(label) | Step::Continue(label) = step {
                self.bound[label] = true;
            }
        }
    }

    /// A jump needs no label if the innermost bracket that could catch it is the one that is meant.
    fn name<D: Dialect>(&mut self, program: &Program, dialect: &D) {
        let mut open: Vec<[bool; 2]> = Vec::new();
        let mut catchers: [Vec<Option<LabelId>>; 2] = [Vec::new(), Vec::new()];
        for (node, step) in program.steps() {
            let jump = match step {
                Step::Break(label) => Some((Jump::Break, label)),
                Step::Continue(label) => Some((Jump::Continue, label)),
                _ => None,
            };
            if let Some((jump, label)) = jump {
                let innermost = catchers[jump as usize].last().copied().flatten();
                let names = innermost != Some(label);
                self.names[node] = names;
                self.named[label] |= names;
            } else if step == Step::End {
                let catches = open.pop().unwrap_or_default();
                for (catchers, catches) in catchers.iter_mut().zip(catches) {
                    if catches {
                        catchers.pop();
                    }
                }
            } else if step.opens() {
                let shown = self.has_brackets(program, node);
                let catches = [Jump::Break, Jump::Continue]
                    .map(|jump| shown && dialect.catches(jump, bracket(step)));
                for (catchers, catches) in catchers.iter_mut().zip(catches) {
                    if catches {
                        catchers.push(step.bound_label());
                    }
                }
                open.push(catches);
            }
        }
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
