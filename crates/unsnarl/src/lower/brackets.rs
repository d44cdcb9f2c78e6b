//! Opening and closing of brackets.
//!
//! *Needs:* the plan, and the bracket of the program.
//! *Gives:* its steps in the target, and the row in which the walk continues.
//! *Cost:* O(log steps) for each bracket, and O(arms) for a `Dispatch`.
//!
//! In a target without jumps, a loop is a `while` over a flag of its own:
//!
//! ```text
//! repeats if asked                 repeats unless left
//!
//! f0 = true                        f0 = true
//! while f0 {                       while f0 {
//!   f0 = false                       … f0 = false …   where it is left
//!   … f0 = true …  to repeat it    }
//! }
//! ```

use super::flags::Purpose;
use super::frames::{Frame, Kind, Row};
use super::list::{List, Spot};
use super::plan::{Repeats, Scope};
use super::rows::Role;
use super::skips::Skips;
use super::write::Writer;
use crate::ids::{FlagId, LabelId, NodeId, following};
use crate::program::{Jumps, Labelled, Merges, Scopes, Step, Switches, Term};
use alloc::collections::BTreeSet;

impl Writer<'_> {
    pub(super) fn open(&mut self, at: NodeId, step: Step) {
        match step {
            Step::Block(label) => match self.plan.rows.role(at) {
                Some(role) => self.open_in_row(at, label, role),
                None => self.open_scope(at, label),
            },
            Step::Loop(label) if self.plan.once[at] => self.open_scope(at, label),
            Step::Loop(label) => self.open_loop(at, label),
            _ => {
                // An absorbed scope catches on behalf of its switch, and the jumps to its end lead
                // to the next arm.
                let takes = self.plan.rows.role(at).is_some();
                let catches = !takes && self.catches(at, step);
                let wanted = step.bound_label().filter(|&label| self.broken[label]);
                let every = self.profile.jumps == Jumps::Labelled
                    && self.profile.labelled == Labelled::Every;
                let scope = wanted.filter(|_| !catches && !every && !takes);
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

    /// Gives a default arm in place of the last arm of a `Dispatch`, if the target requires a
    /// default and there is none. This is possible because every value is listed by some arm. A
    /// `Dispatch` of two arms is an `if` and needs no default.
    pub(super) fn default_arm(&mut self, arm: NodeId) -> Option<Step> {
        let bracket = self.frames.last()?.node;
        let is_last = self.program.extent(bracket) == self.program.extent(arm);
        let Step::Dispatch(_) = self.program.step(bracket) else {
            return None;
        };
        let is_switch = || self.arms(bracket).nth(2).is_some();
        if self.profile.merges == Merges::Implied || !is_last || !is_switch() {
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

    /// The number of open loops.
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

    /// Opens a scope that a switch absorbs. The outermost of these scopes catches `break` for the
    /// switch.
    fn open_in_row(&mut self, at: NodeId, label: LabelId, role: Role) {
        let mut frame = self.frame(at, Kind::InRow(role), Some(label));
        frame.catches = [role == Role::Outer, false];
        self.open_frame(frame, Step::Block(label));
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

    /// Opens a test that is not in the program; after it, control comes to `next`.
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

    /// Records how an arm ends, if one is open.
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
        frame.arms.skips = self.skips.unite(frame.arms.skips, self.row.skips);
        self.row.skips = Skips::default();
    }

    /// Closes the innermost bracket; after it, control comes to `next`.
    pub(super) fn close(&mut self, next: NodeId) {
        let kind = self.frames.last().expect("P1: a bracket is open").kind;
        match kind {
            Kind::Arms { in_scope } => {
                self.close_arms(next);
                if in_scope {
                    self.close_scope(next);
                }
            }
            Kind::Scope(_) => self.close_scope(next),
            Kind::InRow(_) => self.close_in_row(next),
            Kind::Loop => self.close_loop(next),
        }
    }

    /// Ends the row of a bracket, and gives the step that ends it; the row around it continues
    /// there.
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
                    self.row.open_skips = self.skips.unite(self.row.open_skips, arms.skips);
                }
            }
            self.row.skips = self.skips.unite(self.row.skips, arms.skips);
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

    fn close_in_row(&mut self, next: NodeId) {
        let mut frame = self.pop();
        self.end_row(&mut frame);
        if frame.breaks == 0 {
            self.findings.broken_rows.push(frame.node);
        }
        if !frame.crossing.is_empty() {
            self.findings.crossed_rows.push(frame.node);
        }
        self.cross(frame.crossing, next);
    }

    /// Ends the jumps past a nested scope at its end.
    fn land(&mut self, frame: Frame) {
        let mut row = core::mem::replace(&mut self.row, frame.outer);
        if self.skips.remove(&mut row.skips, self.frames.len()) {
            row.live = true;
            row.several = !row.skips.is_empty();
            row.open_skips = row.skips;
            self.arrive(frame.node, &mut row);
            row.cursor = row.tail;
        }
        if self.row.tail == frame.spot {
            self.row.tail = row.tail;
        }
        self.row.cursor = row.cursor;
        self.row.live = row.live;
        self.row.several = row.several;
        self.row.open_skips = row.open_skips;
        self.row.skips = self.skips.unite(self.row.skips, row.skips);
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

    /// Clears flags after a spot.
    pub(super) fn clear(&mut self, mut spot: Spot, flags: &BTreeSet<FlagId>) {
        for &flag in flags {
            spot = self.list.insert(spot, Some(Step::Set(flag, false)));
        }
    }

    /// Ends the body of a loop of a target without jumps.
    fn repeat(&mut self, repeats: Repeats) {
        let frame = self.frames.last().expect("the loop is open");
        let again = Step::Continue(frame.label.expect("a loop binds a label"));
        let mut row = Row::new(self.row.tail, true);
        self.arrive(frame.node, &mut row);
        self.row = Row::new(row.tail, true);
        self.append(Some(again));
        if repeats != Repeats::Always {
            let fails = self.variables.arm(&[0]);
            self.append(Some(fails));
            self.append(Some(Step::End));
        }
    }
}
