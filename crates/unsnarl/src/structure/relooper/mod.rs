//! `relooper`: Simple, Loop and Multiple shapes, found greedily, with a label where a Multiple must
//! choose.
//!
//! *Needs:* any graph; loops with several entries need no reduction first.
//! *Gives:* a program of loops, decisions and dispatches, without scopes, in which the label is
//! stored on the edges into a Multiple and tested there.
//! *Cost:* O((V + E) d + M) time, where d is the nesting depth of Loop shapes and M is the number
//! of visits by the floods of all Multiples; both terms can be quadratic. O(V + E) space.
//! *Source:* [Zakai11] as presented by [Iozzelli19], with Multiples fused into the decision before
//! them.
//! *Departs:* nothing recurses; a flood ends as soon as all blocks that are left to visit have
//! several owners. The label is reset to 0 only where a Multiple is inside a loop.
//! *Limits:* it is not improved over the publication, because it is a baseline for the other
//! algorithms. A switch whose cases fall through costs a label store and a test for each case, as
//! [Iozzelli19] criticises. A jump to the last of k successive Multiples passes k - 1 tests, so the
//! proof also takes quadratically many steps, and reaches its limit with thousands of successive
//! Multiples.
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
//! 1. [`shapes`] divides the graph into shapes, and finds for every edge whether it leads to the
//!    end of a shape or to the start of a loop.
//! 2. [`groups`] finds the blocks that only one entry of a Multiple reaches.
//! 3. [`write`] writes the shapes, each Multiple as a `Dispatch`, and omits jumps to places that
//!    control reaches anyway.

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
