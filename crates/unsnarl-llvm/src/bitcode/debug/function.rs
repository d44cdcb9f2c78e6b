//! What functions have of debug information: places of instructions, and records.
//!
//! What stands behind an instruction in bitcode is about it: its place, and the records before it.
//! Until LLVM 18 records were calls of intrinsics, and are before the instruction that follows.
//! What records say is read at the end of the function, when all its values have ids.

use unsnarl_ir::debug::{
    ExpressionId, FunctionDebug, LocationId, Node, Operands, Point, Record, VariableKind,
    VariableRecord,
};
use unsnarl_ir::{ConstId, Constant, Id, Operand, demand};

use super::nodes::Place;
use crate::bitcode::Reader;
use crate::bitcode::body::Body as Code;
use crate::bitcode::error::Result;
use crate::bitcode::fields::Fields;
use crate::bitcode::metadata::Entry;
use crate::bitcode::noted::{Last, Noted, Taken, What};
use crate::bitcode::slots::Slot;
use crate::bitcode::stream::{Item, Record as StreamRecord, Stream};
use crate::build::dereferenced;
use crate::error::Omitted;

/// The place of the last instruction is that of the one before it.
const SAME_PLACE: u32 = 33;
const PLACE: u32 = 35;
const VALUE: u32 = 61;
const DECLARE: u32 = 62;
const ASSIGN: u32 = 63;
const SIMPLE_VALUE: u32 = 64;
const LABEL: u32 = 65;
const DECLARE_VALUE: u32 = 66;

const ATTACHMENT: u32 = 11;
const BLOCK: &str = "the attachments";

const ARGUMENTS: u32 = 46;

/// A record that waits for its constants, and which of its operands these are.
pub(super) struct LateRecord {
    point: Point,
    record: Record,
    late: Vec<(usize, Slot)>,
}

