//! What a function says of its variables.
//!
//! *Needs:* the records of a function, and the registers that hold its values.
//! *Gives:* [`Records`]: for each record a [`Binding`], with its place in the code of its block.
//! *Cost:* near-linear.
//! *Limits:* a value that is held in several registers, or as a vector of other than 128 bits, is
//! nowhere. A record of an assignment counts only if memory has what it says, and that is in the
//! frame.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashMap;
use unsnarl::BlockId;
use unsnarl_ir::debug::{
    DebugInfo, ExpressionId, Fragment, FunctionDebug, LocalVariableId, LocationId, Operands, Point,
    Record, VariableKind, VariableRecord,
};
use unsnarl_ir::{self as ir, Constant, FloatKind, Type as IrType, ValueId};
use unsnarl_low::{Function as Code, Number, Reg, Source, Type};

use super::expression::{Description, Operand, Subject};
use crate::names::Names;

/// A variable, and where its function was inlined.
pub(super) type Key = (LocalVariableId, Option<LocationId>);

/// What the records of a function say.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// The variables, in the order in which they are mentioned.
    pub(super) variables: Vec<Key>,
    pub(super) bindings: Vec<Binding>,
    /// The registers that variables are found from, but for those that are rematerialised.
    pub(super) regs: Vec<Reg>,
    /// By block of the code: its records in order.
    pub(super) events: HashMap<BlockId, Vec<Event>>,
}

/// Where a variable, or a part of it, is found.
#[derive(Debug)]
pub(super) struct Binding {
    pub(super) variable: usize,
    pub(super) fragment: Option<Fragment>,
    /// The places of `regs` that it needs, in the order of its operands that are registers.
    pub(super) needs: Vec<usize>,
    /// The bits of these registers that hold the value.
    pub(super) description: Unresolved,
    /// Whether it holds as long as the function runs.
    pub(super) is_declared: bool,
}

/// A [`Description`] whose registers have no locals yet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unresolved {
    expression: ExpressionId,
    operands: Vec<Term>,
    subject: Subject,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Term {
    /// A register, by its place in `regs`, and how many of its bits hold the value.
    Reg(usize, u32),
    Known(Operand),
}

/// A record in the code of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    /// The number of the first instruction behind it, as they were selected.
    pub(super) first: usize,
    pub(super) variable: usize,
    pub(super) fragment: Option<Fragment>,
    /// What it says; nothing if the variable is nowhere from here on.
    pub(super) binding: Option<usize>,
}

impl Unresolved {
    /// The description with locals. `local` knows those of registers, by place.
    pub(super) fn resolve(&self, local: impl Fn(usize) -> Option<u32>) -> Option<Description> {
        let operands = self.operands.iter().map(|&from| {
            Some(match from {
                Term::Known(operand) => operand,
                Term::Reg(place, bits) => Operand::Local {
                    local: local(place)?,
                    bits,
                },
            })
        });
        Some(Description {
            expression: self.expression,
            operands: operands.collect::<Option<_>>()?,
            subject: self.subject,
        })
    }
}

impl Records {
    /// Reads the records of a function with debug information.
    pub(super) fn new(
        names: &Names<'_>,
        info: &DebugInfo,
        debug: &FunctionDebug,
        code: &Code,
    ) -> Records {
        let mut reader = Reader {
            names,
            info,
            code,
            values: values(names, debug, code),
            in_memory: in_memory(names, debug),
            places: HashMap::default(),
            reg_places: HashMap::default(),
            known: HashMap::default(),
            records: Records::default(),
        };
        // The blocks of the code that a block of the function became.
        let mut blocks: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        for &block in code.order() {
            if let Some(source) = names.source(block) {
                blocks.entry(source).or_default().push(block);
            }
        }
        for placed in &names.trace.records {
            let Some(blocks) = blocks.get(&placed.block) else {
                continue;
            };
            for record in debug.records(placed.point) {
                let Record::Variable(record) = record else {
                    continue;
                };
                if let Some(event) = reader.record(record, placed.first) {
                    for &block in blocks {
                        reader.records.events.entry(block).or_default().push(event);
                    }
                }
            }
        }
        reader.records
    }
}

