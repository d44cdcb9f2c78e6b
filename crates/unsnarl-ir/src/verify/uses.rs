//! Rule I10: definitions dominate uses.

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{Cfg, CfgBuilder, Exit};

use super::{Judge, Place, Rule};
use crate::function::{Definition, Function};
use crate::id::{BlockId, FuncId, Id, ValueId};
use crate::inst::Operand;
use crate::terminator::Terminator;

/// Where in a function something happens: phis before all instructions, the terminator after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Phis,
    Inst(usize),
    Terminator,
    End,
}

/// Where values are made, and which blocks come before which.
struct Times<'f> {
    function: &'f Function,
    dominators: Dominators,
    /// For each instruction its block and its place there.
    insts: Vec<Option<(BlockId, usize)>>,
    reachable: Vec<bool>,
}

impl Judge<'_> {
    pub(super) fn uses(&mut self, id: FuncId, function: &Function) {
        let times = Times::new(function);
        for (block_id, block) in function.blocks.pairs() {
            if !times.reachable[block_id.index()] {
                continue;
            }
            self.place = Place::Block(id, block_id);
            for phi in &block.phis {
                self.origin = phi.origin;
                for &(from, operand) in &phi.incoming {
                    self.made_before(&times, operand, from, Moment::End);
                }
            }
            for (index, &inst) in block.insts.iter().enumerate() {
                let inst = &function.insts[inst];
                self.origin = inst.origin;
                inst.op.each_operand(|operand| {
                    self.made_before(&times, operand, block_id, Moment::Inst(index))
                });
            }
            self.origin = block.terminator_origin;
            if let Some(operand) = block.terminator.operand() {
                self.made_before(&times, operand, block_id, Moment::Terminator);
            }
        }
    }

    fn made_before(&mut self, times: &Times<'_>, operand: Operand, block: BlockId, moment: Moment) {
        if let Operand::Value(value) = operand {
            let holds = times.is_made(value, block, moment);
            self.check(
                Rule::I10,
                holds,
                "a value is used where it is not always made before",
            );
        }
    }
}

impl<'f> Times<'f> {
    fn new(function: &'f Function) -> Self {
        let cfg = cfg(function);
        let order = Order::new(&cfg);
        let mut insts = vec![None; function.insts.len()];
        for (id, block) in function.blocks.pairs() {
            for (index, inst) in block.insts.iter().enumerate() {
                insts[inst.index()] = Some((id, index));
            }
        }
        let reachable = cfg
            .blocks()
            .map(|block| order.position(block).is_some())
            .collect();
        Self {
            function,
            dominators: Dominators::new(&cfg, &order),
            insts,
            reachable,
        }
    }

    fn is_made(&self, value: ValueId, block: BlockId, moment: Moment) -> bool {
        let (made_in, made) = match self.function.values[value].definition {
            Definition::Parameter(_) => return true,
            Definition::Phi(block, _) => (block, Moment::Phis),
            Definition::Inst(inst) => match self.insts[inst.index()] {
                Some((block, index)) => (block, Moment::Inst(index)),
                None => return true, // it stands nowhere, which another rule says
            },
        };
        if made_in == block {
            return made < moment || !self.reachable[block.index()];
        }
        !self.reachable[block.index()] || self.dominators.dominates(made_in, block)
    }
}

fn cfg(function: &Function) -> Cfg {
    let mut builder = CfgBuilder::new();
    for block in &function.blocks {
        let exit = match block.terminator {
            Terminator::Return(_) => Exit::Return,
            Terminator::Jump(_) => Exit::Jump,
            Terminator::Branch { .. } => Exit::Branch,
            Terminator::Switch { .. } => Exit::Switch,
            Terminator::Unreachable => Exit::Unreachable,
        };
        builder.block(exit, block.terminator.successors());
    }
    builder
        .build(BlockId::new(0))
        .expect("ids lead somewhere and slots agree with exits")
}
