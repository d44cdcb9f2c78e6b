//! The instructions that are written inside the expression that uses them.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`], with its variables, its webs, and
//! where instructions are written.
//! *Gives:* [`Folding`].
//! *Cost:* O(function · log).
//!
//! An instruction is folded if it has a result and a single use, and that use is in the same block,
//! in the decision of the block, or in a copy on an edge out of it. It is then computed where the
//! statement or decision around it, its *root*, is. So between its place and the place of the root
//! - nothing may assign to a variable that it reads,
//! - nothing may write memory, if it reads memory; only stores to a private variable count for that
//!   variable,
//! - nothing may read or write memory at all, if it is a call. Its arguments then have the values
//!   that they had where the call was. A switch that may be written as several comparisons does not
//!   hold a call, and neither does an expression that is not always computed, such as an arm of a
//!   `select`, or that the text of the instruction may omit, such as the operands of `fcmp true`.
//!
//! [Short addresses](super::addresses) are written at each of their uses.
//!
//! *Limits:* an expression holds at most [`LARGEST`] instructions; instructions farther from its
//! root get a name. An instruction whose result shares a variable with other values is a statement.

use std::collections::BTreeSet;

use super::accesses::Accesses;
use super::addresses::Addresses;
use super::effect::{Effect, effect_of};
use super::facts::Facts;
use super::uses::User;
use crate::id::{BlockId, IdMap, InstId};
use crate::inst::{Callee, Inst, Op, Operand};
use crate::ops::{BinaryOp, FloatPredicate};
use crate::terminator::Terminator;
use crate::types::Type;

/// Intrinsics whose operands may be written twice, or not at all.
const TAKEN_APART: [&str; 3] = [
    "llvm.is.constant.",
    "llvm.objectsize.",
    "llvm.load.relative.",
];

const DIVISIONS_AND_SHIFTS: [BinaryOp; 7] = [
    BinaryOp::UnsignedDiv,
    BinaryOp::SignedDiv,
    BinaryOp::UnsignedRem,
    BinaryOp::SignedRem,
    BinaryOp::ShiftLeft,
    BinaryOp::LogicalShiftRight,
    BinaryOp::ArithmeticShiftRight,
];

/// The maximum number of instructions in an expression.
pub(super) const LARGEST: u32 = 12;

/// The way in which an instruction is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// As a statement.
    Statement,
    /// Where it is used.
    Folded,
    /// Not at all.
    Omitted,
}

pub(super) struct Folding {
    fates: IdMap<InstId, Fate>,
}

