//! Dominators by the edges that go forward in the order.
//!
//! Blocks are visited in order. When a block is visited, all edges into it that go forward have
//! been followed, so the closest common dominator of their sources, found edge by edge, is its
//! immediate dominator in the graph of these edges alone. A common dominator is found by climbing
//! the tree. Besides its parent, each block has a jump to a higher ancestor, chosen as in skew
//! binary numbers, so that a climb of any length takes O(log V) steps.
//!
//! The same climbs check that each edge that does not go forward leads to a dominator of its
//! source. Only then is the tree the dominator tree of the whole graph.

use crate::analysis::Order;
use crate::cfg::Cfg;
use alloc::vec::Vec;
use core::ops::Range;

/// The dominator tree of a reducible graph, by position.
///
/// It holds parents only. [`Dominators`](super::Dominators) numbers the tree for the test of
/// ancestry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DominatorTree {
    nodes: Vec<Node>,
    /// The range of positions from the first target to the last source of the edges that do not go
    /// forward.
    loops: Range<u32>,
}

/// A block in the tree, by position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    /// The immediate dominator. The entry is its own, and so is each block that no edge has reached
    /// yet.
    above: u32,
    depth: u32,
    /// The target of the jump: an ancestor.
    jump: u32,
}

impl DominatorTree {
    /// Finds the tree; `None` if the graph is irreducible.
    pub(crate) fn new(cfg: &Cfg, order: &Order) -> Option<DominatorTree> {
        let unmet = |at: u32| Node {
            above: at,
            depth: 0,
            jump: 0,
        };
        let mut tree = DominatorTree {
            nodes: (0..).take(order.blocks().len()).map(unmet).collect(),
            loops: 0..0,
        };
        for at in 0..order.blocks().len() as u32 {
            tree.settle(at);
            for to in order.successors(cfg, at) {
                if to <= at {
                    if !tree.dominates(to, at) {
                        return None;
                    }
                    let first = if tree.loops.is_empty() {
                        to
                    } else {
                        tree.loops.start.min(to)
                    };
                    tree.loops = first..at + 1;
                    continue;
                }
                let other = tree.node(to).above;
                if other != at {
                    tree.nodes[to as usize].above = if other == to {
                        at
                    } else {
                        tree.meet(at, other)
                    };
                }
            }
        }
        Some(tree)
    }

    /// Gives the range of positions that contains all loops; it is empty if there are no loops.
    pub(crate) fn loops(&self) -> Range<u32> {
        self.loops.clone()
    }

    /// Gives the position of the immediate dominator of the block at a position. The entry is its
    /// own.
    pub(crate) fn immediate(&self, at: u32) -> u32 {
        self.node(at).above
    }

    fn node(&self, at: u32) -> Node {
        self.nodes[at as usize]
    }

    /// Adds `at` to the tree, below its parent, which is final now.
    fn settle(&mut self, at: u32) {
        let above = self.node(at).above;
        if above == at {
            return;
        }
        let parent = self.node(above);
        let jump = self.node(parent.jump);
        let far = self.node(jump.jump);
        let even = parent.depth - jump.depth == jump.depth - far.depth;
        self.nodes[at as usize] = Node {
            above,
            depth: parent.depth + 1,
            jump: if even { jump.jump } else { above },
        };
    }

    /// Tells whether one settled node is an ancestor of another, or the same.
    fn dominates(&self, above: u32, below: u32) -> bool {
        above == self.ancestor(below, self.node(above).depth)
    }

    /// Gives the ancestor of a settled node at this depth, or the node itself if it is not deeper.
    fn ancestor(&self, at: u32, depth: u32) -> u32 {
        let mut at = at;
        let mut node = self.node(at);
        while node.depth > depth {
            let jump = self.node(node.jump);
            (at, node) = if jump.depth >= depth {
                (node.jump, jump)
            } else {
                (node.above, self.node(node.above))
            };
        }
        at
    }

    /// Gives the nearest common ancestor of two nodes.
    fn meet(&self, left: u32, right: u32) -> u32 {
        let depth = self.node(left).depth.min(self.node(right).depth);
        let (mut left, mut right) = (self.ancestor(left, depth), self.ancestor(right, depth));
        while left != right {
            let (one, other) = (self.node(left), self.node(right));
            (left, right) = if one.jump == other.jump {
                (one.above, other.above)
            } else {
                (one.jump, other.jump)
            };
        }
        left
    }
}
