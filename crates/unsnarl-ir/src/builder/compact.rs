//! Removes blocks and instructions permanently: the others are renumbered, in the same order.
//!
//! *Needs:* blocks that nothing else refers to, by edges or by operands of reachable code, and
//! instructions without a result that are in no block. *Gives:* the function without them. *Cost:*
//! linear in the function.

use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, IdMap, InstId, ValueId};
use crate::inst::Operand;

/// The new numbers of the blocks and instructions that remain.
struct Numbers {
    blocks: IdMap<BlockId, Option<BlockId>>,
    insts: IdMap<InstId, Option<InstId>>,
    values: IdMap<ValueId, Option<ValueId>>,
}

/// Removes blocks and instructions, and gives the new numbers of the other blocks.
pub(super) fn without(
    function: &mut Function,
    removed: &[BlockId],
    insts: &[InstId],
) -> IdMap<BlockId, Option<BlockId>> {
    let numbers = numbers(function, removed, insts);
    let blocks = std::mem::take(&mut function.blocks);
    function.blocks = kept(blocks, &numbers.blocks);
    let insts = std::mem::take(&mut function.insts);
    function.insts = kept(insts, &numbers.insts);
    let values = std::mem::take(&mut function.values);
    function.values = kept(values, &numbers.values);
    numbers.rename(function);
    numbers.blocks
}

fn numbers(function: &Function, removed: &[BlockId], insts: &[InstId]) -> Numbers {
    let mut is_kept = Kept {
        blocks: vec![true; function.blocks.len()],
        insts: vec![true; function.insts.len()],
        values: vec![true; function.values.len()],
    };
    for &id in removed {
        is_kept.remove(function, id);
    }
    for inst in insts {
        is_kept.insts[inst.index()] = false;
    }
    Numbers {
        blocks: numbered(&is_kept.blocks),
        insts: numbered(&is_kept.insts),
        values: numbered(&is_kept.values),
    }
}

struct Kept {
    blocks: Vec<bool>,
    insts: Vec<bool>,
    values: Vec<bool>,
}

impl Kept {
    fn remove(&mut self, function: &Function, id: BlockId) {
        let block = &function.blocks[id];
        self.blocks[id.index()] = false;
        for &inst in &block.insts {
            self.insts[inst.index()] = false;
        }
        let phis = block.phis.iter().map(|phi| phi.result);
        let insts = block
            .insts
            .iter()
            .filter_map(|&inst| function.insts[inst].result);
        for value in phis.chain(insts).chain(block.terminator.result()) {
            self.values[value.index()] = false;
        }
    }
}

fn numbered<I: Id>(is_kept: &[bool]) -> IdMap<I, Option<I>> {
    let mut next = 0;
    let numbers = is_kept.iter().map(|&is_kept| {
        let number = is_kept.then(|| I::new(next));
        next += usize::from(is_kept);
        number
    });
    numbers.collect()
}

fn kept<I: Id, T>(items: IdMap<I, T>, numbers: &IdMap<I, Option<I>>) -> IdMap<I, T> {
    let items = items.into_values().zip(numbers.values());
    let kept = items.filter_map(|(item, number)| number.map(|_| item));
    kept.collect()
}

impl Numbers {
    fn rename(&self, function: &mut Function) {
        for value in function.values.values_mut() {
            value.definition = self.definition(value.definition);
        }
        for parameter in &mut function.parameters {
            parameter.value = parameter.value.and_then(|value| self.values[value]);
        }
        for inst in function.insts.values_mut() {
            inst.op.each_operand_mut(|operand| self.operand(operand));
            inst.result = inst.result.and_then(|value| self.values[value]);
        }
        for block in function.blocks.values_mut() {
            for phi in &mut block.phis {
                phi.result = self.value(phi.result);
                for (from, operand) in &mut phi.incoming {
                    *from = self.block(*from);
                    self.operand(operand);
                }
            }
            for inst in &mut block.insts {
                *inst = self.insts[*inst].expect("the instructions of a kept block are kept");
            }
            let terminator = &mut block.terminator;
            terminator.each_successor_mut(|to| *to = self.block(*to));
            terminator.each_operand_mut(|operand| self.operand(operand));
            if let Some(result) = terminator.result_mut() {
                *result = self.value(*result);
            }
        }
        function
            .labels
            .retain(|label| self.blocks[label.block].is_some());
        for label in &mut function.labels {
            label.block = self.block(label.block);
        }
        if let Some(debug) = &mut function.debug {
            debug.renumber(&self.insts, &self.blocks, &self.values);
        }
    }

    fn block(&self, block: BlockId) -> BlockId {
        self.blocks[block].expect("nothing leads to a removed block")
    }

    fn value(&self, value: ValueId) -> ValueId {
        self.values[value].expect("no kept instruction uses a value of a removed block")
    }

    fn operand(&self, operand: &mut Operand) {
        if let Operand::Value(value) = operand {
            *value = self.value(*value);
        }
    }

    fn definition(&self, definition: Definition) -> Definition {
        match definition {
            Definition::Parameter(_) => definition,
            Definition::Phi(block, number) => Definition::Phi(self.block(block), number),
            Definition::Inst(inst) => {
                let inst = self.insts[inst];
                Definition::Inst(inst.expect("the instruction of a kept value is kept"))
            }
            Definition::Terminator(block) => Definition::Terminator(self.block(block)),
        }
    }
}
