//! The fewest edges that the dispatcher of a loop can get by with, found by trying all sets.
//!
//! *Needs:* a graph, and the loops that [`multi_entry_loops`] finds in it. *Gives:* [`least`], and
//! [`routed`], what `dispatch` makes of the same loop. *Cost:* 2ᵏ strong components of the loop for
//! k edges that lead to its entries; sets are tried by size.
//!
//! The dispatcher leads to all entries of the loop, and edges from outside go through it. Of the
//! edges inside that lead to an entry a set goes through it too. The set is enough if the entries
//! need no dispatcher of their own then: without it no strong component of the loop holds two of
//! them, and one that holds an entry is entered nowhere else. What is inside such a component, or
//! between them, is no matter of this dispatcher. Written from this definition: no order of the
//! entries and no owners occur in it.

use super::components;
use std::collections::{BTreeMap, BTreeSet};
use unsnarl::analysis::Order;
use unsnarl::reduce::Reducible;
use unsnarl::{BlockId, Cfg, Edge};

/// A loop with several entries that is in no other such loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiEntryLoop {
    /// The blocks to which edges lead from outside.
    pub entries: BTreeSet<BlockId>,
    /// The edges inside.
    inside: Vec<Edge>,
}

impl MultiEntryLoop {
    /// Walks the edges inside that lead to an entry.
    fn crossings(&self, cfg: &Cfg) -> impl Iterator<Item = Edge> {
        let enters = |edge: &Edge| self.entries.contains(&cfg.target(*edge));
        self.inside.iter().copied().filter(enters)
    }
}

/// Finds the outermost loops of a graph that have several entries, but for those that lie inside a
/// loop with one.
pub fn multi_entry_loops(cfg: &Cfg) -> Vec<MultiEntryLoop> {
    let order = Order::new(cfg);
    let all = order.blocks().iter().flat_map(|&block| cfg.edges(block));
    let left: Vec<Edge> = all
        .filter(|&edge| cfg.target(edge) != cfg.entry())
        .collect();
    let sccs = components(cfg, &left);
    let mut loops: BTreeMap<u32, MultiEntryLoop> = BTreeMap::new();
    for edge in left {
        let [from, to] = [edge.block, cfg.target(edge)].map(|block| sccs.component(block));
        let around = loops.entry(to).or_insert_with(|| MultiEntryLoop {
            entries: BTreeSet::new(),
            inside: Vec::new(),
        });
        if from == to {
            around.inside.push(edge);
        } else {
            around.entries.insert(cfg.target(edge));
        }
    }
    let is_one = |around: &MultiEntryLoop| around.entries.len() > 1 && !around.inside.is_empty();
    loops.into_values().filter(is_one).collect()
}

/// Counts the edges inside a loop that a reduced graph leads through the loop's dispatcher.
pub fn routed(cfg: &Cfg, reduced: &Reducible, around: &MultiEntryLoop) -> usize {
    let crossings = around.crossings(cfg);
    crossings
        .filter(|&edge| reduced.stored(edge).is_some())
        .count()
}

/// Finds the least number of edges that have to go through the dispatcher of a loop.
///
/// Nothing if more than `most` edges inside lead to entries; that must be less than 32.
pub fn least(cfg: &Cfg, around: &MultiEntryLoop, most: usize) -> Option<usize> {
    let crossings: Vec<Edge> = around.crossings(cfg).collect();
    if crossings.len() > most {
        return None;
    }
    (0..=crossings.len()).find(|&size| {
        let sets = (0_u32..1 << crossings.len()).filter(|set| set.count_ones() as usize == size);
        sets.into_iter().any(|set| {
            let is_routed = |edge: &Edge| {
                let at = crossings.iter().position(|crossing| crossing == edge);
                at.is_some_and(|at| set >> at & 1 == 1)
            };
            let stays = around.inside.iter().copied();
            is_enough(
                cfg,
                around,
                &stays.filter(|edge| !is_routed(edge)).collect::<Vec<_>>(),
            )
        })
    })
}

/// Tells whether the entries need no other dispatcher if just these edges stay in the loop.
fn is_enough(cfg: &Cfg, around: &MultiEntryLoop, stays: &[Edge]) -> bool {
    let sccs = components(cfg, stays);
    let mut entry_of: BTreeMap<u32, BlockId> = BTreeMap::new();
    for &entry in &around.entries {
        if entry_of.insert(sccs.component(entry), entry).is_some() {
            return false;
        }
    }
    stays.iter().all(|&edge| {
        let to = cfg.target(edge);
        let within = sccs.component(to);
        let entry = entry_of.get(&within);
        sccs.component(edge.block) == within || entry.is_none_or(|&entry| entry == to)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Knobs, graph};
    use crate::{Rng, Rows, notation};
    use unsnarl::reduce::dispatch;

    #[track_caller]
    fn check(rows: &[&[usize]], entries: usize, expected: usize) {
        let cfg = Rows::of(rows.iter().map(|row| row.to_vec()).collect()).cfg();
        let [around] = &multi_entry_loops(&cfg)[..] else {
            panic!("the graph has one such loop");
        };
        assert_eq!(around.entries.len(), entries);
        assert_eq!(least(&cfg, around, 16), Some(expected));
        assert_eq!(routed(&cfg, &dispatch(&cfg), around), expected);
    }

    #[test]
    fn the_fewest_edges_are_known() {
        check(&[&[1, 2], &[2], &[1]], 2, 1);
        // A ring: one edge. Back and forth: one of each pair.
        check(&[&[1, 2, 3], &[2], &[3], &[1]], 3, 1);
        check(&[&[1, 2, 3], &[2, 3], &[1, 3], &[1, 2]], 3, 3);
        // An entry's own loop needs none.
        check(&[&[1, 2], &[1, 2], &[3], &[1]], 2, 1);
        // Block 3 leads back to both of the entries that lead to it.
        check(&[&[1, 2], &[3], &[3], &[1, 2]], 2, 2);
    }

    #[test]
    fn dispatch_routes_the_fewest_edges() {
        let mut rng = Rng::new(1);
        let (mut loops, mut widest) = (0, 0);
        while loops < 1_000 {
            let knobs = Knobs {
                widest: 4,
                wild: 60,
                ..Knobs::any(&mut rng, 16)
            };
            let cfg = graph(&mut rng, &knobs);
            let reduced = dispatch(&cfg);
            for around in multi_entry_loops(&cfg) {
                let count = around.entries.len();
                let Some(least) = least(&cfg, &around, 12).filter(|_| count <= 12) else {
                    continue;
                };
                let routed = routed(&cfg, &reduced, &around);
                assert_eq!(routed, least, "{}", notation::show(&cfg));
                loops += 1;
                widest = widest.max(count);
            }
        }
        assert!(widest >= 6, "no loop has more than {widest} entries");
    }
}
