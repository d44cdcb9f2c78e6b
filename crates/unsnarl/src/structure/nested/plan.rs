//! The order of all children, and which arm of a decision is written outside of it.
//!
//! *Needs:* the placement tree.
//! *Gives:* [`Plan`]: the tree with its merges and follows in order, and for every block the facts
//! about its subtree that the layout needs.
//! *Cost:* that of the [sweep](super::sweep) that makes it; a question about a block of k arms
//! takes O(k).
//!
//! ## The arm outside
//! Let N be the block that control flows into where the bracket of a decision ends. An arm *reaches
//! the end* if the nearest of all places that its jumps lead to is N. If an arm does not reach the
//! end, its sibling may be written after the bracket instead of inside it: nothing else reaches
//! that place. That saves a level and costs no scope:
//!
//! ```text
//! before: if a { h; break } else { rest }        after: if a { h; break } rest
//! ```
//!
//! That it stands there and not in its arm matters for scopes too: then the decision can
//! [hold](super::scopes) a scope that opens behind it. A child is *loose* if a layout has shown
//! that its arm begins with what such a scope could take in, up to its end, though the decision
//! holds none yet. If no other arm reaches the end, or the end is a place to which jumps cost no
//! scope, the loose child goes outside instead; a jump for each edge that led to the end is the
//! price. If jumps to the end do need a scope, it goes outside only where an earlier decision of
//! the same list can hold that one.
//!
//! *Nearest* is in the order in which blocks will be written: targets below a deeper parent first,
//! of one parent's children the earlier first.

use super::tree::Tree;
use crate::ids::{BlockId, IdMap};
use crate::structure::exits::Way;

/// From this many decisions on, a chain in which each is in an arm of the one before is laid out
/// flat.
pub(super) const LONG_CHAIN: u32 = 4;

/// The placement tree in its final order, with facts about subtrees.
pub(super) struct Plan {
    pub(super) tree: Tree,
    pub(super) subtrees: IdMap<BlockId, Subtree>,
    /// Whether a child has been found loose.
    pub(super) has_loose: bool,
}

/// What is known of a block with its subtree.
#[derive(Clone, Copy)]
pub(super) struct Subtree {
    /// The nearest of the places outside that its jumps lead forward to.
    pub(super) nearest: Option<BlockId>,
    /// How deep it nests if nothing in it reaches what comes next.
    pub(super) depth: u32,
    /// The same of all of it but its last child, if it has one. The loop that it heads counts only
    /// if that child follows the loop.
    pub(super) rest: u32,
    /// The last of its follows, or else of its merges.
    pub(super) last: Option<BlockId>,
    /// How many blocks it has.
    pub(super) size: u32,
    /// How many decisions, each in an arm of the one before, it begins with.
    pub(super) chain: u32,
    /// No layout knows before there is one.
    pub(super) loose: Loose,
    /// What the sweep notes; of no use afterwards.
    pub(super) mark: Mark,
}

/// Whether a decision with a child in an arm could hold a scope if the child were written outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loose {
    No,
    /// It could, but jumps to the end of the decision may not cost a scope.
    WhereFree,
    /// It could, and another decision could hold the scope for jumps to its end.
    Anywhere,
}

/// What the sweep notes at a block, beside its facts so that both are read together.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    /// Union-find: leads to the closest block at or above this one whose `nearest` is not known;
    /// nothing if that is this one.
    pub(super) bare: Option<BlockId>,
    /// Union-find: leads to the root of the part of the tree that this finished block belongs to by
    /// now; nothing if that is this one.
    pub(super) root: Option<BlockId>,
    /// The number of a child among those that are being ordered, from 1.
    pub(super) number: u32,
    /// The question about [ends](super::ends) that its part of the answer is for.
    pub(super) asked: u32,
    pub(super) answer: Ending,
}

/// How a subtree ends if control flows from there into a given block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ending {
    /// How many edges lead there without a jump.
    pub(super) falls: u32,
    /// How deep the subtree nests.
    pub(super) depth: u32,
}

/// What the walk knows when it decides about the arms of a block.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The block that control flows into where the bracket ends.
    pub(super) end: Option<BlockId>,
    /// Whether a jump to it costs no scope that is not there yet.
    pub(super) end_is_free: bool,
    /// Whether the block is in a chain that is being laid out flat.
    pub(super) flat: bool,
}

/// Which way's child is written after the bracket of its decision, and why.
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

