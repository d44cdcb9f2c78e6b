//! Controlled node splitting: copies of blocks, within a budget.
//!
//! *Needs:* any [`Cfg`], and a [`Budget`].
//! *Gives:* [`Reducible`] without dispatchers, or [`TooLarge`].
//! *Cost:* O(s d), not counting dominators, for a result of size s in which multi-entry loops nest
//! d deep: quadratic on a chain of interlocked loops in reversed order. The size can be
//! exponential; the budget limits it.
//! *Source:* [JanssenCorporaal97] for splitting only blocks that share an external dominator, and
//! the cheapest of these; [UngerMueller02] for keeping the heaviest domain, whose head becomes the
//! header of the loop; [Carter03] for the bound that refuses early.
//! *Departs:* all domains but one are copied at once, for all entering edges together, instead of
//! one block for each of its predecessors; so copies share their successors.
//! *Limits:* the heaviest domain is kept, without a look-ahead at the loops that are left to split
//! inside. [`hybrid`](super::hybrid()) is for graphs in which only some loops are cheap to copy.
//!
//! ## The rule
//! Let S be an outermost multi-entry loop of its region, and h the head of its heaviest domain (see
//! [tangle]). All blocks of S outside the domain of h are copied. Edges from outside of S now lead
//! to the copies. The edges of a copy lead to copies where there are any; an edge to h leads to h
//! itself.
//!
//! ```text
//! before              after; a' is the copy of a, and the loop of b and a has the one entry b
//! x -> a | b          x  -> a' | b
//! a -> b              a' -> b
//! b -> a | end        a  -> b
//! end -> return       b  -> a | end
//! ```
//!
//! Now S has one entry, h: no edge from outside leads to the copied blocks any more, and of the
//! blocks of the kept domain only h has edges from outside. All of S is still reachable from h, so
//! no block is lost. Loops with several entries may be left in S without the edges to h, and among
//! the copies; both are smaller than S, so the recursion ends. A loop is finished before another
//! loop that leads to it is copied, because the copies too must lead to the final targets of the
//! edges.

use super::draft::Draft;
use super::region::{Below, Region};
use super::tangle::Tangle;
use super::{Budget, Exceeded, Promises, Reducible, Reduction, TooLarge, budget};
use crate::analysis::first_met;
use crate::cfg::Cfg;
use crate::ids::{BlockId, Id, IdMap};
use alloc::vec::Vec;

pub(super) const ROW: Reduction = Reduction {
    name: "split",
    about: "copies of the blocks that share a multi-entry loop, until each loop has one entry",
    promises: Promises {
        no_copy: false,
        no_dispatcher: true,
        total: false,
    },
    cost: "O(size of the result) for each depth of multi-entry loops, exponential without a budget",
    source: "JanssenCorporaal97, UngerMueller02, Carter03",
    run: split,
};

/// Gives every loop of `cfg` one entry by copying blocks.
///
/// A reducible graph comes back unchanged. Fails if the result would be larger than the budget. If
/// a clique in a loop makes that certain, it fails before any block of the loop is copied.
///
/// ```
/// use unsnarl::{BlockId, CfgBuilder, Exit, Id, reduce};
///
/// let [fork, left, right] = [0, 1, 2].map(BlockId::new);
/// let mut builder = CfgBuilder::new();
/// builder.block(Exit::Branch, [left, right]);
/// builder.block(Exit::Jump, [right]);
/// builder.block(Exit::Jump, [left]);
/// let cfg = builder.build(fork)?;
/// let reducible = reduce::split(&cfg, reduce::Budget::times(&cfg, 2))?;
/// let copy = BlockId::new(3);
/// assert_eq!(reducible.origin(copy), Some(left));
/// assert_eq!(reducible.cfg().successors(fork), [copy, right]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn split(cfg: &Cfg, budget: Budget) -> Result<Reducible, TooLarge> {
    let order = match Reducible::or_order(cfg) {
        Ok(reducible) => return Ok(reducible),
        Err(order) => order,
    };
    let mut draft = Draft::new(cfg);
    let all = Task::Region(Below {
        blocks: order.into_blocks(),
        ways_in: Vec::new(),
    });
    let room = budget.get().saturating_sub(budget::size(cfg));
    let split = Splitter::new(cfg).split(&mut draft, all, room);
    split.ok_or(Exceeded::Result.of(budget))?;
    Ok(draft.finish())
}

