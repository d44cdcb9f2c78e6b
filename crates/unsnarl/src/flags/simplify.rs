//! Fewer flags: what is known, what is idle, and what may move, in turn.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`simplified`] and [`joined`].
//! *Cost:* each of at most [`ROUNDS`] rounds takes O(steps + terms) for each batch of 64 flags, of
//! up to [`BATCHES`].

use super::batch::Batch;
use super::live::Live;
use super::tape::{ENDS, Place, Tape};
use super::thread::thread;
use super::three;
use super::values::Values;
use super::webs::separate;
use crate::program::{Program, Step, Term};

/// How many rounds there are at most. Two are usual.
const ROUNDS: usize = 32;
/// How many batches of flags are looked at in a round.
const BATCHES: usize = 64;

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
    for round in 0..ROUNDS {
        let is_changed = thread(&mut tape);
        if !is_changed && round > 0 {
            break;
        }
        leave_out(&mut tape);
    }
    separate(&mut tape);
    match tape.is_changed {
        true => tape.written(),
        false => program,
    }
}

/// Leaves out idle sets and decided tests.
///
/// Once is enough if all flags are in a batch.
fn leave_out(tape: &mut Tape) {
    for _ in 0..ROUNDS {
        let mut batch = Batch::first(tape);
        let mut is_done = batch.count() <= 1;
        for _ in 0..batch.count().min(BATCHES) {
            is_done |= !leave_out_of(tape, &batch);
            batch.advance();
        }
        if is_done {
            break;
        }
    }
}

/// Leaves out what is found about a batch of flags, and tells whether anything was.
fn leave_out_of(tape: &mut Tape, batch: &Batch) -> bool {
    let Some(values) = Values::find(tape, batch) else {
        return false;
    };
    let mut writer = Writer {
        is_changed: simplify_conditions(tape, batch, &values),
        tape,
    };
    let live = Live::find(writer.tape, batch, &values);
    let idle = |at: Place| live.as_ref().is_some_and(|live| live.idle[at]);
    let mut at = writer.tape.next(ENDS);
    while at != ENDS {
        at = writer.item(at, values.reached[at], values.decided[at], idle(at));
    }
    writer.is_changed
}

/// Leaves out of conditions what is known of flags.
fn simplify_conditions(tape: &mut Tape, batch: &Batch, values: &Values) -> bool {
    let mut is_changed = false;
    for &(test, state) in &values.tests {
        let known = |flag| batch.bit(flag).and_then(|bit| state.value(bit));
        let is_known = |term: &Term| matches!(term, Term::Flag(flag) if known(*flag).is_some());
        let terms = tape.condition(test);
        if terms.len() == 1 || !terms.iter().any(is_known) {
            continue;
        }
        if let Err(terms) = three::simplified(terms, known) {
            tape.set_condition(test, &terms);
            is_changed = true;
        }
    }
    is_changed
}

/// Leaves items out.
struct Writer<'w, 'p> {
    tape: &'w mut Tape<'p>,
    is_changed: bool,
}

impl Writer<'_, '_> {
    /// Leaves an item out or not, and gives the next one.
    fn item(&mut self, at: Place, reached: bool, decided: Option<bool>, is_idle: bool) -> Place {
        let step = self.tape.step(at);
        if matches!(step, Some(Step::Arm(_) | Step::End)) {
            return self.tape.next(at);
        }
        if !reached || is_idle {
            let opens = step.is_some_and(Step::opens);
            let last = if opens { self.tape.mate(at) } else { at };
            return self.drop(at, last);
        }
        match decided {
            Some(value) if matches!(step, Some(Step::Test(..))) => self.unwrap(at, value),
            _ => self.tape.next(at),
        }
    }

    fn drop(&mut self, first: Place, last: Place) -> Place {
        self.is_changed = true;
        let [before, next] = [self.tape.before(first), self.tape.next(last)];
        self.tape.join(before, next);
        next
    }

    /// Leaves of a test the inside of an arm.
    fn unwrap(&mut self, test: Place, value: bool) -> Place {
        let arm = self.tape.arm_for(test, value);
        let inside = self.tape.inside(arm);
        let next = self.drop(test, self.tape.mate(test));
        match inside {
            Some((first, last)) => {
                self.tape.put((first, last), next);
                first
            }
            None => next,
        }
    }
}
