//! Switches whose arms fall through.
//!
//! *Needs:* a program whose loops repeat at their end, and which of its steps are shown.
//! *Gives:* [`Falls`]: the switches that absorb the steps after them.
//! *Cost:* O(steps · log steps).
//!
//! An arm can fall through to steps to which another case leads as well. In a structured program
//! this is a nest of scopes with the switch innermost:
//!
//! ```text
//! l1: {                          switch x {
//!   l0: {                          case 0:
//!     switch x {                     a
//!       case 0: a; break l0          fall through
//!       case 1:             ->     case 2:
//!       case 2: break l0             c
//!       default: break l1          case 1:
//!     }                              b
//!     b                          }
//!     break l1
//!   }
//!   c
//! }
//! ```
//!
//! The steps after the switch in its innermost scope form a *stage*, and so do the steps after each
//! scope in the next one. An arm that only leads to a stage becomes a case in front of it. At most
//! one other arm, or earlier stage, leads to a stage with its last step. That arm or stage is
//! written right before the stage that it leads to, and falls through. No other jump leads to a
//! stage. Jumps to the end of the outermost scope leave the switch, and may be anywhere in it. The
//! switch has at least three arms: with two it may be an `if`.

use super::flow::reached;
use super::fork::{After, Contents};
use super::outline::Outline;
use super::{arms, cases};
use crate::ids::{Id, IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A switch with the scopes that it absorbs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Taken {
    pub(crate) switch: NodeId,
    /// The scopes, the innermost first.
    pub(crate) scopes: Vec<NodeId>,
    /// The jumps to the ends of these scopes, except the outermost.
    pub(crate) jumps: Vec<NodeId>,
}

/// Finds the switches that absorb the steps after them, in a program that is written as it stands.
/// `prints` tells which steps print. O(steps · log steps).
pub(crate) fn taken(program: &Program, prints: &dyn Fn(Step) -> bool) -> Vec<Taken> {
    let contents = Contents {
        program,
        prints,
        may_repeat: &|_| false,
    };
    let outline = Outline::find(program, prints);
    let falls = Falls::find(contents, &outline, &reached(program), &|_| false);
    let mut taken: Vec<Taken> = Vec::new();
    taken.resize_with(falls.rows.len(), || Taken {
        switch: NodeId::new(0),
        scopes: Vec::new(),
        jumps: Vec::new(),
    });
    for (&node, &(number, part)) in &falls.parts {
        let out = falls.rows[number].out;
        let of_row = &mut taken[number];
        let jump = match part {
            Part::Bracket(0) => {
                of_row.switch = node;
                continue;
            }
            Part::Bracket(_) => {
                of_row.scopes.push(node);
                continue;
            }
            Part::Case => NodeId::new(program.extent(node).index() - 1),
            Part::Tail => node,
            Part::Leaves => continue,
        };
        if let Step::Break(label) = program.step(jump)
            && label != out
            && program.step(of_row.switch).bound_label() != Some(label)
        {
            of_row.jumps.push(jump);
        }
    }
    // Outer scopes come before inner ones.
    taken.iter_mut().for_each(|of_row| of_row.scopes.reverse());
    taken
}

/// A part of a row that is written in one piece: the code of an arm, or the steps after a number of
/// the row's scopes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Segment {
    Arm(NodeId),
    Stage(usize),
}

/// A switch with the scopes that it absorbs.
pub(super) struct Row {
    /// The label of the outermost scope, whose end becomes the end of the switch.
    pub(super) out: LabelId,
    /// For each stage: the arms that only lead to it.
    pub(super) cases: Vec<Vec<NodeId>>,
    /// For each segment: the stage after its last step. The number after the last stage is the end
    /// of the switch.
    pub(super) leads: BTreeMap<Segment, usize>,
    /// The default arm.
    pub(super) default: Option<NodeId>,
    /// Whether the default arm only leaves the switch.
    pub(super) default_leaves: bool,
}

/// The role of a step in a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The switch (0), or the scope around this number of stages.
    Bracket(usize),
    /// An arm that becomes a case in front of a stage.
    Case,
    /// An arm that only leaves the switch.
    Leaves,
    /// The jump at the end of a segment, to a stage or to the end of the switch.
    Tail,
}

