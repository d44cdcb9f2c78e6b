//! A program as a linked list in which parts can move.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`Tape`]: the brackets, jumps, stores and tests of the program as a linked list of
//! items, and a program made from the items that are left.
//! *Cost:* O(steps + terms) to make and to write; O(1) to move a part.
//!
//! Code without flags is one item; it includes brackets that no jump leaves. Most of a program uses
//! no flags, and the analyses skip it in one step. An item keeps its number wherever it moves, so
//! facts about items are tables.

mod read;
mod write;

use crate::ids::{FlagId, Id};
use crate::program::{Program, Step, Term};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use read::Reader;

/// The number of an item. The first item, [`ENDS`], is empty; it is before and after all others.
pub(super) type Place = usize;
pub(super) const ENDS: Place = 0;

/// An item of a tape.
#[derive(Clone, Copy)]
pub(super) enum Item {
    /// Steps of the program, from one up to another.
    Code(u32, u32),
    /// Any other step. The tape holds the condition of a test.
    Step(Step),
}

pub(super) struct Tape<'p> {
    pub(super) program: &'p Program,
    links: Vec<Link>,
    conditions: Vec<Range<usize>>,
    terms: Vec<Term>,
    /// Whether the program has been changed.
    pub(super) is_changed: bool,
    /// By flag: whether it may be used less since it was analysed last.
    dirty: Vec<bool>,
}

/// An item and its links.
#[derive(Clone, Copy)]
struct Link {
    item: Item,
    next: u32,
    before: u32,
    /// The `End` of a bracket, the bracket of an `End`, or the item that ends the arm of an `Arm`.
    mate: u32,
    /// For the `Arm` of a test its value; for a test the number of its condition.
    note: u32,
    /// The number of the item, in order, when items were numbered last; [`GONE`] if it was dropped.
    order: u32,
}

const GONE: u32 = u32::MAX;

impl<'p> Tape<'p> {
    pub(super) fn new(program: &'p Program) -> Tape<'p> {
        let mut tape = Tape {
            program,
            links: Vec::with_capacity(program.len() + 1),
            conditions: Vec::new(),
            terms: Vec::with_capacity(program.all_terms().len()),
            is_changed: false,
            dirty: vec![true; program.flag_count()],
        };
        tape.append(Item::Code(0, 0));
        Reader::new(&mut tape).read();
        let last = tape.links.len() - 1;
        tape.links[ENDS].before = last as u32;
        tape.links[last].next = ENDS as u32;
        tape
    }

    fn append(&mut self, item: Item) -> Place {
        let place = self.links.len();
        self.links.push(Link {
            item,
            next: place as u32 + 1,
            before: place.saturating_sub(1) as u32,
            mate: 0,
            note: 0,
            order: 0,
        });
        place
    }

    /// Gives the number of items, dropped ones included.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    pub(super) fn item(&self, place: Place) -> Item {
        self.links[place].item
    }

    /// Gives the step of an item, if it is not code.
    pub(super) fn step(&self, place: Place) -> Option<Step> {
        match self.links[place].item {
            Item::Step(step) => Some(step),
            Item::Code(..) => None,
        }
    }

    pub(super) fn next(&self, place: Place) -> Place {
        self.links[place].next as Place
    }

    pub(super) fn before(&self, place: Place) -> Place {
        self.links[place].before as Place
    }

    /// Gives the `End` of a bracket, the bracket of an `End`, or the item that ends an `Arm`.
    pub(super) fn mate(&self, place: Place) -> Place {
        self.links[place].mate as Place
    }

    /// Gives the value for which an arm of a test runs.
    pub(super) fn value_of(&self, arm: Place) -> bool {
        self.links[arm].note == 1
    }

    /// Gives the terms of the condition of a test.
    pub(super) fn condition(&self, test: Place) -> &[Term] {
        &self.terms[self.conditions[self.links[test].note as usize].clone()]
    }

    /// Replaces the condition of a test.
    pub(super) fn set_condition(&mut self, test: Place, terms: &[Term]) {
        let first = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.conditions[self.links[test].note as usize] = first..self.terms.len();
        self.is_changed = true;
    }

