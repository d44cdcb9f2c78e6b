//! The debug information of one function: the source locations of its instructions, and the
//! locations of its variables.
//!
//! *Gives:* [`FunctionDebug`]. Records are not instructions: they stand before an instruction or
//! before the end of a block, and code generation does not see them. The old intrinsics
//! (`llvm.dbg.value` and the like) are also read as records.

use std::collections::BTreeMap;

use super::node::{AssignmentId, ExpressionId, LabelId, LocalVariableId, LocationId, SubprogramId};
use crate::id::{BlockId, Id, IdMap, InstId, ValueId};
use crate::inst::Operand;

/// A place in a function that may have a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// A phi, by its value. It has no records.
    Phi(ValueId),
    /// An instruction; its records are before it.
    Inst(InstId),
    /// The terminator of a block; its records are before it.
    End(BlockId),
}

/// A fact about a variable or a label that holds from here on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A record of a variable.
    Variable(VariableRecord),
    /// The label is here.
    Label {
        /// The label.
        label: LabelId,
        /// Its place in the source.
        location: LocationId,
    },
}

/// A record of the location or the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableRecord {
    /// The kind of the record.
    pub kind: VariableKind,
    /// The variable.
    pub variable: LocalVariableId,
    /// The way from the operands to the variable.
    pub expression: ExpressionId,
    /// The operands from which it is found.
    pub operands: Operands,
    /// Its scope, and the place where that was inlined.
    pub location: LocationId,
}

/// The kind of a variable's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariableKind {
    /// `#dbg_declare`: it is at an address, as long as the function runs.
    Declare,
    /// `#dbg_declare_value`: it is a value, as long as the function runs.
    DeclareValue,
    /// `#dbg_value`: it has a value, until another record.
    Value,
    /// `#dbg_assign`: it has a value, which instructions with this id store at an address.
    Assign {
        /// The link to those instructions.
        assignment: AssignmentId,
        /// The address.
        address: Operands,
        /// The way from the address to the variable.
        expression: ExpressionId,
    },
}

/// The operands from which a variable is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operands {
    /// None: the variable is optimised out.
    Nothing,
    /// A value or an address.
    One(Operand),
    /// Several, to which the expression refers by number.
    Several(Box<[Operand]>),
}

impl Operands {
    /// Returns them as a slice.
    pub fn as_slice(&self) -> &[Operand] {
        match self {
            Operands::Nothing => &[],
            Operands::One(operand) => std::slice::from_ref(operand),
            Operands::Several(operands) => operands,
        }
    }

    /// Replaces values. If one has no replacement, the variable is optimised out.
    pub fn replace(&mut self, mut replacement: impl FnMut(ValueId) -> Option<Operand>) {
        let operands = match self {
            Operands::Nothing => return,
            Operands::One(operand) => std::slice::from_mut(operand),
            Operands::Several(operands) => operands,
        };
        for operand in operands {
            if let Operand::Value(value) = *operand {
                match replacement(value) {
                    Some(other) => *operand = other,
                    None => return *self = Operands::Nothing,
                }
            }
        }
    }
}

impl Record {
    /// Returns its location.
    pub fn location(&self) -> LocationId {
        match self {
            Record::Variable(record) => record.location,
            Record::Label { location, .. } => *location,
        }
    }

    /// Walks the operands, the address of an assignment last.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        let (own, address): (&[Operand], &[Operand]) = match self {
            Record::Variable(record) => (
                record.operands.as_slice(),
                match &record.kind {
                    VariableKind::Assign { address, .. } => address.as_slice(),
                    _ => &[],
                },
            ),
            Record::Label { .. } => (&[], &[]),
        };
        own.iter().chain(address).copied()
    }

    /// Replaces values. Variables whose values have no replacement are optimised out.
    pub fn replace(&mut self, mut replacement: impl FnMut(ValueId) -> Option<Operand>) {
        if let Record::Variable(record) = self {
            record.operands.replace(&mut replacement);
            if let VariableKind::Assign { address, .. } = &mut record.kind {
                address.replace(replacement);
            }
        }
    }
}

/// The debug information of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionDebug {
    /// The corresponding function of the source.
    pub subprogram: Option<SubprogramId>,
    insts: IdMap<InstId, Option<LocationId>>,
    ends: IdMap<BlockId, Option<LocationId>>,
    phis: BTreeMap<ValueId, LocationId>,
    records: BTreeMap<Point, Vec<Record>>,
    assignments: BTreeMap<InstId, AssignmentId>,
}

impl FunctionDebug {
    /// Returns the place of an instruction in the source, if it has one. O(1), except for phis.
    pub fn location(&self, point: Point) -> Option<LocationId> {
        match point {
            Point::Phi(value) => self.phis.get(&value).copied(),
            Point::Inst(inst) => self.insts.get(inst).copied().flatten(),
            Point::End(block) => self.ends.get(block).copied().flatten(),
        }
    }

