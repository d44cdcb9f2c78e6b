//! The place where each block is written, and the blocks that need a guard.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Guards`]: the children of each block, a walk from a block to a target over all items
//! that control passes in between, and the guard of every item.
//! *Cost:* O(V + E), and for each edge a walk over the items that it passes.
//!
//! A block is nested *inside* its immediate dominator. Or, if there are loops that contain the
//! dominator and not the block, the block *follows* the outermost of these loops, and is a child of
//! its header. Siblings are in canonical order. So all blocks form a *row*. From a block on, the
//! row has the block and all blocks nested inside it; if the block is the header of a loop, then
//! come the place where the loop repeats, and the blocks that follow the loop. Every forward edge
//! leads to a later place: of two siblings, the one that contains the source comes before the one
//! that is the target.
//!
//! Between the source and the target of an edge, control passes siblings whose code must not run,
//! and ends of loops that must not repeat. These are the *items* of the row. An item that no edge
//! passes needs no guard.

use crate::ids::{BlockId, Id, IdMap};
use crate::reduce::Reducible;
use crate::rows::Rows;
use crate::structure::exits::Exits;
use crate::structure::nested::tree::{Place, Tree};

/// A place in the row where a block may run or a loop may repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A block runs, with its subtree.
    Enter(BlockId),
    /// The loop with this header repeats.
    Repeat(BlockId),
}

/// The guard of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Guard {
    /// There is no guard: control that comes here always enters or repeats.
    None,
    /// A flag of its own.
    Flag,
    /// The negation of the flag of this block: the two blocks are the arms of one decision, and no
    /// other edges lead to them.
    Unless(BlockId),
}

/// The row, and its guards.
pub(super) struct Guards<'a> {
    graph: &'a Reducible,
    tree: Tree,
    inside: Rows<BlockId>,
    follows: Rows<BlockId>,
    /// The place of each block among its siblings.
    index: IdMap<BlockId, u32>,
    enter: IdMap<BlockId, Guard>,
    repeat: IdMap<BlockId, Guard>,
    /// Whether the second arm of a decision tests the flag of a block as well.
    shared: IdMap<BlockId, bool>,
}

