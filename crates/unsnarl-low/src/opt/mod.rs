//! Passes from function to function.
//!
//! Each is a file, works within blocks, and keeps the [rules of the machine](crate::machine).
//!
//! | pass | what it does |
//! |---|---|
//! | [`stores`] | merges stores of constants to adjacent bytes |
//! | [`numbering`] | computes once what a block computes twice |
//! | [`loads`] | makes extensions of loaded values part of the load |

pub mod access;
pub mod loads;
pub mod numbering;
pub mod stores;
