//! Which flags are asked for.
//!
//! *Needs:* a [`Tape`], the flags of a [`Batch`], and the [`Values`] that these can have.
//! *Gives:* [`Live::find`]: sets that no test asks for, tests that nothing depends on, and the
//! flags that are asked for where brackets begin and end.
//! *Cost:* O(items + terms) for each of at most [`PASSES`] passes, as for [`Values`].
//! *Source:* liveness, for up to 64 flags in a word.
//! *Departs:* a test asks for nothing if its arms are empty but for sets that nothing asks for.

use super::batch::Batch;
use super::tape::{ENDS, Item, Place, Tape};
use super::values::Values;
use crate::ids::{IdMap, LabelId};
use crate::program::Step;
use alloc::vec;
use alloc::vec::Vec;

/// How many passes there are at most.
const PASSES: usize = 32;

pub(super) struct Live {
    /// Of a set whether no test asks for it, of a test whether nothing depends on it.
    pub(super) idle: Vec<bool>,
    /// The flags that are asked for at the start of a loop, and past the bracket of a label.
    pub(super) heads: IdMap<LabelId, u64>,
    pub(super) ends: IdMap<LabelId, u64>,
    /// The flags that are asked for behind a bracket with arms, by its `End`.
    pub(super) behind: Vec<u64>,
}

/// A bracket that is open, read from its end.
#[derive(Clone, Copy, Default)]
struct Open {
    behind: u64,
    /// The value of a test that is decided.
    decided: Option<bool>,
    /// What is asked for at the starts of the arms.
    arms: u64,
    /// Whether something stays in the arms, and in the sequence of the bracket behind it.
    has_steps: bool,
    has_steps_behind: bool,
}

struct Pass<'w, 'p> {
    tape: &'w Tape<'p>,
    batch: &'w Batch,
    values: &'w Values,
    found: Live,
    now: u64,
    has_steps: bool,
    open: Vec<Open>,
    /// The loop around all others that is open.
    around: Option<Around>,
}

#[derive(Clone, Copy)]
struct Around {
    end: Place,
    behind: u64,
    passes: usize,
    is_behind: bool,
}

impl Live {
    /// Finds out; nothing if the passes run out.
    pub(super) fn find(tape: &Tape, batch: &Batch, values: &Values) -> Option<Live> {
        let labels = tape.program.label_count();
        let mut pass = Pass {
            tape,
            batch,
            values,
            found: Live {
                idle: vec![false; tape.len()],
                heads: IdMap::filled(labels, 0),
                ends: IdMap::filled(labels, 0),
                behind: vec![0; tape.len()],
            },
            now: 0,
            has_steps: false,
            open: Vec::new(),
            around: None,
        };
        pass.run()?;
        Some(pass.found)
    }
}

impl Pass<'_, '_> {
    fn run(&mut self) -> Option<()> {
        let mut at = self.tape.before(ENDS);
        while at != ENDS {
            match self.tape.item(at) {
                Item::Step(Step::End) => {
                    let bracket = self.tape.mate(at);
                    match self.values.reached[bracket] {
                        true => self.end(at, bracket),
                        false => at = bracket,
                    }
                }
                Item::Step(Step::Arm(_)) => self.arm(at),
                _ if !self.values.reached[at] => {}
                Item::Step(step) => {
                    self.step(at, step);
                    if let Some(around) = &mut self.around
                        && self.tape.mate(around.end) == at
                    {
                        if around.is_behind {
                            around.is_behind = false;
                            around.passes += 1;
                            if around.passes > PASSES {
                                return None;
                            }
                            self.now = around.behind;
                            at = around.end;
                        } else {
                            self.around = None;
                        }
                    }
                }
                Item::Code(..) => self.has_steps = true,
            }
            at = self.tape.before(at);
        }
        Some(())
    }

    fn end(&mut self, at: Place, bracket: Place) {
        let Some(step) = self.tape.step(bracket) else {
            return;
        };
        if let Some(label) = step.bound_label() {
            self.found.ends[label] = self.now;
        }
        if let Step::Loop(_) = step {
            self.around.get_or_insert(Around {
                end: at,
                behind: self.now,
                passes: 0,
                is_behind: false,
            });
        }
        if step.has_arms() {
            self.found.behind[at] = self.now;
            self.open.push(Open {
                behind: self.now,
                decided: self.values.decided[bracket],
                has_steps_behind: self.has_steps,
                ..Open::default()
            });
            self.has_steps = false;
        }
    }

    /// Goes from the start of an arm to the end of the arm before it.
    fn arm(&mut self, at: Place) {
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        let has_steps = core::mem::replace(&mut self.has_steps, false);
        if open.decided.is_none_or(|value| value == self.tape.value_of(at)) {
            open.arms |= self.now;
            open.has_steps |= has_steps;
        }
        self.now = open.behind;
    }

    fn step(&mut self, at: Place, step: Step) {
        let is_test = matches!(step, Step::Test(..));
        if step.has_arms() {
            let open = self.open.pop().expect("P1: brackets close in order");
            self.now = open.arms;
            self.has_steps = open.has_steps_behind | open.has_steps | !is_test;
            if is_test {
                self.test(at, open, step.bound_label().is_some());
            }
            return;
        }
        match step {
            Step::Set(flag, _) => {
                let bit = self.batch.bit(flag);
                let is_idle = bit.is_some_and(|bit| self.now & bit == 0);
                self.found.idle[at] = is_idle;
                self.has_steps |= !is_idle;
                self.now &= !bit.unwrap_or(0);
                return;
            }
            Step::Break(label) => self.now = self.found.ends[label],
            Step::Continue(label) => self.now = self.found.heads[label],
            Step::Leave(_) => self.now = 0,
            Step::Loop(label) => {
                let before = self.found.heads[label];
                self.found.heads[label] |= self.now;
                if let Some(around) = &mut self.around {
                    around.is_behind |= self.found.heads[label] != before;
                }
            }
            _ => {}
        }
        self.has_steps = true;
    }

    fn test(&mut self, at: Place, open: Open, is_labelled: bool) {
        if self.values.decided[at].is_some() {
            return;
        }
        let is_idle = !open.has_steps && !is_labelled;
        self.found.idle[at] = is_idle;
        if is_idle {
            self.now = open.behind;
        } else {
            self.has_steps = true;
            self.now |= self.batch.bits(self.tape.condition(at));
        }
    }
}
