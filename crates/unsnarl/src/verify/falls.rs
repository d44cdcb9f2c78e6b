//! Switches whose arms fall through in the target's language, and the scopes that such a switch
//! replaces.
//!
//! *Needs:* a program that keeps rules P1 to P6, and which of its steps print.
//! *Gives:* [`parts`]: the role of each step in such a switch.
//! *Cost:* O(steps · log steps).
//!
//! A switch of three arms or more may absorb the scopes right around it, from the inside out. A
//! *way* is an arm of the switch, or the steps between the switch's end, or a scope's end, and the
//! end of the next scope. It leads to the end that its last step jumps to, or to the next end if
//! control reaches that.
//!
//! A scope belongs to the switch if all jumps to its end come after the start of the switch, and if
//! control reaches the end inside it (that of the switch or of the next inner scope) by ways only,
//! at most one of which prints. The way that prints is written last of them, right before the steps
//! that follow that end. An arm that prints nothing is a case in front of it; the steps after
//! another end always count as printing. A scope belongs to one switch at most, the first one that
//! could absorb it.

use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The role of a step in a switch that absorbs scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The switch.
    Switch,
    /// A scope inside the outermost one, which catches no jump.
    Inner,
    /// The outermost scope, which catches `break`.
    Outer,
    /// A jump that is not written, because the order of the arms expresses it.
    Way,
}

/// Finds the parts of all switches of a program.
pub(super) fn parts(program: &Program, prints: &dyn Fn(Step) -> bool) -> BTreeMap<NodeId, Part> {
    let mut finder = Finder {
        program,
        prints,
        jumps: IdMap::filled(program.label_count(), Vec::new()),
        alive: alive(program),
        parts: BTreeMap::new(),
    };
    for (node, step) in program.steps() {
        if let Step::Break(label) = step {
            finder.jumps[label].push(node);
        }
    }
    let mut open: Vec<NodeId> = Vec::new();
    for (node, step) in program.steps() {
        match step {
            Step::Switch(_, None) => finder.judge(node, &open),
            Step::End => drop(open.pop()),
            _ => {}
        }
        if step.opens() {
            open.push(node);
        }
    }
    finder.parts
}

/// Tells for each `Arm` and `End` whether control reaches the end of the part that it closes.
fn alive(program: &Program) -> IdMap<NodeId, bool> {
    let mut alive = IdMap::filled(program.len(), false);
    let mut left = IdMap::filled(program.label_count(), false);
    // For each open bracket: its label, and whether control reaches its start and its end.
    let mut open: Vec<(Option<LabelId>, bool, bool)> = Vec::new();
    let mut live = true;
    let mut after_opening = false;
    for (node, step) in program.steps() {
        alive[node] = live;
        match step {
            Step::Arm(_) => {
                if let Some((_, start, end)) = open.last_mut() {
                    *end |= live && !after_opening;
                    live = *start;
                }
            }
            Step::End => {
                if let Some((label, _, end)) = open.pop() {
                    live |= end || label.is_some_and(|label| left[label]);
                }
            }
            Step::Break(label) => {
                left[label] |= live;
                live = false;
            }
            step if step.opens() => open.push((step.bound_label(), live, false)),
            step => live &= !step.diverts(),
        }
        after_opening = step.opens();
    }
    alive
}

/// The ways to an end.
#[derive(Default)]
struct Ways {
    jumps: Vec<NodeId>,
    /// The number of ways that print.
    printing: usize,
    count: usize,
}

struct Finder<'p> {
    program: &'p Program,
    prints: &'p dyn Fn(Step) -> bool,
    /// For each label: the jumps past the end of its bracket.
    jumps: IdMap<LabelId, Vec<NodeId>>,
    alive: IdMap<NodeId, bool>,
    parts: BTreeMap<NodeId, Part>,
}

impl Finder<'_> {
    /// Finds the parts of a switch inside these brackets, the outermost first.
    fn judge(&mut self, switch: NodeId, open: &[NodeId]) {
        let close = self.program.extent(switch);
        let mut arm = NodeId::new(switch.index() + 1);
        let mut arms = Vec::new();
        while arm != close {
            arms.push(arm);
            arm = self.program.extent(arm);
        }
        if arms.len() < 3 {
            return;
        }
        let mut by_label: BTreeMap<LabelId, Ways> = BTreeMap::new();
        let mut here = Ways::default();
        for arm in arms {
            let prints = !self.is_silent(arm);
            self.add_way(arm, prints, &mut by_label, &mut here);
        }
        let mut scopes = Vec::new();
        let mut ways = Vec::new();
        // No jump leads to the end of the switch itself, and some arm must reach it.
        let mut is_end_of_ways = here.count > 0 && here.printing <= 1;
        for &scope in open.iter().rev() {
            let Some(label) = self.free_scope(scope, switch).filter(|_| is_end_of_ways) else {
                break;
            };
            ways.append(&mut here.jumps);
            scopes.push(scope);
            here = Ways::default();
            self.add_way(scope, true, &mut by_label, &mut here);
            if let Some(mut direct) = by_label.remove(&label) {
                here.jumps.append(&mut direct.jumps);
                here.printing += direct.printing;
                here.count += direct.count;
            }
            is_end_of_ways = here.jumps.len() == self.jumps[label].len() && here.printing <= 1;
        }
        let Some(outermost) = scopes.pop() else {
            return;
        };
        self.parts.insert(switch, Part::Switch);
        self.parts.insert(outermost, Part::Outer);
        self.parts
            .extend(scopes.into_iter().map(|it| (it, Part::Inner)));
        self.parts
            .extend(ways.into_iter().map(|it| (it, Part::Way)));
    }

    /// Adds the way of an arm, or of the last steps in a scope: to the end that its last step jumps
    /// to, or to `here` if control reaches the next end.
    fn add_way(
        &self,
        node: NodeId,
        prints: bool,
        by_label: &mut BTreeMap<LabelId, Ways>,
        here: &mut Ways,
    ) {
        let end = self.program.extent(node);
        let last = NodeId::new(end.index() - 1);
        let ways = match self.program.step(last) {
            Step::Break(label) => {
                let ways = by_label.entry(label).or_default();
                ways.jumps.push(last);
                ways
            }
            _ if self.alive[end] => here,
            _ => return,
        };
        ways.count += 1;
        ways.printing += usize::from(prints);
    }

    /// Tells whether an arm prints nothing, and ends with at most a jump.
    fn is_silent(&self, arm: NodeId) -> bool {
        let inside = arm.index() + 1..self.program.extent(arm).index();
        let last = inside.end.saturating_sub(1);
        inside
            .map(NodeId::new)
            .all(|node| match self.program.step(node) {
                step @ (Step::Run(_) | Step::Take(_)) => !(self.prints)(step),
                Step::Break(_) => node.index() == last,
                _ => false,
            })
    }

    /// Gives the label of a bracket around a switch, if the bracket is a scope that could belong to
    /// the switch.
    fn free_scope(&self, scope: NodeId, switch: NodeId) -> Option<LabelId> {
        let Step::Block(label) = self.program.step(scope) else {
            return None;
        };
        let first = self.jumps[label].first();
        let is_free = !self.parts.contains_key(&scope);
        (is_free && first.is_some_and(|&first| first > switch)).then_some(label)
    }
}
