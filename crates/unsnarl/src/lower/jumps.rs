//! Jumps, and what becomes of those that a target cannot say.
//!
//! *Needs:* the frames that are open, and where a jump leads.
//! *Gives:* the steps that get there.
//! *Cost:* O(log frames) for each jump and each bracket that it crosses.
//!
//! In this order:
//!
//! 1. control gets there anyway: nothing is written;
//! 2. the innermost bracket that catches jumps has its end or its start there: `break`, `continue`;
//! 3. a scope that is not written ends there: nothing is written, and the rest of the rows up to
//!    that end goes into the arms that do not jump;
//! 4. the jump crosses the innermost bracket that catches `break`: a selector is set, the bracket is
//!    left, and a test behind it jumps on, by these rules again.
//!
//! All that leave a bracket for one place need no test behind it, and the last of several places
//! needs none either, unless control also gets behind the bracket in the usual way.

use super::flags::Purpose;
use super::frames::{Crossing, Kind};
use super::plan::{Repeats, Scope};
use super::write::Writer;
use crate::ids::{FlagId, NodeId};
use crate::program::Step;
use alloc::collections::BTreeMap;

impl Writer<'_> {
    /// Writes a jump to `target`, or none if control comes to `next` and so gets there anyway.
    /// `is_selected` tells that the selector says so already.
    pub(super) fn jump(&mut self, target: NodeId, next: NodeId, is_selected: bool) {
        if self.places.first(next) == target {
            self.forget(target, is_selected, self.loops());
            return;
        }
        let breaker = self.breakers.last().copied();
        let continuer = self.continuers.last().copied();
        let ends = breaker.filter(|&frame| self.frames[frame].behind == target);
        let starts = continuer.filter(|&frame| self.frames[frame].start == Some(target));
        if let Some(frame) = ends {
            self.forget(target, is_selected, self.frames[frame].loops);
            self.frames[frame].left = true;
            self.leave(frame);
        } else if let Some(frame) = starts {
            self.forget(target, is_selected, 1);
            self.repeat_loop(frame);
        } else if let Some(frame) = self.unwritten(target, breaker) {
            self.forget(target, is_selected, self.frames[frame].loops);
            if self.frames[frame].kind == Kind::Scope(Scope::Gone) {
                self.findings.needed.push(self.frames[frame].node);
            }
            self.skip_to(frame);
        } else if let Some(frame) = breaker {
            let site = (!is_selected).then(|| self.emit(None));
            let crossing = self.frames[frame].crossing.entry(target).or_default();
            crossing.sites.extend(site);
            crossing.held |= is_selected;
            self.leave(frame);
        }
        self.row.live = false;
    }

    /// Clears the selector, if it is set and may be asked again: so many loops are open around the
    /// target, or one begins there, in which a jump may lead to its start.
    fn forget(&mut self, target: NodeId, is_selected: bool, loops: usize) {
        if is_selected && (loops > 0 || self.places.is_start(target)) {
            let step = self.variables.forget(target);
            self.emit(Some(step));
        }
    }

    /// Finds the innermost scope that ends at a place, is not written, and is inside of a frame.
    fn unwritten(&self, target: NodeId, breaker: Option<usize>) -> Option<usize> {
        let frame = *self.unwritten.get(&target)?.last()?;
        breaker.is_none_or(|breaker| breaker < frame).then_some(frame)
    }

    /// Leaves a frame that catches `break`.
    fn leave(&mut self, frame: usize) {
        self.frames[frame].breaks += 1;
        if self.has_jumps() {
            let label = self.label(frame);
            self.emit(Some(Step::Break(label)));
            return;
        }
        let node = self.frames[frame].node;
        if self.plan.repeats[node] == Repeats::UnlessLeft {
            let flag = self.variables.flag(Purpose::Repeats(node));
            self.emit(Some(Step::Set(flag, false)));
        }
        self.skip_to(frame);
    }

    /// Repeats a loop.
    fn repeat_loop(&mut self, frame: usize) {
        self.frames[frame].continues += 1;
        if self.has_jumps() {
            let label = self.label(frame);
            self.emit(Some(Step::Continue(label)));
            return;
        }
        let node = self.frames[frame].node;
        if self.plan.repeats[node] == Repeats::IfAsked {
            let flag = self.variables.flag(Purpose::Repeats(node));
            self.emit(Some(Step::Set(flag, true)));
        }
        self.skip_to(frame);
    }

    /// Goes to the end of a scope that is not written, or of the body of a loop.
    fn skip_to(&mut self, frame: usize) {
        let node = self.frames[frame].node;
        if self.plan.guarded[node] {
            let flag = self.guard(frame);
            self.emit(Some(Step::Set(flag, true)));
        }
        let all = !self.has_jumps();
        self.row.skip(&[frame], all);
    }

    /// Gives the flag that guards what jumps to the end of a frame skip. It is clear at the start of
    /// the loop around the frame, or of its own body, since not all paths to the guard pass the
    /// start of a scope.
    fn guard(&mut self, frame: usize) -> FlagId {
        let flag = self.variables.flag(Purpose::Skips(self.frames[frame].node));
        let guards = match self.breakers.last() {
            Some(&around) => &mut self.frames[around].guards,
            None => &mut self.guards,
        };
        guards.insert(flag);
        flag
    }

    /// Goes on behind a bracket for the jumps that have left it for elsewhere.
    pub(super) fn cross(&mut self, mut crossing: BTreeMap<NodeId, Crossing>, next: NodeId) {
        let last = if self.row.live {
            None
        } else {
            crossing.pop_last()
        };
        self.row.live |= last.is_some();
        for (target, crossing) in crossing {
            self.select(target, &crossing);
            let [ask, selected, other] = self.variables.ask(target);
            self.tests += 1;
            self.open_test(next, ask);
            self.begin_arm(selected);
            self.jump(target, next, true);
            self.begin_arm(other);
            self.close_arms(next);
        }
        if let Some((target, crossing)) = last {
            if crossing.held {
                self.select(target, &crossing);
            }
            self.jump(target, next, crossing.held);
        }
    }

    /// Sets the selector at the jumps of a crossing where it has not been set.
    fn select(&mut self, target: NodeId, crossing: &Crossing) {
        for &site in &crossing.sites {
            let step = self.variables.select(target);
            self.list.set(site, Some(step));
            self.selectors += 1;
        }
    }
}
