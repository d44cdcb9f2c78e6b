//! What each flag is where it is asked for.
//!
//! *Needs:* the [`Flow`] of a program, and how many steps may be visited.
//! *Gives:* [`Findings`]: the sets that nothing asks for, and what is known of flags where
//! conditions ask for them; [`Ranges`], which lists the steps where a flag matters.
//! *Cost:* O(steps + terms + room).
//! *Limits:* of flags for which there is no room nothing is found.
//!
//! For one flag after the other the steps are found from which control can come to a test of it
//! without setting it: a walk backward from the tests. A set that leads to none of these is not
//! asked for. Then values are passed forward from the sets over these steps only. A test lets into
//! an arm what is consistent with its outcome, whatever the other flags are:
//!
//! ```text
//! f0 = true …               only true
//! if f0 || f1 { case 1: …   true or false
//!               case 0: …   only false: here nothing needs to ask
//! ```

use super::flow::Flow;
use super::three::{Value, value};
use crate::ids::{FlagId, Id, IdMap, NodeId};
use crate::program::{Program, Step, Term};
use crate::rows::Rows;
use alloc::vec;
use alloc::vec::Vec;

/// What was found.
#[derive(Default)]
pub(super) struct Findings {
    /// Sets that no test asks for.
    pub(super) idle: Vec<NodeId>,
    /// Tests with a flag and the one value that it has there, by test.
    pub(super) known: Vec<(NodeId, FlagId, bool)>,
}

/// The values that a flag may have, one bit each; it may also be unset.
type Values = u8;
const UNSET: Values = 4;

fn values_of(value: bool) -> Values {
    1 << u8::from(value)
}

/// The steps where one flag after the other matters.
pub(super) struct Ranges<'w, 'p> {
    flow: &'w Flow<'p>,
    flag: FlagId,
    /// The flag for which a step was visited last.
    visited: IdMap<NodeId, Option<FlagId>>,
    room: usize,
}

/// Finds what is idle and what is known of all flags.
pub(super) fn find(flow: &Flow, room: usize) -> Findings {
    let uses = Uses::find(flow.program);
    let mut walk = Walk {
        ranges: Ranges::new(flow, room),
        values: IdMap::filled(flow.program.len() + 1, 0),
    };
    let mut findings = Findings::default();
    for flag in 0..flow.program.flag_count() {
        let (tests, sets) = (uses.tests.row(flag), uses.sets.row(flag));
        walk.look(FlagId::new(flag), tests, sets, &mut findings);
    }
    findings.idle.sort_unstable();
    findings.known.sort_unstable();
    findings.known.dedup();
    findings
}

/// Where each flag is tested and set, by its index.
pub(super) struct Uses {
    pub(super) tests: Rows<NodeId>,
    pub(super) sets: Rows<NodeId>,
}

impl Uses {
    pub(super) fn find(program: &Program) -> Uses {
        let mut tests: Vec<(usize, NodeId)> = Vec::new();
        let mut sets: Vec<(usize, NodeId)> = Vec::new();
        for (node, step) in program.steps() {
            match step {
                Step::Set(flag, _) => sets.push((flag.index(), node)),
                Step::Test(condition, _) => {
                    for term in program.condition(condition) {
                        if let Term::Flag(flag) = term {
                            tests.push((flag.index(), node));
                        }
                    }
                }
                _ => {}
            }
        }
        let [tests, sets] =
            [tests, sets].map(|pairs| Rows::gather(program.flag_count(), || pairs.iter().copied()));
        Uses { tests, sets }
    }
}

/// The working state, whose values are of the flag that is looked at.
struct Walk<'w, 'p> {
    ranges: Ranges<'w, 'p>,
    values: IdMap<NodeId, Values>,
}

impl<'w, 'p> Ranges<'w, 'p> {
    pub(super) fn new(flow: &'w Flow<'p>, room: usize) -> Ranges<'w, 'p> {
        Ranges {
            flow,
            flag: FlagId::new(0),
            visited: IdMap::filled(flow.program.len() + 1, None),
            room,
        }
    }

