//! Which instructions are written inside the expression that uses them.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`], with its variables, its webs, and
//! where instructions are written.
//! *Gives:* [`Folding`].
//! *Cost:* O(function · log).
//!
//! An instruction is folded if it has a result, one use, and that use is in the same block, in what
//! the block decides by, or in a copy on an edge out of it. It is then computed where the statement
//! or decision around it is, its *root*, so between its place and that of the root
//! - nothing may assign to a variable that it reads,
//! - nothing may write memory, if it reads that; to a private variable only its own stores do,
//! - nothing may read or write memory at all, if it is a call. What it takes as arguments is then
//!   as if it were computed where the call was. A switch that may be written as several comparisons
//!   does not hold a call.
//!
//! *Limits:* an expression holds at most [`LARGEST`] instructions; what is farther from its root
//! gets a name. What shares a variable with other values is a statement.

use std::collections::{BTreeMap, BTreeSet};

use super::effect::{Effect, effect_of};
use super::schedule::Schedule;
use super::uses::{User, Uses};
use super::variables::Variables;
use super::webs::Webs;
use crate::function::Function;
use crate::id::{BlockId, IdMap, InstId, ValueId};
use crate::inst::{Inst, Op, Operand};
use crate::module::Module;
use crate::terminator::Terminator;
use crate::types::Type;

/// How many instructions an expression holds at most.
pub(super) const LARGEST: u32 = 12;

/// What becomes of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is a statement of its own.
    Statement,
    /// It is written where it is used.
    Folded,
    /// It is left out.
    Omitted,
}

pub(super) struct Folding {
    fates: IdMap<InstId, Fate>,
}

/// What decides about folding.
pub(super) struct Facts<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    pub(super) variables: &'a Variables,
    pub(super) uses: &'a Uses,
    pub(super) schedule: &'a Schedule,
    pub(super) webs: &'a Webs,
}

/// Where an instruction is computed.
#[derive(Clone, Copy)]
struct Root {
    /// The place of the statement around it.
    statement: usize,
    /// The place from which what it reads in memory is as there.
    memory: usize,
    /// Which weight it adds to.
    weight: usize,
}

impl Folding {
    pub(super) fn find(facts: &Facts<'_>) -> Self {
        let function = facts.function;
        let fates: Vec<Fate> = function
            .insts
            .iter()
            .map(|(inst, _)| match facts.uses.is_omitted(inst) {
                true => Fate::Omitted,
                false => Fate::Statement,
            })
            .collect();
        let mut folding = Folding {
            fates: IdMap::from_values(fates),
        };
        for id in function.blocks.keys() {
            folding.fold(facts, id);
        }
        folding
    }

    pub(super) fn fate(&self, inst: InstId) -> Fate {
        self.fates[inst]
    }

    /// Folds the instructions of a block, from its end.
    fn fold(&mut self, facts: &Facts<'_>, id: BlockId) {
        let insts = facts.schedule.insts(id);
        let mut walk = Walk {
            facts,
            accesses: Accesses::find(facts, id),
            roots: Vec::with_capacity(insts.len()),
            weights: vec![0; insts.len() + 1],
            repeats_end: may_compare(&facts.function.blocks[id].terminator),
        };
        let own = (0..insts.len()).map(|place| Root {
            statement: place,
            memory: place,
            weight: place,
        });
        walk.roots.extend(own);
        for (place, &inst) in insts.iter().enumerate().rev() {
            let Some(user) = self.candidate(facts, inst) else {
                continue;
            };
            let end = insts.len();
            let root = match user {
                User::Inst(user) => facts
                    .schedule
                    .place(user)
                    .filter(|&(home, _)| home == id)
                    .map(|(_, place)| walk.roots[place]),
                User::End(home) => (home == id).then_some(Root {
                    statement: end,
                    memory: end,
                    weight: end,
                }),
                User::Edge(home) if home == id => {
                    walk.weights.push(0);
                    Some(Root {
                        statement: end + 1,
                        memory: end + 1,
                        weight: walk.weights.len() - 1,
                    })
                }
                User::Edge(_) => None,
            };
            if root.is_some_and(|root| walk.takes(place, inst, root)) {
                self.fates[inst] = Fate::Folded;
            }
        }
    }

    /// The one use of an instruction that may be folded.
    fn candidate(&self, facts: &Facts<'_>, inst: InstId) -> Option<User> {
        let data = &facts.function.insts[inst];
        let result = data.result?;
        let is_foldable = match effect_of(facts.module, data) {
            Effect::None | Effect::Reads => true,
            Effect::Acts => is_call(facts, data),
            Effect::Hint => false,
        };
        (self.fates[inst] == Fate::Statement && is_foldable && !facts.webs.is_shared(result))
            .then(|| facts.uses.single(result))
            .flatten()
    }
}