    /// Sets the place of an instruction in the source.
    pub fn set_location(&mut self, point: Point, location: Option<LocationId>) {
        match point {
            Point::Phi(value) => match location {
                Some(location) => drop(self.phis.insert(value, location)),
                None => drop(self.phis.remove(&value)),
            },
            Point::Inst(inst) => set(&mut self.insts, inst, location),
            Point::End(block) => set(&mut self.ends, block, location),
        }
    }

    /// Walks all points that have a location.
    pub fn locations(&self) -> impl Iterator<Item = (Point, LocationId)> {
        let phis = self
            .phis
            .iter()
            .map(|(&value, &at)| (Point::Phi(value), at));
        let insts = self.insts.iter();
        let insts = insts.filter_map(|(inst, at)| Some((Point::Inst(inst), (*at)?)));
        let ends = self.ends.iter();
        let ends = ends.filter_map(|(block, at)| Some((Point::End(block), (*at)?)));
        phis.chain(insts).chain(ends)
    }

    /// Returns the records before an instruction or the end of a block, in order.
    pub fn records(&self, point: Point) -> &[Record] {
        self.records.get(&point).map_or(&[], Vec::as_slice)
    }

    /// Walks all records: those of instructions by their ids, then those of ends.
    pub fn all_records(&self) -> impl Iterator<Item = (Point, &Record)> {
        let points = self.records.iter();
        points.flat_map(|(&point, records)| records.iter().map(move |record| (point, record)))
    }

    /// Adds a record after the existing ones.
    pub fn add_record(&mut self, point: Point, record: Record) {
        self.records.entry(point).or_default().push(record);
    }

    /// Moves the records of a point before those of another one.
    pub fn move_records(&mut self, from: Point, to: Point) {
        if from == to {
            return;
        }
        if let Some(mut moved) = self.records.remove(&from) {
            let there = self.records.entry(to).or_default();
            moved.append(there);
            *there = moved;
        }
    }

    /// Keeps the records for which `is_kept` is true.
    pub fn retain_records(&mut self, mut is_kept: impl FnMut(Point, &Record) -> bool) {
        self.records.retain(|&point, records| {
            records.retain(|record| is_kept(point, record));
            !records.is_empty()
        });
    }

    /// Returns the link from a store to records of assignments.
    pub fn assignment(&self, inst: InstId) -> Option<AssignmentId> {
        self.assignments.get(&inst).copied()
    }

    /// Walks the instructions that store assigned values.
    pub fn assignments(&self) -> impl Iterator<Item = (InstId, AssignmentId)> {
        self.assignments.iter().map(|(&inst, &id)| (inst, id))
    }

    /// Links a store to records of assignments, or to none.
    pub fn set_assignment(&mut self, inst: InstId, assignment: Option<AssignmentId>) {
        match assignment {
            Some(assignment) => drop(self.assignments.insert(inst, assignment)),
            None => drop(self.assignments.remove(&inst)),
        }
    }

    /// Renumbers instructions, blocks and values. Those without a new number are gone: records that
    /// need such a value say that the variable is optimised out.
    pub(crate) fn renumber(
        &mut self,
        insts: &IdMap<InstId, Option<InstId>>,
        blocks: &IdMap<BlockId, Option<BlockId>>,
        values: &IdMap<ValueId, Option<ValueId>>,
    ) {
        let old = std::mem::take(self);
        self.subprogram = old.subprogram;
        let new = |point| {
            Some(match point {
                Point::Phi(value) => Point::Phi(values[value]?),
                Point::Inst(inst) => Point::Inst(insts[inst]?),
                Point::End(block) => Point::End(blocks[block]?),
            })
        };
        for (point, location) in old.locations() {
            if let Some(point) = new(point) {
                self.set_location(point, Some(location));
            }
        }
        for (point, mut records) in old.records {
            if let Some(point) = new(point) {
                for record in &mut records {
                    record.replace(|value| values[value].map(Operand::Value));
                }
                self.records.insert(point, records);
            }
        }
        let assignments = old.assignments.into_iter();
        let assignments = assignments.filter_map(|(inst, id)| Some((insts[inst]?, id)));
        self.assignments = assignments.collect();
    }
}

/// Sets an item of a table, which is only as long as its last item needs.
fn set<I: Id, T>(table: &mut IdMap<I, Option<T>>, id: I, item: Option<T>) {
    if item.is_none() && id.index() >= table.len() {
        return;
    }
    while table.len() <= id.index() {
        table.push(None);
    }
    table[id] = item;
}
