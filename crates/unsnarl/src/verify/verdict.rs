//! The verdict of a simulation.

use super::Violation;
use crate::count::Count;
use crate::ids::{BlockId, Edge, FlagId, NodeId};
use alloc::vec::Vec;
use core::fmt;

/// The verdict of a [`simulation`](super::simulation).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every decision string leads to the same blocks and edges in the graph and in the program.
    Proved {
        /// The number of states that were visited; a state with many live flags counts for more
        /// than one.
        states: usize,
    },
    /// The limit was reached before every state was visited, and no difference was found.
    Bounded {
        /// The number of states that were visited; a state with many live flags counts for more
        /// than one.
        states: usize,
        /// Every string of at most this many decisions leads to the same blocks and edges.
        depth: usize,
        /// The number of longer random strings that were replayed.
        strings: usize,
    },
    /// A decision string leads elsewhere in the program than in the graph.
    Failed(Counterexample),
}

impl Verdict {
    /// Tells whether the program is proved to follow its graph.
    pub fn is_proved(&self) -> bool {
        matches!(self, Verdict::Proved { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved { states } => {
                write!(f, "proved in {}", Count(*states, "state", "states"))
            }
            Verdict::Bounded {
                states,
                depth,
                strings,
            } => write!(
                f,
                "not proved: the limit was reached after {}; no difference up to {} or on {}",
                Count(*states, "state", "states"),
                Count(*depth, "decision", "decisions"),
                Count(*strings, "random string", "random strings")
            ),
            Verdict::Failed(counterexample) => write!(f, "failed: {counterexample}"),
        }
    }
}

/// A decision string, and where the program fails on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The blocks that run, each with the slot that it decides for (nothing if it has no arms).
    pub path: Vec<(BlockId, Option<u32>)>,
    /// The block that the graph runs next, if it continues.
    pub due: Option<BlockId>,
    /// The step that is wrong, if the error is at a step.
    pub node: Option<NodeId>,
    /// The error.
    pub reason: Reason,
}

/// The numbers of blocks that are printed at the start and at the end of a long path.
const SHOWN: (usize, usize) = (8, 24);

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hidden = SHOWN.0..self.path.len().saturating_sub(SHOWN.1);
        for (index, &(block, slot)) in self.path.iter().enumerate() {
            if !hidden.contains(&index) {
                write!(f, "{block}")?;
                slot.map_or(Ok(()), |slot| write!(f, " -{slot}-> "))?;
            } else if index == hidden.start {
                write!(f, "({}) ", Count(hidden.len(), "block", "blocks"))?;
            }
        }
        if let Some(due) = self.due {
            write!(f, "{due}")?;
        }
        if !self.path.is_empty() || self.due.is_some() {
            f.write_str(": ")?;
        }
        if let Some(node) = self.node {
            write!(f, "{node} ")?;
        }
        write!(f, "{}", self.reason)
    }
}

impl core::error::Error for Counterexample {}

/// The reason why a program does not follow its graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The program breaks a rule, so it has no meaning.
    Rule(Violation),
    /// A block runs that is not the target of the graph's edge.
    WrongBlock {
        /// The block that runs.
        block: BlockId,
        /// The block that the graph runs.
        due: BlockId,
    },
    /// A block runs before an edge to it has been taken.
    NoEdge {
        /// The block that runs.
        block: BlockId,
    },
    /// An edge is taken that leads to another block than the edge decided for.
    WrongEdge {
        /// The edge that is taken.
        edge: Edge,
        /// The edge that was decided for.
        decided: Edge,
    },
    /// A step names a block that did not run last, or an edge out of the block has already been
    /// taken.
    NotPending {
        /// The block.
        block: BlockId,
    },
    /// A decision is tested a second time.
    AskedTwice {
        /// The block that decided.
        block: BlockId,
    },
    /// The label is tested before it is set, and there is no default arm.
    Unset,
    /// The label has a value that no arm lists.
    NoArm {
        /// The value.
        value: u32,
    },
    /// A flag is tested before it is set.
    FlagUnset {
        /// The first flag of the condition that is not set.
        flag: FlagId,
    },
    /// Control runs past the last step.
    RunsOut,
    /// Control loops for ever without running a block.
    Circles,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rule(violation) => write!(f, "the program breaks {violation}"),
            Reason::WrongBlock { block, due } => write!(f, "runs {block} instead of {due}"),
            Reason::NoEdge { block } => write!(f, "runs {block} before an edge is taken"),
            Reason::WrongEdge { edge, decided } => {
                write!(f, "takes {edge}, but the decision was {decided}")
            }
            Reason::NotPending { block } => {
                write!(f, "names {block}, which has no pending edge")
            }
            Reason::AskedTwice { block } => write!(f, "tests the decision of {block} again"),
            Reason::Unset => write!(f, "tests the label, which is not set"),
            Reason::NoArm { value } => write!(f, "has no arm for the label {value}"),
            Reason::FlagUnset { flag } => write!(f, "tests {flag}, which is not set"),
            Reason::RunsOut => write!(f, "control runs past the last step"),
            Reason::Circles => write!(f, "control loops forever without running a block"),
        }
    }
}
