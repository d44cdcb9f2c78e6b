//! The reductions, as users choose among them.
//!
//! *Needs:* nothing. *Gives:* [`REDUCTIONS`]. *Cost:* as each says.

use super::{Budget, Reducible, TooLarge, dispatch};
use crate::cfg::Cfg;

/// A way to give every loop one entry.
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
    run: fn(&Cfg, Budget) -> Result<Reducible, TooLarge>,
}

/// Every reduction that makes one graph of one. The first is the default.
pub const REDUCTIONS: [Reduction; 1] = [Reduction {
    name: "dispatch",
    about: "one dispatcher for each multi-entry loop, and only the edges that need it go through it",
    promises: "total, linear growth, no copy of a block",
    cost: "near-linear in V + E for each depth of multi-entry loops",
    source: "Steensgaard93, Zakai11",
    run: |cfg, _| Ok(dispatch(cfg)),
}];

impl Reduction {
    /// Finds a reduction by its name.
    pub fn named(name: &str) -> Option<&'static Reduction> {
        REDUCTIONS.iter().find(|reduction| reduction.name == name)
    }

    /// Makes a graph reducible, within a budget for those reductions that copy blocks.
    pub fn reduce(&self, cfg: &Cfg, budget: Budget) -> Result<Reducible, TooLarge> {
        (self.run)(cfg, budget)
    }
}
