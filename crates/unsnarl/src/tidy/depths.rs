//! The nesting depths of brackets while parts of a program are about to move.
//!
//! *Needs:* the facts of a program. *Gives:* [`Depths`]: the depth of each place, and the greatest
//! depth between two places. *Cost:* O(steps) space and time at the start, O(log steps) for each
//! query and each change.
//!
//! A segment tree over the steps: each node has the maximum of its subtree, and the amount that is
//! still to be added to its children. A part that moves keeps its place in the tree; only its depth
//! changes.

use super::facts::Facts;
use crate::ids::{Id, NodeId};
use alloc::vec::Vec;

pub(super) struct Depths {
    /// The maxima. The children of node n are 2n and 2n + 1; the second half are the leaves.
    most: Vec<isize>,
    /// The amount that is still to be added to both children of a node.
    owed: Vec<isize>,
}

impl Depths {
    pub(super) fn new(facts: &Facts) -> Depths {
        let leaves = facts.program.len().next_power_of_two();
        let mut most = alloc::vec![0; 2 * leaves];
        for (node, step) in facts.program.steps() {
            let depth = facts.depth(node) + usize::from(step.opens());
            most[leaves + node.index()] = depth.cast_signed();
        }
        for node in (1..leaves).rev() {
            most[node] = most[2 * node].max(most[2 * node + 1]);
        }
        let owed = alloc::vec![0; leaves];
        Depths { most, owed }
    }

    /// Gives the number of brackets that are open after a step, including a bracket that it opens
    /// itself.
    pub(super) fn at(&mut self, step: NodeId) -> isize {
        let leaf = self.leaf(step);
        self.settle(leaf);
        self.most[leaf]
    }

    /// Gives the greatest such number from one step up to another.
    pub(super) fn deepest(&mut self, from: NodeId, to: NodeId) -> isize {
        let (mut left, mut right) = (self.leaf(from), self.leaf(to));
        self.settle(left);
        self.settle(right - 1);
        let mut deepest = isize::MIN;
        while left < right {
            if left % 2 == 1 {
                deepest = deepest.max(self.most[left]);
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                deepest = deepest.max(self.most[right]);
            }
            (left, right) = (left / 2, right / 2);
        }
        deepest
    }

    /// Records that a part of the program, from one step up to another, is deeper by this amount.
    pub(super) fn sink(&mut self, from: NodeId, to: NodeId, by: isize) {
        let (first, last) = (self.leaf(from), self.leaf(to) - 1);
        let (mut left, mut right) = (first, last + 1);
        while left < right {
            if left % 2 == 1 {
                self.add(left, by);
                left += 1;
            }
            if right % 2 == 1 {
                right -= 1;
                self.add(right, by);
            }
            (left, right) = (left / 2, right / 2);
        }
        self.raise(first);
        self.raise(last);
    }

    /// Gives the leaf of a step; the leaf of the end of the program is after the leaf of the last
    /// step.
    fn leaf(&self, step: NodeId) -> usize {
        self.owed.len() + step.index()
    }

    fn add(&mut self, node: usize, by: isize) {
        self.most[node] += by;
        if let Some(owed) = self.owed.get_mut(node) {
            *owed += by;
        }
    }

    /// Updates the maxima of the nodes above a leaf.
    fn raise(&mut self, leaf: usize) {
        let mut node = leaf / 2;
        while node > 0 {
            self.most[node] = self.most[2 * node].max(self.most[2 * node + 1]) + self.owed[node];
            node /= 2;
        }
    }

    /// Adds the owed amounts of the nodes above a leaf to their children.
    fn settle(&mut self, leaf: usize) {
        for height in (1..=self.owed.len().trailing_zeros()).rev() {
            let node = leaf >> height;
            let owed = core::mem::take(&mut self.owed[node]);
            if owed != 0 {
                self.add(2 * node, owed);
                self.add(2 * node + 1, owed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text;

    #[test]
    fn depths_are_those_of_a_plain_list() {
        // A program with steps of several depths and with brackets.
        let graph = text::read("a -> b | c\nb -> a | c\nc -> return", text::Notation::Cfg);
        let cfg = graph.expect("it is a graph").cfg;
        let program = crate::structure::nested(&crate::reduce::dispatch(&cfg));
        let facts = Facts::new(&cfg, &program).expect("it keeps the rules");
        let mut depths = Depths::new(&facts);
        let opens = |step: NodeId| isize::from(program.step(step).opens());
        let depth = |step: NodeId| facts.depth(step).cast_signed() + opens(step);
        let mut plain: Vec<isize> = program.steps().map(|(step, _)| depth(step)).collect();
        assert!(
            plain.iter().any(|depth| *depth > 1),
            "some bracket is in another one"
        );
        // A pseudorandom sequence of numbers.
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        for _ in 0..1_000 {
            let from = next(plain.len());
            let to = from + 1 + next(plain.len() - from);
            let by = next(7).cast_signed() - 1;
            depths.sink(NodeId::new(from), NodeId::new(to), by);
            plain[from..to].iter_mut().for_each(|depth| *depth += by);
            let from = next(plain.len());
            let to = from + 1 + next(plain.len() - from);
            let deepest = plain[from..to].iter().max().copied();
            assert_eq!(
                Some(depths.deepest(NodeId::new(from), NodeId::new(to))),
                deepest
            );
            assert_eq!(depths.at(NodeId::new(from)), plain[from]);
        }
    }
}
