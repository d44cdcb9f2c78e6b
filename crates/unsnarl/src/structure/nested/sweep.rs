//! The sweep over the placement tree, from the leaves to the root, which makes the [`Plan`].
//!
//! *Needs:* the placement tree.
//! *Gives:* the plan: children in order, and the facts about every subtree.
//! *Cost:* O((V + E) α) and the [ordering](super::order) of children.
//!
//! Blocks are visited against canonical order, so that children are finished before their parents.
//! The *nearest* target of each subtree is found by painting: parents are visited deepest first,
//! and the children of each in order. Each jump to a child paints the path from the source of the
//! jump up to the parent, except for blocks that are painted already. Union-find skips painted
//! blocks.

use super::ends::{self, Ends};
use super::few::Few;
use super::order::Siblings;
use super::plan::{Loose, Mark, Plan, Subtree, find};
use super::tree::{Kind, Tree};
use crate::analysis::Order;
use crate::ids::{BlockId, IdMap};
use crate::reduce::Reducible;
use alloc::vec::Vec;

/// Orders the children of every block.
pub(super) fn sweep(graph: &Reducible) -> Plan {
    let leaf = Subtree {
        nearest: None,
        depth: 0,
        rest: 0,
        last: None,
        size: 1,
        chain: 0,
        loose: Loose::No,
        mark: Mark::default(),
    };
    let mut sweep = Sweep {
        order: graph.order(),
        plan: Plan {
            tree: Tree::new(graph),
            subtrees: IdMap::filled(graph.cfg().block_count(), leaf),
            has_loose: false,
        },
        siblings: Vec::new(),
        few: Few::default(),
        paths: Vec::new(),
        questions: 0,
    };
    for &block in graph.order().blocks().iter().rev() {
        sweep.finish(block);
    }
    sweep.plan
}

/// The plan so far.
struct Sweep<'a> {
    order: &'a Order,
    plan: Plan,
    /// The children that are being ordered.
    siblings: Vec<BlockId>,
    /// The facts about these children if they are few.
    few: Few,
    /// The paths that lead to one of these children.
    paths: Vec<(u32, BlockId)>,
    /// The number of queries about endings so far.
    questions: u32,
}

