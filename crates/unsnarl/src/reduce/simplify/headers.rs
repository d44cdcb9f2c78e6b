//! Pre-headers and single latches: one edge into each header from outside, and one from inside.
//!
//! *Needs:* an [`Edited`] graph. *Gives:* a new [`Edited`] graph. *Cost:* O(V + E), and the facts
//! of the result.
//!
//! ```text
//! before         pre-headers            single latches
//! a -> h | b     a -> p | b             a -> h | b
//! b -> h         b -> p                 b -> h
//!                p -> h
//! h -> c | d     h -> c | d             h -> c | d
//! c -> h | e     c -> h | e             c -> l | e
//! e -> h         e -> h                 e -> l
//!                                       l -> h
//! ```
//!
//! A label that is stored on an edge to a dispatcher as header passes through the new block
//! unchanged.

use super::Edited;
use crate::ids::{BlockId, Edge, Id};
use crate::reduce::draft::Draft;
use alloc::vec::Vec;

/// Gives every loop a pre-header: the only block outside the loop that leads to its header; it
/// leads nowhere else.
///
/// Existing pre-headers are kept. If the entry of the graph is a header, its pre-header becomes the
/// entry.
pub fn pre_headers(edited: &Edited) -> Edited {
    let mut draft = edited.draft();
    for (header, edges) in headers(edited, Side::Outside) {
        let cfg = edited.graph.cfg();
        let serves = |edge: &Edge| edges.len() == 1 && cfg.successors(edge.block).len() == 1;
        if cfg.entry() == header {
            let block = insert(&mut draft, header, &edges);
            draft.start_in(block);
        } else if !edges.iter().any(serves) {
            insert(&mut draft, header, &edges);
        }
    }
    Edited::finish(draft)
}

/// Gives every loop a single latch: all edges back to its header are merged into one.
///
/// Loops that have only one such edge stay unchanged.
pub fn single_latches(edited: &Edited) -> Edited {
    let mut draft = edited.draft();
    for (header, edges) in headers(edited, Side::Inside) {
        if edges.len() > 1 {
            insert(&mut draft, header, &edges);
        }
    }
    Edited::finish(draft)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Outside,
    Inside,
}

/// Lists, for each header, the edges that lead to it from one side, in canonical order.
fn headers(edited: &Edited, side: Side) -> Vec<(BlockId, Vec<Edge>)> {
    let graph = &edited.graph;
    let (cfg, loops) = (graph.cfg(), graph.loops());
    let mut found: Vec<_> = (loops.ids())
        .map(|id| (loops.header(id), Vec::new()))
        .collect();
    for edge in graph
        .order()
        .blocks()
        .iter()
        .flat_map(|&block| cfg.edges(block))
    {
        let to = cfg.target(edge);
        if let Some(id) = loops.innermost(to)
            && loops.header(id) == to
            && loops.contains(id, edge.block) == (side == Side::Inside)
        {
            found[id.index()].1.push(edge);
        }
    }
    found
}

/// Puts an empty block in front of a header, on these edges.
fn insert(draft: &mut Draft, header: BlockId, edges: &[Edge]) -> BlockId {
    let numbers: Vec<u32> = edges.iter().map(|&edge| draft.number(edge)).collect();
    let weights = numbers.iter().map(|&edge| u64::from(draft.weight(edge)));
    let weight: u64 = weights.sum();
    let block = draft.add_empty(header, weight.max(1));
    for edge in numbers {
        draft.lead(edge, block);
    }
    block
}