struct Reader<'a> {
    names: &'a Names<'a>,
    info: &'a DebugInfo,
    code: &'a Code,
    /// By value that a record mentions: its registers.
    values: HashMap<ValueId, Vec<Reg>>,
    /// The variables that are in memory as long as the function runs, although records of
    /// assignments say what they are.
    in_memory: BTreeSet<Key>,
    places: HashMap<Key, usize>,
    reg_places: HashMap<Reg, usize>,
    known: HashMap<(usize, Option<Fragment>, Unresolved, bool), usize>,
    records: Records,
}

impl Reader<'_> {
    /// Reads a record; nothing if it holds at every place.
    fn record(&mut self, record: &VariableRecord, first: usize) -> Option<Event> {
        let key = (
            record.variable,
            self.info.locations[record.location].inlined_at,
        );
        let variables = &mut self.records.variables;
        let variable = *self.places.entry(key).or_insert_with(|| {
            variables.push(key);
            variables.len() - 1
        });
        let of = |expression: ExpressionId| self.info.expressions[expression].fragment();
        let fragment = of(record.expression);
        let (description, is_declared) = match &record.kind {
            VariableKind::Declare => {
                let description =
                    self.describe(record.expression, &record.operands, Subject::Address);
                (description, true)
            }
            VariableKind::DeclareValue => {
                let description =
                    self.describe(record.expression, &record.operands, Subject::Value);
                (description, true)
            }
            VariableKind::Value => {
                let description =
                    self.describe(record.expression, &record.operands, Subject::Value);
                (description, false)
            }
            VariableKind::Assign {
                address,
                expression,
                ..
            } if self.in_memory.contains(&key) => {
                (self.describe(*expression, address, Subject::Address), true)
            }
            VariableKind::Assign { .. } => (None, false),
        };
        let binding = description
            .map(|description| self.binding(variable, fragment, description, is_declared));
        (!is_declared).then_some(Event {
            first,
            variable,
            fragment,
            binding,
        })
    }

    fn binding(
        &mut self,
        variable: usize,
        fragment: Option<Fragment>,
        description: Unresolved,
        is_declared: bool,
    ) -> usize {
        let bindings = &mut self.records.bindings;
        let known = (variable, fragment, description.clone(), is_declared);
        *self.known.entry(known).or_insert_with(|| {
            let needs = description.operands.iter().filter_map(|from| match from {
                Term::Reg(place, _) => Some(*place),
                Term::Known(_) => None,
            });
            bindings.push(Binding {
                variable,
                fragment,
                needs: needs.collect(),
                description,
                is_declared,
            });
            bindings.len() - 1
        })
    }

    fn describe(
        &mut self,
        expression: ExpressionId,
        operands: &Operands,
        subject: Subject,
    ) -> Option<Unresolved> {
        let operands = operands.as_slice();
        if operands.is_empty() {
            return None;
        }
        let operands = operands.iter().map(|&operand| self.operand(operand));
        let operands = operands.collect::<Option<Vec<Term>>>()?;
        Some(Unresolved {
            expression,
            operands,
            subject,
        })
    }

    fn operand(&mut self, operand: ir::Operand) -> Option<Term> {
        let value = match operand {
            ir::Operand::Const(id) => return self.constant(id).map(Term::Known),
            ir::Operand::Value(value) => value,
        };
        let [reg] = **self.values.get(&value)? else {
            return None;
        };
        let bits = self.bits(value, self.code.ty(reg))?;
        match self.code.source(reg) {
            Source::Frame(offset) => Some(Term::Known(Operand::Frame(offset))),
            Source::Number(number) => number_of(number).map(Term::Known),
            _ => {
                let regs = &mut self.records.regs;
                let place = *self.reg_places.entry(reg).or_insert_with(|| {
                    regs.push(reg);
                    regs.len() - 1
                });
                Some(Term::Reg(place, bits))
            }
        }
    }

    /// How many bits of its register hold a value.
    fn bits(&self, value: ValueId, held: Type) -> Option<u32> {
        let types = &self.names.module.types;
        let ty = self.names.function.value_type(value);
        Some(match (types.get(ty), held) {
            (&IrType::Int(bits), Type::I32) if bits <= 32 => bits,
            (&IrType::Int(bits), Type::I64) if bits <= 64 => bits,
            (IrType::Float(FloatKind::Float), Type::F32) => 32,
            (IrType::Float(FloatKind::Double), Type::F64) => 64,
            (IrType::Pointer { .. }, Type::I32) => 32,
            (IrType::Pointer { .. }, Type::I64) => 64,
            (IrType::Vector { .. }, Type::V128) => 128,
            _ => return None,
        })
    }

    fn constant(&self, id: ir::ConstId) -> Option<Operand> {
        let module = self.names.module;
        match module.constant(id) {
            Constant::Int { ty, value } => {
                let width = module.types.int_width(*ty)?;
                let number = value.as_i128(width)?;
                i64::try_from(number).ok().map(Operand::Number)
            }
            Constant::Null(_) => Some(Operand::Number(0)),
            Constant::Float { ty, bits } => match module.types.get(*ty) {
                IrType::Float(FloatKind::Float) => Some(Operand::Bytes(*bits as u64, 4)),
                IrType::Float(FloatKind::Double) => Some(Operand::Bytes(*bits as u64, 8)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The constant in a register as an operand.
fn number_of(number: Number) -> Option<Operand> {
    Some(match number {
        Number::I32(number) => Operand::Number(number.into()),
        Number::I64(number) => Operand::Number(number),
        Number::F32(bits) => Operand::Bytes(bits.into(), 4),
        Number::F64(bits) => Operand::Bytes(bits, 8),
        _ => return None,
    })
}

/// The registers of the values that records mention.
fn values(names: &Names<'_>, debug: &FunctionDebug, code: &Code) -> HashMap<ValueId, Vec<Reg>> {
    let mut values: HashMap<ValueId, Vec<Reg>> = HashMap::default();
    for (_, record) in debug.all_records() {
        for operand in record.operands() {
            if let ir::Operand::Value(value) = operand {
                values.entry(value).or_default();
            }
        }
    }
    if values.is_empty() {
        return values;
    }
    for &(reg, value) in &*names.values(code) {
        if let Some(regs) = values.get_mut(&value) {
            regs.push(reg);
        }
    }
    values
}

/// The variables all of whose assignments are in memory when a record says so: each record stands
/// right behind an instruction that stores what it says, to the address that all of them name.
fn in_memory(names: &Names<'_>, debug: &FunctionDebug) -> BTreeSet<Key> {
    let mut found: BTreeMap<Key, Option<(Operands, ExpressionId)>> = BTreeMap::new();
    let Some(info) = names.module.debug.as_deref() else {
        return BTreeSet::new();
    };
    let has_assignments = debug.assignments().next().is_some();
    for block in names.function.blocks.iter().filter(|_| has_assignments) {
        let (id, contents) = block;
        let mut stored = Vec::new();
        let insts = contents.insts.iter().map(|&inst| Point::Inst(inst));
        for point in insts.chain([Point::End(id)]) {
            let records = debug.records(point);
            for record in records {
                let Record::Variable(record) = record else {
                    continue;
                };
                let key = (record.variable, info.locations[record.location].inlined_at);
                let home = match &record.kind {
                    VariableKind::Assign {
                        assignment,
                        address,
                        expression,
                    } if stored.contains(assignment) && *address != Operands::Nothing => {
                        Some((address.clone(), *expression))
                    }
                    _ => None,
                };
                match found.get_mut(&key) {
                    None => drop(found.insert(key, home)),
                    Some(known) if *known != home => *known = None,
                    Some(_) => {}
                }
            }
            // What was stored right before the next record.
            stored.clear();
            if let Point::Inst(inst) = point {
                stored.extend(debug.assignment(inst));
            }
        }
    }
    let found = found.into_iter();
    found.filter_map(|(key, home)| home.map(|_| key)).collect()
}
