//! The questions of forks and loops, and the other parts of their heads.
//!
//! *Needs:* nothing.
//! *Gives:* [`Question`], its [literals](Literal), [`ForHead`], [`Entered`], and [`Span`], the
//! steps that a form keeps.
//! *Cost:* O(1).

use crate::ids::{BlockId, Id, NodeId};
use crate::program::{Cases, Condition, Program, Step};

/// The question of a fork or a loop: literals all of which must hold, or one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Whether all literals must hold, or one is enough.
    pub joined: Joined,
    pub(super) first: u32,
    pub(super) count: u32,
    /// Steps that print nothing and run once all literals have been tested and none has decided.
    pub(super) passed: Span,
}

/// How the literals of a question are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// All must hold; the first literal that does not hold decides.
    All,
    /// One must hold; the first literal that holds decides.
    Any,
}

/// One test of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Literal {
    /// The test.
    pub test: Test,
    /// Whether the test must hold, or must not.
    pub holds: bool,
    /// Steps that print nothing and run before the test.
    pub(super) before: Span,
    /// Steps that print nothing and run after the test if it decides the question.
    pub(super) decided: Span,
}

/// The test of a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The decision of a branch: it holds for slot 0.
    Decided(BlockId),
    /// The decision of a switch: it holds for the slots of the first list, which are few, and not
    /// for the slots of the second.
    Slots(BlockId, Cases, Cases),
    /// A condition over flags.
    Flags(Condition),
    /// Whether the label has one of these values.
    Label(Cases),
}

/// Consecutive steps of the program from which a formed program was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    first: u32,
    end: u32,
}

/// The head of a `for`, without its question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForHead {
    /// The initialiser, which runs before the first round: one step that prints, or none.
    pub init: Span,
    /// The step, which runs after each round: one step that prints.
    pub step: Span,
}

/// The head of a loop whose question holds before the first round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entered {
    /// The initialiser, which runs before the first round: one step that prints, or none.
    pub init: Span,
    /// The block that runs last in each round, if its last action is written in the head, and not
    /// where the block runs.
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
