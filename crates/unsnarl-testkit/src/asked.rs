//! Which sets of flags are asked for.
//!
//! *Needs:* a program that keeps its rules. *Gives:* [`idle_set`], a set that no test asks for.
//! *Cost:* O(steps) for each set; nothing here is shared with what removes such sets.

use std::collections::BTreeMap;
use unsnarl::program::Term;
use unsnarl::{FlagId, Id, LabelId, NodeId, Program, Step};

/// Gives a set from which control comes to no test of the flag before it is set again.
pub fn idle_set(program: &Program) -> Option<NodeId> {
    let bound = program
        .steps()
        .filter_map(|(node, step)| Some((step.bound_label()?, node)));
    let binders: BTreeMap<LabelId, NodeId> = bound.collect();
    let mut sets = program.steps().filter_map(|(node, step)| match step {
        Step::Set(flag, _) => Some((node, flag)),
        _ => None,
    });
    let idle = sets.find(|&(node, flag)| !is_asked(program, &binders, node, flag));
    idle.map(|(node, _)| node)
}

fn is_asked(
    program: &Program,
    binders: &BTreeMap<LabelId, NodeId>,
    set: NodeId,
    flag: FlagId,
) -> bool {
    let mut visited = vec![false; program.len() + 1];
    let mut work = vec![set.index() + 1];
    while let Some(at) = work.pop() {
        if at == program.len() || std::mem::replace(&mut visited[at], true) {
            continue;
        }
        let node = NodeId::new(at);
        let past = |node: NodeId| program.extent(node).index() + 1;
        match program.step(node) {
            Step::Set(other, _) if other == flag => {}
            Step::Leave(_) => {}
            Step::Break(label) => work.push(past(binders[&label])),
            Step::Continue(label) => work.push(binders[&label].index() + 1),
            // Control has fallen out of the arm before.
            Step::Arm(_) => work.push(program.extent(node).index()),
            step => {
                if let Step::Test(condition, _) = step
                    && program.condition(condition).contains(&Term::Flag(flag))
                {
                    return true;
                }
                match step.has_arms() {
                    false => work.push(at + 1),
                    true => {
                        let mut arm = NodeId::new(at + 1);
                        while let Step::Arm(_) = program.step(arm) {
                            work.push(arm.index() + 1);
                            arm = program.extent(arm);
                        }
                    }
                }
            }
        }
    }
    false
}
