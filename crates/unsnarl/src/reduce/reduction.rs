//! A reduction, as users see it.

use super::{Budget, Reducible, TooLarge};
use crate::cfg::Cfg;
use core::fmt;

/// A transformation that gives every loop one entry.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// What users call it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What holds of every graph that it makes.
    pub promises: Promises,
    /// Its cost for V blocks and E edges.
    pub cost: &'static str,
    /// Where it is from: keys of `docs/literature.md`.
    pub source: &'static str,
    /// Its function.
    pub(super) run: fn(&Cfg, Budget) -> Result<Reducible, TooLarge>,
}

/// What holds of every graph that a reduction makes. Shown, it is a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Promises {
    /// Whether each block is there once.
    pub no_copy: bool,
    /// Whether there is no dispatcher, so that no label is stored.
    pub no_dispatcher: bool,
    /// Whether every graph becomes reducible, and grows linearly at most beside copies. If not,
    /// some exceed the budget.
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
    /// Makes a graph reducible, within a budget for those reductions that copy blocks.
    pub fn reduce(&self, cfg: &Cfg, budget: Budget) -> Result<Reducible, TooLarge> {
        (self.run)(cfg, budget)
    }
}
