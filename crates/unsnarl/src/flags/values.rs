//! What flags can be where they are tested.
//!
//! *Needs:* a [`Tape`] and the flags of a [`Batch`].
//! *Gives:* [`Values::find`]: which items control can get to, and what flags of the batch can be at
//! each test.
//! *Cost:* O(items + terms) for each of at most [`PASSES`] passes over a loop and what is in it: one
//! more for as often as what comes back to the start of a loop grows.
//! *Source:* conditional constant propagation [WegmanZadeck91], for up to 64 flags in a word, over
//! structured code in place of a graph.
//! *Departs:* a test lets into an arm what is consistent with its outcome, whatever the other flags
//! are:
//!
//! ```text
//! f0 = true …               only true
//! if f0 || f1 { case 1: …   true or false
//!               case 0: …   only false: here nothing needs to ask
//! ```

use super::batch::Batch;
use super::tape::{ENDS, Item, Place, Tape};
use super::three::{Scratch, value};
use crate::ids::{IdMap, LabelId};
use crate::program::{Step, Term};
use alloc::vec;
use alloc::vec::Vec;

/// How many passes there are at most.
const PASSES: usize = 32;
/// How many terms a condition may have so that its outcome tells something of each of its flags.
const TERMS: usize = 32;

/// What flags can be at a place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    /// Whether control comes here.
    pub(super) live: bool,
    /// Flags that can be true, and flags that can be false.
    can: [u64; 2],
}

impl State {
    fn join(&mut self, other: State) -> bool {
        let before = *self;
        self.live |= other.live;
        self.can[0] |= other.can[0];
        self.can[1] |= other.can[1];
        *self != before
    }

    /// Gives the only value that a flag can have.
    pub(super) fn value(&self, bit: u64) -> Option<bool> {
        match self.can.map(|flags| flags & bit != 0) {
            [true, false] => Some(true),
            [false, true] => Some(false),
            _ => None,
        }
    }

    fn set(&mut self, bit: u64, value: bool) {
        let (to, from) = (usize::from(!value), usize::from(value));
        self.can[to] |= bit;
        self.can[from] &= !bit;
    }
}

/// What is known of the items of a tape.
pub(super) struct Values {
    /// Whether control gets to an item that is no `Arm` or `End`.
    pub(super) reached: Vec<bool>,
    /// The tests that control gets to, with what flags can be there.
    pub(super) tests: Vec<(Place, State)>,
    /// The value of each test that is decided.
    pub(super) decided: Vec<Option<bool>>,
}

/// A bracket with arms that is open.
struct Open {
    /// What comes to the arms for false and for true.
    arms: [State; 2],
    /// What comes to the end.
    end: State,
    has_begun: bool,
}

/// A loop that is in no other, which is read until no more comes to the start of a loop in it than
/// was known when that was read.
struct Around {
    head: Place,
    /// What comes to it, but for what repeats it.
    before: State,
    /// How many tests there were before.
    tests: usize,
    passes: usize,
    is_behind: bool,
}

struct Pass<'w, 'p> {
    tape: &'w Tape<'p>,
    batch: &'w Batch,
    found: Values,
    now: State,
    open: Vec<Open>,
    /// What comes to the start of a loop, and by breaks to the end of a bracket.
    heads: IdMap<LabelId, State>,
    ends: IdMap<LabelId, State>,
    /// The loop around all others that is open.
    around: Option<Around>,
    scratch: Scratch,
}

impl Values {
    /// Of a tape of which nothing more is left out.
    pub(super) fn nothing_known(tape: &Tape) -> Values {
        Values {
            reached: vec![true; tape.len()],
            tests: Vec::new(),
            decided: vec![None; tape.len()],
        }
    }

    /// Finds out; nothing if the passes run out.
    pub(super) fn find(tape: &Tape, batch: &Batch) -> Option<Values> {
        let labels = tape.program.label_count();
        let mut pass = Pass {
            tape,
            batch,
            found: Values {
                reached: vec![false; tape.len()],
                tests: Vec::new(),
                decided: vec![None; tape.len()],
            },
            now: State::default(),
            open: Vec::new(),
            heads: IdMap::filled(labels, State::default()),
            ends: IdMap::filled(labels, State::default()),
            around: None,
            scratch: Scratch::default(),
        };
        pass.run()?;
        Some(pass.found)
    }
}