    /// Lists the steps from which control comes to one of the tests of a flag before the flag is
    /// set, if there is room for them.
    pub(super) fn of(&mut self, flag: FlagId, tests: &[NodeId]) -> Option<Vec<NodeId>> {
        self.flag = flag;
        let mut range = Vec::new();
        let mut work = tests.to_vec();
        while let Some(node) = work.pop() {
            self.room = self.room.checked_sub(1)?;
            if self.visited[node].replace(self.flag) == Some(self.flag) {
                continue;
            }
            range.push(node);
            for &origin in self.flow.origins(node) {
                if !self.sets(origin) {
                    work.push(origin);
                }
            }
        }
        Some(range)
    }

    /// Tells whether a step sets the flag.
    pub(super) fn sets(&self, node: NodeId) -> bool {
        matches!(self.flow.program.step(node), Step::Set(flag, _) if flag == self.flag)
    }

    /// Tells whether a step is one of those that were listed last.
    pub(super) fn holds(&self, node: NodeId) -> bool {
        self.visited[node] == Some(self.flag)
    }

    /// Gives the step in the range to which control goes from a set, if it goes there.
    pub(super) fn entered_by(&self, set: NodeId) -> Option<NodeId> {
        let mut entered = None;
        self.flow
            .each_next(set, |to, _| entered = Some(to).filter(|&to| self.holds(to)));
        entered
    }
}

impl Walk<'_, '_> {
    /// Looks at one flag.
    fn look(&mut self, flag: FlagId, tests: &[NodeId], sets: &[NodeId], findings: &mut Findings) {
        let Some(range) = self.ranges.of(flag, tests) else {
            return;
        };
        range.iter().for_each(|&node| self.values[node] = 0);
        let is_idle = |set: &&NodeId| self.ranges.entered_by(**set).is_none();
        findings.idle.extend(sets.iter().filter(is_idle));
        if self.pass_values(sets).is_none() {
            return;
        }
        for &test in tests {
            let values = self.values[test] & !UNSET;
            for value in [false, true] {
                if values == values_of(value) {
                    findings.known.push((test, flag, value));
                }
            }
        }
    }

    /// Passes values forward over the range, if there is room.
    fn pass_values(&mut self, sets: &[NodeId]) -> Option<()> {
        let mut work = vec![(NodeId::new(0), UNSET)];
        for &set in sets {
            if let Step::Set(_, value) = self.ranges.flow.program.step(set) {
                let values = values_of(value);
                self.ranges
                    .flow
                    .each_next(set, |to, _| work.push((to, values)));
            }
        }
        while let Some((node, values)) = work.pop() {
            self.ranges.room = self.ranges.room.checked_sub(1)?;
            if !self.ranges.holds(node) || self.values[node] | values == self.values[node] {
                continue;
            }
            self.values[node] |= values;
            let all = self.values[node];
            self.ranges.flow.each_next(node, |to, arm| {
                let passed = arm.map_or(all, |arm| self.let_in(node, arm, all));
                if passed != 0 {
                    work.push((to, passed));
                }
            });
        }
        Some(())
    }

    /// Gives the values with which control can come into an arm.
    fn let_in(&self, test: NodeId, arm: NodeId, values: Values) -> Values {
        let program = self.ranges.flow.program;
        let (Step::Test(condition, _), Step::Arm(cases)) = (program.step(test), program.step(arm))
        else {
            return values;
        };
        let terms = program.condition(condition);
        if !terms.contains(&Term::Flag(self.ranges.flag)) {
            return values;
        }
        let wanted = program.cases(cases) == [1];
        let mut passed = values & UNSET;
        for assumed in [false, true] {
            let known = |flag| (flag == self.ranges.flag).then_some(assumed);
            let is_possible = value(terms, known) != Value::Known(!wanted);
            if is_possible {
                passed |= values & values_of(assumed);
            }
        }
        passed
    }
}
