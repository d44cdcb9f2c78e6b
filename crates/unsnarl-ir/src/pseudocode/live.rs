//! Where values are live.
//!
//! *Needs:* where instructions are written, and the uses of values.
//! *Gives:* [`Live`], which gives the [`Segments`] of a value on a line of positions: the blocks of
//! the function one after the other.
//! *Cost:* linear in the function once; then for each value the blocks in which it is live, within
//! a budget for all values. A value that exceeds the budget has no segments.
//! *Source:* a walk up from the uses to the definition \[Brandner11\].
//!
//! A block has a position for its start, where its phis are defined, one for each instruction, one
//! for its end, and one for its edges, where phis are read. A value is live from its definition up
//! to, but not including, its last use: the last instruction that reads it may overwrite it.

use super::flow::Flow;
use super::schedule::Schedule;
use super::uses::{User, Uses};
use crate::function::{Definition, Function};
use crate::id::{BlockId, IdMap, ValueId};
use unsnarl::Segments;

/// The amount of work for each block, value and instruction.
const SHARE: usize = 64;

pub(super) struct Live<'a> {
    function: &'a Function,
    uses: &'a Uses,
    flow: &'a Flow,
    schedule: &'a Schedule,
    /// By block: the position of its start.
    starts: IdMap<BlockId, u32>,
    budget: usize,
    /// By block: its position in the list of the current walk.
    numbers: IdMap<BlockId, usize>,
}

impl<'a> Live<'a> {
    pub(super) fn new(
        function: &'a Function,
        uses: &'a Uses,
        flow: &'a Flow,
        schedule: &'a Schedule,
    ) -> Self {
        let mut starts: IdMap<BlockId, u32> = IdMap::filled(function.blocks.len(), 0);
        let mut position = 1;
        for &block in flow.order() {
            starts[block] = position;
            position += schedule.insts(block).len() as u32 + 3;
        }
        let size = function.blocks.len() + function.values.len() + function.insts.len();
        Live {
            function,
            uses,
            flow,
            schedule,
            starts,
            budget: SHARE * size,
            numbers: IdMap::filled(function.blocks.len(), 0),
        }
    }

    fn end(&self, block: BlockId) -> u32 {
        self.starts[block] + 1 + self.schedule.insts(block).len() as u32
    }

    /// The position after a block.
    fn after(&self, block: BlockId) -> u32 {
        self.end(block) + 2
    }

    /// The place of a value's definition; nothing if it cannot be reached.
    fn definition(&self, value: ValueId) -> Option<(BlockId, u32)> {
        let (block, position) = match self.function.values[value].definition {
            Definition::Parameter(_) => (*self.flow.order().first()?, 0),
            Definition::Phi(block, _) => (block, self.starts[block]),
            Definition::Inst(inst) => {
                let (block, place) = self.schedule.place(inst)?;
                (block, self.starts[block] + 1 + place as u32)
            }
            Definition::Terminator(block) => (block, self.end(block)),
        };
        self.flow.place(block).map(|_| (block, position))
    }

    /// The place where a user reads: the position until which the value is live.
    fn read(&self, user: User) -> Option<(BlockId, u32)> {
        let (block, position) = match user {
            User::Inst(inst) => {
                let (block, place) = self.schedule.place(inst)?;
                (block, self.starts[block] + 1 + place as u32)
            }
            User::End(block) => (block, self.end(block)),
            User::Edge(block) => (block, self.after(block)),
        };
        self.flow.place(block).map(|_| (block, position))
    }

    /// The segments in which a value is live; nothing if its definition cannot be reached or the
    /// budget is spent.
    pub(super) fn segments(&mut self, value: ValueId) -> Option<Segments> {
        let (home, start) = self.definition(value)?;
        let mut own_end = start + 1;
        let mut live: Vec<(BlockId, u32)> = Vec::new();
        for &user in self.uses.of(value) {
            let Some((block, end)) = self.read(user) else {
                continue;
            };
            match block == home {
                // If the phi's own block reads it on an edge, that read is after its definition,
                // too.
                true => own_end = own_end.max(end),
                false => self.is_live_until(&mut live, block, end),
            }
        }
        let mut next = 0;
        while let Some(&(block, _)) = live.get(next) {
            next += 1;
            let predecessors = self.flow.predecessors(block);
            self.budget = self.budget.checked_sub(1 + predecessors.len())?;
            for &before in predecessors {
                let end = self.after(before);
                match before == home {
                    true => own_end = end,
                    false => self.is_live_until(&mut live, before, end),
                }
            }
        }
        let others = live
            .into_iter()
            .map(|(block, end)| (self.starts[block], end));
        let mut all: Vec<(u32, u32)> = others.chain([(start, own_end)]).collect();
        all.sort_unstable();
        Some(Segments::of(all))
    }

    /// Tells whether a value is live at the start of one of some blocks, or defined there; if the
    /// budget is spent, the answer is that it may be.
    pub(super) fn is_live_in(
        &mut self,
        value: ValueId,
        mut blocks: impl Iterator<Item = BlockId>,
    ) -> bool {
        let live = self.segments(value);
        live.is_none_or(|segments| {
            blocks.any(|block| {
                let start = self.starts[block];
                segments.overlap(&Segments::of([(start, start + 1)]))
            })
        })
    }

    /// Adds a block at whose start a value is live.
    fn is_live_until(&mut self, live: &mut Vec<(BlockId, u32)>, block: BlockId, end: u32) {
        match live.get_mut(self.numbers[block]) {
            Some((known, until)) if *known == block => *until = end.max(*until),
            _ => {
                self.numbers[block] = live.len();
                live.push((block, end));
            }
        }
    }
}
