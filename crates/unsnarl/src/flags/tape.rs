//! A program as a list in which parts can move.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`Tape`]: its brackets, jumps, sets and tests as a linked list of items, and a program
//! of what is left of them.
//! *Cost:* O(steps + terms) to make and to write; O(1) to drop or to move a part.
//!
//! Code that has nothing to do with flags is one item, with the brackets in it if no jump leads out
//! of them: most of a program has no flags, and analyses pass over it at once. An item keeps its
//! number wherever it moves, so what is known of items are tables.

use crate::ids::{FlagId, Id, IdMap, LabelId, NodeId};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of an item. The first one, which holds nothing, is before and behind all others.
pub(super) type Place = usize;
pub(super) const ENDS: Place = 0;

/// What an item is.
#[derive(Clone, Copy)]
pub(super) enum Item {
    /// Steps of the program, from one up to another.
    Code(u32, u32),
    /// Any other step. Of a test the condition is in the tape.
    Step(Step),
}

pub(super) struct Tape<'p> {
    pub(super) program: &'p Program,
    links: Vec<Link>,
    conditions: Vec<Range<usize>>,
    terms: Vec<Term>,
    /// Whether it is another program by now.
    pub(super) is_changed: bool,
    /// Whether a flag may be of less use since this was found out last.
    dirty: Vec<bool>,
}

/// An item and what it hangs together with.
#[derive(Clone, Copy)]
struct Link {
    item: Item,
    next: u32,
    before: u32,
    /// Of a bracket its `End`, of an `End` its bracket, of an `Arm` the item that ends the arm.
    mate: u32,
    /// Of the `Arm` of a test the value that it is for; of a test the number of its condition.
    note: u32,
    /// How many items came before it when they were counted last; [`GONE`] if it is dropped.
    order: u32,
}

const GONE: u32 = u32::MAX;