/// The rows of a program.
#[derive(Default)]
pub(super) struct Falls {
    rows: Vec<Row>,
    parts: BTreeMap<NodeId, (usize, Part)>,
}

impl Falls {
    /// Finds the rows. `reached` tells for each arm and end whether control reaches the end of the
    /// part that it closes. A jump past the end of a scope that `is_continued` is written as a
    /// `continue`, so no switch absorbs the steps after such a scope.
    pub(super) fn find(
        contents: Contents<'_>,
        outline: &Outline,
        reached: &IdMap<NodeId, bool>,
        is_continued: &dyn Fn(LabelId) -> bool,
    ) -> Falls {
        let program = contents.program;
        let jumps = Jumps::find(program);
        let mut falls = Falls::default();
        let mut open: Vec<NodeId> = Vec::new();
        for (node, step) in program.steps() {
            match step {
                Step::Switch(..) => {
                    let finder = Finder {
                        contents,
                        jumps: &jumps,
                        reached,
                        is_continued,
                        falls: &falls,
                    };
                    let has_cases = arms(program, node).len() > 2;
                    let is_switch = has_cases && outline.is_shown(program, node);
                    let found = is_switch.then(|| finder.row(node, &open)).flatten();
                    falls.add(found);
                    open.push(node);
                }
                Step::End => drop(open.pop()),
                _ if step.opens() => open.push(node),
                _ => {}
            }
        }
        falls
    }

    fn add(&mut self, found: Option<(Row, Vec<(NodeId, Part)>)>) {
        if let Some((row, parts)) = found {
            let number = self.rows.len();
            self.rows.push(row);
            let parts = parts.into_iter().map(|(node, part)| (node, (number, part)));
            self.parts.extend(parts);
        }
    }

    /// Gives the row that a step is part of, by its number, and the role of the step in it.
    pub(super) fn part(&self, node: NodeId) -> Option<(usize, Part)> {
        self.parts.get(&node).copied()
    }

    /// Gives a row.
    pub(super) fn row(&self, number: usize) -> &Row {
        &self.rows[number]
    }
}

/// For each label: the jumps past the end of its bracket.
struct Jumps {
    count: IdMap<LabelId, usize>,
    first: IdMap<LabelId, Option<NodeId>>,
}

impl Jumps {
    fn find(program: &Program) -> Jumps {
        let mut jumps = Jumps {
            count: IdMap::filled(program.label_count(), 0),
            first: IdMap::filled(program.label_count(), None),
        };
        for (node, step) in program.steps() {
            if let Step::Break(label) = step {
                jumps.count[label] += 1;
                jumps.first[label].get_or_insert(node);
            }
        }
        jumps
    }
}

struct Finder<'f> {
    contents: Contents<'f>,
    jumps: &'f Jumps,
    reached: &'f IdMap<NodeId, bool>,
    is_continued: &'f dyn Fn(LabelId) -> bool,
    falls: &'f Falls,
}

/// The jumps that lead to the end of a bracket of a row.
#[derive(Default)]
struct Arrivals {
    /// Arms that only jump there.
    cases: Vec<NodeId>,
    /// Segments that end with such a jump, with the jump.
    tails: Vec<(Segment, NodeId)>,
}

