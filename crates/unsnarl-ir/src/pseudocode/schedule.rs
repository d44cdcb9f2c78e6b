//! The places where instructions are written: the block, and the order in it.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`], with its uses.
//! *Gives:* [`Schedule`]: for each block its instructions in order. Each comes after its operands.
//! Instructions with an effect keep their order, and loads stay between the same ones.
//! *Cost:* O(function · log): an instruction moves down at most [`DEEPEST`] blocks.
//! *Source:* an instruction without an effect may be anywhere between its operands and its users,
//! as late as control allows \[Click95\].
//! *Departs:* the aim is text, not speed. There are two kinds of moves, and nothing moves into a
//! loop.
//!
//! 1. *Down into an arm:* an instruction that is used in one arm of a branch alone moves to the
//!    arm's start, so that the block before the branch only decides.
//! 2. *Down in its block:* the next value of a phi moves to its first use, after the instructions
//!    that still read the phi, so that both can be one variable ([`super::webs`]).
//!
//! ```text
//! l:                              l:
//!   n = phi [m, e], [d, b]          n = phi [m, e], [d, b]
//!   d = n - 1                       if n != 0 goto b
//!   if n != 0 goto b          ->    ...
//!   ...                           b:
//! b:                                d = n - 1
//!   f(d)                            f(d)
//! ```

use std::collections::BTreeSet;

use super::effect::{Effect, effect_of};
use super::flow::Flow;
use super::uses::{User, Uses};
use crate::function::{Definition, Function};
use crate::id::{BlockId, IdMap, InstId, ValueId};
use crate::inst::Operand;
use crate::module::Module;

/// The maximum number of blocks that an instruction moves down.
const DEEPEST: u8 = 16;

/// The maximum number of arms of a branch into which instructions move.
const ARMS: usize = 8;

/// The maximum number of instructions that are sorted at one place.
const LARGEST: usize = 32;

/// The maximum number of operand instructions of one instruction that are inspected for the values
/// that they read.
const NEAR: usize = 6;

/// The places where instructions are written.
pub(super) struct Schedule {
    blocks: IdMap<BlockId, Vec<InstId>>,
    /// By instruction: its block and its place there.
    places: IdMap<InstId, Option<(BlockId, usize)>>,
}

impl Schedule {
    pub(super) fn find(module: &Module, function: &Function, uses: &Uses, flow: &Flow) -> Self {
        let blocks: Vec<Vec<InstId>> = function
            .blocks
            .values()
            .map(|block| block.insts.clone())
            .collect();
        let mut schedule = Schedule {
            blocks: IdMap::from_values(blocks),
            places: IdMap::filled(function.insts.len(), None),
        };
        schedule.number();
        let mut mover = Mover {
            module,
            function,
            uses,
            flow,
            phis: phis_by_operand(function),
            depths: IdMap::filled(function.insts.len(), 0),
            schedule,
        };
        mover.move_into_arms();
        mover.schedule.number();
        for &block in flow.order() {
            mover.within(block);
        }
        let mut schedule = mover.schedule;
        schedule.number();
        schedule
    }

    fn number(&mut self) {
        for (id, insts) in self.blocks.iter() {
            for (place, &inst) in insts.iter().enumerate() {
                self.places[inst] = Some((id, place));
            }
        }
    }

    /// The instructions of a block in order.
    pub(super) fn insts(&self, block: BlockId) -> &[InstId] {
        &self.blocks[block]
    }

    /// The block of an instruction, and its place there.
    pub(super) fn place(&self, inst: InstId) -> Option<(BlockId, usize)> {
        self.places[inst]
    }

    fn block(&self, inst: InstId) -> Option<BlockId> {
        self.places[inst].map(|(block, _)| block)
    }
}

/// For each instruction: the phis that have its result as an operand.
fn phis_by_operand(function: &Function) -> IdMap<InstId, Vec<ValueId>> {
    let mut phis: IdMap<InstId, Vec<ValueId>> = IdMap::filled(function.insts.len(), Vec::new());
    for phi in function.blocks.values().flat_map(|block| &block.phis) {
        for &(_, operand) in &phi.incoming {
            if let Operand::Value(value) = operand
                && let Definition::Inst(inst) = function.values[value].definition
                && phis[inst].last() != Some(&phi.result)
            {
                phis[inst].push(phi.result);
            }
        }
    }
    phis
}

