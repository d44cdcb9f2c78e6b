//! Tests of the reductions, by definitions and by hand.

mod copies;
mod dispatch;
mod effort;
mod outline;
mod simplify;

use super::Reducible;
use crate::ids::{BlockId, Edge};

/// Gives the block of the input to which `edge` leads, through a dispatcher by its label if there
/// is one in between.
#[track_caller]
fn follow(reduced: &Reducible, edge: Edge) -> BlockId {
    let to = reduced.cfg().target(edge);
    if !reduced.is_dispatcher(to) {
        assert_eq!(reduced.stored(edge), None, "no store without a dispatcher");
        return to;
    }
    let arm = reduced.stored(edge).expect("R4: the label is stored");
    let to = reduced.cfg().target(Edge::new(to, arm as usize));
    assert!(!reduced.is_dispatcher(to), "R4: dispatchers lead to blocks");
    to
}
