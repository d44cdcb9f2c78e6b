//! The verifier: graph rules, program rules, and the proof that a program follows its graph.
//!
//! *Needs:* a graph and a program from any source.
//! *Gives:* [`graph`] and [`program`] name every broken rule; [`simulation`] proves that every
//! decision leads to the same block along the same edge, or shows a path on which it does not;
//! [`prove`] does both. [`text`] does the same for a function in C or JavaScript, which is read
//! back.
//! *Cost:* linear; for `simulation` and `text` in the number of their states, up to a limit.
//! *Limits:* the code of blocks is opaque, so the host must check what it computes. A binary format
//! is read back by the writer's own crate.
//!
//! This module uses the [graph](crate::cfg) and the [program](crate::program), and none of the
//! analyses and algorithms that it judges, so that no mistake can be on both sides.

mod environments;
mod executed;
mod falls;
mod flow;
mod graph;
mod live;
mod machine;
mod memory;
mod profile;
mod prove;
mod rules;
mod simulation;
mod table;
mod text;
mod verdict;
mod violation;

#[cfg(test)]
pub(crate) mod tests;

pub use executed::{executed_dispatches, random_walk};
pub use graph::graph;
pub use profile::{Breach, ProfileViolation, profile, profile_for};
pub use prove::{Broken, prove};
pub use rules::program;
pub use simulation::{simulation, state_limit};
pub use text::{Asked, Control, Due, TextDifference, TextVerdict, declared, text};
pub use verdict::{Counterexample, Reason, Verdict};
pub use violation::{Rule, Violation};
