//! The structured program, on which every stage after structuring works.
//!
//! *Needs:* of the graph, only the ids of its blocks and edges.
//! *Gives:* [`Program`], its [builder](ProgramBuilder), its [measures](measure).
//! *Cost:* sixteen bytes a step; a walk is one pass over a vector.
//!
//! A program is a sequence of [steps](Step) in which brackets nest: `Block`, `Loop`, `If`,
//! `Switch`, `Dispatch` and `Test` open, `Arm` divides the last four, `End` closes. The sequence is
//! at once the tree in preorder (a [`NodeId`] is a position, [`Program::extent`] skips a subtree),
//! the stream that a writer consumes, and the form of WebAssembly code. So no reader of a program
//! recurses, and dropping a program frees five vectors.
//!
//! ## Meaning
//! A program runs on a graph, one label variable (an integer), boolean *flags*, and a pending
//! *decision*: after `Run(b)`, the block `b` has decided for one of its arms. At first neither the
//! label nor the flags are set.
//!
//! | step | what happens |
//! |---|---|
//! | `Run(b)` | the code of `b` runs and decides |
//! | `Take(e)` | the edge `e` is taken: the host moves the values that flow along it |
//! | `Leave(b)` | the function ends by the exit of `b` |
//! | `Store(k)` | the label becomes `k` |
//! | `Set(f, v)` | the flag `f` becomes `v` |
//! | `Block(l)` … `End` | the body runs; `Break(l)` jumps past `End` |
//! | `Loop(l)` … `End` | the body runs; `Continue(l)` jumps back to its start; its end leaves it |
//! | `If(b)`, `Switch(b)` … `End` | the arm runs that lists the slot for which `b` has decided |
//! | `Dispatch` … `End` | the arm runs that lists the value of the label; if none does, the arm that lists nothing |
//! | `Test(c)` … `End` | the arm that lists 1 runs if the condition `c` holds, else the arm that lists 0 |
//! | `Arm` | begins an arm; the arm before it ends, and control continues after `End`: arms never fall through |
//! | `Break(l)` | jumps past the `End` of the bracket that binds `l`, of any kind |
//! | `Continue(l)` | jumps to the start of the `Loop` that binds `l` |
//!
//! A jump binds to a bracket by its label, never to the nearest bracket.
//!
//! A program starts at its first step, as if the edge into the entry of the graph had just been
//! taken, and ends by `Leave`. A program [follows](crate::verify::simulation) its graph only if it
//! keeps the following rules. Each `Run` comes after a `Take` of an edge that leads to its block
//! (the first `Run` comes at the start); between a `Take` and the `Run` after it, only `Store`,
//! `Set`, `Dispatch`, `Test` and jumps occur. `Take`, `If`, `Switch` and `Leave` refer to the block
//! that ran last, and occur only while no edge has been taken since. `If` and `Switch` consume the
//! decision, so the decision of one `Run` is tested at most once. `Take` may name any edge that is
//! parallel to the one for which the block decided; where all arms are parallel, no test is needed
//! before it. At a `Dispatch`, the label is set, and an arm lists its value or an arm lists
//! nothing. At a `Test`, every flag of the condition is set. Control never runs past the last step,
//! and never in a cycle without a `Run`.

mod builder;
mod condition;
mod extents;
mod measure;
mod print;
mod profile;

pub use builder::ProgramBuilder;
pub use condition::{Condition, Formula, Term};
pub use measure::{Measures, measure};
pub use profile::{
    Construct, Falls, Jumps, Labelled, Merges, PROFILES, Profile, Scopes, Selector, Switches,
    constructs,
};

use crate::ids::{BlockId, Edge, FlagId, IdMap, LabelId, NodeId};
use alloc::vec::Vec;
use extents::Extents;

