//! What forks and loops ask, and what else stands in their heads.
//!
//! *Needs:* nothing.
//! *Gives:* [`Question`], its [literals](Literal), [`ForHead`], [`Entered`], and [`Span`], steps
//! that a form keeps.
//! *Cost:* O(1).

use crate::ids::{BlockId, Id, NodeId};
use crate::program::{Cases, Condition, Program, Step};

/// What a fork asks: literals of which all must hold, or one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Whether one that holds is enough.
    pub joined: Joined,
    pub(super) first: u32,
    pub(super) count: u32,
    /// Steps that print nothing and run once all literals have been asked and none has decided.
    pub(super) passed: Span,
}

/// How the literals of a question are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// All must hold; the first that does not decides.
    All,
    /// One must hold; the first that does decides.
    Any,
}

/// One test of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// What is tested.
    pub test: Test,
    /// Whether it must hold, or must not.
    pub holds: bool,
    /// Steps that print nothing and run before the test.
    pub(super) before: Span,
    /// Steps that print nothing and run after it if it decides the question.
    pub(super) decided: Span,
}

/// What a literal tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The decision of a branch: it holds for slot 0.
    Decided(BlockId),
    /// The decision of a switch: whether it is one of the first slots, which are few, and none of
    /// the others.
    Slots(BlockId, Cases, Cases),
    /// A condition over flags.
    Flags(Condition),
    /// Whether the label is one of these.
    Label(Cases),
}

/// Steps of the program that a formed one was made of, in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    first: u32,
    end: u32,
}

/// What stands in the head of a `for` beside its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForHead {
    /// What comes before the first round: one step that prints, or none.
    pub init: Span,
    /// What comes after each round: one step that prints.
    pub step: Span,
}

/// What stands in the head of a loop whose question holds before the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entered {
    /// What comes before the first round: one step that prints, or none.
    pub init: Span,
    /// The block that runs last in each round, if the last thing that it does stands in the head,
    /// and not where it runs.
    pub step: Option<BlockId>,
}

impl Span {
    /// No steps.
    pub(super) const NONE: Span = Span { first: 0, end: 0 };

    pub(super) fn new(first: NodeId, end: NodeId) -> Span {
        let [first, end] = [first, end]
            .map(|node| u32::try_from(node.index()).expect("a program has fewer than 2³² steps"));
        Span { first, end }
    }

    pub(super) fn steps(self, program: &Program) -> impl Iterator<Item = Step> {
        (self.first as usize..self.end as usize).map(|at| program.step(NodeId::new(at)))
    }
}
