//! Which regions a function has, and which are in others.
//!
//! *Needs:* a function, its graph, and what regions weigh at most. *Gives:* [`Regions`] that are
//! worth a part.
//! *Cost:* near-linear. Each time that groups are made of the units of a loop, it loses a share of
//! its weight, or is left alone.
//!
//! Loops come before those around them. The weights of the loops in a loop are added to its own;
//! where it gets too heavy for a region, [groups](super::growth) of its units become regions, until
//! it weighs half of that. Then the calls of these count in the loop around. So a nest of any depth
//! is a chain of regions, each of which calls the next:
//!
//! ```text
//! loop                    loop              part 2:     part 1:
//!   loop                    loop              loop        loop
//!     loop                    call part 2       loop        loop
//!       loop          →                           call
//!         loop                                    part 1
//! ```
//!
//! A loop in which this does not help is left, and so are those around it. At last groups are made
//! of all units that are left in the function. Then loops that contain regions join none as a
//! whole, so that cold code can become a part without them.
//! *Limits:* loops with several entries, and those with a block that stays, are only taken apart at
//! last.

use unsnarl::{BlockId, Id, LoopId};

use super::choose::rank;
use super::growth::{Group, Growth, State};
use super::interfaces::Interfaces;
use super::judge::{Draft, Judge};
use super::nest::Nest;
use super::regions::{Region, Regions, Unit, inner};
use super::sizes::Weight;
use super::{Quantity, is_stuck};

/// Finds the regions of a function with these weights of blocks, of which some stay in it. The
/// function has too much of something.
pub(super) fn plan(
    judge: &Judge,
    weights: Vec<Weight>,
    mut stays: Vec<bool>,
    most: Weight,
    too_much: Quantity,
) -> Regions {
    let graph = judge.graph;
    let loops = graph.loops.len();
    let blocks = weights.len();
    stays[graph.order.blocks()[0].index()] = true;
    let nest = Nest::new(graph, &stays);
    let mut plan = Plan {
        judge,
        nest: &nest,
        most,
        interfaces: Interfaces::new(judge.function, judge.definitions),
        growth: Growth::new(graph, &nest, most, blocks),
        regions: Regions::new(blocks),
        blocks: vec![Vec::new(); loops],
        inside: vec![Vec::new(); loops],
        state: State {
            weights,
            stays,
            loops: vec![Weight::default(); loops],
            is_divided: vec![false; loops],
        },
        is_left: vec![false; loops],
        has_regions: vec![false; loops],
        is_inside: vec![false; blocks],
    };
    plan.run(too_much);
    plan.regions
}

struct Plan<'a> {
    judge: &'a Judge<'a>,
    nest: &'a Nest,
    most: Weight,
    interfaces: Interfaces<'a>,
    growth: Growth<'a>,
    regions: Regions,
    /// By loop: the blocks that are or stand for its units, and that are in no loop in it.
    blocks: Vec<Vec<BlockId>>,
    /// By loop: the loops in it that have units.
    inside: Vec<Vec<LoopId>>,
    state: State,
    /// By loop: whether no regions are made of it by itself.
    is_left: Vec<bool>,
    /// By loop: whether something in it is in a region.
    has_regions: Vec<bool>,
    /// By block: whether it, or what it stands for, is a unit of a region, and not the head.
    is_inside: Vec<bool>,
}

