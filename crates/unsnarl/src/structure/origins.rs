//! Programs of a graph with copies as programs of the graph that the copies were made from.
//!
//! *Needs:* a witness, and a program that speaks of the blocks of its graph.
//! *Gives:* the same program, speaking of the blocks of the input.
//! *Cost:* nothing if the witness has no copies, else O(steps).

use crate::ids::BlockId;
use crate::program::Program;
use crate::reduce::Reducible;

/// Puts the input's block in the place of each copy.
///
/// Every algorithm that takes a [`Reducible`] ends with it.
pub(super) fn of_input(graph: &Reducible, program: Program) -> Program {
    if !graph.has_copies() {
        return program;
    }
    let origin = |block: BlockId| {
        let origin = graph.origin(block);
        origin.expect("a program names blocks that have code, not dispatchers")
    };
    program.renamed(origin)
}
