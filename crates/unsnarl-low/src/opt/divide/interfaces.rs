//! What passes in and out of regions.
//!
//! *Needs:* a function, and regions of which those inside come first. *Gives:* the [`Interface`] of
//! each.
//! *Cost:* all uses in blocks of the region, and what passes in and out of regions in it; sorts of
//! what passes.
//!
//! A register has one definition, which dominates its uses, so what passes out is what is used
//! elsewhere, and an exit brings what is defined in a block that dominates its target. Elsewhere
//! nothing can read it before another exit, or another call, brings it.
//!
//! How often registers are used is counted. What a region defines is used elsewhere if there are
//! more uses than in it, so that nothing outside of it need be looked at.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use super::graph::Graph;
use super::interface::{Interface, Target};
use super::regions::{Regions, Unit};
use crate::machine::{Exit, Function, Reg, Source};

/// Where registers are defined, and which are read by blocks that only return.
#[derive(Clone, Debug)]
pub(super) struct Definitions {
    /// By register.
    blocks: Vec<Option<BlockId>>,
    /// What blocks that only return read.
    returned: HashSet<(BlockId, Reg), FixedState>,
    /// By block: whether it only returns.
    only_returns: Vec<bool>,
}

impl Definitions {
    pub(super) fn new(function: &Function) -> Definitions {
        let mut found = Definitions {
            blocks: vec![None; function.reg_count()],
            returned: HashSet::default(),
            only_returns: vec![false; function.block_count()],
        };
        for &block in function.order() {
            for reg in defined(function, block) {
                found.blocks[reg.index()] = Some(block);
            }
            let data = function.block(block);
            if data.exit == Exit::Return && data.insts().len() == 0 {
                found.only_returns[block.index()] = true;
                let returned = function.exit_operands(block).iter();
                found.returned.extend(returned.map(|&reg| (block, reg)));
            }
        }
        found
    }

    /// The block that defines a register; none if it is a parameter of the function or
    /// rematerialised.
    pub(super) fn block(&self, reg: Reg) -> Option<BlockId> {
        self.blocks[reg.index()]
    }

    /// Tells whether the exit of its region to a target brings a register.
    ///
    /// To a block that only returns, nothing is brought that it does not read. For such a block may
    /// follow the call of a part that returns from the function, and that brings nothing else.
    pub(super) fn is_brought(&self, reg: Reg, target: Target, graph: &Graph) -> bool {
        match (target, self.block(reg)) {
            (Target::Block(to), Some(from)) => {
                let is_read = !self.only_returns[to.index()] || self.returned.contains(&(to, reg));
                is_read && graph.dominators.dominates(from, to)
            }
            _ => false,
        }
    }
}

/// What a block defines.
fn defined(function: &Function, block: BlockId) -> impl Iterator<Item = Reg> + '_ {
    let data = function.block(block);
    let results = data.insts().flat_map(|inst| function.inst(inst).results());
    results.chain(data.parameters.iter().copied())
}

/// Calls a function with all that a block reads, as often as it reads it.
fn reads(function: &Function, block: BlockId, mut read: impl FnMut(Reg)) {
    let mut all = |regs: &[Reg]| regs.iter().for_each(|&reg| read(reg));
    for inst in function.block(block).insts() {
        all(function.operands(inst));
    }
    all(function.exit_operands(block));
    for edge in function.different_edges(block) {
        all(function.arguments(edge));
    }
}

/// A search for interfaces.
pub(super) struct Interfaces<'a> {
    function: &'a Function,
    definitions: &'a Definitions,
    /// By register: how often it is used.
    all_uses: Vec<u32>,
    /// The number of the region that is looked at, from 1.
    number: u32,
    /// By block: the last region that it is a unit of, or the head of one.
    member: Vec<u32>,
    /// By register: the last region that defines it.
    definer: Vec<u32>,
    /// By register: the last region that uses it and does not define it.
    reader: Vec<u32>,
    /// By register in `met`: how often the region that is looked at uses it.
    uses: Vec<u32>,
    met: Vec<Reg>,
}

impl<'a> Interfaces<'a> {
    pub(super) fn new(function: &'a Function, definitions: &'a Definitions) -> Self {
        let mut all_uses = vec![0; function.reg_count()];
        for &block in function.order() {
            reads(function, block, |reg| all_uses[reg.index()] += 1);
        }
        Interfaces {
            function,
            definitions,
            all_uses,
            number: 0,
            member: vec![0; function.block_count()],
            definer: vec![0; function.reg_count()],
            reader: vec![0; function.reg_count()],
            uses: vec![0; function.reg_count()],
            met: Vec::new(),
        }
    }