/// The place where an instruction is computed.
#[derive(Clone, Copy)]
struct Root {
    /// The place of the enclosing statement.
    statement: usize,
    /// The place whose memory contents are the ones that it reads.
    memory: usize,
    /// The weight to which it adds.
    weight: usize,
    /// Whether it is computed whenever the enclosing statement is.
    is_certain: bool,
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
        let accesses: Vec<Accesses> = function
            .blocks
            .keys()
            .map(|id| Accesses::find(facts, id))
            .collect();
        let accesses = IdMap::from_values(accesses);
        let addresses = Addresses::find(facts, &accesses);
        for inst in addresses.iter() {
            folding.fates[inst] = Fate::Folded;
        }
        for (id, accesses) in accesses.iter() {
            folding.fold(facts, &addresses, accesses, id);
        }
        folding
    }

    pub(super) fn fate(&self, inst: InstId) -> Fate {
        self.fates[inst]
    }

    /// Folds the instructions of a block, from its end.
    fn fold(&mut self, facts: &Facts<'_>, addresses: &Addresses, accesses: &Accesses, id: BlockId) {
        let insts = facts.schedule.insts(id);
        let mut walk = Walk {
            facts,
            addresses,
            accesses,
            roots: Vec::with_capacity(insts.len()),
            weights: vec![0; insts.len() + 1],
            repeats_end: may_compare(&facts.function.blocks[id].terminator),
        };
        let own = (0..insts.len()).map(|place| Root {
            statement: place,
            memory: place,
            weight: place,
            is_certain: true,
        });
        walk.roots.extend(own);
        for (place, &inst) in insts.iter().enumerate().rev() {
            let Some(user) = self.candidate(facts, inst) else {
                continue;
            };
            let end = insts.len();
            let root = match user {
                User::Inst(user) if addresses.has(user) => None,
                User::Inst(user) => facts
                    .schedule
                    .place(user)
                    .filter(|&(home, _)| home == id)
                    .map(|(_, place)| {
                        let root = walk.roots[place];
                        let is_certain = root.is_certain && !may_skip(facts, user, inst);
                        Root { is_certain, ..root }
                    }),
                User::End(home) => (home == id).then_some(Root {
                    statement: end,
                    memory: end,
                    weight: end,
                    is_certain: true,
                }),
                User::Edge(home) if home == id => {
                    walk.weights.push(0);
                    Some(Root {
                        statement: end + 1,
                        memory: end + 1,
                        weight: walk.weights.len() - 1,
                        is_certain: true,
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

/// Tells whether a switch may be written as comparisons: it has two different targets.
fn may_compare(terminator: &Terminator) -> bool {
    let places: BTreeSet<BlockId> = terminator.successors().collect();
    matches!(terminator, Terminator::Switch { .. }) && places.len() == 2
}

/// Tells whether an instruction may be written in such a way that its operand made by another
/// instruction is not always computed, or computed more than once.
fn may_skip(facts: &Facts<'_>, user: InstId, made_by: InstId) -> bool {
    let function = facts.function;
    let result = function.insts[made_by].result.map(Operand::Value);
    match &function.insts[user].op {
        Op::Select { condition, .. } => result != Some(*condition),
        // Neither depends on its operands.
        Op::FloatCompare { predicate, .. } => {
            matches!(predicate, FloatPredicate::True | FloatPredicate::False)
        }
        // If there is only one bit, a valid distance or divisor leaves nothing to compute.
        Op::Binary { op, left, .. } => {
            let ty = facts.module.operand_type(function, *left);
            let is_bit = facts.module.types.int_width(ty) == Some(1);
            is_bit && DIVISIONS_AND_SHIFTS.contains(op)
        }
        // Elements without bytes do not move the address.
        Op::Gep {
            source,
            base,
            indices,
            ..
        } => {
            let address =
                facts
                    .layout
                    .address(facts.module, *source, *base, indices.iter().copied());
            result != Some(*base)
                && !address.is_ok_and(|address| {
                    address.terms.iter().any(|term| Some(term.index) == result)
                })
        }
        Op::Call(call) => match call.callee {
            Callee::Direct(id) => {
                let name = facts.module.intrinsic(id).unwrap_or_default();
                let first = call.arguments.first().map(|own| own.value);
                // An expected value has no effect, and a single bit has nowhere to move.
                name.starts_with("llvm.expect.") && first != result
                    || matches!(name, "llvm.fshl.i1" | "llvm.fshr.i1")
                    || TAKEN_APART.iter().any(|own| name.starts_with(own))
            }
            _ => false,
        },
        _ => false,
    }
}

/// Tells whether an instruction is a call with an ordinary result.
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
    addresses: &'a Addresses,
    accesses: &'a Accesses,
    /// For each instruction: the place where it is computed.
    roots: Vec<Root>,
    /// For each expression: the number of instructions in it.
    weights: Vec<u32>,
    /// Whether the decision of the block may be written several times.
    repeats_end: bool,
}

impl Walk<'_> {
    /// Folds the instruction at `place` into the expression at a root, if that is allowed.
    fn takes(&mut self, place: usize, inst: InstId, root: Root) -> bool {
        let facts = self.facts;
        let data = &facts.function.insts[inst];
        let effect = effect_of(facts.module, data);
        let is_late = match effect {
            Effect::Reads => self.is_written(data, place, root.memory),
            Effect::Acts => {
                let end = self.roots.len() + usize::from(!self.repeats_end);
                !root.is_certain || root.statement >= end || self.accesses.any(place, root.memory)
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
        self.addresses.each_read(self.facts, inst, |value| {
            let first = self.facts.webs.first(value);
            found |= self.accesses.assigns(first, from, to);
        });
        found
    }

    /// Tells whether the memory that a load reads may be written between two places.
    fn is_written(&self, inst: &Inst, from: usize, to: usize) -> bool {
        let Op::Load { pointer, .. } = inst.op else {
            return true;
        };
        match self.facts.variables.at(self.facts.function, pointer) {
            Some((variable, data)) if data.is_private() => self.accesses.stores(variable, from, to),
            _ => self.accesses.writes(from, to),
        }
    }
}
