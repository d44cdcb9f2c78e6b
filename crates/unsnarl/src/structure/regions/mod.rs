//! `regions`: loops with one exit, and regions whose parts run under the conditions under which
//! they are reached.
//!
//! *Needs:* a [`Reducible`] graph: its loops have one entry.
//! *Gives:* a program without scopes, whose only jumps are `Break` and `Continue` of the innermost
//! loop.
//! *Cost:* O(E log E), with bounded work on conditions, for each level of loops that edges leave at
//! once: a switch to the latch of every loop of a nest is quadratic, and is refused when it exceeds
//! the budget.
//! *Source:* the four steps are from [Cloutier16] (fcd), conditions and refinements from
//! [Yakdan15], diagrams from [Bryant86].
//! *Departs:* the decision of a block is saved, never evaluated again; conditions are diagrams of
//! limited size, and larger ones become selectors that are set on edges; flags are cleared late and
//! shared; a switch stays a switch.
//! *Limits:* each tested condition costs a test at run time, so a wide switch whose cases fall
//! through is tested case by case, and its proof has a state for every pair of cases.
//!
//! ```text
//! before            after
//! a -> b | d        f0 = false
//! b -> c | d        a
//! c -> e            if a { b; f0 = b }
//! d -> e            if f0 { c } else { d }
//! e -> return       e
//! ```
//!
//! ## The stages
//! 1. [`homes`] assigns each block to the body of a loop, and finds the targets of the exits of
//!    each loop; [`graph`] makes a graph of each body, in which inner loops are nodes that decide
//!    among their targets.
//! 2. [`nest`] finds the regions in each body, and [`sequence`] orders the parts of each region.
//! 3. [`conditions`] finds the condition under which each part is reached, with [`bdd`].
//! 4. [`refine`] nests the parts in decisions and tests; [`formula`] writes the conditions of
//!    tests; [`flags`] turns variables into flags.
//!
//! [`plan`] runs the last three stages for every region, [`write()`] makes the program, and
//! [`joined`] removes flags and tests that are not needed.

mod bdd;
mod conditions;
mod flags;
mod formula;
mod graph;
mod homes;
mod nest;
mod plan;
mod refine;
mod sequence;
mod write;

#[cfg(test)]
mod tests;

use crate::flags::joined;
use crate::program::Program;
use crate::reduce::{Budget, Reducible, TooLarge};
use crate::structure::origins::of_input;
use crate::structure::{Algorithm, Depth, Jumps, Needs, NoLabel, Promises};
use graph::Graph;
use nest::Nest;
use plan::Plan;

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "regions",
    about: "no jumps but a loop's own: parts of regions run under saved conditions",
    needs: Needs::Reducible,
    promises: Promises {
        no_label: NoLabel::Reducible,
        no_scope: true,
        jumps: Jumps::InnermostLoop,
        no_flag: false,
        depth: Depth::Unlimited,
        total: false,
        near_linear: false,
    },
    cost: "near-linear in V + E for each depth that edges leave",
    source: "Yakdan15, Bryant86",
    run: |cfg, settings| {
        let budget = settings.budget(cfg);
        Ok(regions(&settings.reduce(cfg)?, budget)?)
    },
};

/// Structures a reducible graph by the conditions under which its blocks are reached.
///
/// Fails if the targets of the exits of all loops are more than the budget allows. A target counts
/// once for each loop, because each loop decides among its own targets when it is left.
pub fn regions(graph: &Reducible, budget: Budget) -> Result<Program, TooLarge> {
    let bodies = Graph::new(graph, budget)?;
    let nest = Nest::new(&bodies);
    let plan = Plan::new(&bodies, &nest);
    let program = joined(write::write(&bodies, &nest, &plan));
    Ok(of_input(graph, program))
}
