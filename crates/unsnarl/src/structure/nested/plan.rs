//! The order of all children, and the arm of each decision that is written outside of it.
//!
//! *Needs:* the placement tree.
//! *Gives:* [`Plan`]: the tree with its merges and follows in order, and for every block the facts
//! about its subtree that the layout needs.
//! *Cost:* that of the [sweep](super::sweep), which makes it; a query about a block of k arms takes
//! O(k).
//!
//! ## The arm outside
//! Let N be the block into which control flows at the end of the bracket of a decision. An arm
//! *reaches the end* if N is the nearest of all targets of its jumps. If an arm does not reach the
//! end, its sibling may be written after the bracket instead of inside it, because no other code
//! reaches that place. That saves a level and costs no scope:
//!
//! ```text
//! before: if a { h; break } else { rest }        after: if a { h; break } rest
//! ```
//!
//! The position of the child also matters for scopes: if the child is outside, the decision can
//! [hold](super::scopes) a scope that opens after it. A child is *loose* if a layout has shown that
//! such a scope could contain the beginning of its arm, up to the end of the scope, although the
//! decision holds no scope yet. If no other arm reaches the end, or if jumps to the end cost no
//! scope, the loose child goes outside. The price is a jump for each edge that led to the end. If
//! jumps to the end do need a scope, the child goes outside only if an earlier decision of the same
//! list can hold that scope.
//!
//! *Nearest* refers to the order in which blocks will be written: targets below a deeper parent
//! come first, and of the children of one parent, the earlier ones.

use super::tree::Tree;
use crate::ids::{BlockId, IdMap};
use crate::structure::exits::Way;

/// The least length of a long chain. A chain is a sequence of decisions in which each is in an arm
/// of the one before. A decision whose arm begins with a long chain is laid out flat, and so is the
/// chain.
pub(super) const LONG_CHAIN: u32 = 4;

/// The placement tree in its final order, with facts about subtrees.
pub(super) struct Plan {
    pub(super) tree: Tree,
    pub(super) subtrees: IdMap<BlockId, Subtree>,
    /// Whether a child has been found loose.
    pub(super) has_loose: bool,
}

/// The facts about a block with its subtree.
#[derive(Clone, Copy)]
pub(super) struct Subtree {
    /// The nearest of the targets outside to which its jumps lead forward.
    pub(super) nearest: Option<BlockId>,
    /// Its nesting depth if no edge in it reaches the block that comes next.
    pub(super) depth: u32,
    /// The same depth for the subtree without its last child, if it has one. The loop of the block
    /// counts only if that child follows the loop.
    pub(super) rest: u32,
    /// The last of its follows; if it has none, the last of its merges.
    pub(super) last: Option<BlockId>,
    /// The number of its blocks.
    pub(super) size: u32,
    /// The length of the chain with which it begins: the number of decisions, each in an arm of the
    /// one before.
    pub(super) chain: u32,
    /// Whether the block is a loose child. Known only after the first layout.
    pub(super) loose: Loose,
    /// Working data of the sweep.
    pub(super) mark: Mark,
}

/// Whether a decision with a child in an arm could hold a scope if the child were written outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loose {
    No,
    /// It could, if jumps to the end of the decision cost no scope.
    WhereFree,
    /// It could, and another decision could hold the scope for jumps to its end.
    Anywhere,
}

/// The working data of the sweep for a block. They are stored beside the facts about the block so
/// that both are read together.
#[derive(Clone, Copy, Default)]
pub(super) struct Mark {
    /// Union-find: leads to the closest block at or above this one whose `nearest` is not known;
    /// `None` if that is this block.
    pub(super) bare: Option<BlockId>,
    /// Union-find: leads to the root of the part of the tree to which this finished block currently
    /// belongs; `None` if that is this block.
    pub(super) root: Option<BlockId>,
    /// The number of a child among the children that are being ordered, counted from 1.
    pub(super) number: u32,
    /// The number of the query about [endings](super::ends) for which `answer` is valid.
    pub(super) asked: u32,
    pub(super) answer: Ending,
}

/// The ending of a subtree if control flows from it into a given block.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ending {
    /// The number of edges that lead there without a jump.
    pub(super) falls: u32,
    /// The nesting depth of the subtree.
    pub(super) depth: u32,
}

/// The facts that the walk has when it decides about the arms of a block.
#[derive(Clone, Copy)]
pub(super) struct Surroundings {
    /// The block into which control flows at the end of the bracket.
    pub(super) end: Option<BlockId>,
    /// Whether a jump to it needs no additional scope.
    pub(super) end_is_free: bool,
    /// Whether the block is in a chain that is being laid out flat.
    pub(super) flat: bool,
}

/// The way whose child is written after the bracket of its decision, and the reason.
#[derive(Clone, Copy)]
pub(super) enum Outside {
    /// No other arm reaches the end of the bracket.
    Unreached(usize),
    /// The decisions form a long chain; the other arm jumps to their common end.
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

/// The decision about the arms of a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Choice {
    pub(super) outside: Option<Outside>,
    /// Whether any child could be written after the bracket instead, because all other arms that
    /// reach the end can jump there.
    pub(super) is_free: bool,
}

impl Plan {
    /// Chooses the way out of a block whose child is written after the bracket.
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

    /// Makes the same choice for two ways if no child is loose.
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

    /// The deepest of the loose children. `is_free` tells whether the end is free.
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

    /// The child that goes outside is the deepest one, and of equally deep children the largest; of
    /// equal children it is the last, as a person would write it.
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

    /// Gives the way whose child goes outside if the decision belongs to a long chain: every
    /// decision is written after the one before, and its other arm jumps to the common end.
    pub(super) fn next_in_chain(&self, ways: &[Way], around: Surroundings) -> Option<usize> {
        let &[one, other] = ways else { return None };
        if !around.end_is_free {
            return None;
        }
        let [one, other] = [one, other].map(|way| self.chain_in(way));
        let (longer, length) = if other > one { (1, other) } else { (0, one) };
        (length > 0 && (around.flat || length >= LONG_CHAIN)).then_some(longer)
    }

    /// The length of the chain with which the child in the arm of a way begins.
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
