//! A flag of its own for each saved value.
//!
//! *Needs:* a [`Tape`] from which no more items are removed.
//! *Gives:* [`separate`]: after it, stores and tests have the same flag only if they are connected,
//! through pairs of a store and a test that it reaches.
//! *Cost:* O(items + terms), and for each jump the number of flags that are live at its target; for
//! up to [`MOST`] flags.
//! *Source:* register allocation calls such parts of a variable its webs. This pass undoes the
//! sharing of flags by ranges, as in [Poletto99].
//! *Departs:* in structured code, the store that a test reads is found in one walk, as in
//! [BrandisMossenbock94]: the stores that arms and jumps bring to one place are joined there.
//! *Limits:* with more than [`MOST`] flags, separate names are of no use, and flags stay shared.
//!
//! ```text
//! f0 = a                      f0 = a
//! if f0 { b }                 if f0 { b }
//! f0 = c               ->     f1 = c
//! if f0 { d }                 if f1 { d }
//! ```

mod names;

use super::batch::Batch;
use super::live::Live;
use super::tape::{ENDS, Place, Tape};
use super::values::Values;
use crate::ids::{FlagId, IdMap, LabelId};
use crate::program::Step;
use alloc::vec::Vec;
use names::{rename, several};

/// The greatest number of flags afterwards.
const MOST: usize = 256;

/// Gives each web of a flag a flag of its own, unless there are too many.
pub(super) fn separate(tape: &mut Tape, values: &mut Values, live: &mut Live) {
    let (flags, count) = several(tape);
    if count > MOST || !flags.contains(&true) {
        return;
    }
    let mut batch = Batch::first(tape, &flags);
    values.forget(tape);
    let mut uses = Vec::new();
    for _ in 0..batch.count() {
        batch.widen(tape);
        if live.find(tape, &batch, values) {
            uses.extend(Walk::new(tape, &batch, live).uses());
        }
        batch.advance();
    }
    rename(tape, uses, count);
}

/// A flag, one of its webs, and a place where this web is set or tested.
type Use = (FlagId, Set, Place);

/// The number of a store, which also identifies its web.
type Set = u32;
const NONE: Set = Set::MAX;

/// A bracket with arms that is open.
struct Open {
    /// The flags that are live after it.
    behind: u64,
    /// The position in the log where its changes begin.
    start: usize,
    /// The number of arms that have reached its end, and the stores that each has brought there, by
    /// flag.
    arms: u32,
    brought: Vec<(u32, Set)>,
    live: bool,
    has_begun: bool,
}

/// One walk over a tape, for the flags of a batch.
struct Walk<'w, 'p> {
    tape: &'w Tape<'p>,
    batch: &'w Batch,
    found: &'w Live,
    /// By bit of a flag: a store whose value the flag has, if the flag is live.
    now: [Set; 64],
    /// The changes of `now` that may have to be undone.
    log: Vec<(u32, Set)>,
    live: bool,
    open: Vec<Open>,
    /// By the labels of loops (`heads`) and of all brackets (`ends`): a store for each flag that is
    /// live there.
    heads: IdMap<LabelId, Vec<Set>>,
    ends: IdMap<LabelId, Vec<Set>>,
    /// By label: whether a break names it.
    left: IdMap<LabelId, bool>,
    /// By store: an earlier store of the same web, or the store itself.
    webs: Vec<Set>,
    /// By store: its place and its flag.
    sets: Vec<(Place, u32)>,
    /// The tests, each with the bit of a flag that it reads and the store that it reads.
    tests: Vec<(Place, u32, Set)>,
    /// By bit of a flag: the arm in which it was seen last.
    seen: [usize; 64],
    arms: usize,
}

impl<'w, 'p> Walk<'w, 'p> {
    fn new(tape: &'w Tape<'p>, batch: &'w Batch, found: &'w Live) -> Walk<'w, 'p> {
        let labels = tape.program.label_count();
        Walk {
            tape,
            batch,
            found,
            now: [NONE; 64],
            log: Vec::new(),
            live: true,
            open: Vec::new(),
            heads: IdMap::filled(labels, Vec::new()),
            ends: IdMap::filled(labels, Vec::new()),
            left: IdMap::filled(labels, false),
            webs: Vec::new(),
            sets: Vec::new(),
            tests: Vec::new(),
            seen: [0; 64],
            arms: 0,
        }
    }

    /// Lists the stores and tests.
    fn uses(mut self) -> Vec<Use> {
        let mut at = self.tape.next(ENDS);
        while at != ENDS {
            if let Some(step) = self.tape.step(at) {
                self.step(at, step);
            }
            at = self.tape.next(at);
        }
        let sets = core::mem::take(&mut self.sets).into_iter();
        let sets = (0..).zip(sets).map(|(set, (at, bit))| (at, bit, set));
        let uses = sets.chain(core::mem::take(&mut self.tests));
        let uses = uses.filter(|&(at, _, set)| at != ENDS && set != NONE);
        uses.map(|(at, bit, set)| (self.batch.flag(bit), self.root(set), at))
            .collect()
    }

