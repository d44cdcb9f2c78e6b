//! Writing a program by a plan.
//!
//! *Needs:* a program that keeps its rules, a profile, a [`Plan`].
//! *Gives:* [`write`]: the program in the constructs of the target, and [`Findings`] for the next
//! plan.
//! *Cost:* O(steps log steps).
//!
//! The program is written in one walk over the steps. Brackets are written in order; each jump is
//! written only according to its target, see [`jumps`](super::jumps). Code that control never
//! reaches is omitted.

use super::flags::{Purpose, Variables};
use super::frames::{Frame, Row};
use super::list::{List, Spot};
use super::places::Places;
use super::plan::{Findings, Plan};
use super::rows::Role;
use super::skips::{Pool, Skips};
use crate::ids::{FlagId, Id, IdMap, LabelId, NodeId, following};
use crate::program::{Jumps, Profile, Program, Step, Term};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The greatest number of flags that a guard tests one by one.
const NAMED: usize = 8;

/// The result of writing.
pub(super) struct Written {
    pub(super) program: Program,
    pub(super) findings: Findings,
    /// The number of places that set the selector.
    pub(super) selectors: usize,
    /// The number of added tests.
    pub(super) tests: usize,
}

impl Written {
    /// Tells whether no selector and no test was added.
    fn adds_nothing(&self) -> bool {
        self.selectors + self.tests == 0
    }
}

/// Writes a program. Gives `None` if it needs a selector or a test that may not be added.
pub(super) fn write(
    program: &Program,
    places: &Places,
    profile: &Profile,
    plan: &Plan,
    is_integer: bool,
    may_add: bool,
) -> Option<Written> {
    let mut writer = Writer {
        program,
        places,
        profile,
        plan,
        list: List::with_room(program.len() + program.len() / 4),
        row: Row::new(List::START, true),
        frames: Vec::new(),
        breakers: Vec::new(),
        continuers: Vec::new(),
        unwritten: BTreeMap::new(),
        hidden: Vec::new(),
        bound: IdMap::filled(program.label_count(), None),
        broken: IdMap::filled(program.label_count(), false),
        guards: BTreeSet::new(),
        skips: Pool::default(),
        variables: Variables::new(program, is_integer, plan.has_groups),
        labels: program.label_count(),
        findings: Findings::default(),
        selectors: 0,
        tests: 0,
    };
    for (_, step) in program.steps() {
        if let Step::Break(label) = step {
            writer.broken[label] = true;
        }
    }
    writer.walk(may_add)?;
    let written = writer.finish();
    (may_add || written.adds_nothing()).then_some(written)
}

pub(super) struct Writer<'p> {
    pub(super) program: &'p Program,
    pub(super) places: &'p Places,
    pub(super) profile: &'p Profile,
    pub(super) plan: &'p Plan,
    pub(super) list: List,
    pub(super) row: Row,
    pub(super) frames: Vec<Frame>,
    /// The open frames that catch `break`.
    pub(super) breakers: Vec<usize>,
    /// The open frames that catch `continue`.
    pub(super) continuers: Vec<usize>,
    /// The open scopes that are not written, by the first step with an effect after them.
    pub(super) unwritten: BTreeMap<NodeId, Vec<usize>>,
    /// All open scopes that are not written, in order.
    pub(super) hidden: Vec<usize>,
    /// The frame that binds a label.
    pub(super) bound: IdMap<LabelId, Option<usize>>,
    /// By label: whether a break names it.
    pub(super) broken: IdMap<LabelId, bool>,
    /// The flags that guard the code which jumps outside of all loops skip.
    pub(super) guards: BTreeSet<FlagId>,
    pub(super) skips: Pool,
    pub(super) variables: Variables,
    pub(super) labels: usize,
    pub(super) findings: Findings,
    pub(super) selectors: usize,
    pub(super) tests: usize,
}

