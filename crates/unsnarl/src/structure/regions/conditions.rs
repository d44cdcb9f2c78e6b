//! Reaching conditions.
//!
//! *Needs:* a [`Sequence`].
//! *Gives:* [`Conditions`], which computes the reaching condition of one part after the other.
//! *Cost:* a bounded number of operations on diagrams of bounded size for each edge.
//! *Source:* reaching conditions are [Yakdan15]'s.
//! *Departs:* conditions are diagrams, not formulas or lists of paths; the decision of a block is a
//! saved boolean; a condition that is too large becomes a separate boolean.
//!
//! A part that decides among a few classes has a variable for each class except the last. The
//! variable is true if its class was chosen; if the last class was chosen, none is. So a test of
//! one class reads one variable, and the tests of all classes are a chain of `else if`. In a
//! diagram, the condition of a class is that its variable holds and no earlier one does; this alone
//! distinguishes all cases. That no later variable holds either is used only when a condition is
//! written as a formula. If there are many classes, k, they are the leaves of a balanced tree with
//! ⌈log₂ k⌉ variables, one for each level, because in a list the diagram of a class would be
//! as long as the list. A part is reached if an edge to it is taken:
//!
//! ```text
//! reached(n) = or over edges of the class c of p to n: reached(p) and class(p) = c
//! ```
//!
//! The variable of a part that did not run is false: if a test may find it unset, it is cleared
//! before. Conditions are built as if it could have any value, because then they share the
//! condition of the part with other conditions. Only when a condition is written as a formula, the
//! value is used: `f0 && f1` becomes `f1` if `f1` is set under `f0` only.
//!
//! *Selectors.* If the condition of several edges together is too large, or the condition of one
//! edge would make later conditions too large, the part gets a *selector* instead: a variable that
//! is cleared where the group begins, and set on the edges to the part. Parts that are reached in
//! exactly the same or exactly the opposite cases share it. A test whose condition would be hard to
//! read also uses the selector of its part: see [`written`](Conditions::written).
//!
//! *Care.* If every path from a part jumps or ends the function, control flows past the part only
//! if it was not reached. Later conditions are simplified by this fact.

use super::bdd::{Bdd, Function};
use super::formula::{Sign, formula};
use super::sequence::Sequence;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The limits of conditions on which others build: variables, nodes, and signs of the formula.
const MOST_VARIABLES: usize = 8;
const MOST_NODES: usize = 24;
const MOST_SIGNS: usize = 40;
/// The size to which a condition may grow before it is known whether the result is small.
const ROOM: usize = 64;
/// The greatest number of signs of a condition in a test, which is enough for two operands. For
/// longer conditions, the test reads a selector instead.
const MOST_READ: usize = 4;
/// The greatest number of classes that have a variable each. Before a loop that decides among
/// classes, the variables are cleared, so they are live in the whole loop.
const MOST_LISTED: u32 = 5;
/// The greatest number of nodes of the arena before a cut.
const ARENA: usize = 1 << 20;

/// A variable: a level of the decision of the part at a place, or the selector of that part. A
/// selector tells whether an edge to the part was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variable {
    Level {
        place: usize,
        level: u32,
        /// The number of classes among which the part decides.
        classes: u32,
    },
    Selector {
        place: usize,
    },
}

/// A part with the condition under which it runs.
pub(super) type Guarded = (u32, Function);

/// The facts about an earlier part.
#[derive(Clone, Copy)]
struct Reached {
    /// The condition under which it is reached, in the form that later conditions use.
    when: Function,
    /// The variable of its first level.
    first: u32,
    /// The number of classes among which it decides.
    classes: u32,
}

pub(super) struct Conditions {
    pub(super) bdd: Bdd,
    pub(super) variables: Vec<Variable>,
    reached: Vec<Reached>,
    /// The place of the latest cut.
    start: usize,
    /// By condition that has become a variable: the variable, and the last place that sets it.
    selectors: BTreeMap<Function, (Function, usize)>,
    /// By place: the variable that is the selector of the part there.
    own: BTreeMap<usize, u32>,
    /// The condition that is known to hold wherever control reaches the next part.
    care: Function,
}

