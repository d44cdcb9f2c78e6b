//! Live code: what something that happens depends on.
//!
//! *Needs:* a [`Function`]. *Gives:* [`Live`]. *Cost:* linear in the instructions, and a sort of
//! the arguments of edges.

use crate::machine::{Function, InstId, Reg, Source};

/// The live instructions and registers.
pub(crate) struct Live {
    pub(crate) regs: Vec<bool>,
    insts: Vec<bool>,
}

impl Live {
    /// Finds what is live in a function.
    pub(crate) fn new(function: &Function) -> Self {
        Live::with_roots(function, Vec::new())
    }

    /// Finds what is live if some registers are.
    pub(crate) fn with_roots(function: &Function, roots: Vec<Reg>) -> Self {
        let mut sources: Vec<(Reg, Reg)> = Vec::new();
        let mut stack = roots;
        let mut insts = vec![false; function.inst_count()];
        for &block in function.order() {
            for edge in function.different_edges(block) {
                sources.extend(function.copies(edge));
            }
            stack.extend(function.exit_operands(block));
            for inst in function.block(block).insts() {
                if function.inst(inst).must_happen() {
                    insts[inst.index()] = true;
                    stack.extend(function.operands(inst));
                }
            }
        }
        sources.sort_unstable();
        let mut regs = vec![false; function.reg_count()];
        while let Some(reg) = stack.pop() {
            if std::mem::replace(&mut regs[reg.index()], true) {
                continue;
            }
            match function.source(reg) {
                Source::Inst(inst) if !std::mem::replace(&mut insts[inst.index()], true) => {
                    stack.extend(function.operands(inst));
                }
                Source::BlockParameter => {
                    let start = sources.partition_point(|&(parameter, _)| parameter < reg);
                    let own = sources[start..].iter();
                    let own = own.take_while(|&&(parameter, _)| parameter == reg);
                    stack.extend(own.map(|&(_, source)| source));
                }
                _ => {}
            }
        }
        Live { regs, insts }
    }

    /// Tells whether an instruction is live.
    pub(crate) fn has(&self, inst: InstId) -> bool {
        self.insts[inst.index()]
    }

    /// The arguments that the edges out of a block pass to live parameters.
    pub(crate) fn passed<'a>(
        &'a self,
        function: &'a Function,
        block: unsnarl::BlockId,
    ) -> impl Iterator<Item = Reg> + 'a {
        let edges = function.different_edges(block);
        let copies = edges.flat_map(|edge| function.copies(edge));
        let live = copies.filter(|(parameter, _)| self.regs[parameter.index()]);
        live.map(|(_, source)| source)
    }
}
