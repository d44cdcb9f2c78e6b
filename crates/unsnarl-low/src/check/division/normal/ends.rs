//! Where edges lead, and which blocks return.

use foldhash::HashMap;

use unsnarl::{BlockId, Id};

use super::Normal;
use crate::machine::{Exit, Reg};

impl Normal {
    /// Leads edges past blocks that only pass on their parameters.
    pub(super) fn bypass(&mut self) {
        let uses = self.uses();
        let is_relay = |&block: &BlockId| {
            let Some(edge) = self.jump(block).filter(|_| block.index() > 0) else {
                return false;
            };
            let is_alone = |reg: Reg| uses[reg.index()] == 1;
            self.is_empty[block.index()]
                && self.parameters(block).eq(self.arguments(edge))
                && self.parameters(block).all(is_alone)
        };
        let relays: Vec<BlockId> = self.firsts().filter(is_relay).collect();
        let mut next: Vec<Option<BlockId>> = vec![None; self.block_count()];
        for &block in &relays {
            next[block.index()] = self.jump(block).map(|edge| edge.to);
        }
        let mut path = Vec::new();
        let mut is_on_path = vec![false; self.block_count()];
        for block in relays {
            let mut last = block;
            while let Some(to) = next[last.index()] {
                is_on_path[last.index()] = true;
                path.push(last);
                last = to;
                // A circle of them stays one block.
                if is_on_path[last.index()] {
                    break;
                }
            }
            let end = self.targets[last.index()];
            for block in path.drain(..) {
                is_on_path[block.index()] = false;
                next[block.index()] = None;
                self.targets[block.index()] = end;
            }
        }
    }

    /// By register: how often something that is live reads it.
    fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.function.reg_count()];
        let mut count = |regs: &[Reg]| {
            for reg in regs {
                uses[reg.index()] += 1;
            }
        };
        for &block in self.function.order() {
            let insts = self.function.block(block).insts();
            for inst in insts.filter(|&inst| self.live.has(inst)) {
                count(self.function.operands(inst));
            }
            count(self.function.exit_operands(block));
            for edge in self.function.different_edges(block) {
                count(&self.arguments(edge));
            }
        }
        uses
    }

    /// Finds blocks that return, and those that jump to one that only returns.
    pub(super) fn copy_returns(&mut self) {
        let firsts: Vec<BlockId> = self.firsts().collect();
        let mut is_seen = vec![false; self.block_count()];
        let mut path = Vec::new();
        for first in firsts {
            let mut block = first;
            while !std::mem::replace(&mut is_seen[block.index()], true) {
                path.push(block);
                match self.jump(block) {
                    Some(edge) => block = self.target(edge),
                    None => break,
                }
            }
            while let Some(block) = path.pop() {
                self.returns[block.index()] = self.found_returned(block);
            }
        }
    }

    /// What a block returns, if that is known of where it jumps to.
    fn found_returned(&self, block: BlockId) -> Option<Vec<Reg>> {
        let last = self.last(block);
        if self.function.block(last).exit == Exit::Return {
            return Some(self.function.exit_operands(last).to_vec());
        }
        let edge = self.jump(block)?;
        let to = self.target(edge);
        let operands = self.returns[to.index()].as_ref()?;
        if !self.is_empty[to.index()] {
            return None;
        }
        let arguments = self.parameters(to).zip(self.arguments(edge));
        let arguments: HashMap<Reg, Reg> = arguments.collect();
        let passed = |reg: &Reg| arguments.get(reg).copied().unwrap_or(*reg);
        Some(operands.iter().map(passed).collect())
    }

    /// Leads edges to one of the blocks that only return their parameters.
    pub(super) fn unite_returns(&mut self) {
        let returns_parameters = |&block: &BlockId| {
            let returned = self.returns[block.index()].as_ref();
            let is_same = |regs: &Vec<Reg>| self.parameters(block).eq(regs.iter().copied());
            block.index() > 0 && returned.is_some_and(is_same) && self.is_empty[block.index()]
        };
        let same: Vec<BlockId> = self.firsts().filter(returns_parameters).collect();
        let Some(&one) = same.first() else {
            return;
        };
        let mut is_same = vec![false; self.block_count()];
        for block in same {
            is_same[block.index()] = true;
        }
        for target in &mut self.targets {
            if is_same[target.index()] {
                *target = one;
            }
        }
    }
}