    /// Finds what passes in and out of a region with this head.
    pub(super) fn of(&mut self, head: BlockId, units: &[Unit], regions: &Regions) -> Interface {
        self.number += 1;
        let mut found = Interface::default();
        for &unit in units {
            self.define(unit, regions);
        }
        for &unit in units {
            self.read(unit, regions, &mut found);
            self.leave(unit, head, regions, &mut found);
        }
        found.targets.sort_unstable();
        found.targets.dedup();
        self.finish(head, &mut found);
        found
    }

    /// Notes what a unit defines.
    fn define(&mut self, unit: Unit, regions: &Regions) {
        let head = match unit {
            Unit::Block(block) => {
                for reg in defined(self.function, block) {
                    self.define_reg(reg);
                }
                block
            }
            Unit::Region(id) => {
                let region = regions.region(id);
                for &(reg, _) in &region.interface.visible {
                    self.define_reg(reg);
                }
                region.head
            }
        };
        self.member[head.index()] = self.number;
    }

    fn define_reg(&mut self, reg: Reg) {
        self.definer[reg.index()] = self.number;
        self.uses[reg.index()] = 0;
        self.met.push(reg);
    }

    /// Notes what a unit reads.
    fn read(&mut self, unit: Unit, regions: &Regions, found: &mut Interface) {
        match unit {
            Unit::Block(block) => {
                let function = self.function;
                reads(function, block, |reg| match function.source(reg) {
                    Source::Number(_) => {}
                    Source::Frame(_) => found.frame_uses += 1,
                    Source::Parameter(_) | Source::BlockParameter | Source::Inst(_) => {
                        self.read_reg(reg, 1);
                    }
                });
            }
            Unit::Region(id) => {
                let inner = &regions.region(id).interface;
                found.frame_uses += u64::from(inner.frame_uses > 0);
                for (&reg, &count) in inner.inputs.iter().zip(&inner.uses) {
                    self.read_reg(reg, count);
                }
                for &(reg, count) in &inner.visible {
                    self.read_reg(reg, count);
                }
            }
        }
    }

    fn read_reg(&mut self, reg: Reg, count: u32) {
        if self.definer[reg.index()] != self.number && self.reader[reg.index()] != self.number {
            self.reader[reg.index()] = self.number;
            self.uses[reg.index()] = 0;
            self.met.push(reg);
        }
        self.uses[reg.index()] += count;
    }

    /// Notes where a unit leads.
    fn leave(&mut self, unit: Unit, head: BlockId, regions: &Regions, found: &mut Interface) {
        match unit {
            Unit::Block(block) => {
                if self.function.block(block).exit == Exit::Return {
                    found.targets.push(Target::Return);
                }
                for edge in self.function.different_edges(block) {
                    self.lead(Target::Block(edge.to), head, found);
                }
            }
            Unit::Region(id) => {
                let region = regions.region(id);
                found.repeats |= region.head == head && region.interface.repeats;
                for &target in &region.interface.targets {
                    self.lead(target, head, found);
                }
            }
        }
    }

    fn lead(&mut self, target: Target, head: BlockId, found: &mut Interface) {
        match target {
            Target::Block(to) if self.member[to.index()] == self.number => {
                found.repeats |= to == head;
            }
            _ => found.targets.push(target),
        }
    }

    /// Sorts what was met into what is read and what is defined.
    fn finish(&mut self, head: BlockId, found: &mut Interface) {
        self.met.sort_unstable();
        for reg in self.met.drain(..) {
            let uses = self.uses[reg.index()];
            if self.definer[reg.index()] != self.number {
                found.inputs.push(reg);
                found.uses.push(uses);
                continue;
            }
            if uses == self.all_uses[reg.index()] {
                continue;
            }
            found.visible.push((reg, uses));
            // The head's parameters are those of the call, too, unless they change in the region.
            let is_of_call = self.definitions.block(reg) == Some(head)
                && self.function.source(reg) == Source::BlockParameter
                && !found.repeats;
            if !is_of_call {
                found.outputs.push(reg);
            }
        }
    }
}