/// One step of a program. The [module](self) defines the meaning of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Runs a block's code.
    Run(BlockId),
    /// Takes an edge out of the block that ran last.
    Take(Edge),
    /// Ends the function by the exit of a block, which is `Return` or `Unreachable`.
    Leave(BlockId),
    /// Sets the label.
    Store(u32),
    /// Sets a flag.
    Set(FlagId, bool),
    /// Jumps past the end of the bracket that binds the label.
    Break(LabelId),
    /// Jumps back to the start of the loop that binds the label.
    Continue(LabelId),
    /// Opens a scope whose only use is its end.
    Block(LabelId),
    /// Opens a loop.
    Loop(LabelId),
    /// Opens the two arms of a branch. Its end may bind a label.
    If(BlockId, Option<LabelId>),
    /// Opens the arms of a switch. The arm that lists the slot of
    /// [`Cfg::default_edge`](crate::Cfg::default_edge) is the default, wherever it is. Its end may
    /// bind a label.
    Switch(BlockId, Option<LabelId>),
    /// Opens the arms of a switch over the label variable. Its end may bind a label.
    Dispatch(Option<LabelId>),
    /// Opens the two arms of a condition over flags. Its end may bind a label.
    Test(Condition, Option<LabelId>),
    /// Begins an arm of the innermost `If`, `Switch`, `Dispatch` or `Test`.
    Arm(Cases),
    /// Closes the innermost bracket.
    End,
}

/// The slots, label values or truth values for which an arm runs: a range of the program's table of
/// cases.
///
/// [`Program::cases`] reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cases {
    first: u32,
    count: u32,
}

impl Cases {
    /// Names the cases from `start` up to `end` of a table, which is later given to a
    /// [builder](ProgramBuilder::with_tables).
    pub(crate) fn of_table((start, end): (u32, u32)) -> Cases {
        Cases {
            first: start,
            count: end - start,
        }
    }

    /// Appends the cases of an arm to a table, which is later given to a
    /// [builder](ProgramBuilder::with_tables).
    pub(crate) fn append(table: &mut Vec<u32>, cases: impl IntoIterator<Item = u32>) -> Cases {
        let first = table.len();
        table.extend(cases);
        let [first, count] = [first, table.len() - first]
            .map(|number| u32::try_from(number).expect("a program has fewer than 2³² cases"));
        Cases { first, count }
    }
}

/// A structured program.
///
/// Every algorithm keeps these rules, and [`verify::program`](crate::verify) checks them:
///
/// - **P1** Brackets close in order, each by one `End`; `Arm` divides `If`, `Switch`, `Dispatch`
///   and `Test` and no other bracket, and is the first step inside each of them.
/// - **P2** A label is bound by one bracket; `Break` is inside the bracket that binds its label,
///   `Continue` inside a `Loop` that binds its label.
/// - **P3** In a bracket or arm, no step follows `Break`, `Continue` or `Leave`.
/// - **P4** All blocks and edges are in the graph. `If` names a block that ends in a branch,
///   `Switch` one that ends in a switch or a branch, `Leave` one that ends the function.
/// - **P5** The arms of an `If` or `Switch` list every slot of the block once and nothing else; the
///   arms of a `Test` list 0 and 1; the arms of a `Dispatch` list no value twice. An `If` and a
///   `Test` have two arms, in either order. Every arm lists at least one value, except at most one
///   arm of each `Dispatch`.
/// - **P6** A condition is a formula: every operator has its operands, see [`Term`].
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Program {
    steps: IdMap<NodeId, Step>,
    extents: Extents,
    cases: Vec<u32>,
    terms: Vec<Term>,
    label_count: usize,
    flag_count: usize,
}

impl Program {
    /// Makes a program from its steps and tables. A reader of text does this, or a test that
    /// damages a program.
    ///
    /// Steps that are not well bracketed are accepted, and [`verify::program`](crate::verify)
    /// reports their errors. An unclosed bracket extends to the last step.
    pub fn from_steps(
        steps: impl IntoIterator<Item = Step>,
        cases: Vec<u32>,
        terms: Vec<Term>,
    ) -> Program {
        ProgramBuilder::of_steps(steps.into_iter().collect(), cases, terms).finish_unchecked()
    }

    /// Makes a program without conditions from well-bracketed steps whose labels are below
    /// `label_count`.
    pub(crate) fn of_closed(steps: Vec<Step>, cases: Vec<u32>, label_count: usize) -> Program {
        ProgramBuilder::of_closed(steps, cases, label_count).finish()
    }

    /// Makes a program from other steps that refer to the cases and conditions of this program.
    pub fn with_steps(&self, steps: impl IntoIterator<Item = Step>) -> Program {
        Program::from_steps(steps, self.cases.clone(), self.terms.clone())
    }

