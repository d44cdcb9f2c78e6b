//! The costs of a lowering, and the reasons to refuse one.
//!
//! *Needs:* nothing. *Gives:* [`Report`], [`Refusal`]. *Cost:* none.

use crate::count::Count;
use crate::verify::Violation;
use core::fmt;

/// The costs of a lowering.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The number of places where a selector is set before a jump.
    pub selectors: usize,
    /// The number of added tests: after loops and switches that a jump crosses, and around code
    /// that a jump skips. The conditions of loops are not counted.
    pub tests: usize,
    /// The number of added copies of blocks.
    pub copies: usize,
    /// The nesting depth of brackets before.
    pub depth_before: usize,
    /// The nesting depth of brackets after.
    pub depth_after: usize,
    /// Whether the program was too deep and became a state machine.
    pub is_state_machine: bool,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let selectors = Count(self.selectors, "selector", "selectors");
        let tests = Count(self.tests, "test", "tests");
        let copies = Count(self.copies, "copy", "copies");
        let (before, after) = (self.depth_before, self.depth_after);
        write!(
            f,
            "{selectors}, {tests}, {copies}, depth {before} to {after}"
        )?;
        match self.is_state_machine {
            true => write!(f, ", as a state machine"),
            false => Ok(()),
        }
    }
}

/// The reason why a program is not lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program breaks a rule.
    Broken(Violation),
    /// Even a state machine exceeds the maximal depth of the profile.
    Depth {
        /// The maximal depth.
        max_depth: usize,
        /// The depth of the state machine.
        depth: usize,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Broken(violation) => write!(f, "{violation}"),
            Refusal::Depth { max_depth, depth } => write!(
                f,
                "a state machine for the target is {depth} brackets deep, but at most {max_depth} are allowed"
            ),
        }
    }
}

impl core::error::Error for Refusal {}
