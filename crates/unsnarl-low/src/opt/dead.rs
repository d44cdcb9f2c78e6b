//! Sweeping: what nothing needs is left out.
//!
//! ```text
//! b0:                             b0:
//!   %2 = i32.mul %0, %0             jump b1(%0)
//!   jump b1(%2, %0)          →    b1(%1: i32):
//! b1(%3: i32, %4: i32):             return %1
//!   return %4
//! ```
//! *Needs:* a [`Function`] that keeps the rules L1, L2, L4, L5 and L8.
//! *Gives:* it without instructions and parameters of blocks that are not live:
//! nothing that happens depends on them. Registers and instructions are numbered anew; blocks and
//! edges stay.
//! *Cost:* that of liveness, and linear in what is left.
//! *Source:* the marking of useful code of every optimizer.
//! *Departs:* parameters of blocks are swept with the arguments that set them, also where these
//! depend on each other around a loop. A parameter that a call sets stays: it is in a row of
//! results.
//! *Limits:* control flow is not changed, so a loop that does nothing stays.

use unsnarl::BlockId;

use super::origins::Origins;
use crate::live::Live;
use crate::machine::{Copied, Exit, Function, InstId, Reg, Source};

/// Leaves out what nothing needs.
pub fn sweep(function: &mut Function) {
    *function = swept(function).0;
}

/// A function without what nothing needs, and where what is left comes from.
pub(crate) fn swept(function: &Function) -> (Function, Origins) {
    let live = Live::with_roots(function, set_by_calls(function));
    let (signature, widths) = (function.signature.clone(), function.widths.clone());
    let mut swept = Function::with_widths(signature, function.block_count(), widths);
    swept.frame = function.frame;
    let mut sweeper = Sweeper {
        function,
        live,
        swept,
        to: vec![None; function.reg_count()],
        origins: Origins::default(),
    };
    for &block in function.order() {
        sweeper.block(block);
    }
    let mut origins = sweeper.origins;
    for (reg, to) in function.regs().zip(&sweeper.to) {
        if let Some(to) = *to {
            origins.set_reg(to, reg);
        }
    }
    (sweeper.swept, origins)
}

/// The parameters that edges of calls set without arguments.
fn set_by_calls(function: &Function) -> Vec<Reg> {
    let mut set = Vec::new();
    for &block in function.order() {
        if !matches!(function.block(block).exit, Exit::Call(..)) {
            continue;
        }
        for &edge in function.block(block).edges() {
            let parameters = &function.block(edge.to).parameters;
            let others = parameters.len() - function.arguments(edge).len();
            set.extend(&parameters[..others]);
        }
    }
    set
}

/// Copies what is live.
struct Sweeper<'f> {
    function: &'f Function,
    live: Live,
    swept: Function,
    /// The new register of each live one.
    to: Vec<Option<Reg>>,
    /// Of blocks and instructions.
    origins: Origins,
}

impl Sweeper<'_> {
    fn block(&mut self, id: BlockId) {
        let function = self.function;
        let block = function.block(id);
        self.swept.start(id);
        self.origins.set_block(id, Some(id));
        for &parameter in &block.parameters {
            if self.live.regs[parameter.index()] {
                let to = self.swept.add_parameter(id, function.ty(parameter));
                self.to[parameter.index()] = Some(to);
            }
        }
        for inst in block.insts() {
            if self.live.has(inst) {
                self.inst(id, inst);
            }
        }
        let operands = self.regs(function.exit_operands(id));
        self.swept.finish(block.exit.clone(), &operands);
        self.edges(id);
    }

    fn inst(&mut self, block: BlockId, id: InstId) {
        let inst = self.function.inst(id);
        let operands = self.regs(self.function.operands(id));
        let types: Vec<_> = inst.results().map(|reg| self.function.ty(reg)).collect();
        let results = self.swept.push(inst.op, inst.effect, &operands, &types);
        for (reg, to) in inst.results().zip(results) {
            self.to[reg.index()] = Some(to);
        }
        let pushed = self.swept.block(block).insts().next_back();
        let pushed = pushed.expect("an instruction was pushed");
        self.swept.set_effect(pushed, inst.effect, inst.traps);
        self.origins.set_inst(pushed, id);
    }

    /// Copies the edges out of a block. Parallel edges go on to share their arguments.
    fn edges(&mut self, from: BlockId) {
        let function = self.function;
        let mut copied = Copied::default();
        for &edge in function.block(from).edges() {
            if let Some(parallel) = copied.get(edge) {
                self.swept.add_parallel_edge(from, parallel);
                continue;
            }
            let live = function.copies(edge);
            let live = live.filter(|(parameter, _)| self.live.regs[parameter.index()]);
            let arguments: Vec<Reg> = live.map(|(_, argument)| argument).collect();
            let arguments = self.regs(&arguments);
            copied.insert(edge, self.swept.add_edge(from, edge.to, &arguments));
        }
    }

    fn regs(&mut self, regs: &[Reg]) -> Vec<Reg> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    /// The new register of a live one.
    fn reg(&mut self, reg: Reg) -> Reg {
        if let Some(to) = self.to[reg.index()] {
            return to;
        }
        let to = match self.function.source(reg) {
            Source::Number(number) => self.swept.number(number),
            Source::Frame(offset) => self.swept.frame_address(offset),
            source @ Source::Parameter(_) => self.swept.add_reg(self.function.ty(reg), source),
            Source::BlockParameter | Source::Inst(_) => {
                unreachable!("L4 and L8: its definition comes before its use, and is live")
            }
        };
        self.to[reg.index()] = Some(to);
        to
    }
}
