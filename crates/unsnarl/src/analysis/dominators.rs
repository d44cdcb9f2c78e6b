//! Immediate dominators.
//!
//! *Needs:* any [`Cfg`] and its [`Order`]; unreachable blocks have no dominator.
//! *Gives:* [`Dominators`]: the tree, and a constant-time test of ancestry in it.
//! *Cost:* O(V + E log V) time on reducible graphs; on others O(V²) at worst, near-linear on all
//! shapes of the benchmarks; 12 bytes a block. Structuring needs parents only, not the numbers: its
//! [`DominatorTree`] is half of the work.
//! *Source:* two algorithms. The first follows the edges that go [forward] in the order once, as in
//! [CooperHarveyKennedy01], and finds common dominators by the jumps of [Myers83]. Its result is
//! exact if every other edge leads to a dominator of its source; such a graph is reducible by
//! [HechtUllman74]. Otherwise [semi] starts over with the Semi-NCA algorithm of [Georgiadis05].
//! *Departs:* nothing is iterated.
//! *Limits:* the tree is not updated when the graph changes; compute it again.

mod forward;
mod semi;

pub(crate) use forward::DominatorTree;

use super::{Order, Predecessors};
use crate::cfg::Cfg;
use crate::ids::{BlockId, IdMap};

/// The dominator tree of a graph.
///
/// ```
/// use unsnarl::analysis::{Dominators, Order};
/// use unsnarl::text::{Notation, read};
///
/// let graph = read("a -> b | c\nb -> d\nc -> d\nd -> return", Notation::Cfg)?;
/// let dominators = Dominators::new(&graph.cfg, &Order::new(&graph.cfg));
/// let [a, b, _, d] = graph.cfg.blocks().collect::<Vec<_>>()[..] else { unreachable!() };
/// assert_eq!(dominators.immediate(d), Some(a));
/// assert!(!dominators.dominates(b, d));
/// # Ok::<(), unsnarl::text::ReadError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    nodes: IdMap<BlockId, Node>,
}

/// The place of a block in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    immediate: Option<BlockId>,
    /// The number of the block. The blocks that it dominates have the numbers from this one up to
    /// `end`.
    start: u32,
    end: u32,
}

/// The node of an unreachable block: its interval is empty, and no interval contains it.
const UNREACHABLE: Node = Node {
    immediate: None,
    start: u32::MAX,
    end: 0,
};

impl Dominators {
    /// Finds the dominators of the reachable blocks of `cfg`.
    pub fn new(cfg: &Cfg, order: &Order) -> Dominators {
        if let Some(tree) = DominatorTree::new(cfg, order) {
            return Dominators::of_reducible(cfg, order, &tree);
        }
        let parents = semi::immediate(cfg, order, &Predecessors::new(cfg, order));
        Dominators::of_tree(cfg, order, |at| parents[at as usize])
    }

    /// Numbers the tree of a graph.
    pub(crate) fn of_reducible(cfg: &Cfg, order: &Order, tree: &DominatorTree) -> Dominators {
        Dominators::of_tree(cfg, order, |at| tree.immediate(at))
    }

    /// Numbers a tree. `above` maps each position to the position of its immediate dominator, which
    /// is lower.
    fn of_tree(cfg: &Cfg, order: &Order, above: impl Fn(u32) -> u32) -> Dominators {
        // By position: the number of blocks in the subtree, and the number of the next child.
        let mut marks = alloc::vec![(1, 0); order.blocks().len()];
        for at in (1..marks.len()).rev() {
            marks[above(at as u32) as usize].0 += marks[at].0;
        }
        let mut nodes = IdMap::filled(cfg.block_count(), UNREACHABLE);
        for (at, &block) in order.blocks().iter().enumerate() {
            let above = above(at as u32) as usize;
            let start = marks[above].1;
            let end = start + marks[at].0;
            marks[above].1 = end;
            marks[at].1 = start + 1;
            nodes[block] = Node {
                immediate: (at > 0).then(|| order.blocks()[above]),
                start,
                end,
            };
        }
        Dominators { nodes }
    }

