//! The order of effects.
//!
//! *Needs:* the instructions of a block in the order in which the target executes them.
//! *Gives:* [`Effects`]: whether that order is the function's, up to effects that commute, and
//! whether nothing is left out or done twice.
//! *Cost:* near-linear: an instruction is compared with those that overtook it, of which at most
//! [`MOST_OVERTAKING`] are accepted; reads are not compared with reads.

use std::collections::BTreeMap;

use super::bytes::Bytes;
use super::values::{Value, Values};
use crate::machine::{Inst, InstId};
use crate::op::effect::Effect;

/// The most effects that may overtake another one.
const MOST_OVERTAKING: usize = 64;

/// An effect that happened.
#[derive(Clone, Copy, Debug)]
struct Done {
    effect: Effect,
    /// Whether it may trap, and a program can rely on that.
    traps: bool,
    bytes: Option<Bytes>,
}

impl Done {
    /// Tells whether two effects, one of which is no read, may change places. Where a program
    /// traps, what came before has happened, and nothing else.
    fn commutes_with(&self, other: &Done) -> bool {
        let is_plain = |done: &Done| done.effect != Effect::Any && !done.traps;
        let are_plain = is_plain(self) && is_plain(other);
        match (self.bytes, other.bytes) {
            (Some(own), Some(other)) => are_plain && own.is_apart_from(&other),
            _ => false,
        }
    }
}

/// The effects of one run of a block. What may trap so that a program can rely on it is one, a read
/// at least.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    reads: BTreeMap<InstId, Done>,
    /// All others.
    writes: BTreeMap<InstId, Done>,
    kept: usize,
}

impl Effects {
    /// Tells that an instruction happens now.
    ///
    /// # Errors
    /// If it happened already, or something overtook it that does not commute with it.
    pub fn happens(
        &mut self,
        id: InstId,
        inst: &Inst,
        values: &Values,
        operands: &[Value],
    ) -> Result<(), String> {
        if self.has(id) {
            return Err(format!("'{}' happens twice", inst.op.name()));
        }
        let done = Done {
            effect: inst.effect,
            traps: inst.has_observable_trap(),
            bytes: Bytes::of(values, &inst.op, operands),
        };
        let is_read = !inst.effect.is_kept();
        // Reads commute with each other.
        let reads = (!is_read).then(|| self.reads.range(id..));
        let overtaking = self.writes.range(id..).chain(reads.into_iter().flatten());
        for (count, (_, before)) in overtaking.enumerate() {
            if count >= MOST_OVERTAKING || !done.commutes_with(before) {
                return Err(format!(
                    "'{}' happens after an effect with which it does not commute",
                    inst.op.name()
                ));
            }
        }
        self.kept += usize::from(inst.must_happen());
        let own = match is_read {
            true => &mut self.reads,
            false => &mut self.writes,
        };
        own.insert(id, done);
        Ok(())
    }

    /// Tells whether an instruction happened.
    pub fn has(&self, id: InstId) -> bool {
        self.reads.contains_key(&id) || self.writes.contains_key(&id)
    }

    /// How many effects happened that must.
    pub fn kept(&self) -> usize {
        self.kept
    }
}
