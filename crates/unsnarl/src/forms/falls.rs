//! Switches whose arms fall through.
//!
//! *Needs:* a program whose loops repeat at their end, and what of it is shown.
//! *Gives:* [`Falls`]: the switches that take in what follows them.
//! *Cost:* O(steps · log steps).
//!
//! An arm can fall through to what another case leads to as well. In a structured program that is a
//! nest of scopes with the switch at the bottom:
//!
//! ```text
//! l1: {                          switch x {
//!   l0: {                          case 0:
//!     switch x {                     a
//!       case 0: a                    fall through
//!       case 1:             ->     case 1:
//!       case 2: break l0             b
//!       default: break l1            fall through
//!     }                            case 2:
//!     b                              c
//!   }                            }
//!   c
//! }
//! ```
//!
//! What follows the switch in such a scope, and each scope in the next one, is a *stage*. An arm
//! that does nothing else than lead to a stage becomes a case in front of it. At most one other arm
//! reaches the end of the switch, and falls through to the first stage; each stage falls through to
//! the next one. No other jump leads to a stage. Jumps to the end of the outermost scope leave the
//! switch, and may be anywhere in it.

use super::fork::{After, Contents};
use super::outline::Outline;
use super::{arms, cases};
use crate::ids::{IdMap, LabelId, NodeId};
use crate::program::{Program, Step};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A switch with what it takes in.
pub(super) struct Row {
    /// The label of the outermost scope, whose end becomes that of the switch.
    pub(super) out: LabelId,
    /// The arm that falls through to the first stage, if one does.
    pub(super) falls: Option<NodeId>,
    /// For each stage the arms that only lead to it.
    pub(super) stages: Vec<Vec<NodeId>>,
    /// Whether the default only leaves the switch.
    pub(super) default_leaves: bool,
}

/// What a bracket or an arm is to a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Its switch (0), or the scope around so many stages.
    Bracket(usize),
    /// An arm that becomes a case in front of a stage.
    Case,
    /// An arm that only leaves the switch.
    Leaves,
}

/// The rows of a program.
#[derive(Default)]
pub(super) struct Falls {
    rows: Vec<Row>,
    parts: BTreeMap<NodeId, (usize, Part)>,
}

impl Falls {
    /// Finds them. Jumps past the end of a scope that `is_continued` are written as `continue`: no
    /// switch takes in what such a scope holds behind it.
    pub(super) fn find(
        contents: Contents<'_>,
        outline: &Outline,
        ended: &Ended,
        is_continued: &dyn Fn(LabelId) -> bool,
    ) -> Falls {
        let program = contents.program;
        let jumps = Jumps::find(program);
        let mut falls = Falls::default();
        let mut open: Vec<NodeId> = Vec::new();
        for (node, step) in program.steps() {
            match step {
                Step::Switch(..) if contents.fork(node).is_none() => {
                    let finder = Finder {
                        contents,
                        jumps: &jumps,
                        ended,
                        is_continued,
                        falls: &falls,
                    };
                    let found = outline.is_shown(program, node).then_some(node);
                    let found = found.and_then(|node| finder.row(node, &open));
                    if let Some((row, parts)) = found {
                        let number = falls.rows.len();
                        falls.rows.push(row);
                        let parts = parts.into_iter().map(|(node, part)| (node, (number, part)));
                        falls.parts.extend(parts);
                    }
                    open.push(node);
                }
                Step::End => drop(open.pop()),
                _ if step.opens() => open.push(node),
                _ => {}
            }
        }
        falls
    }

    /// Gives the row that a bracket or an arm is part of, by its number.
    pub(super) fn part(&self, node: NodeId) -> Option<(usize, Part)> {
        self.parts.get(&node).copied()
    }

    /// Gives a row.
    pub(super) fn row(&self, number: usize) -> &Row {
        &self.rows[number]
    }

    /// Gives the row of which a bracket is the switch.
    pub(super) fn row_at(&self, switch: NodeId) -> Option<&Row> {
        let (row, part) = self.part(switch)?;
        (part == Part::Bracket(0)).then(|| self.row(row))
    }
}

