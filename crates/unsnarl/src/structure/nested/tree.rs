//! The placement of blocks: the dominator tree with loops contracted.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Tree`]: the parent and the [`Place`] of each reachable block, and the ways into and
//! out of every block.
//! *Cost:* O(V + E log k) for exits of k arms; exits of loops cost O(log depth) each.
//! *Source:* the dominator tree is used as in [Ramsey22]; moving the exits of a loop out of its
//! body is new.
//!
//! A block is a child of its immediate dominator X: an *arm* if a single way leads forward to it, a
//! *merge* if several do. If it lies outside a loop that contains X, it is a *follow* of the
//! outermost such loop and a child of that loop's header, so that loops contain only their own
//! blocks.
//!
//! So the program of the subtree of a header X is: the loop of X (X, its arms inside its decision,
//! its merges), then the follows of the loop.

use crate::analysis::Loops;
use crate::ids::{BlockId, IdMap, LoopId};
use crate::reduce::Reducible;
use crate::structure::exits::{Exits, Way, WayId};
use alloc::vec::Vec;

/// The place of a block relative to its parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::structure) enum Place {
    /// The entry, or an unreachable block.
    Root,
    /// A single way leads forward to it, from its parent.
    Arm,
    /// Several ways lead forward to it: it comes after the decision of its parent.
    Merge,
    /// It comes after the loop whose header is its parent.
    Follow,
}

/// The kinds of children for which the tree keeps a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::structure) enum Kind {
    /// The merges below any block.
    Merges,
    /// The follows below a header.
    Follows,
}

/// The placement tree.
pub(in crate::structure) struct Tree {
    nodes: IdMap<BlockId, Node>,
    exits: Exits,
}

/// A block in the tree.
#[derive(Clone, Copy)]
struct Node {
    place: Place,
    heads_a_loop: bool,
    parent: Option<BlockId>,
    /// The first child of each [`Kind`].
    first: [Option<BlockId>; 2],
    /// The next child of the same parent and kind.
    next: Option<BlockId>,
    /// The ways out: the number of the first, and the number after the last.
    ways: (u32, u32),
    /// A way that leads forward to the block.
    into: Option<WayId>,
}

const UNPLACED: Node = Node {
    place: Place::Root,
    heads_a_loop: false,
    parent: None,
    first: [None; 2],
    next: None,
    ways: (0, 0),
    into: None,
};

impl Tree {
    /// Places every reachable block.
    pub(in crate::structure) fn new(graph: &Reducible) -> Tree {
        let mut tree = Tree {
            nodes: IdMap::filled(graph.cfg().block_count(), UNPLACED),
            exits: Exits::with_room(graph.cfg()),
        };
        tree.list_ways(graph);
        tree.place_blocks(graph);
        tree
    }

    /// Lists the ways out of all blocks, and links the ways that lead forward to the same target.
    fn list_ways(&mut self, graph: &Reducible) {
        for (at, &block) in (0..).zip(graph.order().blocks()) {
            let ways = (self.exits).append(graph.cfg(), block, |edge| graph.stored(edge));
            self.nodes[block].ways = (ways.start, ways.end);
            let mut id = WayId::MIN.saturating_add(ways.start);
            for way in self.exits.ways_mut(ways) {
                if graph.order().position(way.target) > Some(at) {
                    way.other = self.nodes[way.target].into.replace(id);
                }
                id = id.saturating_add(1);
            }
        }
    }

    fn place_blocks(&mut self, graph: &Reducible) {
        let loops = graph.loops();
        for id in loops.ids() {
            self.nodes[loops.header(id)].heads_a_loop = true;
        }
        let outermost = OutermostLeft::new(loops);
        let blocks = graph.order().blocks();
        for (at, &block) in blocks.iter().enumerate().skip(1).rev() {
            let dominator = graph.dominator_at(at);
            let left = outermost.of(loops, dominator, block);
            match left {
                Some(left) => self.hang(block, Place::Follow, loops.header(left)),
                None => match self.only_way_into(block) {
                    Some(way) => {
                        self.exits.put_in_arm(way);
                        self.hang(block, Place::Arm, dominator);
                    }
                    None => self.hang(block, Place::Merge, dominator),
                },
            }
        }
    }