impl Conditions {
    pub(super) fn new() -> Conditions {
        Conditions {
            bdd: Bdd::new(),
            variables: Vec::new(),
            reached: Vec::new(),
            start: 0,
            selectors: BTreeMap::new(),
            own: BTreeMap::new(),
            care: Function::TRUE,
        }
    }

    /// Begins a region, a group, or the parts after a cut: earlier conditions are tested no more.
    pub(super) fn begin(&mut self, place: usize) {
        self.bdd.clear();
        self.variables.clear();
        self.reached.clear();
        self.selectors.clear();
        self.own.clear();
        self.care = Function::TRUE;
        self.start = place;
    }

    /// Tells whether the arena is so full that a cut is needed.
    pub(super) fn is_full(&self) -> bool {
        self.bdd.len() > ARENA
    }

    /// Gives the condition of the next part, which is at `place`.
    pub(super) fn next(&mut self, sequence: &Sequence, place: usize) -> Guarded {
        let (guard, when) = if sequence.begins(place) {
            (Function::TRUE, Function::TRUE)
        } else {
            self.of_edges(sequence, place)
        };
        let classes = sequence.falls(place).len() as u32;
        let first = self.variables.len() as u32;
        for level in 0..levels(classes) {
            self.variables.push(Variable::Level {
                place,
                level,
                classes,
            });
        }
        self.reached.push(Reached {
            when,
            first,
            classes,
        });
        if classes == 2 {
            self.remember_first_class(place);
        }
        let guard = self.simplified(guard);
        if classes == 0 {
            let care = self.bdd.and(self.care, when.not());
            if care != Function::FALSE && self.is_small(care) {
                self.care = care;
            }
        }
        (place as u32, guard)
    }

    /// Gives the condition that one of the edges to a part is taken, and the form of it that later
    /// conditions use.
    fn of_edges(&mut self, sequence: &Sequence, place: usize) -> (Function, Function) {
        let mut edges = sequence.sources(place);
        let last = sequence.sources(place).next_back();
        let last = last.map_or(0, |(from, _)| from);
        let mut any = Function::FALSE;
        let mut count = 0;
        let fits = edges.all(|(from, class)| {
            if from < self.start {
                return false;
            }
            let when = self.reached[from - self.start].when;
            let decides = self.class(from, class);
            let taken = self.bdd.and(when, decides);
            any = self.bdd.or(any, taken);
            count += 1;
            count == 1 || self.bdd.support(any, ROOM).is_some()
        });
        if !fits {
            let selector = self.selector(place);
            return (selector, selector);
        }
        if self.is_small(any) {
            return (any, any);
        }
        let mut edges = sequence.sources(place);
        match (edges.next(), edges.next()) {
            (Some((from, class)), None) => {
                // As the guard, the condition of the edge itself is just as good, and the part may
                // then go into an arm.
                (any, self.of_one_edge(any, place, (from, class)))
            }
            _ => {
                let selector = self.shared_selector(any, place, last);
                (selector, selector)
            }
        }
    }

    /// Gives the form in which later conditions use the condition of the only edge to a part.
    fn of_one_edge(
        &mut self,
        condition: Function,
        place: usize,
        (from, class): (usize, u32),
    ) -> Function {
        let Reached { first, classes, .. } = self.reached[from - self.start];
        if (classes, class) == (2, 0) {
            return self.bdd.variable(first);
        }
        self.shared_selector(condition, place, from)
    }

    /// Uses the variable of the part at `place` as the selector of its first class if the condition
    /// of this class is too large. This is possible because the variable is false if the part does
    /// not run.
    fn remember_first_class(&mut self, place: usize) {
        let Reached { when, first, .. } = self.reached[place - self.start];
        let value = self.bdd.variable(first);
        let condition = self.bdd.and(when, value);
        if !self.is_small(condition) {
            self.selectors.insert(condition, (value, place));
        }
    }

    fn selector(&mut self, place: usize) -> Function {
        let variable = self.own_selector(place);
        self.bdd.variable(variable)
    }

