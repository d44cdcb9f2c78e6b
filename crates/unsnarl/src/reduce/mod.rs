//! Graphs in which every loop has one entry, and how to make them.
//!
//! *Needs:* any [`Cfg`].
//! *Gives:* [`Reducible`], the witness that what comes after asks for.
//! *Cost:* of the test O((V + E) α(V)).

mod witness;

pub use witness::{Irreducible, Reducible};

/// Stands in until the dispatcher lands.
pub fn dispatch(cfg: &crate::Cfg) -> Reducible {
    Reducible::test(cfg).expect("only reducible graphs until the dispatcher lands")
}