    /// Makes a block a child of its parent. Blocks are added from the last to the first, so that
    /// the lists of children are in canonical order.
    fn hang(&mut self, block: BlockId, place: Place, parent: BlockId) {
        let kind = match place {
            Place::Merge => Some(Kind::Merges),
            Place::Follow => Some(Kind::Follows),
            Place::Root | Place::Arm => None,
        };
        let next = kind.and_then(|kind| self.nodes[parent].first[kind as usize].replace(block));
        let node = &mut self.nodes[block];
        (node.place, node.parent, node.next) = (place, Some(parent), next);
    }

    /// Gives the way that leads forward to a block, if there is only one.
    fn only_way_into(&self, block: BlockId) -> Option<WayId> {
        let one = self.nodes[block].into?;
        self.exits.way(one).other.is_none().then_some(one)
    }

    /// Gives the place of a block relative to its parent.
    #[cfg(feature = "algorithms")]
    pub(in crate::structure) fn place(&self, block: BlockId) -> Place {
        self.nodes[block].place
    }

    /// Gives the parent of a block that has one.
    pub(in crate::structure) fn parent(&self, block: BlockId) -> Option<BlockId> {
        self.nodes[block].parent
    }

    /// Tells whether `block` is the header of a loop.
    pub(super) fn heads_a_loop(&self, block: BlockId) -> bool {
        self.nodes[block].heads_a_loop
    }

    /// Gives the first of the children of a kind.
    pub(super) fn first(&self, block: BlockId, kind: Kind) -> Option<BlockId> {
        self.nodes[block].first[kind as usize]
    }

    /// Walks the children of a kind in their order.
    pub(super) fn children(&self, block: BlockId, kind: Kind) -> impl Iterator<Item = BlockId> {
        let first = self.first(block, kind);
        core::iter::successors(first, |&child| self.nodes[child].next)
    }

    /// Puts the children of a kind in another order.
    pub(super) fn arrange(&mut self, block: BlockId, kind: Kind, order: &[BlockId]) {
        let mut next = None;
        for &child in order.iter().rev() {
            self.nodes[child].next = next;
            next = Some(child);
        }
        self.nodes[block].first[kind as usize] = next;
    }

    /// Gives the ways out of a block.
    pub(super) fn ways(&self, block: BlockId) -> &[Way] {
        let (start, end) = self.nodes[block].ways;
        &self.exits.ways()[start as usize..end as usize]
    }

    /// Gives a way by the number that it has in the whole tree.
    pub(super) fn way(&self, number: u32) -> &Way {
        &self.exits.ways()[number as usize]
    }

    /// Gives the number of the first way out of a block; the others follow.
    pub(super) fn first_way(&self, block: BlockId) -> u32 {
        self.nodes[block].ways.0
    }

    /// Walks the blocks from which a way leads forward to a block, in an arbitrary order; a block
    /// comes once for each such way.
    pub(super) fn sources(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let way = |id: WayId| self.exits.way(id);
        let one = self.nodes[block].into.map(way);
        let ways = core::iter::successors(one, move |one| one.other.map(way));
        ways.map(|way| way.edge.block)
    }

    /// Takes the table of the slots of all ways; the ways have the positions in it.
    pub(super) fn take_slots(&mut self) -> Vec<u32> {
        self.exits.take_slots()
    }
}

/// Finds the outermost loop that contains one block and not another, by jump pointers.
///
/// Every loop points to its parent and to one loop farther out, so that a climb takes O(log depth)
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

    /// The outermost loop that contains `inside` and not `outside`, if there is one.
    fn of(&self, loops: &Loops, inside: BlockId, outside: BlockId) -> Option<LoopId> {
        let innermost = loops.innermost(inside)?;
        // Siblings, and all blocks of a graph without loops, are in the same loops.
        if loops.innermost(outside) == Some(innermost) {
            return None;
        }
        let left = |at: &LoopId| !loops.contains(*at, outside);
        let mut at = Some(innermost).filter(left)?;
        loop {
            let farther = self.jump[at].filter(left).or(loops.parent(at).filter(left));
            match farther {
                Some(farther) => at = farther,
                None => return Some(at),
            }
        }
    }
}
