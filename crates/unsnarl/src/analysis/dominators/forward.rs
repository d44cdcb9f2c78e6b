//! Dominators over the edges that go forward in the order.
//!
//! Blocks are visited in order. When a block is visited, all edges into it that go forward have been
//! followed, so the closest common dominator of their sources, found edge by edge, is its immediate
//! dominator as far as these edges tell. A common dominator is found by climbing; beside the step to
//! the parent each block has a jump to an ancestor, chosen as in a skew binary number, so that a climb of any
//! length takes O(log V) steps.

use crate::analysis::Order;
use crate::cfg::Cfg;
use alloc::vec::Vec;

pub(super) struct Answer {
    /// By position, the position of the immediate dominator; the entry's is its own.
    pub(super) immediate: Vec<u32>,
    /// The edges that do not go forward, by the positions of their ends.
    pub(super) backward: Vec<(u32, u32)>,
    /// Tables that are done with.
    pub(super) spare: [Vec<u32>; 2],
}

/// Stands for "not met yet" in a table of positions.
const NONE: u32 = u32::MAX;

pub(super) fn immediate(cfg: &Cfg, order: &Order) -> Answer {
    let count = order.blocks().len();
    let mut climb = Climb {
        above: alloc::vec![NONE; count],
        depth: alloc::vec![0; count],
        jump: alloc::vec![0; count],
    };
    climb.above[0] = 0;
    let mut backward = Vec::new();
    for at in 0..count as u32 {
        climb.settle(at);
        for to in order.successors(cfg, at) {
            if to <= at {
                backward.push((at, to));
                continue;
            }
            climb.above[to as usize] = match climb.above[to as usize] {
                NONE => at,
                other => climb.meet(at, other),
            };
        }
    }
    Answer {
        immediate: climb.above,
        backward,
        spare: [climb.depth, climb.jump],
    }
}

/// A tree that grows below its leaves, and in which any two nodes meet in few steps.
struct Climb {
    above: Vec<u32>,
    depth: Vec<u32>,
    jump: Vec<u32>,
}

impl Climb {
    /// Hangs `at` below its parent, which is final now.
    fn settle(&mut self, at: u32) {
        let above = self.above[at as usize];
        if above == at {
            return;
        }
        let jump = self.jump[above as usize];
        let far = self.jump[jump as usize];
        let depth = |node: u32| self.depth[node as usize];
        let even = depth(above) - depth(jump) == depth(jump) - depth(far);
        self.depth[at as usize] = depth(above) + 1;
        self.jump[at as usize] = if even { far } else { above };
    }

    /// Gives the deepest node that is above or equal to both.
    fn meet(&self, left: u32, right: u32) -> u32 {
        let (mut left, mut right) = (left, right);
        if self.depth[left as usize] < self.depth[right as usize] {
            core::mem::swap(&mut left, &mut right);
        }
        let depth = self.depth[right as usize];
        while self.depth[left as usize] > depth {
            let jump = self.jump[left as usize];
            left = if self.depth[jump as usize] >= depth {
                jump
            } else {
                self.above[left as usize]
            };
        }
        while left != right {
            let jumps = (self.jump[left as usize], self.jump[right as usize]);
            (left, right) = if jumps.0 == jumps.1 {
                (self.above[left as usize], self.above[right as usize])
            } else {
                jumps
            };
        }
        left
    }
}
