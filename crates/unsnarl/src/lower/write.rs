//! Writing a program by a plan.
//!
//! *Needs:* a program that keeps its rules, a profile, a [`Plan`].
//! *Gives:* [`write`]: the program in the target's terms, and [`Findings`] for the next plan.
//! *Cost:* O(steps log steps).
//!
//! One walk over the steps. Brackets are written as they come; each jump is written by its target
//! alone, as [`jumps`](super::jumps) says. Code to which control never gets is left out.

use super::flags::{Purpose, Variables};
use super::frames::{Frame, Kind, Row, unite};
use super::list::{List, Spot};
use super::places::Places;
use super::plan::{Findings, Plan, Repeats, Scope};
use crate::ids::{FlagId, Id, IdMap, LabelId, NodeId, following};
use crate::program::{Jumps, Merges, Profile, Program, Scopes, Step, Switches, Term};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// What was written.
pub(super) struct Written {
    pub(super) program: Program,
    pub(super) findings: Findings,
    /// How many places set the selector.
    pub(super) selectors: usize,
    /// How many tests were added.
    pub(super) tests: usize,
}

/// Writes a program.
pub(super) fn write(
    program: &Program,
    places: &Places,
    profile: &Profile,
    plan: &Plan,
    is_integer: bool,
) -> Written {
    let mut writer = Writer {
        program,
        places,
        profile,
        plan,
        list: List::new(),
        row: Row::new(List::START, true),
        frames: Vec::new(),
        breakers: Vec::new(),
        continuers: Vec::new(),
        unwritten: BTreeMap::new(),
        hidden: Vec::new(),
        bound: IdMap::filled(program.label_count(), None),
        broken: IdMap::filled(program.label_count(), false),
        guards: BTreeSet::new(),
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
    writer.walk();
    writer.finish()
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
    /// The open scopes that are not written, by the first step behind them.
    pub(super) unwritten: BTreeMap<NodeId, Vec<usize>>,
    /// All of those, in order.
    pub(super) hidden: Vec<usize>,
    /// The frame that binds a label.
    bound: IdMap<LabelId, Option<usize>>,
    /// Whether a break names a label.
    broken: IdMap<LabelId, bool>,
    /// The flags that guard what jumps outside of all loops skip.
    pub(super) guards: BTreeSet<FlagId>,
    pub(super) variables: Variables,
    labels: usize,
    pub(super) findings: Findings,
    pub(super) selectors: usize,
    pub(super) tests: usize,
}

impl Writer<'_> {
    fn walk(&mut self) {
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
            at = following(at);
        }
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

    /// Writes a step at the cursor, or leaves room for one.
    pub(super) fn emit(&mut self, step: Option<Step>) -> Spot {
        if self.row.several {
            self.part();
        }
        self.append(step)
    }

    fn append(&mut self, step: Option<Step>) -> Spot {
        let spot = self.list.insert(self.row.cursor, step);
        if self.row.tail == self.row.cursor {
            self.row.tail = spot;
        }
        self.row.cursor = spot;
        spot
    }

    /// Gives the rest of a row a place where several arms go on to it: a test of the flags that the
    /// jumps past it have set.
    fn part(&mut self) {
        self.row.several = false;
        let skipped = core::mem::take(&mut self.row.open_skips).into_iter();
        let skipped = skipped.map(|frame| self.frames[frame].node);
        let skipped = skipped.collect::<Vec<_>>();
        let unguarded = skipped.iter().filter(|&&node| !self.plan.guarded[node]);
        self.findings.shared.extend(unguarded);
        let mut terms = alloc::vec![Term::Not];
        for (index, &node) in skipped.iter().enumerate() {
            if index + 1 < skipped.len() {
                terms.push(Term::Or);
            }
            let flag = self.variables.flag(Purpose::Skips(node));
            terms.push(Term::Flag(flag));
        }
        let [test, holds, fails] = self.variables.test(&terms);
        self.append(Some(test));
        let arm = self.append(Some(holds));
        self.append(Some(fails));
        self.append(Some(Step::End));
        self.row.cursor = arm;
        self.tests += 1;
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
        let target = self.places.target(self.program, step);
        self.jump(
            target.expect("P2: a bracket binds the label"),
            following(at),
            false,
        );
    }

    fn open(&mut self, at: NodeId, step: Step) {
        match step {
            Step::Block(label) => self.open_scope(at, label),
            Step::Loop(label) if self.plan.once[at] => self.open_scope(at, label),
            Step::Loop(label) => self.open_loop(at, label),
            _ => {
                let catches = self.catches(at, step);
                let wanted = step.bound_label().filter(|&label| self.broken[label]);
                let every = self.profile.jumps == Jumps::Labelled
                    && self.profile.labelled == crate::program::Labelled::Every;
                let scope = wanted.filter(|_| !catches && !every);
                if let Some(label) = scope {
                    self.open_scope(at, label);
                }
                let in_scope = scope.is_some();
                let step = if in_scope { step.labelled(None) } else { step };
                self.open_arms(at, step, in_scope, catches);
            }
        }
    }

    /// Tells whether a bracket with arms is a switch that catches `break`.
    fn catches(&self, at: NodeId, step: Step) -> bool {
        let catching =
            self.profile.jumps == Jumps::Innermost && self.profile.switches == Switches::Catch;
        catching
            && match step {
                Step::Switch(..) => true,
                Step::Dispatch(_) => self.arms(at).nth(2).is_some(),
                _ => false,
            }
    }

    /// Walks the arms of a bracket.
    fn arms(&self, bracket: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.program.extent(bracket);
        core::iter::successors(Some(following(bracket)), |&arm| {
            Some(self.program.extent(arm))
        })
        .take_while(move |&arm| arm != end)
    }

    /// Gives what the last arm of a `Dispatch` becomes if the target wants a default and there is
    /// none: no value comes that no arm lists.
    fn default_arm(&mut self, arm: NodeId) -> Option<Step> {
        let bracket = self.frames.last()?.node;
        let is_last = self.program.extent(bracket) == self.program.extent(arm);
        let Step::Dispatch(_) = self.program.step(bracket) else {
            return None;
        };
        if self.profile.merges == Merges::Implied || !is_last {
            return None;
        }
        let lists_none = |arm: NodeId| match self.program.step(arm) {
            Step::Arm(cases) => self.program.cases(cases).is_empty(),
            _ => false,
        };
        let has_default = self.arms(bracket).any(lists_none);
        (!has_default).then(|| self.variables.default_arm())
    }

    fn push(&mut self, frame: Frame) {
        let index = self.frames.len();
        if frame.catches[0] {
            self.breakers.push(index);
        }
        if frame.catches[1] {
            self.continuers.push(index);
        }
        if let Kind::Scope(Scope::Gone | Scope::Nested) = frame.kind {
            self.unwritten.entry(frame.behind).or_default().push(index);
            self.hidden.push(index);
        }
        if let Some(label) = frame.label {
            self.bound[label] = Some(index);
        }
        self.frames.push(frame);
    }

    fn pop(&mut self) -> Frame {
        let frame = self.frames.pop().expect("P1: a bracket is open");
        if frame.catches[0] {
            self.breakers.pop();
        }
        if frame.catches[1] {
            self.continuers.pop();
        }
        if let Kind::Scope(Scope::Gone | Scope::Nested) = frame.kind {
            let entry = self.unwritten.get_mut(&frame.behind);
            entry.expect("it was entered when it opened").pop();
            self.hidden.pop();
        }
        frame
    }

    /// How many loops are open.
    pub(super) fn loops(&self) -> usize {
        let around = |frame: &Frame| frame.loops + usize::from(frame.kind == Kind::Loop);
        self.frames.last().map_or(0, around)
    }

    fn frame(&self, at: NodeId, kind: Kind, label: Option<LabelId>) -> Frame {
        let mut frame = Frame::new(at, kind, self.places.behind(self.program, at));
        frame.label = label;
        frame.loops = self.loops();
        frame
    }

    fn open_scope(&mut self, at: NodeId, label: LabelId) {
        let scope = self.plan.scopes[at];
        let mut frame = self.frame(at, Kind::Scope(scope), Some(label));
        match scope {
            Scope::Real => {
                frame.catches = [true, self.profile.scopes == Scopes::Loop];
                frame.spot = self.emit(Some(Step::Block(label)));
                frame.outer = core::mem::replace(&mut self.row, Row::new(frame.spot, true));
            }
            Scope::Nested => {
                if self.row.several {
                    self.part();
                }
                frame.spot = self.row.cursor;
                frame.outer = core::mem::replace(&mut self.row, Row::new(frame.spot, true));
            }
            Scope::Gone => {}
        }
        self.push(frame);
    }

    fn open_loop(&mut self, at: NodeId, label: LabelId) {
        let mut frame = self.frame(at, Kind::Loop, Some(label));
        frame.catches = [true, true];
        frame.start = Some(self.places.first(at));
        let repeats = self.plan.repeats[at];
        let is_while = !self.has_jumps() && repeats != Repeats::Always;
        let flag = is_while.then(|| self.variables.flag(Purpose::Repeats(at)));
        if let Some(flag) = flag {
            self.emit(Some(Step::Set(flag, true)));
        }
        frame.spot = self.emit(Some(Step::Loop(label)));
        frame.outer = core::mem::replace(&mut self.row, Row::new(frame.spot, true));
        if let Some(flag) = flag {
            let [test, holds, _] = self.variables.test(&[Term::Flag(flag)]);
            self.emit(Some(test));
            self.emit(Some(holds));
            if repeats == Repeats::IfAsked {
                self.emit(Some(Step::Set(flag, false)));
            }
        }
        frame.body = self.row.cursor;
        self.push(frame);
    }

    fn open_arms(&mut self, at: NodeId, step: Step, in_scope: bool, catches: bool) {
        let mut frame = self.frame(at, Kind::Arms { in_scope }, step.bound_label());
        frame.catches = [catches, false];
        self.open_frame(frame, step);
    }

    /// Opens a test that the program does not have; control comes to `next` behind it.
    pub(super) fn open_test(&mut self, next: NodeId, step: Step) {
        let mut frame = Frame::new(next, Kind::Arms { in_scope: false }, next);
        frame.loops = self.loops();
        self.open_frame(frame, step);
    }

    fn open_frame(&mut self, mut frame: Frame, step: Step) {
        frame.spot = self.emit(Some(step));
        frame.outer = core::mem::replace(&mut self.row, Row::new(frame.spot, true));
        self.push(frame);
    }

    pub(super) fn begin_arm(&mut self, arm: Step) {
        self.end_arm();
        let spot = self.list.insert(self.row.tail, Some(arm));
        self.row = Row::new(spot, true);
    }

    /// Takes down how an arm ends, if one is open.
    fn end_arm(&mut self) {
        let frame = self
            .frames
            .last_mut()
            .expect("P1: an arm is inside a bracket");
        if !core::mem::replace(&mut frame.arms.begun, true) {
            return;
        }
        if self.row.live {
            frame.arms.ends += if self.row.several { 2 } else { 1 };
            frame.arms.cursor = self.row.cursor;
        }
        unite(&mut frame.arms.skips, core::mem::take(&mut self.row.skips));
    }

    /// Closes the innermost bracket; control comes to `next` behind it.
    fn close(&mut self, next: NodeId) {
        let kind = self.frames.last().expect("P1: a bracket is open").kind;
        match kind {
            Kind::Arms { in_scope } => {
                self.close_arms(next);
                if in_scope {
                    self.close_scope(next);
                }
            }
            Kind::Scope(_) => self.close_scope(next),
            Kind::Loop => self.close_loop(next),
        }
    }

    /// Ends the row of a bracket, and gives the step that does; the row around it goes on there.
    fn end_row(&mut self, frame: &mut Frame) {
        let end = self.list.insert(self.row.tail, Some(Step::End));
        let outer = core::mem::replace(&mut frame.outer, Row::new(List::START, false));
        let inner = core::mem::replace(&mut self.row, outer);
        if self.row.tail == frame.spot {
            self.row.tail = end;
        }
        self.row.cursor = end;
        self.row.live = inner.live || frame.left;
    }

    pub(super) fn close_arms(&mut self, next: NodeId) {
        self.end_arm();
        let mut frame = self.pop();
        self.end_row(&mut frame);
        let arms = core::mem::take(&mut frame.arms);
        self.row.live = arms.ends > 0 || frame.left;
        if !arms.skips.is_empty() {
            match arms.ends {
                1 if !frame.left => self.row.cursor = arms.cursor,
                ends => {
                    self.row.several = ends > 0 || frame.left;
                    self.row.open_skips.extend(&arms.skips);
                }
            }
            unite(&mut self.row.skips, arms.skips);
        }
        if self.profile.jumps != Jumps::Labelled {
            let step = self.list.step(frame.spot).expect("it opens the bracket");
            let label = frame.label.filter(|_| frame.breaks > 0);
            self.list.set(frame.spot, Some(step.labelled(label)));
        }
        self.cross(frame.crossing, next);
    }

    fn close_scope(&mut self, next: NodeId) {
        let mut frame = self.pop();
        match frame.kind {
            Kind::Scope(Scope::Real) => {
                self.end_row(&mut frame);
                if frame.breaks == 0 && self.profile.jumps != Jumps::Labelled {
                    self.findings.unused.push(frame.node);
                } else if !frame.crossing.is_empty() {
                    self.findings.crossed.push(frame.node);
                }
                self.cross(frame.crossing, next);
            }
            Kind::Scope(Scope::Nested) => self.land(frame),
            _ => {}
        }
    }

    /// Lets the jumps past a nested scope come to its end.
    fn land(&mut self, frame: Frame) {
        let mut row = core::mem::replace(&mut self.row, frame.outer);
        if row.skips.remove(&self.frames.len()) {
            row.live = true;
            row.several = !row.skips.is_empty();
            row.open_skips = row.skips.clone();
            row.cursor = row.tail;
        }
        if self.row.tail == frame.spot {
            self.row.tail = row.tail;
        }
        self.row.cursor = row.cursor;
        self.row.live = row.live;
        self.row.several = row.several;
        self.row.open_skips = row.open_skips;
        unite(&mut self.row.skips, row.skips);
    }

    fn close_loop(&mut self, next: NodeId) {
        let node = self.frames.last().expect("the loop is open").node;
        let repeats = self.plan.repeats[node];
        let is_left_at_end = self.row.live;
        if !self.has_jumps() {
            if is_left_at_end && repeats == Repeats::UnlessLeft {
                let flag = self.variables.flag(Purpose::Repeats(node));
                self.emit(Some(Step::Set(flag, false)));
            }
            self.repeat(repeats);
            self.row.live = is_left_at_end;
        }
        let mut frame = self.pop();
        self.clear(frame.body, &frame.guards);
        self.end_row(&mut frame);
        if self.profile.jumps != Jumps::Labelled {
            let exits = frame.breaks + usize::from(is_left_at_end);
            let best = match exits {
                0 => Repeats::Always,
                exits if exits <= frame.continues + 1 => Repeats::UnlessLeft,
                _ => Repeats::IfAsked,
            };
            if frame.continues == 0 {
                self.findings.once.push(node);
            } else if !self.has_jumps() && best != repeats {
                self.findings.repeats.push((node, best));
            }
        }
        self.cross(frame.crossing, next);
    }

    /// Clears flags behind a spot.
    fn clear(&mut self, mut spot: Spot, flags: &BTreeSet<FlagId>) {
        for &flag in flags {
            spot = self.list.insert(spot, Some(Step::Set(flag, false)));
        }
    }

    /// Ends the body of a loop of a target without jumps.
    fn repeat(&mut self, repeats: Repeats) {
        let label = self.frames.last().and_then(|frame| frame.label);
        let again = Step::Continue(label.expect("a loop binds a label"));
        self.row = Row::new(self.row.tail, true);
        self.append(Some(again));
        if repeats != Repeats::Always {
            let [_, _, fails] = self.variables.test(&[]);
            self.append(Some(fails));
            self.append(Some(Step::End));
        }
    }

    /// Gives the label of a frame that catches jumps; a switch without one gets one.
    pub(super) fn label(&mut self, frame: usize) -> LabelId {
        let labels = &mut self.labels;
        *self.frames[frame].label.get_or_insert_with(|| {
            *labels += 1;
            LabelId::new(*labels - 1)
        })
    }
}
