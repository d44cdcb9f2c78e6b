//! The interface between a language and the [walker](super::write).
//!
//! *Needs:* nothing. *Gives:* [`Language`], and the types of its methods' arguments.
//! *Cost:* linear in the text.

use super::control_names::ControlNames;
use super::lines::Lines;
use crate::cfg::Cfg;
use crate::forms::{Decision, Formed, Host};
use crate::ids::{BlockId, Edge};
use crate::program::Step;
use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

/// A jump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jump {
    /// Past the end of the bracket that it binds to.
    Break,
    /// To the next round of the loop that it binds to.
    Continue,
}

impl Jump {
    /// Gives its keyword, which is the same in every language.
    pub fn word(self) -> &'static str {
        match self {
            Jump::Break => "break",
            Jump::Continue => "continue",
        }
    }
}

/// A bracket that may catch a jump without a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// A scope.
    Scope,
    /// A loop, with or without a condition.
    Loop,
    /// A switch on a decision or on the label.
    Switch,
}

/// The beginning of a bracket or of a further arm. Conditions are texts in the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head<'t> {
    /// A scope, which serves only as the target of jumps to its end.
    Scope,
    /// A loop that repeats at its end.
    Loop,
    /// A loop that tests before each round.
    While(&'t str),
    /// A loop that tests before each round and has a step after each.
    For {
        /// The initialiser; it may be empty.
        init: &'t str,
        /// The condition for another round.
        condition: &'t str,
        /// The step after each round.
        step: &'t str,
    },
    /// A loop that tests after each round.
    Do,
    /// An `if`.
    If(&'t str),
    /// The next question of an `if`; `Head::If` is still open.
    ElseIf(&'t str),
    /// The last arm of an `if`.
    Else,
    /// A switch on the decision of a block.
    Switch(BlockId),
    /// A switch on the label.
    Dispatch,
}

/// A part that is about to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A scope.
    Scope {
        /// Whether control reaches its end.
        live: bool,
    },
    /// A loop without a condition.
    Loop {
        /// Whether a jump or a return leaves it.
        is_left: bool,
    },
    /// An arm of a switch.
    Case {
        /// Whether control reaches its end.
        live: bool,
        /// Whether no other arm follows.
        last: bool,
    },
    /// A switch.
    Switch {
        /// The block whose decision it switches on; nothing if it is on the label.
        block: Option<BlockId>,
        /// Whether one of the written arms is the default.
        has_default: bool,
    },
}

/// The end of a bracket or an arm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foot<'t> {
    /// A scope.
    Scope,
    /// A loop that tests after each round.
    DoWhile {
        /// The condition for the next round.
        condition: &'t str,
        /// The condition for the loop to end.
        contrary: &'t str,
    },
    /// An arm of a switch.
    Case,
    /// Any other bracket.
    Other,
}

/// The cases of an arm.
#[derive(Clone, Copy, Debug)]
pub struct Case<'t> {
    /// The block whose decision is switched on; nothing if it is the label.
    pub block: Option<BlockId>,
    /// Slots, or values of the label.
    pub cases: &'t [u32],
    /// The default slot, if it is among them.
    pub default: Option<u32>,
}

impl Case<'_> {
    /// Tells whether the arm is for all values that no other arm lists.
    pub fn is_default(&self) -> bool {
        self.cases.is_empty() || self.default.is_some_and(|slot| self.cases.contains(&slot))
    }
}