struct Mover<'a> {
    module: &'a Module,
    function: &'a Function,
    uses: &'a Uses,
    flow: &'a Flow,
    phis: IdMap<InstId, Vec<ValueId>>,
    /// By instruction: the number of blocks that it has moved down.
    depths: IdMap<InstId, u8>,
    schedule: Schedule,
}

impl Mover<'_> {
    fn is_pure(&self, inst: InstId) -> bool {
        let is_shown = !self.uses.is_omitted(inst);
        let has_result = self.function.insts[inst].result.is_some();
        is_shown && has_result && self.has_effect(inst, Effect::None)
    }

    fn has_effect(&self, inst: InstId, wanted: Effect) -> bool {
        effect_of(self.module, &self.function.insts[inst]) == wanted
    }

    /// Calls `visit` with the values that an instruction uses.
    fn each_value(&self, inst: InstId, mut visit: impl FnMut(ValueId)) {
        self.function.insts[inst].op.each_operand(|operand| {
            if let Operand::Value(value) = operand {
                visit(value);
            }
        });
    }

    fn made_by(&self, value: ValueId) -> Option<InstId> {
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    /// Moves instructions that only one arm uses into that arm.
    fn move_into_arms(&mut self) {
        for &block in self.flow.order() {
            let successors = self.function.blocks[block].terminator.successors();
            let mut arms: Vec<BlockId> = successors.collect();
            if !(2..=ARMS).contains(&arms.len()) {
                continue;
            }
            arms.retain(|&arm| self.flow.predecessors(arm) == [block]);
            arms.dedup();
            if arms.is_empty() {
                continue;
            }
            let mut kept = Vec::new();
            let mut moved: Vec<Vec<InstId>> = vec![Vec::new(); arms.len()];
            // The values in this block from which the next values of phis are made, among the
            // instructions that stay.
            let mut overwritten: BTreeSet<ValueId> = BTreeSet::new();
            for inst in std::mem::take(&mut self.schedule.blocks[block])
                .into_iter()
                .rev()
            {
                match self.arm_of(inst, &arms, &overwritten) {
                    Some(arm) => {
                        self.depths[inst] += 1;
                        self.schedule.places[inst] = Some((arms[arm], 0));
                        moved[arm].push(inst);
                    }
                    None => {
                        overwritten.extend(self.phis[inst].iter().copied());
                        kept.push(inst);
                    }
                }
            }
            kept.reverse();
            self.schedule.blocks[block] = kept;
            for (arm, moved) in arms.into_iter().zip(moved) {
                let insts = &mut self.schedule.blocks[arm];
                insts.splice(0..0, moved.into_iter().rev());
            }
        }
    }

    /// The arm that contains all users of an instruction, if it may move there.
    fn arm_of(
        &self,
        inst: InstId,
        arms: &[BlockId],
        overwritten: &BTreeSet<ValueId>,
    ) -> Option<usize> {
        if !self.is_pure(inst) || self.depths[inst] == DEEPEST {
            return None;
        }
        let mut reads_old = false;
        self.each_value(inst, |value| reads_old |= overwritten.contains(&value));
        let users = self.uses.of(self.function.insts[inst].result?);
        let mut blocks = users.iter().map(|&user| self.block_of(user));
        let first = blocks.next()??;
        let arm = arms
            .iter()
            .position(|&arm| self.flow.dominates(arm, first))?;
        let is_there = |block: Option<BlockId>| {
            block.is_some_and(|block| self.flow.dominates(arms[arm], block))
        };
        (!reads_old && blocks.all(is_there)).then_some(arm)
    }

    fn block_of(&self, user: User) -> Option<BlockId> {
        match user {
            User::Inst(inst) => self.schedule.block(inst),
            User::End(block) | User::Edge(block) => Some(block),
        }
    }

    /// Moves the next values of phis down in a block.
    fn within(&mut self, block: BlockId) {
        let insts = &self.schedule.blocks[block];
        let floats = self.floats(insts);
        if !floats.contains(&true) {
            return;
        }
        let gaps = self.gaps(block, insts, &floats);
        let mut floating: Vec<(usize, usize)> = (0..insts.len())
            .filter(|&place| floats[place])
            .map(|place| (gaps[place], place))
            .collect();
        floating.sort_unstable();
        let mut groups = floating
            .chunk_by(|left, right| left.0 == right.0)
            .peekable();
        let mut order = Vec::with_capacity(insts.len());
        for place in 0..=insts.len() {
            if let Some(group) = groups.next_if(|group| group[0].0 == place) {
                let group = group.iter().map(|&(_, place)| insts[place]).collect();
                order.extend(self.sorted(group));
            }
            if place < insts.len() && !floats[place] {
                order.push(insts[place]);
            }
        }
        self.schedule.blocks[block] = order;
    }

    /// For each instruction of a block: whether it may move down. Next values of phis may, and so
    /// may instructions that use such values and are used once.
    fn floats(&self, insts: &[InstId]) -> Vec<bool> {
        let mut floating: BTreeSet<InstId> = BTreeSet::new();
        let mut floats = Vec::with_capacity(insts.len());
        for &inst in insts {
            let mut is_after = false;
            self.each_value(inst, |value| {
                is_after |= self.made_by(value).is_some_and(|by| floating.contains(&by));
            });
            let result = self.function.insts[inst].result;
            let is_single = || result.is_some_and(|result| self.uses.single(result).is_some());
            let is_next = !self.phis[inst].is_empty();
            let floats_here = match self.is_pure(inst) {
                true => is_next || is_after && is_single(),
                false => is_next && self.has_effect(inst, Effect::Reads),
            };
            if floats_here {
                floating.insert(inst);
            }
            floats.push(floats_here);
        }
        floats
    }

    /// For each instruction that floats: the place before which it goes, which is that of its first
    /// user, or the end; a load goes no later than an instruction that may write memory.
    fn gaps(&self, block: BlockId, insts: &[InstId], floats: &[bool]) -> Vec<usize> {
        let mut gaps = vec![insts.len(); insts.len()];
        let mut write = insts.len();
        for place in (0..insts.len()).rev() {
            if self.has_effect(insts[place], Effect::Acts) {
                write = place;
            }
            if !floats[place] {
                continue;
            }
            let result = self.function.insts[insts[place]].result;
            let users = result.map_or(&[][..], |result| self.uses.of(result));
            let gap = users.iter().filter_map(|&user| {
                let User::Inst(user) = user else { return None };
                let (home, user) = self.schedule.places[user]?;
                let gap = |user: usize| if floats[user] { gaps[user] } else { user };
                (home == block).then(|| gap(user))
            });
            let limit = match self.has_effect(insts[place], Effect::Reads) {
                true => write,
                false => insts.len(),
            };
            gaps[place] = gap.min().unwrap_or(insts.len()).min(limit);
        }
        gaps
    }

    /// Sorts instructions that go to the same place: each after its operands, and the next value of
    /// a phi after the instructions that read that phi, as far as there is no cycle.
    fn sorted(&self, group: Vec<InstId>) -> Vec<InstId> {
        if group.len() > LARGEST {
            return group;
        }
        let reads: Vec<BTreeSet<ValueId>> = group.iter().map(|&inst| self.near(inst)).collect();
        let uses = |at: usize, other: usize| {
            let result = self.function.insts[group[other]].result;
            result.is_some_and(|result| reads[at].contains(&result))
        };
        let overwrites = |at: usize, other: usize| {
            let mut phis = self.phis[group[at]].iter();
            phis.any(|phi| reads[other].contains(phi))
        };
        let mut rest: Vec<usize> = (0..group.len()).collect();
        let mut order = Vec::with_capacity(group.len());
        while !rest.is_empty() {
            let no_other = |at: usize, is_before: &dyn Fn(usize, usize) -> bool| {
                let mut others = rest.iter().filter(|&&other| other != at);
                others.all(|&other| !is_before(at, other))
            };
            let is_ready = |at: usize| no_other(at, &uses);
            let is_best = |at: usize| is_ready(at) && no_other(at, &overwrites);
            let best = rest.iter().position(|&at| is_best(at));
            let next = best.or_else(|| rest.iter().position(|&at| is_ready(at)));
            order.push(group[rest.remove(next.unwrap_or(0))]);
        }
        order
    }

    /// The values that an instruction reads, and the values read by those operands of which it is
    /// the only user.
    fn near(&self, inst: InstId) -> BTreeSet<ValueId> {
        let mut found = BTreeSet::new();
        let mut work = vec![inst];
        let mut steps = 0;
        while let Some(inst) = work.pop().filter(|_| steps < NEAR) {
            steps += 1;
            self.each_value(inst, |value| {
                found.insert(value);
                let made_by = self.made_by(value).filter(|&by| self.is_pure(by));
                work.extend(made_by.filter(|_| self.uses.single(value).is_some()));
            });
        }
        found
    }
}
