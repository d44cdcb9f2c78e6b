//! Writing a normal form as a function.
//!
//! *Needs:* a [`Normal`] form, and new names of its blocks. *Gives:* a function whose blocks have
//! these names, in an order in which each comes after its dominators.
//! *Cost:* linear.

use unsnarl::BlockId;

use super::normal::Normal;
use super::pairing::Pairs;
use crate::machine::{Copied, Exit, Function, InstId, Reg, Source};

/// Writes a normal form with other names of blocks.
pub(super) fn emit(normal: &Normal, pairs: &Pairs) -> Function {
    let function = &normal.function;
    let (signature, widths) = (function.signature.clone(), function.widths.clone());
    let mut to = Function::with_widths(signature, pairs.block_count(), widths);
    to.frame = function.frame;
    let mut writer = Writer {
        normal,
        pairs,
        to,
        regs: vec![None; function.reg_count()],
    };
    for &(name, block) in pairs.order() {
        writer.block(name, block);
    }
    writer.to
}

struct Writer<'a> {
    normal: &'a Normal,
    pairs: &'a Pairs,
    to: Function,
    /// The new register of each that has one.
    regs: Vec<Option<Reg>>,
}

impl Writer<'_> {
    fn block(&mut self, name: BlockId, block: BlockId) {
        let normal = self.normal;
        self.to.start(name);
        for parameter in normal.parameters(block) {
            let copy = self.to.add_parameter(name, normal.function.ty(parameter));
            self.regs[parameter.index()] = Some(copy);
        }
        for inst in normal.insts(block) {
            self.inst(inst);
        }
        if let Some(returned) = normal.returned(block) {
            let returned = self.all(returned);
            self.to.finish(Exit::Return, &returned);
            return;
        }
        let last = normal.last(block);
        let operands = self.all(normal.function.exit_operands(last));
        let data = normal.function.block(last);
        self.to.finish(data.exit.clone(), &operands);
        let mut copied = Copied::default();
        for &edge in data.edges() {
            if let Some(parallel) = copied.get(edge) {
                self.to.add_parallel_edge(name, parallel);
                continue;
            }
            let arguments = self.all(&normal.arguments(edge));
            let target = self.pairs.name(normal.target(edge));
            copied.insert(edge, self.to.add_edge(name, target, &arguments));
        }
    }

    fn inst(&mut self, id: InstId) {
        let function = &self.normal.function;
        let inst = *function.inst(id);
        let operands = self.all(function.operands(id));
        let types: Vec<_> = inst.results().map(|reg| function.ty(reg)).collect();
        let copy = self.to.next_inst();
        let results = self.to.push(inst.op, inst.effect, &operands, &types);
        self.to.set_effect(copy, inst.effect, inst.traps);
        for (reg, result) in inst.results().zip(results) {
            self.regs[reg.index()] = Some(result);
        }
    }

    fn all(&mut self, regs: &[Reg]) -> Vec<Reg> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    fn reg(&mut self, reg: Reg) -> Reg {
        if let Some(copy) = self.regs[reg.index()] {
            return copy;
        }
        let data = self.normal.function.reg(reg);
        let copy = match data.source {
            Source::Number(number) => self.to.number(number),
            Source::Frame(offset) => self.to.frame_address(offset),
            // A parameter of the function, or a register that the rules will be found to lack.
            source => self.to.add_reg(data.ty, source),
        };
        self.regs[reg.index()] = Some(copy);
        copy
    }
}
