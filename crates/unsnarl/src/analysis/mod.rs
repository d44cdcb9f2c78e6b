//! Facts about graphs.
//!
//! *Needs:* a [`Cfg`](crate::Cfg).
//! *Gives:* [`Order`], [`Dominators`], [`Loops`], [`Sccs`]: values that hold for the graph from
//! which they were made, and for no other.
//! *Cost:* linear or almost, in dense tables; nothing recurses.
//!
//! Internally, blocks are identified by their positions in canonical order. So a walk over a table
//! is a walk in that order, and ties need no second key.

mod dominators;
mod loops;
mod order;
mod predecessors;
mod sccs;

#[cfg(test)]
pub(crate) mod naive;
#[cfg(test)]
pub(crate) mod samples;

pub(crate) use dominators::DominatorTree;
pub use dominators::Dominators;
pub(crate) use loops::Forest;
pub use loops::Loops;
pub use order::Order;
pub(crate) use order::first_met;
pub(crate) use predecessors::Predecessors;
pub use sccs::Sccs;
