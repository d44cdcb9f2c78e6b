//! The accesses of a block to memory, and its assignments to variables.
//!
//! *Needs:* a block with its variables, its webs, and where its instructions are written.
//! *Gives:* [`Accesses`]. *Cost:* O(block · log), and O(1) or O(log) for a query.

use std::collections::BTreeMap;

use super::effect::{Effect, effect_of};
use super::facts::Facts;
use crate::id::{BlockId, InstId, ValueId};
use crate::inst::{Inst, Op};
use crate::terminator::Terminator;

/// The accesses of a block to memory, and its assignments to variables that several values share.
pub(super) struct Accesses {
    /// For each place: the number of instructions before it that write memory.
    writes: Vec<u32>,
    /// The number of instructions before it that read or write memory that a call may access, or
    /// write a private variable.
    accesses: Vec<u32>,
    /// The places of calls that return twice: other stores may have run before a second return.
    again: Vec<usize>,
    /// The places of the stores into private variables.
    variables: BTreeMap<InstId, Vec<usize>>,
    /// By the first value of a web: the places of assignments to it.
    webs: BTreeMap<ValueId, Vec<usize>>,
}

impl Accesses {
    pub(super) fn find(facts: &Facts<'_>, id: BlockId) -> Self {
        let mut found = Accesses {
            writes: vec![0],
            accesses: vec![0],
            again: Vec::new(),
            variables: BTreeMap::new(),
            webs: BTreeMap::new(),
        };
        let insts = facts.schedule.insts(id);
        let (mut writes, mut accesses) = (0, 0);
        for (place, &inst) in insts.iter().enumerate() {
            let data = &facts.function.insts[inst];
            let own = own_variable(facts, data);
            if matches!(&data.op, Op::Call(call) if facts.module.returns_twice(call)) {
                found.again.push(place);
            }
            match effect_of(facts.module, data) {
                Effect::Acts if matches!(data.op, Op::Alloca { .. }) => accesses += 1,
                Effect::Acts => {
                    accesses += 1;
                    match own {
                        Some(variable) => found.variables.entry(variable).or_default().push(place),
                        None => writes += 1,
                    }
                }
                Effect::Reads if own.is_none() && !facts.uses.is_omitted(inst) => accesses += 1,
                _ => {}
            }
            found.writes.push(writes);
            found.accesses.push(accesses);
            found.assigned(facts, data.result, place);
        }
        let terminator = &facts.function.blocks[id].terminator;
        let acts = !matches!(
            terminator,
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        found.writes.push(writes + u32::from(acts));
        found.assigned(facts, terminator.result(), insts.len());
        found
    }

    fn assigned(&mut self, facts: &Facts<'_>, result: Option<ValueId>, place: usize) {
        let shared = result.filter(|&result| facts.webs.is_shared(result));
        if let Some(result) = shared {
            let first = facts.webs.first(result);
            self.webs.entry(first).or_default().push(place);
        }
    }

    /// Tells whether anything is read or written between two places.
    pub(super) fn any(&self, from: usize, to: usize) -> bool {
        self.accesses[to] > self.accesses[from + 1]
    }

    /// Tells whether memory outside of private variables may be written between two places.
    pub(super) fn writes(&self, from: usize, to: usize) -> bool {
        self.writes[to] > self.writes[from + 1]
    }

    /// Tells whether a private variable may be stored to between two places.
    pub(super) fn stores(&self, variable: InstId, from: usize, to: usize) -> bool {
        let places = self.variables.get(&variable).map_or(&[][..], Vec::as_slice);
        is_between(places, from, to) || is_between(&self.again, from, to)
    }

    /// Tells whether a web, given by its first value, is assigned to between two places.
    pub(super) fn assigns(&self, first: ValueId, from: usize, to: usize) -> bool {
        let places = self.webs.get(&first).map_or(&[][..], Vec::as_slice);
        is_between(places, from, to)
    }
}

/// Tells whether one of some ascending places is between two others.
fn is_between(places: &[usize], from: usize, to: usize) -> bool {
    let next = places.partition_point(|&place| place <= from);
    places.get(next).is_some_and(|&place| place < to)
}

/// The private variable that a load or a store accesses.
fn own_variable(facts: &Facts<'_>, inst: &Inst) -> Option<InstId> {
    match inst.op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => facts
            .variables
            .at(facts.function, pointer)
            .filter(|(_, data)| data.is_private())
            .map(|(variable, _)| variable),
        _ => None,
    }
}
