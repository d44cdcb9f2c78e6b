//! The table of reductions from which users choose.
//!
//! *Needs:* nothing. *Gives:* [`REDUCTIONS`]. *Cost:* stated by each row.

use super::reduction::Reduction;
use super::{dispatch, hybrid, split};

/// All reductions that make one graph from one graph. The first is the default.
pub const REDUCTIONS: [Reduction; 3] = [dispatch::ROW, split::ROW, hybrid::ROW];

impl Reduction {
    /// Finds a reduction by its name.
    pub fn named(name: &str) -> Option<&'static Reduction> {
        REDUCTIONS.iter().find(|reduction| reduction.name == name)
    }
}
