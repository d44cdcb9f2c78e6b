//! The values before the first round of a loop.
//!
//! *Needs:* a function, how its conditions are written, and the tests of the branches above the
//! loop. *Gives:* [`FirstRound`]: the values, before the first round, of the variables that a
//! condition reads, and whether two expressions are then the same.
//! *Cost:* O([`LARGEST`]) for a condition.

use super::comparison::Bits;
use super::effect::{Effect, effect_of};
use super::fold::Fate;
use super::guards::{Fact, Given};
use crate::function::{Definition, Phi};
use crate::id::{BlockId, ConstId, Id, InstId, TypeId};
use crate::inst::{Op, Operand};
use crate::ops::BinaryOp;

/// The maximum number of parts of two expressions that are compared.
pub(super) const LARGEST: usize = 24;

/// A value, either as it is written or as it is.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) operand: Operand,
    /// Whether it is read through its variable before the first round.
    pub(super) is_written: bool,
}

/// A loop that is entered by one edge and repeated by one edge.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) header: BlockId,
    pub(super) from: BlockId,
}

impl Seen {
    pub(super) fn written(operand: Operand) -> Self {
        Seen {
            operand,
            is_written: true,
        }
    }

    pub(super) fn known(operand: Operand) -> Self {
        Seen {
            operand,
            is_written: false,
        }
    }

    pub(super) fn with(self, operand: Operand) -> Self {
        Seen { operand, ..self }
    }
}

pub(super) struct FirstRound<'a> {
    pub(super) of: &'a Given<'a>,
    pub(super) entry: Entry,
    pub(super) facts: Vec<Fact>,
}

impl FirstRound<'_> {
    /// Tells whether everything that a condition reads is available before the first round:
    /// variables have their values, and memory is read only where it has been read before.
    pub(super) fn is_there(&self, condition: Seen) -> bool {
        let mut work = vec![condition];
        let mut is_there = true;
        let (mut branches, mut reads) = (false, false);
        for _ in 0..LARGEST {
            let Some(seen) = work.pop() else {
                return is_there && !(branches && reads);
            };
            let Some(seen) = self.resolved(seen) else {
                return false;
            };
            if !seen.is_written {
                continue;
            }
            let Some((inst, op)) = self.inst(seen) else {
                continue;
            };
            match effect_of(self.of.module, &self.of.function.insts[inst]) {
                Effect::None => {}
                Effect::Reads => reads = true,
                Effect::Acts | Effect::Hint => is_there = false,
            }
            branches |= matches!(
                op,
                Op::Select { .. }
                    | Op::Binary {
                        op: BinaryOp::And | BinaryOp::Or,
                        ..
                    }
            );
            op.each_operand(|operand| work.push(seen.with(operand)));
        }
        false
    }

    /// The value of a variable before the first round; nothing if it is not known.
    pub(super) fn resolved(&self, seen: Seen) -> Option<Seen> {
        let Operand::Value(value) = seen.operand else {
            return Some(Seen::known(seen.operand));
        };
        if !seen.is_written {
            return Some(seen);
        }
        let Entry { header, from } = self.entry;
        let function = self.of.function;
        let webs = self.of.webs;
        let phis = &function.blocks[header].phis;
        let is_own = |phi: &&Phi| webs.first(phi.result) == webs.first(value);
        let own: Vec<&Phi> = phis.iter().filter(is_own).collect();
        match own[..] {
            [] => {}
            [phi] => return phi.operand(from).map(Seen::known),
            _ => return None,
        }
        match function.values[value].definition {
            Definition::Inst(inst) if self.of.folding.fate(inst) == Fate::Folded => Some(seen),
            Definition::Parameter(_) => Some(Seen::known(seen.operand)),
            Definition::Inst(inst) => {
                let (home, _) = self.of.schedule.place(inst)?;
                self.is_before(home).then_some(Seen::known(seen.operand))
            }
            Definition::Phi(home, _) | Definition::Terminator(home) => {
                self.is_before(home).then_some(Seen::known(seen.operand))
            }
        }
    }

    /// Tells whether names assigned in a block have their values when the loop is entered.
    fn is_before(&self, home: BlockId) -> bool {
        self.of.flow.dominates(home, self.entry.from)
    }

    pub(super) fn inst(&self, seen: Seen) -> Option<(InstId, &Op)> {
        let Operand::Value(value) = seen.operand else {
            return None;
        };
        match self.of.function.values[value].definition {
            Definition::Inst(inst) => Some((inst, &self.of.function.insts[inst].op)),
            _ => None,
        }
    }

    /// Tells whether a value that a branch has tested is the same as a value before the first
    /// round.
    pub(super) fn is_same(&self, fact: &Fact, asked: Seen, seen: Seen, parts: &mut usize) -> bool {
        let Some(seen) = self.resolved(seen) else {
            return false;
        };
        if !spend(parts) {
            return false;
        }
        if !seen.is_written && asked.operand == seen.operand {
            return true;
        }
        if let (Some(one), Some(other)) = (self.constant(asked), self.constant(seen)) {
            return one == other;
        }
        let (Some((inst, one)), Some((_, other))) = (self.inst(asked), self.inst(seen)) else {
            return false;
        };
        if !self.may_repeat(fact, inst) {
            return false;
        }
        let (mut one_shape, mut other_shape) = (one.clone(), other.clone());
        let (mut own, mut others) = (Vec::new(), Vec::new());
        let hole = Operand::Const(ConstId::new(0));
        one_shape.each_operand_mut(|operand| own.push(std::mem::replace(operand, hole)));
        other_shape.each_operand_mut(|operand| others.push(std::mem::replace(operand, hole)));
        one_shape == other_shape
            && own.len() == others.len()
            && self.result_type(asked) == self.result_type(seen)
            && own
                .into_iter()
                .zip(others)
                .all(|(one, other)| self.is_same(fact, Seen::known(one), seen.with(other), parts))
    }

    fn result_type(&self, seen: Seen) -> TypeId {
        self.of.module.operand_type(self.of.function, seen.operand)
    }

    /// Tells whether an instruction gives the same result at the entry of the loop as it did
    /// before.
    fn may_repeat(&self, fact: &Fact, inst: InstId) -> bool {
        let data = &self.of.function.insts[inst];
        match effect_of(self.of.module, data) {
            Effect::None => !matches!(data.op, Op::Freeze(_)),
            Effect::Reads => {
                let place = self.of.schedule.place(inst);
                let Some((home, place)) = place.filter(|_| fact.is_quiet) else {
                    return false;
                };
                let rest = &self.of.schedule.insts(home)[place..];
                home == fact.block
                    && matches!(data.op, Op::Load { .. })
                    && !rest.iter().any(|&inst| self.of.acts(inst))
            }
            Effect::Acts | Effect::Hint => false,
        }
    }

    pub(super) fn truth(&self, seen: Seen) -> Option<bool> {
        self.constant(seen).map(|bits| bits.is_true())
    }

    pub(super) fn constant(&self, seen: Seen) -> Option<Bits> {
        match seen.operand {
            Operand::Const(constant) => Bits::of(self.of.module, constant),
            Operand::Value(_) => None,
        }
    }
}

/// Takes one part from the budget of comparisons; tells whether there was one.
pub(super) fn spend(parts: &mut usize) -> bool {
    let is_left = *parts > 0;
    *parts = parts.saturating_sub(1);
    is_left
}