    /// Gives the variable that is the selector of the part at `place`, and makes it if there is
    /// none.
    fn own_selector(&mut self, place: usize) -> u32 {
        let variables = &mut self.variables;
        *self.own.entry(place).or_insert_with(|| {
            variables.push(Variable::Selector { place });
            variables.len() as u32 - 1
        })
    }

    /// Gives the selector of a condition. It may be the selector of another part, if that is set
    /// before this place.
    fn shared_selector(&mut self, condition: Function, place: usize, last: usize) -> Function {
        for (wanted, contrary) in [(condition, false), (condition.not(), true)] {
            if let Some(&(selector, set)) = self.selectors.get(&wanted)
                && set < place
            {
                return if contrary { selector.not() } else { selector };
            }
        }
        let selector = self.selector(place);
        self.selectors.insert(condition, (selector, last));
        selector
    }

    fn is_small(&mut self, function: Function) -> bool {
        let Some((variables, nodes)) = self.bdd.support(function, MOST_NODES) else {
            return false;
        };
        variables.len() <= MOST_VARIABLES
            && (nodes <= 4 || formula(&mut self.bdd, function, MOST_SIGNS).is_some())
    }

    /// Simplifies a guard by the known condition.
    fn simplified(&mut self, guard: Function) -> Function {
        if self.care == Function::TRUE || guard.is_constant() {
            return guard;
        }
        let simple = self.bdd.constrain(guard, self.care);
        let size = |bdd: &Bdd, function| {
            let support = bdd.support(function, ROOM);
            support.map_or((usize::MAX, 0), |(variables, nodes)| {
                (variables.len(), nodes)
            })
        };
        let smaller = size(&self.bdd, simple) <= size(&self.bdd, guard);
        if simple != Function::FALSE && smaller {
            simple
        } else {
            guard
        }
    }

    /// Gives the condition that the part at `place` has decided for a class.
    pub(super) fn class(&mut self, place: usize, class: u32) -> Function {
        let Reached { first, classes, .. } = self.reached[place - self.start];
        let mut all = Function::TRUE;
        for (variable, value) in (first..).zip(path(classes, class)) {
            let variable = self.bdd.variable(variable);
            let value = if value { variable } else { variable.not() };
            all = self.bdd.and(all, value);
        }
        all
    }

    /// Gives the class of the part at `place` that a condition allows; `None` if it allows several.
    pub(super) fn only_class(&mut self, place: usize, condition: Function) -> Option<u32> {
        let Reached { first, classes, .. } = self.reached[place - self.start];
        let (mut low, mut high) = (0, classes);
        let mut variable = first;
        while high - low > 1 {
            let middle = parting(classes, low, high);
            let value = self.bdd.variable(variable);
            if self.bdd.implies(condition, value) {
                high = middle;
            } else if self.bdd.implies(condition, value.not()) {
                low = middle;
            } else {
                return None;
            }
            variable += 1;
        }
        Some(low)
    }

    /// Writes the condition of a part, in signs over [`variables`](Conditions::variables): as a
    /// formula, or as the selector of the part if the formula would have more than two operands, or
    /// two operands of the same decision.
    ///
    /// The condition may be the rest of the condition where other conditions are known to hold:
    /// there the part is reached if and only if its selector is set.
    pub(super) fn written(&mut self, place: usize, condition: Function) -> Vec<Sign> {
        let formula = self.formula(condition);
        if self.is_read_at_once(&formula) {
            return formula;
        }
        let selector = self.own_selector(place);
        alloc::vec![Sign::Variable(selector)]
    }

    fn is_read_at_once(&self, formula: &[Sign]) -> bool {
        let mut places = Vec::new();
        for sign in formula {
            if let Sign::Variable(variable) = sign
                && let Variable::Level { place, .. } = self.variables[*variable as usize]
            {
                places.push(place);
            }
        }
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        places.len() == count && formula.len() <= MOST_READ
    }