impl Sweep<'_> {
    /// Finishes a block whose children are all finished.
    fn finish(&mut self, block: BlockId) {
        let mut depth = self.finish_arms(block);
        if self.plan.tree.first(block, Kind::Merges).is_some() {
            depth = self.arrange(block, Kind::Merges, depth);
            self.plan.subtrees[block].chain = 0;
        }
        if self.plan.tree.heads_a_loop(block) {
            depth += 1;
            self.plan.subtrees[block].depth = depth;
            if self.plan.tree.first(block, Kind::Follows).is_some() {
                depth = self.arrange(block, Kind::Follows, depth);
            }
            self.plan.subtrees[block].chain = 0;
        }
        self.plan.subtrees[block].depth = depth;
    }

    /// Makes the arms of a block part of its subtree, and finds the chain that it begins. Gives the
    /// nesting depth of its decision if no edge in it reaches the block that comes next.
    fn finish_arms(&mut self, block: BlockId) -> u32 {
        let Plan { tree, subtrees, .. } = &mut self.plan;
        let ways = tree.ways(block);
        let (mut longest, mut size) = (0, 1);
        // The deepest arm goes outside; an arm without a child counts as an arm of depth 0.
        let (mut deepest, mut second) = (0, 0);
        for child in ways.iter().filter_map(|way| way.child()) {
            let below = &mut subtrees[child];
            longest = longest.max(below.chain);
            size += below.size;
            below.mark.root = Some(block);
            second = second.max(deepest.min(below.depth));
            deepest = deepest.max(below.depth);
        }
        let finished = &mut subtrees[block];
        finished.size = size;
        let (chain, depth) = match ways.len() {
            0 | 1 => (longest, deepest),
            2 => (longest + 1, deepest.max(second + 1)),
            _ => (0, deepest.max(second + 1)),
        };
        finished.chain = chain;
        depth
    }

    /// Orders the children of a kind, paints the paths that lead to them, and makes them parts of
    /// their parent. `body` is the nesting depth of the body before them. Gives the nesting depth
    /// of body and children.
    fn arrange(&mut self, parent: BlockId, kind: Kind, body: u32) -> u32 {
        let mut children = self.plan.tree.children(parent, kind);
        let [first, second] = [children.next(), children.next()];
        drop(children);
        let (rest, last) = match (first, second) {
            (Some(only), None) => {
                let ends = self.ask(parent, only);
                let rest = ends.of_body(parent).depth + u32::from(kind == Kind::Follows);
                self.join_only(only, parent);
                (rest, only)
            }
            _ => {
                let mut siblings = core::mem::take(&mut self.siblings);
                siblings.clear();
                siblings.extend(self.plan.tree.children(parent, kind));
                let rest = self.order(parent, kind, body, &mut siblings);
                self.plan.tree.arrange(parent, kind, &siblings);
                for &sibling in &siblings {
                    self.join(sibling, parent);
                }
                let last = *siblings.last().expect("there are several");
                self.siblings = siblings;
                (rest, last)
            }
        };
        let subtree = &mut self.plan.subtrees[parent];
        (subtree.rest, subtree.last) = (rest, Some(last));
        rest.max(self.plan.subtrees[last].depth)
    }

    /// Finds the endings of the subtrees below a parent if one of its children comes next.
    fn ask(&mut self, parent: BlockId, next: BlockId) -> Ends<'_> {
        self.questions += 1;
        let room = (self.questions, &mut self.paths);
        ends::ask(&mut self.plan, self.order, parent, next, room)
    }

    /// Puts siblings in order, and gives the nesting depth of the parent without the last sibling.
    fn order(
        &mut self,
        parent: BlockId,
        kind: Kind,
        body: u32,
        siblings: &mut Vec<BlockId>,
    ) -> u32 {
        let Sweep {
            order,
            plan,
            few,
            paths,
            questions,
            ..
        } = self;
        for (number, &sibling) in (1..).zip(siblings.iter()) {
            plan.subtrees[sibling].mark.number = number;
        }
        let mut jumps = Siblings::new(siblings.len(), body, few);
        for (to, &sibling) in (0..).zip(siblings.iter()) {
            jumps.push(plan.subtrees[sibling].depth);
            for source in plan.tree.sources(sibling) {
                let root = find(&mut plan.subtrees, |mark| &mut mark.root, source);
                let number = plan.subtrees[root].mark.number;
                jumps.jump(number.checked_sub(1), to);
            }
        }
        for &sibling in siblings.iter() {
            plan.subtrees[sibling].mark.number = 0;
        }
        if let Siblings::Few(few) = &mut jumps {
            for (to, &next) in siblings.iter().enumerate() {
                *questions += 1;
                let ends = ends::ask(plan, order, parent, next, (*questions, paths));
                let mut body = ends.of_body(parent);
                body.depth += u32::from(kind == Kind::Follows);
                few.ends(None, to, body);
                for (from, &sibling) in siblings.iter().enumerate() {
                    if let Some(ending) = ends.of_child(sibling) {
                        few.ends(Some(from), to, ending);
                    }
                }
            }
        }
        let (order, rest) = jumps.order();
        let before = siblings.len();
        order.each(|number| siblings.push(siblings[number]));
        siblings.drain(..before);
        rest
    }

    /// Makes a child that is not an arm part of its parent: paints the paths from its sources up to
    /// the parent. The parent itself stays bare.
    fn join(&mut self, child: BlockId, parent: BlockId) {
        let Plan { tree, subtrees, .. } = &mut self.plan;
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
        self.hang(child, parent);
    }

    /// Does the same for an only child, after the query about it has found the paths.
    fn join_only(&mut self, child: BlockId, parent: BlockId) {
        let Plan { tree, subtrees, .. } = &mut self.plan;
        for &(_, block) in &self.paths {
            let painted = &mut subtrees[block];
            painted.nearest = Some(child);
            painted.mark.bare = tree.parent(block);
        }
        self.hang(child, parent);
    }

    fn hang(&mut self, child: BlockId, parent: BlockId) {
        let subtrees = &mut self.plan.subtrees;
        let joined = &mut subtrees[child];
        joined.mark.root = Some(parent);
        let size = joined.size;
        subtrees[parent].size += size;
    }
}