    /// Gives the closest other block that every path from the entry to `block` goes through.
    ///
    /// `None` for the entry and for unreachable blocks. O(1).
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.nodes[block].immediate
    }

    /// Tells whether every path from the entry to `below` goes through `above`.
    ///
    /// A block dominates itself. False if either block is unreachable. O(1).
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let (above, below) = (&self.nodes[above], self.nodes[below].start);
        above.start <= below && below < above.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{naive, samples};
    use crate::ids::Id;
    use alloc::vec::Vec;

    /// Finds the dominators by both algorithms, which must agree where both apply.
    #[track_caller]
    fn of(cfg: &Cfg) -> Dominators {
        let order = Order::new(cfg);
        let parents = semi::immediate(cfg, &order, &Predecessors::new(cfg, &order));
        let general = Dominators::of_tree(cfg, &order, |at| parents[at as usize]);
        if let Some(tree) = DominatorTree::new(cfg, &order) {
            let fast = Dominators::of_reducible(cfg, &order, &tree);
            assert_eq!(fast, general, "{cfg:?}");
            let cyclic = order.blocks().iter().any(|&from| {
                let mut next = cfg.successors(from).iter();
                next.any(|&to| general.dominates(to, from))
            });
            assert_eq!(!tree.loops().is_empty(), cyclic, "{cfg:?}");
        }
        assert_eq!(Dominators::new(cfg, &order), general);
        general
    }

    /// `expected` lists the immediate dominator of each block, or `-`.
    #[track_caller]
    fn check(graph: &str, expected: &str) {
        let cfg = samples::graph(graph);
        let dominators = of(&cfg);
        let found: Vec<_> = cfg
            .blocks()
            .map(|block| match dominators.immediate(block) {
                Some(above) => alloc::format!("{}", above.index()),
                None => "-".into(),
            })
            .collect();
        assert_eq!(found.join(" "), expected, "{graph}");
        agrees(&cfg);
    }

    #[track_caller]
    fn agrees(cfg: &Cfg) {
        let dominators = of(cfg);
        let naive = naive::dominators(cfg);
        for above in cfg.blocks() {
            for below in cfg.blocks() {
                assert_eq!(
                    dominators.dominates(above, below),
                    naive[above.index()][below.index()],
                    "{above} over {below} in {cfg:?}"
                );
            }
        }
        for block in cfg.blocks() {
            if let Some(above) = dominators.immediate(block) {
                assert!(above != block && dominators.dominates(above, block));
                assert!(cfg.blocks().all(|other| other == block
                    || !dominators.dominates(other, block)
                    || dominators.dominates(other, above)));
            }
        }
    }

    #[test]
    fn small_graphs() {
        check("0:", "-");
        check("0: 0", "-");
        check("0: 1 2; 1: 3; 2: 3; 3:", "- 0 0 0");
        // The two entries of a loop dominate neither each other nor the blocks after the loop.
        check("0: 1 2; 1: 2; 2: 1 3; 3:", "- 0 0 2");
        // An unreachable block dominates nothing, and does not affect the dominators of its
        // successors.
        check("0: 2; 1: 3; 2: 3; 3:", "- - 0 2");
        // Semidominators that are not immediate dominators.
        check("0: 1 4; 1: 2; 2: 3 5; 3: 5; 4: 3; 5: 2", "- 0 0 0 0 0");
    }

    #[test]
    fn random_graphs_agree_with_removal() {
        let mut reducible = 0;
        samples::each_random(4_000, |_, cfg| {
            agrees(cfg);
            let fast = DominatorTree::new(cfg, &Order::new(cfg));
            assert_eq!(fast.is_some(), naive::reducible(cfg), "{cfg:?}");
            reducible += u32::from(fast.is_some());
        });
        assert!((500..3_500).contains(&reducible), "{reducible} graphs");
    }

    #[test]
    fn long_shapes_need_no_call_stack() {
        let chain = samples::chain(300_000);
        let dominators = of(&chain);
        assert!(
            chain.blocks().skip(1).all(|block| {
                dominators.immediate(block) == Some(BlockId::new(block.index() - 1))
            })
        );
        let ladder = samples::ladder(100_000);
        let dominators = of(&ladder);
        assert!(
            ladder
                .blocks()
                .skip(1)
                .all(|block| dominators.immediate(block) == Some(ladder.entry()))
        );
    }
}
