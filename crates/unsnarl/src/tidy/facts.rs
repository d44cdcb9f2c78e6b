//! The facts about a program that rewrites use.
//!
//! *Needs:* a graph and a program; a program that breaks rules P1 to P3 has no facts.
//! *Gives:* [`Facts`]: nesting, fall-through, the jumps to each label, and depths.
//! *Cost:* O(steps) time and space for all facts together, O(1) for each query.
//!
//! A *sequence* is the inside of an arm or of a bracket without arms: steps and whole brackets one
//! after the other, up to the next `Arm` or `End`.

use crate::cfg::Cfg;
use crate::ids::{Id, IdMap, LabelId, NodeId, following};
use crate::program::{Program, Step};
use alloc::vec::Vec;

/// A program, its graph, and the facts about them.
pub(super) struct Facts<'p> {
    pub(super) cfg: &'p Cfg,
    pub(super) program: &'p Program,
    /// The greatest depth of brackets that is allowed afterwards.
    pub(super) limit: usize,
    places: IdMap<NodeId, Place>,
    /// By place: whether control comes to it from the step before it. There is one more place than
    /// there are steps.
    falls: IdMap<NodeId, bool>,
    uses: IdMap<LabelId, Uses>,
}

/// The facts about one place: a step, or the end of the program. A program has fewer than 2³² of
/// them. Numbers are small, because rewrites read little else than this table.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The bracket around the step. For an `Arm` or `End` it is their own bracket.
    parent: Option<NodeId>,
    /// The number of brackets that are open around the step; for an `Arm` or `End`, around its
    /// bracket.
    depth: u32,
    /// The nesting depth of brackets in the step itself.
    height: u32,
    /// The nesting depth of brackets in the rest of the sequence, from this step on.
    rest_height: u32,
    /// The `Arm` or bracket that begins the sequence; `None` for the outermost sequence of the
    /// program.
    start: Option<NodeId>,
    /// The `Arm`, `End` or end of the program after the sequence.
    end: u32,
    /// For a bracket: the loop to whose end control comes directly after the bracket.
    tail: Option<LabelId>,
    /// The number of steps before this one that run code or open a bracket.
    heavy: u32,
    /// The number of jumps before this step, minus the number of jumps to labels that are bound
    /// before it.
    jumps: i32,
}

/// The jumps to a label.
#[derive(Clone, Copy, Default)]
pub(super) struct Uses {
    /// The bracket that binds it.
    pub(super) binder: Option<NodeId>,
    /// The number of breaks that name it.
    pub(super) breaks: usize,
    /// The number of continues that name it.
    pub(super) continues: usize,
    /// The first of the breaks.
    pub(super) first: Option<NodeId>,
    /// The last of the breaks.
    pub(super) last: Option<NodeId>,
}

