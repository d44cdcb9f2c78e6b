//! Where the contents of a function come from, after a pass that makes another function of it.
//!
//! *Gives:* [`Origins`]: for each block, instruction and register what it was, if it was anything.
//! *Cost:* linear.

use unsnarl::{BlockId, Id};

use crate::machine::{Function, InstId, Reg};

/// What blocks, instructions and registers of a function were in another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    blocks: Vec<Option<BlockId>>,
    insts: Vec<Option<InstId>>,
    regs: Vec<Option<Reg>>,
}

impl Origins {
    /// All of a function was there before.
    pub fn same(function: &Function) -> Origins {
        let blocks = (0..function.block_count()).map(BlockId::new);
        let mut origins = Origins {
            blocks: blocks.map(Some).collect(),
            insts: Vec::new(),
            regs: function.regs().map(Some).collect(),
        };
        for &block in function.order() {
            for inst in function.block(block).insts() {
                origins.set_inst(inst, inst);
            }
        }
        origins
    }

    /// What a block was.
    pub fn block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.get(block.index()).copied().flatten()
    }

    /// What an instruction was.
    pub fn inst(&self, inst: InstId) -> Option<InstId> {
        self.insts.get(inst.index()).copied().flatten()
    }

    /// What a register was.
    pub fn reg(&self, reg: Reg) -> Option<Reg> {
        self.regs.get(reg.index()).copied().flatten()
    }

    pub(crate) fn set_block(&mut self, block: BlockId, was: Option<BlockId>) {
        set(&mut self.blocks, block.index(), was);
    }

    pub(crate) fn set_inst(&mut self, inst: InstId, was: InstId) {
        set(&mut self.insts, inst.index(), Some(was));
    }

    pub(crate) fn set_reg(&mut self, reg: Reg, was: Reg) {
        set(&mut self.regs, reg.index(), Some(was));
    }

    /// What all was before an earlier pass.
    pub(super) fn after(mut self, earlier: &Origins) -> Origins {
        for block in &mut self.blocks {
            *block = block.and_then(|block| earlier.block(block));
        }
        for inst in &mut self.insts {
            *inst = inst.and_then(|inst| earlier.inst(inst));
        }
        for reg in &mut self.regs {
            *reg = reg.and_then(|reg| earlier.reg(reg));
        }
        self
    }
}

fn set<T: Clone>(all: &mut Vec<Option<T>>, index: usize, was: Option<T>) {
    if all.len() <= index {
        all.resize(index + 1, None);
    }
    all[index] = was;
}