    fn step(&mut self, at: Place, step: Step) {
        match step {
            Step::Set(flag, _) => {
                if let Some(bit) = self.batch.bit(flag) {
                    let set = self.begin_web(at, bit.trailing_zeros());
                    self.bring(bit.trailing_zeros(), set);
                }
            }
            Step::Test(..) => {
                for bit in bits_of(self.batch.bits(self.tape.condition(at))) {
                    self.tests.push((at, bit, self.now[bit as usize]));
                }
                self.begin(at);
            }
            Step::Break(label) => {
                let flags = self.found.ends.get(label);
                let mut sets = core::mem::take(&mut self.ends[label]);
                self.join(flags, &mut sets);
                self.ends[label] = sets;
                self.left[label] = true;
                self.live = false;
            }
            Step::Continue(label) => {
                let flags = self.found.heads.get(label);
                let mut sets = core::mem::take(&mut self.heads[label]);
                self.join(flags, &mut sets);
                self.heads[label] = sets;
                self.live = false;
            }
            Step::Loop(label) => {
                let now = bits_of(self.found.heads.get(label)).map(|bit| self.entered(bit));
                self.heads[label] = now.collect();
            }
            Step::Leave(_) => self.live = false,
            Step::Arm(_) => self.arm(),
            Step::End => self.end(at),
            step if step.has_arms() => self.begin(at),
            _ => {}
        }
    }

    fn begin_web(&mut self, at: Place, bit: u32) -> Set {
        let set = self.webs.len() as Set;
        self.webs.push(set);
        self.sets.push((at, bit));
        set
    }

    /// Gives the store of a flag at the start of a loop. A flag that is not set there yet may be
    /// set later.
    fn entered(&mut self, bit: u32) -> Set {
        if self.now[bit as usize] == NONE {
            let set = self.begin_web(ENDS, bit);
            self.bring(bit, set);
        }
        self.now[bit as usize]
    }

    fn begin(&mut self, bracket: Place) {
        self.open.push(Open {
            behind: self.found.behind[self.tape.mate(bracket)],
            start: self.log.len(),
            arms: 0,
            brought: Vec::new(),
            live: self.live,
            has_begun: false,
        });
    }

    fn bring(&mut self, bit: u32, set: Set) {
        let before = core::mem::replace(&mut self.now[bit as usize], set);
        if !self.open.is_empty() && before != set {
            self.log.push((bit, before));
        }
    }

    /// Joins the current stores of flags with their stores at the target of a jump.
    fn join(&mut self, flags: u64, sets: &mut Vec<Set>) {
        let is_first = sets.is_empty();
        for (index, bit) in bits_of(flags).enumerate() {
            let now = self.now[bit as usize];
            if is_first {
                sets.push(now);
            } else {
                sets[index] = self.joined(sets[index], now);
            }
        }
    }

    fn joined(&mut self, one: Set, other: Set) -> Set {
        if one == other || other == NONE {
            return one;
        }
        if one == NONE {
            return other;
        }
        let [one, other] = [self.root(one), self.root(other)];
        let (first, second) = (one.min(other), one.max(other));
        self.webs[second as usize] = first;
        first
    }

    fn root(&mut self, mut set: Set) -> Set {
        while self.webs[set as usize] != set {
            let above = self.webs[self.webs[set as usize] as usize];
            self.webs[set as usize] = above;
            set = above;
        }
        set
    }

    fn arm(&mut self) {
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        let (has_begun, live) = (open.has_begun, open.live);
        open.has_begun = true;
        if has_begun {
            self.end_arm();
        }
        self.live = live;
    }

    /// Records the stores that an arm brings to the end of its bracket, and undoes its changes.
    fn end_arm(&mut self) {
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        self.arms += 1;
        if self.live {
            open.arms += 1;
            for &(bit, _) in &self.log[open.start..] {
                let seen = core::mem::replace(&mut self.seen[bit as usize], self.arms);
                if seen != self.arms && open.behind >> bit & 1 == 1 {
                    open.brought.push((bit, self.now[bit as usize]));
                }
            }
        }
        for (bit, before) in self.log.drain(open.start..).rev() {
            self.now[bit as usize] = before;
        }
    }

    /// Passes the end of a bracket.
    fn end(&mut self, at: Place) {
        let Some(bracket) = self.tape.step(self.tape.mate(at)) else {
            return;
        };
        if bracket.has_arms() {
            self.end_arm();
            let mut open = self.open.pop().expect("P1: brackets close in order");
            open.brought.sort_unstable();
            for brought in open.brought.chunk_by(|one, other| one.0 == other.0) {
                let bit = brought[0].0;
                // A flag that an arm does not change has its store from before the bracket.
                let all = brought.len() as u32 == open.arms;
                let mut set = if all { NONE } else { self.now[bit as usize] };
                for &(_, other) in brought {
                    set = self.joined(set, other);
                }
                self.bring(bit, set);
            }
            self.live = open.arms > 0;
        }
        let Some(label) = bracket.bound_label() else {
            return;
        };
        let sets = core::mem::take(&mut self.ends[label]);
        for (bit, set) in bits_of(self.found.ends.get(label)).zip(sets) {
            let set = match self.live {
                true => self.joined(set, self.now[bit as usize]),
                false => set,
            };
            self.bring(bit, set);
        }
        self.live |= self.left[label];
    }
}

fn bits_of(mut flags: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let bit = flags.trailing_zeros();
        (flags != 0).then(|| {
            flags &= flags - 1;
            bit
        })
    })
}
