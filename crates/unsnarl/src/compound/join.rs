//! Which blocks are joined, and what they ask together.
//!
//! *Needs:* a graph. *Gives:* [`Joined`]. *Cost:* that of the [module](super).

use super::{Asked, Pair};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, IdMap};
use alloc::vec::Vec;

/// A graph whose conditions are joined, by the blocks of the first one.
pub(super) struct Joined {
    /// What each block asks; nothing if it was joined to another one.
    pub(super) asked: IdMap<BlockId, Option<Asked>>,
    /// The arms of the blocks that may be joined: slot 0 and slot 1.
    pub(super) arms: IdMap<BlockId, [BlockId; 2]>,
    pub(super) pairs: Vec<Pair>,
}

pub(super) fn joined(cfg: &Cfg) -> Joined {
    let mut joiner = Joiner::new(cfg);
    // The last blocks first: what follows a block has then been joined.
    let mut waiting: Vec<BlockId> = cfg.blocks().collect();
    while let Some(block) = waiting.pop() {
        if joiner.joins(block) {
            // What asks before it may go on with it now.
            waiting.extend(joiner.sole_predecessor(block));
        }
    }
    joiner.joined
}

struct Joiner {
    joined: Joined,
    /// Whether a block decides for one of two different blocks, by edges that are empty.
    decides: IdMap<BlockId, bool>,
    /// Whether it does nothing else.
    is_condition: IdMap<BlockId, bool>,
    entry: BlockId,
    /// How many edges lead to each block.
    incoming: IdMap<BlockId, usize>,
    /// The blocks from which edges led to each condition at first.
    predecessors: IdMap<BlockId, Vec<BlockId>>,
    /// The block that a block was joined to.
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

    /// Joins to a block what it can; tells whether there was anything.
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

    /// Gives the slot of the block behind an arm whose target is also that of the other arm, if the
    /// two can be joined.
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
        // Two edges led to what is shared, and now one does.
        self.incoming[other] -= 1;
        self.home[second] = block;
    }

    /// Gives the block from which the only edge leads to a condition.
    fn sole_predecessor(&mut self, block: BlockId) -> Option<BlockId> {
        if self.incoming[block] != 1 {
            return None;
        }
        let predecessor = *self.predecessors[block].first()?;
        Some(self.owner(predecessor))
    }

    /// Gives the block that a block was joined to at last.
    fn owner(&mut self, mut block: BlockId) -> BlockId {
        while self.home[block] != block {
            let above = self.home[self.home[block]];
            self.home[block] = above;
            block = above;
        }
        block
    }
}
