//! Predecessors, by position.
//!
//! *Needs:* a graph and its order.
//! *Gives:* [`Predecessors`]: rows of positions; edges from blocks that cannot be reached are left
//! out.
//! *Cost:* two passes over the edges; 4 bytes an edge and 4 a block.

use super::Order;
use crate::cfg::Cfg;
use alloc::vec::Vec;

/// For each reachable block, by position, the positions that its incoming edges come from.
pub(crate) struct Predecessors {
    /// The row of position `i` is `sources[rows[i]..rows[i + 1]]`.
    rows: Vec<u32>,
    sources: Vec<u32>,
}

impl Predecessors {
    /// Turns the edges of `cfg` around. Rows are ascending; parallel edges are repeated.
    pub(crate) fn new(cfg: &Cfg, order: &Order) -> Predecessors {
        let mut targets = Vec::with_capacity(cfg.edge_count());
        let mut rows = alloc::vec![0_u32; order.blocks().len() + 1];
        for from in 0..order.blocks().len() as u32 {
            for to in order.successors(cfg, from) {
                rows[to as usize] += 1;
                targets.push(to);
            }
        }
        let mut end = 0;
        for row in &mut rows {
            end += *row;
            *row = end;
        }
        // Each row is filled from its end, which thereby becomes its start.
        let mut sources = alloc::vec![0; targets.len()];
        let mut unplaced = targets.as_slice();
        for (from, &block) in order.blocks().iter().enumerate().rev() {
            let (before, arms) = unplaced.split_at(unplaced.len() - cfg.successors(block).len());
            for &to in arms {
                rows[to as usize] -= 1;
                sources[rows[to as usize] as usize] = from as u32;
            }
            unplaced = before;
        }
        Predecessors { rows, sources }
    }

    /// Gives the positions that lead to the block at position `at`, ascending.
    pub(crate) fn of(&self, at: u32) -> &[u32] {
        let at = at as usize;
        &self.sources[self.rows[at] as usize..self.rows[at + 1] as usize]
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
