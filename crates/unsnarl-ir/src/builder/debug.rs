//! Debug information under rewriting: new instructions get the location of the code that they
//! replace, and records stay where they hold.
//!
//! An instruction keeps its location and the records before it wherever it is put. So a rewrite
//! must handle only three things: new instructions; copied instructions and terminators; and values
//! that are removed. A record of a removed value says that its variable is optimised out;
//! [`FunctionBuilder::finish`] makes sure of that.

use std::collections::HashSet;

use crate::debug::{FunctionDebug, Operands, Point, Record, VariableKind, VariableRecord};
use crate::id::{BlockId, ValueId};
use crate::inst::Operand;

use super::function::FunctionBuilder;

/// The maximum number of records of one point that are copied.
const MOST: usize = 64;

impl FunctionBuilder {
    /// Sets the point for which the next instructions, phis and terminators stand: they get its
    /// location.
    pub fn stand_for(&mut self, point: Point) {
        let debug = self.function.debug.as_ref();
        self.location = debug.and_then(|debug| debug.location(point));
    }

    /// Moves the records of a point before those of another one.
    pub fn move_records(&mut self, from: Point, to: Point) {
        if let Some(debug) = &mut self.function.debug {
            debug.move_records(from, to);
        }
    }

    /// Moves the records of a point to the instruction at `place` of a block, or to its end if
    /// there is none: to the first instruction written for that point.
    pub fn move_records_to(&mut self, from: Point, block: BlockId, place: usize) {
        let to = match self.function.blocks[block].insts.get(place) {
            Some(&inst) => Point::Inst(inst),
            None => Point::End(block),
        };
        self.move_records(from, to);
    }

    /// Copies the records of a point behind the records of another one. Values are replaced; a
    /// variable whose value has no replacement is optimised out there. If there are more than
    /// [`MOST`] records, the last ones are copied, so that a rewrite that copies often stays
    /// linear.
    pub fn copy_records(
        &mut self,
        from: Point,
        to: Point,
        mut replacement: impl FnMut(ValueId) -> Option<Operand>,
    ) {
        let Some(debug) = &mut self.function.debug else {
            return;
        };
        let records = debug.records(from);
        let copied = records[records.len().saturating_sub(MOST)..].to_vec();
        for mut record in copied {
            record.replace(&mut replacement);
            debug.add_record(to, record);
        }
    }

    /// Tells whether all records of a point can be copied.
    pub fn are_records_copied(&self, from: Point) -> bool {
        let debug = self.function.debug.as_ref();
        debug.is_none_or(|debug| debug.records(from).len() <= MOST)
    }

    /// Records at a point that the variables of another point's records are optimised out. A
    /// variable is left out if a record at the point already describes the same part of it.
    pub fn optimise_out(&mut self, from: Point, to: Point) {
        let Some(debug) = &mut self.function.debug else {
            return;
        };
        let mut records = gone(debug, from, to);
        if records.is_empty() {
            return;
        }
        // The new records come first, so that the existing ones hold.
        records.extend_from_slice(debug.records(to));
        debug.retain_records(|point, _| point != to);
        for record in records {
            debug.add_record(to, record);
        }
    }

    /// Gives a point the location of another one.
    pub(super) fn copy_location(&mut self, from: Point, to: Point) {
        if let Some(debug) = &mut self.function.debug {
            debug.set_location(to, debug.location(from));
        }
    }

    /// Gives new code the location of the code for which it stands.
    pub(super) fn locate(&mut self, point: Point) {
        if let Some(debug) = &mut self.function.debug {
            debug.set_location(point, self.location);
        }
    }
}

/// For every variable that has a value by a record at `from` and no record at `to`: a record that
/// it is optimised out.
fn gone(debug: &FunctionDebug, from: Point, to: Point) -> Vec<Record> {
    let about = |record: &VariableRecord| (record.variable, record.expression, record.location);
    let variables = |point| {
        let records = debug.records(point).iter();
        records.filter_map(|record| match record {
            Record::Variable(record) => Some(record),
            Record::Label { .. } => None,
        })
    };
    let mut known: HashSet<_> = variables(to).map(about).collect();
    let lost = variables(from).filter(|record| {
        let is_value = matches!(
            record.kind,
            VariableKind::Value | VariableKind::Assign { .. }
        );
        is_value && known.insert(about(record))
    });
    let nothing = lost.map(|record| {
        Record::Variable(VariableRecord {
            kind: VariableKind::Value,
            operands: Operands::Nothing,
            ..record.clone()
        })
    });
    nothing.collect()
}
