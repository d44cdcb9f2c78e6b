//! Rule J5, as far as it concerns the contents of slots.

use std::collections::{BTreeMap, BTreeSet};

use crate::function::Function;
use crate::id::{BlockId, Id, TypeId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::module::Module;

use super::calls::number;
use super::pad::Pad;
use super::{Violation, holds, wrong};

/// The values kept in memory (J5). New instructions have results that the source does not have, or
/// store to a new variable.
pub(super) struct Slots {
    /// By address of a slot: its type.
    pub(super) addresses: BTreeMap<ValueId, TypeId>,
    /// The number of values in the source.
    pub(super) values_before: usize,
    /// By address: the value in a slot.
    pub(super) held: BTreeMap<ValueId, ValueId>,
    /// By result of a load: the value for which it stands.
    pub(super) stands: BTreeMap<ValueId, ValueId>,
    /// The values in slots.
    pub(super) values: BTreeSet<ValueId>,
}

impl Slots {
    pub(super) fn find(
        module: &Module,
        source: &Function,
        made: &Function,
        pad: &Pad,
    ) -> Result<Slots, Violation> {
        const RULE: &str = "J5";
        let entry = BlockId::new(0);
        let mut addresses = BTreeMap::new();
        for &inst in &made.blocks[entry].insts {
            let inst = &made.insts[inst];
            let is_new = |own: &ValueId| own.index() >= source.values.len();
            if let Op::Alloca { ty, count, .. } = &inst.op
                && let Some(address) = inst.result.filter(is_new)
            {
                let is_one = number(module, *count) == Some(1);
                holds(is_one, entry, RULE, "a slot is not for a single value")?;
                addresses.insert(address, *ty);
            }
        }
        let variable = addresses.remove(&pad.variable);
        let has_variable = variable.and_then(|ty| module.types.int_width(ty)) == Some(32);
        holds(
            has_variable,
            entry,
            RULE,
            "calls of the function are not distinguished",
        )?;
        let mut slots = Slots {
            addresses,
            values_before: source.values.len(),
            held: BTreeMap::new(),
            stands: BTreeMap::new(),
            values: BTreeSet::new(),
        };
        for (id, block) in made.blocks.iter() {
            for &inst in &block.insts {
                let Op::Store {
                    value: Operand::Value(value),
                    pointer: Operand::Value(slot),
                    ..
                } = made.insts[inst].op
                else {
                    continue;
                };
                let Some(&ty) = slots.addresses.get(&slot) else {
                    continue;
                };
                let is_own = made.value_type(value) == ty;
                holds(
                    is_own,
                    id,
                    RULE,
                    "the type of a slot is not the type of its value",
                )?;
                let is_only = slots.held.get(&slot).is_none_or(|&held| held == value);
                holds(is_only, id, RULE, "a slot holds several values")?;
                slots.held.insert(slot, value);
                slots.values.insert(value);
            }
        }
        for (id, block) in made.blocks.iter() {
            for &inst in &block.insts {
                let Inst { op, result, .. } = &made.insts[inst];
                if let Op::Load {
                    pointer: Operand::Value(slot),
                    ..
                } = op
                    && let Some(&ty) = slots.addresses.get(slot)
                {
                    let own = result.filter(|&result| made.value_type(result) == ty);
                    let value = slots.held.get(slot).zip(own);
                    let Some((&value, result)) = value else {
                        return wrong(id, RULE, "the loaded value differs from the stored value");
                    };
                    slots.stands.insert(result, value);
                }
            }
        }
        Ok(slots)
    }

    /// Tells whether an instruction is not in the source.
    pub(super) fn is_new(&self, inst: &Inst) -> bool {
        let is_new = |own: ValueId| own.index() >= self.values_before;
        inst.result.is_some_and(is_new)
            || matches!(inst.op, Op::Store { pointer: Operand::Value(slot), .. } if self.addresses.contains_key(&slot))
    }

    /// The operand of the source for which this one stands.
    pub(super) fn of_source(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) => {
                Operand::Value(self.stands.get(&value).copied().unwrap_or(value))
            }
            constant => constant,
        }
    }
}
