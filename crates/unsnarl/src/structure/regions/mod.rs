//! `regions`: loops with one exit, regions, and the conditions under which their parts are reached.

mod bdd;
mod conditions;
mod flags;
mod formula;
mod graph;
mod homes;
mod nest;
mod plan;
mod refine;
mod rows;
mod sequence;
mod write;

use crate::program::Program;
use crate::reduce::Reducible;
use crate::structure::origins::of_input;
use crate::structure::{Algorithm, Needs};
use graph::Graph;
use nest::Nest;
use plan::Plan;

/// The row of the table of algorithms.
pub(super) const ROW: Algorithm = Algorithm {
    name: "regions",
    about: "no jumps but a loop's own: parts of regions run under saved conditions",
    needs: Needs::Reducible,
    promises: "no scope, no jump out of more than one loop, no copy of a block",
    keeps_depth: false,
    cost: "near-linear in V + E for each depth that edges leave",
    source: "Yakdan15, Bryant86",
    run: |cfg, settings| Ok(regions(&settings.reduce(cfg)?)),
};

/// Structures a reducible graph by the conditions under which its blocks are reached.
pub fn regions(graph: &Reducible) -> Program {
    let bodies = Graph::new(graph);
    let nest = Nest::new(&bodies);
    let plan = Plan::new(&bodies, &nest);
    of_input(graph, write::write(&bodies, &nest, &plan))
}
