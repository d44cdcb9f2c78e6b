//! The sweep over the placement tree from the leaves to the root that makes the [`Plan`].
//!
//! *Needs:* the placement tree.
//! *Gives:* the plan: children in order, and the facts about every subtree.
//! *Cost:* O((V + E) α) and the [ordering](super::order) of children.
//!
//! Blocks come against canonical order, so that children are finished before their parents. What is
//! *nearest* to a subtree is painted: parents are visited deepest first, their children in order;
//! each jump to the child paints the path from its source up to the parent, as far as it is still
//! bare. Painted blocks are skipped by union-find.

use super::order::{Ordered, Siblings};
use super::plan::{LONG_CHAIN, Mark, Outside, Plan, Subtree, Surroundings};
use super::tree::{Kind, Tree};
use crate::ids::{BlockId, IdMap};
use crate::reduce::Reducible;
use crate::structure::exits::Way;
use alloc::vec::Vec;

/// Orders the children of every block.
pub(super) fn sweep(graph: &Reducible) -> Plan {
    let leaf = Subtree {
        nearest: None,
        depth: 0,
        size: 1,
        chain: 0,
        mark: Mark::default(),
    };
    let mut sweep = Sweep {
        plan: Plan {
            tree: Tree::new(graph),
            subtrees: IdMap::filled(graph.cfg().block_count(), leaf),
        },
        siblings: Vec::new(),
    };
    for &block in graph.order().blocks().iter().rev() {
        sweep.finish(block);
    }
    sweep.plan
}

/// The plan so far.
struct Sweep {
    plan: Plan,
    /// The children that are being ordered.
    siblings: Vec<BlockId>,
}

impl Sweep {
    /// Finishes a block of which all children are finished.
    fn finish(&mut self, block: BlockId) {
        let mut depth = self.finish_body(block);
        if self.plan.tree.first(block, Kind::Merges).is_some() {
            depth = self.arrange_merges(block, depth);
            self.plan.subtrees[block].chain = 0;
        }
        if self.plan.tree.heads_a_loop(block) {
            depth += 1;
            if self.plan.tree.first(block, Kind::Follows).is_some() {
                depth = self.arrange(block, Kind::Follows, depth).depth(depth);
            }
            self.plan.subtrees[block].chain = 0;
        }
        self.plan.subtrees[block].depth = depth;
    }

    /// Hangs the arms of a block below it and finds the chain that it begins; gives how deep it
    /// nests with its arms, all of which are taken to reach the end of its decision.
    fn finish_body(&mut self, block: BlockId) -> u32 {
        let Plan { tree, subtrees } = &mut self.plan;
        let ways = tree.ways(block);
        let (mut deepest, mut longest, mut size) = (0, 0, 1);
        for child in ways.iter().filter_map(|way| way.child()) {
            let below = &mut subtrees[child];
            deepest = deepest.max(below.depth);
            longest = longest.max(below.chain);
            size += below.size;
            below.mark.root = Some(block);
        }
        let bracket = u32::from(ways.len() > 1);
        let chain = match ways.len() {
            0 | 1 => longest,
            2 => longest + 1,
            _ => 0,
        };
        subtrees[block].chain = chain;
        subtrees[block].size = size;
        if chain > LONG_CHAIN {
            let unknown = Surroundings {
                end: None,
                end_is_free: true,
                flat: false,
            };
            let ways = self.plan.tree.ways(block);
            return self.body_depth(ways, self.plan.next_in_chain(ways, unknown));
        }
        deepest + bracket
    }

    /// Orders the merges below a block whose body nests this deep if all its arms reach the end of
    /// its decision.
    fn arrange_merges(&mut self, block: BlockId, body: u32) -> u32 {
        let merges = self.arrange(block, Kind::Merges, body);
        // Now it is known where the decision ends, and so which arm goes outside.
        let ways = self.plan.tree.ways(block);
        let known = Surroundings {
            end: self.plan.tree.first(block, Kind::Merges),
            end_is_free: false,
            flat: false,
        };
        let outside = self.plan.outside(ways, known).map(Outside::way);
        merges.depth(self.body_depth(ways, outside).min(body))
    }