impl Reader<'_> {
    /// Keeps what is said of the last instruction.
    pub(in crate::bitcode) fn debug_record(
        &mut self,
        code: &mut Code,
        mut fields: Fields<'_>,
    ) -> Result<()> {
        if !self.debug.is_read {
            return Ok(());
        }
        let what = match fields.code {
            SAME_PLACE => {
                self.set_place(code);
                return Ok(());
            }
            PLACE => {
                code.debug.place = self.read_place(&mut fields);
                self.set_place(code);
                return Ok(());
            }
            VALUE | SIMPLE_VALUE => What::Value,
            DECLARE => What::Declare,
            DECLARE_VALUE => What::DeclareValue,
            ASSIGN => What::Assign,
            LABEL => What::Label,
            _ => return Ok(()),
        };
        let Some(Last::Code(point)) = code.debug.last else {
            self.omit(Omitted::Record);
            return Ok(());
        };
        let location = fields.next()?;
        let location = self.location(location);
        let mut numbers = Vec::with_capacity(fields.len());
        let mut value = None;
        if fields.code == SIMPLE_VALUE {
            numbers.extend_from_slice(fields.take(2)?);
            let used = self.pair(code, &mut fields)?;
            value = self.slot(used.number);
            if value.is_none() {
                return Err(fields.error("a record names a value that is defined later"));
            }
        } else {
            numbers.extend_from_slice(fields.rest());
        }
        code.debug.records.push(Taken {
            point: Some(point),
            what,
            location,
            numbers,
            value,
        });
        code.debug.waiting = code.debug.records.len();
        Ok(())
    }

    fn read_place(&mut self, fields: &mut Fields<'_>) -> Option<LocationId> {
        let (line, column) = (fields.maybe()?, fields.maybe()?);
        let scope = fields.maybe()?.checked_sub(1)?;
        let inlined_at = match fields.or_zero().checked_sub(1) {
            Some(number) => Some(self.location(number)?),
            None => None,
        };
        let place = Place {
            line,
            column,
            scope: self.scope(scope),
            inlined_at,
            is_implicit: fields.or_zero() != 0,
            group: fields.or_zero(),
            rank: fields.or_zero(),
        };
        Some(self.place(place))
    }

    fn set_place(&mut self, code: &mut Code) {
        let Noted {
            debug,
            last,
            place,
            records,
            ..
        } = &mut code.debug;
        match *last {
            Some(Last::Code(point)) => debug.set_location(point, *place),
            Some(Last::Call(record)) => records[record].location = *place,
            None => {}
        }
    }

    /// Keeps a call of an intrinsic that was a record before LLVM 19.
    pub(in crate::bitcode) fn debug_call(
        &mut self,
        code: &mut Code,
        name: &str,
        fields: &mut Fields<'_>,
    ) {
        code.debug.points.push(None);
        let what = match name {
            "value" => What::Value,
            "declare" => What::Declare,
            "addr" => What::Address,
            "assign" => What::Assign,
            "label" => What::Label,
            _ => {
                code.debug.last = None;
                return;
            }
        };
        let numbers = fields
            .rest()
            .iter()
            .map(|&relative| self.absolute(relative));
        let mut numbers: Vec<u64> = numbers.collect();
        // The value is behind variable and expression in a record.
        if what != What::Label && numbers.len() >= 3 {
            numbers[..3].rotate_left(1);
        }
        // Records have the assignment, then the expression of the address, then the address.
        if what == What::Assign && numbers.len() == 6 {
            numbers.swap(4, 5);
        }
        code.debug.last = Some(Last::Call(code.debug.records.len()));
        code.debug.records.push(Taken {
            point: None,
            what,
            location: None,
            numbers,
            value: None,
        });
    }

    /// Reads what is attached to the function and its instructions: debug information, and what
    /// terminators say of loops.
    pub(in crate::bitcode) fn attachments(
        &mut self,
        code: &mut Code,
        stream: &mut Stream<'_>,
    ) -> Result<()> {
        let mut record = StreamRecord::default();
        loop {
            match stream.next(&mut record)? {
                Item::End => return Ok(()),
                Item::Block(_) => stream.skip()?,
                Item::Record if record.code == ATTACHMENT => {
                    let mut fields = Fields::new(record.at, BLOCK, record.code, &record.fields);
                    let point = match fields.len() % 2 {
                        0 => None,
                        _ => Some(fields.next()?),
                    };
                    self.attach(code, point, fields.rest());
                }
                Item::Record => {}
            }
        }
    }

    /// Attaches pairs of kinds and metadata to an instruction, or to the function.
    fn attach(&mut self, code: &mut Code, inst: Option<u64>, pairs: &[u64]) {
        for pair in pairs.chunks_exact(2) {
            let debug = &mut code.debug;
            let point = inst.and_then(|inst| {
                let inst = usize::try_from(inst).ok()?;
                debug.points.get(inst).copied().flatten()
            });
            match (self.metadata.kind(pair[0]), inst) {
                (Some("dbg"), None) | (Some("DIAssignID"), Some(_)) if self.debug.is_read => {}
                (Some("llvm.loop"), Some(_)) => {
                    if let Some(Point::End(block)) = point {
                        let makes_progress = self.metadata.is_progress(pair[1]);
                        code.function.blocks[block].mustprogress |= makes_progress;
                    }
                    continue;
                }
                (Some(kind), _) => {
                    let what = demand::attachment(kind);
                    self.module.demand(what, 0);
                    continue;
                }
                (None, _) => continue,
            }
            let node = self.node_or_omit(pair[1]);
            match (node, inst, point) {
                (Some(Node::Subprogram(subprogram)), None, _) => {
                    debug.debug.subprogram = Some(subprogram);
                }
                (Some(Node::Assignment(id)), Some(_), Some(Point::Inst(inst))) => {
                    debug.debug.set_assignment(inst, Some(id));
                }
                (Some(_), ..) => self.omit(Omitted::Attachment),
                (None, ..) => {}
            }
        }
    }

    /// Gives the function that ends what it has of debug information, but for records.
    pub(in crate::bitcode) fn finish_debug(&mut self, code: &mut Code, metadata: usize) {
        let body = std::mem::take(&mut code.debug);
        if !self.debug.is_read {
            return;
        }
        let mut records = Vec::with_capacity(body.records.len());
        for taken in body.records {
            let mut late = Vec::new();
            match (taken.point, self.taken(&taken, &mut late)) {
                (Some(point), Some(record)) => records.push(LateRecord {
                    point,
                    record,
                    late,
                }),
                _ => self.omit(Omitted::Record),
            }
        }
        self.fill_nodes();
        self.debug.nodes.truncate(metadata);
        self.debug.no_places.split_off(&(metadata as u64));
        let has_records = !records.is_empty();
        if has_records {
            self.debug.records.push((code.id, records));
        }
        if has_records || body.debug != FunctionDebug::default() {
            code.function.debug = Some(Box::new(body.debug));
        }
    }

    /// Gives functions their records, when all constants of code are made.
    pub(super) fn settle_records(&mut self) {
        for (id, records) in std::mem::take(&mut self.debug.records) {
            for LateRecord {
                point,
                mut record,
                late,
            } in records
            {
                // The address of an assignment first: where it begins depends on the others.
                for (place, slot) in late.into_iter().rev() {
                    let constant = self.late_constant(slot);
                    if constant.is_none() {
                        self.omit(Omitted::Constant);
                    }
                    // An undefined value says that there is none.
                    let is_defined = |&id: &ConstId| {
                        !matches!(
                            self.module.constant(id),
                            Constant::Undef(_) | Constant::Poison(_)
                        )
                    };
                    let operand = constant.filter(is_defined).map(Operand::Const);
                    set_operand(&mut record, place, operand);
                }
                if let Some(debug) = &mut self.module.function_mut(id).debug {
                    debug.add_record(point, record);
                }
            }
        }
    }

    fn taken(&mut self, taken: &Taken, late: &mut Vec<(usize, Slot)>) -> Option<Record> {
        let location = taken.location?;
        if taken.what == What::Label {
            return match *taken.numbers {
                [label] => match self.node(label)? {
                    Node::Label(label) => Some(Record::Label { label, location }),
                    _ => None,
                },
                _ => None,
            };
        }
        let (&[variable, expression], rest) = taken.numbers.split_first_chunk()?;
        let (operands, rest) = match (taken.value, rest) {
            (Some(value), rest) => (one(value, 0, late), rest),
            (None, &[value, ref rest @ ..]) => (self.operands(value, 0, late), rest),
            (None, []) => return None,
        };
        let variable = match self.node(variable)? {
            Node::LocalVariable(variable) => variable,
            _ => return None,
        };
        let mut expression = self.expression_of(expression)?;
        let kind = match (taken.what, rest) {
            (What::Value, []) => VariableKind::Value,
            (What::Declare, []) => VariableKind::Declare,
            (What::DeclareValue, []) => VariableKind::DeclareValue,
            (What::Address, []) => {
                expression = dereferenced(&mut self.debug.info, expression);
                VariableKind::Value
            }
            (What::Assign, &[assignment, address_expression, address]) => VariableKind::Assign {
                assignment: match self.node(assignment)? {
                    Node::Assignment(assignment) => assignment,
                    _ => return None,
                },
                address: self.operands(address, operands.as_slice().len(), late),
                expression: self.expression_of(address_expression)?,
            },
            _ => return None,
        };
        Some(Record::Variable(VariableRecord {
            kind,
            variable,
            expression,
            operands,
            location,
        }))
    }

    fn expression_of(&mut self, number: u64) -> Option<ExpressionId> {
        match self.node(number)? {
            Node::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    /// What a variable is found from: a value, several, or none. The operands of the record from
    /// `place` on are these; those that are constants come `late`.
    fn operands(&self, number: u64, place: usize, late: &mut Vec<(usize, Slot)>) -> Operands {
        let Some(Entry::Record(index)) = self.metadata.entry(number) else {
            return Operands::Nothing;
        };
        let lent = self.metadata.lent();
        let fields = self.metadata.record(index, &lent);
        if fields.code != ARGUMENTS {
            let slot = self.value_of(number).and_then(|value| self.slot(value));
            return slot.map_or(Operands::Nothing, |slot| one(slot, place, late));
        }
        let slots = fields.rest().iter();
        let slots = slots.map(|&number| self.slot(self.value_of(number)?));
        let Some(slots) = slots.collect::<Option<Vec<Slot>>>() else {
            return Operands::Nothing;
        };
        let operands = slots.into_iter().enumerate();
        let operands = operands.map(|(at, slot)| operand(slot, place + at, late));
        Operands::Several(operands.collect())
    }
}

fn one(slot: Slot, place: usize, late: &mut Vec<(usize, Slot)>) -> Operands {
    Operands::One(operand(slot, place, late))
}

/// The operand of a record at a place; any one for a constant, which comes `late`.
fn operand(slot: Slot, place: usize, late: &mut Vec<(usize, Slot)>) -> Operand {
    match slot {
        Slot::Value(value) => Operand::Value(value),
        Slot::Symbol(_) | Slot::Constant(_) => {
            late.push((place, slot));
            Operand::Const(ConstId::new(0))
        }
    }
}

/// Sets the operand of a record at a place, the address of an assignment last; without one, what
/// is found from it is optimised out.
fn set_operand(record: &mut Record, place: usize, operand: Option<Operand>) {
    let Record::Variable(record) = record else {
        return;
    };
    let own = record.operands.as_slice().len();
    let (operands, place) = match (&mut record.kind, place.checked_sub(own)) {
        (VariableKind::Assign { address, .. }, Some(place)) => (address, place),
        _ => (&mut record.operands, place),
    };
    match (operand, &mut *operands) {
        (Some(operand), Operands::One(one)) => *one = operand,
        (Some(operand), Operands::Several(all)) => {
            if let Some(one) = all.get_mut(place) {
                *one = operand;
            }
        }
        (None, _) => *operands = Operands::Nothing,
        (Some(_), Operands::Nothing) => {}
    }
}
