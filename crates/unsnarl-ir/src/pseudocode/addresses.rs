//! Addresses that are written at each of their uses.
//!
//! *Needs:* a function with its uses, its webs, and where instructions are written.
//! *Gives:* [`Addresses`]. *Cost:* O(function · log).
//!
//! Optimisers compute the address of a field once, for a load and a store, or before a loop. The
//! source names the field instead:
//!
//! ```text
//! count = &p->count                p->count = p->count + 1
//! *count = *count + 1       ->     while p->count != n {
//! while *count != n {
//! ```
//!
//! An address that is used several times, or in another block, is written at each use if it is
//! short: all of its indices but at most one are constants, and its parts have names. Each of these
//! names must mean the same at all uses. It does if it is neither a phi nor in a
//! [web](super::webs), because then it is assigned once. Otherwise all uses must be instructions of
//! the same block, and nothing may assign to it between the address and the last of them.
//!
//! *Limits:* an address that has a name in the source keeps it.

use super::accesses::Accesses;
use super::facts::Facts;
use super::uses::User;
use crate::function::Definition;
use crate::id::{BlockId, IdMap, InstId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::types::Type;

/// By instruction: whether it is an address that is written at each of its uses.
pub(super) struct Addresses(IdMap<InstId, bool>);

impl Addresses {
    pub(super) fn find(facts: &Facts<'_>, accesses: &IdMap<BlockId, Accesses>) -> Self {
        let function = facts.function;
        let mut found = Addresses(IdMap::filled(function.insts.len(), false));
        // In this order the parts of an address come before it.
        for &id in facts.flow.order() {
            for (place, &inst) in facts.schedule.insts(id).iter().enumerate() {
                found.0[inst] = !facts.uses.is_omitted(inst)
                    && found.is_short(facts, inst)
                    && is_far(facts, inst, id)
                    && is_same_everywhere(facts, &accesses[id], inst, (id, place));
            }
        }
        found
    }

    pub(super) fn has(&self, inst: InstId) -> bool {
        self.0[inst]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = InstId> {
        self.0.iter().filter(|(_, has)| **has).map(|(inst, _)| inst)
    }

    /// Calls `visit` with the values that an instruction reads, as it is written: an address among
    /// its operands is replaced by the address's parts.
    pub(super) fn each_read(&self, facts: &Facts<'_>, inst: &Inst, mut visit: impl FnMut(ValueId)) {
        let function = facts.function;
        each_value(inst, |value| match function.values[value].definition {
            Definition::Inst(by) if self.has(by) => each_value(&function.insts[by], &mut visit),
            _ => visit(value),
        });
    }

    /// Tells whether an instruction is a short address made of names.
    fn is_short(&self, facts: &Facts<'_>, inst: InstId) -> bool {
        let function = facts.function;
        let data = &function.insts[inst];
        let (Op::Gep { indices, .. }, Some(result)) = (&data.op, data.result) else {
            return false;
        };
        let is_vector = matches!(
            facts.module.types.get(function.value_type(result)),
            Type::Vector { .. }
        );
        let unknown = indices
            .iter()
            .filter(|index| matches!(index, Operand::Value(_)));
        let mut is_long = unknown.count() > 1;
        each_value(data, |value| {
            let definition = function.values[value].definition;
            is_long |= matches!(definition, Definition::Inst(by) if self.has(by));
        });
        let has_name = facts.variables.source(result).is_some() || facts.webs.is_shared(result);
        !is_vector && !is_long && !has_name
    }
}

/// Tells whether an instruction is used several times, or in another block than its own.
fn is_far(facts: &Facts<'_>, inst: InstId, home: BlockId) -> bool {
    let Some(result) = facts.function.insts[inst].result else {
        return false;
    };
    match *facts.uses.of(result) {
        [] => false,
        [User::End(block) | User::Edge(block)] => block != home,
        [User::Inst(user)] => facts
            .schedule
            .place(user)
            .is_some_and(|(block, _)| block != home),
        _ => true,
    }
}

/// Tells whether the parts of an address have the same values at all its uses.
fn is_same_everywhere(
    facts: &Facts<'_>,
    accesses: &Accesses,
    inst: InstId,
    (home, place): (BlockId, usize),
) -> bool {
    let function = facts.function;
    let data = &function.insts[inst];
    let mut changing = Vec::new();
    each_value(data, |value| {
        let is_phi = matches!(function.values[value].definition, Definition::Phi(..));
        if is_phi || facts.webs.is_shared(value) {
            changing.push(facts.webs.first(value));
        }
    });
    if changing.is_empty() {
        return true;
    }
    let users = data.result.map_or(&[][..], |result| facts.uses.of(result));
    users.iter().all(|user| match *user {
        User::Inst(user) => facts.schedule.place(user).is_some_and(|(block, at)| {
            let is_kept = |&first: &ValueId| !accesses.assigns(first, place, at);
            block == home && at > place && changing.iter().all(is_kept)
        }),
        User::End(_) | User::Edge(_) => false,
    })
}

fn each_value(inst: &Inst, mut visit: impl FnMut(ValueId)) {
    inst.op.each_operand(|operand| {
        if let Operand::Value(value) = operand {
            visit(value);
        }
    });
}
