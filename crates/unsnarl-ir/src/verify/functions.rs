//! Rules I4, I5, I8 and I11: headers, places of definitions, phis and labels.

use super::{Judge, Place, Rule};
use crate::function::{Block, Definition, Function, Phi};
use crate::id::{BlockId, FuncId, Id, InstId, ValueId};

impl Judge<'_> {
    pub(super) fn functions(&mut self) {
        for (id, function) in self.module.functions.iter() {
            self.function(id, function);
        }
    }

    pub(super) fn function(&mut self, id: FuncId, function: &Function) {
        (self.place, self.origin) = (Place::Function(id), function.origin);
        self.header(function);
        self.align(function.align);
        if function.is_definition() {
            self.labels(function);
            self.made_once(id, function);
            self.blocks(id, function);
            self.pads(id, function);
            self.uses(id, function);
        }
    }

    fn header(&mut self, function: &Function) {
        let is_pointer = self.is_pointer(function.address_type);
        self.check(
            Rule::I4,
            is_pointer,
            "the address of a function is not a pointer",
        );
        let module = self.module;
        let Some((_, types, _)) = module.signature(function.ty) else {
            return self.check(
                Rule::I4,
                false,
                "the type of a function is not a function type",
            );
        };
        let agree = types
            .iter()
            .copied()
            .eq(function.parameters.iter().map(|parameter| parameter.ty));
        self.check(
            Rule::I4,
            agree,
            "the parameters of a function do not match its type",
        );
        if !function.is_definition() {
            return;
        }
        for parameter in &function.parameters {
            self.align(parameter.attributes.align);
            let ty = parameter.value.map(|value| function.value_type(value));
            self.check(
                Rule::I4,
                ty == Some(parameter.ty),
                "the value of a parameter does not have its type",
            );
        }
        let entry = function.blocks.values().next();
        let no_phis = entry.is_some_and(|block| block.phis.is_empty());
        self.check(Rule::I4, no_phis, "the entry block has phis");
    }

    fn labels(&mut self, function: &Function) {
        let ascending = function
            .labels
            .windows(2)
            .all(|pair| pair[0].number < pair[1].number);
        let positive = function.labels.first().is_none_or(|label| label.number > 0);
        self.check(
            Rule::I11,
            ascending && positive,
            "the numbers of labels do not ascend from 1",
        );
        let mut blocks: Vec<BlockId> = function.labels.iter().map(|label| label.block).collect();
        blocks.sort_unstable();
        let distinct = blocks.windows(2).all(|pair| pair[0] != pair[1]);
        self.check(Rule::I11, distinct, "a block has two labels");
    }

    fn made_once(&mut self, id: FuncId, function: &Function) {
        let mut made = Made {
            values: vec![false; function.values.len()],
            insts: vec![false; function.insts.len()],
        };
        for (index, parameter) in function.parameters.iter().enumerate() {
            let definition = Definition::Parameter(index as u32);
            if let Some(value) = parameter.value {
                let once = made.value(function, value, definition);
                self.check(
                    Rule::I5,
                    once,
                    "the value of a parameter is defined elsewhere",
                );
            }
        }
        for (block_id, block) in function.blocks.iter() {
            self.place = Place::Block(id, block_id);
            for (index, phi) in block.phis.iter().enumerate() {
                self.origin = phi.origin;
                let once = made.value(
                    function,
                    phi.result,
                    Definition::Phi(block_id, index as u32),
                );
                self.check(Rule::I5, once, "the value of a phi is defined elsewhere");
            }
            self.insts_once(function, block, &mut made);
            self.origin = block.terminator_origin;
            if let Some(result) = block.terminator.result() {
                let once = made.value(function, result, Definition::Terminator(block_id));
                self.check(
                    Rule::I5,
                    once,
                    "the value of a terminator is defined elsewhere",
                );
            }
        }
        (self.place, self.origin) = (Place::Function(id), function.origin);
        self.check(
            Rule::I5,
            made.insts.iter().all(|&made| made),
            "an instruction is in no block",
        );
        self.check(
            Rule::I5,
            made.values.iter().all(|&made| made),
            "a value is not defined",
        );
    }

    fn insts_once(&mut self, function: &Function, block: &Block, made: &mut Made) {
        for &inst in &block.insts {
            self.origin = function.insts[inst].origin;
            let first = !std::mem::replace(&mut made.insts[inst.index()], true);
            self.check(Rule::I5, first, "an instruction is in two places");
            if let Some(value) = function.insts[inst].result.filter(|_| first) {
                let once = made.value(function, value, Definition::Inst(inst));
                self.check(
                    Rule::I5,
                    once,
                    "the value of an instruction is defined elsewhere",
                );
            }
        }
    }

    fn blocks(&mut self, id: FuncId, function: &Function) {
        let predecessors = predecessors(function);
        for (block_id, block) in function.blocks.iter() {
            self.place = Place::Block(id, block_id);
            for phi in &block.phis {
                self.origin = phi.origin;
                self.phi(function, phi, &predecessors[block_id.index()]);
            }
            for &inst in &block.insts {
                self.inst(function, inst);
            }
            self.origin = block.terminator_origin;
            self.terminator(function, &block.terminator);
        }
    }

    fn phi(&mut self, function: &Function, phi: &Phi, predecessors: &[BlockId]) {
        let ty = function.value_type(phi.result);
        let same = phi
            .incoming
            .iter()
            .all(|&(_, operand)| self.ty(function, operand) == ty);
        self.check(
            Rule::I6,
            same && self.is_value_type(ty),
            "an operand of a phi does not have the type of the phi",
        );
        let mut named: Vec<BlockId> = phi.incoming.iter().map(|(from, _)| *from).collect();
        named.sort_unstable();
        self.check(
            Rule::I8,
            named == predecessors,
            "a phi does not name each predecessor once",
        );
    }

    fn inst(&mut self, function: &Function, id: InstId) {
        let inst = &function.insts[id];
        self.origin = inst.origin;
        let result = inst.result.map(|value| function.value_type(value));
        self.op(function, &inst.op, result);
    }
}

struct Made {
    values: Vec<bool>,
    insts: Vec<bool>,
}

impl Made {
    /// Records that a value is defined, and tells whether this is its first definition and at the
    /// place that the value names.
    fn value(&mut self, function: &Function, value: ValueId, definition: Definition) -> bool {
        let first = !std::mem::replace(&mut self.values[value.index()], true);
        first && function.values[value].definition == definition
    }
}

/// The predecessors of every block, each once, ascending.
fn predecessors(function: &Function) -> Vec<Vec<BlockId>> {
    let mut predecessors: Vec<Vec<BlockId>> = vec![Vec::new(); function.blocks.len()];
    for (from, block) in function.blocks.iter() {
        for to in block.terminator.successors() {
            let list = &mut predecessors[to.index()];
            if list.last() != Some(&from) {
                list.push(from);
            }
        }
    }
    predecessors
}
