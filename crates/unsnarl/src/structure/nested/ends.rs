//! How the subtrees below one block end if a certain child of the block comes next.
//!
//! *Needs:* a finished part of the tree and a child that it jumps to.
//! *Gives:* the [`Ending`] of each subtree that jumps there: how many of its edges need no jump,
//! and how deep it nests.
//! *Cost:* O(m log m + ways) for the m blocks on the paths that lead to the child. These are
//! painted when the child is joined to its parent, and asked about at most once more for each of
//! [few](super::few) siblings; so all questions together cost O((V + E) log V).
//!
//! What comes next decides which child of a decision is written outside of it, and so how deep the
//! decision nests; and it saves the jumps at the end of whatever stands last. Only paths on which
//! nothing is painted yet lead there: of a painted block other children of a deeper parent come
//! next.

use super::plan::{Ending, LONG_CHAIN, Plan, Surroundings, find};
use super::tree::Kind;
use crate::analysis::Order;
use crate::ids::BlockId;
use crate::structure::exits::Way;
use alloc::vec::Vec;

/// A question: what if `next` comes next?
pub(super) struct Ends<'p> {
    plan: &'p Plan,
    question: u32,
    next: BlockId,
}

/// Asks the question of this number about everything below `parent`. `paths` is room for the paths.
pub(super) fn ask<'p>(
    plan: &'p mut Plan,
    order: &Order,
    parent: BlockId,
    next: BlockId,
    (question, paths): (u32, &mut Vec<(u32, BlockId)>),
) -> Ends<'p> {
    paths.clear();
    let Plan { tree, subtrees } = plan;
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
    paths.sort_unstable();
    for &(_, block) in paths.iter().rev() {
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
    /// Gives the ending of a child, if it leads to what comes next.
    pub(super) fn of_child(&self, child: BlockId) -> Option<Ending> {
        let mark = &self.plan.subtrees[child].mark;
        (mark.asked == self.question).then_some(mark.answer)
    }

    /// Gives the ending of a block with its arms and as many of its children as are finished.
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
        match way.child() {
            Some(child) => self.of(child),
            None => Ending {
                falls: u32::from(way.target == self.next),
                depth: 0,
            },
        }
    }

    fn reaches(&self, way: &Way) -> bool {
        match way.child() {
            Some(child) => self.of_child(child).is_some(),
            None => way.target == self.next,
        }
    }

    /// The same rule as [`Plan::choose`], before it is known where jumps lead.
    fn of_decision(&self, block: BlockId) -> Ending {
        let ways = self.plan.tree.ways(block);
        match ways {
            [] => return Ending::default(),
            [way] => return self.of_way(way),
            _ => {}
        }
        let reaching = || (ways.iter().enumerate()).filter(|(_, way)| self.reaches(way));
        let outside = match reaching().count() {
            0 => self.plan.deepest_child(ways),
            1 => reaching().map(|(at, _)| at).find(|&at| ways[at].in_arm),
            _ if self.plan.subtrees[block].chain > LONG_CHAIN => {
                let unknown = Surroundings {
                    end: None,
                    end_is_free: true,
                    flat: false,
                };
                self.plan.next_in_chain(ways, unknown)
            }
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
}

impl Plan {
    /// Gives how deep a decision nests if nothing in it reaches what comes next.
    pub(super) fn decision_depth(&self, block: BlockId) -> u32 {
        let ways = self.tree.ways(block);
        let depth = |way: &Way| way.child().map_or(0, |child| self.subtrees[child].depth);
        if let [] | [_] = ways {
            return ways.first().map_or(0, depth);
        }
        let outside = self.deepest_child(ways);
        let arms = ways.iter().enumerate();
        let depths = arms.map(|(at, way)| depth(way) + u32::from(outside != Some(at)));
        depths.max().unwrap_or(0).max(1)
    }

    /// Tells whether the end of a block's loop is that of all that is below the block.
    fn ends_with_its_loop(&self, block: BlockId) -> bool {
        self.tree.heads_a_loop(block) && self.tree.first(block, Kind::Follows).is_none()
    }
}
