//! Tests directly after the bracket that decides them.
//!
//! *Needs:* a [`Tape`].
//! *Gives:* [`thread`], which moves the arms of such tests to the places where they are decided.
//! *Cost:* O(items + terms); [`ROOM`] limits the moves to many arms and the copies.
//! *Source:* the jump threading of optimisers, on structured code.
//! *Limits:* a part that would have to be copied stays, unless it is short and has only jumps and
//! stores. Only stores at the ends of arms count as known values.
//!
//! ```text
//! if a { f0 = true } else { f0 = false }      if a { f0 = true; b } else { f0 = false; c }
//! if f0 { b } else { c }                 ->
//! ```
//!
//! Brackets are visited from the last to the first, so that a part that moves into an arm has been
//! visited already.

use super::tape::{ENDS, Item, Place, Tape};
use super::three::{Scratch, value};
use crate::ids::FlagId;
use crate::program::Step;
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of items in a part that is copied: a store and a jump.
const MOST_COPIED: usize = 2;
/// The greatest number of items that are read before the end of an arm to find the values of flags
/// there.
const MOST_READ: usize = 32;
/// The greatest number of moves to an arm and of copied items, for each item of the tape.
const ROOM: usize = 8;

/// Moves the arms of tests to the places where the tests are decided, and tells whether there were
/// any.
pub(super) fn thread(tape: &mut Tape) -> bool {
    let mut threads = Threads {
        skips: vec![ENDS; tape.len()],
        room: ROOM * tape.len(),
        tape,
        known: Vec::new(),
        arms: Vec::new(),
        scratch: Scratch::default(),
    };
    let mut is_changed = false;
    let mut at = threads.tape.before(ENDS);
    while at != ENDS {
        if let Some(Step::End) = threads.tape.step(at) {
            while threads.join_next(at) {
                is_changed = true;
            }
        }
        at = match threads.skips.get(at) {
            Some(&skip) if skip != ENDS => skip,
            _ => threads.tape.before(at),
        };
    }
    is_changed
}

struct Threads<'w, 'p> {
    tape: &'w mut Tape<'p>,
    /// By the item that ends an arm: the item before the parts that have moved to the end of this
    /// arm.
    skips: Vec<Place>,
    /// The number of moves to an arm and of copied items that are still allowed.
    room: usize,
    known: Vec<(FlagId, bool)>,
    /// The arms of a bracket that reach its end, given by the items that end them, with the values
    /// of the test there.
    arms: Vec<(Place, bool)>,
    scratch: Scratch,
}

impl Threads<'_, '_> {
    /// Moves the arms of the test after the end of a bracket into the arms of this bracket, if each
    /// arm that reaches the test decides it, and no code has to be copied.
    fn join_next(&mut self, end: Place) -> bool {
        let [bracket, test] = [self.tape.mate(end), self.tape.next(end)];
        let opening = self.tape.step(bracket);
        let joins = opening.is_some_and(|step| step.has_arms() && step.bound_label().is_none());
        let is_test = matches!(self.tape.step(test), Some(Step::Test(_, None)));
        if !joins || !is_test || self.find_values(bracket, test).is_none() {
            return false;
        }
        let inside = [false, true].map(|value| self.tape.inside(self.tape.arm_for(test, value)));
        for value in [false, true] {
            let count = self.arms.iter().filter(|arm| arm.1 == value).count();
            if count == 0 {
                // The test is decided.
                return false;
            }
            if let Some(part) = inside[usize::from(value)]
                && count > 1
                && !self.may_copy(part, count)
            {
                return false;
            }
        }
        let Some(room) = self.room.checked_sub(self.arms.len()) else {
            return false;
        };
        self.room = room;
        self.tape.touch(test);
        inside
            .into_iter()
            .flatten()
            .for_each(|part| self.tape.touch_all(part));
        let behind = self.tape.next(self.tape.mate(test));
        self.tape.join(end, behind);
        let mut moved = [false; 2];
        for index in 0..self.arms.len() {
            let (arm_end, value) = self.arms[index];
            let Some(part) = inside[usize::from(value)] else {
                continue;
            };
            if let Some(skip @ &mut ENDS) = self.skips.get_mut(arm_end) {
                *skip = self.tape.before(arm_end);
            }
            match core::mem::replace(&mut moved[usize::from(value)], true) {
                false => self.tape.put(part, arm_end),
                true => self.copy(part, arm_end),
            }
        }
        true
    }

    /// Finds the values of a test at the ends of those arms of a bracket that reach the test.
    fn find_values(&mut self, bracket: Place, test: Place) -> Option<()> {
        self.arms.clear();
        let mut arm = self.tape.next(bracket);
        while arm != self.tape.mate(bracket) {
            let end = self.tape.mate(arm);
            let last = self.tape.step(self.tape.before(end));
            if !last.is_some_and(Step::diverts) {
                let value = self.value_behind(arm, end, test)?;
                self.arms.push((end, value));
            }
            arm = end;
        }
        Some(())
    }

    /// Gives the value of a test at the end of an arm, if the stores there determine it.
    fn value_behind(&mut self, arm: Place, end: Place, test: Place) -> Option<bool> {
        let terms = self.tape.condition(test);
        self.known.clear();
        let mut at = self.tape.before(end);
        for _ in 0..MOST_READ.max(terms.len()) {
            match self.tape.item(at) {
                Item::Step(Step::Set(flag, value)) => self.known.push((flag, value)),
                Item::Code(..) if at != arm => {}
                Item::Step(_) | Item::Code(..) => break,
            }
            at = self.tape.before(at);
        }
        let known = &self.known;
        value(terms, &mut self.scratch, |flag| {
            let last = known.iter().find(|&&(other, _)| other == flag);
            last.map(|&(_, value)| value)
        })
    }

    /// Tells whether a part may be written `count` times: it must be short and contain only stores
    /// to flags and jumps, and there must be room.
    fn may_copy(&mut self, (first, last): (Place, Place), count: usize) -> bool {
        let mut at = first;
        for length in 1..=MOST_COPIED {
            let step = self.tape.step(at);
            if !matches!(
                step,
                Some(Step::Set(..) | Step::Break(_) | Step::Continue(_))
            ) {
                return false;
            }
            if at == last {
                let room = self.room.checked_sub(length * (count - 1));
                self.room = room.unwrap_or(self.room);
                return room.is_some();
            }
            at = self.tape.next(at);
        }
        false
    }

    /// Inserts a copy of a part that has moved in front of the item that ends an arm.
    fn copy(&mut self, (first, last): (Place, Place), arm_end: Place) {
        let mut at = first;
        loop {
            self.tape.copy(at, arm_end);
            if at == last {
                return;
            }
            at = self.tape.next(at);
        }
    }
}
