//! What a language is to the [walker](super::write).
//!
//! *Needs:* nothing. *Gives:* [`Language`], and what its methods are given.
//! *Cost:* that of the text.

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
    /// Past the end of what it binds to.
    Break,
    /// To the next round of the loop that it binds to.
    Continue,
}

impl Jump {
    /// Gives what it is called in every language.
    pub fn word(self) -> &'static str {
        match self {
            Jump::Break => "break",
            Jump::Continue => "continue",
        }
    }
}

/// What may catch a jump that has no label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// A scope.
    Scope,
    /// A loop, with or without a condition.
    Loop,
    /// A switch on a decision or on the label.
    Switch,
}

/// What opens, or goes on. Conditions are texts in the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head<'t> {
    /// A scope, which only its end is used of.
    Scope,
    /// A loop that repeats at its end.
    Loop,
    /// A loop that tests before each round.
    While(&'t str),
    /// A loop that tests before each round and has a step after each.
    For {
        /// What comes before the first round; it may be empty.
        init: &'t str,
        /// What must hold for a round.
        condition: &'t str,
        /// What comes after each round.
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

/// What is about to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A scope.
    Scope {
        /// Whether control gets to its end.
        live: bool,
    },
    /// A loop without a condition.
    Loop {
        /// Whether a jump or a return leaves it.
        is_left: bool,
    },
    /// An arm of a switch.
    Case {
        /// Whether control gets to its end.
        live: bool,
        /// Whether no other arm follows.
        last: bool,
    },
    /// A switch.
    Switch {
        /// The block whose decision it is on, if it is not on the label.
        block: Option<BlockId>,
        /// Whether one of the arms that were written is the default.
        has_default: bool,
    },
}

/// What closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foot<'t> {
    /// A scope.
    Scope,
    /// A loop that tests after each round.
    DoWhile {
        /// What must hold for the next round.
        condition: &'t str,
        /// What must hold for the loop to end.
        contrary: &'t str,
    },
    /// An arm of a switch.
    Case,
    /// Anything else.
    Other,
}

/// The cases of an arm.
#[derive(Clone, Copy, Debug)]
pub struct Case<'t> {
    /// The block whose decision is switched on; none if it is the label.
    pub block: Option<BlockId>,
    /// Slots, or values of the label.
    pub cases: &'t [u32],
    /// The slot among them that is the default.
    pub default: Option<u32>,
}

impl Case<'_> {
    /// Tells whether the arm serves what no other one does.
    pub fn is_default(&self) -> bool {
        self.cases.is_empty() || self.default.is_some_and(|slot| self.cases.contains(&slot))
    }
}

/// The signs of a language.
#[derive(Clone, Copy, Debug)]
pub struct Signs {
    /// What ends a statement.
    pub end: &'static str,
    /// What begins a remark.
    pub remark: &'static str,
    /// Equal, and not.
    pub equal: [&'static str; 2],
    /// What stands before an operand that is negated.
    pub not: &'static str,
    /// What stands between operands of which both must hold.
    pub and: &'static str,
    /// What stands between operands of which one must hold.
    pub or: &'static str,
    /// False, and true.
    pub truths: [&'static str; 2],
    /// What stands before the name of a label.
    pub label: &'static str,
    /// What stands in a bracket that is empty.
    pub nothing: Option<&'static str>,
}

/// A language, and a host's texts in it.
///
/// The walker keeps the order and the indentation, joins conditions, and finds out which jumps need
/// a label; a language writes the lines.
pub trait Language: Host {
    /// Gives the signs.
    fn signs(&self) -> &Signs;

    /// Tells whether a jump without a label binds to the innermost bracket of this kind.
    fn catches(&self, jump: Jump, bracket: Bracket) -> bool;

    /// Tells whether a conjunction of flags in a disjunction has parentheses, though it needs none.
    fn marks_conjunctions(&self) -> bool {
        false
    }

    /// Tells whether every jump inside a bracket of this kind must name its label, if it leads out.
    fn needs_names(&self, bracket: Bracket) -> bool {
        let _ = bracket;
        false
    }

    /// Gives the name of a block, for remarks.
    fn name(&self, block: BlockId) -> Cow<'_, str>;

    /// Tells whether a name is the host's: then no variable of control is called so.
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

    /// Writes what comes before the first statement.
    fn start(&self, lines: &mut Lines<'_>, formed: &Formed, names: &ControlNames) -> fmt::Result {
        let _ = (lines, formed, names);
        Ok(())
    }

    /// Writes what comes after the last statement.
    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        let _ = lines;
        Ok(())
    }

    /// Writes the code of a block, and what becomes of its decision.
    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        decision: Decision,
        names: &ControlNames,
    ) -> fmt::Result;

    /// Writes what is to be done on an edge.
    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result;

    /// Says what a `Run` or a `Take` does that stands in the head of a `for`: one that
    /// [may](Host::may_step), or that sets the same variable.
    fn expression(&self, step: Step) -> String {
        let _ = step;
        String::new()
    }

    /// Writes the code of a block without its step, which [`step`](Language::step) gives.
    fn run_before_step(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        let _ = (lines, block);
        Ok(())
    }

    /// Says what a block does last, if that [may be apart](Host::sets_last).
    fn step(&self, block: BlockId) -> String {
        let _ = block;
        String::new()
    }

    /// Writes how a block ends the function.
    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result;

    /// Says that a branch has decided for slot 0, or that it has not.
    fn decided(&self, block: BlockId, holds: bool, names: &ControlNames) -> String;

    /// Says that a switch has decided for a slot, or that it has not.
    fn chosen(&self, edge: Edge, holds: bool, names: &ControlNames) -> String;

    /// Writes the line that opens a bracket or goes on with it. The label is given if a jump names
    /// it.
    fn open(
        &self,
        lines: &mut Lines<'_>,
        label: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result;

    /// Writes the line that closes a bracket or an arm, if the language has one.
    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result;

    /// Writes what begins an arm of a switch.
    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result;

    /// Writes that an arm of a switch goes on with the next one, for a language in which it
    /// [can](Host::falls_through). Of an arm in which nothing is written C says so by that.
    fn fall_through(&self, lines: &mut Lines<'_>, is_empty: bool) -> fmt::Result {
        let _ = (lines, is_empty);
        Ok(())
    }

    /// Writes the last line inside what is about to end, if the language needs one.
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
