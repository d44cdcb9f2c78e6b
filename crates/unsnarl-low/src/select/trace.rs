//! Where the code of the machine comes from, for debug information.
//!
//! *Needs:* a function with [debug information](unsnarl_ir::debug); of any other function nothing
//! is recorded.
//! *Gives:* [`Trace`].
//! *Cost:* linear in the instructions, and a look-up in a table of records for each.

use unsnarl_ir::debug::{LocationId, Point};
use unsnarl_ir::{BlockId, Function, InstId};

/// Where the code of the machine comes from.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// By instruction of the machine: its place in the source.
    pub locations: Vec<Option<LocationId>>,
    /// The points that have records, in the order of the code, block by block.
    pub records: Vec<Placed>,
    /// The instructions that store what is assigned to a variable, in the order of the code.
    pub assignments: Vec<(InstId, Placed)>,
}

/// The place of something of the source in the code of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// What it is.
    pub point: Point,
    /// Its block.
    pub block: BlockId,
    /// The number of the first instruction that was selected for it or for what follows.
    pub first: usize,
    /// The number of the first instruction behind those that were selected for it.
    pub end: usize,
}

impl Trace {
    /// Says what the instructions since the last call come from.
    pub(super) fn note(&mut self, function: &Function, block: BlockId, point: Point, end: usize) {
        let Some(debug) = function.debug.as_deref() else {
            return;
        };
        let first = self.locations.len();
        let placed = Placed {
            point,
            block,
            first,
            end,
        };
        if !debug.records(point).is_empty() {
            self.records.push(placed);
        }
        if let Point::Inst(inst) = point
            && debug.assignment(inst).is_some()
        {
            self.assignments.push((inst, placed));
        }
        self.locations.resize(end, debug.location(point));
    }
}
