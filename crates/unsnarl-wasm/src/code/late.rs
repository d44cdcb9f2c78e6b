//! Late results: values that only other blocks need, computed at the end of their block.
//!
//! ```text
//! %next = add %p, 1                %c = load %p
//! %c = load %p               →     store %q, %c
//! store %q, %c                     %next = add %p, 1      ;; now %next can have the local of %p
//! ```
//! *Needs:* a [`Body`], and which of its registers are used. *Gives:* [`late`]: the instructions
//! that should go last.
//! *Cost:* linear in the instructions. *Source:* the order in which LLVM's scheduler puts the two.
//!
//! It pays if an argument has its last use in this block, after the instruction: otherwise argument
//! and result are live at once, and one of them has to be copied in each iteration of a loop. It
//! does not pay where two arguments would be kept alive for one result.

use crate::code::{Body, Effect, Reg};

/// By instruction: whether it should go to the end of its block. All of those are pure.
pub(crate) fn late(body: &Body, live_insts: &[bool], live_regs: &[bool]) -> Vec<bool> {
    let mut uses = Uses {
        all: vec![0; body.regs.len()],
        here: vec![0; body.regs.len()],
    };
    // A read on an edge counts as a use at the end of the predecessor.
    let mut on_edges: Vec<Vec<Reg>> = vec![Vec::new(); body.blocks.len()];
    for &block in &body.order {
        for incoming in &body.blocks[block].incoming {
            let copies = incoming.copies.iter();
            let live = copies.filter(|(phi, _)| live_regs[phi.index()]);
            on_edges[incoming.from].extend(live.map(|&(_, source)| source));
        }
    }
    for &block in &body.order {
        in_block(body, block, live_insts, &on_edges[block], |reg, _| {
            uses.all[reg.index()] += 1;
        });
    }
    let mut late = vec![false; body.insts.len()];
    // By register: whether an instruction of the current block reads it.
    let mut is_read = vec![false; body.regs.len()];
    for &block in &body.order {
        in_block(
            body,
            block,
            live_insts,
            &on_edges[block],
            |reg, is_inside| {
                uses.here[reg.index()] += 1;
                is_read[reg.index()] |= is_inside;
            },
        );
        for index in body.blocks[block].insts.clone() {
            late[index] = live_insts[index] && uses.gain(body, index, &is_read);
        }
        in_block(body, block, live_insts, &on_edges[block], |reg, _| {
            uses.here[reg.index()] = 0;
            is_read[reg.index()] = false;
        });
    }
    late
}

/// Calls `read` for every register that a block or its edges read, and says whether the block does.
fn in_block(
    body: &Body,
    block: usize,
    live_insts: &[bool],
    on_edges: &[Reg],
    mut read: impl FnMut(Reg, bool),
) {
    let contents = &body.blocks[block];
    for index in contents.insts.clone().filter(|&index| live_insts[index]) {
        let args = body.args(&body.insts[index]).iter();
        args.for_each(|&reg| read(reg, true));
    }
    contents.exit.iter().for_each(|&reg| read(reg, true));
    on_edges.iter().for_each(|&reg| read(reg, false));
}

/// The number of reads of each register.
struct Uses {
    all: Vec<u32>,
    /// In the current block.
    here: Vec<u32>,
}

impl Uses {
    fn gain(&self, body: &Body, index: usize, is_read: &[bool]) -> bool {
        let inst = &body.insts[index];
        let mut results = inst.results();
        let is_needed_here = results.any(|reg| is_read[reg.index()]);
        if inst.effect != Effect::Pure || inst.results().len() != 1 || is_needed_here {
            return false;
        }
        let args = body.args(inst).iter();
        let args = args.filter(|&&reg| !body.is_remade(reg));
        let (mut ending, mut ended) = (0, 0);
        for reg in args.map(|reg| reg.index()) {
            let ends_here = self.here[reg] == self.all[reg];
            ending += usize::from(ends_here && self.here[reg] > 1);
            ended += usize::from(ends_here && self.here[reg] == 1);
        }
        ending > 0 && ended == 0
    }
}
