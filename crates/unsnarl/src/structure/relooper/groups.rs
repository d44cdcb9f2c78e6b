//! What belongs to one entry alone.
//!
//! *Needs:* a graph; the entries of a set of blocks, and which edges of the set count.
//! *Gives:* [`Groups`]: for each entry, the blocks that it reaches and no other entry does.
//! *Cost:* each block that is visited twice at most, with its edges; see below which are.
//!
//! Owners flow from the entries along the edges. A block that two owners reach has *many*, and so
//! has all that it leads to, so when nothing but such blocks is left to visit the rest need not be
//! visited, as long as it does not lead back to a block with one owner. To see that, edges back to
//! a dominator are forgotten (they make no difference: what reaches the source has passed the
//! target), and what is left is visited by strongly connected component in topological order. In a
//! reducible graph every component is one block.

use crate::analysis::{Dominators, Order, Sccs};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// Which entries reach a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    /// The one with this number among the entries of the flood.
    One(u32),
    Many,
}

/// Finds groups, one flood after the other.
pub(super) struct Groups {
    /// The components of the graph without the edges back to dominators, by position; edges lead to
    /// no higher one.
    components: Sccs,
    owner: IdMap<BlockId, Owner>,
    /// The blocks that have an owner.
    reached: Vec<BlockId>,
    /// What is left to visit: the component, the position, and whether it had many owners when it
    /// was reached.
    pending: BinaryHeap<(u32, u32, bool)>,
}

impl Groups {
    pub(super) fn new(cfg: &Cfg, order: &Order) -> Groups {
        let dominators = Dominators::new(cfg, order);
        let forward = |from: u32, slot: u32| {
            let block = order.blocks()[from as usize];
            let target = *cfg.successors(block).get(slot as usize)?;
            let at = order
                .position(target)
                .filter(|_| !dominators.dominates(target, block));
            Some(at.unwrap_or(from))
        };
        Groups {
            components: Sccs::of(order.blocks().len(), forward),
            owner: IdMap::filled(cfg.block_count(), Owner::Nobody),
            reached: Vec::new(),
            pending: BinaryHeap::new(),
        }
    }

    /// Finds the groups of entries, along the edges that lead to live blocks.
    pub(super) fn flood(
        &mut self,
        cfg: &Cfg,
        order: &Order,
        entries: &[BlockId],
        is_live: impl Fn(BlockId) -> bool,
    ) {
        for (number, &entry) in (0..).zip(entries) {
            self.reach(order, entry, Owner::One(number));
        }
        // How many of those left to visit had one owner when they were reached, and the component
        // at hand.
        let mut single = entries.len();
        let mut current = None;
        while let Some((component, at, had_many)) = self.pending.pop() {
            if current != Some(component) && single == 0 {
                break;
            }
            current = Some(component);
            single -= usize::from(!had_many);
            let block = order.blocks()[at as usize];
            let owner = self.owner[block];
            for &target in cfg.successors(block) {
                let known = self.owner[target];
                if is_live(target) && known != owner && known != Owner::Many {
                    let owner = if known == Owner::Nobody {
                        owner
                    } else {
                        Owner::Many
                    };
                    self.reach(order, target, owner);
                    single += usize::from(owner != Owner::Many);
                }
            }
        }
        self.pending.clear();
    }

    fn reach(&mut self, order: &Order, block: BlockId, owner: Owner) {
        if self.owner[block] == Owner::Nobody {
            self.reached.push(block);
        }
        self.owner[block] = owner;
        let at = order
            .position(block)
            .expect("entries and their successors are reachable");
        self.pending
            .push((self.components.component_of(at), at, owner == Owner::Many));
    }

    /// Tells whether no other entry reaches the one with this number.
    pub(super) fn owns_itself(&self, number: u32, entry: BlockId) -> bool {
        self.owner[entry] == Owner::One(number)
    }

    /// Gives the blocks that have one owner, each with the number of it, and forgets the flood.
    pub(super) fn take_members(&mut self) -> Vec<(BlockId, u32)> {
        let owner = &mut self.owner;
        let reached = self.reached.drain(..);
        let owned = reached.filter_map(|block| {
            match core::mem::replace(&mut owner[block], Owner::Nobody) {
                Owner::One(number) => Some((block, number)),
                Owner::Nobody | Owner::Many => None,
            }
        });
        owned.collect()
    }
}