impl Writer<'_> {
    /// Writes all steps, unless a selector or test is needed and may not be added.
    fn walk(&mut self, may_add: bool) -> Option<()> {
        let mut at = NodeId::new(0);
        while at.index() < self.program.len() {
            let step = self.program.step(at);
            match step {
                Step::Arm(cases) => {
                    let cases = self.default_arm(at).unwrap_or(Step::Arm(cases));
                    self.begin_arm(cases);
                }
                Step::End => self.close(following(at)),
                _ if !self.row.live => {
                    let past = if step.opens() {
                        self.program.extent(at)
                    } else {
                        at
                    };
                    at = following(past);
                    continue;
                }
                Step::Break(_) | Step::Continue(_) => self.pass(at, step),
                Step::Leave(_) => {
                    self.emit(Some(step));
                    self.row.live = false;
                }
                step if step.opens() => self.open(at, step),
                step => {
                    self.emit(Some(step));
                }
            }
            if !may_add && self.selectors + self.tests > 0 {
                return None;
            }
            at = following(at);
        }
        Some(())
    }

    fn finish(mut self) -> Written {
        let guards = core::mem::take(&mut self.guards);
        self.clear(List::START, &guards);
        for step in self.variables.begin().into_iter().rev() {
            self.list.insert(List::START, Some(step));
        }
        Written {
            program: Program::from_steps(
                self.list.steps(),
                self.variables.cases,
                self.variables.terms,
            ),
            findings: self.findings,
            selectors: self.selectors,
            tests: self.tests,
        }
    }

    /// Tells whether the target has jumps.
    pub(super) fn has_jumps(&self) -> bool {
        self.profile.jumps != Jumps::None
    }

    /// Writes a step at the cursor, or reserves room for one.
    pub(super) fn emit(&mut self, step: Option<Step>) -> Spot {
        if self.row.several {
            self.part();
        }
        self.append(step)
    }

    pub(super) fn append(&mut self, step: Option<Step>) -> Spot {
        let spot = self.list.insert(self.row.cursor, step);
        if self.row.tail == self.row.cursor {
            self.row.tail = spot;
        }
        self.row.cursor = spot;
        spot
    }

    /// Makes a place for the rest of a row where several arms continue with it: a test of the flags
    /// that the jumps past the rest have set.
    pub(super) fn part(&mut self) {
        self.row.several = false;
        let skips = core::mem::take(&mut self.row.open_skips);
        let unguarded = self.skips.untold(skips).into_iter();
        let unguarded = unguarded.map(|frame| self.frames[frame].node);
        let unguarded = unguarded.filter(|&node| !self.plan.guarded[node]);
        self.findings.shared.extend(unguarded);
        let [test, holds, fails] = self.test_of_skips(skips);
        self.append(Some(test));
        let arm = self.append(Some(holds));
        self.append(Some(fails));
        self.append(Some(Step::End));
        self.row.cursor = arm;
        self.tests += 1;
    }

    /// Gives the test that no jump to the ends of these frames is under way, with its arms.
    ///
    /// In a target with jumps, such a test is only provisional, because the next plan writes the
    /// scopes. So one flag stands for the whole condition.
    fn test_of_skips(&mut self, skips: Skips) -> [Step; 3] {
        if self.has_jumps() {
            let flag = self.variables.flag(Purpose::SelectsAny);
            return self.variables.test(&[Term::Not, Term::Flag(flag)]);
        }
        let Some(skipped) = self.skips.few(skips, NAMED) else {
            self.findings.skips_any = true;
            let flag = self.variables.flag(Purpose::SkipsAny);
            return self.variables.test(&[Term::Not, Term::Flag(flag)]);
        };
        let mut terms = alloc::vec![Term::Not];
        for (index, &frame) in skipped.iter().enumerate() {
            if index + 1 < skipped.len() {
                terms.push(Term::Or);
            }
            let skips = Purpose::Skips(self.frames[frame].node);
            terms.push(Term::Flag(self.variables.flag(skips)));
        }
        self.variables.test(&terms)
    }

    /// Writes a jump of the program.
    fn pass(&mut self, at: NodeId, step: Step) {
        if self.profile.jumps == Jumps::Labelled {
            self.emit(Some(step));
            self.row.live = false;
            let (Step::Break(label) | Step::Continue(label)) = step else {
                return;
            };
            let frame = self.bound[label].expect("P2: the bracket is open");
            self.frames[frame].left |= matches!(step, Step::Break(_));
            self.frames[frame].breaks += 1;
            return;
        }
        if let (Some(Role::Jump), Step::Break(label)) = (self.plan.rows.role(at), step) {
            return self.lead(label, at);
        }
        let target = self.places.target(self.program, step);
        self.jump(
            target.expect("P2: a bracket binds the label"),
            following(at),
            false,
        );
    }

    /// Ends an arm, or the code in a scope that a switch absorbs, with a jump to the end of the
    /// scope, unless control comes there anyway.
    fn lead(&mut self, label: LabelId, at: NodeId) {
        let frame = self.bound[label].expect("P2: the bracket is open");
        if self.places.first(following(at)) == self.frames[frame].behind {
            return;
        }
        self.emit(Some(Step::Break(label)));
        self.row.live = false;
        self.frames[frame].left = true;
        self.frames[frame].breaks += 1;
    }

    /// Gives the label of a frame that catches jumps; a switch without a label gets one.
    pub(super) fn label(&mut self, frame: usize) -> LabelId {
        let labels = &mut self.labels;
        *self.frames[frame].label.get_or_insert_with(|| {
            *labels += 1;
            LabelId::new(*labels - 1)
        })
    }
}