/// A bracket that is being read.
struct Open {
    place: Place,
    node: NodeId,
    /// The bracket or the latest of its arms.
    arm: Place,
    is_test: bool,
    /// Whether flags are set or tested inside.
    has_flags: bool,
    /// How many brackets are open around the outermost bracket to which a jump inside leads.
    outermost: usize,
    /// Whether control comes to the bracket, and past its end.
    begins: bool,
    ends: bool,
}

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
        Reader {
            depths: IdMap::filled(program.label_count(), 0),
            tape: &mut tape,
            open: Vec::new(),
            live: true,
        }
        .read();
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

    /// Gives how many items there are or were.
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

    /// Gives the `End` of a bracket, the bracket of an `End`, and what ends an `Arm`.
    pub(super) fn mate(&self, place: Place) -> Place {
        self.links[place].mate as Place
    }

    /// Gives the value that an arm of a test is for.
    pub(super) fn value_of(&self, arm: Place) -> bool {
        self.links[arm].note == 1
    }

    /// Gives the terms of the condition of a test.
    pub(super) fn condition(&self, test: Place) -> &[Term] {
        &self.terms[self.conditions[self.links[test].note as usize].clone()]
    }

    /// Gives a test another condition.
    pub(super) fn set_condition(&mut self, test: Place, terms: &[Term]) {
        let first = self.terms.len();
        self.terms.extend_from_slice(terms);
        self.conditions[self.links[test].note as usize] = first..self.terms.len();
        self.is_changed = true;
    }

    /// Notes that the flags of an item may be of less use.
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

    /// Does so for the items from one to another.
    pub(super) fn touch_all(&mut self, (first, last): (Place, Place)) {
        let mut at = first;
        self.touch(at);
        while at != last {
            at = self.next(at);
            self.touch(at);
        }
    }

    /// Drops the items from one to another.
    pub(super) fn drop(&mut self, (first, last): (Place, Place)) {
        let mut at = first;
        self.forget(at);
        while at != last {
            at = self.next(at);
            self.forget(at);
        }
        self.join(self.before(first), self.next(last));
    }

    /// Leaves of a test the inside of an arm. Gives the first item of that, or the one behind.
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

    /// Counts the items.
    pub(super) fn number(&mut self) {
        let (mut at, mut order) = (self.next(ENDS), 1);
        while at != ENDS {
            self.links[at].order = order;
            order += 1;
            at = self.next(at);
        }
    }

    /// Gives how many items came before an item when they were counted.
    pub(super) fn order(&self, place: Place) -> u32 {
        self.links[place].order
    }

    /// Gives the item itself, or the last one before it that is not dropped.
    pub(super) fn last_left(&self, mut place: Place) -> Place {
        while self.order(place) == GONE {
            place = self.before(place);
        }
        place
    }

    /// Takes the flags that may be of less use.
    pub(super) fn take_dirty(&mut self) -> Vec<bool> {
        let none = vec![false; self.dirty.len()];
        core::mem::replace(&mut self.dirty, none)
    }

    /// Replaces the flag of a set.
    pub(super) fn set_flag(&mut self, place: Place, flag: FlagId) {
        if let Item::Step(Step::Set(own, _)) = &mut self.links[place].item {
            *own = flag;
            self.is_changed = true;
        }
    }

    /// Walks the arms of a bracket that has some.
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

    /// Drops what is between two items.
    pub(super) fn join(&mut self, from: Place, to: Place) {
        self.links[from].next = to as u32;
        self.links[to].before = from as u32;
        self.is_changed = true;
    }

    /// Puts a part that is nowhere in front of an item.
    pub(super) fn put(&mut self, (first, last): (Place, Place), behind: Place) {
        self.join(self.before(behind), first);
        self.join(last, behind);
    }

    /// Puts a copy of an item that is no bracket in front of another.
    pub(super) fn copy(&mut self, place: Place, behind: Place) {
        let copy = self.append(self.links[place].item);
        self.put((copy, copy), behind);
    }

    /// Writes what is left. Flags are numbered anew, in their order.
    pub(super) fn written(&self) -> Program {
        let program = self.program;
        let names = self.names();
        let mut steps = Vec::with_capacity(program.len());
        let mut terms = Vec::with_capacity(self.terms.len());
        let mut at = self.next(ENDS);
        while at != ENDS {
            match self.links[at].item {
                Item::Code(from, to) => {
                    let nodes = (from..to).map(|index| NodeId::new(index as usize));
                    steps.extend(nodes.map(|node| program.step(node)));
                }
                Item::Step(Step::Set(flag, value)) => {
                    steps.push(Step::Set(names[flag.index()], value));
                }
                Item::Step(Step::Test(_, label)) => {
                    let own = self.condition(at).iter().map(|term| match term {
                        Term::Flag(flag) => Term::Flag(names[flag.index()]),
                        term => *term,
                    });
                    steps.push(Step::Test(Condition::append(&mut terms, own), label));
                }
                Item::Step(step) => steps.push(step),
            }
            at = self.next(at);
        }
        Program::from_steps(steps, program.all_cases().to_vec(), terms)
    }

    /// Gives each flag that is left its new number.
    fn names(&self) -> Vec<FlagId> {
        let mut is_left: Vec<bool> = vec![false; self.program.flag_count()];
        let mut note = |flag: FlagId| {
            if flag.index() >= is_left.len() {
                is_left.resize(flag.index() + 1, false);
            }
            is_left[flag.index()] = true;
        };
        let mut at = self.next(ENDS);
        while at != ENDS {
            match self.links[at].item {
                Item::Step(Step::Set(flag, _)) => note(flag),
                Item::Step(Step::Test(..)) => self.condition(at).iter().for_each(|term| {
                    if let Term::Flag(flag) = term {
                        note(*flag);
                    }
                }),
                _ => {}
            }
            at = self.next(at);
        }
        let mut count = 0;
        let number = |is_left: bool| {
            let number = FlagId::new(count);
            count += usize::from(is_left);
            number
        };
        is_left.into_iter().map(number).collect()
    }
}

