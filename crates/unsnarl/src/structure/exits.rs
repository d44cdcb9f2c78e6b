//! The exits of blocks for structuring: parallel arms that store the same label are merged.
//!
//! *Needs:* a graph, and the label that is stored on each of its edges.
//! *Gives:* [`Exits`], which lists the merged arms ([ways](Way)) of one block at a time, or of
//! block after block.
//! *Cost:* O(k log k) for a block of k arms.
//!
//! A *way* is the set of all arms of a block that have the same target and store the same label. A
//! block with one way needs no decision, whatever its exit is.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, Id};
use alloc::vec::Vec;
use core::ops::Range;

/// The arms of a block that have the same target and store the same label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The first of these arms: the edge that is taken for all of them.
    pub(super) edge: Edge,
    /// The target of the edge.
    pub(super) target: BlockId,
    /// The label that is stored on the edge.
    pub(super) store: Option<u32>,
    /// The range of its slots in the table of slots.
    pub(super) slots: (u32, u32),
    /// Whether its target is written in its arm; [set](Exits::put_in_arm) by the placement tree.
    pub(super) in_arm: bool,
    /// Another way that leads forward to the target; set by the placement tree.
    pub(super) other: Option<WayId>,
}

/// The number of a way, counted from one so that an `Option` of it takes no more space.
pub(super) type WayId = core::num::NonZeroU32;

impl Way {
    /// Gives the block that is written in the arm of this way, if any.
    pub(super) fn child(self) -> Option<BlockId> {
        self.in_arm.then_some(self.target)
    }
}

/// One arm.
#[derive(Clone, Copy)]
struct Arm {
    target: BlockId,
    store: Option<u32>,
    slot: u32,
}

impl Arm {
    /// Gives a sort key that makes the arms of one way adjacent: target, label and slot.
    fn number(&self) -> u128 {
        let label = self.store.map_or(0, |store| u128::from(store) + 1);
        ((self.target.index() as u128) << 33 | label) << 32 | u128::from(self.slot)
    }
}

fn same_way(one: &Arm, other: &Arm) -> bool {
    (one.target, one.store) == (other.target, other.store)
}

/// Lists the ways out of blocks.
pub(super) struct Exits {
    ways: Vec<Way>,
    /// The slots of all ways. The first two are 0 and 1; jumps and branches need no others.
    slots: Vec<u32>,
    /// The arms of a block while they are sorted.
    arms: Vec<Arm>,
}

/// The beginning of every table of slots.
const COMMON: [u32; 2] = [0, 1];

impl Default for Exits {
    fn default() -> Exits {
        Exits {
            ways: Vec::new(),
            slots: COMMON.to_vec(),
            arms: Vec::new(),
        }
    }
}

impl Exits {
    /// Reserves room for the ways out of all blocks of a graph.
    pub(super) fn with_room(cfg: &Cfg) -> Exits {
        Exits {
            ways: Vec::with_capacity(cfg.edge_count()),
            ..Exits::default()
        }
    }

    /// Replaces the list by the ways out of `block`, in the order of their first slots.
    pub(super) fn of(
        &mut self,
        cfg: &Cfg,
        block: BlockId,
        stored: impl Fn(Edge) -> Option<u32>,
    ) -> &[Way] {
        self.ways.clear();
        self.slots.truncate(COMMON.len());
        self.append(cfg, block, stored);
        &self.ways
    }

    /// Lists the ways out of `block` after the ways that are listed already, and gives their range.
    pub(super) fn append(
        &mut self,
        cfg: &Cfg,
        block: BlockId,
        stored: impl Fn(Edge) -> Option<u32>,
    ) -> Range<u32> {
        let first = self.ways.len() as u32;
        let arm = |slot: u32, target| Arm {
            target,
            store: stored(Edge { block, slot }),
            slot,
        };
        // Most exits have one arm or two, and need no sorting.
        match *cfg.successors(block) {
            [] => {}
            [target] => self.push(block, arm(0, target), (0, 1)),
            [left, right] => {
                let [left, right] = [arm(0, left), arm(1, right)];
                if same_way(&left, &right) {
                    self.push(block, left, (0, 2));
                } else {
                    self.push(block, left, (0, 1));
                    self.push(block, right, (1, 2));
                }
            }
            ref targets => {
                self.arms.clear();
                let arms = (0..).zip(targets);
                self.arms
                    .extend(arms.map(|(slot, &target)| arm(slot, target)));
                self.gather(block);
            }
        }
        first..self.ways.len() as u32
    }

