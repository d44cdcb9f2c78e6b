//! What reads of locals give, and what edges pass for them.
//!
//! *Needs:* a [`Draft`] whose locals have their parameters. *Gives:* [`Renamed`].
//! *Cost:* linear in the reads, the writes and the arguments.
//! *Source:* the walk of the dominator tree in [CytronEtAl91]. *Departs:* from its recursion, and
//! from its stack for each local: there is one record of what has to be restored.

use super::draft::{BlockNo, Draft, Value};
use super::places::Graph;

/// What locals are.
pub(super) struct Renamed {
    /// By value: what a read of a local gives; other values are themselves.
    pub(super) same: Vec<Value>,
    /// What edges pass for the parameters of locals, by edge in the order of blocks and of their
    /// edges.
    arguments: Vec<Value>,
    /// By block, by edge: where those begin.
    starts: Vec<Vec<u32>>,
}

impl Renamed {
    /// What an edge passes for the n-th local with a parameter in its target.
    pub(super) fn argument(&self, from: BlockNo, edge: u32, local: usize) -> Value {
        let start = self.starts[from as usize][edge as usize];
        self.arguments[start as usize + local]
    }
}

/// A step of the walk.
enum Step {
    Enter(BlockNo),
    /// Restores what was changed since there were so many records.
    Leave(usize),
}

/// Finds what reads give.
pub(super) fn rename(draft: &Draft, graph: &Graph) -> Renamed {
    let mut renamed = Renamed {
        same: (0..draft.types.len() as u32).map(Value).collect(),
        arguments: Vec::new(),
        starts: vec![Vec::new(); draft.blocks.len()],
    };
    let mut held = draft.initial.clone();
    let mut records: Vec<(u32, Value)> = Vec::new();
    let mut steps = vec![Step::Enter(0)];
    while let Some(step) = steps.pop() {
        let number = match step {
            Step::Enter(number) => number,
            Step::Leave(count) => {
                for (local, value) in records.drain(count..).rev() {
                    held[local as usize] = value;
                }
                continue;
            }
        };
        steps.push(Step::Leave(records.len()));
        let block = draft.block(number);
        let mut write = |held: &mut Vec<Value>, local: u32, value| {
            let before = std::mem::replace(&mut held[local as usize], value);
            records.push((local, before));
        };
        for &(local, value) in &block.locals {
            write(&mut held, local, value);
        }
        for &(local, value) in &block.reads {
            renamed.same[value.index()] = held[local as usize];
        }
        for &(local, value) in &block.writes {
            write(&mut held, local, value);
        }
        for edge in &block.edges {
            renamed.starts[number as usize].push(renamed.arguments.len() as u32);
            let locals = draft.block(edge.to).locals.iter();
            let passed = locals.map(|&(local, _)| held[local as usize]);
            renamed.arguments.extend(passed);
        }
        steps.extend(
            graph
                .children
                .row(number)
                .iter()
                .map(|&child| Step::Enter(child)),
        );
    }
    renamed
}