/// Reads the steps of a program.
struct Reader<'t, 'p> {
    tape: &'t mut Tape<'p>,
    /// How many brackets are open around the bracket that binds a label.
    depths: IdMap<LabelId, usize>,
    open: Vec<Open>,
    live: bool,
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        for (node, step) in self.tape.program.steps() {
            match step {
                Step::Run(_) | Step::Take(_) | Step::Store(_) => self.code(node, node),
                Step::Set(..) => {
                    self.tape.append(Item::Step(step));
                    self.note_flags();
                }
                Step::Leave(_) | Step::Break(_) | Step::Continue(_) => self.jump(step),
                Step::Arm(_) => self.arm(step),
                Step::End => self.end(node),
                step => self.bracket(node, step),
            }
        }
    }

    fn note_flags(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.has_flags = true;
        }
    }

    /// Appends the steps from one to another.
    fn code(&mut self, from: NodeId, to: NodeId) {
        let [from, to] = [from.index() as u32, to.index() as u32 + 1];
        let last = self.tape.links.len() - 1;
        match &mut self.tape.links[last].item {
            Item::Code(_, end) if last != ENDS && *end == from => *end = to,
            _ => {
                self.tape.append(Item::Code(from, to));
            }
        }
    }

    fn jump(&mut self, step: Step) {
        self.tape.append(Item::Step(step));
        if let Step::Break(label) | Step::Continue(label) = step {
            let depth = self.depths[label];
            if matches!(step, Step::Break(_)) {
                self.open[depth].ends |= self.live;
            }
            let inner = self.open.last_mut().expect("P2: a bracket binds the label");
            inner.outermost = inner.outermost.min(depth);
        }
        self.live = false;
    }

    fn arm(&mut self, step: Step) {
        let place = self.tape.append(Item::Step(step));
        let open = self.open.last_mut().expect("P1: an arm is in a bracket");
        if open.arm != open.place {
            open.ends |= self.live;
            self.tape.links[open.arm].mate = place as u32;
        }
        open.arm = place;
        self.live = open.begins;
        if let Step::Arm(cases) = step
            && open.is_test
        {
            let is_for_true = self.tape.program.cases(cases) == [1];
            self.tape.links[place].note = u32::from(is_for_true);
        }
    }

    fn end(&mut self, node: NodeId) {
        let open = self.open.pop().expect("P1: brackets close in order");
        self.live |= open.ends;
        let stays_inside = open.outermost >= self.open.len();
        if !open.has_flags && stays_inside && self.live {
            self.tape.links.truncate(open.place);
            self.code(open.node, node);
            return;
        }
        let place = self.tape.append(Item::Step(Step::End));
        if open.arm != open.place {
            self.tape.links[open.arm].mate = place as u32;
        }
        self.tape.links[open.place].mate = place as u32;
        self.tape.links[place].mate = open.place as u32;
        if let Some(around) = self.open.last_mut() {
            around.has_flags |= open.has_flags;
            around.outermost = around.outermost.min(open.outermost);
        }
    }

    fn bracket(&mut self, node: NodeId, step: Step) {
        let place = self.tape.append(Item::Step(step));
        if let Some(label) = step.bound_label() {
            self.depths[label] = self.open.len();
        }
        if let Step::Test(condition, _) = step {
            let first = self.tape.terms.len();
            let own = self.tape.program.condition(condition);
            self.tape.terms.extend_from_slice(own);
            self.tape.links[place].note = self.tape.conditions.len() as u32;
            self.tape.conditions.push(first..self.tape.terms.len());
        }
        let is_test = matches!(step, Step::Test(..));
        self.open.push(Open {
            place,
            node,
            arm: place,
            is_test,
            has_flags: is_test,
            outermost: usize::MAX,
            begins: self.live,
            ends: false,
        });
    }
}
