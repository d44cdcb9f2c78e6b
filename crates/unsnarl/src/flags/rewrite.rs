//! A program without sets that are idle and tests that are decided.
//!
//! *Needs:* the [`Flow`] of a program, and the [`Findings`] about its flags.
//! *Gives:* [`rewritten`]: a program that does the same.
//! *Cost:* O(steps + terms).
//!
//! ```text
//! f0 = true                 a
//! a                         b
//! if f0 {                   if f1 { …
//! case 1: b          ->
//! case 0: c
//! }
//! if f0 && f1 { …
//! ```
//!
//! Code that control no longer gets to goes as well.

use super::flow::{Flow, arms};
use super::ranges::Findings;
use super::three::simplified;
use crate::ids::{FlagId, Id, IdMap, NodeId, following};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec::Vec;

/// Rewrites a program; gives nothing if there is nothing to change.
pub(super) fn rewritten(flow: &Flow, findings: &Findings) -> Option<Program> {
    let program = flow.program;
    let reached = flow.reached();
    let gone = |(node, step): (_, Step)| {
        let ends = matches!(step, Step::Arm(_) | Step::End);
        !ends && !reached[node]
    };
    if findings.idle.is_empty() && findings.known.is_empty() && !program.steps().any(gone) {
        return None;
    }
    let mut writer = Writer {
        program,
        findings,
        reached,
        steps: Vec::with_capacity(program.len()),
        terms: program.all_terms().to_vec(),
        open: Vec::new(),
    };
    let mut at = NodeId::new(0);
    while at.index() < program.len() {
        at = writer.step(at);
    }
    let Writer { steps, terms, .. } = writer;
    Some(Program::from_steps(
        steps,
        program.all_cases().to_vec(),
        terms,
    ))
}

/// A bracket that is being read.
struct Open {
    node: NodeId,
    arm: Option<NodeId>,
    /// Whether only the inside of this arm is written.
    is_decided: bool,
}

struct Writer<'w> {
    program: &'w Program,
    findings: &'w Findings,
    reached: IdMap<NodeId, bool>,
    steps: Vec<Step>,
    terms: Vec<Term>,
    open: Vec<Open>,
}

impl Writer<'_> {
    /// Writes what is left of the step at `at`, and gives the next one to look at.
    fn step(&mut self, at: NodeId) -> NodeId {
        let program = self.program;
        let step = program.step(at);
        match step {
            Step::Arm(_) | Step::End => return self.end(at, step),
            Step::Test(condition, label) => return self.test(at, condition, label),
            _ if !self.reached[at] && step.opens() => return following(program.extent(at)),
            Step::Set(..) if self.findings.idle.binary_search(&at).is_ok() => {}
            _ if !self.reached[at] => {}
            _ => {
                self.steps.push(step);
                if step.opens() {
                    self.enter(at, None, false);
                }
            }
        }
        self.after(at)
    }

    fn enter(&mut self, node: NodeId, arm: Option<NodeId>, is_decided: bool) {
        self.open.push(Open {
            node,
            arm,
            is_decided,
        });
    }

    /// Goes on behind a step; past a jump to the end of the sequence.
    fn after(&self, at: NodeId) -> NodeId {
        let diverts = self.steps.last().is_some_and(|step| step.diverts());
        match self.open.last() {
            _ if !diverts => following(at),
            None => NodeId::new(self.program.len()),
            Some(open) => self.program.extent(open.arm.unwrap_or(open.node)),
        }
    }

    /// Ends an arm or a bracket.
    fn end(&mut self, at: NodeId, step: Step) -> NodeId {
        let open = self.open.last_mut().expect("brackets close in order");
        if open.is_decided {
            let end = self.program.extent(open.node);
            self.open.pop();
            return self.after(end);
        }
        open.arm = Some(at);
        self.steps.push(step);
        if step == Step::End {
            self.open.pop();
        }
        following(at)
    }

    fn test(
        &mut self,
        at: NodeId,
        condition: Condition,
        label: Option<crate::ids::LabelId>,
    ) -> NodeId {
        let program = self.program;
        if !self.reached[at] {
            return following(program.extent(at));
        }
        let first = (self.findings.known).partition_point(|&(test, ..)| test < at);
        let known = &self.findings.known[first..];
        let end = known.partition_point(|&(test, ..)| test == at);
        let known = &known[..end];
        let value_of = |flag: FlagId| {
            let found = known.binary_search_by_key(&flag, |&(_, flag, _)| flag);
            found.ok().map(|found| known[found].2)
        };
        let condition = match simplified(program.condition(condition), value_of) {
            _ if known.is_empty() => condition,
            Ok(value) if label.is_none() => {
                let arm = arms(program, at).find(|&arm| serves(program, arm, value));
                let arm = arm.expect("a test has an arm for each value");
                self.enter(at, Some(arm), true);
                return following(arm);
            }
            Ok(_) => condition,
            Err(terms) => Condition::append(&mut self.terms, terms),
        };
        self.steps.push(Step::Test(condition, label));
        self.enter(at, None, false);
        following(at)
    }
}

fn serves(program: &Program, arm: NodeId, value: bool) -> bool {
    matches!(program.step(arm), Step::Arm(cases) if program.cases(cases) == [u32::from(value)])
}