impl<'p> Facts<'p> {
    /// Finds the facts, unless the program breaks its rules. The depth limit is the current depth.
    pub(super) fn new(cfg: &'p Cfg, program: &'p Program) -> Option<Facts<'p>> {
        let mut facts = Facts {
            cfg,
            program,
            limit: 0,
            places: IdMap::new(),
            falls: IdMap::filled(program.len() + 1, false),
            uses: IdMap::filled(program.label_count(), Uses::default()),
        };
        facts.walk_forwards()?;
        facts.walk_backwards();
        facts.count();
        facts.limit = facts.rest_height(NodeId::new(0));
        Some(facts)
    }

    /// Finds parents, depths, uses of labels, and the places that control reaches from the step
    /// before. Gives up if a rule is broken.
    fn walk_forwards(&mut self) -> Option<()> {
        let mut open: Vec<Open> = Vec::new();
        let mut left: IdMap<LabelId, bool> = IdMap::filled(self.program.label_count(), false);
        let (mut live, mut diverted) = (true, false);
        let mut places = Vec::with_capacity(self.program.len() + 1);
        for (node, step) in self.program.steps() {
            self.falls[node] = live;
            let ends = matches!(step, Step::Arm(_) | Step::End);
            let inner = open.last();
            places.push(Place {
                parent: inner.map(|open| open.node),
                depth: open.len().saturating_sub(usize::from(ends)) as u32,
                start: inner.map(|open| open.arm.unwrap_or(open.node)),
                ..Place::default()
            });
            if diverted && !ends || !self.names_edges(step) {
                return None;
            }
            diverted = step.diverts();
            match step {
                Step::Arm(_) => {
                    let inner = open.last_mut()?;
                    let first = following(inner.node) == node;
                    if !self.program.step(inner.node).has_arms() {
                        return None;
                    }
                    inner.arm = Some(node);
                    inner.end |= live && !first;
                    live = inner.start;
                }
                Step::End => {
                    let inner = open.pop()?;
                    let label = self.program.step(inner.node).bound_label();
                    live |= inner.end || label.is_some_and(|label| left[label]);
                }
                Step::Break(label) | Step::Continue(label) => {
                    let uses = &mut self.uses[label];
                    let binder = uses.binder?;
                    // The extent of an open bracket is after this step.
                    if self.program.extent(binder) <= node {
                        return None;
                    }
                    if let Step::Break(_) = step {
                        left[label] |= live;
                        uses.breaks += 1;
                        uses.first = uses.first.or(Some(node));
                        uses.last = Some(node);
                    } else {
                        matches!(self.program.step(binder), Step::Loop(_)).then_some(())?;
                        uses.continues += 1;
                    }
                    live = false;
                }
                Step::Leave(_) => live = false,
                _ => {}
            }
            if step.opens() {
                if let Some(label) = step.bound_label()
                    && self.uses[label].binder.replace(node).is_some()
                {
                    return None;
                }
                let inside = following(node).index();
                let has_arm = inside < self.program.len()
                    && matches!(self.program.step(NodeId::new(inside)), Step::Arm(_));
                if step.has_arms() && !has_arm {
                    return None;
                }
                open.push(Open {
                    node,
                    arm: None,
                    start: live,
                    end: false,
                });
            }
        }
        places.push(Place::default());
        self.places = IdMap::from_values(places);
        self.falls[NodeId::new(self.program.len())] = live;
        open.is_empty().then_some(())
    }

    /// Tells whether the edge that a step takes, if any, is in the graph.
    fn names_edges(&self, step: Step) -> bool {
        let Step::Take(edge) = step else { return true };
        let known = edge.block.index() < self.cfg.block_count();
        known && (edge.slot as usize) < self.cfg.successors(edge.block).len()
    }

    /// Finds heights and the ends of sequences.
    fn walk_backwards(&mut self) {
        let end = NodeId::new(self.program.len());
        self.places[end].end = end.index() as u32;
        for (node, step) in self.program.steps().rev() {
            if matches!(step, Step::Arm(_) | Step::End) {
                self.places[node].end = node.index() as u32;
                continue;
            }
            if step.opens() {
                let inside = self.sequences(node).map(|(_, first)| first);
                let tallest = inside.map(|first| self.places[first].rest_height).max();
                self.places[node].height = 1 + tallest.unwrap_or(0);
            }
            let sibling = self.places[self.sibling(node)];
            let place = &mut self.places[node];
            place.rest_height = place.height.max(sibling.rest_height);
            place.end = sibling.end;
        }
    }

    fn count(&mut self) {
        let (mut heavy, mut jumps) = (0, 0);
        for (node, step) in self.program.steps() {
            let tail = self.find_tail(node);
            let place = &mut self.places[node];
            (place.heavy, place.jumps, place.tail) = (heavy, jumps, tail);
            heavy += u32::from(step.opens() || matches!(step, Step::Run(_)));
            jumps += i32::from(matches!(step, Step::Break(_) | Step::Continue(_)));
            if let Some(label) = step.bound_label() {
                let uses = self.uses[label];
                jumps -= (uses.breaks + uses.continues) as i32;
            }
        }
        let place = &mut self.places[NodeId::new(self.program.len())];
        (place.heavy, place.jumps) = (heavy, jumps);
    }

    /// Finds the loop that ends together with a bracket, from the facts about the bracket around
    /// it.
    fn find_tail(&self, node: NodeId) -> Option<LabelId> {
        let is_last = self.program.step(node).opens() && self.is_last(node);
        let around = self.parent(node).filter(|_| is_last)?;
        match self.program.step(around) {
            Step::Loop(label) => Some(label),
            _ => self.places[around].tail,
        }
    }

    /// Gives the bracket around a step. For an `Arm` or `End` it is their own bracket.
    pub(super) fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.places[node].parent
    }

    /// Gives the number of brackets that are open around a step.
    pub(super) fn depth(&self, node: NodeId) -> usize {
        self.places[node].depth as usize
    }

    /// Gives the nesting depth of brackets in a step.
    pub(super) fn height(&self, node: NodeId) -> usize {
        self.places[node].height as usize
    }

    /// Gives the nesting depth of brackets in a step and in the steps after it in its sequence.
    pub(super) fn rest_height(&self, node: NodeId) -> usize {
        self.places[node].rest_height as usize
    }

    /// Gives the `Arm` or bracket that begins the sequence of a step.
    pub(super) fn start(&self, node: NodeId) -> Option<NodeId> {
        self.places[node].start
    }

    /// Gives the `Arm`, `End` or end of the program after the sequence of a step.
    pub(super) fn end(&self, node: NodeId) -> NodeId {
        NodeId::new(self.places[node].end as usize)
    }

    /// Gives the loop to whose end control comes directly after a bracket.
    pub(super) fn tail(&self, bracket: NodeId) -> Option<LabelId> {
        self.places[bracket].tail
    }

    /// Tells whether an arm ends with a jump that repeats the loop which ends with its bracket.
    ///
    /// In a language whose loops repeat at their end, such an arm needs no jump.
    pub(super) fn repeats(&self, bracket: NodeId, arm: NodeId) -> bool {
        let last = self.program.step(self.last(arm));
        self.tail(bracket)
            .is_some_and(|label| last == Step::Continue(label))
    }

    /// Tells whether a bracket is the last in its sequence.
    pub(super) fn is_last(&self, bracket: NodeId) -> bool {
        let behind = self.past(bracket);
        self.end(behind) == behind
    }

    /// Gives the place after a bracket.
    pub(super) fn past(&self, bracket: NodeId) -> NodeId {
        following(self.program.extent(bracket))
    }

    /// Gives the next place in the sequence of a step: the place after the step, or after the whole
    /// bracket.
    pub(super) fn sibling(&self, node: NodeId) -> NodeId {
        if self.program.step(node).opens() {
            self.past(node)
        } else {
            following(node)
        }
    }

    /// Tells whether control comes to a place from the step before it.
    pub(super) fn falls(&self, node: NodeId) -> bool {
        self.falls[node]
    }

    /// Tells whether control reaches the end of an arm, or of the inside of a bracket without arms.
    pub(super) fn ends(&self, start: NodeId) -> bool {
        self.falls[self.program.extent(start)]
    }

    /// Gives the jumps to a label.
    pub(super) fn uses(&self, label: LabelId) -> Uses {
        self.uses[label]
    }

    /// Gives the number of breaks that name the label of a bracket.
    pub(super) fn breaks(&self, bracket: NodeId) -> usize {
        let label = self.program.step(bracket).bound_label();
        label.map_or(0, |label| self.uses[label].breaks)
    }

    /// Tells whether a block runs or a bracket opens between two places.
    pub(super) fn is_heavy(&self, from: NodeId, to: NodeId) -> bool {
        self.places[to].heavy > self.places[from].heavy
    }

    /// Gives the number of jumps that lead out of a part of a sequence.
    pub(super) fn leaving(&self, from: NodeId, to: NodeId) -> usize {
        let leaving = self.places[to].jumps - self.places[from].jumps;
        usize::try_from(leaving).expect("labels that a part binds are used inside of it")
    }

    /// Walks the arms of a bracket.
    pub(super) fn arms(&self, bracket: NodeId) -> impl Iterator<Item = NodeId> + use<'p> {
        let program = self.program;
        let end = program.extent(bracket);
        let first = Some(following(bracket)).filter(|_| program.step(bracket).has_arms());
        core::iter::successors(first, move |&arm| Some(program.extent(arm)))
            .take_while(move |&arm| arm != end)
    }

    /// Walks the sequences inside a bracket: the step that begins each, and the first place in it.
    fn sequences(&self, bracket: NodeId) -> impl Iterator<Item = (NodeId, NodeId)> + use<'p> {
        let plain = Some(bracket).filter(|_| !self.program.step(bracket).has_arms());
        let starts = plain.into_iter().chain(self.arms(bracket));
        starts.map(|start| (start, following(start)))
    }

    /// Walks the steps and brackets of a sequence from a place on.
    pub(super) fn row(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.end(from);
        core::iter::successors(Some(from), |&node| Some(self.sibling(node)))
            .take_while(move |&node| node != end)
    }

    /// Gives the first place of an arm after the edges that it takes at its start.
    pub(super) fn body(&self, arm: NodeId) -> NodeId {
        let takes = |node: &NodeId| !matches!(self.program.step(*node), Step::Take(_));
        let end = self.program.extent(arm);
        self.row(following(arm)).find(takes).unwrap_or(end)
    }

    /// Gives the last step of an arm, or of the inside of a bracket without arms. If it is empty,
    /// gives the step that begins it.
    pub(super) fn last(&self, start: NodeId) -> NodeId {
        NodeId::new(self.program.extent(start).index() - 1)
    }
}

/// A bracket that is open.
struct Open {
    node: NodeId,
    /// Its current arm.
    arm: Option<NodeId>,
    /// Whether control reaches its start.
    start: bool,
    /// Whether control reaches the end of an arm before the current one.
    end: bool,
}
