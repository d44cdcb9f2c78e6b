//! Dominators over the edges that go forward in the order.
//!
//! Blocks are visited in order. When a block is visited, all edges into it that go forward have
//! been followed, so the closest common dominator of their sources, found edge by edge, is its
//! immediate dominator as far as these edges tell. A common dominator is found by climbing; beside
//! the step to the parent each block has a jump to an ancestor, chosen as in a skew binary number,
//! so that a climb of any length takes O(log V) steps.

use crate::analysis::Order;
use crate::cfg::Cfg;
use alloc::vec::Vec;

pub(super) struct Answer {
    /// By position; the rest of each node is done with.
    pub(super) tree: Vec<Node>,
    /// The edges that do not go forward, by the positions of their ends.
    pub(super) backward: Vec<(u32, u32)>,
}

/// A block in the tree, by position.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The immediate dominator. The entry is its own, as is each block that no edge has met yet.
    pub(super) above: u32,
    pub(super) depth: u32,
    /// An ancestor further up.
    pub(super) jump: u32,
}

pub(super) fn immediate(cfg: &Cfg, order: &Order) -> Answer {
    let unmet = |at: u32| Node {
        above: at,
        depth: 0,
        jump: 0,
    };
    let nodes = (0..).take(order.blocks().len()).map(unmet);
    let mut climb = Climb(nodes.collect());
    let mut backward = Vec::new();
    for at in 0..order.blocks().len() as u32 {
        climb.settle(at);
        for to in order.successors(cfg, at) {
            if to <= at {
                backward.push((at, to));
                continue;
            }
            let other = climb.node(to).above;
            if other != at {
                climb.0[to as usize].above = if other == to {
                    at
                } else {
                    climb.meet(at, other)
                };
            }
        }
    }
    Answer {
        tree: climb.0,
        backward,
    }
}

/// A tree that grows below its leaves, and in which any two nodes meet in few steps.
struct Climb(Vec<Node>);

impl Climb {
    fn node(&self, at: u32) -> Node {
        self.0[at as usize]
    }

    /// Hangs `at` below its parent, which is final now.
    fn settle(&mut self, at: u32) {
        let above = self.node(at).above;
        if above == at {
            return;
        }
        let parent = self.node(above);
        let jump = self.node(parent.jump);
        let far = self.node(jump.jump);
        let even = parent.depth - jump.depth == jump.depth - far.depth;
        self.0[at as usize] = Node {
            above,
            depth: parent.depth + 1,
            jump: if even { jump.jump } else { above },
        };
    }

    /// Gives the deepest node that is above or equal to both.
    fn meet(&self, left: u32, right: u32) -> u32 {
        let (mut left, mut right) = (left, right);
        if self.node(left).depth < self.node(right).depth {
            core::mem::swap(&mut left, &mut right);
        }
        let depth = self.node(right).depth;
        let mut low = self.node(left);
        while low.depth > depth {
            let jump = self.node(low.jump);
            (left, low) = if jump.depth >= depth {
                (low.jump, jump)
            } else {
                (low.above, self.node(low.above))
            };
        }
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
