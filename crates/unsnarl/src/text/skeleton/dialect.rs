//! The differences between languages with curly brackets.
//!
//! *Needs:* nothing. *Gives:* [`Dialect`], which a language implements.
//! *Cost:* that of the text.

use super::decision::{Decision, Decisions};
use super::lines::Lines;
use crate::ids::{BlockId, Edge};
use crate::program::{Bracket, Program, Step};
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// A jump.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Jump {
    Break,
    Continue,
}

impl Jump {
    /// Gives what it is called in every language.
    pub(super) fn word(self) -> &'static str {
        match self {
            Jump::Break => "break",
            Jump::Continue => "continue",
        }
    }
}

/// What opens.
#[derive(Clone, Copy)]
pub(super) enum Head<'t> {
    Scope,
    Loop,
    /// A loop that repeats while a condition holds, which is tested first.
    While(&'t str),
    /// A loop whose condition is tested last.
    Do,
    If(&'t str),
    Switch(BlockId),
    Dispatch,
}

/// What closes.
#[derive(Clone, Copy)]
pub(super) enum Foot<'t> {
    Scope,
    /// A loop that repeats while a condition holds.
    DoWhile(&'t str),
    Other,
}

/// The signs of a language.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    pub(super) end: &'static str,
    pub(super) remark: &'static str,
    pub(super) equal: &'static str,
    pub(super) unequal: &'static str,
}

/// The words of a language.
pub(super) trait Dialect {
    /// Tells whether a jump without a label binds to the innermost bracket of this kind. What is
    /// written as an `if` catches none.
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool;
    /// Tells whether the arms of a switch run on into the next unless they break.
    fn arms_run_on(&self) -> bool;
    /// Tells whether a `Run` or a `Take` writes anything.
    fn speaks(&self, step: Step) -> bool;
    /// Tells whether the decision of a block can be tested at the end of a loop.
    fn may_ask_last(&self, block: BlockId) -> bool;
    fn start(&self, lines: &mut Lines<'_>, program: &Program, decisions: &Decisions)
    -> fmt::Result;
    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result;
    fn run(&self, lines: &mut Lines<'_>, block: BlockId, decision: Decision) -> fmt::Result;
    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result;
    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result;
    /// Gives what ends a statement, begins a remark, and compares.
    fn signs(&self) -> Signs;
    /// Gives the name of a block.
    fn name(&self, block: BlockId) -> Cow<'_, str>;
    /// Says that a block has decided for slot 0, or that it has not.
    fn decided(&self, block: BlockId, holds: bool, decisions: &Decisions) -> String;
    /// Gives what opens a bracket, without its label.
    fn head(&self, head: Head<'_>, decisions: &Decisions) -> String;
    /// Gives what closes a bracket.
    fn foot(&self, foot: Foot<'_>) -> Cow<'static, str>;
    /// Writes what begins an arm of `bracket`, a switch; `default` is the slot of the default.
    fn case(
        &self,
        lines: &mut Lines<'_>,
        bracket: Bracket,
        cases: &[u32],
        default: Option<u32>,
    ) -> fmt::Result;
}