/// Of each arm whether control gets to its end.
pub(super) type Ended = IdMap<NodeId, bool>;

/// The jumps past the end of what binds each label.
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
    ended: &'f Ended,
    is_continued: &'f dyn Fn(LabelId) -> bool,
    falls: &'f Falls,
}

impl Finder<'_> {
    /// Finds the row of a switch that is in these brackets, the outermost first.
    fn row(&self, switch: NodeId, open: &[NodeId]) -> Option<(Row, Vec<(NodeId, Part)>)> {
        let program = self.contents.program;
        // Arms that do nothing but lead to the end of the switch, or to that of a scope.
        let mut to_end = Vec::new();
        let mut to_label: BTreeMap<LabelId, Vec<NodeId>> = BTreeMap::new();
        let mut others = Vec::new();
        for arm in arms(program, switch) {
            match self.contents.after(Some(arm)) {
                Some(After::Falls) => to_end.push(arm),
                Some(After::Jumps(Step::Break(label))) => {
                    to_label.entry(label).or_default().push(arm);
                }
                _ => others.push(arm),
            }
        }
        if let Some(own) = program.step(switch).bound_label() {
            let direct = to_label.remove(&own).unwrap_or_default();
            if direct.len() != self.jumps.count[own] {
                return None;
            }
            to_end.extend(direct);
        }
        let mut ending = others.into_iter().filter(|&arm| self.ends(arm));
        let falls = ending.next();
        if ending.next().is_some() || falls.is_none() && to_end.is_empty() {
            return None;
        }
        let scopes = self.scopes(switch, open, &to_label);
        let (&(outermost, out), inner) = scopes.split_last()?;
        let inner_arms = inner
            .iter()
            .map(|(_, label)| to_label.remove(label).unwrap_or_default());
        let stages: Vec<Vec<NodeId>> = [to_end].into_iter().chain(inner_arms).collect();
        let leaving = to_label.remove(&out).unwrap_or_default();
        let default_leaves = default(program, switch).is_some_and(|arm| leaving.contains(&arm));
        let brackets = [switch]
            .into_iter()
            .chain(inner.iter().map(|&(scope, _)| scope));
        let brackets = brackets.chain([outermost]).enumerate();
        let brackets = brackets.map(|(number, node)| (node, Part::Bracket(number)));
        let cases = stages.iter().flatten().map(|&arm| (arm, Part::Case));
        let leaving = leaving.into_iter().map(|arm| (arm, Part::Leaves));
        let parts = brackets.chain(cases).chain(leaving).collect();
        let row = Row {
            out,
            falls,
            stages,
            default_leaves,
        };
        Some((row, parts))
    }

    /// Tells whether control gets to the end of an arm.
    fn ends(&self, arm: NodeId) -> bool {
        self.ended[self.contents.program.extent(arm)]
    }

    /// Gives the scopes around a switch that become part of it, the innermost first.
    ///
    /// Each is right around the one before, and only arms jump to the end of all but the last; to
    /// that, nothing before the switch does.
    fn scopes(
        &self,
        switch: NodeId,
        open: &[NodeId],
        to_label: &BTreeMap<LabelId, Vec<NodeId>>,
    ) -> Vec<(NodeId, LabelId)> {
        let mut scopes = Vec::new();
        for &around in open.iter().rev() {
            let Step::Block(label) = self.contents.program.step(around) else {
                break;
            };
            let is_after = self.jumps.first[label].is_some_and(|first| first > switch);
            if !is_after || (self.is_continued)(label) || self.falls.part(around).is_some() {
                break;
            }
            scopes.push((around, label));
            let direct = to_label.get(&label).map_or(0, Vec::len);
            if direct != self.jumps.count[label] {
                break;
            }
        }
        scopes
    }
}

/// Gives the arm of a switch that serves its last slot, the default.
fn default(program: &Program, switch: NodeId) -> Option<NodeId> {
    let greatest = |arm: &NodeId| cases(program, *arm).iter().copied().max();
    arms(program, switch).into_iter().max_by_key(greatest)
}
