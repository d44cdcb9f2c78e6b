//! A single multi-entry loop: the candidates for its only entry, and a lower bound on the cost of
//! splitting it.
//!
//! *Needs:* a draft, the blocks of a loop in it (or other blocks), and the blocks at which they are
//! entered.
//! *Gives:* [`Tangle`], and from it [`Inside`]: the domains, and the lower bound.
//! *Cost:* O(v + e), not counting dominators, with v and e of the loop.
//! *Source:* domains are the sets of [JanssenCorporaal97], the bound follows from [Carter03].
//!
//! ## Domains
//! Put a root above the loop that leads to its entries. The *heads* are the blocks that the root
//! immediately dominates, and the *domain* of a head is the set of blocks that it dominates. Each
//! block of the loop is in one domain, and an edge between two domains leads to a head. The entries
//! are heads; the other heads are the blocks where paths from several entries meet.
//!
//! ## The bound
//! Each reducible graph that is equivalent to a complete graph over k blocks has at least 2^(k−1)
//! blocks. Let k blocks of the loop be a *clique*: each has an edge to each other. Take any result
//! of splitting the loop. In it, take the first copy of a clique block on some path, and all copies
//! of clique blocks that are reachable from it through such copies only. This part of a reducible
//! graph is reducible: the header of a cycle in it dominates the cycle, and so lies on every path
//! to the cycle, after the first copy. And the part is equivalent to a complete graph. So at least
//! 2^(k−1) copies of clique blocks are needed.

use super::draft::Draft;
use crate::analysis::{Dominators, Order};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id};
use alloc::vec::Vec;

/// The blocks of a multi-entry loop in canonical order, and the edges that enter it.
pub(super) struct Tangle {
    pub(super) members: Vec<BlockId>,
    pub(super) ways_in: Vec<u32>,
}

/// The number of the root.
const ROOT: usize = 0;

/// The graph of some blocks. Its block 0 is the root; the members follow.
pub(super) struct Inside {
    cfg: Cfg,
}

impl Tangle {
    /// Extracts the graph of the loop. `places` must be `None` for every block of the draft, and is
    /// so again afterwards.
    pub(super) fn inside(&self, draft: &Draft, places: &mut Vec<Option<BlockId>>) -> Inside {
        let entered = self.ways_in.iter().map(|&edge| draft.target(edge));
        Inside::new(draft, &self.members, entered, places)
    }
}

impl Inside {
    /// Extracts the graph of some blocks that are entered at the blocks `entered`.
    pub(super) fn new(
        draft: &Draft,
        members: &[BlockId],
        entered: impl Iterator<Item = BlockId>,
        places: &mut Vec<Option<BlockId>>,
    ) -> Inside {
        places.resize(draft.block_count(), None);
        for (place, block) in (1..).zip(members) {
            places[block.index()] = Some(BlockId::new(place));
        }
        let mut builder = CfgBuilder::new();
        let entered = entered.map(|block| places[block.index()].expect("members are entered"));
        builder.block(Exit::Switch, entered);
        for &block in members {
            let arms: Vec<BlockId> = (draft.edges(block))
                .filter_map(|edge| places[draft.target(edge).index()])
                .collect();
            let exit = if arms.is_empty() {
                Exit::Return
            } else {
                Exit::Switch
            };
            builder.block(exit, arms);
        }
        for block in members {
            places[block.index()] = None;
        }
        let cfg = builder.build(BlockId::new(ROOT));
        Inside {
            cfg: cfg.expect("the blocks are entered, and arms lead to blocks among them"),
        }
    }

    /// Gives the head of the domain of each member. Both are given by their indices among the
    /// members.
    pub(super) fn heads(&self) -> Vec<u32> {
        let order = Order::new(&self.cfg);
        let dominators = Dominators::new(&self.cfg, &order);
        let mut heads = alloc::vec![0; self.cfg.block_count()];
        for &place in order.blocks().iter().skip(1) {
            heads[place.index()] = match dominators.immediate(place) {
                Some(above) if above.index() != ROOT => heads[above.index()],
                _ => place.index() as u32 - 1,
            };
        }
        heads.split_off(1)
    }

