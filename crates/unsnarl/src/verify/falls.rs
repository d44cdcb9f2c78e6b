//! Switches of a target whose arms fall through, and what they take in.
//!
//! *Needs:* a program that keeps rules P1 to P6, and which of its steps print.
//! *Gives:* [`parts`]: what each step is to such a switch.
//! *Cost:* O(steps · log steps).
//!
//! The scopes right around a switch of three arms or more, from the inside out, say where *ways*
//! lead: an arm, or what comes after the switch in one of the scopes, is a way to the end that it
//! jumps to with its last step, or to the next end if it gets there. A scope belongs to the switch
//! if all jumps to its end come after the switch begins, and if the end inside it has ways only, of
//! which one at most prints: that one is written last of them, right before what follows that end.
//! An arm that prints nothing is a case in front of that; what follows another end always counts as
//! printing. A scope belongs to one switch at most, the first that could have it.

use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// What a step is to a switch that takes in scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// The switch.
    Switch,
    /// A scope that catches nothing.
    Inner,
    /// The outermost scope, which catches `break`.
    Outer,
    /// A jump that is said by where arms stand.
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

/// Tells of each `Arm` and `End` whether control comes to the end of what it ends.
fn alive(program: &Program) -> IdMap<NodeId, bool> {
    let mut alive = IdMap::filled(program.len(), false);
    let mut left = IdMap::filled(program.label_count(), false);
    // Of each open bracket what it binds, and whether control comes to its start and to its end.
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
    /// How many print.
    printing: usize,
    count: usize,
}

struct Finder<'p> {
    program: &'p Program,
    prints: &'p dyn Fn(Step) -> bool,
    /// The jumps past the end of what binds each label.
    jumps: IdMap<LabelId, Vec<NodeId>>,
    alive: IdMap<NodeId, bool>,
    parts: BTreeMap<NodeId, Part>,
}

impl Finder<'_> {
    /// Finds the parts of a switch that is in these brackets, the outermost first.
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
        // The switch itself has no jumps to its end, and something must come there.
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

    /// Adds the way of an arm, or of what comes last in a scope: to where its last step jumps, or
    /// to what is here.
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

    /// Tells whether an arm prints nothing, and goes on or jumps.
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

    /// Gives the label of a bracket around a switch, if that is a scope which could belong to it.
    fn free_scope(&self, scope: NodeId, switch: NodeId) -> Option<LabelId> {
        let Step::Block(label) = self.program.step(scope) else {
            return None;
        };
        let first = self.jumps[label].first();
        let is_free = !self.parts.contains_key(&scope);
        (is_free && first.is_some_and(|&first| first > switch)).then_some(label)
    }
}