impl Plan<'_> {
    fn run(&mut self, too_much: Quantity) {
        let graph = self.judge.graph;
        let mut outside = Vec::new();
        for &block in graph.order.blocks() {
            match self.nest.innermost(block) {
                Some(id) => self.add(block, id),
                None => outside.push(block),
            }
        }
        let mut outermost = Vec::new();
        for id in graph.loops.ids().rev() {
            self.contract_loop(id);
            if !self.add_loop(id) {
                outermost.push(id);
            }
        }
        for id in graph.loops.ids() {
            self.state.is_divided[id.index()] |= self.has_regions[id.index()];
        }
        let (loops, blocks) = self.units(outermost, outside);
        for group in self.groups(&blocks, &loops) {
            if let Some(region) = self.region(group, too_much) {
                self.regions.add(region);
            }
        }
    }

    /// Adds a unit to a loop.
    fn add(&mut self, block: BlockId, id: LoopId) {
        let stays = self.state.stays[block.index()];
        let weight = self.state.weights[block.index()];
        let id = id.index();
        self.blocks[id].push(block);
        self.state.loops[id] = self.state.loops[id].and(weight);
        self.state.is_divided[id] |= stays;
        self.is_left[id] |= stays;
    }

    /// Makes regions in a loop until it could be in one.
    fn contract_loop(&mut self, id: LoopId) {
        loop {
            let before = self.state.loops[id.index()];
            if before.is_within(self.most) {
                return;
            }
            if self.is_left[id.index()] || self.nest.is_multi_entry(id) {
                break;
            }
            let too_much = match before.bytes > self.most.bytes {
                true => Quantity::Bytes,
                false => Quantity::Locals,
            };
            self.contract_units(id, too_much);
            let after = self.state.loops[id.index()];
            let stuck = match too_much {
                Quantity::Locals => is_stuck(before.locals, after.locals),
                _ => is_stuck(before.bytes, after.bytes),
            };
            if stuck && !after.is_within(self.most) {
                break;
            }
        }
        self.is_left[id.index()] = true;
    }

    /// Makes regions of groups of units of a loop, until it weighs half of what a region may.
    fn contract_units(&mut self, id: LoopId, too_much: Quantity) {
        let (loops, blocks) = self.units(vec![id], Vec::new());
        let groups = self.groups(&blocks, &loops).into_iter();
        let found = groups.filter_map(|group| self.region(group, too_much));
        let mut found: Vec<Region> = found.collect();
        found.sort_by(rank);
        let half = self.most.quarters(2);
        let mut weight = self.state.loops[id.index()];
        for region in found {
            if weight.is_within(half) {
                break;
            }
            weight = region.saved_from(weight);
            self.contract(region);
            self.has_regions[id.index()] = true;
        }
        self.weigh_again(id, &loops, &blocks);
    }

    /// Lets the head of a region stand for it.
    fn contract(&mut self, region: Region) {
        for &unit in &region.units {
            let block = self.regions.block(unit);
            self.is_inside[block.index()] = block != region.head;
        }
        self.state.weights[region.head.index()] = region.call;
        let id = self.regions.add(region);
        self.regions.contract(id);
    }

    /// Leaves out what is in regions now of these loops, of which each comes after that around it,
    /// and which had these units.
    fn weigh_again(&mut self, outermost: LoopId, loops: &[LoopId], blocks: &[BlockId]) {
        for &id in loops {
            self.blocks[id.index()].clear();
            self.inside[id.index()].clear();
            self.state.loops[id.index()] = Weight::default();
        }
        for &block in blocks {
            if !self.is_inside[block.index()] {
                let innermost = self.nest.innermost(block);
                self.add(block, innermost.expect("it is a unit of a loop"));
            }
        }
        for &id in loops.iter().rev() {
            let is_empty = self.blocks[id.index()].is_empty() && self.inside[id.index()].is_empty();
            if id != outermost && !is_empty {
                self.add_loop(id);
            }
        }
    }

    /// Adds a loop to the one around it, if there is one.
    fn add_loop(&mut self, id: LoopId) -> bool {
        let Some(around) = self.judge.graph.loops.parent(id) else {
            return false;
        };
        self.inside[around.index()].push(id);
        let (own, around) = (id.index(), around.index());
        self.state.loops[around] = self.state.loops[around].and(self.state.loops[own]);
        for of in [
            &mut self.state.is_divided,
            &mut self.is_left,
            &mut self.has_regions,
        ] {
            of[around] |= of[own];
        }
        true
    }

    /// The units of loops and of those in them, in canonical order, with these; and all the loops,
    /// each after that around it.
    fn units(
        &self,
        mut loops: Vec<LoopId>,
        mut blocks: Vec<BlockId>,
    ) -> (Vec<LoopId>, Vec<BlockId>) {
        let mut index = 0;
        while let Some(&id) = loops.get(index) {
            blocks.extend(&self.blocks[id.index()]);
            loops.extend(&self.inside[id.index()]);
            index += 1;
        }
        blocks.sort_unstable_by_key(|&block| self.judge.graph.order.position(block));
        (loops, blocks)
    }

    fn groups(&mut self, blocks: &[BlockId], loops: &[LoopId]) -> Vec<Group> {
        self.growth
            .groups(blocks, loops, &self.regions, &self.state)
    }

    /// Makes a region of a group if it is worth that.
    fn region(&mut self, group: Group, too_much: Quantity) -> Option<Region> {
        let head = group.blocks[0];
        let mut blocks = group.blocks;
        blocks.sort_unstable_by_key(|&block| self.judge.graph.place(block));
        let units: Vec<Unit> = blocks
            .into_iter()
            .map(|block| self.regions.unit(block))
            .collect();
        if group.stays || matches!(units[..], [Unit::Region(_)]) {
            return None;
        }
        let depths = inner(&units).map(|id| self.regions.region(id).depth);
        let depth = depths.max().unwrap_or(0);
        let draft = Draft {
            head,
            interface: self.interfaces.of(head, &units, &self.regions),
            units,
            weight: group.weight,
            depth: depth.max(group.depth),
        };
        self.judge.region(draft, too_much)
    }
}
