//! The exit of a block as a structurer sees it: arms that lead the same way taken together.
//!
//! *Needs:* a graph, and what label is stored on each of its edges.
//! *Gives:* [`Exits`], which lists the [ways](Way) out of one block at a time.
//! *Cost:* O(k log k) for a block of k arms, in two vectors that are used again for every block.
//!
//! Two arms go one way if they have the same target and store the same label. A block that has one way
//! out needs no decision, whatever its exit says.

use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge};
use alloc::vec::Vec;

/// One way out of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The first of the arms that go this way: the edge that stands for all of them.
    pub(super) edge: Edge,
    /// Where it leads.
    pub(super) target: BlockId,
    /// The label that is stored on it.
    pub(super) store: Option<u32>,
    /// Where its slots stand in the table of arms.
    first: u32,
    count: u32,
}

/// One arm; arms of one way are neighbours in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Arm {
    target: BlockId,
    store: Option<u32>,
    slot: u32,
}

fn same_way(one: &Arm, other: &Arm) -> bool {
    (one.target, one.store) == (other.target, other.store)
}

/// Lists the ways out of blocks.
#[derive(Default)]
pub(super) struct Exits {
    arms: Vec<Arm>,
    ways: Vec<Way>,
}

impl Exits {
    /// Lists the ways out of `block`, in the order of their first slots.
    pub(super) fn of(
        &mut self,
        cfg: &Cfg,
        block: BlockId,
        stored: impl Fn(Edge) -> Option<u32>,
    ) -> &[Way] {
        self.arms.clear();
        self.ways.clear();
        let arm = |slot, target| {
            let edge = Edge::new(block, slot);
            Arm {
                target,
                store: stored(edge),
                slot: edge.slot,
            }
        };
        // Most exits have one arm or two, and need no sorting.
        match *cfg.successors(block) {
            [target] => self.begin(block, arm(0, target)),
            [left, right] => {
                let [left, right] = [arm(0, left), arm(1, right)];
                self.begin(block, left);
                if same_way(&left, &right) {
                    self.ways[0].count = 2;
                    self.arms.push(right);
                } else {
                    self.begin(block, right);
                }
            }
            ref targets => {
                let arms = targets.iter().enumerate();
                self.arms
                    .extend(arms.map(|(slot, &target)| arm(slot, target)));
                self.gather(block);
            }
        }
        &self.ways
    }

    /// Begins a way with its first arm.
    fn begin(&mut self, block: BlockId, arm: Arm) {
        let Arm {
            target,
            store,
            slot,
        } = arm;
        self.ways.push(Way {
            edge: Edge { block, slot },
            target,
            store,
            first: self.arms.len() as u32,
            count: 1,
        });
        self.arms.push(arm);
    }

    /// Makes ways of any number of arms.
    fn gather(&mut self, block: BlockId) {
        self.arms.sort_unstable();
        let mut first = 0;
        for arms in self.arms.chunk_by(same_way) {
            let Arm {
                target,
                store,
                slot,
            } = arms[0];
            let count = arms.len() as u32;
            self.ways.push(Way {
                edge: Edge { block, slot },
                target,
                store,
                first,
                count,
            });
            first += count;
        }
        self.ways.sort_unstable_by_key(|way| way.edge.slot);
    }

    /// Gives the ways out of the block that was listed last.
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Walks the slots, ascending, that go `way`, which is one of those listed last.
    pub(super) fn slots(&self, way: Way) -> impl Iterator<Item = u32> {
        self.arms[way.first as usize..][..way.count as usize]
            .iter()
            .map(|arm| arm.slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::{CfgBuilder, Exit};
    use crate::ids::Id;
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
