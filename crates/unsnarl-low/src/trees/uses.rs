//! Where registers are used: in the block of their instruction, or elsewhere.

use unsnarl::BlockId;

use crate::live::Live;
use crate::machine::{Function, Reg, Source};

/// Where live code uses registers.
pub(super) struct Uses {
    /// How often in the block of their instruction.
    pub(super) in_block: Vec<u32>,
    /// Whether they are used elsewhere.
    elsewhere: Vec<bool>,
}

impl Uses {
    pub(super) fn new(function: &Function, live: &Live) -> Self {
        let mut uses = Uses {
            in_block: vec![0; function.reg_count()],
            elsewhere: vec![false; function.reg_count()],
        };
        for &block in function.order() {
            let insts = function.block(block).insts();
            for inst in insts.filter(|&inst| live.has(inst)) {
                let operands = function.operands(inst).iter();
                operands.for_each(|&reg| uses.add(function, block, reg));
            }
            let operands = function.exit_operands(block).iter();
            operands.for_each(|&reg| uses.add(function, block, reg));
            for source in live.passed(function, block) {
                uses.elsewhere[source.index()] = true;
            }
        }
        uses
    }

    fn add(&mut self, function: &Function, block: BlockId, reg: Reg) {
        match function.source(reg) {
            Source::Inst(inst) if function.block(block).has(inst) => {
                self.in_block[reg.index()] += 1;
            }
            _ => self.elsewhere[reg.index()] = true,
        }
    }

    /// Tells whether a register has other uses than its first in its block.
    pub(super) fn has_others(&self, reg: Reg) -> bool {
        self.in_block[reg.index()] > 1 || self.elsewhere[reg.index()]
    }
}
