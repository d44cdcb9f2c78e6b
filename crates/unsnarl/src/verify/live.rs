//! Liveness of the label and the flags.
//!
//! *Needs:* the flow of a program, and the number of steps that may be visited for its flags.
//! *Gives:* [`Live`]: the flags that conditions test, and, at each step that runs a block, whether
//! the label is live and which of these flags are live.
//! *Cost:* O(steps) for the label, O(steps + terms tested + room) time and space for the flags; a
//! program with neither `Dispatch` nor `Test` is scanned once.
//! *Limits:* if the ranges in which flags are live have more steps in all than `room`, all flags
//! count as live everywhere. Then there are more states than necessary, and nothing else changes.
//!
//! A value is *live* at a step if some path leads from there to a step that tests it, and no step
//! before that one on the path sets it. Every path of the program counts, even a path that no
//! decisions can take. A flag that no condition tests is live nowhere, and setting it has no
//! effect.

use super::flow::Flow;
use super::table::Table;
use crate::ids::{FlagId, Id, IdMap, NodeId};
use crate::program::{Step, Term};
use crate::rows::Rows;
use alloc::vec::Vec;

pub(super) struct Live {
    /// The steps at which the label is live; none has an entry if the label is live nowhere.
    label: IdMap<NodeId, bool>,
    /// The flags that conditions test, numbered in the order of the conditions.
    numbers: Table,
    /// The numbers of all of these flags.
    all: Vec<u32>,
    /// For each step that runs a block: the numbers of the flags that are live there. Nothing if
    /// this is not known; then all flags count as live.
    flags: Option<Rows<u32>>,
}

impl Live {
    pub(super) fn new(flow: &Flow, room: usize) -> Live {
        let mut live = Live {
            label: IdMap::new(),
            numbers: Table::new(),
            all: Vec::new(),
            flags: None,
        };
        let asks = |(_, step)| matches!(step, Step::Dispatch(_) | Step::Test(..));
        if flow.program.steps().any(asks) {
            let origins = flow.origins();
            live.find_label(flow, &origins);
            live.find_flags(flow, &origins, room);
        }
        live
    }

    pub(super) fn is_label_live(&self, node: NodeId) -> bool {
        self.label.get(node).is_some_and(|&live| live)
    }

    /// Gives the numbers of the flags that are live at a step that runs a block, always in the same
    /// order.
    pub(super) fn flags(&self, node: NodeId) -> &[u32] {
        let rows = self.flags.as_ref();
        rows.map_or(&self.all, |rows| rows.row(node.index()))
    }

    /// Gives the number of a flag, if a condition tests it.
    pub(super) fn number(&self, flag: FlagId) -> Option<u32> {
        self.numbers.get(flag.index() as u64)
    }

    /// Gives the number of flags that have a number.
    pub(super) fn flag_count(&self) -> usize {
        self.all.len()
    }

    /// Marks the steps from which a `Dispatch` can be reached without a `Store`.
    fn find_label(&mut self, flow: &Flow, origins: &Rows<NodeId>) {
        let steps = flow.program.steps();
        let dispatches = steps.filter(|(_, step)| matches!(step, Step::Dispatch(_)));
        let mut work: Vec<NodeId> = dispatches.map(|(node, _)| node).collect();
        if work.is_empty() {
            return;
        }
        self.label = IdMap::filled(flow.program.len(), false);
        work.iter().for_each(|&node| self.label[node] = true);
        while let Some(node) = work.pop() {
            for &origin in origins.row(node.index()) {
                let stores = matches!(flow.program.step(origin), Step::Store(_));
                if !stores && !core::mem::replace(&mut self.label[origin], true) {
                    work.push(origin);
                }
            }
        }
    }

    fn find_flags(&mut self, flow: &Flow, origins: &Rows<NodeId>, room: usize) {
        let mut asked = Vec::new();
        for (node, step) in flow.program.steps() {
            let Step::Test(condition, _) = step else {
                continue;
            };
            for &term in flow.program.condition(condition) {
                if let Term::Flag(flag) = term {
                    asked.push((self.enter(flag) as usize, node));
                }
            }
        }
        if asked.is_empty() {
            return;
        }
        let tests = Rows::gather(self.all.len(), || asked.iter().copied());
        self.flags = self.find_ranges(flow, origins, &tests, room).map(|ranges| {
            let pairs = || ranges.iter().map(|&(node, flag)| (node.index(), flag));
            Rows::gather(flow.program.len(), pairs)
        });
    }

    /// Gives the number of a flag; a flag without a number gets a new one.
    fn enter(&mut self, flag: FlagId) -> u32 {
        let new = self.all.len() as u32;
        let known = self.numbers.insert(flag.index() as u64, new);
        known.unwrap_or_else(|| {
            self.all.push(new);
            new
        })
    }

    /// Gives each flag with each `Run` from which a test of the flag can be reached without setting
    /// it. Gives nothing if that takes more steps than there is room for.
    fn find_ranges(
        &self,
        flow: &Flow,
        origins: &Rows<NodeId>,
        tests: &Rows<NodeId>,
        mut room: usize,
    ) -> Option<Vec<(NodeId, u32)>> {
        let mut ranges = Vec::new();
        // The flag for which a step was visited last.
        let mut visited = IdMap::filled(flow.program.len(), None);
        let mut work = Vec::new();
        for &flag in &self.all {
            work.extend_from_slice(tests.row(flag as usize));
            while let Some(node) = work.pop() {
                room = room.checked_sub(1)?;
                if visited[node].replace(flag) == Some(flag) {
                    continue;
                }
                if let Step::Run(_) = flow.program.step(node) {
                    ranges.push((node, flag));
                }
                for &origin in origins.row(node.index()) {
                    if !self.sets(flow.program.step(origin), flag) {
                        work.push(origin);
                    }
                }
            }
        }
        Some(ranges)
    }

    fn sets(&self, step: Step, number: u32) -> bool {
        matches!(step, Step::Set(flag, _) if self.number(flag) == Some(number))
    }
}
