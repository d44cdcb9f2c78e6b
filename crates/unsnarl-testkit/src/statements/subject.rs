//! What a function does, in terms of which its pseudocode is judged.
//!
//! *Needs:* a function, and which of its instructions are left out.
//! *Gives:* [`Subject`]. *Cost:* O(function · log).

use std::collections::BTreeSet;
use unsnarl_ir::pseudocode::{Effect, effect};
use unsnarl_ir::{BlockId, Definition, Function, InstId, Module, Op, Operand, ValueId};

pub(super) struct Subject<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    /// The variables that only loads and stores of all of them use.
    private: BTreeSet<InstId>,
    /// What is left out.
    pub(super) omitted: BTreeSet<InstId>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(
        module: &'a Module,
        function: &'a Function,
        left_out: impl Fn(InstId) -> bool,
    ) -> Self {
        let insts = function.blocks.values().flat_map(|block| &block.insts);
        Subject {
            module,
            function,
            private: private(module, function),
            omitted: insts.copied().filter(|&inst| left_out(inst)).collect(),
        }
    }

    pub(super) fn effect(&self, inst: InstId) -> Effect {
        effect(self.module, self.function, inst)
    }

    fn alloca(&self, operand: Operand) -> Option<InstId> {
        alloca(self.function, operand)
    }

    /// The private variable that an access is to.
    pub(super) fn accessed(&self, inst: InstId) -> Option<InstId> {
        let (Op::Load { pointer, .. } | Op::Store { pointer, .. }) = self.function.insts[inst].op
        else {
            return None;
        };
        self.alloca(pointer).filter(|at| self.private.contains(at))
    }

    /// Only hints, what only left-out instructions use, and parameters' variables are left out.
    pub(super) fn omissions(&self) -> Result<(), String> {
        let function = self.function;
        let left_out = |inst: &InstId| self.omitted.contains(inst);
        let mut used = BTreeSet::new();
        let mut see = |operand| {
            if let Operand::Value(value) = operand {
                used.insert(value);
            }
        };
        for block in function.blocks.values() {
            for &inst in block.insts.iter().filter(|inst| !left_out(inst)) {
                function.insts[inst].op.each_operand(&mut see);
            }
            block.terminator.each_operand(&mut see);
            for phi in &block.phis {
                phi.incoming.iter().for_each(|&(_, operand)| see(operand));
            }
        }
        for block in function.blocks.values() {
            for &inst in block.insts.iter().filter(|inst| left_out(inst)) {
                let data = &function.insts[inst];
                let is_needed = data.result.is_some_and(|result| used.contains(&result));
                let may_be = match (&data.op, self.effect(inst)) {
                    (_, Effect::Hint) => true,
                    (Op::Alloca { .. }, _) => true,
                    (&Op::Store { value, pointer, .. }, _) => {
                        let is_parameter = |value: ValueId| {
                            let definition = function.values[value].definition;
                            matches!(definition, Definition::Parameter(_)) && !used.contains(&value)
                        };
                        let home = self.alloca(pointer).is_some_and(|at| left_out(&at));
                        home && matches!(value, Operand::Value(value) if is_parameter(value))
                    }
                    (_, Effect::None | Effect::Reads) => !is_needed,
                    (_, Effect::Acts) => false,
                };
                if !may_be {
                    return Err(format!("{inst} is left out"));
                }
            }
        }
        Ok(())
    }

    /// What acts or reads memory in a block is there, and what acts in its order.
    pub(super) fn ordered(&self, block: BlockId, computed: &[InstId]) -> Result<(), String> {
        let insts = &self.function.blocks[block].insts;
        let of = |insts: &[InstId], effect: Effect| -> Vec<InstId> {
            let insts = insts.iter().copied();
            let shown = insts.filter(|inst| !self.omitted.contains(inst));
            shown.filter(|&inst| self.effect(inst) == effect).collect()
        };
        let [acting, in_order] = [computed, insts].map(|insts| of(insts, Effect::Acts));
        if acting != in_order {
            return Err(format!(
                "in {block}: effects are {acting:?}, not {in_order:?}"
            ));
        }
        let [mut reading, mut wanted] = [computed, insts].map(|insts| of(insts, Effect::Reads));
        reading.sort_unstable();
        wanted.sort_unstable();
        match reading == wanted {
            true => Ok(()),
            false => Err(format!("in {block}: loads are {reading:?}, not {wanted:?}")),
        }
    }

    /// Everything that is not left out is computed: once, or several times if nothing but its
    /// operands makes it what it is.
    pub(super) fn complete(&self, mut computed: Vec<InstId>) -> Result<(), String> {
        let insts = self.function.blocks.values().flat_map(|block| &block.insts);
        let shown = insts.copied().filter(|inst| !self.omitted.contains(inst));
        let mut wanted: Vec<InstId> = shown.collect();
        computed.sort_unstable();
        computed.dedup_by(|one, other| one == other && self.effect(*one) == Effect::None);
        wanted.sort_unstable();
        match computed == wanted {
            true => Ok(()),
            false => Err(format!("{computed:?} are computed, not {wanted:?}")),
        }
    }
}

fn alloca(function: &Function, operand: Operand) -> Option<InstId> {
    let Operand::Value(value) = operand else {
        return None;
    };
    let Definition::Inst(inst) = function.values[value].definition else {
        return None;
    };
    matches!(function.insts[inst].op, Op::Alloca { .. }).then_some(inst)
}

/// The allocas whose address only loads and stores of all of them use.
fn private(module: &Module, function: &Function) -> BTreeSet<InstId> {
    let mut escaped = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut escape = |operand| escaped.extend(alloca(function, operand));
    for block in function.blocks.values() {
        for &id in &block.insts {
            let inst = &function.insts[id];
            let (ty, pointer, rest) = match inst.op {
                Op::Load {
                    pointer,
                    volatile: false,
                    atomic: None,
                    ..
                } => (
                    inst.result.map(|result| function.value_type(result)),
                    pointer,
                    None,
                ),
                Op::Store {
                    pointer,
                    value,
                    volatile: false,
                    atomic: None,
                    ..
                } => (
                    Some(module.operand_type(function, value)),
                    pointer,
                    Some(value),
                ),
                Op::Alloca { .. } => {
                    found.insert(id);
                    continue;
                }
                _ if effect(module, function, id) == Effect::Hint => continue,
                _ => {
                    inst.op.each_operand(&mut escape);
                    continue;
                }
            };
            rest.into_iter().for_each(&mut escape);
            let held = alloca(function, pointer).map(|at| match function.insts[at].op {
                Op::Alloca { ty, .. } => Some(ty),
                _ => None,
            });
            if held != Some(ty) {
                escape(pointer);
            }
        }
        block.terminator.each_operand(&mut escape);
        for phi in &block.phis {
            phi.incoming
                .iter()
                .for_each(|&(_, operand)| escape(operand));
        }
    }
    found.retain(|inst| !escaped.contains(inst));
    found
}
