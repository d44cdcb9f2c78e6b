//! The loop body to which each block belongs, and the targets of the exits of loops.
//!
//! *Needs:* a [`Reducible`] graph.
//! *Gives:* [`Homes`].
//! *Cost:* O(E) for each nesting level that edges leave.
//! *Source:* successor refinement is [Yakdan15]'s.
//! *Departs:* a block after a loop moves into the body of the loop only if that leaves fewer
//! targets, or if it ends the function and not every target does. So code that runs once after a
//! loop stays after it, and if all targets end the function, none is preferred.
//!
//! ```text
//! head -> body | after        head -> body | after
//! body -> tidy | head         body -> tidy | head
//! tidy -> after               tidy -> after           (now in the loop's body)
//! targets: after, tidy        targets: after
//! ```

use crate::analysis::{Dominators, Loops, Predecessors};
use crate::ids::{BlockId, IdMap, LoopId};
use crate::reduce::{Budget, Exceeded, Reducible, TooLarge};
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of blocks that may move into a loop with one of its targets.
const MOST_ABSORBED: usize = 8;

pub(super) struct Homes {
    home: IdMap<BlockId, Option<LoopId>>,
    targets: IdMap<LoopId, Vec<BlockId>>,
}

/// The facts that decide which blocks may move into a loop.
struct Facts<'a> {
    graph: &'a Reducible,
    dominators: Dominators,
    predecessors: Predecessors,
}

impl Homes {
    /// Fails if all loops together have more targets than the budget allows.
    pub(super) fn new(graph: &Reducible, budget: Budget) -> Result<Homes, TooLarge> {
        let loops = graph.loops();
        let blocks = graph.cfg().blocks();
        let mut homes = Homes {
            home: blocks.map(|block| loops.innermost(block)).collect(),
            targets: IdMap::new(),
        };
        if loops.is_empty() {
            return Ok(homes);
        }
        homes.find_targets(graph, budget)?;
        let facts = Facts {
            graph,
            dominators: graph.dominators(),
            predecessors: Predecessors::new(graph.cfg(), graph.order()),
        };
        let mut absorbs = false;
        for id in loops.ids() {
            if homes.targets[id].len() > 1 {
                absorbs |= homes.refine(&facts, id);
            }
        }
        if absorbs {
            homes.find_targets(graph, budget)?;
        }
        Ok(homes)
    }

    /// Gives the innermost loop whose body contains a block.
    pub(super) fn of(&self, block: BlockId) -> Option<LoopId> {
        self.home[block]
    }

    /// Gives the targets of the edges out of a loop, in canonical order.
    pub(super) fn targets(&self, id: LoopId) -> &[BlockId] {
        &self.targets[id]
    }

    /// Tells whether a block is in the body of a loop or of a loop inside it.
    pub(super) fn contains(&self, loops: &Loops, id: LoopId, block: BlockId) -> bool {
        self.home[block].is_some_and(|home| loops.contains(id, loops.header(home)))
    }

    fn find_targets(&mut self, graph: &Reducible, budget: Budget) -> Result<(), TooLarge> {
        let mut left = budget.get();
        let loops = graph.loops();
        let mut targets: IdMap<LoopId, Vec<BlockId>> = IdMap::filled(loops.len(), Vec::new());
        for &block in graph.order().blocks() {
            if let Some(home) = self.home[block] {
                targets[home].extend(graph.cfg().successors(block));
            }
        }
        for id in loops.ids().rev() {
            let mut own = core::mem::take(&mut targets[id]);
            own.retain(|&target| !self.contains(loops, id, target));
            own.sort_unstable_by_key(|&target| graph.order().position(target));
            own.dedup();
            let count = own.len() as u64;
            left = (left.checked_sub(count)).ok_or(Exceeded::LoopTargets.of(budget))?;
            if let Some(parent) = loops.parent(id) {
                targets[parent].extend(&own);
            }
            targets[id] = own;
        }
        self.targets = targets;
        Ok(())
    }

    /// Moves blocks into a loop, and tells whether there were any.
    fn refine(&mut self, facts: &Facts, id: LoopId) -> bool {
        let mut targets = self.targets[id].clone();
        let mut changed = false;
        let mut at = 0;
        while at < targets.len() && targets.len() > 1 {
            let others = |block| targets.contains(&block) && block != targets[at];
            match self.tail(facts, id, targets[at], others) {
                Some(tail) if !tail.ends => {
                    self.absorb(&tail, id);
                    targets.remove(at);
                    changed = true;
                }
                _ => at += 1,
            }
        }
        let tail = |&target: &BlockId| self.tail(facts, id, target, |_| false);
        let ends: Vec<Tail> = targets.iter().filter_map(tail).collect();
        if ends.len() < targets.len() {
            ends.iter().for_each(|tail| self.absorb(tail, id));
            changed |= !ends.is_empty();
        }
        changed
    }

    /// Gives a target of a loop and the blocks to which only this target leads, if only the loop
    /// leads to the target, and these blocks lead only to other targets.
    fn tail(
        &self,
        facts: &Facts,
        id: LoopId,
        target: BlockId,
        is_other: impl Fn(BlockId) -> bool,
    ) -> Option<Tail> {
        let graph = facts.graph;
        let loops = graph.loops();
        let around = loops.parent(id);
        let order = graph.order();
        let from = facts.predecessors.of(order.position(target)?);
        let mut from = from.iter().map(|&at| order.blocks()[at as usize]);
        if !from.all(|block| self.contains(loops, id, block)) {
            return None;
        }
        let mut tail = Tail {
            blocks: vec![target],
            ends: true,
        };
        let mut at = 0;
        while let Some(&block) = tail.blocks.get(at) {
            if self.home[block] != around || tail.blocks.len() > MOST_ABSORBED {
                return None;
            }
            for &next in graph.cfg().successors(block) {
                if tail.blocks.contains(&next) {
                    continue;
                }
                if next != target && facts.dominators.dominates(target, next) {
                    tail.blocks.push(next);
                } else if is_other(next) {
                    tail.ends = false;
                } else {
                    return None;
                }
                if tail.blocks.len() > MOST_ABSORBED {
                    return None;
                }
            }
            at += 1;
        }
        Some(tail)
    }

    fn absorb(&mut self, tail: &Tail, id: LoopId) {
        for &block in &tail.blocks {
            self.home[block] = Some(id);
        }
    }
}

/// The blocks that a loop can take into its body.
struct Tail {
    blocks: Vec<BlockId>,
    /// Whether every path in it ends the function.
    ends: bool,
}
