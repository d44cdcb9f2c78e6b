//! A reduction, as users see it.

use super::{Budget, Reducible, TooLarge};
use crate::cfg::Cfg;

/// A transformation that gives every loop one entry.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// What users call it.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// What holds of every graph that it makes.
    pub promises: &'static str,
    /// Its cost for V blocks and E edges.
    pub cost: &'static str,
    /// Where it is from: keys of `docs/literature.md`.
    pub source: &'static str,
    /// Its function.
    pub(super) run: fn(&Cfg, Budget) -> Result<Reducible, TooLarge>,
}

impl Reduction {
    /// Makes a graph reducible, within a budget for those reductions that copy blocks.
    pub fn reduce(&self, cfg: &Cfg, budget: Budget) -> Result<Reducible, TooLarge> {
        (self.run)(cfg, budget)
    }
}
