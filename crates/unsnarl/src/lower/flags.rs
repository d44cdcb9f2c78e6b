//! The variables that a lowering adds.
//!
//! *Needs:* a program. *Gives:* [`Variables`]: flags, conditions over them, and the numbers by
//! which the selector names places. *Cost:* O(log) for each question.

use crate::ids::{FlagId, Id, NodeId, following};
use crate::program::{Cases, Condition, Program, Step, Term};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What a flag is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Purpose {
    /// A jump leads to this place.
    Selects(NodeId),
    /// A jump past the end of this scope, or to the end of the body of this loop, is under way.
    Skips(NodeId),
    /// This loop runs again.
    Repeats(NodeId),
}

pub(super) struct Variables {
    pub(super) cases: Vec<u32>,
    pub(super) terms: Vec<Term>,
    /// Whether the selector is the label.
    is_integer: bool,
    /// The number of each place, from one: zero is no place.
    numbers: BTreeMap<NodeId, u32>,
    flags: BTreeMap<Purpose, FlagId>,
    free: FlagId,
}

impl Variables {
    pub(super) fn new(program: &Program, is_integer: bool) -> Variables {
        Variables {
            cases: program.all_cases().to_vec(),
            terms: program.all_terms().to_vec(),
            is_integer,
            numbers: BTreeMap::new(),
            flags: BTreeMap::new(),
            free: FlagId::new(program.flag_count()),
        }
    }

    pub(super) fn flag(&mut self, purpose: Purpose) -> FlagId {
        *self.flags.entry(purpose).or_insert_with(|| {
            let flag = self.free;
            self.free = following(flag);
            flag
        })
    }

    /// Gives the step that selects a place.
    pub(super) fn select(&mut self, place: NodeId) -> Step {
        match self.is_integer {
            true => Step::Store(self.number(place)),
            false => Step::Set(self.flag(Purpose::Selects(place)), true),
        }
    }

    /// Gives the step that selects nothing after a place was selected.
    pub(super) fn forget(&mut self, place: NodeId) -> Step {
        match self.is_integer {
            true => Step::Store(0),
            false => Step::Set(self.flag(Purpose::Selects(place)), false),
        }
    }

    /// Gives the bracket that asks whether a place is selected, and its two arms: for that it is,
    /// and for that it is not.
    pub(super) fn ask(&mut self, place: NodeId) -> [Step; 3] {
        if self.is_integer {
            let number = self.number(place);
            let [one, rest] = [self.list(&[number]), self.list(&[])];
            return [Step::Dispatch(None), Step::Arm(one), Step::Arm(rest)];
        }
        let flag = self.flag(Purpose::Selects(place));
        self.test(&[Term::Flag(flag)])
    }

    /// Gives a test, and its two arms.
    pub(super) fn test(&mut self, terms: &[Term]) -> [Step; 3] {
        let condition = Condition::append(&mut self.terms, terms.iter().copied());
        let [one, zero] = [self.list(&[1]), self.list(&[0])];
        [Step::Test(condition, None), Step::Arm(one), Step::Arm(zero)]
    }

    /// Gives what must come first of all: nothing is selected.
    pub(super) fn begin(&self) -> Vec<Step> {
        let stored = (!self.numbers.is_empty()).then_some(Step::Store(0));
        let selecting = self.flags.iter().filter_map(|(purpose, flag)| match purpose {
            Purpose::Selects(_) => Some(Step::Set(*flag, false)),
            _ => None,
        });
        stored.into_iter().chain(selecting).collect()
    }

    /// Gives an arm of a `Dispatch` for all values that no other arm lists.
    pub(super) fn default_arm(&mut self) -> Step {
        Step::Arm(self.list(&[]))
    }

    fn number(&mut self, place: NodeId) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry(place).or_insert(next)
    }

    fn list(&mut self, cases: &[u32]) -> Cases {
        Cases::append(&mut self.cases, cases.iter().copied())
    }
}
