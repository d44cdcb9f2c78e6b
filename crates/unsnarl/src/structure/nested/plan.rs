//! The order of the children everywhere, and which arm of a decision stands outside of it.
//!
//! *Needs:* the placement tree.
//! *Gives:* [`Plan`]: the tree with its merges and follows in order, and for every block what the walk
//! that writes the program asks of its subtree.
//! *Cost:* O((V + E) α) and the [ordering](super::order) of children, in one pass against canonical
//! order, so that children are finished before their parents.
//!
//! ## The arm that stands outside
//! Let N be the block that control flows into where the bracket of a decision ends. An arm *reaches the
//! end* if the nearest of all places that its jumps lead to is N. While an arm does not reach the end, its
//! sibling may as well stand after the bracket as inside it: nothing else comes by there. That saves
//! a level and costs no scope:
//!
//! ```text
//! before: if a { h; break } else { rest }        after: if a { h; break } rest
//! ```
//!
//! *Nearest* is in the order in which blocks will stand: targets below a deeper parent first, of one parent's
//! children the earlier first. A sweep paints it: parents are visited deepest first, their children in order;
//! each jump to the child paints the path from its source up to the parent, as far as it is still bare. Painted
//! blocks are skipped by union-find, so the whole costs O((V + E) α).

use super::order::{Child, depth_as_given, order};
use super::tree::{Place, Rows, Tree, heads_a_loop};
use crate::ids::{BlockId, IdMap};
use crate::reduce::Reducible;
use crate::structure::exits::{Exits, Way};
use alloc::vec::Vec;

/// From this many decisions on, a chain in which each stands in an arm of the one before is laid out flat.
const LONG_CHAIN: u32 = 4;

/// The placement tree in its final order, with facts about subtrees.
pub(super) struct Plan {
    pub(super) tree: Tree,
    /// For the subtree of a block, the nearest of the places outside that its jumps lead forward to.
    nearest: IdMap<BlockId, Option<BlockId>>,
    /// How deep the subtree nests.
    depth: IdMap<BlockId, u32>,
    /// How many blocks the subtree has.
    size: IdMap<BlockId, u32>,
    /// How many decisions, each in an arm of the one before, the subtree begins with.
    chain: IdMap<BlockId, u32>,
}

/// What the walk knows when it decides about the arms of a block.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The block that control flows into where the bracket ends.
    pub(super) end: Option<BlockId>,
    /// Whether a jump to it costs no scope that is not there yet.
    pub(super) end_is_free: bool,
    /// Whether the block stands in a chain that is being laid out flat.
    pub(super) flat: bool,
}

/// Which way's child stands after the bracket of its decision, and why.
#[derive(Clone, Copy)]
pub(super) enum Outside {
    /// No other arm reaches the end of the bracket.
    Unreached(usize),
    /// The decisions are a long chain; the other arm jumps to the end that they share.
    Chained(usize),
}

impl Outside {
    /// Gives the number of the way.
    pub(super) fn way(self) -> usize {
        match self {
            Outside::Unreached(way) | Outside::Chained(way) => way,
        }
    }
}

impl Plan {
    /// Orders the children of every block.
    pub(super) fn new(graph: &Reducible) -> Plan {
        let count = graph.cfg().block_count();
        let tree = Tree::new(graph);
        let sources = sources(graph, &tree);
        let plan = Plan {
            tree,
            nearest: IdMap::filled(count, None),
            depth: IdMap::filled(count, 0),
            size: IdMap::filled(count, 1),
            chain: IdMap::filled(count, 0),
        };
        let mut sweep = Sweep {
            graph,
            plan,
            sources,
            bare: graph.cfg().blocks().collect(),
            root: graph.cfg().blocks().collect(),
            number: IdMap::filled(count, 0),
        };
        let mut exits = Exits::default();
        for &block in graph.order().blocks().iter().rev() {
            exits.of(graph.cfg(), block, |edge| graph.stored(edge));
            sweep.finish(block, exits.ways());
        }
        sweep.plan
    }

    /// Gives the child that stands in the arm of this way, if it leads to one.
    pub(super) fn child(&self, way: Way) -> Option<BlockId> {
        let hangs_here = self.tree.parent[way.target] == Some(way.edge.block);
        (hangs_here && self.tree.place[way.target] == Place::Arm).then_some(way.target)
    }

