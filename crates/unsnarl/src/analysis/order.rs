//! Reverse postorder: the canonical order of blocks.
//!
//! *Needs:* any [`Cfg`].
//! *Gives:* [`Order`]: the reachable blocks, each before its successors unless a loop prevents
//! that.
//! *Cost:* one depth-first walk, O(V + E) time; 4 bytes a block and 4 a reachable block.
//! *Source:* [Tarjan72] for the properties of the tree of a depth-first walk.
//! *Departs:* the walk follows the arms from last to first, so that the target of an earlier arm
//! comes first where either order is possible.
//!
//! The order depends only on the entry and on the order of the arms: if the blocks are renumbered,
//! the order stays the same except for their ids. Therefore it breaks every tie in this crate.

use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;
use core::num::NonZeroU32;

/// The reachable blocks of a graph in reverse postorder.
///
/// ```
/// use unsnarl::{BlockId, CfgBuilder, Exit, Id, analysis::Order};
///
/// let [fork, left, right, join] = [0, 1, 2, 3].map(BlockId::new);
/// let mut builder = CfgBuilder::new();
/// builder.block(Exit::Branch, [left, right]);
/// builder.block(Exit::Jump, [join]);
/// builder.block(Exit::Jump, [join]);
/// builder.block(Exit::Return, []);
/// let cfg = builder.build(fork)?;
/// assert_eq!(Order::new(&cfg).blocks(), [fork, left, right, join]);
/// # Ok::<(), unsnarl::CfgError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    blocks: Vec<BlockId>,
    /// Positions, counted from one so that an `Option` of a position takes no more space.
    positions: IdMap<BlockId, Option<NonZeroU32>>,
}

impl Order {
    /// Walks `cfg` from its entry.
    pub fn new(cfg: &Cfg) -> Order {
        let count = cfg.block_count();
        // The path is at the front and the finished blocks are at the back; they never overlap.
        let mut blocks = alloc::vec![cfg.entry(); count];
        let mut path = 1;
        let mut finished = count;
        // For a block on the path: the number of arms not followed yet, also counted from one.
        let mut positions = IdMap::filled(count, None);
        let (mut block, mut arms) = (cfg.entry(), cfg.successors(cfg.entry()));
        positions[block] = Some(NonZeroU32::MIN);
        loop {
            if let Some((&next, before)) = arms.split_last() {
                arms = before;
                if positions[next].is_none() {
                    positions[block] = above(arms.len());
                    blocks[path] = next;
                    path += 1;
                    (block, arms) = (next, cfg.successors(next));
                    positions[block] = Some(NonZeroU32::MIN);
                }
                continue;
            }
            path -= 1;
            finished -= 1;
            blocks[finished] = block;
            positions[block] = above(finished);
            let Some(&parent) = blocks[..path].last() else {
                break;
            };
            let unfollowed = positions[parent].map_or(0, |above| above.get() as usize - 1);
            (block, arms) = (parent, &cfg.successors(parent)[..unfollowed]);
        }
        // Unreachable blocks leave a gap at the front.
        if finished > 0 {
            blocks.drain(..finished);
            for (position, &block) in blocks.iter().enumerate() {
                positions[block] = above(position);
            }
        }
        Order { blocks, positions }
    }

    /// Gives the reachable blocks in order; the first is the entry.
    pub fn blocks(&self) -> &[BlockId] {
        &self.blocks
    }

    /// Takes the reachable blocks out, in order.
    pub(crate) fn into_blocks(self) -> Vec<BlockId> {
        self.blocks
    }

    /// Gives the index of `block` among [`blocks`](Order::blocks); `None` if the block is
    /// unreachable.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.positions[block].map(|above| above.get() - 1)
    }

    /// Walks the positions that the arms of the block at `position` lead to, in arm order.
    pub(crate) fn successors<'a>(
        &'a self,
        cfg: &'a Cfg,
        position: u32,
    ) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + 'a {
        let arms = cfg.successors(self.blocks[position as usize]).iter();
        arms.map(|&next| {
            self.position(next)
                .expect("an edge from a reachable block leads to one")
        })
    }
}

/// Counts from one instead of from zero.
fn above(number: usize) -> Option<NonZeroU32> {
    let above = u32::try_from(number).ok()?.checked_add(1)?;
    NonZeroU32::new(above)
}

