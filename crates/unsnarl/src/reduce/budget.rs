//! The size that a pass may reach, and its answer when that is not enough.
//!
//! *Needs:* the size of the input. *Gives:* [`Budget`], [`TooLarge`], [`Exceeded`]. *Cost:* none.

use crate::cfg::Cfg;
use core::fmt;

/// The greatest size that the result of a copying pass may have. The size of a graph is the sum of
/// the sizes of its blocks and of the number of its edges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Budget(u64);

impl Budget {
    /// Allows a result of this total size, the input included.
    pub fn total(size: u64) -> Budget {
        Budget(size)
    }

    /// Allows a result `factor` times as large as the graph, and 64 units for small ones.
    pub fn times(cfg: &Cfg, factor: u64) -> Budget {
        Budget(size(cfg).saturating_mul(factor).saturating_add(64))
    }

    /// Gives the allowed size.
    pub fn get(self) -> u64 {
        self.0
    }
}

/// Gives the size of a graph: the sizes of its blocks, and one for each edge.
pub(super) fn size(cfg: &Cfg) -> u64 {
    let sizes = cfg.blocks().map(|block| u64::from(cfg.size(block)));
    sizes.fold(cfg.edge_count() as u64, u64::saturating_add)
}

/// A pass cannot finish within its budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The allowed size.
    pub budget: Budget,
    /// The quantity that exceeds it.
    pub exceeded: Exceeded,
}

/// The quantity that exceeded a [`Budget`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    /// The result.
    Result,
    /// The number of pairs of a loop and a target of edges that leave this loop.
    LoopTargets,
}

impl Exceeded {
    /// Makes the error for a budget.
    pub(crate) fn of(self, budget: Budget) -> TooLarge {
        TooLarge {
            budget,
            exceeded: self,
        }
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = self.budget.0;
        match self.exceeded {
            Exceeded::Result => write!(f, "the result is larger than the {units} units allowed"),
            Exceeded::LoopTargets => write!(
                f,
                "the targets of exits from nested loops, counted for each loop, are more than the \
                 {units} allowed"
            ),
        }
    }
}

impl core::error::Error for TooLarge {}