    /// Tells which of the ways out of a block leads to a child that stands after the bracket.
    pub(super) fn outside(&self, ways: &[Way], around: Surroundings) -> Option<Outside> {
        if ways.len() < 2 {
            return None;
        }
        let mut reaching = ways
            .iter()
            .enumerate()
            .filter(|(_, way)| self.reaches(**way, around.end));
        match (reaching.next(), reaching.next()) {
            (None, _) => self.deepest_child(ways).map(Outside::Unreached),
            (Some((only, &way)), None) => self.child(way).map(|_| Outside::Unreached(only)),
            (Some(_), Some(_)) => self.next_in_chain(ways, around).map(Outside::Chained),
        }
    }

    fn reaches(&self, way: Way, end: Option<BlockId>) -> bool {
        let nearest = self
            .child(way)
            .map_or(Some(way.target), |child| self.nearest[child]);
        end.is_some() && nearest == end
    }

    /// The deepest child stands outside, and of those the largest; of children alike the last, as one would
    /// write it by hand.
    fn deepest_child(&self, ways: &[Way]) -> Option<usize> {
        let rank = |way| {
            let child = self.child(way)?;
            Some((self.depth[child], self.size[child]))
        };
        (0..ways.len())
            .filter(|&at| rank(ways[at]).is_some())
            .max_by_key(|&at| rank(ways[at]))
    }

    /// In a long chain every decision stands after the one before, and its arm jumps to the common end.
    fn next_in_chain(&self, ways: &[Way], around: Surroundings) -> Option<usize> {
        let &[one, other] = ways else { return None };
        let chain = |way| self.child(way).map_or(0, |child| self.chain[child]);
        let longer = if chain(other) > chain(one) { 1 } else { 0 };
        let length = chain(ways[longer]);
        (around.end_is_free && length > 0 && (around.flat || length >= LONG_CHAIN))
            .then_some(longer)
    }
}

/// The sweep from the leaves to the root, and what it keeps.
struct Sweep<'a> {
    graph: &'a Reducible,
    plan: Plan,
    /// The blocks that jump forward to each block, by the block that they jump to.
    sources: Rows,
    /// Union-find: the nearest block at or above this one whose `nearest` is not known.
    bare: IdMap<BlockId, BlockId>,
    /// Union-find: the root of the part of the tree that this finished block belongs to by now.
    root: IdMap<BlockId, BlockId>,
    /// The number of a child among those that are being ordered, from 1.
    number: IdMap<BlockId, u32>,
}

