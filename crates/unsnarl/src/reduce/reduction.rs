//! The description of a reduction for users.

use super::{Budget, Reducible, TooLarge};
use crate::cfg::Cfg;
use core::fmt;

/// A transformation that gives every loop one entry.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// The name that users write.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The properties of every graph that it makes.
    pub promises: Promises,
    /// Its cost for V blocks and E edges.
    pub cost: &'static str,
    /// The sources of the algorithm: keys of `docs/literature.md`.
    pub source: &'static str,
    /// The function that runs it.
    pub(super) run: fn(&Cfg, Budget) -> Result<Reducible, TooLarge>,
}

/// The properties of every graph that a reduction makes. Displayed, they are a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promises {
    /// Whether each block occurs only once.
    pub no_copy: bool,
    /// Whether there is no dispatcher, so that no label is stored.
    pub no_dispatcher: bool,
    /// Whether every graph becomes reducible and, apart from copies, grows at most linearly. If
    /// not, some graphs exceed the budget.
    pub total: bool,
}

impl fmt::Display for Promises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.no_copy, self.no_dispatcher) {
            (true, _) => "no copy of a block",
            (false, true) => "no dispatcher, no copies beyond the budget",
            (false, false) => "no copies beyond the budget",
        })?;
        f.write_str(match self.total {
            true => ", total, linear growth",
            false => ", too large if that does not suffice",
        })
    }
}

impl Reduction {
    /// Makes a graph reducible. For reductions that copy blocks, the result stays within the
    /// budget.
    pub fn reduce(&self, cfg: &Cfg, budget: Budget) -> Result<Reducible, TooLarge> {
        (self.run)(cfg, budget)
    }
}