    /// Writes a condition that is not constant as a formula, in signs over
    /// [`variables`](Conditions::variables).
    pub(super) fn formula(&mut self, condition: Function) -> Vec<Sign> {
        let mut shortest = formula(&mut self.bdd, condition, usize::MAX - 1)
            .expect("a formula may be as long as it comes");
        for lean in self.lean(condition).into_iter().flatten() {
            let most = shortest.len() - 1;
            if !lean.is_constant()
                && let Some(shorter) = formula(&mut self.bdd, lean, most)
            {
                shortest = shorter;
            }
        }
        shortest
    }

    /// Gives functions, if possible of fewer variables, that equal the condition wherever the
    /// variables of all parts that were not reached are false.
    fn lean(&mut self, condition: Function) -> Option<[Function; 3]> {
        let (own, _) = self.bdd.support(condition, ROOM)?;
        if own.len() < 2 {
            return None;
        }
        let care = self.care_of(&own);
        let mut least = self.bdd.and(condition, care);
        let mut most = self.bdd.or(condition, care.not());
        let (all, _) = self.bdd.support(care, usize::MAX)?;
        let strange = all.into_iter().filter(|variable| !own.contains(variable));
        // Variables are removed from the first to the last, so that the latest decisions are
        // tested.
        for variable in strange.chain(own.iter().copied()) {
            let value = self.bdd.variable(variable);
            let [on, off] = [value, value.not()].map(|care| {
                let bdd = &mut self.bdd;
                (bdd.constrain(least, care), bdd.constrain(most, care))
            });
            let any = self.bdd.or(on.0, off.0);
            let all = self.bdd.and(on.1, off.1);
            if self.bdd.implies(any, all) {
                (least, most) = (any, all);
            }
        }
        let open = self.bdd.or(least, most.not());
        let between = self.bdd.constrain(least, open);
        Some([between, least, most])
    }

    /// Gives the condition that no variable of these holds if its part was not reached, and that no
    /// two variables of one list of classes hold.
    fn care_of(&mut self, variables: &[u32]) -> Function {
        let mut care = Function::TRUE;
        for (at, &variable) in variables.iter().enumerate() {
            let Variable::Level { place, classes, .. } = self.variables[variable as usize] else {
                continue;
            };
            let value = self.bdd.variable(variable);
            let when = self.reached[place - self.start].when;
            let reached = self.bdd.or(value.not(), when);
            care = self.with_care(care, reached);
            if !is_listed(classes) {
                continue;
            }
            for &other in &variables[..at] {
                if matches!(self.variables[other as usize], Variable::Level { place: of, .. } if of == place)
                {
                    let other = self.bdd.variable(other);
                    let both = self.bdd.and(value, other);
                    care = self.with_care(care, both.not());
                }
            }
        }
        care
    }

    /// Joins two known conditions, unless the result becomes too large.
    fn with_care(&mut self, care: Function, known: Function) -> Function {
        let more = self.bdd.and(care, known);
        if self.bdd.support(more, ROOM).is_some() {
            more
        } else {
            care
        }
    }
}

/// Tells whether this number of classes is represented as a list, with a variable for each class
/// except the last.
pub(super) fn is_listed(classes: u32) -> bool {
    classes <= MOST_LISTED
}

/// Gives the number of variables that distinguish this number of classes.
pub(super) fn levels(classes: u32) -> u32 {
    let others = classes.saturating_sub(1);
    if is_listed(classes) {
        others
    } else {
        u32::BITS - others.leading_zeros()
    }
}

/// Walks down to a class: the value of each variable until the class is known. In a list, later
/// variables are not set.
pub(super) fn path(classes: u32, class: u32) -> impl Iterator<Item = bool> {
    let (mut low, mut high) = (0, classes);
    core::iter::from_fn(move || {
        if high - low < 2 {
            return None;
        }
        let middle = parting(classes, low, high);
        let upper = class < middle;
        (low, high) = if upper { (low, middle) } else { (middle, high) };
        Some(upper)
    })
}

/// Gives the beginning of the second part of a range of classes: in a list after the first class,
/// in a tree in the middle.
fn parting(classes: u32, low: u32, high: u32) -> u32 {
    if is_listed(classes) {
        low + 1
    } else {
        high - (high - low) / 2
    }
}