/// A task that is left to do.
pub(super) enum Task {
    /// Find the multi-entry loops in a region.
    Region(Below),
    /// Give a loop one entry.
    Loop(Tangle),
}

/// Splits loops of a draft.
pub(super) struct Splitter {
    met: IdMap<BlockId, u32>,
    /// `None` for every block, between any two uses.
    places: Vec<Option<BlockId>>,
}

impl Splitter {
    pub(super) fn new(cfg: &Cfg) -> Splitter {
        Splitter {
            met: first_met(cfg),
            places: Vec::new(),
        }
    }

    /// Splits until no multi-entry loop is left, and gives the size of the copies. `None` if they
    /// would be larger than `room`; the draft then keeps the copies that were made so far.
    pub(super) fn split(&mut self, draft: &mut Draft, first: Task, room: u64) -> Option<u64> {
        let mut left = room;
        let mut work = alloc::vec![first];
        while let Some(task) = work.pop() {
            match task {
                // The task that is pushed last is finished first, and no loop leads to a loop that
                // is listed before it.
                Task::Region(below) => work.extend(self.tangles(draft, &below)),
                Task::Loop(tangle) => work.extend(self.copy(draft, &tangle, &mut left)?),
            }
        }
        Some(room - left)
    }

    fn tangles(&mut self, draft: &Draft, below: &Below) -> impl Iterator<Item = Task> + use<> {
        let region = Region::new(draft, below, &mut self.places, &self.met);
        let ways_in = region.ways_in().into_iter();
        let tangles: Vec<_> = (0..)
            .zip(ways_in)
            .map(|(around, ways_in)| {
                let members = region.members(around).iter();
                Task::Loop(Tangle {
                    members: members.map(|&at| region.block(at)).collect(),
                    ways_in: ways_in.into_iter().map(|link| link.edge).collect(),
                })
            })
            .collect();
        tangles.into_iter()
    }

    /// Copies all domains but the heaviest, and gives the regions where loops may be left.
    fn copy(&mut self, draft: &mut Draft, tangle: &Tangle, left: &mut u64) -> Option<[Task; 2]> {
        let inside = tangle.inside(draft, &mut self.places);
        if inside.least_growth() > *left {
            return None;
        }
        let heads = inside.heads();
        let kept = heaviest(draft, tangle, &heads);
        let shared = || {
            let members = tangle.members.iter().zip(&heads);
            members
                .filter(|&(_, &head)| head != kept)
                .map(|(&block, _)| block)
        };
        let size = shared().map(|block| draft.size(block)).sum::<u64>();
        *left = left.checked_sub(size)?;
        let first = draft.block_count();
        for (copy, block) in (first..).zip(shared()) {
            self.places[block.index()] = Some(BlockId::new(copy));
        }
        let to = |block: BlockId| {
            let copy = self.places.get(block.index()).copied().flatten();
            copy.unwrap_or(block)
        };
        let copies: Vec<BlockId> = shared().map(|block| draft.add_copy(block, to)).collect();
        let header = tangle.members[kept as usize];
        let mut ways_in = tangle.ways_in.clone();
        ways_in.retain(|&edge| draft.target(edge) != header);
        for &edge in &ways_in {
            draft.lead(edge, to(draft.target(edge)));
        }
        for block in shared() {
            self.places[block.index()] = None;
        }
        let below = |blocks: &mut dyn Iterator<Item = BlockId>, ways_in| {
            Task::Region(Below {
                blocks: core::iter::once(header).chain(blocks).collect(),
                ways_in,
            })
        };
        let mut others = tangle
            .members
            .iter()
            .copied()
            .filter(|&block| block != header);
        Some([
            below(&mut others, Vec::new()),
            below(&mut copies.into_iter(), ways_in),
        ])
    }
}

/// Gives the head of the largest domain; of several, the first in canonical order.
fn heaviest(draft: &Draft, tangle: &Tangle, heads: &[u32]) -> u32 {
    let mut sizes = alloc::vec![0_u64; heads.len()];
    for (&block, &head) in tangle.members.iter().zip(heads) {
        sizes[head as usize] += draft.size(block);
    }
    let heads = (0..heads.len() as u32).rev();
    heads
        .max_by_key(|&head| sizes[head as usize])
        .expect("a loop has blocks")
}