/// What is decided about the arms of a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice {
    pub(super) outside: Option<Outside>,
    /// Whether any child could be written after the bracket instead: what else reaches the end can
    /// jump there.
    pub(super) is_free: bool,
}

impl Plan {
    /// Chooses which of the ways out of a block leads to a child that is written after the bracket.
    pub(super) fn choose(&self, ways: &[Way], around: Surroundings) -> Choice {
        match ways {
            [] | [_] => return Choice::default(),
            [one, other] if !self.has_loose => return self.choose_of_two([one, other], around),
            _ => {}
        }
        let mut reaching = 0;
        let mut last = 0;
        for (at, way) in ways.iter().enumerate() {
            if self.reaches(way, around.end) {
                reaching += 1;
                last = at;
            }
        }
        let is_free = reaching == 0 || around.end_is_free;
        let loose = self.loose_child(ways, is_free);
        let outside = loose.map(Outside::Unreached).or_else(|| match reaching {
            0 => self.deepest_child(ways).map(Outside::Unreached),
            1 => ways[last].in_arm.then_some(Outside::Unreached(last)),
            _ => self.next_in_chain(ways, around).map(Outside::Chained),
        });
        Choice { outside, is_free }
    }

    /// The same choice for two ways when no child is loose.
    fn choose_of_two(&self, ways: [&Way; 2], around: Surroundings) -> Choice {
        let reaching = ways.map(|way| self.reaches(way, around.end));
        let outside = match reaching {
            [false, false] => {
                let deepest = self.deepest_child(&ways.map(|&way| way));
                deepest.map(Outside::Unreached)
            }
            [true, true] => {
                let next = self.next_in_chain(&ways.map(|&way| way), around);
                next.map(Outside::Chained)
            }
            [_, right] => {
                let way = usize::from(right);
                ways[way].in_arm.then_some(Outside::Unreached(way))
            }
        };
        Choice {
            outside,
            is_free: around.end_is_free || reaching == [false; 2],
        }
    }

    /// The deepest of the children that are loose, at an end that is free or not.
    fn loose_child(&self, ways: &[Way], is_free: bool) -> Option<usize> {
        let depth = |(at, way): (usize, &Way)| {
            let child = &self.subtrees[way.child()?];
            let is_loose = match child.loose {
                Loose::No => false,
                Loose::WhereFree => is_free,
                Loose::Anywhere => true,
            };
            is_loose.then_some((child.depth, at))
        };
        let deepest = ways.iter().enumerate().filter_map(depth).max();
        deepest.map(|(_, at)| at)
    }

    fn reaches(&self, way: &Way, end: Option<BlockId>) -> bool {
        let nearest = match way.child() {
            Some(child) => self.subtrees[child].nearest,
            None => Some(way.target),
        };
        end.is_some() && nearest == end
    }

    /// The deepest child goes outside, and of those the largest; of equal children the last, as a
    /// person would write it.
    pub(super) fn deepest_child(&self, ways: &[Way]) -> Option<usize> {
        if let [one, other] = ways {
            return match (one.child(), other.child()) {
                (None, None) => None,
                (None, Some(_)) => Some(1),
                (Some(_), None) => Some(0),
                (Some(one), Some(other)) => {
                    let [one, other] = [one, other].map(|child| &self.subtrees[child]);
                    let is_other = (other.depth, other.size) >= (one.depth, one.size);
                    Some(usize::from(is_other))
                }
            };
        }
        let rank = |(at, way): (usize, &Way)| {
            let child = self.subtrees[way.child()?];
            Some(((child.depth, child.size), at))
        };
        let deepest = ways.iter().enumerate().filter_map(rank).max();
        deepest.map(|(_, at)| at)
    }

    /// In a long chain every decision comes after the one before, and its arm jumps to the common
    /// end.
    pub(super) fn next_in_chain(&self, ways: &[Way], around: Surroundings) -> Option<usize> {
        let &[one, other] = ways else { return None };
        if !around.end_is_free {
            return None;
        }
        let [one, other] = [one, other].map(|way| self.chain_in(way));
        let (longer, length) = if other > one { (1, other) } else { (0, one) };
        (length > 0 && (around.flat || length >= LONG_CHAIN)).then_some(longer)
    }

    /// The chain that the child in the arm of a way begins with.
    fn chain_in(&self, way: Way) -> u32 {
        let child = way.child();
        child.map_or(0, |child| self.subtrees[child].chain)
    }
}

/// Finds the end of a chain of pointers, and halves the chain.
pub(super) fn find(
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
