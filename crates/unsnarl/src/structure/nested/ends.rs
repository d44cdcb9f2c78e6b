//! The endings of the subtrees below one block if a certain child of the block comes next.
//!
//! *Needs:* a finished part of the tree, and a child to which it jumps.
//! *Gives:* the [`Ending`] of each subtree that jumps there: the number of its edges that need no
//! jump, and its nesting depth.
//! *Cost:* O(m log m + ways) for the m blocks on the paths that lead to the child. These blocks are
//! painted when the child is joined to its parent, and visited at most once more for each of
//! [few](super::few) siblings; so all queries together cost O((V + E) log V).
//!
//! The block that comes next determines which child of a decision is written outside of it, and so
//! the nesting depth of the decision. It also saves the jumps to it at the end of the code before
//! it. Only paths without painted blocks lead there: after a painted block, other children of a
//! deeper parent come next.

use super::plan::{Ending, LONG_CHAIN, Plan, Surroundings, find};
use super::tree::Kind;
use crate::analysis::Order;
use crate::ids::BlockId;
use crate::structure::exits::Way;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A query: the endings if `next` comes next.
pub(super) struct Ends<'p> {
    plan: &'p Plan,
    question: u32,
    next: BlockId,
}

/// Answers the query with this number for all blocks below `parent`. `paths` is working memory for
/// the paths.
pub(super) fn ask<'p>(
    plan: &'p mut Plan,
    order: &Order,
    parent: BlockId,
    next: BlockId,
    (question, paths): (u32, &mut Vec<(u32, BlockId)>),
) -> Ends<'p> {
    paths.clear();
    let Plan { tree, subtrees, .. } = plan;
    for source in tree.sources(next) {
        let mut block = find(subtrees, |mark| &mut mark.bare, source);
        while block != parent && subtrees[block].mark.asked != question {
            subtrees[block].mark.asked = question;
            let position = order.position(block).expect("a source can be reached");
            paths.push((position, block));
            let above = tree.parent(block).expect("the path leads to the parent");
            block = find(subtrees, |mark| &mut mark.bare, above);
        }
    }
    // The blocks below a block come after it in the order. A single path is sorted already.
    if paths.len() > 1 {
        paths.sort_unstable_by_key(|&(position, _)| Reverse(position));
    }
    for &(_, block) in paths.iter() {
        let ends = Ends {
            plan,
            question,
            next,
        };
        let answer = ends.of_subtree(block);
        plan.subtrees[block].mark.answer = answer;
    }
    Ends {
        plan,
        question,
        next,
    }
}

impl Ends<'_> {
    /// Gives the ending of a child, if it leads to the block that comes next.
    pub(super) fn of_child(&self, child: BlockId) -> Option<Ending> {
        let mark = &self.plan.subtrees[child].mark;
        (mark.asked == self.question).then_some(mark.answer)
    }

    /// Gives the ending of a block with its arms and its finished children.
    pub(super) fn of_body(&self, block: BlockId) -> Ending {
        let subtree = &self.plan.subtrees[block];
        match subtree.last {
            None => self.of_decision(block),
            Some(last) => {
                let ending = self.of(last);
                Ending {
                    depth: ending.depth.max(subtree.rest),
                    ..ending
                }
            }
        }
    }

    fn of_subtree(&self, block: BlockId) -> Ending {
        let mut ending = self.of_body(block);
        ending.depth += u32::from(self.plan.ends_with_its_loop(block));
        ending
    }

    fn of(&self, child: BlockId) -> Ending {
        self.of_child(child).unwrap_or(Ending {
            falls: 0,
            depth: self.plan.subtrees[child].depth,
        })
    }

    fn of_way(&self, way: &Way) -> Ending {
        self.reached_by(way).0
    }

    fn reaches(&self, way: &Way) -> bool {
        self.reached_by(way).1
    }

    /// Gives the ending of a way, and whether it leads to the block that comes next.
    fn reached_by(&self, way: &Way) -> (Ending, bool) {
        let Some(child) = way.child() else {
            let reaches = way.target == self.next;
            let falls = u32::from(reaches);
            return (Ending { falls, depth: 0 }, reaches);
        };
        let subtree = &self.plan.subtrees[child];
        if subtree.mark.asked == self.question {
            return (subtree.mark.answer, true);
        }
        let depth = subtree.depth;
        (Ending { falls: 0, depth }, false)
    }

    /// Gives the ending of a decision, by the rule of [`Plan::choose`], before the targets of jumps
    /// are known.
    fn of_decision(&self, block: BlockId) -> Ending {
        let ways = self.plan.tree.ways(block);
        match ways {
            [] => return Ending::default(),
            [way] => return self.of_way(way),
            [one, other] => return self.of_branch(block, one, other),
            _ => {}
        }
        let reaching = || (ways.iter().enumerate()).filter(|(_, way)| self.reaches(way));
        let outside = match reaching().count() {
            0 => self.plan.deepest_child(ways),
            1 => reaching().map(|(at, _)| at).find(|&at| ways[at].in_arm),
            _ => None,
        };
        let mut ending = Ending { falls: 0, depth: 1 };
        for (at, way) in ways.iter().enumerate() {
            let of_way = self.of_way(way);
            let nested = u32::from(outside != Some(at));
            ending.depth = ending.depth.max(of_way.depth + nested);
            ending.falls += of_way.falls;
        }
        ending
    }

    /// Gives the ending of a decision of two ways.
    fn of_branch(&self, block: BlockId, one: &Way, other: &Way) -> Ending {
        let (left, left_reaches) = self.reached_by(one);
        let (right, right_reaches) = self.reached_by(other);
        let outside = match (left_reaches, right_reaches) {
            // The deeper child goes outside.
            (false, false) => [left.depth > right.depth, left.depth <= right.depth],
            (true, false) => [one.in_arm, false],
            (false, true) => [false, other.in_arm],
            (true, true) => self.chained(block),
        };
        let nested = outside.map(|outside| u32::from(!outside));
        Ending {
            falls: left.falls + right.falls,
            depth: (left.depth + nested[0]).max(right.depth + nested[1]).max(1),
        }
    }

    /// Tells, for a decision that begins a long chain, which child goes outside.
    fn chained(&self, block: BlockId) -> [bool; 2] {
        if self.plan.subtrees[block].chain <= LONG_CHAIN {
            return [false; 2];
        }
        let unknown = Surroundings {
            end: None,
            end_is_free: true,
            flat: false,
        };
        let ways = self.plan.tree.ways(block);
        let outside = self.plan.next_in_chain(ways, unknown);
        [outside == Some(0), outside == Some(1)]
    }
}

impl Plan {
    /// Tells whether the loop of a block ends together with the whole subtree of the block.
    fn ends_with_its_loop(&self, block: BlockId) -> bool {
        self.tree.heads_a_loop(block) && self.tree.first(block, Kind::Follows).is_none()
    }
}