impl Sweep<'_> {
    /// Finishes a block of which all children are finished.
    fn finish(&mut self, block: BlockId, ways: &[Way]) {
        for &way in ways {
            if let Some(child) = self.plan.child(way) {
                self.hang(child, block);
            }
        }
        let mut depth = self.body_depth(ways, None);
        if !self.plan.tree.merges.row(block).is_empty() {
            depth = self.arrange_merges(block, ways, depth);
        }
        self.plan.chain[block] = self.chain_length(block, ways);
        if heads_a_loop(self.graph, block) {
            depth += 1;
            if !self.plan.tree.follows.row(block).is_empty() {
                depth = self.arrange_follows(block, depth);
            }
        }
        self.plan.depth[block] = depth;
    }

    /// Orders the merges below a block whose body nests this deep, as far as is known without them.
    fn arrange_merges(&mut self, block: BlockId, ways: &[Way], body: u32) -> u32 {
        let merges = self.plan.tree.merges.row(block).to_vec();
        let (merges, mut depth) = self.arrange(merges, body);
        // Now it is known where the decision ends, and with it which arm stands outside.
        let known = self.body_depth(ways, merges.first().copied());
        if known < body {
            depth = depth_as_given(&self.children(&merges), known);
        }
        self.plan
            .tree
            .merges
            .row_mut(block)
            .copy_from_slice(&merges);
        merges.into_iter().for_each(|merge| self.hang(merge, block));
        depth
    }

    /// Orders the follows of a loop that nests this deep.
    fn arrange_follows(&mut self, header: BlockId, body: u32) -> u32 {
        let follows = self.plan.tree.follows.row(header).to_vec();
        let (follows, depth) = self.arrange(follows, body);
        self.plan
            .tree
            .follows
            .row_mut(header)
            .copy_from_slice(&follows);
        follows
            .into_iter()
            .for_each(|follow| self.hang(follow, header));
        depth
    }

    fn chain_length(&self, block: BlockId, ways: &[Way]) -> u32 {
        if ways.len() > 2
            || !self.plan.tree.merges.row(block).is_empty()
            || heads_a_loop(self.graph, block)
        {
            return 0;
        }
        let chains = ways
            .iter()
            .filter_map(|&way| Some(self.plan.chain[self.plan.child(way)?]));
        u32::from(ways.len() == 2) + chains.max().unwrap_or(0)
    }

    /// How deep a block with its arms nests if the bracket of its decision ends before `end`.
    ///
    /// If that is not known, all arms are taken to reach it.
    fn body_depth(&self, ways: &[Way], end: Option<BlockId>) -> u32 {
        let outside = match end {
            Some(_) => self.plan.outside(
                ways,
                Surroundings {
                    end,
                    end_is_free: false,
                    flat: false,
                },
            ),
            None => {
                let free = Surroundings {
                    end,
                    end_is_free: true,
                    flat: false,
                };
                self.plan.next_in_chain(ways, free).map(Outside::Chained)
            }
        };
        let bracket = u32::from(ways.len() > 1);
        let arms = ways.iter().enumerate().map(|(at, &way)| {
            let child = self
                .plan
                .child(way)
                .map_or(0, |child| self.plan.depth[child]);
            let is_outside = outside.is_some_and(|outside| outside.way() == at);
            if is_outside { child } else { bracket + child }
        });
        arms.max().unwrap_or(0).max(bracket)
    }

    /// Orders siblings, and paints the paths that lead to them.
    fn arrange(&mut self, siblings: Vec<BlockId>, body: u32) -> (Vec<BlockId>, u32) {
        let (siblings, depth) = match siblings[..] {
            [only] => (siblings, body.max(self.plan.depth[only])),
            _ => {
                let (numbers, depth) = order(&self.children(&siblings), body);
                (
                    numbers
                        .iter()
                        .map(|&number| siblings[number as usize])
                        .collect(),
                    depth,
                )
            }
        };
        for &sibling in &siblings {
            let parent = self.plan.tree.parent[sibling].expect("a sibling hangs below a block");
            for at in 0..self.sources.row(sibling).len() {
                self.paint(self.sources.row(sibling)[at], parent, sibling);
            }
        }
        (siblings, depth)
    }

    /// Says of siblings what their order depends on.
    fn children(&mut self, siblings: &[BlockId]) -> Vec<Child> {
        for (number, &sibling) in (1..).zip(siblings) {
            self.number[sibling] = number;
        }
        let children = siblings.iter().map(|&sibling| {
            let mut child = Child {
                depth: self.plan.depth[sibling],
                ..Child::default()
            };
            for at in 0..self.sources.row(sibling).len() {
                let root = find(&mut self.root, self.sources.row(sibling)[at]);
                match self.number[root] {
                    0 => child.from_body = true,
                    number => child.from.push(number - 1),
                }
            }
            child
        });
        let children = children.collect();
        siblings
            .iter()
            .for_each(|&sibling| self.number[sibling] = 0);
        children
    }

    /// Paints the path from `source` up to `parent`, which stays bare.
    fn paint(&mut self, source: BlockId, parent: BlockId, target: BlockId) {
        let mut block = find(&mut self.bare, source);
        while block != parent {
            self.plan.nearest[block] = Some(target);
            self.bare[block] = self.plan.tree.parent[block].expect("the path leads to the parent");
            block = find(&mut self.bare, block);
        }
    }

    /// Makes a finished child part of its parent.
    fn hang(&mut self, child: BlockId, parent: BlockId) {
        self.plan.size[parent] += self.plan.size[child];
        self.root[child] = parent;
    }
}

/// Gathers the blocks that jump forward to each merge and follow, in no order that matters.
fn sources(graph: &Reducible, tree: &Tree) -> Rows {
    let (cfg, order) = (graph.cfg(), graph.order());
    Rows::gathered(cfg.block_count(), |put| {
        for (at, &block) in (0..).zip(order.blocks()) {
            for &target in cfg.successors(block) {
                let is_source = matches!(tree.place[target], Place::Merge | Place::Follow)
                    && order.position(target) > Some(at);
                if is_source {
                    put(target, block);
                }
            }
        }
    })
}

/// Finds the end of a chain of pointers and halves the chain on the way.
fn find(pointers: &mut IdMap<BlockId, BlockId>, block: BlockId) -> BlockId {
    let mut block = block;
    while pointers[block] != block {
        pointers[block] = pointers[pointers[block]];
        block = pointers[block];
    }
    block
}