    /// Records that the flags of an item may be used less.
    pub(super) fn touch(&mut self, place: Place) {
        match self.step(place) {
            Some(Step::Set(flag, _)) => self.dirty[flag.index()] = true,
            Some(Step::Test(..)) => {
                let terms = self.conditions[self.links[place].note as usize].clone();
                for term in &self.terms[terms] {
                    if let Term::Flag(flag) = term {
                        self.dirty[flag.index()] = true;
                    }
                }
            }
            _ => {}
        }
    }

    /// Does the same for the items `first` to `last`.
    pub(super) fn touch_all(&mut self, (first, last): (Place, Place)) {
        let mut at = first;
        self.touch(at);
        while at != last {
            at = self.next(at);
            self.touch(at);
        }
    }

    /// Drops the items `first` to `last`.
    pub(super) fn drop(&mut self, (first, last): (Place, Place)) {
        let mut at = first;
        self.forget(at);
        while at != last {
            at = self.next(at);
            self.forget(at);
        }
        self.join(self.before(first), self.next(last));
    }

    /// Replaces a test by the inside of one of its arms. Gives the first item of the inside, or the
    /// item after the test if the inside is empty.
    pub(super) fn unwrap(&mut self, test: Place, value: bool) -> Place {
        if let Some(part) = self.inside(self.arm_for(test, !value)) {
            self.drop(part);
        }
        let (arm, end) = (self.arm_for(test, value), self.mate(test));
        let inside = self.inside(arm);
        let behind = self.next(end);
        let other = self.arm_for(test, !value);
        [test, arm, other, end]
            .into_iter()
            .for_each(|at| self.forget(at));
        self.join(self.before(test), behind);
        if let Some(part) = inside {
            self.put(part, behind);
        }
        inside.map_or(behind, |(first, _)| first)
    }

    fn forget(&mut self, place: Place) {
        self.touch(place);
        self.links[place].order = GONE;
    }

    /// Numbers the items in order.
    pub(super) fn number(&mut self) {
        let (mut at, mut order) = (self.next(ENDS), 1);
        while at != ENDS {
            self.links[at].order = order;
            order += 1;
            at = self.next(at);
        }
    }

    /// Gives the number that an item got when items were numbered.
    pub(super) fn order(&self, place: Place) -> u32 {
        self.links[place].order
    }

    /// Gives the item itself, or if it was dropped the last item before it that was not.
    pub(super) fn last_left(&self, mut place: Place) -> Place {
        while self.order(place) == GONE {
            place = self.before(place);
        }
        place
    }

    /// Takes the marks of the flags that may be used less.
    pub(super) fn take_dirty(&mut self) -> Vec<bool> {
        let none = vec![false; self.dirty.len()];
        core::mem::replace(&mut self.dirty, none)
    }

    /// Replaces the flag of a store.
    pub(super) fn set_flag(&mut self, place: Place, flag: FlagId) {
        if let Item::Step(Step::Set(own, _)) = &mut self.links[place].item {
            *own = flag;
            self.is_changed = true;
        }
    }

    /// Walks the arms of a bracket that has arms.
    pub(super) fn arms(&self, bracket: Place) -> impl Iterator<Item = Place> + '_ {
        let end = self.mate(bracket);
        core::iter::successors(Some(self.next(bracket)), |&arm| Some(self.mate(arm)))
            .take_while(move |&arm| arm != end)
    }

    /// Gives the arm of a test for a value.
    pub(super) fn arm_for(&self, test: Place, value: bool) -> Place {
        let arm = self.arms(test).find(|&arm| self.value_of(arm) == value);
        arm.expect("a test has an arm for each value")
    }

    /// Gives the first and the last item of an arm that is not empty.
    pub(super) fn inside(&self, arm: Place) -> Option<(Place, Place)> {
        let end = self.mate(arm);
        (self.next(arm) != end).then(|| (self.next(arm), self.before(end)))
    }

    /// Links two items to each other; the items in between leave the list.
    pub(super) fn join(&mut self, from: Place, to: Place) {
        self.links[from].next = to as u32;
        self.links[to].before = from as u32;
        self.is_changed = true;
    }

    /// Inserts a part that is not in the list in front of an item.
    pub(super) fn put(&mut self, (first, last): (Place, Place), behind: Place) {
        self.join(self.before(behind), first);
        self.join(last, behind);
    }

    /// Inserts a copy of an item that is not a bracket in front of another item.
    pub(super) fn copy(&mut self, place: Place, behind: Place) {
        let copy = self.append(self.links[place].item);
        self.put((copy, copy), behind);
    }
}
