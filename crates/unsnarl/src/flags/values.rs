//! The values that flags can have where they are tested.
//!
//! *Needs:* a [`Tape`] and the flags of a [`Batch`].
//! *Gives:* [`Values::find`]: the items that control can reach, and the values that the flags of
//! the batch can have at each test.
//! *Cost:* O(items + terms) for each of at most [`PASSES`] passes over an outermost loop. There is
//! one pass, and one more whenever the state that jumps back to the start of a loop in it has
//! grown.
//! *Source:* conditional constant propagation [WegmanZadeck91], for up to 64 flags in a word, over
//! structured code in place of a graph.
//! *Departs:* an arm of a test gets those values of a flag with which the outcome of the test is
//! possible, whatever the other flags are:
//!
//! ```text
//! f0 = true …               only true
//! if f0 || f1 { case 1: …   true or false
//!               case 0: …   only false: here nothing needs to ask
//! ```

use super::batch::{Batch, Span};
use super::labels::Labels;
use super::tape::{Item, Place, Tape};
use super::three::{Scratch, value};
use crate::program::{Step, Term};
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of passes.
const PASSES: usize = 32;
/// The greatest number of terms of a condition for which the outcome restricts the values of its
/// flags.
const TERMS: usize = 32;

/// The values that flags can have at a place.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct State {
    /// Whether control reaches the place.
    pub(super) live: bool,
    /// The flags that can be true, then the flags that can be false.
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

    /// Gives the value of a flag if it can have only one.
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

/// The facts about the items of a tape, for one batch after the other.
pub(super) struct Values {
    /// By item.
    pub(super) facts: Vec<Fact>,
    /// The tests that control reaches, with the values that flags can have there.
    pub(super) tests: Vec<(Place, State)>,
    /// The state at the start of a loop (`heads`), and the state that breaks bring to the end of a
    /// bracket (`ends`).
    heads: Labels<State>,
    ends: Labels<State>,
    open: Vec<Open>,
    scratch: Scratch,
}

/// The facts about an item that is neither `Arm` nor `End`.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    /// Whether control reaches it.
    pub(super) is_reached: bool,
    /// The value of a test, if it is decided.
    pub(super) decided: Option<bool>,
}

impl Fact {
    const REACHED: Fact = Fact {
        is_reached: true,
        decided: None,
    };
}

/// A bracket with arms that is open.
struct Open {
    /// The states at the starts of the arms for false and for true.
    arms: [State; 2],
    /// The state at the end.
    end: State,
    has_begun: bool,
}

/// An outermost loop. It is read until, for each loop in it, the jumps back to the start bring no
/// more than was known when that start was read.
struct Around {
    head: Place,
    /// The state before the loop, without that of the jumps back to its start.
    before: State,
    /// The number of tests before the loop.
    tests: usize,
    passes: usize,
    is_behind: bool,
}

struct Pass<'w, 'p> {
    tape: &'w Tape<'p>,
    batch: &'w Batch,
    found: &'w mut Values,
    now: State,
    /// The number of open brackets that were opened in the span.
    depth: usize,
    /// The outermost open loop.
    around: Option<Around>,
}

/// The state before the span of a batch, where none of its flags is set.
const BEFORE: State = State {
    live: true,
    can: [0; 2],
};

