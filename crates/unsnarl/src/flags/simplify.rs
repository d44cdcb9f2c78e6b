//! Fewer flags: what is known, what is idle, and what may move, in turn.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`simplified`] and [`joined`].
//! *Cost:* O(steps + terms) for each batch of 64 flags and each round, and for all of them together
//! no more than there is [`ROOM`] for: linear, whatever the number of flags.
//! *Limits:* where the room is used up flags stay as they are.

use super::batch::{Batch, Span};
use super::live::Live;
use super::tape::{ENDS, Place, Tape};
use super::thread::thread;
use super::three;
use super::values::{Fact, Values};
use super::webs::separate;
use crate::program::{Program, Step, Term};

/// How many rounds there are at most. Two are usual.
const ROUNDS: usize = 32;
/// How many items are looked at in all rounds together for each item of the tape: so many batches
/// of flags, or more if they matter in a part of it only.
const ROOM: usize = 256;

/// Leaves out what sets flags that nothing asks for, and tests of what is known.
pub(crate) fn simplified(program: Program) -> Program {
    changed(program, |_| false)
}

/// Does the same, and moves what is tested right after it was decided to where it was decided.
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

/// What is known of a tape.
struct Known {
    values: Values,
    live: Live,
    /// How many items may still be looked at.
    room: usize,
}

impl Known {
    /// Leaves out idle sets and decided tests.
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
                // Nothing is left of what is of less use.
                tape.take_dirty();
            } else if cuts {
                self.leave_out_of(tape, &Batch::empty(tape));
            }
            if batch.count() == 0 || is_whole {
                break;
            }
        }
    }

    /// Leaves out what is found about a batch of flags, and tells whether control no longer gets
    /// to something.
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

/// Leaves out of conditions what is known of flags.
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

/// Leaves an item out or not, and gives the next one.
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
