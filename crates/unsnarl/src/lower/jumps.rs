//! Jumps, and their replacements where the target language cannot express them.
//!
//! *Needs:* the open frames, and the target of a jump.
//! *Gives:* the steps that bring control there.
//! *Cost:* O(log frames) for each jump and each bracket that it crosses.
//!
//! The first of these cases that applies:
//!
//! 1. control reaches the target anyway: nothing is written;
//! 2. the target is the end or the start of the innermost bracket that catches such jumps: `break`
//!    or `continue`;
//! 3. the target is the end of a scope that is not written: no jump is written, and the rest of the
//!    rows up to that end moves into the arms that do not jump;
//! 4. the jump crosses the innermost bracket that catches `break`: a selector is set, the bracket
//!    is left, and a test after it continues the jump by these rules.
//!
//! Where the jumps out of one bracket separate, each target that can be reached from there without
//! crossing another bracket has its own test; the jumps that cross another bracket share one test.

use super::crossings::Crossings;
use super::flags::Purpose;
use super::frames::{Kind, Row};
use super::list::Spot;
use super::plan::{Repeats, Scope};
use super::write::Writer;
use crate::ids::{FlagId, NodeId};
use crate::program::{Step, Term};
use alloc::vec::Vec;

impl Writer<'_> {
    /// Writes a jump to `target`, or none if control comes to `next` and so reaches the target
    /// anyway. `is_selected` tells whether the selector names the target already.
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
            let site = self.emit(None);
            self.frames[frame].crossing.add(target, site);
            self.leave(frame);
        }
        self.row.live = false;
    }

    /// Clears the selector if it is set and may be tested again. That is possible if `loops`, the
    /// number of open loops around the target, is not zero, or if a loop begins at the target,
    /// since a jump in that loop may lead to its start.
    fn forget(&mut self, target: NodeId, is_selected: bool, loops: usize) {
        let may_be_asked = loops > 0 || self.places.is_start(target) || self.plan.has_groups;
        if is_selected && may_be_asked {
            for step in self.variables.forget(target) {
                self.emit(Some(step));
            }
        }
    }

    /// Finds the innermost scope that ends at a place, is not written, and is inside of a frame.
    fn unwritten(&self, target: NodeId, breaker: Option<usize>) -> Option<usize> {
        let frame = *self.unwritten.get(&target)?.last()?;
        breaker
            .is_none_or(|breaker| breaker < frame)
            .then_some(frame)
    }

    /// Jumps out of a frame that catches `break`.
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

    /// Jumps, without a written jump, to the end of a scope that is not written, or of the body of
    /// a loop.
    fn skip_to(&mut self, frame: usize) {
        let node = self.frames[frame].node;
        if self.plan.guarded[node] {
            let flag = self.guard(frame);
            self.emit(Some(Step::Set(flag, true)));
            if self.plan.skips_any {
                let any = self.variables.flag(Purpose::SkipsAny);
                self.emit(Some(Step::Set(any, true)));
            }
        }
        self.row.skips = self.skips.insert(self.row.skips, frame);
    }

    /// Ends the jumps that lead to the end of a row, which belongs to a scope or to the body of a
    /// loop. Jumps past other scopes may still be under way.
    pub(super) fn arrive(&mut self, bracket: NodeId, row: &mut Row) {
        if !self.plan.skips_any || !self.plan.guarded[bracket] {
            return;
        }
        let any = self.variables.flag(Purpose::SkipsAny);
        let clear = Step::Set(any, false);
        let steps = match row.skips.is_empty() {
            true => alloc::vec![clear],
            false => {
                let own = self.variables.flag(Purpose::Skips(bracket));
                let [test, holds, fails] = self.variables.test(&[Term::Flag(own)]);
                self.tests += 1;
                alloc::vec![test, holds, clear, fails, Step::End]
            }
        };
        for step in steps {
            row.tail = self.list.insert(row.tail, Some(step));
        }
    }

    /// Gives the flag that guards the code which jumps to the end of a frame skip. It is cleared at
    /// the start of the loop around the frame, or of the frame's own body, because not all paths to
    /// the guard pass the start of a scope.
    fn guard(&mut self, frame: usize) -> FlagId {
        let flag = self.variables.flag(Purpose::Skips(self.frames[frame].node));
        let guards = match self.breakers.last() {
            Some(&around) => &mut self.frames[around].guards,
            None => &mut self.guards,
        };
        guards.insert(flag);
        flag
    }

    /// Continues, after a bracket, the jumps that have left it for other places.
    ///
    /// Each target that a jump from here can reach directly gets its own test. All other jumps
    /// leave the next bracket, and share one test. The last of these cases needs no test if control
    /// comes here for no other reason.
    pub(super) fn cross(&mut self, mut onward: Crossings, next: NodeId) {
        if onward.is_empty() {
            return;
        }
        let is_also_reached = self.row.live;
        let mut direct = self.direct_targets(&onward);
        direct.sort_unstable();
        direct.dedup();
        let mut direct: Vec<_> = direct
            .into_iter()
            .filter_map(|target| Some((target, onward.remove(target)?)))
            .collect();
        let last = match is_also_reached || !onward.is_empty() {
            true => None,
            false => direct.pop(),
        };
        self.row.live |= !direct.is_empty() || !onward.is_empty() || last.is_some();
        for (target, crossing) in direct {
            self.select(target, &crossing.sites);
            let ask = self.variables.ask(target);
            self.test(ask, next, |writer| writer.jump(target, next, true));
        }
        if !onward.is_empty() {
            self.go_onward(onward, next, is_also_reached);
        }
        if let Some((target, crossing)) = last {
            if crossing.is_selected {
                self.select(target, &crossing.sites);
            }
            self.jump(target, next, crossing.is_selected);
        }
    }

    /// Leaves the next bracket for all of these jumps. A test comes first if control may also be
    /// here for another reason, unless it would leave that bracket next in any case.
    fn go_onward(&mut self, mut onward: Crossings, next: NodeId, is_tested: bool) {
        let breaker = self.breakers.last();
        let breaker = *breaker.expect("a jump is inside the bracket that it names");
        let leaves_too = is_tested && self.places.first(next) == self.frames[breaker].behind;
        self.frames[breaker].left |= leaves_too;
        if !is_tested || leaves_too {
            self.leave(breaker);
            self.row.live = false;
        } else {
            for (target, sites) in onward.select() {
                self.select(target, &sites);
            }
            let ask = match onward.only() {
                Some(target) => self.variables.ask(target),
                None => {
                    self.findings.has_groups = true;
                    self.variables.ask_any()
                }
            };
            self.test(ask, next, |writer| {
                writer.leave(breaker);
                writer.row.live = false;
            });
        }
        self.frames[breaker].crossing.append(onward);
    }

    /// Writes a test around steps that divert; after it, control comes to `next`.
    fn test(&mut self, ask: [Step; 3], next: NodeId, diverting: impl FnOnce(&mut Self)) {
        let [test, selected, other] = ask;
        self.tests += 1;
        self.open_test(next, test);
        self.begin_arm(selected);
        diverting(self);
        self.begin_arm(other);
        self.close_arms(next);
    }

    /// Lists places that a jump from here reaches without crossing a bracket, among them all such
    /// targets of `crossings`.
    fn direct_targets(&self, crossings: &Crossings) -> Vec<NodeId> {
        let breaker = self.breakers.last().copied();
        let inside = breaker.map_or(0, |breaker| {
            self.hidden.partition_point(|&frame| frame < breaker)
        });
        let hidden = &self.hidden[inside..];
        if crossings.len() < hidden.len() {
            return crossings
                .targets()
                .filter(|&target| self.is_direct(target))
                .collect();
        }
        let continuer = self.continuers.last();
        let start = continuer.and_then(|&frame| self.frames[frame].start);
        let hidden = hidden.iter().copied().chain(breaker);
        let ends = hidden.map(|frame| self.frames[frame].behind);
        ends.chain(start).collect()
    }

    /// Tells whether a jump reaches a place without crossing a bracket.
    fn is_direct(&self, target: NodeId) -> bool {
        let breaker = self.breakers.last().copied();
        let continuer = self.continuers.last().copied();
        breaker.is_some_and(|frame| self.frames[frame].behind == target)
            || continuer.is_some_and(|frame| self.frames[frame].start == Some(target))
            || self.unwritten(target, breaker).is_some()
    }

    /// Sets the selector at these places.
    fn select(&mut self, target: NodeId, sites: &[Spot]) {
        for &site in sites {
            let mut steps = self.variables.select(target).into_iter();
            self.list.set(site, steps.next());
            for step in steps {
                self.list.insert(site, Some(step));
            }
            self.selectors += 1;
        }
    }
}
