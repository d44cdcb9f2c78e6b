//! Switches whose arms fall through.
//!
//! *Needs:* the brackets and arms of a [row](crate::forms::falls).
//! *Gives:* the switch of a row, from its opening to the end of the outermost scope. Once all
//! statements are known, it also gives the order in which the row's segments are written: a segment
//! that falls through is written right before the stage to which it leads, and the cases of that
//! stage stand between the two.
//! *Cost:* O(1) a bracket or arm, beside the order of its cases; O(statements) for the order of
//! all.

use super::{Arms, Builder, Open};
use crate::forms::falls::{Falls, Part, Row, Segment};
use crate::forms::fork::Contents;
use crate::forms::{Span, Statement, cases, next};
use crate::ids::{BlockId, NodeId};
use crate::program::Step;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

/// The statements of a row, by segment.
pub(super) struct Layout {
    row: usize,
    /// The segments, each with the index of its first statement.
    segments: Vec<(Segment, usize)>,
    end: usize,
}

/// Statements; for each one, whether control reaches it, and the block that it leads to.
#[derive(Default)]
pub(super) struct Written {
    pub(super) statements: Vec<Statement>,
    pub(super) reached: Vec<bool>,
    pub(super) towards: Vec<Option<BlockId>>,
}

impl Written {
    pub(super) fn push(&mut self, statement: Statement, reached: bool, towards: Option<BlockId>) {
        self.statements.push(statement);
        self.reached.push(reached);
        self.towards.push(towards);
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.statements.truncate(count);
        self.reached.truncate(count);
        self.towards.truncate(count);
    }
}

impl Builder<'_> {
    /// Opens the switch of a row, or one of its scopes; nothing is written for a scope.
    pub(super) fn open_in_row(&mut self, node: NodeId, row: usize, stage: usize) {
        let Row { out, cases, .. } = self.falls.row(row);
        let (out, last) = (*out, cases.len());
        if let Step::Switch(block, _) = self.program().step(node) {
            self.push(Statement::Switch(block, Some(out)));
            let layout = Layout {
                row,
                segments: Vec::new(),
                end: 0,
            };
            let first = self.written.statements.len();
            self.layouts.insert(first, layout);
            self.first_of_row.insert(row, first);
        }
        self.open.push(Open {
            ends: stage == last,
            bound: false,
            arms: Arms::OfSwitchAll,
            arms_begun: 0,
            row: Some((row, stage)),
        });
    }

    /// Passes an arm that only leads to the end of the switch. Other arms that only lead somewhere
    /// are written at their targets.
    pub(super) fn pass_case(&mut self, arm: NodeId, row: usize, part: Part) -> NodeId {
        let step = self.program().step(arm);
        if let (Part::Leaves, Step::Arm(cases)) = (part, step) {
            self.begin_segment(row, Segment::Arm(arm));
            self.push(match self.falls.row(row).default_leaves {
                true => Statement::SilentArm(cases),
                false => Statement::Arm(cases),
            });
            self.push(Statement::Silent(silent(self.contents, arm)));
        }
        self.pass_to(arm, self.program().extent(arm))
    }

    /// Begins an arm of a switch that is in a row.
    pub(super) fn begin_arm(&mut self, arm: NodeId) {
        if let Some((row, 0)) = self.open.last().and_then(|inner| inner.row) {
            self.begin_segment(row, Segment::Arm(arm));
        }
    }

    /// Ends the switch or a scope of a row: the next stage begins, or the row ends.
    pub(super) fn close_in_row(&mut self, row: usize, stage: usize) {
        if stage < self.falls.row(row).cases.len() {
            self.begin_segment(row, Segment::Stage(stage));
        } else if let Some(layout) = self.layout(row) {
            layout.1.end = layout.0;
        }
    }

    fn begin_segment(&mut self, row: usize, segment: Segment) {
        if let Some((at, layout)) = self.layout(row) {
            layout.segments.push((segment, at));
        }
    }

    /// Gives the layout of a row, with the index that the next statement will have.
    fn layout(&mut self, row: usize) -> Option<(usize, &mut Layout)> {
        let first = self.first_of_row.get(&row)?;
        let at = self.written.statements.len();
        Some((at, self.layouts.get_mut(first)?))
    }

    /// Gives the statements in the order in which they are written.
    pub(super) fn ordered(&mut self) -> Written {
        let written = core::mem::take(&mut self.written);
        if self.layouts.is_empty() {
            return written;
        }
        let mut ordering = Ordering {
            contents: self.contents,
            falls: &self.falls,
            layouts: &self.layouts,
            before: &written,
            after: Written::default(),
            ended: false,
            tasks: alloc::vec![Task::Statements(0, written.statements.len())],
        };
        ordering.run();
        ordering.after
    }
}

/// Gives the steps of an arm before the first one that prints something, or jumps.
fn silent(contents: Contents<'_>, arm: NodeId) -> Span {
    Span::new(next(arm), contents.pass_silent(next(arm)))
}

enum Task {
    /// Statements in the order in which they were made, from the first index to the end.
    Statements(usize, usize),
    /// A statement that begins an arm or ends the switch.
    Head(usize),
    /// A case that only leads to the stage after it.
    Case(NodeId),
    FallThrough,
    Merge,
    /// The end of an arm, and whether control reaches it.
    Ended(bool),
}

