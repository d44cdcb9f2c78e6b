//! `relooper`: Simple, Loop and Multiple shapes, found greedily, with a label where control must be steered.
//!
//! *Needs:* any graph; loops of several entries need no reduction first.
//! *Gives:* a program of loops, decisions and dispatches, without scopes, in which the label is stored on the edges into a
//! Multiple and tested there.
//! *Cost:* O((V + E) d + M) time, where d is how deep Loop shapes nest and M what the floods of all Multiples visit; both
//! can be quadratic. O(V + E) space.
//! *Source:* [Zakai11], as the first seed shows it, and the fusing of a Multiple into the decision before it.
//! *Departs:* nothing recurses; a flood ends as soon as all that is left to visit has several owners. The label goes back to
//! 0 only where a Multiple stands in a loop.
//! *Limits:* kept as it was published, because the others are measured against it. A switch whose cases fall through costs
//! a label store and a test for each case, as the first seed complains. A jump to the last of k Multiples in a row
//! passes k - 1 tests, so the proof takes quadratically many steps there, too, and is cut off by its limit when thousands
//! stand in a row.
//!
//! ```text
//! before: a -> switch b c d | e; b -> c; c -> d; d -> e; e -> return
//! after:  a; switch a { case 0: b; label = 1 | case 1: label = 1 | case 2: label = 2 | default: }
//!         if label == 1 { c; label = 2 }
//!         if label == 2 { d }
//!         e; leave
//! ```
//!
//! ## The stages
//! 1. [`shapes`] takes the graph apart into shapes, and says of every edge which shape's end or which loop's start it
//!    leads to.
//! 2. [`groups`] finds what belongs to one entry of a Multiple alone.
//! 3. [`write`] writes the shapes down, each Multiple as a `Dispatch`, and leaves out the jumps to where control flows
//!    anyway.

mod groups;
mod shapes;
mod write;

use crate::cfg::Cfg;
use crate::program::Program;
use crate::structure::{Algorithm, Needs};

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "relooper",
    about: "Simple, Loop and Multiple shapes, greedily, with a label: the paper's",
    needs: Needs::Any,
    promises: "no copy of a block, no scope",
    keeps_depth: false,
    cost: "O((V + E)²)",
    source: "Zakai11",
    run: |cfg, _| Ok(relooper(cfg)),
};

/// Structures any graph into Simple, Loop and Multiple shapes.
pub fn relooper(cfg: &Cfg) -> Program {
    write::write(cfg, &shapes::find(cfg))
}

#[cfg(test)]
mod tests;
