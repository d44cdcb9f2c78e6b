//! The possible violations of the rules of graphs and programs, rule by rule.

use crate::cfg::{CfgError, Exit};
use crate::count::Count;
use crate::ids::{BlockId, Edge, LabelId, NodeId};
use core::fmt;

/// A rule of [graphs](crate::cfg) (G1 to G3) or of [programs](crate::Program) (P1 to P6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// The entry is a block.
    G1,
    /// Every arm leads to a block.
    G2,
    /// The number of arms agrees with the exit.
    G3,
    /// Brackets close, and arms are where they are allowed.
    P1,
    /// Jumps are inside the bracket that binds their label.
    P2,
    /// Nothing follows a step that diverts control.
    P3,
    /// Blocks and edges exist in the graph, and the steps fit their exits.
    P4,
    /// Arms list every case that they must, once.
    P5,
    /// Conditions are formulas.
    P6,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// One violation of a rule, with the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// G1, G2 or G3: not a graph.
    Graph(CfgError),
    /// P1: an `End` that closes nothing.
    EndAlone {
        /// The `End`.
        node: NodeId,
    },
    /// P1: a bracket that nothing closes.
    Unclosed {
        /// The bracket.
        node: NodeId,
    },
    /// P1: an `Arm` that is not inside an `If`, `Switch`, `Dispatch` or `Test`.
    ArmAlone {
        /// The `Arm`.
        node: NodeId,
    },
    /// P1: an `If`, `Switch`, `Dispatch` or `Test` whose first step inside is not an `Arm`.
    NoArm {
        /// The bracket.
        node: NodeId,
    },
    /// P2: a label that two brackets bind.
    BoundTwice {
        /// The later bracket.
        node: NodeId,
        /// The label.
        label: LabelId,
        /// The bracket that already binds it.
        first: NodeId,
    },
    /// P2: a jump that is not inside a bracket that binds its label.
    Unbound {
        /// The jump.
        node: NodeId,
        /// The label.
        label: LabelId,
    },
    /// P2: a `Continue` to a bracket that is not a loop.
    NoLoop {
        /// The jump.
        node: NodeId,
        /// The bracket that binds its label.
        bracket: NodeId,
    },
    /// P3: a step after one that never continues.
    Dead {
        /// The step that cannot be reached.
        node: NodeId,
    },
    /// P4: a block that the graph does not have.
    NoBlock {
        /// The step that names it.
        node: NodeId,
        /// The block.
        block: BlockId,
    },
    /// P4: an edge that the graph does not have.
    NoEdge {
        /// The step that names it.
        node: NodeId,
        /// The edge.
        edge: Edge,
    },
    /// P4: a step for another exit than that of its block.
    WrongExit {
        /// The step.
        node: NodeId,
        /// The block.
        block: BlockId,
        /// The exit of the block.
        exit: Exit,
    },
    /// P5: an arm without cases, outside of a `Dispatch`.
    NoCase {
        /// The arm.
        node: NodeId,
    },
    /// P5: a second arm without cases in one `Dispatch`.
    DefaultTwice {
        /// The later arm.
        node: NodeId,
        /// The first arm without cases.
        first: NodeId,
    },
    /// P5: a case that the arms of one bracket list twice.
    CaseTwice {
        /// The arm that lists it again.
        node: NodeId,
        /// The slot, label value or truth value.
        case: u32,
    },
    /// P5: an arm for a slot that the block does not have.
    NoSlot {
        /// The arm.
        node: NodeId,
        /// The slot.
        case: u32,
    },
    /// P5: an arm of a `Test` for a value other than 0 and 1.
    NoTruth {
        /// The arm.
        node: NodeId,
        /// The listed value.
        case: u32,
    },
    /// P5: slots, or truth values, that no arm lists.
    Unlisted {
        /// The bracket.
        node: NodeId,
        /// The first unlisted slot or truth value.
        slot: u32,
        /// The number of unlisted slots or truth values.
        count: usize,
    },
    /// P5: an `If` or `Test` without exactly two arms.
    IfArms {
        /// The bracket.
        node: NodeId,
        /// The number of its arms.
        arms: usize,
    },
    /// P6: a condition that is not a formula.
    NoFormula {
        /// The `Test`.
        node: NodeId,
    },
}

