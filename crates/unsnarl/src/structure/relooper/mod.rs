//! `relooper`: Simple, Loop and Multiple shapes, found greedily, with a label where control must be
//! steered.
//!
//! *Needs:* any graph; loops of several entries need no reduction first.
//! *Gives:* a program of loops, decisions and dispatches, without scopes, in which the label is
//! stored on the edges into a Multiple and tested there.
//! *Cost:* O((V + E) d + M) time, where d is how deep Loop shapes nest and M what the floods of all
//! Multiples visit; both can be quadratic. O(V + E) space.
//! *Source:* [Zakai11], as [Iozzelli19] presents it, with Multiples fused into the decision before
//! them.
//! *Departs:* nothing recurses; a flood ends as soon as all that is left to visit has several
//! owners. The label is reset to 0 only where a Multiple is inside a loop.
//! *Limits:* not improved over the publication, because it is the baseline of the others. A switch
//! whose cases fall through costs
//! a label store and a test for each case, as [Iozzelli19] criticises. A jump to the last of k
//! Multiples in a row passes k - 1 tests, so the proof takes quadratically many steps there, too,
//! and reaches its limit with thousands in a row.
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
//! 1. [`shapes`] divides the graph into shapes, and finds for every edge the shape's end or the
//!    loop's start that it leads to.
//! 2. [`groups`] finds the blocks that one entry of a Multiple alone reaches.
//! 3. [`write`] writes the shapes down, each Multiple as a `Dispatch`, and leaves out the jumps to
//!    where control flows anyway.

mod groups;
mod shapes;
mod write;

use crate::cfg::Cfg;
use crate::program::Program;
use crate::structure::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "relooper",
    about: "Simple, Loop and Multiple shapes, greedily, with a label: the paper's",
    needs: Needs::Any,
    promises: Promises {
        no_label: NoLabel::Never,
        no_scope: true,
        jumps: Jumps::Any,
        no_flag: true,
        depth: Depth::Unlimited,
        total: true,
        near_linear: false,
    },
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
