//! Liveness of flags.
//!
//! *Needs:* a [`Tape`], the flags of a [`Batch`], and the [`Values`] that these can have.
//! *Gives:* [`Live::find`]: the stores that no test reads, the tests whose outcome has no effect,
//! and the flags that are live where brackets begin and end.
//! *Cost:* O(items + terms) for each of at most [`PASSES`] passes, as for [`Values`].
//! *Source:* liveness, for up to 64 flags in a word.
//! *Departs:* a test reads no flag if its arms are empty apart from stores that no test reads.

use super::batch::{Batch, Span};
use super::labels::Labels;
use super::tape::{Item, Place, Tape};
use super::values::Values;
use crate::program::Step;
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of passes.
const PASSES: usize = 32;

/// The facts about the items of a tape, for one batch after the other.
pub(super) struct Live {
    /// By item: whether it is a store that no test reads, or a test whose outcome has no effect.
    pub(super) idle: Vec<bool>,
    /// The flags that are live at the start of a loop (`heads`), and after the bracket of a label
    /// (`ends`).
    pub(super) heads: Labels<u64>,
    pub(super) ends: Labels<u64>,
    /// The flags that are live after a bracket with arms, by its `End`.
    pub(super) behind: Vec<u64>,
    open: Vec<Open>,
}

/// A bracket that is open, read from its end.
#[derive(Clone, Copy, Default)]
struct Open {
    behind: u64,
    /// The value of a test that is decided.
    decided: Option<bool>,
    /// The flags that are live at the starts of the arms.
    arms: u64,
    /// Whether any step remains in the arms, and in the sequence of steps after the bracket.
    has_steps: bool,
    has_steps_behind: bool,
}

/// A bracket that ends after the span of a batch, where none of its flags is live.
const BEHIND: Open = Open {
    behind: 0,
    decided: None,
    arms: 0,
    has_steps: true,
    has_steps_behind: true,
};

struct Pass<'w, 'p> {
    tape: &'w Tape<'p>,
    batch: &'w Batch,
    values: &'w Values,
    found: &'w mut Live,
    now: u64,
    has_steps: bool,
    /// The outermost open loop.
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
    /// Starts without facts.
    pub(super) fn new(tape: &Tape) -> Live {
        let labels = tape.program.label_count();
        Live {
            idle: vec![false; tape.len()],
            heads: Labels::new(labels),
            ends: Labels::new(labels),
            behind: vec![0; tape.len()],
            open: Vec::new(),
        }
    }

    /// Finds the facts about the items in the span of a batch, and tells whether the passes
    /// sufficed.
    pub(super) fn find(&mut self, tape: &Tape, batch: &Batch, values: &Values) -> bool {
        self.idle.resize(tape.len(), false);
        self.behind.resize(tape.len(), 0);
        self.heads.clear();
        self.ends.clear();
        self.open.clear();
        let mut pass = Pass {
            tape,
            batch,
            values,
            found: self,
            now: 0,
            has_steps: false,
            around: None,
        };
        pass.run().is_some()
    }
}

impl Pass<'_, '_> {
    fn run(&mut self) -> Option<()> {
        let Span { first, last, .. } = self.batch.span(self.tape)?;
        let mut at = last;
        loop {
            match self.tape.item(at) {
                Item::Step(Step::End) => self.end(at, self.tape.mate(at)),
                Item::Step(Step::Arm(_)) => self.arm(at),
                Item::Step(step) if self.values.facts[at].is_reached => {
                    self.step(at, step);
                    if let Some(end) = self.again(at)? {
                        at = end;
                    }
                }
                // No flag is live where control does not come.
                Item::Step(step) if step.has_arms() => {
                    let open = self.found.open.pop().unwrap_or(BEHIND);
                    (self.now, self.has_steps) = (open.behind, open.has_steps_behind);
                }
                Item::Step(_) => {}
                Item::Code(..) => self.has_steps |= self.values.facts[at].is_reached,
            }
            if at == first {
                return Some(());
            }
            at = self.tape.before(at);
        }
    }

    /// At the start of the outermost loop: gives the end of the loop if it must be read again.
    /// Gives up if the loop was read too often.
    fn again(&mut self, at: Place) -> Option<Option<Place>> {
        let Some(around) = &mut self.around else {
            return Some(None);
        };
        if self.tape.mate(around.end) != at {
            return Some(None);
        }
        if !core::mem::replace(&mut around.is_behind, false) {
            self.around = None;
            return Some(None);
        }
        around.passes += 1;
        self.now = around.behind;
        (around.passes <= PASSES).then_some(Some(around.end))
    }

    fn end(&mut self, at: Place, bracket: Place) {
        let Some(step) = self.tape.step(bracket) else {
            return;
        };
        if let Some(label) = step.bound_label() {
            *self.found.ends.at(label) = self.now;
        }
        let fact = self.values.facts[bracket];
        if matches!(step, Step::Loop(_)) && fact.is_reached {
            self.around.get_or_insert(Around {
                end: at,
                behind: self.now,
                passes: 0,
                is_behind: false,
            });
        }
        if step.has_arms() {
            self.found.behind[at] = self.now;
            self.found.open.push(Open {
                behind: self.now,
                decided: fact.decided,
                has_steps_behind: self.has_steps,
                ..Open::default()
            });
            self.has_steps = false;
        }
    }

    /// Moves from the start of an arm to the end of the arm before it.
    fn arm(&mut self, at: Place) {
        if self.found.open.is_empty() {
            // The bracket ends after the span.
            self.found.open.push(BEHIND);
        }
        let open = self.found.open.last_mut();
        let open = open.expect("P1: an arm is in a bracket");
        let has_steps = core::mem::replace(&mut self.has_steps, false);
        if open
            .decided
            .is_none_or(|value| value == self.tape.value_of(at))
        {
            open.arms |= self.now;
            open.has_steps |= has_steps;
        }
        self.now = open.behind;
    }

    fn step(&mut self, at: Place, step: Step) {
        let is_test = matches!(step, Step::Test(..));
        if step.has_arms() {
            let open = self.found.open.pop().unwrap_or(BEHIND);
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
            Step::Break(label) => self.now = self.found.ends.get(label),
            Step::Continue(label) => self.now = self.found.heads.get(label),
            Step::Leave(_) => self.now = 0,
            Step::Loop(label) => {
                let head = self.found.heads.at(label);
                let before = core::mem::replace(head, *head | self.now);
                if let Some(around) = &mut self.around {
                    around.is_behind |= *head != before;
                }
            }
            _ => {}
        }
        self.has_steps = true;
    }

    fn test(&mut self, at: Place, open: Open, is_labelled: bool) {
        if self.values.facts[at].decided.is_some() {
            self.found.idle[at] = false;
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
