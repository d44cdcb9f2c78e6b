//! Programs of a graph with copies, translated to the input graph.
//!
//! *Needs:* a witness, and a program for its graph.
//! *Gives:* the same program with the blocks of the input.
//! *Cost:* none if the witness has no copies, otherwise O(steps).

use crate::ids::BlockId;
use crate::program::Program;
use crate::reduce::Reducible;

/// Replaces each copy by the block of the input.
///
/// This is the last stage of every algorithm that takes a [`Reducible`].
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
