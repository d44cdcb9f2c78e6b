//! The flow of control in a program.
//!
//! *Needs:* a program that breaks no rule, with its brackets.
//! *Gives:* [`Flow`]: for each step, the next step that *does* something.
//! *Cost:* O(steps) time and space.
//!
//! `Block`, `Loop`, `Arm`, `End`, `Break` and `Continue` only pass control on: each has one
//! successor. Control *comes to rest* at one of the other steps, or past the last step, or nowhere
//! if it loops through passing steps only. Almost all of these chains lead forwards, so one sweep
//! from the back follows them. The remaining chains end in a `Continue` to a loop around them; a
//! sweep from the front completes them, outer loops before inner ones.

use super::rules::{Brackets, next};
use super::table::key;
use crate::ids::{Id, IdMap, NodeId};
use crate::program::{Program, Step};
use crate::rows::{Counting, Rows};

/// Where control comes to rest: at a step, past the last step (the number of steps), or nowhere.
pub(super) type Rest = Option<NodeId>;

pub(super) struct Flow<'a> {
    pub(super) program: &'a Program,
    brackets: Brackets,
    /// For each step, and for the place past the last one: where control comes to rest.
    rests: IdMap<NodeId, Rest>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(program: &'a Program, brackets: Brackets) -> Flow<'a> {
        Flow {
            program,
            rests: rests(program, &brackets),
            brackets,
        }
    }

    pub(super) fn start(&self) -> Rest {
        self.rests[NodeId::new(0)]
    }

    /// Gives where control comes to rest after a step that continues with the next one.
    pub(super) fn after(&self, node: NodeId) -> Rest {
        self.rests[next(node)]
    }

    /// Gives where control comes to rest in the arm of a bracket that lists a case, if an arm does.
    pub(super) fn arm(&self, bracket: NodeId, case: u32) -> Option<Rest> {
        let first = next(bracket);
        if let Step::If(..) | Step::Test(..) = self.program.step(bracket) {
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

    /// Gives where control comes to rest in the default arm of a bracket, if it has one.
    pub(super) fn default_arm(&self, bracket: NodeId) -> Option<Rest> {
        let arm = self.brackets.defaults.get(key(bracket, 0))?;
        Some(self.after(NodeId::new(arm as usize)))
    }

    /// Tells whether an arm with a single case lists this case.
    fn lists(&self, arm: NodeId, case: u32) -> bool {
        matches!(self.program.step(arm), Step::Arm(cases) if self.program.cases(cases) == [case])
    }

    /// For each step: the steps after which it may run.
    pub(super) fn origins(&self) -> Rows<NodeId> {
        let mut counting = Counting::new(self.program.len());
        self.each_edge(|_, to| counting.count(to.index()));
        let mut placing = counting.place(NodeId::new(0));
        self.each_edge(|from, to| placing.put(to.index(), from));
        placing.finish()
    }

    /// Calls `edge` with each step and each of its possible successors.
    fn each_edge(&self, mut edge: impl FnMut(NodeId, NodeId)) {
        let mut to = |node, rest: Rest| {
            if let Some(rest) = rest.filter(|rest| rest.index() < self.program.len()) {
                edge(node, rest);
            }
        };
        for (node, step) in self.program.steps() {
            match step {
                Step::Run(_) | Step::Take(_) | Step::Store(_) | Step::Set(..) => {
                    to(node, self.after(node));
                }
                step if step.has_arms() => {
                    self.arms(node).for_each(|arm| to(node, self.after(arm)));
                }
                _ => {}
            }
        }
    }

    /// Walks the arms of a bracket.
    fn arms(&self, bracket: NodeId) -> impl Iterator<Item = NodeId> {
        let mut node = next(bracket);
        core::iter::from_fn(move || {
            let Step::Arm(_) = self.program.step(node) else {
                return None;
            };
            let arm = node;
            node = self.brackets.partner[arm];
            Some(arm)
        })
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
            // The target is not known yet; its loop stands for it.
            Step::Continue(_) => Some(partner),
            // Control that returns to a loop from that loop by passing steps alone never comes to
            // rest.
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