    fn push(&mut self, block: BlockId, first: Arm, slots: (u32, u32)) {
        let Arm {
            target,
            store,
            slot,
        } = first;
        self.ways.push(Way {
            edge: Edge { block, slot },
            target,
            store,
            slots,
            in_arm: false,
            other: None,
        });
    }

    /// Merges any number of arms into ways. Arms and ways come in long sorted runs, and a stable
    /// sort merges these quickly.
    fn gather(&mut self, block: BlockId) {
        let mut arms = core::mem::take(&mut self.arms);
        arms.sort_by_key(Arm::number);
        let before = self.ways.len();
        for arms in arms.chunk_by(same_way) {
            let start = self.slots.len() as u32;
            self.slots.extend(arms.iter().map(|arm| arm.slot));
            self.push(block, arms[0], (start, self.slots.len() as u32));
        }
        self.ways[before..].sort_by_key(|way| way.edge.slot);
        self.arms = arms;
    }

    /// Gives the listed ways.
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Gives a range of the listed ways, mutably.
    pub(super) fn ways_mut(&mut self, ways: Range<u32>) -> &mut [Way] {
        &mut self.ways[ways.start as usize..ways.end as usize]
    }

    /// Gives a way.
    pub(super) fn way(&self, id: WayId) -> &Way {
        &self.ways[id.get() as usize - 1]
    }

    /// Records that the target of a way is written in its arm.
    pub(super) fn put_in_arm(&mut self, id: WayId) {
        self.ways[id.get() as usize - 1].in_arm = true;
    }

    /// Walks the slots of `way`, which must be listed, ascending.
    pub(super) fn slots(&self, way: Way) -> impl Iterator<Item = u32> {
        let (start, end) = way.slots;
        self.slots[start as usize..end as usize].iter().copied()
    }

    /// Takes the table of the slots of all listed ways.
    pub(super) fn take_slots(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{CfgBuilder, Exit};
    use alloc::format;
    use alloc::string::String;

    #[track_caller]
    fn check(arms: &[usize], stores: &[u32], expected: &str) {
        let mut builder = CfgBuilder::new();
        let entry = builder.block(Exit::Switch, arms.iter().map(|&arm| BlockId::new(arm)));
        for _ in 0..9 {
            builder.block(Exit::Return, []);
        }
        let cfg = builder.build(entry).expect("the graph keeps the rules");
        let mut exits = Exits::default();
        exits.of(&cfg, entry, |edge| stores.get(edge.slot as usize).copied());
        let mut answer = String::new();
        for &way in exits.ways() {
            let slots = exits.slots(way).collect::<Vec<_>>();
            answer += &format!("{slots:?} -> {} ", way.target);
        }
        assert_eq!(answer.trim_end(), expected);
    }

    #[test]
    fn arms_with_one_target_and_one_label_go_one_way() {
        check(&[3, 2, 3, 1], &[], "[0, 2] -> b3 [1] -> b2 [3] -> b1");
        check(&[3, 3, 3], &[], "[0, 1, 2] -> b3");
        check(&[3, 3, 3, 1], &[], "[0, 1, 2] -> b3 [3] -> b1");
        check(&[3, 1], &[], "[0] -> b3 [1] -> b1");
        check(&[3, 3], &[1, 0], "[0] -> b3 [1] -> b3");
        check(&[3, 3, 3], &[7, 8, 7], "[0, 2] -> b3 [1] -> b3");
    }
}
