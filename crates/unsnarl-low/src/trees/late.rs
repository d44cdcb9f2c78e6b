//! Late results: values that only other blocks need, computed at the end of their block.
//!
//! ```text
//! %next = add %p, 1                %c = load %p
//! %c = load %p               →     store %q, %c
//! store %q, %c                     %next = add %p, 1      ;; now %next can have the local of %p
//! ```
//! *Needs:* a [`Function`], and what of it is live. *Gives:* [`late`]: the instructions that should
//! go last.
//! *Cost:* linear in the instructions. *Source:* the order in which LLVM's scheduler puts the two.
//!
//! It pays if an operand has its last use in this block, after the instruction: otherwise operand
//! and result are live at once, and one of them has to be copied in each iteration of a loop. It
//! does not pay where two operands would be kept alive for one result.

use unsnarl::BlockId;

use crate::live::Live;
use crate::machine::{Function, InstId, Reg};
use crate::op::effect::Effect;

/// By instruction: whether it should go to the end of its block. All of those are pure.
pub(super) fn late(function: &Function, live: &Live) -> Vec<bool> {
    let reads = |block: BlockId, read: &mut dyn FnMut(Reg, Reader)| {
        let insts = function.block(block).insts();
        for inst in insts.filter(|&inst| live.has(inst)) {
            let operands = function.operands(inst).iter();
            operands.for_each(|&reg| read(reg, Reader::Block));
        }
        let operands = function.exit_operands(block).iter();
        operands.for_each(|&reg| read(reg, Reader::Block));
        live.passed(function, block)
            .for_each(|reg| read(reg, Reader::Edge));
    };
    let mut counts = Counts {
        all: vec![0; function.reg_count()],
        here: vec![0; function.reg_count()],
        is_read: vec![false; function.reg_count()],
    };
    for &block in function.order() {
        reads(block, &mut |reg, _| counts.all[reg.index()] += 1);
    }
    let mut late = vec![false; function.inst_count()];
    for &block in function.order() {
        reads(block, &mut |reg, reader| {
            counts.here[reg.index()] += 1;
            counts.is_read[reg.index()] |= reader == Reader::Block;
        });
        for inst in function.block(block).insts() {
            late[inst.index()] = live.has(inst) && counts.pays(function, inst);
        }
        reads(block, &mut |reg, _| {
            counts.here[reg.index()] = 0;
            counts.is_read[reg.index()] = false;
        });
    }
    late
}

/// What reads a register. A read on an edge counts as a use at the end of the predecessor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Block,
    Edge,
}

/// The number of reads of each register.
struct Counts {
    all: Vec<u32>,
    /// In the current block, and on its edges.
    here: Vec<u32>,
    /// Whether an instruction or the exit of the current block reads it.
    is_read: Vec<bool>,
}

impl Counts {
    fn pays(&self, function: &Function, id: InstId) -> bool {
        let inst = function.inst(id);
        let is_needed_here = inst.results().any(|reg| self.is_read[reg.index()]);
        let stays = inst.effect != Effect::Pure || inst.has_observable_trap();
        if stays || inst.results().len() != 1 || is_needed_here {
            return false;
        }
        let operands = function.operands(id).iter();
        let kept = operands.filter(|&&reg| !function.is_rematerialised(reg));
        let (mut ending, mut ended) = (0, 0);
        for reg in kept.map(|reg| reg.index()) {
            let ends_here = self.here[reg] == self.all[reg];
            ending += usize::from(ends_here && self.here[reg] > 1);
            ended += usize::from(ends_here && self.here[reg] == 1);
        }
        ending > 0 && ended == 0
    }
}
