//! Flags that are looked at together.
//!
//! *Needs:* a [`Tape`]. *Gives:* [`Batch`]: a bit of a word for each of up to 64 flags.
//! *Cost:* O(items + terms) to number the flags.
//!
//! Flags are numbered as they come, so those of a batch are near each other.

use super::tape::{ENDS, Item, Tape};
use crate::ids::{FlagId, Id};
use crate::program::{Step, Term};
use alloc::vec;
use alloc::vec::Vec;

/// How many flags there are in a batch.
const FLAGS: u32 = u64::BITS;
const NONE: u32 = u32::MAX;

pub(super) struct Batch {
    numbers: Vec<u32>,
    flags: Vec<FlagId>,
    batch: u32,
}

impl Batch {
    /// Gives the first batch of the flags that are set or tested.
    pub(super) fn first(tape: &Tape) -> Batch {
        let mut batch = Batch {
            numbers: vec![NONE; tape.program.flag_count()],
            flags: Vec::new(),
            batch: 0,
        };
        let mut at = tape.next(ENDS);
        while at != ENDS {
            match tape.item(at) {
                Item::Step(Step::Set(flag, _)) => batch.number(flag),
                Item::Step(Step::Test(..)) => tape.condition(at).iter().for_each(|term| {
                    if let Term::Flag(flag) = term {
                        batch.number(*flag);
                    }
                }),
                _ => {}
            }
            at = tape.next(at);
        }
        batch
    }

    fn number(&mut self, flag: FlagId) {
        let number = &mut self.numbers[flag.index()];
        if *number == NONE {
            *number = self.flags.len() as u32;
            self.flags.push(flag);
        }
    }

    /// Goes on to the flags after these.
    pub(super) fn advance(&mut self) {
        self.batch += 1;
    }

    /// Gives how many flags there are in all batches.
    pub(super) fn total(&self) -> usize {
        self.flags.len()
    }

    /// Gives how many batches there are.
    pub(super) fn count(&self) -> usize {
        self.flags.len().div_ceil(FLAGS as usize)
    }

    /// Gives the bit of a flag, if it is in the batch.
    pub(super) fn bit(&self, flag: FlagId) -> Option<u64> {
        let number = self.numbers[flag.index()];
        (number / FLAGS == self.batch).then(|| 1 << (number % FLAGS))
    }

    /// Gives the flag of the bit with a number.
    pub(super) fn flag(&self, bit: u32) -> FlagId {
        self.flags[(self.batch * FLAGS + bit) as usize]
    }

    /// Gives the bits of the flags of a condition.
    pub(super) fn bits(&self, terms: &[Term]) -> u64 {
        let bits = terms.iter().map(|term| match term {
            Term::Flag(flag) => self.bit(*flag).unwrap_or(0),
            _ => 0,
        });
        bits.fold(0, |all, bit| all | bit)
    }
}
