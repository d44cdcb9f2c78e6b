//! The algorithms: graph in, structured program out.
//!
//! *Needs:* a graph; some algorithms a [`Reducible`] one.
//! *Gives:* a [`Program`](crate::Program) that keeps rules P1 to P5 and does what the graph does.

mod exits;
mod nested;
mod state_machine;

pub use nested::{MaxDepth, TooShallow, nested, nested_within};
pub use state_machine::state_machine;
