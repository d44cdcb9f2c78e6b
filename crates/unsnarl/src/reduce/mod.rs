//! Graphs in which every loop has one entry, and how to make them.
//!
//! *Needs:* any [`Cfg`](crate::Cfg).
//! *Gives:* [`Reducible`], the witness that later passes require. For a graph that is already
//! reducible, [test](Reducible::test) makes it; for any other graph one of the [`REDUCTIONS`] does.
//! [`dispatch`] and [`hybrid`] always succeed, [`split`] succeeds within a budget. [`outline`]
//! divides one graph into several reducible graphs, for targets with tail calls; [`simplify`]
//! brings the loops of a reducible graph into the form that loop passes require.
//! *Cost:* the test takes O((V + E) α(V)); `dispatch` takes the same for each level of multi-entry
//! loops, for O(log (V + E)) levels at most.

mod budget;
mod dispatch;
mod draft;
mod effort;
mod hybrid;
mod ordering;
mod outline;
mod owners;
mod reduction;
mod region;
pub mod simplify;
mod split;
mod table;
mod tangle;
mod witness;

#[cfg(test)]
mod tests;

pub use budget::{Budget, Exceeded, TooLarge};
pub use dispatch::dispatch;
pub use draft::Kind;
pub use hybrid::hybrid;
pub use outline::{Outline, Part, Piece, outline};
pub use reduction::{Promises, Reduction};
pub use simplify::{Edited, loop_simplify};
pub use split::split;
pub use table::REDUCTIONS;
pub use witness::{Irreducible, Reducible};
