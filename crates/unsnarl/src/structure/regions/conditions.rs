//! Reaching conditions.
//!
//! *Needs:* a [`Sequence`].
//! *Gives:* [`Conditions`], which computes the reaching condition of one part after the other.
//! *Cost:* a bounded number of operations on bounded diagrams for each edge.
//! *Source:* reaching conditions are [Yakdan15]'s.
//! *Departs:* conditions are diagrams and not formulas or lists of paths; what a block decided is a
//! saved boolean; a condition that is too large becomes a separate boolean.
//!
//! A part that decides among k classes has a variable for each of them but the last, if they are
//! few: it says that the class was chosen, and for the last one none is set. So a test of one class
//! asks for one variable, and the tests of all are a chain of `else if`. In a diagram a class is
//! that its variable holds and none before it does, which parts all cases by itself; that no
//! variable after it holds either is made use of when a condition is written down. Where classes
//! are many they are the leaves of a balanced tree with ⌈log₂ k⌉ variables, one for each of its
//! levels, since a diagram for a class of a list is as long as the list. A part is reached if an
//! edge to it is taken:
//!
//! ```text
//! reached(n) = or over edges of the class c of p to n: reached(p) and class(p) = c
//! ```
//!
//! The variable of a part that did not run is false: where a test may find it unset, it is cleared
//! before. Conditions are built as if it could have any value, since what leads to the part is what
//! they have in common with others; only when one is written down it is made use of, and `f0 && f1`
//! becomes `f1` if `f1` is set under `f0` only.
//!
//! *Selectors.* Where the condition of several edges together is too large, or the condition of one
//! edge would burden those after it, the part gets a *selector* instead: a variable that is cleared
//! where the group begins, and set on the edges to the part. What is reached exactly when that part
//! is not, or is too, shares it. A test of a condition that would take long to read asks for the
//! selector of its part, too: see [`written`](Conditions::written).
//!
//! *Care.* Where every path from a part jumps or ends the function, control flows past it only if
//! the part was not reached.
//! Conditions after it are simplified by that.

use super::bdd::{Bdd, Function};
use super::formula::{Sign, formula};
use super::sequence::Sequence;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What conditions may be made of that others build on.
const MOST_VARIABLES: usize = 8;
const MOST_NODES: usize = 24;
const MOST_SIGNS: usize = 40;
/// What a condition may grow to before it is known whether it comes out small.
const ROOM: usize = 64;
/// How many signs a condition may have before a test asks for a selector instead: two operands.
const MOST_READ: usize = 4;
/// How many classes have a variable each. These are cleared before a loop that decides for them, so
/// that they are live in all of it.
const MOST_LISTED: u32 = 5;
/// How many nodes the arena may have before everything is cut.
const ARENA: usize = 1 << 20;

/// A variable: a level of the decision of the part at a place, or that an edge to it was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Variable {
    Level {
        place: usize,
        level: u32,
        /// How many classes the part decides among.
        classes: u32,
    },
    Selector {
        place: usize,
    },
}

/// A part with the condition under which it runs.
pub(super) type Guarded = (u32, Function);

/// What is known of a part that came already.
#[derive(Clone, Copy)]
struct Reached {
    /// When it is reached, in terms for those after it.
    when: Function,
    /// The variable of its first level.
    first: u32,
    /// How many classes it decides among.
    classes: u32,
}

pub(super) struct Conditions {
    pub(super) bdd: Bdd,
    pub(super) variables: Vec<Variable>,
    reached: Vec<Reached>,
    /// The place at which everything was cut last.
    start: usize,
    /// By condition that has become a variable: that, and the last place that sets it.
    selectors: BTreeMap<Function, (Function, usize)>,
    /// By place, the variable that is the selector of the part there.
    own: BTreeMap<usize, u32>,
    /// What is known wherever control reaches the next part.
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

    /// Begins a region, a group, or what comes after a cut: earlier conditions are tested no more.
    pub(super) fn begin(&mut self, place: usize) {
        self.bdd.clear();
        self.variables.clear();
        self.reached.clear();
        self.selectors.clear();
        self.own.clear();
        self.care = Function::TRUE;
        self.start = place;
    }

    /// Tells whether so much is known that it is time for a cut.
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

    /// Gives the condition that one of the edges to a part is taken, and how those after it may
    /// call that.
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
                // The condition of the edge itself is as good a guard, and may go into an arm.
                (any, self.of_one_edge(any, place, (from, class)))
            }
            _ => {
                let selector = self.shared_selector(any, place, last);
                (selector, selector)
            }
        }
    }

    /// Gives what those after a part may call the condition of the only edge to it.
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

    /// Takes the variable of the part at `place` for a selector of its first class, if the
    /// condition of that is too large: it is false where the part does not run.
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

    /// Gives the variable that is the selector of the part at `place`, which is made if there is
    /// none.
    fn own_selector(&mut self, place: usize) -> u32 {
        let variables = &mut self.variables;
        *self.own.entry(place).or_insert_with(|| {
            variables.push(Variable::Selector { place });
            variables.len() as u32 - 1
        })
    }

    /// Gives the selector of a condition, which may be that of another part if it is set by now.
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

    /// Simplifies a guard by what is known.
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

    /// Gives the one class of the part at `place` that a condition allows; nothing if it allows
    /// several.
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
    /// formula, or if that would have more than two operands, or two of one decision, by the
    /// part's selector.
    ///
    /// The condition may be what is left of it where others are known to hold: there the part is
    /// reached if and only if its selector is set.
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

    /// Writes a condition that is no constant, in signs over [`variables`](Conditions::variables).
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

    /// Gives functions of fewer variables, and are the same wherever no variable holds of a part
    /// that was not reached.
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
        // From the first to the last, so that the latest decisions are tested.
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

    /// Gives that no variable of these holds whose part was not reached, and of those that list
    /// classes no two of one part.
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

    /// Joins what is known, unless that becomes too large.
    fn with_care(&mut self, care: Function, known: Function) -> Function {
        let more = self.bdd.and(care, known);
        if self.bdd.support(more, ROOM).is_some() {
            more
        } else {
            care
        }
    }
}

/// Tells whether so many classes have a variable each, all but the last.
pub(super) fn is_listed(classes: u32) -> bool {
    classes <= MOST_LISTED
}

/// Gives the number of variables that tell so many classes apart.
pub(super) fn levels(classes: u32) -> u32 {
    let others = classes.saturating_sub(1);
    if is_listed(classes) {
        others
    } else {
        u32::BITS - others.leading_zeros()
    }
}

/// Walks down to a class: the value of each variable until it is known. In a list those after it
/// are not set.
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

/// Gives where the second part of a range of classes begins: in a list after the first one, in a
/// tree in the middle, where the first half is not the smaller one.
fn parting(classes: u32, low: u32, high: u32) -> u32 {
    if is_listed(classes) {
        low + 1
    } else {
        high - (high - low) / 2
    }
}