struct Ordering<'b> {
    contents: Contents<'b>,
    falls: &'b Falls,
    layouts: &'b BTreeMap<usize, Layout>,
    before: &'b Written,
    after: Written,
    /// Whether control reaches the end of the last arm.
    ended: bool,
    /// The tasks still to be done, the next one last.
    tasks: Vec<Task>,
}

impl Ordering<'_> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Statements(first, end) => self.statements(first, end),
                Task::Head(at) => {
                    let statement = self.before.statements[at];
                    self.after.push(statement, self.ended, None);
                }
                Task::Case(arm) => self.case(arm),
                Task::FallThrough => {
                    self.after.push(Statement::FallThrough, true, None);
                    self.ended = false;
                }
                Task::Merge => self.after.push(Statement::Merge, true, None),
                Task::Ended(ended) => self.ended = ended,
            }
        }
    }

    fn statements(&mut self, first: usize, end: usize) {
        for at in first..end {
            let (statement, towards) = (self.before.statements[at], self.before.towards[at]);
            let reached = self.before.reached[at];
            self.after.push(statement, reached, towards);
            if let Some(layout) = self.layouts.get(&(at + 1)) {
                self.tasks.push(Task::Statements(layout.end + 1, end));
                return self.order(layout);
            }
        }
    }

    /// Orders the segments of a row into chains, in which each segment falls through to the next.
    /// Chains are ordered by the first slot that leads to them; the chain with the default comes
    /// last.
    fn order(&mut self, layout: &Layout) {
        let row = self.falls.row(layout.row);
        let ends = layout.segments.iter().skip(1).map(|&(_, first)| first);
        let segments = layout.segments.iter().zip(ends.chain([layout.end]));
        let places: BTreeMap<Segment, (usize, usize)> = segments
            .map(|(&(segment, first), end)| (segment, (first, end)))
            .collect();
        let followed: BTreeSet<usize> = row.leads.values().copied().collect();
        let starts = places.keys().filter(|segment| match segment {
            Segment::Arm(_) => true,
            Segment::Stage(stage) => !followed.contains(stage),
        });
        let mut chains: Vec<Vec<Segment>> = starts.map(|&start| chain(row, start)).collect();
        chains.sort_by_cached_key(|chain| self.rank(row, chain));
        let chains = chains.iter();
        let mut tasks: Vec<Task> = chains
            .flat_map(|chain| chain_tasks(row, &places, chain))
            .collect();
        tasks.push(Task::Head(layout.end));
        self.tasks.extend(tasks.into_iter().rev());
        self.ended = false;
    }

    /// Gives the sort key of a chain of a row: lowest if the chain is not written.
    fn rank(&self, row: &Row, chain: &[Segment]) -> (bool, Option<u32>) {
        if let [Segment::Arm(arm)] = *chain
            && row.default_leaves
            && matches!(self.falls.part(arm), Some((_, Part::Leaves)))
        {
            return (false, None);
        }
        let arms = |segment: &Segment| match *segment {
            Segment::Arm(arm) => alloc::vec![arm],
            Segment::Stage(stage) => row.cases[stage].clone(),
        };
        let has_default = chain
            .iter()
            .flat_map(arms)
            .any(|arm| Some(arm) == row.default);
        let first = chain.iter().take(1).flat_map(arms);
        let slots = first.flat_map(|arm| cases(self.contents.program, arm));
        (has_default, slots.min().copied())
    }

    fn case(&mut self, arm: NodeId) {
        if let Step::Arm(cases) = self.contents.program.step(arm) {
            self.after.push(Statement::Arm(cases), self.ended, None);
            let silent = Statement::Silent(silent(self.contents, arm));
            self.after.push(silent, true, None);
        }
    }
}

/// Gives the chain that begins with one segment, in which each segment falls through to the next.
fn chain(row: &Row, start: Segment) -> Vec<Segment> {
    let next = |segment: &Segment| {
        let stage = row.leads.get(segment).copied();
        stage
            .filter(|&stage| stage < row.cases.len())
            .map(Segment::Stage)
    };
    core::iter::successors(Some(start), next).collect()
}

fn chain_tasks(
    row: &Row,
    places: &BTreeMap<Segment, (usize, usize)>,
    chain: &[Segment],
) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (number, segment) in chain.iter().enumerate() {
        let (mut first, end) = places[segment];
        match *segment {
            Segment::Arm(_) => {
                tasks.push(Task::Head(first));
                first += 1;
            }
            Segment::Stage(stage) => {
                let cases = &row.cases[stage];
                let falls = number > 0 && !cases.is_empty();
                tasks.extend(falls.then_some(Task::FallThrough));
                for (number, &arm) in cases.iter().enumerate() {
                    tasks.extend((number > 0).then_some(Task::FallThrough));
                    tasks.push(Task::Case(arm));
                }
                let merges = falls || cases.len() > 1;
                tasks.extend(merges.then_some(Task::Merge));
            }
        }
        tasks.push(Task::Statements(first, end));
    }
    let leaves = chain
        .last()
        .is_some_and(|last| row.leads.contains_key(last));
    tasks.push(Task::Ended(leaves));
    tasks
}
