//! The reductions, as users choose among them.
//!
//! *Needs:* nothing. *Gives:* [`REDUCTIONS`]. *Cost:* as each says.

use super::reduction::Reduction;
use super::{dispatch, hybrid, split};

/// Every reduction that makes one graph of one. The first is the default.
pub const REDUCTIONS: [Reduction; 3] = [dispatch::ROW, split::ROW, hybrid::ROW];

impl Reduction {
    /// Finds a reduction by its name.
    pub fn named(name: &str) -> Option<&'static Reduction> {
        REDUCTIONS.iter().find(|reduction| reduction.name == name)
    }
}
