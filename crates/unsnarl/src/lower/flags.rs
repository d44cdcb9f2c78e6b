//! The variables that a lowering adds.
//!
//! *Needs:* a program. *Gives:* [`Variables`]: flags, conditions over them, and the numbers by
//! which the selector names places. *Cost:* O(log) for each query.

use crate::ids::{FlagId, Id, NodeId, following};
use crate::program::{Cases, Condition, Program, Step, Term};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The purpose of a flag.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Purpose {
    /// A jump leads to this place.
    Selects(NodeId),
    /// A jump leads to some place.
    SelectsAny,
    /// A jump past the end of this scope, or to the end of the body of this loop, is under way.
    Skips(NodeId),
    /// Some jump of that kind is under way.
    SkipsAny,
    /// This loop runs again.
    Repeats(NodeId),
}

pub(super) struct Variables {
    pub(super) cases: Vec<u32>,
    pub(super) terms: Vec<Term>,
    /// Whether the selector is the label.
    is_integer: bool,
    /// Whether some test asks whether any place is selected.
    has_groups: bool,
    /// The number of each place, counted from one: zero means no place.
    numbers: BTreeMap<NodeId, u32>,
    flags: BTreeMap<Purpose, FlagId>,
    free: FlagId,
}

impl Variables {
    pub(super) fn new(program: &Program, is_integer: bool, has_groups: bool) -> Variables {
        Variables {
            cases: program.all_cases().to_vec(),
            terms: program.all_terms().to_vec(),
            is_integer,
            has_groups,
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

    /// Gives the steps that select a place.
    pub(super) fn select(&mut self, place: NodeId) -> Vec<Step> {
        match self.is_integer {
            true => alloc::vec![Step::Store(self.number(place))],
            false => self.set(place, true),
        }
    }

    /// Gives the steps that clear the selection of a place.
    pub(super) fn forget(&mut self, place: NodeId) -> Vec<Step> {
        match self.is_integer {
            true => alloc::vec![Step::Store(0)],
            false => self.set(place, false),
        }
    }

    fn set(&mut self, place: NodeId, value: bool) -> Vec<Step> {
        let flag = self.flag(Purpose::Selects(place));
        let any = self.has_groups.then(|| self.flag(Purpose::SelectsAny));
        let flags = [flag].into_iter().chain(any);
        flags.map(|flag| Step::Set(flag, value)).collect()
    }

    /// Gives the bracket that tests whether any place is selected, and its two arms: first the arm
    /// for yes, then the arm for no.
    pub(super) fn ask_any(&mut self) -> [Step; 3] {
        if self.is_integer {
            let [rest, zero] = [self.list(&[]), self.list(&[0])];
            return [Step::Dispatch(None), Step::Arm(rest), Step::Arm(zero)];
        }
        let flag = self.flag(Purpose::SelectsAny);
        self.test(&[Term::Flag(flag)])
    }

    /// Gives the bracket that tests whether a place is selected, and its two arms: first the arm
    /// for yes, then the arm for no.
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

    /// Gives the steps that must come first in the program: no place is selected, and no jump is
    /// under way.
    pub(super) fn begin(&self) -> Vec<Step> {
        let is_stored = self.is_integer && (self.has_groups || !self.numbers.is_empty());
        let stored = is_stored.then_some(Step::Store(0));
        let selecting = self
            .flags
            .iter()
            .filter_map(|(purpose, flag)| match purpose {
                Purpose::Selects(_) | Purpose::SelectsAny | Purpose::SkipsAny => {
                    Some(Step::Set(*flag, false))
                }
                _ => None,
            });
        stored.into_iter().chain(selecting).collect()
    }

    /// Gives an arm of a `Dispatch` for all values that no other arm lists.
    pub(super) fn default_arm(&mut self) -> Step {
        self.arm(&[])
    }

    /// Gives an arm.
    pub(super) fn arm(&mut self, cases: &[u32]) -> Step {
        Step::Arm(self.list(cases))
    }

    fn number(&mut self, place: NodeId) -> u32 {
        let next = self.numbers.len() as u32 + 1;
        *self.numbers.entry(place).or_insert(next)
    }

    fn list(&mut self, cases: &[u32]) -> Cases {
        Cases::append(&mut self.cases, cases.iter().copied())
    }
}