impl Finder<'_> {
    fn program(&self) -> &Program {
        self.contents.program
    }

    /// Finds the row of a switch inside these brackets, the outermost first.
    fn row(&self, switch: NodeId, open: &[NodeId]) -> Option<(Row, Vec<(NodeId, Part)>)> {
        let program = self.program();
        let mut by_label: BTreeMap<LabelId, Arrivals> = BTreeMap::new();
        let mut at_end = Arrivals::default();
        let mut ending = Vec::new();
        for arm in arms(program, switch) {
            match self.contents.after(Some(arm)) {
                Some(After::Falls) => at_end.cases.push(arm),
                Some(After::Jumps(Step::Break(label))) => {
                    by_label.entry(label).or_default().cases.push(arm);
                }
                _ => self.end_segment(Segment::Arm(arm), arm, &mut by_label, &mut ending),
            }
        }
        if let Some(own) = program.step(switch).bound_label() {
            let direct = by_label.remove(&own).unwrap_or_default();
            if direct.cases.len() + direct.tails.len() != self.jumps.count[own] {
                return None;
            }
            at_end.cases.extend(direct.cases);
            at_end.tails.extend(direct.tails);
        }
        let first_from = at_end.tails.len() + ending.len();
        if first_from > 1 || first_from + at_end.cases.len() == 0 {
            return None;
        }

        let mut parts = alloc::vec![(switch, Part::Bracket(0))];
        let mut leads = BTreeMap::new();
        let mut stages = Vec::new();
        let mut out = None;
        let mut arrivals = at_end;
        for &around in open.iter().rev() {
            let Some(label) = self.scope_label(around, switch) else {
                break;
            };
            let stage = stages.len();
            let tails = arrivals.tails.iter().copied();
            leads.extend(tails.map(|(segment, _)| (segment, stage)));
            leads.extend(ending.drain(..).map(|segment| (segment, stage)));
            parts.extend(arrivals.cases.iter().map(|&arm| (arm, Part::Case)));
            parts.extend(arrivals.tails.iter().map(|&(_, jump)| (jump, Part::Tail)));
            parts.push((around, Part::Bracket(stage + 1)));
            stages.push(arrivals.cases);
            self.end_segment(Segment::Stage(stage), around, &mut by_label, &mut ending);
            arrivals = by_label.remove(&label).unwrap_or_default();
            out = Some(label);
            let direct = arrivals.cases.len() + arrivals.tails.len();
            let from = arrivals.tails.len() + ending.len();
            if direct != self.jumps.count[label] || from > 1 {
                break;
            }
        }
        let end = stages.len();
        let tails = arrivals.tails.iter().copied();
        leads.extend(tails.map(|(segment, _)| (segment, end)));
        leads.extend(ending.drain(..).map(|segment| (segment, end)));
        parts.extend(arrivals.tails.iter().map(|&(_, jump)| (jump, Part::Tail)));
        let leaving = arrivals.cases.iter();
        leads.extend(leaving.clone().map(|&arm| (Segment::Arm(arm), end)));
        parts.extend(leaving.map(|&arm| (arm, Part::Leaves)));
        let default = default(program, switch);
        let default_leaves = default.is_some_and(|arm| arrivals.cases.contains(&arm));
        let row = Row {
            out: out?,
            cases: stages,
            leads,
            default,
            default_leaves,
        };
        Some((row, parts))
    }

    /// Records where the segment that ends with the bracket or arm at `node` leads: to the target
    /// of its last jump, or, if control reaches its end, to the next stage.
    fn end_segment(
        &self,
        segment: Segment,
        node: NodeId,
        by_label: &mut BTreeMap<LabelId, Arrivals>,
        ending: &mut Vec<Segment>,
    ) {
        let end = self.program().extent(node);
        let last = NodeId::new(end.index() - 1);
        if let Step::Break(label) = self.program().step(last) {
            let arrivals = by_label.entry(label).or_default();
            arrivals.tails.push((segment, last));
        } else if self.reached[end] {
            ending.push(segment);
        }
    }

    /// Gives the label of a bracket around a switch, if the bracket is a scope that can be part of
    /// the switch's row: no jump to its end comes before the switch.
    fn scope_label(&self, around: NodeId, switch: NodeId) -> Option<LabelId> {
        let Step::Block(label) = self.program().step(around) else {
            return None;
        };
        let is_after = self.jumps.first[label].is_some_and(|first| first > switch);
        let is_free = !(self.is_continued)(label) && self.falls.part(around).is_none();
        (is_after && is_free).then_some(label)
    }
}

/// Gives the default arm of a switch, which serves its last slot.
fn default(program: &Program, switch: NodeId) -> Option<NodeId> {
    let greatest = |arm: &NodeId| cases(program, *arm).iter().copied().max();
    arms(program, switch).into_iter().max_by_key(greatest)
}
