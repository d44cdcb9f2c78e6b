//! Building a program from front to back.
//!
//! *Needs:* the steps in order; labels are requested before they are bound.
//! *Gives:* a [`Program`] with its extents.
//! *Cost:* O(steps) time; one pass at the end computes the [extents](super::extents).

use super::extents::Extents;
use super::{Cases, Condition, Program, Step, Term};
use crate::ids::{BlockId, Edge, FlagId, Id, IdMap, LabelId};
use alloc::vec::Vec;

/// Builds a program by appending steps.
///
/// ```
/// use unsnarl::{BlockId, Edge, Id, ProgramBuilder};
///
/// let [head, body] = [0, 1].map(BlockId::new);
/// let mut builder = ProgramBuilder::new();
/// let again = builder.label();
/// builder.open_loop(again);
/// builder.run(head);
/// builder.take(Edge::new(head, 0));
/// builder.run(body);
/// builder.take(Edge::new(body, 0));
/// builder.go_back(again);
/// builder.close();
/// let program = builder.finish();
/// assert_eq!(program.len(), 7);
/// ```
#[derive(Clone, Default)]
pub struct ProgramBuilder {
    steps: Vec<Step>,
    cases: Vec<u32>,
    terms: Vec<Term>,
    label_count: usize,
    flag_count: usize,
}

impl ProgramBuilder {
    /// Starts an empty program.
    pub fn new() -> ProgramBuilder {
        ProgramBuilder::default()
    }

    /// Starts an empty program whose arms and tests refer to existing tables.
    pub(crate) fn with_tables(cases: Vec<u32>, terms: Vec<Term>) -> ProgramBuilder {
        ProgramBuilder {
            cases,
            terms,
            ..ProgramBuilder::default()
        }
    }

    /// Takes steps that refer to existing tables.
    pub(super) fn of_steps(steps: Vec<Step>, cases: Vec<u32>, terms: Vec<Term>) -> ProgramBuilder {
        let (mut labels, mut flags) = (0, 0);
        for step in &steps {
            match step {
                Step::Break(label) | Step::Continue(label) => {
                    labels = labels.max(label.index() + 1);
                }
                Step::Set(flag, _) => flags = flags.max(flag.index() + 1),
                step => {
                    let label = step.bound_label();
                    labels = labels.max(label.map_or(0, |label| label.index() + 1));
                }
            }
        }
        ProgramBuilder {
            steps,
            cases,
            terms,
            label_count: labels,
            flag_count: flags,
        }
    }

    /// Takes steps whose labels are below `label_count` and which use no flags.
    pub(super) fn of_closed(
        steps: Vec<Step>,
        cases: Vec<u32>,
        label_count: usize,
    ) -> ProgramBuilder {
        ProgramBuilder {
            steps,
            cases,
            label_count,
            ..ProgramBuilder::default()
        }
    }

    /// Makes a new label, to be bound by at most one bracket.
    pub fn label(&mut self) -> LabelId {
        self.label_count += 1;
        LabelId::new(self.label_count - 1)
    }

    /// Makes a new flag. It is not set at first.
    pub fn flag(&mut self) -> FlagId {
        self.flag_count += 1;
        FlagId::new(self.flag_count - 1)
    }

    /// Adds a condition: a formula in prefix notation.
    ///
    /// ```
    /// use unsnarl::program::Term;
    /// use unsnarl::ProgramBuilder;
    ///
    /// let mut builder = ProgramBuilder::new();
    /// let [one, other] = [builder.flag(), builder.flag()];
    /// // one && !other
    /// let condition = builder.condition([Term::And, Term::Flag(one), Term::Not, Term::Flag(other)]);
    /// builder.set(one, true);
    /// builder.set(other, false);
    /// builder.open_test(condition, None);
    /// builder.arm([1]);
    /// builder.arm([0]);
    /// builder.close();
    /// let program = builder.finish();
    /// assert!(program.to_string().contains("if f0 && !f1 {"));
    /// ```
    pub fn condition(&mut self, terms: impl IntoIterator<Item = Term>) -> Condition {
        Condition::append(&mut self.terms, terms)
    }

    /// Runs the code of `block`.
    pub fn run(&mut self, block: BlockId) {
        self.steps.push(Step::Run(block));
    }

    /// Takes `edge`.
    pub fn take(&mut self, edge: Edge) {
        self.steps.push(Step::Take(edge));
    }

    /// Ends the function by the exit of `block`.
    pub fn leave(&mut self, block: BlockId) {
        self.steps.push(Step::Leave(block));
    }

    /// Sets the label variable.
    pub fn store(&mut self, value: u32) {
        self.steps.push(Step::Store(value));
    }

    /// Sets a flag.
    pub fn set(&mut self, flag: FlagId, value: bool) {
        self.flag_count = self.flag_count.max(flag.index() + 1);
        self.steps.push(Step::Set(flag, value));
    }

