//! Facts about graphs.
//!
//! *Needs:* a [`Cfg`](crate::Cfg).
//! *Gives:* [`Order`], [`Dominators`], [`Loops`], [`Sccs`]: values that are true of the graph that
//! they were made from, and of no other.
//! *Cost:* linear or almost, in dense tables; nothing recurses.
//!
//! Inside, blocks are handled by their position in canonical order, so that loops over a table are
//! loops in that order and a tie needs no second key.

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
