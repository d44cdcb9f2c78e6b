//! The statements of a formed program.
//!
//! *Needs:* nothing. *Gives:* [`Statement`]. *Cost:* O(1).

use super::{Decision, Entered, ForHead, Question, Span};
use crate::ids::{BlockId, Edge, FlagId, LabelId};
use crate::program::Cases;

/// One statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Runs a block's code; says how its decision is used.
    Run(BlockId, Decision),
    /// Takes an edge.
    Take(Edge),
    /// Ends the function by the exit of a block.
    Leave(BlockId),
    /// Sets the label.
    Store(u32),
    /// Sets a flag.
    Set(FlagId, bool),
    /// Sets a flag to the truth value of a question.
    Save(FlagId, Question),
    /// Goes past the end of the label's bracket.
    Break(LabelId),
    /// Goes to the next round of the label's loop: to its step, if it is a `for`; otherwise to its
    /// condition, if it has one.
    Continue(LabelId),
    /// Opens a scope.
    Scope(LabelId),
    /// Opens a loop that repeats at its end.
    Loop(LabelId),
    /// Opens a loop that tests before each round.
    While(Question, LabelId),
    /// Opens a loop that tests before each round and has a step after each.
    For(Question, ForHead, LabelId),
    /// Opens a loop that tests after each round.
    DoWhile(Question, LabelId),
    /// Opens a loop that tests after each round and whose question is known to hold before the
    /// first round: it is written as a loop that tests first.
    Entered(Question, Entered, LabelId),
    /// Opens an `if`; a jump that names the label goes past its end.
    If(Question, Option<LabelId>),
    /// Continues an `if`: its part runs if no question so far holds, but this one does.
    ElseIf(Question),
    /// Continues an `if`: its part runs if no question so far holds.
    Else,
    /// Opens a switch on the decision of a block.
    Switch(BlockId, Option<LabelId>),
    /// Opens a switch on the label.
    Dispatch(Option<LabelId>),
    /// Begins an arm of a switch.
    Arm(Cases),
    /// Begins an arm of a switch that need not be written: nothing prints up to the next arm.
    SilentArm(Cases),
    /// Ends an arm of a switch by continuing at the next [`Merge`](Statement::Merge) in it.
    FallThrough,
    /// From here on, the steps of an arm also run for the arms before it that fall through.
    Merge,
    /// Steps that print nothing.
    Silent(Span),
    /// Closes the innermost scope, loop, `if` or switch.
    End,
}

impl Statement {
    /// Tells whether the statement opens a construct that an `End` closes.
    pub fn opens(self) -> bool {
        matches!(
            self,
            Statement::Scope(_)
                | Statement::Loop(_)
                | Statement::While(..)
                | Statement::For(..)
                | Statement::DoWhile(..)
                | Statement::Entered(..)
                | Statement::If(..)
                | Statement::Switch(..)
                | Statement::Dispatch(_)
        )
    }

    /// Gives the question of the statement.
    pub fn question(self) -> Option<Question> {
        match self {
            Statement::Save(_, question)
            | Statement::While(question, _)
            | Statement::For(question, ..)
            | Statement::DoWhile(question, _)
            | Statement::Entered(question, ..)
            | Statement::If(question, _)
            | Statement::ElseIf(question) => Some(question),
            _ => None,
        }
    }

    /// Gives the label that the statement binds.
    pub fn bound_label(self) -> Option<LabelId> {
        match self {
            Statement::Scope(label)
            | Statement::Loop(label)
            | Statement::While(_, label)
            | Statement::For(_, _, label)
            | Statement::DoWhile(_, label)
            | Statement::Entered(_, _, label) => Some(label),
            Statement::If(_, label) | Statement::Switch(_, label) | Statement::Dispatch(label) => {
                label
            }
            _ => None,
        }
    }
}