impl Pass<'_, '_> {
    fn run(&mut self) -> Option<()> {
        self.now.live = true;
        let mut at = self.tape.next(ENDS);
        while at != ENDS {
            match self.tape.item(at) {
                Item::Step(Step::Arm(_)) => self.arm(at),
                Item::Step(Step::End) => {
                    if let Some(head) = self.end(at)? {
                        at = head;
                    }
                }
                Item::Step(step) => {
                    self.found.reached[at] = self.now.live;
                    if self.now.live {
                        self.step(at, step);
                    } else if step.opens() {
                        at = self.tape.mate(at);
                    }
                }
                Item::Code(..) => self.found.reached[at] = self.now.live,
            }
            at = self.tape.next(at);
        }
        Some(())
    }

    fn arm(&mut self, at: Place) {
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        if core::mem::replace(&mut open.has_begun, true) {
            open.end.join(self.now);
        }
        self.now = open.arms[usize::from(self.tape.value_of(at))];
    }

    /// Goes past the end of a bracket; gives the start of the loop if that has to be read again.
    /// Gives up if that was read too often.
    fn end(&mut self, at: Place) -> Option<Option<Place>> {
        let head = self.tape.mate(at);
        let Some(bracket) = self.tape.step(head) else {
            return Some(None);
        };
        if let Some(around) = &mut self.around
            && around.head == head
        {
            if around.is_behind {
                around.is_behind = false;
                around.passes += 1;
                self.found.tests.truncate(around.tests);
                self.now = around.before;
                if let Step::Loop(label) = bracket {
                    self.now.join(self.heads[label]);
                }
                return (around.passes <= PASSES).then_some(Some(head));
            }
            self.around = None;
        }
        if bracket.has_arms() {
            let open = self.open.pop().expect("P1: brackets close in order");
            self.now.join(open.end);
        }
        if let Some(label) = bracket.bound_label() {
            self.now.join(self.ends[label]);
        }
        Some(None)
    }

    /// Passes a step that control comes to.
    fn step(&mut self, at: Place, step: Step) {
        match step {
            Step::Set(flag, value) => {
                if let Some(bit) = self.batch.bit(flag) {
                    self.now.set(bit, value);
                }
            }
            Step::Break(label) => {
                self.ends[label].join(self.now);
                self.now = State::default();
            }
            Step::Continue(label) => {
                let is_more = self.heads[label].join(self.now);
                if let Some(around) = &mut self.around {
                    around.is_behind |= is_more;
                }
                self.now = State::default();
            }
            Step::Leave(_) => self.now = State::default(),
            Step::Loop(label) => {
                self.around.get_or_insert(Around {
                    head: at,
                    before: self.now,
                    tests: self.found.tests.len(),
                    passes: 0,
                    is_behind: false,
                });
                self.heads[label].join(self.now);
                self.now = self.heads[label];
            }
            Step::Test(..) => self.test(at, step.bound_label().is_some()),
            step if step.has_arms() => self.open([self.now; 2]),
            _ => {}
        }
    }

    fn open(&mut self, arms: [State; 2]) {
        self.open.push(Open {
            arms,
            end: State::default(),
            has_begun: false,
        });
    }

    /// Asks what comes to each arm of a test. A test that binds a label stays.
    fn test(&mut self, at: Place, is_labelled: bool) {
        self.found.tests.push((at, self.now));
        let terms = self.tape.condition(at);
        let mut arms = [self.now; 2];
        let known = self.holds(terms, None).filter(|_| !is_labelled);
        self.found.decided[at] = known;
        if let Some(value) = known {
            arms[usize::from(!value)] = State::default();
        } else if terms.len() <= TERMS {
            self.let_in(terms, &mut arms);
        }
        self.open(arms);
    }

    /// Gives the value of a condition if it follows from what flags are, with one of them assumed.
    fn holds(&mut self, terms: &[Term], assumed: Option<(u64, bool)>) -> Option<bool> {
        let (batch, now) = (self.batch, self.now);
        value(terms, &mut self.scratch, |flag| {
            let bit = batch.bit(flag)?;
            match assumed {
                Some((other, value)) if other == bit => Some(value),
                _ => now.value(bit),
            }
        })
    }

    /// Takes from each arm the values with which the condition leads to the other.
    fn let_in(&mut self, terms: &[Term], arms: &mut [State; 2]) {
        for term in terms {
            let Term::Flag(flag) = term else { continue };
            let Some(bit) = self.batch.bit(*flag) else {
                continue;
            };
            for assumed in [false, true] {
                if let Some(value) = self.holds(terms, Some((bit, assumed))) {
                    arms[usize::from(!value)].can[usize::from(!assumed)] &= !bit;
                }
            }
        }
    }
}
