//! The measures of a program.
//!
//! *Needs:* a program that keeps rule P1.
//! *Gives:* [`Measures`]: the cost of the structure, without the code of the blocks.
//! *Cost:* O(steps).

use super::{Program, Step};
use crate::count::Count;
use crate::ids::Id;
use alloc::vec::Vec;
use core::fmt;

/// Counts of the parts of a program. All are static: a step in a loop counts once.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Measures {
    /// Stores to the label variable.
    pub label_stores: usize,
    /// Edges of the graph on which the label is stored, each counted once: these edges go through a
    /// dispatcher.
    pub routed_edges: usize,
    /// Switches over the label variable.
    pub dispatchers: usize,
    /// Scopes: `Block` brackets.
    pub scopes: usize,
    /// Loops.
    pub loops: usize,
    /// `If` brackets.
    pub ifs: usize,
    /// `Switch` brackets.
    pub switches: usize,
    /// Jumps: `Break` and `Continue`.
    pub branches: usize,
    /// The deepest nesting of brackets, all kinds counted.
    pub depth: usize,
    /// Tests of conditions over flags.
    pub tests: usize,
    /// Flags that are set anywhere.
    pub flags: usize,
    /// Places where a flag is set.
    pub flag_stores: usize,
    /// Further occurrences of blocks: each occurrence of the code of a block after the first one
    /// counts.
    pub copies: usize,
    /// All steps.
    pub steps: usize,
}

/// Displays the counts that distinguish programs at a glance.
impl fmt::Display for Measures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measures {
            scopes,
            loops,
            ifs,
            switches,
            depth,
            label_stores,
            ..
        } = self;
        let scopes = Count(*scopes, "scope", "scopes");
        let loops = Count(*loops, "loop", "loops");
        let ifs = Count(*ifs, "if", "ifs");
        let switches = Count(*switches, "switch", "switches");
        let stores = Count(*label_stores, "label store", "label stores");
        write!(
            f,
            "{scopes}, {loops}, {ifs}, {switches}, depth {depth}, {stores}"
        )
    }
}

/// Counts the parts of `program`.
pub fn measure(program: &Program) -> Measures {
    let mut counts = Measures {
        steps: program.len(),
        ..Measures::default()
    };
    let mut depth = 0;
    let mut runs = Vec::new();
    let mut routed = Vec::new();
    let mut flags = Vec::new();
    let mut taken = None;
    for (_, step) in program.steps() {
        match step {
            Step::Run(block) => runs.push(block.index()),
            Step::Store(_) => {
                counts.label_stores += 1;
                routed.extend(taken);
            }
            Step::Break(_) | Step::Continue(_) => counts.branches += 1,
            Step::Block(_) => counts.scopes += 1,
            Step::Loop(_) => counts.loops += 1,
            Step::If(..) => counts.ifs += 1,
            Step::Switch(..) => counts.switches += 1,
            Step::Dispatch(_) => counts.dispatchers += 1,
            Step::Test(..) => counts.tests += 1,
            Step::Set(flag, _) => flags.push(flag),
            Step::End => depth -= 1,
            Step::Take(_) | Step::Leave(_) | Step::Arm(_) => {}
        }
        depth += usize::from(step.opens());
        counts.depth = counts.depth.max(depth);
        taken = if let Step::Take(edge) = step {
            Some(edge)
        } else {
            None
        };
    }
    counts.flag_stores = flags.len();
    counts.flags = distinct(flags);
    counts.copies = runs.len() - distinct(runs);
    counts.routed_edges = distinct(routed);
    counts
}

fn distinct<T: Ord>(mut things: Vec<T>) -> usize {
    things.sort_unstable();
    things.dedup();
    things.len()
}
