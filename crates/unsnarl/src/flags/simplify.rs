//! Removal of flags: known conditions, stores that no test reads, and parts that may move, in turn.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`simplified`] and [`joined`].
//! *Cost:* O(steps + terms) for each batch of 64 flags and each round. [`ROOM`] limits the total,
//! so it is linear whatever the number of flags.
//! *Limits:* once the room is used up, the remaining flags stay unchanged.

use super::batch::{Batch, Span};
use super::live::Live;
use super::tape::{ENDS, Place, Tape};
use super::thread::thread;
use super::three;
use super::values::{Fact, Values};
use super::webs::separate;
use crate::program::{Program, Step, Term};

/// The greatest number of rounds. Two are usual.
const ROUNDS: usize = 32;
/// The greatest number of items that all rounds together read, for each item of the tape. It is the
/// number of batches of flags if each spans the whole tape; smaller spans allow more batches.
const ROOM: usize = 256;

/// Removes stores to flags that no test reads, and tests of conditions whose values are known.
pub(crate) fn simplified(program: Program) -> Program {
    changed(program, |_| false)
}

/// Does the same as [`simplified`]. Also, if a test comes directly after the bracket whose arms
/// decide it, moves its arms there.
pub(crate) fn joined(program: Program) -> Program {
    changed(program, thread)
}

fn changed(program: Program, thread: impl Fn(&mut Tape) -> bool) -> Program {
    let sets = |(_, step): (_, Step)| matches!(step, Step::Set(..));
    if !program.steps().any(sets) {
        return program;
    }
    let mut tape = Tape::new(&program);
    let mut known = Known {
        values: Values::new(&tape),
        live: Live::new(&tape),
        room: ROOM * tape.len(),
    };
    for round in 0..ROUNDS {
        let is_changed = thread(&mut tape);
        if !is_changed && round > 0 {
            break;
        }
        known.leave_out(&mut tape);
    }
    separate(&mut tape, &mut known.values, &mut known.live);
    match tape.is_changed {
        true => tape.written(),
        false => program,
    }
}

/// The facts about a tape.
struct Known {
    values: Values,
    live: Live,
    /// The number of items that may still be read.
    room: usize,
}

impl Known {
    /// Removes stores that no test reads, and decided tests.
    fn leave_out(&mut self, tape: &mut Tape) {
        for _ in 0..ROUNDS {
            let flags = tape.take_dirty();
            if !flags.contains(&true) {
                break;
            }
            let mut batch = Batch::first(tape, &flags);
            let is_whole = batch.is_whole();
            let mut cuts = false;
            for _ in 0..batch.count() {
                let Some(left) = self.room.checked_sub(batch.length(tape)) else {
                    return;
                };
                self.room = left;
                cuts |= self.leave_out_of(tape, &batch);
                batch.advance();
            }
            if is_whole {
                // One pass over all flags has handled everything that became less used.
                tape.take_dirty();
            } else if cuts {
                self.leave_out_of(tape, &Batch::empty(tape));
            }
            if batch.count() == 0 || is_whole {
                break;
            }
        }
    }

    /// Removes the items that the analyses of a batch of flags found needless, and tells whether
    /// some item is no longer reached or some test is decided.
    fn leave_out_of(&mut self, tape: &mut Tape, batch: &Batch) -> bool {
        if !self.values.find(tape, batch) {
            return false;
        }
        simplify_conditions(tape, batch, &self.values);
        let has_live = self.live.find(tape, batch, &self.values);
        let Some(Span { first, last, .. }) = batch.span(tape) else {
            return false;
        };
        let (mut cuts, end) = (false, tape.order(last));
        let mut at = first;
        while at != ENDS && tape.order(at) <= end {
            let fact = self.values.facts[at];
            cuts |= !fact.is_reached || fact.decided.is_some();
            at = leave_out_at(tape, at, fact, has_live && self.live.idle[at]);
        }
        cuts
    }
}

/// Removes flags with known values from conditions.
fn simplify_conditions(tape: &mut Tape, batch: &Batch, values: &Values) {
    for &(test, state) in &values.tests {
        let known = |flag| batch.bit(flag).and_then(|bit| state.value(bit));
        let is_known = |term: &Term| matches!(term, Term::Flag(flag) if known(*flag).is_some());
        let terms = tape.condition(test);
        if terms.len() == 1 || !terms.iter().any(is_known) {
            continue;
        }
        if let Err(terms) = three::simplified(terms, known) {
            tape.touch(test);
            tape.set_condition(test, &terms);
        }
    }
}

/// Removes an item if it is needless, and gives the next item.
fn leave_out_at(tape: &mut Tape, at: Place, fact: Fact, is_idle: bool) -> Place {
    let step = tape.step(at);
    if matches!(step, Some(Step::Arm(_) | Step::End)) {
        return tape.next(at);
    }
    if !fact.is_reached || is_idle {
        let opens = step.is_some_and(Step::opens);
        let last = if opens { tape.mate(at) } else { at };
        let next = tape.next(last);
        tape.drop((at, last));
        return next;
    }
    match fact.decided {
        Some(value) => tape.unwrap(at, value),
        None => tape.next(at),
    }
}