impl Violation {
    /// Gives the rule that is broken.
    pub fn rule(&self) -> Rule {
        match self {
            Violation::Graph(CfgError::NoEntry { .. }) => Rule::G1,
            Violation::Graph(CfgError::NoTarget { .. }) => Rule::G2,
            Violation::Graph(CfgError::ArmCount { .. }) => Rule::G3,
            Violation::EndAlone { .. }
            | Violation::Unclosed { .. }
            | Violation::ArmAlone { .. }
            | Violation::NoArm { .. } => Rule::P1,
            Violation::BoundTwice { .. } | Violation::Unbound { .. } | Violation::NoLoop { .. } => {
                Rule::P2
            }
            Violation::Dead { .. } => Rule::P3,
            Violation::NoBlock { .. } | Violation::NoEdge { .. } | Violation::WrongExit { .. } => {
                Rule::P4
            }
            Violation::NoCase { .. }
            | Violation::DefaultTwice { .. }
            | Violation::CaseTwice { .. }
            | Violation::NoSlot { .. }
            | Violation::NoTruth { .. }
            | Violation::Unlisted { .. }
            | Violation::IfArms { .. } => Rule::P5,
            Violation::NoFormula { .. } => Rule::P6,
        }
    }

    /// Gives the place in the program, if the violation is in a program.
    pub fn node(&self) -> Option<NodeId> {
        match *self {
            Violation::Graph(_) => None,
            Violation::EndAlone { node }
            | Violation::Unclosed { node }
            | Violation::ArmAlone { node }
            | Violation::NoArm { node }
            | Violation::BoundTwice { node, .. }
            | Violation::Unbound { node, .. }
            | Violation::NoLoop { node, .. }
            | Violation::Dead { node }
            | Violation::NoBlock { node, .. }
            | Violation::NoEdge { node, .. }
            | Violation::WrongExit { node, .. }
            | Violation::NoCase { node }
            | Violation::DefaultTwice { node, .. }
            | Violation::CaseTwice { node, .. }
            | Violation::NoSlot { node, .. }
            | Violation::NoTruth { node, .. }
            | Violation::Unlisted { node, .. }
            | Violation::IfArms { node, .. }
            | Violation::NoFormula { node } => Some(node),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}: ", self.rule())?;
        if let Some(node) = self.node() {
            write!(f, "{node} ")?;
        }
        match self {
            Violation::Graph(error) => write!(f, "{error}"),
            Violation::EndAlone { .. } => write!(f, "closes a bracket, but none is open"),
            Violation::Unclosed { .. } => write!(f, "opens a bracket that is never closed"),
            Violation::ArmAlone { .. } => {
                write!(f, "begins an arm outside of an if, switch or dispatch")
            }
            Violation::NoArm { .. } => write!(f, "does not begin with an arm"),
            Violation::BoundTwice { label, first, .. } => {
                write!(f, "binds {label}, which {first} binds already")
            }
            Violation::Unbound { label, .. } => {
                write!(f, "jumps to {label}, which no bracket around it binds")
            }
            Violation::NoLoop { bracket, .. } => {
                write!(f, "continues {bracket}, which is not a loop")
            }
            Violation::Dead { .. } => write!(f, "follows a step that diverts control"),
            Violation::NoBlock { block, .. } => {
                write!(f, "names {block}, which is not in the graph")
            }
            Violation::NoEdge { edge, .. } => {
                write!(f, "names edge {edge}, which is not in the graph")
            }
            Violation::WrongExit { block, exit, .. } => {
                write!(f, "does not fit {block}, whose exit is {exit}")
            }
            Violation::NoCase { .. } => write!(f, "begins an arm that lists no case"),
            Violation::DefaultTwice { first, .. } => {
                write!(f, "begins an arm that lists no case, and so does {first}")
            }
            Violation::CaseTwice { case, .. } => {
                write!(f, "lists case {case}, which its bracket lists already")
            }
            Violation::NoSlot { case, .. } => {
                write!(f, "lists slot {case}, which the block does not have")
            }
            Violation::NoTruth { case, .. } => {
                write!(f, "lists {case}, but a condition is 1 or 0")
            }
            Violation::Unlisted { slot, count, .. } => {
                write!(f, "has no arm for case {slot} ({count} such cases in all)")
            }
            Violation::IfArms { arms, .. } => {
                let arms = Count(*arms, "arm", "arms");
                write!(f, "has {arms}, but an if needs two")
            }
            Violation::NoFormula { .. } => write!(f, "tests a condition that is not a formula"),
        }
    }
}

impl core::error::Error for Violation {}
