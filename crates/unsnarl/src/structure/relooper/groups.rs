//! The blocks that belong to one entry alone.
//!
//! *Needs:* a graph; the entries of a set of blocks, and the edges of the set that count.
//! *Gives:* [`Groups`]: for each entry, the blocks that it reaches and no other entry does.
//! *Cost:* each visited block, with its edges, is visited at most twice; see below for the blocks
//! that are visited.
//!
//! Owners are propagated from the entries along the edges. A block that two owners reach has *many*
//! owners, and so have all blocks to which it leads. So when only such blocks are left to visit,
//! the search can stop, as long as they do not lead back to a block with one owner. To ensure this,
//! edges back to a dominator are ignored (they make no difference, because every path to the source
//! has passed the target), and the rest is visited by strongly connected component in topological
//! order. In a reducible graph every component is one block.

use crate::analysis::{Dominators, Order, Sccs};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// The entries that reach a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    Nobody,
    /// The entry with this number among the entries of the flood.
    One(u32),
    Many,
}

/// Finds groups, one flood after the other.
pub(super) struct Groups {
    /// The components of the graph without the edges back to dominators, by position; no edge leads
    /// to a higher component.
    components: Sccs,
    owner: IdMap<BlockId, Owner>,
    /// The blocks that have an owner.
    reached: Vec<BlockId>,
    /// The blocks that are left to visit: the component, the position, and whether the block had
    /// many owners when it was reached.
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
        // The number of blocks left to visit that had one owner when they were reached, and the
        // current component.
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

    /// Tells whether no other entry reaches the entry with this number.
    pub(super) fn owns_itself(&self, number: u32, entry: BlockId) -> bool {
        self.owner[entry] == Owner::One(number)
    }

    /// Gives the blocks that have one owner, each with the number of its owner, and clears the
    /// flood.
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