impl Values {
    /// Starts without facts, with all items reached.
    pub(super) fn new(tape: &Tape) -> Values {
        let labels = tape.program.label_count();
        Values {
            facts: vec![Fact::REACHED; tape.len()],
            tests: Vec::new(),
            heads: Labels::new(labels),
            ends: Labels::new(labels),
            open: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Finds the facts about the items in the span of a batch, and tells whether the passes
    /// sufficed.
    pub(super) fn find(&mut self, tape: &Tape, batch: &Batch) -> bool {
        self.facts.resize(tape.len(), Fact::REACHED);
        self.tests.clear();
        self.heads.clear();
        self.ends.clear();
        self.open.clear();
        let mut pass = Pass {
            tape,
            batch,
            found: self,
            now: BEFORE,
            depth: 0,
            around: None,
        };
        pass.run().is_some()
    }

    /// Clears the facts, after all needless items were removed.
    pub(super) fn forget(&mut self, tape: &Tape) {
        self.facts.clear();
        self.facts.resize(tape.len(), Fact::REACHED);
    }
}

impl Pass<'_, '_> {
    fn run(&mut self) -> Option<()> {
        let Span { first, last, .. } = self.batch.span(self.tape)?;
        let mut at = first;
        loop {
            match self.tape.item(at) {
                Item::Step(Step::Arm(_)) => self.arm(at),
                Item::Step(Step::End) => {
                    if let Some(head) = self.end(at)? {
                        at = head;
                    }
                }
                Item::Step(step) => {
                    let fact = &mut self.found.facts[at];
                    fact.is_reached = self.now.live;
                    fact.decided = None;
                    if self.now.live {
                        self.step(at, step);
                    } else if step.opens() {
                        self.depth += 1;
                        if step.has_arms() {
                            self.open([State::default(); 2], false);
                        }
                    }
                }
                Item::Code(..) => self.found.facts[at].is_reached = self.now.live,
            }
            if at == last {
                return Some(());
            }
            at = self.tape.next(at);
        }
    }

    fn arm(&mut self, at: Place) {
        if self.found.open.is_empty() {
            // The bracket was opened before the span.
            self.open([BEFORE; 2], true);
        }
        let open = self.found.open.last_mut();
        let open = open.expect("P1: an arm is in a bracket");
        if core::mem::replace(&mut open.has_begun, true) {
            open.end.join(self.now);
        }
        self.now = open.arms[usize::from(self.tape.value_of(at))];
    }

    /// Passes the end of a bracket. Gives the start of the outermost loop if it must be read again,
    /// and gives up if it was read too often.
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
                    self.now.join(self.found.heads.get(label));
                }
                return (around.passes <= PASSES).then_some(Some(head));
            }
            self.around = None;
        }
        if bracket.has_arms()
            && let Some(open) = self.found.open.pop()
        {
            self.now.join(open.end);
        }
        if let Some(label) = bracket.bound_label() {
            self.now.join(self.found.ends.get(label));
        }
        match self.depth.checked_sub(1) {
            Some(depth) => self.depth = depth,
            // Control from before the span may also reach the end of the bracket.
            None => drop(self.now.join(BEFORE)),
        }
        Some(None)
    }

    /// Passes a step that control reaches.
    fn step(&mut self, at: Place, step: Step) {
        self.depth += usize::from(step.opens());
        match step {
            Step::Set(flag, value) => {
                if let Some(bit) = self.batch.bit(flag) {
                    self.now.set(bit, value);
                }
            }
            Step::Break(label) => {
                self.found.ends.at(label).join(self.now);
                self.now = State::default();
            }
            Step::Continue(label) => {
                let is_more = self.found.heads.at(label).join(self.now);
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
                let head = self.found.heads.at(label);
                head.join(self.now);
                self.now = *head;
            }
            Step::Test(..) => self.test(at, step.bound_label().is_some()),
            step if step.has_arms() => self.open([self.now; 2], false),
            _ => {}
        }
    }

    fn open(&mut self, arms: [State; 2], has_begun: bool) {
        self.found.open.push(Open {
            arms,
            end: State::default(),
            has_begun,
        });
    }

    /// Finds the state at the start of each arm of a test. A test that binds a label stays.
    fn test(&mut self, at: Place, is_labelled: bool) {
        self.found.tests.push((at, self.now));
        let terms = self.tape.condition(at);
        let mut arms = [self.now; 2];
        let known = self.holds(terms, None).filter(|_| !is_labelled);
        self.found.facts[at].decided = known;
        if let Some(value) = known {
            arms[usize::from(!value)] = State::default();
        } else if terms.len() <= TERMS {
            self.let_in(terms, &mut arms);
        }
        self.open(arms, false);
    }

    /// Gives the value of a condition if it follows from the values of flags, one of which may be
    /// assumed.
    fn holds(&mut self, terms: &[Term], assumed: Option<(u64, bool)>) -> Option<bool> {
        let (batch, now) = (self.batch, self.now);
        value(terms, &mut self.found.scratch, |flag| {
            let bit = batch.bit(flag)?;
            match assumed {
                Some((other, value)) if other == bit => Some(value),
                _ => now.value(bit),
            }
        })
    }

    /// Removes from the state of each arm the values with which the condition leads to the other
    /// arm.
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