    /// How deep a block with its arms nests if the child in one of them is written after the
    /// bracket.
    fn body_depth(&self, ways: &[Way], outside: Option<usize>) -> u32 {
        let bracket = u32::from(ways.len() > 1);
        let arms = ways.iter().enumerate().map(|(at, way)| {
            let child = way.child();
            let child = child.map_or(0, |child| self.plan.subtrees[child].depth);
            if outside == Some(at) {
                child
            } else {
                bracket + child
            }
        });
        arms.max().unwrap_or(0).max(bracket)
    }

    /// Orders the children of a kind after a body that nests this deep, paints the paths that lead
    /// to them, and makes them parts of their parent.
    fn arrange(&mut self, parent: BlockId, kind: Kind, body: u32) -> Ordered {
        let mut children = self.plan.tree.children(parent, kind);
        let [first, second] = [children.next(), children.next()];
        drop(children);
        if let (Some(only), None) = (first, second) {
            self.join(only, parent);
            return Ordered::One(self.plan.subtrees[only].depth);
        }
        let mut siblings = core::mem::take(&mut self.siblings);
        siblings.clear();
        siblings.extend(self.plan.tree.children(parent, kind));
        let ordered = self.order(&mut siblings, body);
        self.plan.tree.arrange(parent, kind, &siblings);
        for &sibling in &siblings {
            self.join(sibling, parent);
        }
        self.siblings = siblings;
        ordered
    }

    /// Puts siblings in order.
    fn order(&mut self, siblings: &mut Vec<BlockId>, body: u32) -> Ordered {
        for (number, &sibling) in (1..).zip(siblings.iter()) {
            self.plan.subtrees[sibling].mark.number = number;
        }
        let mut jumps = Siblings::new(siblings.len());
        for (to, &sibling) in (0..).zip(siblings.iter()) {
            jumps.push(self.plan.subtrees[sibling].depth);
            for source in self.plan.tree.sources(sibling) {
                let root = find(&mut self.plan.subtrees, |mark| &mut mark.root, source);
                let number = self.plan.subtrees[root].mark.number;
                jumps.jump(number.checked_sub(1), to);
            }
        }
        for &sibling in siblings.iter() {
            self.plan.subtrees[sibling].mark.number = 0;
        }
        let ordered = jumps.order(body);
        let before = siblings.len();
        ordered.each(|number| siblings.push(siblings[number]));
        siblings.drain(..before);
        ordered
    }

    /// Makes a child that is not an arm part of its parent: paints the paths from its sources up to
    /// the parent, which stays bare.
    fn join(&mut self, child: BlockId, parent: BlockId) {
        let Plan { tree, subtrees } = &mut self.plan;
        for source in tree.sources(child) {
            let mut block = find(subtrees, |mark| &mut mark.bare, source);
            while block != parent {
                let above = tree.parent(block).expect("the path leads to the parent");
                let painted = &mut subtrees[block];
                painted.nearest = Some(child);
                painted.mark.bare = Some(above);
                block = find(subtrees, |mark| &mut mark.bare, above);
            }
        }
        let joined = &mut subtrees[child];
        joined.mark.root = Some(parent);
        let size = joined.size;
        subtrees[parent].size += size;
    }
}

/// Finds the end of a chain of pointers, and halves the chain.
fn find(
    subtrees: &mut IdMap<BlockId, Subtree>,
    pointer: impl Fn(&mut Mark) -> &mut Option<BlockId>,
    block: BlockId,
) -> BlockId {
    let mut block = block;
    while let Some(next) = *pointer(&mut subtrees[block].mark) {
        let Some(far) = *pointer(&mut subtrees[next].mark) else {
            return next;
        };
        *pointer(&mut subtrees[block].mark) = Some(far);
        block = far;
    }
    block
}
