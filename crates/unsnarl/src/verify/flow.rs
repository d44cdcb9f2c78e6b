//! Where control goes in a program.
//!
//! *Needs:* a program that breaks no rule, with its brackets.
//! *Gives:* [`Flow`]: from each step the next one that *does* something, and the steps where the label
//! variable is live.
//! *Cost:* O(steps) time and space.
//!
//! `Block`, `Loop`, `Arm`, `End`, `Break` and `Continue` only pass control on: each has one successor.
//! Control *comes to rest* at one of the other steps, or past the last step, or, if it goes round in
//! passing steps only, nowhere. Almost all of these chains lead forwards, so one sweep from the back
//! follows them; what it leaves are chains that end in a `Continue` to a loop around them, which a sweep
//! from the front completes, outer loops before inner ones.

use super::rules::{Brackets, next};
use super::table::key;
use crate::ids::{Id, IdMap, NodeId};
use crate::program::{Cases, Program, Step};
use alloc::vec::Vec;

/// Where control comes to rest: at a step, past the last step (the number of steps), or nowhere.
pub(super) type Rest = Option<NodeId>;

pub(super) struct Flow<'a> {
    pub(super) program: &'a Program,
    brackets: Brackets,
    /// Where control comes to rest from each step, and from past the last one.
    rests: IdMap<NodeId, Rest>,
    /// The steps at which the value of the label may still be asked for.
    live: IdMap<NodeId, bool>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(program: &'a Program, brackets: Brackets) -> Flow<'a> {
        let mut flow = Flow {
            program,
            rests: rests(program, &brackets),
            brackets,
            live: IdMap::filled(program.len(), false),
        };
        flow.find_live();
        flow
    }

    pub(super) fn start(&self) -> Rest {
        self.rests[NodeId::new(0)]
    }

    /// Gives where control comes to rest after a step that goes on.
    pub(super) fn after(&self, node: NodeId) -> Rest {
        self.rests[next(node)]
    }

    pub(super) fn is_live(&self, node: NodeId) -> bool {
        self.live[node]
    }

    /// Gives where control comes to rest in the arm of a bracket that lists a case, if one does.
    pub(super) fn arm(&self, bracket: NodeId, case: u32) -> Option<Rest> {
        let first = next(bracket);
        if let Step::If(..) = self.program.step(bracket) {
            let second = self.brackets.partner[first];
            let arm = if self.lists(first, case) {
                first
            } else {
                second
            };
            return Some(self.after(arm));
        }
        let arm = self.brackets.arms.get(key(bracket, case))?;
        Some(self.after(NodeId::new(arm as usize)))
    }

    /// Tells whether an arm that lists one case lists this one.
    fn lists(&self, arm: NodeId, case: u32) -> bool {
        matches!(self.program.step(arm), Step::Arm(cases) if self.program.cases(cases) == [case])
    }

    /// Walks the arms of a bracket.
    fn arms(&self, bracket: NodeId) -> impl Iterator<Item = (NodeId, Cases)> {
        let mut node = next(bracket);
        core::iter::from_fn(move || {
            let Step::Arm(cases) = self.program.step(node) else {
                return None;
            };
            let arm = node;
            node = self.brackets.partner[arm];
            Some((arm, cases))
        })
    }

    /// Marks the steps from which a `Dispatch` can be reached without a `Store`: backwards from each
    /// `Dispatch`, up to the nearest stores.
    fn find_live(&mut self) {
        let dispatches = self.program.steps().filter_map(|(node, step)| {
            let Step::Dispatch(_) = step else { return None };
            Some(node)
        });
        let mut work: Vec<NodeId> = dispatches.collect();
        if work.is_empty() {
            return;
        }
        work.iter().for_each(|&node| self.live[node] = true);
        let origins = Origins::new(self);
        while let Some(node) = work.pop() {
            for &origin in origins.of(node) {
                if !core::mem::replace(&mut self.live[origin], true) {
                    work.push(origin);
                }
            }
        }
    }

    /// Calls `edge` with each step that does not change the label, and each step it may be followed by.
    fn each_edge(&self, mut edge: impl FnMut(NodeId, NodeId)) {
        let mut to = |node, rest: Rest| {
            if let Some(rest) = rest.filter(|rest| rest.index() < self.program.len()) {
                edge(node, rest);
            }
        };
        for (node, step) in self.program.steps() {
            match step {
                Step::Run(_) | Step::Take(_) => to(node, self.after(node)),
                Step::If(..) | Step::Switch(..) | Step::Dispatch(_) => self
                    .arms(node)
                    .for_each(|(arm, _)| to(node, self.after(arm))),
                _ => {}
            }
        }
    }
}

/// For each step those that it may follow, in compressed rows.
struct Origins {
    ends: IdMap<NodeId, u32>,
    origins: Vec<NodeId>,
}

impl Origins {
    fn new(flow: &Flow) -> Origins {
        let mut ends = IdMap::filled(flow.program.len(), 0);
        flow.each_edge(|_, to| ends[to] += 1);
        let mut total = 0;
        for end in ends.values_mut() {
            total += *end;
            *end = total;
        }
        let mut origins = alloc::vec![NodeId::new(0); total as usize];
        // Filled from the back, an end becomes the start of its row.
        flow.each_edge(|from, to| {
            ends[to] -= 1;
            origins[ends[to] as usize] = from;
        });
        ends.push(total);
        Origins { ends, origins }
    }

    fn of(&self, node: NodeId) -> &[NodeId] {
        &self.origins[self.ends[node] as usize..self.ends[next(node)] as usize]
    }
}

fn rests(program: &Program, brackets: &Brackets) -> IdMap<NodeId, Rest> {
    let past = NodeId::new(program.len());
    let mut rests: IdMap<NodeId, Rest> = IdMap::filled(program.len() + 1, Some(past));
    for (node, step) in program.steps().rev() {
        let partner = brackets.partner[node];
        rests[node] = match step {
            Step::Block(_) | Step::End => rests[next(node)],
            Step::Arm(_) | Step::Break(_) => rests[partner],
            // Not known yet where that leads; the loop stands for it.
            Step::Continue(_) => Some(partner),
            // Control that passes from a loop back to it passes on for ever.
            Step::Loop(_) => rests[next(node)].filter(|&rest| rest != node),
            _ => Some(node),
        };
    }
    for node in program.steps().map(|(node, _)| node) {
        if let Some(rest) = rests[node]
            && rest < node
        {
            rests[node] = rests[rest];
        }
    }
    rests
}