    /// Jumps past the end of the bracket that binds `label` (a `break`).
    pub fn go_past(&mut self, label: LabelId) {
        self.count_label(label);
        self.steps.push(Step::Break(label));
    }

    /// Jumps back to the start of the loop that binds `label` (a `continue`).
    pub fn go_back(&mut self, label: LabelId) {
        self.count_label(label);
        self.steps.push(Step::Continue(label));
    }

    /// Opens a scope.
    pub fn open_block(&mut self, label: LabelId) {
        self.open(Step::Block(label), Some(label));
    }

    /// Opens a loop.
    pub fn open_loop(&mut self, label: LabelId) {
        self.open(Step::Loop(label), Some(label));
    }

    /// Opens an `If` on the decision of `block`; arms follow.
    pub fn open_if(&mut self, block: BlockId, label: Option<LabelId>) {
        self.open(Step::If(block, label), label);
    }

    /// Opens a `Switch` on the decision of `block`; arms follow.
    pub fn open_switch(&mut self, block: BlockId, label: Option<LabelId>) {
        self.open(Step::Switch(block, label), label);
    }

    /// Opens a `Dispatch` on the label variable; arms follow.
    pub fn open_dispatch(&mut self, label: Option<LabelId>) {
        self.open(Step::Dispatch(label), label);
    }

    /// Opens a `Test` of a condition; the arms `[1]` and `[0]` follow, in either order.
    pub fn open_test(&mut self, condition: Condition, label: Option<LabelId>) {
        self.open(Step::Test(condition, label), label);
    }

    /// Begins the arm of the innermost bracket for these slots or values. Without any, it is the
    /// arm of a `Dispatch` for all other values.
    pub fn arm(&mut self, cases: impl IntoIterator<Item = u32>) {
        let cases = Cases::append(&mut self.cases, cases);
        self.arm_of(cases);
    }

    /// Adds the cases of an arm to the table, and gives the step that begins the arm.
    #[cfg(feature = "emit")]
    pub(crate) fn make_arm<const N: usize>(&mut self, cases: [u32; N]) -> Step {
        Step::Arm(Cases::append(&mut self.cases, cases))
    }

    /// Begins the arm for these cases of the table.
    fn arm_of(&mut self, cases: Cases) {
        self.steps.push(Step::Arm(cases));
    }

    /// Closes the innermost bracket.
    pub fn close(&mut self) {
        self.steps.push(Step::End);
    }

    /// Appends any step.
    pub fn push(&mut self, step: Step) {
        match step {
            Step::Run(_) | Step::Take(_) | Step::Leave(_) | Step::Store(_) => {
                self.steps.push(step);
            }
            Step::Set(flag, value) => self.set(flag, value),
            Step::Break(label) => self.go_past(label),
            Step::Continue(label) => self.go_back(label),
            Step::Block(_)
            | Step::Loop(_)
            | Step::If(..)
            | Step::Switch(..)
            | Step::Dispatch(_)
            | Step::Test(..) => self.open(step, step.bound_label()),
            Step::Arm(cases) => self.arm_of(cases),
            Step::End => self.close(),
        }
    }

    fn open(&mut self, bracket: Step, label: Option<LabelId>) {
        self.steps.push(bracket);
        if let Some(label) = label {
            self.count_label(label);
        }
    }

    fn count_label(&mut self, label: LabelId) {
        self.label_count = self.label_count.max(label.index() + 1);
    }

    /// Gives the program. Every bracket must have been closed.
    pub fn finish(self) -> Program {
        let (program, closed) = self.finish_with_extents();
        assert!(
            closed,
            "every bracket is closed before the program is finished"
        );
        program
    }

    /// Gives the program; a bracket that is still open extends to the last step.
    pub(super) fn finish_unchecked(self) -> Program {
        self.finish_with_extents().0
    }

    /// Gives the program, and tells whether every bracket has been closed.
    fn finish_with_extents(self) -> (Program, bool) {
        let (extents, closed) = Extents::of(&self.steps);
        let asked = self.terms.iter().map(|term| match term {
            Term::Flag(flag) => flag.index() + 1,
            Term::Not | Term::And | Term::Or => 0,
        });
        let flag_count = asked.fold(self.flag_count, usize::max);
        let program = Program {
            steps: IdMap::from_values(self.steps),
            extents,
            cases: self.cases,
            terms: self.terms,
            label_count: self.label_count,
            flag_count,
        };
        (program, closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_lead_past_brackets_and_arms() {
        let block = BlockId::new(0);
        let mut builder = ProgramBuilder::new();
        builder.run(block);
        builder.open_if(block, None);
        builder.arm([0]);
        builder.take(Edge::new(block, 0));
        builder.arm([1]);
        builder.close();
        let program = builder.finish();
        let extents = program
            .steps()
            .map(|(node, _)| program.extent(node).index());
        assert_eq!(extents.collect::<Vec<_>>(), [0, 5, 4, 3, 5, 5]);
    }
}
