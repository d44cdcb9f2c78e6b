//! What a lowering has cost, and why there is none.
//!
//! *Needs:* nothing. *Gives:* [`Report`], [`Refusal`]. *Cost:* none.

use crate::count::Count;
use crate::verify::Violation;
use core::fmt;

/// What a lowering has cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// Places where a selector is set before a jump.
    pub selectors: usize,
    /// Tests that were added: behind loops and switches that a jump crosses, and around code that
    /// a jump skips. The conditions of loops are not counted.
    pub tests: usize,
    /// Copies of blocks that were added.
    pub copies: usize,
    /// How deep brackets nested before.
    pub depth_before: usize,
    /// How deep they nest now.
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

/// Why a program is not lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It breaks a rule of programs.
    Broken(Violation),
    /// Not even a state machine keeps the maximal depth of the profile.
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