/// The tree of the depth-first walk that made an order, by position.
///
/// Reverse postorder is a preorder of that tree with the children mirrored, so the descendants of a
/// block come right after it, and an edge goes up the tree if and only if it does not go forward in
/// the order.
pub(super) struct Tree {
    /// The position of the parent. The entry is its own.
    pub(super) parents: Vec<u32>,
    /// The position after the last descendant.
    pub(super) ends: Vec<u32>,
}

impl Tree {
    pub(super) fn new(cfg: &Cfg, order: &Order) -> Tree {
        let parents = Tree::parents(cfg, order);
        let count = parents.len();
        let mut ends: Vec<u32> = (1..).take(count).collect();
        for at in (1..count).rev() {
            let parent = parents[at] as usize;
            ends[parent] = ends[parent].max(ends[at]);
        }
        Tree { parents, ends }
    }

    /// Finds the parents only.
    pub(super) fn parents(cfg: &Cfg, order: &Order) -> Vec<u32> {
        let count = order.blocks.len();
        // A block is its own parent until the walk meets it.
        let mut parents: Vec<u32> = (0..).take(count).collect();
        // The blocks on the path, each with the arms that have not been followed.
        let mut path = Vec::with_capacity(count);
        let (mut at, mut arms) = (0, cfg.successors(order.blocks[0]));
        loop {
            let Some((&next, before)) = arms.split_last() else {
                let Some(above) = path.pop() else { break };
                (at, arms) = above;
                continue;
            };
            arms = before;
            let to = order.position(next).map_or(0, |to| to as usize);
            if to > 0 && parents[to] as usize == to {
                parents[to] = at;
                path.push((at, arms));
                (at, arms) = (to as u32, cfg.successors(next));
            }
        }
        parents
    }
}

/// Numbers the reachable blocks in the order in which they are met by a depth-first walk that
/// follows the arms from first to last, as a reader would. Unreachable blocks get the number zero,
/// as does the entry.
pub(crate) fn first_met(cfg: &Cfg) -> IdMap<BlockId, u32> {
    let mut numbers = IdMap::filled(cfg.block_count(), 0);
    let mut open = alloc::vec![cfg.successors(cfg.entry())];
    let mut met = 0;
    while let Some(arms) = open.last_mut() {
        if let Some((&next, after)) = arms.split_first() {
            *arms = after;
            if numbers[next] == 0 && next != cfg.entry() {
                met += 1;
                numbers[next] = met;
                open.push(cfg.successors(next));
            }
        } else {
            open.pop();
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples;
    use crate::ids::Id;
    use alloc::format;

    #[track_caller]
    fn check(graph: &str, expected: &[usize]) {
        let order = Order::new(&samples::graph(graph));
        let found: Vec<_> = order.blocks().iter().map(|block| block.index()).collect();
        assert_eq!(found, expected, "{graph}");
    }

    #[test]
    fn the_first_arm_comes_first_where_it_is_free() {
        check("0: 1 2; 1: 3; 2: 3; 3:", &[0, 1, 2, 3]);
        check("0: 2 1; 1: 3; 2: 3; 3:", &[0, 2, 1, 3]);
        // The first arm must wait when the second leads to it.
        check("0: 1 2; 1:; 2: 1", &[0, 2, 1]);
        // Unreachable blocks, parallel edges, self loops.
        check("0: 2 2 0; 1: 2; 2: 2", &[0, 2]);
    }

    #[test]
    fn renumbering_renames_the_order() {
        samples::each_random(200, |seed, cfg| {
            let (renamed, names) = samples::renumbered(cfg, seed);
            let plain: Vec<_> = Order::new(cfg)
                .blocks()
                .iter()
                .map(|&block| names[block])
                .collect();
            assert_eq!(plain, Order::new(&renamed).blocks(), "{cfg:?}");
        });
    }

    #[test]
    fn edges_that_do_not_go_forward_go_up_the_tree() {
        samples::each_random(500, |_, cfg| {
            let order = Order::new(cfg);
            let tree = Tree::new(cfg, &order);
            for (from, &block) in order.blocks().iter().enumerate() {
                assert!(from == 0 || (tree.parents[from] as usize) < from);
                for &next in cfg.successors(block) {
                    let to = order.position(next).expect("reached by an edge") as usize;
                    assert!(from < to || from < tree.ends[to] as usize, "{cfg:?}");
                }
            }
        });
    }

    #[test]
    fn a_long_chain_needs_no_call_stack() {
        let order = Order::new(&samples::chain(1_000_000));
        assert_eq!(format!("{:?}", order.blocks().last()), "Some(b999999)");
    }
}