impl<'a> Guards<'a> {
    pub(super) fn new(graph: &'a Reducible) -> Guards<'a> {
        let count = graph.cfg().block_count();
        let tree = Tree::new(graph);
        let rows = |belongs: fn(Place) -> bool| {
            let hangs = |&block: &BlockId| {
                let parent = tree.parent(block).filter(|_| belongs(tree.place(block)));
                Some((parent?.index(), block))
            };
            Rows::gather(count, || graph.order().blocks().iter().filter_map(hangs))
        };
        let inside = rows(|place| matches!(place, Place::Arm | Place::Merge));
        let follows = rows(|place| place == Place::Follow);
        let mut index = IdMap::filled(count, 0);
        for &block in graph.order().blocks() {
            for row in [inside.row(block.index()), follows.row(block.index())] {
                (0..).zip(row).for_each(|(at, &child)| index[child] = at);
            }
        }
        let mut guards = Guards {
            graph,
            tree,
            inside,
            follows,
            index,
            enter: IdMap::filled(count, Guard::None),
            repeat: IdMap::filled(count, Guard::None),
            shared: IdMap::filled(count, false),
        };
        guards.find();
        guards
    }

    /// Finds the items that edges pass, and the second arms that share a flag.
    fn find(&mut self) {
        let graph = self.graph;
        let mut passed =
            [&self.enter, &self.repeat].map(|_| IdMap::filled(self.index.len(), false));
        let mut exits = Exits::default();
        for &block in graph.order().blocks() {
            for way in exits.of(graph.cfg(), block, |edge| graph.stored(edge)) {
                self.walk(block, way.target, |item, arrives| {
                    let [enter, repeat] = &mut passed;
                    match item {
                        Item::Enter(block) => enter[block] |= !arrives,
                        Item::Repeat(header) => repeat[header] |= !arrives,
                    }
                });
            }
        }
        for &block in graph.order().blocks() {
            for (guard, passed) in [
                (&mut self.enter[block], passed[0][block]),
                (&mut self.repeat[block], passed[1][block]),
            ] {
                if passed {
                    *guard = Guard::Flag;
                }
            }
        }
        for &block in graph.order().blocks() {
            exits.of(graph.cfg(), block, |edge| graph.stored(edge));
            let &[one, other] = exits.ways() else {
                continue;
            };
            let mut arms = [one.target, other.target];
            arms.sort_unstable_by_key(|&arm| graph.order().position(arm));
            let is_arm = |arm: &BlockId| {
                self.tree.parent(*arm) == Some(block) && self.tree.place(*arm) == Place::Arm
            };
            if arms.iter().all(is_arm) && self.enter[arms[1]] == Guard::Flag {
                self.enter[arms[1]] = Guard::Unless(arms[0]);
                self.shared[arms[0]] = true;
            }
        }
    }

    /// Gives the blocks that are nested inside a block, in order.
    pub(super) fn inside(&self, block: BlockId) -> &[BlockId] {
        self.inside.row(block.index())
    }

    /// Gives the blocks that follow the loop with a header, in order.
    pub(super) fn follows(&self, header: BlockId) -> &[BlockId] {
        self.follows.row(header.index())
    }

    /// Tells whether a block has a flag that no other block shares and that is tested in a loop.
    pub(super) fn is_asked_again(&self, block: BlockId) -> bool {
        let loops = self.graph.loops();
        let around = loops.innermost(block);
        let around = around
            .filter(|_| !heads_a_loop(self.graph, block))
            .or(around.and_then(|id| loops.parent(id)));
        self.enter[block] == Guard::Flag && !self.shared[block] && around.is_some()
    }

    /// Gives the item to which an edge leads.
    pub(super) fn arrival(&self, from: BlockId, target: BlockId) -> Item {
        let position = |block| self.graph.order().position(block);
        if position(target) <= position(from) {
            Item::Repeat(target)
        } else {
            Item::Enter(target)
        }
    }

    /// Gives the block inside which an item is nested, or the header of the loop that repeats;
    /// `None` for a block that follows a loop.
    pub(super) fn owner(&self, item: Item) -> Option<BlockId> {
        match item {
            Item::Enter(block) if self.tree.place(block) == Place::Follow => None,
            Item::Enter(block) => self.tree.parent(block),
            Item::Repeat(header) => Some(header),
        }
    }

    pub(super) fn guard(&self, item: Item) -> Guard {
        match item {
            Item::Enter(block) => self.enter[block],
            Item::Repeat(header) => self.repeat[header],
        }
    }

    /// Calls `show` for the items that control passes from the end of a block to the target of one
    /// of its edges. The last item is the one at which control arrives.
    fn walk(&self, from: BlockId, target: BlockId, mut show: impl FnMut(Item, bool)) {
        let arrival = self.arrival(from, target);
        let mut at = from;
        let mut after_loop = false;
        let mut rest = self.inside(from);
        loop {
            for &sibling in rest {
                let arrives = Item::Enter(sibling) == arrival;
                show(Item::Enter(sibling), arrives);
                if arrives {
                    return;
                }
            }
            if !after_loop && heads_a_loop(self.graph, at) {
                let arrives = Item::Repeat(at) == arrival;
                show(Item::Repeat(at), arrives);
                if arrives {
                    return;
                }
                after_loop = true;
                rest = self.follows(at);
                continue;
            }
            let above = self
                .tree
                .parent(at)
                .expect("the target is nested below a block above the source");
            after_loop = self.tree.place(at) == Place::Follow;
            let siblings = if after_loop {
                self.follows(above)
            } else {
                self.inside(above)
            };
            rest = &siblings[self.index[at] as usize + 1..];
            at = above;
        }
    }
}

/// Tells whether `block` is the header of a loop.
pub(super) fn heads_a_loop(graph: &Reducible, block: BlockId) -> bool {
    let loops = graph.loops();
    loops
        .innermost(block)
        .is_some_and(|inner| loops.header(inner) == block)
}
