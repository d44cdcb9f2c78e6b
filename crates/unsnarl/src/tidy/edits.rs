//! Changes to a program, collected and then made in one pass.
//!
//! *Needs:* a program; steps to drop or to replace, parts of sequences to move, labels to rename.
//! *Gives:* the changed program, or `None` if no change was requested.
//! *Cost:* O(steps + a log a) for a additions.
//!
//! An addition is attached to the step before it, and moves with that step; so parts may move into
//! parts that move themselves. A part must not move into itself.

use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Cases, Condition, Program, Step, Term};
use alloc::vec::Vec;

pub(super) struct Edits<'p> {
    program: &'p Program,
    /// `None` before the first change, because most rewrites change nothing.
    changes: Option<Changes>,
}

/// The changes to a program.
struct Changes {
    steps: IdMap<NodeId, Option<Step>>,
    /// By the place where a part that moves or is dropped begins: the place after the part.
    away: IdMap<NodeId, Option<NodeId>>,
    /// The additions after a step, in the order in which they were requested.
    additions: Vec<(NodeId, Piece)>,
    names: IdMap<LabelId, LabelId>,
    cases: Vec<u32>,
    terms: Vec<Term>,
}

/// A piece that is to be written.
#[derive(Clone, Copy)]
enum Piece {
    Step(Step),
    /// A part that has moved: from the first place up to the second.
    Part(NodeId, NodeId),
    /// The rest of a part, which is still to be written.
    Rest(NodeId, NodeId),
}

impl<'p> Edits<'p> {
    pub(super) fn new(program: &'p Program) -> Edits<'p> {
        let changes = None;
        Edits { program, changes }
    }

    fn changes(&mut self) -> &mut Changes {
        let program = self.program;
        self.changes.get_or_insert_with(|| Changes {
            steps: program.steps().map(|(_, step)| Some(step)).collect(),
            away: IdMap::filled(program.len(), None),
            additions: Vec::new(),
            names: (0..program.label_count()).map(LabelId::new).collect(),
            cases: program.all_cases().to_vec(),
            terms: program.all_terms().to_vec(),
        })
    }

    /// Drops a step.
    pub(super) fn drop(&mut self, node: NodeId) {
        self.changes().steps[node] = None;
    }

    /// Drops the opening step and the `End` of a bracket, and keeps its content.
    pub(super) fn unwrap(&mut self, bracket: NodeId) {
        self.drop(bracket);
        self.drop(self.program.extent(bracket));
    }

    /// Replaces a step by another one.
    pub(super) fn set(&mut self, node: NodeId, step: Step) {
        self.changes().steps[node] = Some(step);
    }

    /// Drops a part of a sequence.
    pub(super) fn cut(&mut self, from: NodeId, to: NodeId) {
        if from < to {
            self.changes().away[from] = Some(to);
        }
    }

    /// Moves a part of a sequence after a step, and after earlier additions there.
    pub(super) fn carry(&mut self, from: NodeId, to: NodeId, behind: NodeId) {
        if from < to {
            self.cut(from, to);
            let part = (behind, Piece::Part(from, to));
            self.changes().additions.push(part);
        }
    }

    /// Adds a step after another one, and after earlier additions there.
    pub(super) fn add(&mut self, behind: NodeId, step: Step) {
        self.changes().additions.push((behind, Piece::Step(step)));
    }

    /// Replaces a label by another one.
    pub(super) fn rename(&mut self, from: LabelId, to: LabelId) {
        self.changes().names[from] = to;
    }

    /// Gives the label that a bracket binds after the changes; a bracket without a label gets one.
    pub(super) fn label(&mut self, bracket: NodeId) -> LabelId {
        let own = self.program.step(bracket);
        let changes = self.changes();
        let step = changes.steps[bracket].unwrap_or(own);
        if let Some(label) = step.bound_label() {
            return changes.names[label];
        }
        let label = LabelId::new(changes.names.len());
        changes.names.push(label);
        self.set(bracket, step.labelled(Some(label)));
        label
    }

    /// Adds the cases of an arm.
    pub(super) fn cases(&mut self, cases: impl IntoIterator<Item = u32>) -> Cases {
        Cases::append(&mut self.changes().cases, cases)
    }

    /// Adds a condition.
    pub(super) fn condition(&mut self, terms: impl IntoIterator<Item = Term>) -> Condition {
        Condition::append(&mut self.changes().terms, terms)
    }

    /// Makes the changes.
    pub(super) fn finish(self) -> Option<Program> {
        let program = self.program;
        self.changes.map(|changes| changes.made(program))
    }
}

impl Changes {
    /// Makes the changes in a program. O(steps + a log a) for a additions.
    fn made(mut self, program: &Program) -> Program {
        self.additions.sort_by_key(|(behind, _)| *behind);
        let mut starts: IdMap<NodeId, usize> = IdMap::filled(program.len(), 0);
        for (index, (behind, _)) in self.additions.iter().enumerate().rev() {
            starts[*behind] = index;
        }
        let mut steps = Vec::with_capacity(program.len());
        let end = NodeId::new(program.len());
        let mut work = alloc::vec![Piece::Rest(NodeId::new(0), end)];
        while let Some(piece) = work.pop() {
            let (at, to) = match piece {
                Piece::Step(step) => {
                    steps.push(self.renamed(step));
                    continue;
                }
                Piece::Part(from, to) => (from, to),
                Piece::Rest(from, to) if from >= to => continue,
                Piece::Rest(from, to) => match self.away[from] {
                    Some(past) => {
                        work.push(Piece::Rest(past, to));
                        continue;
                    }
                    None => (from, to),
                },
            };
            steps.extend(self.steps[at].map(|step| self.renamed(step)));
            work.push(Piece::Rest(following(at), to));
            let added = self.additions[starts[at]..].iter();
            let added = added.take_while(|(behind, _)| *behind == at);
            let first = work.len();
            work.extend(added.map(|(_, piece)| *piece));
            work[first..].reverse();
        }
        Program::from_steps(steps, self.cases, self.terms)
    }

    fn renamed(&self, step: Step) -> Step {
        match step {
            Step::Break(label) => Step::Break(self.names[label]),
            Step::Continue(label) => Step::Continue(self.names[label]),
            step => step,
        }
    }
}
