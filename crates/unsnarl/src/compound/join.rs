//! The blocks that are joined, and their joint conditions.
//!
//! *Needs:* a graph. *Gives:* [`Joined`]. *Cost:* see the [module](super).

use super::{Asked, Pair};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;

/// A graph whose conditions are joined, by the blocks of the first graph.
pub(super) struct Joined {
    /// The condition of each block; nothing if it was joined to another block.
    pub(super) asked: IdMap<BlockId, Option<Asked>>,
    /// The arms of the blocks that may be joined: slot 0 and slot 1.
    pub(super) arms: IdMap<BlockId, [BlockId; 2]>,
    pub(super) pairs: Vec<Pair>,
}

pub(super) fn joined(cfg: &Cfg) -> Joined {
    let mut joiner = Joiner::new(cfg);
    // The last blocks come first, so the blocks after a block have already been joined.
    let mut waiting: Vec<BlockId> = cfg.blocks().collect();
    while let Some(block) = waiting.pop() {
        if joiner.joins(block) {
            // The condition before this block may now be able to join it.
            waiting.extend(joiner.sole_predecessor(block));
        }
    }
    joiner.joined
}

struct Joiner {
    joined: Joined,
    /// Whether a block decides between two different blocks, along empty edges.
    decides: IdMap<BlockId, bool>,
    /// Whether it also does nothing else.
    is_condition: IdMap<BlockId, bool>,
    entry: BlockId,
    /// The number of edges that lead to each block.
    incoming: IdMap<BlockId, usize>,
    /// For each condition: the blocks from which edges led to it at first.
    predecessors: IdMap<BlockId, Vec<BlockId>>,
    /// For each block: the block to which it was joined.
    home: IdMap<BlockId, BlockId>,
}

impl Joiner {
    fn new(cfg: &Cfg) -> Joiner {
        let count = cfg.block_count();
        let mut joiner = Joiner {
            joined: Joined {
                asked: cfg
                    .blocks()
                    .map(|block| Some(Asked::Block(block)))
                    .collect(),
                arms: IdMap::filled(count, [cfg.entry(); 2]),
                pairs: Vec::new(),
            },
            decides: IdMap::filled(count, false),
            is_condition: IdMap::filled(count, false),
            entry: cfg.entry(),
            incoming: IdMap::filled(count, 0),
            predecessors: IdMap::filled(count, Vec::new()),
            home: cfg.blocks().collect(),
        };
        for block in cfg.blocks() {
            if let ([first, second], Exit::Branch) = (cfg.successors(block), cfg.exit(block)) {
                let are_empty = cfg.edges(block).all(|edge| cfg.is_empty_edge(edge));
                joiner.joined.arms[block] = [*first, *second];
                joiner.decides[block] = are_empty && first != second;
                joiner.is_condition[block] = joiner.decides[block] && cfg.only_decides(block);
            }
        }
        for block in cfg.blocks() {
            for &target in cfg.successors(block) {
                joiner.incoming[target] += 1;
                if joiner.is_condition[target] {
                    joiner.predecessors[target].push(block);
                }
            }
        }
        joiner
    }

    /// Joins as many conditions as possible to a block; tells whether there were any.
    fn joins(&mut self, block: BlockId) -> bool {
        let mut any = false;
        while self.decides[block] && self.joined.asked[block].is_some() {
            let slots = [0, 1].into_iter();
            let Some((slot, shared)) = slots
                .filter_map(|slot| Some((slot, self.shared_slot(block, slot)?)))
                .next()
            else {
                break;
            };
            self.join(block, slot, shared);
            any = true;
        }
        any
    }

    /// Looks at the block behind an arm: gives its slot whose target is also the target of the
    /// other arm, if the two blocks can be joined.
    fn shared_slot(&self, block: BlockId, slot: usize) -> Option<usize> {
        let arms = self.joined.arms[block];
        let (second, other) = (arms[slot], arms[1 - slot]);
        let is_free = second != block
            && second != self.entry
            && self.is_condition[second]
            && self.incoming[second] == 1;
        let shared = self.joined.arms[second]
            .iter()
            .position(|&arm| arm == other);
        shared.filter(|_| is_free)
    }

    fn join(&mut self, block: BlockId, slot: usize, shared: usize) {
        let Joined { asked, arms, pairs } = &mut self.joined;
        let (second, other) = (arms[block][slot], arms[block][1 - slot]);
        let (Some(first_asked), Some(second_asked)) = (asked[block], asked[second].take()) else {
            return;
        };
        let number = u32::try_from(pairs.len()).expect("a graph has fewer than 2³² blocks");
        pairs.push(Pair {
            first: first_asked,
            second: second_asked,
            goes_on: slot == 0,
            otherwise: shared == 0,
        });
        asked[block] = Some(Asked::Pair(number));
        arms[block] = arms[second];
        // Two edges led to the shared target, and now one does.
        self.incoming[other] -= 1;
        self.home[second] = block;
    }

    /// If only one edge leads to a condition, gives the block from which it comes.
    fn sole_predecessor(&mut self, block: BlockId) -> Option<BlockId> {
        if self.incoming[block] != 1 {
            return None;
        }
        let predecessor = *self.predecessors[block].first()?;
        Some(self.owner(predecessor))
    }

    /// Gives the block to which a block was finally joined.
    fn owner(&mut self, mut block: BlockId) -> BlockId {
        while self.home[block] != block {
            let above = self.home[self.home[block]];
            self.home[block] = above;
            block = above;
        }
        block
    }
}