    /// Gives the same program for a graph whose blocks have other ids. O(steps).
    pub(crate) fn renamed(&self, name: impl Fn(BlockId) -> BlockId) -> Program {
        self.with_steps(self.steps().map(|(_, step)| match step {
            Step::Run(block) => Step::Run(name(block)),
            Step::Leave(block) => Step::Leave(name(block)),
            Step::If(block, label) => Step::If(name(block), label),
            Step::Switch(block, label) => Step::Switch(name(block), label),
            Step::Take(edge) => Step::Take(Edge {
                block: name(edge.block),
                ..edge
            }),
            step => step,
        }))
    }

    /// Gives the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Tells whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Gives the number of labels: every [`LabelId`] in the program is below this number.
    pub fn label_count(&self) -> usize {
        self.label_count
    }

    /// Gives the number of flags: every [`FlagId`] in the program is below this number.
    pub fn flag_count(&self) -> usize {
        self.flag_count
    }

    /// Gives the step at `node`.
    pub fn step(&self, node: NodeId) -> Step {
        self.steps[node]
    }

    /// Walks the steps in order, each with its position.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (NodeId, Step)> + ExactSizeIterator {
        self.steps.iter().map(|(node, step)| (node, *step))
    }

    /// Gives the end of a step: the `End` of a bracket, the step that ends an arm (the next `Arm`,
    /// or `End`), or for any other step the step itself. O(1).
    pub fn extent(&self, node: NodeId) -> NodeId {
        self.extents.of_step(node)
    }

    /// Gives the slots, label values or truth values for which an arm runs, in the order in which
    /// they were listed.
    ///
    /// Cases of another program that lie outside the table of this one are empty.
    pub fn cases(&self, arm: Cases) -> &[u32] {
        let rest = self.cases.get(arm.first as usize..);
        rest.and_then(|rest| rest.get(..arm.count as usize))
            .unwrap_or(&[])
    }

    /// Gives the whole table of cases, for a copy of the program with other steps.
    pub fn all_cases(&self) -> &[u32] {
        &self.cases
    }

    /// Gives the terms of a condition, an operator before its operands.
    ///
    /// A condition of another program that is not a formula in the table of this one has no terms.
    /// O(terms).
    pub fn condition(&self, condition: Condition) -> &[Term] {
        condition.within(&self.terms)
    }

    /// Gives the whole table of terms, for a copy of the program with other steps.
    pub fn all_terms(&self) -> &[Term] {
        &self.terms
    }
}

impl Step {
    /// Tells whether the step opens a bracket.
    pub fn opens(self) -> bool {
        matches!(
            self,
            Step::Block(_)
                | Step::Loop(_)
                | Step::If(..)
                | Step::Switch(..)
                | Step::Dispatch(_)
                | Step::Test(..)
        )
    }

    /// Tells whether the step opens a bracket whose body is divided into arms.
    pub fn has_arms(self) -> bool {
        matches!(
            self,
            Step::If(..) | Step::Switch(..) | Step::Dispatch(_) | Step::Test(..)
        )
    }

    /// Gives the label that the step binds, if it opens a bracket that binds one.
    pub fn bound_label(self) -> Option<LabelId> {
        match self {
            Step::Block(label) | Step::Loop(label) => Some(label),
            Step::If(_, label)
            | Step::Switch(_, label)
            | Step::Dispatch(label)
            | Step::Test(_, label) => label,
            _ => None,
        }
    }

    /// Gives the same bracket with another label.
    ///
    /// A scope or a loop always binds a label: without a new one it keeps its own.
    pub(crate) fn labelled(self, label: Option<LabelId>) -> Step {
        match (self, label) {
            (Step::If(block, _), label) => Step::If(block, label),
            (Step::Switch(block, _), label) => Step::Switch(block, label),
            (Step::Dispatch(_), label) => Step::Dispatch(label),
            (Step::Test(condition, _), label) => Step::Test(condition, label),
            (Step::Block(_), Some(label)) => Step::Block(label),
            (Step::Loop(_), Some(label)) => Step::Loop(label),
            (step, _) => step,
        }
    }

    /// Tells whether control never flows to the step after this one.
    pub fn diverts(self) -> bool {
        matches!(self, Step::Break(_) | Step::Continue(_) | Step::Leave(_))
    }
}