/// The signs of a language.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    /// The end of a statement.
    pub end: &'static str,
    /// The beginning of a comment.
    pub remark: &'static str,
    /// The signs for equality and inequality.
    pub equal: [&'static str; 2],
    /// The sign before a negated operand.
    pub not: &'static str,
    /// The sign between operands both of which must hold.
    pub and: &'static str,
    /// The sign between operands one of which must hold.
    pub or: &'static str,
    /// The words for false and true.
    pub truths: [&'static str; 2],
    /// The sign before the name of a label.
    pub label: &'static str,
    /// The text of an empty bracket, if it needs one.
    pub nothing: Option<&'static str>,
}

/// A language, and a host's texts in it.
///
/// The walker keeps the order and the indentation, joins conditions, and finds out which jumps need
/// a label; the language writes the lines.
pub trait Language: Host {
    /// Gives the signs.
    fn signs(&self) -> &Signs;

    /// Tells whether a jump without a label binds to the innermost bracket of this kind.
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool;

    /// Tells whether a conjunction of flags in a disjunction has parentheses that are not
    /// necessary.
    fn marks_conjunctions(&self) -> bool {
        false
    }

    /// Tells whether every jump out of a bracket of this kind must name its label.
    fn needs_names(&self, bracket: Bracket) -> bool {
        let _ = bracket;
        false
    }

    /// Gives the name of a block, for comments.
    fn name(&self, block: BlockId) -> Cow<'_, str>;

    /// Tells whether a name belongs to the host; then no variable of control gets it.
    fn takes(&self, name: &str) -> bool;

    /// Tells the same for labels of brackets.
    fn takes_label(&self, name: &str) -> bool {
        self.takes(name)
    }

    /// Gives the variable that keeps the decision of a block, if the host has one for that.
    fn saved_name(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Writes the text before the first statement.
    fn start(&self, lines: &mut Lines<'_>, formed: &Formed, names: &ControlNames) -> fmt::Result {
        let _ = (lines, formed, names);
        Ok(())
    }

    /// Writes the text after the last statement.
    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        let _ = lines;
        Ok(())
    }

    /// Writes the code of a block, and the handling of its decision.
    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        decision: Decision,
        names: &ControlNames,
    ) -> fmt::Result;

    /// Writes the code of an edge.
    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result;

    /// Gives the expression for a `Run` or a `Take` in the head of a `for`: a step that
    /// [may](Host::may_step) stand there, or one that sets the same variable.
    fn expression(&self, step: Step) -> String {
        let _ = step;
        String::new()
    }

    /// Writes the code of a block without its step, which is written by [`step`](Language::step).
    fn run_before_step(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        let _ = (lines, block);
        Ok(())
    }

    /// Gives the last action of a block, if it [may be apart](Host::sets_last).
    fn step(&self, block: BlockId) -> String {
        let _ = block;
        String::new()
    }

    /// Writes the statements by which a block ends the function.
    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result;

    /// Gives the test for whether a branch has decided for slot 0, or its negation.
    fn decided(&self, block: BlockId, holds: bool, names: &ControlNames) -> String;

    /// Gives the test for whether a switch has decided for a slot, or its negation.
    fn chosen(&self, edge: Edge, holds: bool, names: &ControlNames) -> String;

    /// Writes the line that opens a bracket or begins its next arm. The label is given if a jump
    /// names it.
    fn open(
        &self,
        lines: &mut Lines<'_>,
        label: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result;

    /// Writes the line that closes a bracket or an arm, if the language has one.
    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result;

    /// Writes the beginning of an arm of a switch.
    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result;

    /// Writes that an arm of a switch continues with the next one, for a language in which it
    /// [can](Host::falls_through). In C an arm in which nothing is written expresses this by being
    /// empty.
    fn fall_through(&self, lines: &mut Lines<'_>, is_empty: bool) -> fmt::Result {
        let _ = (lines, is_empty);
        Ok(())
    }

    /// Writes the last line inside a part that is about to end, if the language needs one.
    fn end(&self, lines: &mut Lines<'_>, part: Part) -> fmt::Result {
        let _ = (lines, part);
        Ok(())
    }
}

/// Gives the cases of an arm of a switch on the decision of `block`, or on the label.
pub(super) fn case<'t>(cfg: &Cfg, block: Option<BlockId>, cases: &'t [u32]) -> Case<'t> {
    let default = block.and_then(|block| cfg.edges(block).next_back());
    Case {
        block,
        cases,
        default: default.map(|edge| edge.slot),
    }
}