    /// Gives a lower bound on the number of blocks that splitting adds.
    ///
    /// Looks for one clique, greedily: blocks with many neighbours first.
    pub(super) fn least_growth(&self) -> u64 {
        let size = self.clique() as u64;
        let shift = u32::try_from(size).unwrap_or(u32::MAX).saturating_sub(1);
        let needed = 1_u64.checked_shl(shift).unwrap_or(u64::MAX);
        needed.saturating_sub(size)
    }

    fn clique(&self) -> usize {
        let count = self.cfg.block_count();
        let mut ways = alloc::vec![0_usize; count];
        for &next in self
            .cfg
            .blocks()
            .skip(1)
            .flat_map(|place| self.cfg.successors(place))
        {
            ways[next.index()] += 1;
        }
        let neighbours = |place: BlockId| self.cfg.successors(place).len().min(ways[place.index()]);
        let mut candidates: Vec<BlockId> = self.cfg.blocks().skip(1).collect();
        candidates.sort_by_key(|&place| core::cmp::Reverse(neighbours(place)));
        let mut clique = Clique {
            cfg: &self.cfg,
            chosen: alloc::vec![false; count],
            reached: alloc::vec![0; count],
            seen: alloc::vec![None; count],
            size: 0,
        };
        for place in candidates {
            clique.try_add(place);
        }
        clique.size
    }
}

/// A set of blocks, each with an edge to each other.
struct Clique<'a> {
    cfg: &'a Cfg,
    chosen: Vec<bool>,
    /// For each block: the number of chosen blocks that have an edge to it.
    reached: Vec<usize>,
    /// For each block: the block of which it was last found to be a successor.
    seen: Vec<Option<BlockId>>,
    size: usize,
}

impl Clique<'_> {
    /// Adds a block if it has edges to all chosen blocks, and they have edges to it.
    fn try_add(&mut self, place: BlockId) {
        if self.reached[place.index()] < self.size {
            return;
        }
        let next = self.distinct_successors(place);
        let chosen = next.iter().filter(|next| self.chosen[next.index()]);
        if chosen.count() == self.size {
            self.chosen[place.index()] = true;
            self.size += 1;
            for next in next {
                self.reached[next.index()] += 1;
            }
        }
    }

    fn distinct_successors(&mut self, place: BlockId) -> Vec<BlockId> {
        let mut distinct = Vec::new();
        for &next in self.cfg.successors(place) {
            if next != place && self.seen[next.index()].replace(place) != Some(place) {
                distinct.push(next);
            }
        }
        distinct
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples;

    /// All blocks but the first are the loop; the successors of the first are its entries.
    #[track_caller]
    fn check(graph: &str, heads: &[u32], least_growth: u64) {
        let cfg = samples::graph(graph);
        let draft = Draft::new(&cfg);
        let tangle = Tangle {
            members: cfg.blocks().skip(1).collect(),
            ways_in: draft.edges(cfg.entry()).collect(),
        };
        let inside = tangle.inside(&draft, &mut Vec::new());
        assert_eq!(inside.heads(), heads, "{graph}");
        assert_eq!(inside.least_growth(), least_growth, "{graph}");
    }

    #[test]
    fn heads_are_entries_and_where_their_ways_meet() {
        check("0: 1 2; 1: 2; 2: 1", &[0, 1], 0);
        // 3 and 4 are in the domain of 1; at 5 the paths from both entries meet.
        check(
            "0: 1 2; 1: 3; 2: 5; 3: 4 5; 4: 2; 5: 1",
            &[0, 1, 0, 0, 4],
            0,
        );
    }

    #[test]
    fn a_clique_needs_two_to_its_size_less_one() {
        check("0: 1 2 3; 1: 2 3; 2: 1 3; 3: 1 2", &[0, 1, 2], 1);
        // Parallel edges and self loops do not count.
        check("0: 1 2 3; 1: 1 2 2 3; 2: 1 3 3 3; 3: 3 1", &[0, 1, 2], 0);
        check(
            "0: 1 2 3 4; 1: 2 3 4; 2: 1 3 4; 3: 1 2 4; 4: 1 2 3",
            &[0, 1, 2, 3],
            4,
        );
    }
}
