//! The structured program: what every stage after structuring shares.
//!
//! *Needs:* nothing of the graph but the names of its blocks and edges.
//! *Gives:* [`Program`], its [builder](ProgramBuilder), its [measures](measure).
//! *Cost:* sixteen bytes a step; a walk is one pass over a vector.
//!
//! A program is a sequence of [steps](Step) in which brackets nest: `Block`, `Loop`, `If`,
//! `Switch`, `Dispatch` and `Test` open, `Arm` divides the last four, `End` closes. The sequence is
//! at once the tree in preorder (a [`NodeId`] is a position, [`Program::extent`] leads past a
//! subtree), the stream that a writer consumes, and WebAssembly's own shape. So nothing
//! that reads a program recurses, and dropping one frees five vectors.
//!
//! ## Meaning
//! A program runs on a graph, one label variable (an integer), boolean *flags*, and a pending
//! *decision*: after `Run(b)` the block `b` has decided for one of its arms. Neither label nor
//! flags are set at first.
//!
//! | step | what happens |
//! |---|---|
//! | `Run(b)` | the code of `b` runs and decides |
//! | `Take(e)` | the edge `e` is taken: the host moves the values that flow along it |
//! | `Leave(b)` | the function ends as the exit of `b` says |
//! | `Store(k)` | the label becomes `k` |
//! | `Set(f, v)` | the flag `f` becomes `v` |
//! | `Block(l)` … `End` | the body runs; `Break(l)` goes past `End` |
//! | `Loop(l)` … `End` | the body runs; `Continue(l)` jumps back to its start; its end leaves it |
//! | `If(b)`, `Switch(b)` … `End` | the arm runs that lists the slot which `b` has decided for |
//! | `Dispatch` … `End` | the arm runs that lists the value of the label, else the arm that lists nothing |
//! | `Test(c)` … `End` | the arm runs that lists 1 if the condition `c` holds, the one that lists 0 if not |
//! | `Arm` | begins an arm; the arm before it ends and goes past `End`: arms never fall into the next |
//! | `Break(l)` | goes past the `End` of the bracket that binds `l`, whichever kind it is |
//! | `Continue(l)` | goes to the start of the `Loop` that binds `l` |
//!
//! A jump binds by id, never to the nearest thing.
//!
//! A program starts at its first step, as if the edge into the graph's entry had just been taken,
//! and ends by `Leave`; only a program that does the following [follows](crate::verify::simulation)
//! its graph. Each `Run` comes straight after a `Take` of an edge that leads to its block (the
//! first one at the start), with nothing but label steps and jumps between. `Take`, `If`, `Switch`
//! and `Leave` speak of the block that ran last, and only while no edge has been taken since. `If`
//! and `Switch` use the decision up, so one `Run` is tested once; `Take` may name any edge that is
//! parallel to the one decided for, without asking first where all arms are parallel. `Dispatch`
//! finds the label set and an arm that lists it, or else an arm that lists nothing. `Test` finds
//! every flag of its condition set. Only `Store`, `Set`, `Dispatch`, `Test` and jumps occur between
//! a `Take` and the `Run` after it. Control never runs past the last step, nor in circles without a
//! `Run`.

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

/// One step of a program. The [module](self) says what each means.
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
    /// Goes past the end of the bracket that binds the label.
    Break(LabelId),
    /// Goes back to the start of the loop that binds the label.
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

/// Which slots, label values or truth values an arm serves: a range of the program's table of
/// cases.
///
/// [`Program::cases`] reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cases {
    first: u32,
    count: u32,
}

impl Cases {
    /// Takes the cases from `start` up to `end` of a table, which a
    /// [builder](ProgramBuilder::with_tables) then takes.
    pub(crate) fn of_table((start, end): (u32, u32)) -> Cases {
        Cases {
            first: start,
            count: end - start,
        }
    }

    /// Appends the cases of an arm to a table, which a [builder](ProgramBuilder::with_tables) then
    /// takes.
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
/// Rules, kept by every algorithm and judged by [`verify::program`](crate::verify):
///
/// - **P1** Brackets close in order, each by one `End`; `Arm` divides `If`, `Switch`, `Dispatch`
///   and `Test` and nothing else, and is the first step inside each of them.
/// - **P2** A label is bound by one bracket; `Break` is inside the bracket that binds its label,
///   `Continue` inside a `Loop` that does.
/// - **P3** In one bracket or arm nothing follows `Break`, `Continue` or `Leave`.
/// - **P4** Blocks and edges are those of the graph; `If` and `Switch` name a block with that
///   exit (`Switch` on a branch is allowed), `Leave` on one that ends the function.
/// - **P5** The arms of an `If` or `Switch` list every slot of the block once and nothing else,
///   those of a `Test` 0 and 1; those of a `Dispatch` list no value twice. An `If` and a `Test`
///   have two arms, in either order. Every arm lists something, but for one at most of each
///   `Dispatch`.
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
    /// Puts a program together from its steps and tables, as a reader of text or a test that
    /// mutilates one does.
    ///
    /// Steps that are not well bracketed are accepted, and [`verify::program`](crate::verify) says
    /// what is wrong with them: an unclosed bracket extends to the last step.
    pub fn from_steps(
        steps: impl IntoIterator<Item = Step>,
        cases: Vec<u32>,
        terms: Vec<Term>,
    ) -> Program {
        ProgramBuilder::of_steps(steps.into_iter().collect(), cases, terms).finish_unchecked()
    }

    /// Puts a program without conditions together from steps that are well bracketed and have
    /// labels below `label_count`.
    pub(crate) fn of_closed(steps: Vec<Step>, cases: Vec<u32>, label_count: usize) -> Program {
        ProgramBuilder::of_closed(steps, cases, label_count).finish()
    }

    /// Puts together a program of other steps that refer to the cases and conditions of this one.
    pub fn with_steps(&self, steps: impl IntoIterator<Item = Step>) -> Program {
        Program::from_steps(steps, self.cases.clone(), self.terms.clone())
    }

    /// Gives the same program on a graph whose blocks have other names. O(steps).
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

    /// Gives the number of labels: every [`LabelId`] in the program is below it.
    pub fn label_count(&self) -> usize {
        self.label_count
    }

    /// Gives the number of flags: every [`FlagId`] in the program is below it.
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

    /// Gives the `End` of a bracket, the step that ends an arm (the next `Arm`, or `End`), and of
    /// any other step the step itself. O(1).
    pub fn extent(&self, node: NodeId) -> NodeId {
        self.extents.of_step(node)
    }

    /// Gives the slots, label values or truth values that an arm serves, in the order in which they
    /// were listed.
    ///
    /// Cases of another program that do not lie in this one's table are none.
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
    /// A condition of another program that is no formula in this one's table has no terms.
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

    /// Gives the same bracket binding another label.
    ///
    /// A scope or a loop that is to bind none stays as it is.
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
