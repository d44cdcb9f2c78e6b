//! Predecessors, by position.
//!
//! *Needs:* a graph and its order.
//! *Gives:* [`Predecessors`]: rows of positions, without the edges from unreachable blocks.
//! *Cost:* two passes over the edges; 4 bytes an edge and 4 a block.

use super::Order;
use crate::cfg::Cfg;
use crate::rows::{Counting, Rows};
use alloc::vec::Vec;

/// For each reachable block, by position: the positions of the sources of its incoming edges.
pub(crate) struct Predecessors(Rows<u32>);

impl Predecessors {
    /// Reverses the edges of `cfg`. Rows are ascending; parallel edges are repeated.
    pub(crate) fn new(cfg: &Cfg, order: &Order) -> Predecessors {
        let mut targets = Vec::with_capacity(cfg.edge_count());
        let mut counting = Counting::new(order.blocks().len());
        for from in 0..order.blocks().len() as u32 {
            for to in order.successors(cfg, from) {
                counting.count(to as usize);
                targets.push(to);
            }
        }
        let mut placing = counting.place(0);
        let mut unplaced = targets.as_slice();
        for (from, &block) in (0..).zip(order.blocks()) {
            let (arms, rest) = unplaced.split_at(cfg.successors(block).len());
            arms.iter().for_each(|&to| placing.put(to as usize, from));
            unplaced = rest;
        }
        Predecessors(placing.finish())
    }

    /// Gives the positions of the predecessors of the block at position `at`, ascending.
    pub(crate) fn of(&self, at: u32) -> &[u32] {
        self.0.row(at as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples;

    #[test]
    fn every_edge_is_found_from_its_other_end() {
        samples::each_random(500, |_, cfg| {
            let order = Order::new(cfg);
            let predecessors = Predecessors::new(cfg, &order);
            for at in 0..order.blocks().len() as u32 {
                let edges = order
                    .blocks()
                    .iter()
                    .enumerate()
                    .flat_map(|(from, &block)| {
                        let next = cfg.successors(block).iter();
                        next.filter(|&&next| order.position(next) == Some(at))
                            .map(move |_| from as u32)
                    });
                assert_eq!(predecessors.of(at), edges.collect::<Vec<_>>(), "{cfg:?}");
            }
        });
    }
}
