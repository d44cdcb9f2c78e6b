//! Where each block is placed: the dominator tree with loops contracted.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Tree`]: the parent of each reachable block and how it hangs there.
//! *Cost:* O(V + E log k) for exits of k arms; exits of loops cost O(log depth) each.
//! *Source:* the dominator tree as in [Ramsey22]; taking the exits of a loop out of its body is our own.
//!
//! A block hangs below its immediate dominator X in one of three ways. It is an *arm* if a single way
//! leads forward to it, a *merge* if several do. If it lies outside a loop that X lies in, it is a *follow*
//! of the outermost such loop and hangs below that loop's header, so that loops contain their own
//! blocks and nothing else.
//!
//! So the program of the subtree of X reads: the header's loop (X, its arms inside its decision, its merges), then
//! the follows of the loop.

use crate::analysis::Loops;
use crate::ids::{BlockId, Id, IdMap, LoopId, following};
use crate::reduce::Reducible;
use crate::structure::exits::Exits;
use alloc::vec;
use alloc::vec::Vec;

/// How a block hangs below its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::structure) enum Place {
    /// The entry; or the block cannot be reached.
    Root,
    /// One way leads forward to it: out of its parent.
    Arm,
    /// Several ways lead to it: it stands after all that its parent decides.
    Merge,
    /// It stands after the loop of which its parent is the header.
    Follow,
}

/// Blocks that belong to each block, such as its children of one kind.
pub(in crate::structure) struct Rows {
    first: IdMap<BlockId, u32>,
    blocks: Vec<BlockId>,
}

/// The placement tree.
pub(in crate::structure) struct Tree {
    /// How each block hangs below its parent.
    pub(in crate::structure) place: IdMap<BlockId, Place>,
    /// The parent of each block that has one.
    pub(in crate::structure) parent: IdMap<BlockId, Option<BlockId>>,
    /// The merges below each block.
    pub(in crate::structure) merges: Rows,
    /// The follows below each header.
    pub(in crate::structure) follows: Rows,
}

impl Tree {
    /// Places every reachable block.
    pub(in crate::structure) fn new(graph: &Reducible) -> Tree {
        let ways = count_forward_ways(graph);
        let outermost = OutermostLeft::new(graph.loops());
        let count = graph.cfg().block_count();
        let mut place = IdMap::filled(count, Place::Root);
        let mut parent = IdMap::filled(count, None);
        for &block in graph.order().blocks() {
            let Some(dominator) = graph.dominators().immediate(block) else {
                continue;
            };
            let left = outermost.of(graph.loops(), dominator, block);
            (place[block], parent[block]) = match left {
                Some(left) => (Place::Follow, Some(graph.loops().header(left))),
                None if ways[block] > 1 => (Place::Merge, Some(dominator)),
                None => (Place::Arm, Some(dominator)),
            };
        }
        let rows = |kind| {
            let hangs =
                |&block: &BlockId| Some((parent[block].filter(|_| place[block] == kind)?, block));
            Rows::of_edges(count, || graph.order().blocks().iter().filter_map(hangs))
        };
        let (merges, follows) = (rows(Place::Merge), rows(Place::Follow));
        Tree {
            place,
            parent,
            merges,
            follows,
        }
    }
}

/// Tells whether `block` is the header of a loop.
pub(in crate::structure) fn heads_a_loop(graph: &Reducible, block: BlockId) -> bool {
    let loops = graph.loops();
    loops
        .innermost(block)
        .is_some_and(|inner| loops.header(inner) == block)
}

/// Counts the ways that lead forward to each block.
fn count_forward_ways(graph: &Reducible) -> IdMap<BlockId, u32> {
    let mut ways = IdMap::filled(graph.cfg().block_count(), 0);
    let mut exits = Exits::default();
    for &block in graph.order().blocks() {
        let position = graph.order().position(block);
        for way in exits.of(graph.cfg(), block, |edge| graph.stored(edge)) {
            ways[way.target] += u32::from(graph.order().position(way.target) > position);
        }
    }
    ways
}

impl Rows {
    /// Gathers pairs of a block and one that belongs to it; in a row they keep their order.
    pub(in crate::structure) fn of_edges<I>(count: usize, pairs: impl Fn() -> I) -> Rows
    where
        I: DoubleEndedIterator<Item = (BlockId, BlockId)>,
    {
        Rows::gathered(count, |put| {
            pairs().rev().for_each(|(key, block)| put(key, block));
        })
    }

    /// Gathers what `each` calls back with, every time the same: a block and one that belongs to it. In a row
    /// the last one comes first.
    pub(super) fn gathered(count: usize, each: impl Fn(&mut dyn FnMut(BlockId, BlockId))) -> Rows {
        let mut first = IdMap::filled(count + 1, 0_u32);
        each(&mut |key, _| first[key] += 1);
        let mut total = 0;
        for end in first.values_mut() {
            total += *end;
            *end = total;
        }
        let mut blocks = vec![BlockId::new(0); total as usize];
        each(&mut |key, block| {
            first[key] -= 1;
            blocks[first[key] as usize] = block;
        });
        Rows { first, blocks }
    }

    /// Gives the blocks that belong to `block`.
    pub(in crate::structure) fn row(&self, block: BlockId) -> &[BlockId] {
        &self.blocks[self.range(block)]
    }

    /// Gives the blocks that belong to `block`, to change their order.
    pub(in crate::structure) fn row_mut(&mut self, block: BlockId) -> &mut [BlockId] {
        let range = self.range(block);
        &mut self.blocks[range]
    }

    fn range(&self, block: BlockId) -> core::ops::Range<usize> {
        self.first[block] as usize..self.first[following(block)] as usize
    }
}

/// Finds the outermost loop that holds one block and not another, by jump pointers.
///
/// Every loop points to its parent and to one loop further out, such that a climb takes O(log depth)
/// steps; the pointers are those of a skew-binary random access list ([Myers83]).
struct OutermostLeft {
    jump: IdMap<LoopId, Option<LoopId>>,
}

impl OutermostLeft {
    fn new(loops: &Loops) -> OutermostLeft {
        let mut jump: IdMap<LoopId, Option<LoopId>> = IdMap::filled(loops.len(), None);
        let depth = |at: Option<LoopId>| at.map_or(0, |at| loops.depth(at));
        for inner in loops.ids() {
            let parent = loops.parent(inner);
            let far = parent.and_then(|parent| jump[parent]);
            let farther = far.and_then(|far| jump[far]);
            let even = depth(parent) - depth(far) == depth(far) - depth(farther);
            jump[inner] = if even && parent.is_some() {
                farther
            } else {
                parent
            };
        }
        OutermostLeft { jump }
    }

    /// The outermost loop that holds `inside` and not `outside`, if there is one.
    fn of(&self, loops: &Loops, inside: BlockId, outside: BlockId) -> Option<LoopId> {
        let left = |at: &LoopId| !loops.contains(*at, outside);
        let mut at = loops.innermost(inside).filter(left)?;
        loop {
            let farther = self.jump[at].filter(left).or(loops.parent(at).filter(left));
            match farther {
                Some(farther) => at = farther,
                None => return Some(at),
            }
        }
    }
}
