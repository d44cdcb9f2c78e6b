//! A flag for each thing that is saved.
//!
//! *Needs:* a program that keeps its rules.
//! *Gives:* [`separated`]: a program in which sets and tests have a flag in common only if a set
//! and a test of it are connected by the steps between.
//! *Cost:* O(steps + terms + room).
//! *Source:* such parts of a variable are its webs in the terms of register allocation; this undoes
//! what sharing by ranges, as in [Poletto99], has joined.
//! *Limits:* past [`MOST`] flags a name for each is of no use, and flags stay shared.
//!
//! ```text
//! f0 = a                      f0 = a
//! if f0 { b }                 if f0 { b }
//! f0 = c               ->     f1 = c
//! if f0 { d }                 if f1 { d }
//! ```

use super::flow::Flow;
use super::ranges::{Ranges, Uses};
use crate::ids::{FlagId, Id, IdMap, NodeId};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec::Vec;

/// How many flags there may be afterwards.
const MOST: usize = 256;

/// Gives the parts of flags that have nothing to do with each other flags of their own; nothing if
/// there are no such parts, or too many.
pub(super) fn separated(flow: &Flow, room: usize) -> Option<Program> {
    let program = flow.program;
    let uses = Uses::find(program);
    let mut ranges = Ranges::new(flow, room);
    let mut webs = Webs {
        of: IdMap::filled(program.len() + 1, None),
        count: program.flag_count(),
    };
    // By step and flag, the flag that takes its place.
    let mut renamed: Vec<(NodeId, FlagId, FlagId)> = Vec::new();
    for flag in (0..program.flag_count()).map(FlagId::new) {
        let tests = uses.tests.row(flag.index());
        let range = ranges.of(flag, tests)?;
        webs.divide(flow, &ranges, flag, &range);
        if webs.count > MOST {
            return None;
        }
        let tested = tests.iter().map(|&test| (test, Some(test)));
        let sets = uses.sets.row(flag.index()).iter();
        let set = sets.map(|&set| (set, ranges.entered_by(set)));
        renamed.extend(tested.chain(set).filter_map(|(node, at)| {
            let web = webs.of[at?]?;
            (web != flag).then_some((node, flag, web))
        }));
    }
    if renamed.is_empty() {
        return None;
    }
    renamed.sort_unstable();
    Some(with_names(program, &renamed))
}

/// The webs of the flag that was looked at last.
struct Webs {
    /// By step, the flag of its web.
    of: IdMap<NodeId, Option<FlagId>>,
    count: usize,
}

impl Webs {
    /// Divides a range into its webs. The first one keeps the flag.
    fn divide(&mut self, flow: &Flow, ranges: &Ranges, flag: FlagId, range: &[NodeId]) {
        range.iter().for_each(|&node| self.of[node] = None);
        let mut work = Vec::new();
        let mut ordered = range.to_vec();
        ordered.sort_unstable();
        let mut first = Some(flag);
        for start in ordered {
            if self.of[start].is_some() {
                continue;
            }
            let web = first.take().unwrap_or_else(|| self.fresh());
            work.push(start);
            while let Some(node) = work.pop() {
                if self.of[node].replace(web).is_some() {
                    continue;
                }
                let origins = flow.origins(node).iter().copied();
                work.extend(origins.filter(|&origin| ranges.holds(origin)));
                flow.each_next(node, |to, _| {
                    work.extend(Some(to).filter(|&to| ranges.holds(to)))
                });
            }
        }
    }

    fn fresh(&mut self) -> FlagId {
        self.count += 1;
        FlagId::new(self.count - 1)
    }
}

/// Writes a program with other flags at some steps.
fn with_names(program: &Program, renamed: &[(NodeId, FlagId, FlagId)]) -> Program {
    let name = |node: NodeId, flag: FlagId| {
        let found = renamed.binary_search_by_key(&(node, flag), |&(node, flag, _)| (node, flag));
        found.map_or(flag, |found| renamed[found].2)
    };
    let mut terms = program.all_terms().to_vec();
    let steps: Vec<Step> = (program.steps())
        .map(|(node, step)| match step {
            Step::Set(flag, value) => Step::Set(name(node, flag), value),
            Step::Test(condition, label) => {
                let own = program.condition(condition).iter();
                let own = own.map(|term| match term {
                    Term::Flag(flag) => Term::Flag(name(node, *flag)),
                    term => *term,
                });
                Step::Test(Condition::append(&mut terms, own), label)
            }
            step => step,
        })
        .collect();
    Program::from_steps(steps, program.all_cases().to_vec(), terms)
}
