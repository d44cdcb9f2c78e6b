//! Rule I10: definitions dominate uses.

use std::collections::BTreeMap;

use unsnarl::analysis::{Dominators, Order};
use unsnarl::{Cfg, CfgBuilder, Exit};

use super::{Judge, Place, Rule, Violation};
use crate::function::{Definition, Function};
use crate::graph::exit_of;
use crate::id::{BlockId, FuncId, Id, ValueId};
use crate::inst::Operand;
use crate::terminator::Terminator;

/// A time in a block: phis come before all instructions, the terminator after them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    Phis,
    Inst(usize),
    Terminator,
    End,
}

/// The places where values are defined, and the dominance of blocks.
///
/// In its graph the edge on which an `invoke` returns has its own block, numbered after all others:
/// the result is defined there, so it is available exactly where that edge dominates.
struct Times<'f> {
    function: &'f Function,
    dominators: Dominators,
    /// For each instruction: its block and its place there.
    insts: Vec<Option<(BlockId, usize)>>,
    /// For each block that ends in an `invoke`: the block on the edge on which the `invoke`
    /// returns.
    returned: BTreeMap<BlockId, BlockId>,
    reachable: Vec<bool>,
}

impl Judge<'_> {
    pub(super) fn uses(&mut self, id: FuncId, function: &Function) {
        let times = Times::new(function);
        for (block_id, block) in function.blocks.iter() {
            if !times.reachable[block_id.index()] {
                continue;
            }
            self.place = Place::Block(id, block_id);
            for phi in &block.phis {
                self.origin = phi.origin;
                for &(from, operand) in &phi.incoming {
                    let at = times.arrival(from, block_id);
                    self.made_before(&times, operand, at, Moment::End);
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
            block.terminator.each_operand(|operand| {
                self.made_before(&times, operand, block_id, Moment::Terminator)
            });
        }
    }

    fn made_before(&mut self, times: &Times<'_>, operand: Operand, block: BlockId, moment: Moment) {
        if let Operand::Value(value) = operand {
            if times.is_made(value, block, moment) {
                return;
            }
            self.violations.push(Violation {
                rule: Rule::I10,
                what: "a value is used where it is not defined on every path",
                place: self.place,
                origin: self.origin,
                value: Some(value),
            });
        }
    }
}

impl<'f> Times<'f> {
    fn new(function: &'f Function) -> Self {
        let (cfg, returned) = cfg(function);
        let order = Order::new(&cfg);
        let mut insts = vec![None; function.insts.len()];
        for (id, block) in function.blocks.iter() {
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
            returned,
            reachable,
        }
    }

    /// The last block on the path from `from` to its successor `to`.
    fn arrival(&self, from: BlockId, to: BlockId) -> BlockId {
        match &self.function.blocks[from].terminator {
            Terminator::Invoke(invoke) if invoke.normal == to => self.returned[&from],
            _ => from,
        }
    }

    fn is_made(&self, value: ValueId, block: BlockId, moment: Moment) -> bool {
        let (made_in, made) = match self.function.values[value].definition {
            Definition::Parameter(_) => return true,
            Definition::Phi(block, _) => (block, Moment::Phis),
            Definition::Inst(inst) => match self.insts[inst.index()] {
                Some((block, index)) => (block, Moment::Inst(index)),
                None => return true, // in no block, which another rule reports
            },
            Definition::Terminator(block) => match self.returned.get(&block) {
                Some(&edge) => (edge, Moment::Phis),
                None => (block, Moment::Terminator),
            },
        };
        if made_in == block {
            return made < moment || !self.reachable[block.index()];
        }
        !self.reachable[block.index()] || self.dominators.dominates(made_in, block)
    }
}

/// The graph of a function, with a block on each edge on which an `invoke` returns.
fn cfg(function: &Function) -> (Cfg, BTreeMap<BlockId, BlockId>) {
    let mut builder = CfgBuilder::new();
    let (mut returned, mut edges) = (BTreeMap::new(), Vec::new());
    for (id, block) in function.blocks.iter() {
        let exit = exit_of(&block.terminator);
        match &block.terminator {
            Terminator::Invoke(invoke) => {
                let edge = BlockId::new(function.blocks.len() + edges.len());
                edges.push(invoke.normal);
                returned.insert(id, edge);
                builder.block(exit, [edge, invoke.unwind]);
            }
            terminator => {
                builder.block(exit, terminator.successors());
            }
        }
    }
    for to in edges {
        builder.block(Exit::Jump, [to]);
    }
    let cfg = builder
        .build(BlockId::new(0))
        .expect("ids lead somewhere and slots agree with exits");
    (cfg, returned)
}