/// Tells whether a switch may be written as comparisons: it leads to two places.
fn may_compare(terminator: &Terminator) -> bool {
    let places: BTreeSet<BlockId> = terminator.successors().collect();
    matches!(terminator, Terminator::Switch { .. }) && places.len() == 2
}

/// Tells whether an instruction is a call with a result that is a value like others.
fn is_call(facts: &Facts<'_>, inst: &Inst) -> bool {
    let is_value = |result| {
        let ty = facts.function.value_type(result);
        *facts.module.types.get(ty) != Type::Token
    };
    matches!(inst.op, Op::Call(_)) && inst.result.is_some_and(is_value)
}

/// A walk of one block from its end.
struct Walk<'a> {
    facts: &'a Facts<'a>,
    accesses: Accesses,
    /// For each instruction where it is computed.
    roots: Vec<Root>,
    /// How many instructions each expression holds.
    weights: Vec<u32>,
    /// Whether what the block decides by may be written several times.
    repeats_end: bool,
}

impl Walk<'_> {
    /// Folds the instruction at `place` into the expression at a root, if it may be there.
    fn takes(&mut self, place: usize, inst: InstId, root: Root) -> bool {
        let facts = self.facts;
        let data = &facts.function.insts[inst];
        let effect = effect_of(facts.module, data);
        let is_late = match effect {
            Effect::Reads => self.is_written(data, place, root.memory),
            Effect::Acts => {
                let end = self.roots.len() + usize::from(!self.repeats_end);
                root.statement >= end || self.accesses.any(place, root.memory)
            }
            Effect::None | Effect::Hint => false,
        };
        if is_late
            || self.weights[root.weight] + 1 >= LARGEST
            || self.is_overwritten(data, place, root.statement)
        {
            return false;
        }
        self.weights[root.weight] += 1;
        self.roots[place] = Root {
            memory: if effect == Effect::Acts {
                place
            } else {
                root.memory
            },
            ..root
        };
        true
    }

    /// Tells whether a variable that an instruction reads is assigned to between two places.
    fn is_overwritten(&self, inst: &Inst, from: usize, to: usize) -> bool {
        let mut found = false;
        inst.op.each_operand(|operand| {
            if let Operand::Value(value) = operand {
                let first = self.facts.webs.first(value);
                found |= is_between(self.accesses.webs.get(&first), from, to);
            }
        });
        found
    }

    /// Tells whether what a load reads may be written between two places.
    fn is_written(&self, inst: &Inst, from: usize, to: usize) -> bool {
        let Op::Load { pointer, .. } = inst.op else {
            return true;
        };
        match self.facts.variables.at(self.facts.function, pointer) {
            Some((variable, data)) if data.is_private => {
                is_between(self.accesses.variables.get(&variable), from, to)
            }
            _ => self.accesses.writes[to] > self.accesses.writes[from + 1],
        }
    }
}

/// Where a block accesses memory, and assigns to variables that several values share.
struct Accesses {
    /// How many instructions before each place write memory.
    writes: Vec<u32>,
    /// How many of them read or write anything that a call may, or write a private variable.
    accesses: Vec<u32>,
    /// The places of the stores into private variables.
    variables: BTreeMap<InstId, Vec<usize>>,
    /// By the first value of a web, where it is assigned to.
    webs: BTreeMap<ValueId, Vec<usize>>,
}

impl Accesses {
    fn find(facts: &Facts<'_>, id: BlockId) -> Self {
        let mut found = Accesses {
            writes: vec![0],
            accesses: vec![0],
            variables: BTreeMap::new(),
            webs: BTreeMap::new(),
        };
        let insts = facts.schedule.insts(id);
        let (mut writes, mut accesses) = (0, 0);
        for (place, &inst) in insts.iter().enumerate() {
            let data = &facts.function.insts[inst];
            let own = own_variable(facts, data);
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
    fn any(&self, from: usize, to: usize) -> bool {
        self.accesses[to] > self.accesses[from + 1]
    }
}

/// Tells whether one of some ascending places is between two others.
fn is_between(places: Option<&Vec<usize>>, from: usize, to: usize) -> bool {
    let places = places.map_or(&[][..], Vec::as_slice);
    let next = places.partition_point(|&place| place <= from);
    places.get(next).is_some_and(|&place| place < to)
}

/// The private variable that a load or a store accesses.
fn own_variable(facts: &Facts<'_>, inst: &Inst) -> Option<InstId> {
    match inst.op {
        Op::Load { pointer, .. } | Op::Store { pointer, .. } => facts
            .variables
            .at(facts.function, pointer)
            .filter(|(_, data)| data.is_private)
            .map(|(variable, _)| variable),
        _ => None,
    }
}
