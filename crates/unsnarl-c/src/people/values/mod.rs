//! Instructions as expressions.
//!
//! *Needs:* what is folded, the names, and a [`Unit`].
//! *Gives:* [`Values`]: the expression of an operand, an instruction or a place in memory.
//! *Cost:* linear in what is folded; [`unsnarl_ir::pseudocode`] bounds how many instructions an
//! expression holds, so walks of one may recurse.
//!
//! # What C leaves undefined
//! Arithmetic is unsigned and at least as wide as `int`. Signed quotients are undefined where the
//! IR's are; amounts of shifts are cut, and conversions of floats have [helpers](Helper), because
//! the IR computes such values and need not use them. An address that may leave its object is
//! computed as an integer.
//!
//! | module | whose expressions |
//! |---|---|
//! | `integers`, `floats`, `casts` | arithmetic, comparisons, conversions |
//! | `memory`, `places`, `atomics` | accesses and addresses |
//! | `signs` | which integers are not negative |
//! | `wide` | integers of more than 128 bits |
//! | `vectors`, `aggregates` | values of several parts |

mod aggregates;
mod atomics;
mod casts;
mod floats;
mod integers;
mod memory;
mod places;
mod signs;
mod vectors;
mod wide;

pub(super) use integers::{cut, masked, signed};

use std::cell::RefCell;

use foldhash::{HashMap, HashSet};
use unsnarl_ir::pseudocode::Code;
use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::{
    Block, ConstId, Constant, Definition, Expression as ConstantExpression, FuncId, Function,
    InstId, Module, Op, Operand, Type, TypeId, ValueId,
};

use self::atomics::ordering;
use self::integers::negated;
use super::constants::signed_int;
use super::expression::{Expression, Level};
use super::fields::TargetId;
use super::names::Names;
use super::refusal::Cause;
use super::unit::{Unit, untyped};

pub(super) struct Values<'a, 'm> {
    pub(super) unit: &'a Unit<'m>,
    pub(super) code: &'a Code<'a, 'm>,
    pub(super) function: &'a Function,
    pub(super) id: FuncId,
    /// Whether it has calls that may return twice.
    pub(in crate::people) returns_again: bool,
    /// By variable, what it points to, if that is more than `void`.
    targets: HashMap<String, TargetId>,
    names: RefCell<Given>,
    /// The names that were read.
    pub(super) read: RefCell<HashSet<String>>,
}

#[derive(Default)]
struct Given {
    names: Names,
    identifiers: HashMap<String, String>,
}

type Made = Result<Expression, Cause>;

impl<'a, 'm> Values<'a, 'm> {
    pub(in crate::people) fn new(unit: &'a Unit<'m>, code: &'a Code<'a, 'm>, id: FuncId) -> Self {
        let function = &unit.module.functions[id];
        let mut blocks = function.blocks.values();
        Values {
            unit,
            code,
            function,
            id,
            returns_again: blocks.any(|block| returns_again(unit.module, function, block)),
            targets: HashMap::default(),
            names: RefCell::default(),
            read: RefCell::default(),
        }
    }

    /// The identifier of what has a name in the function.
    pub(in crate::people) fn identifier(&self, name: &str) -> String {
        let mut given = self.names.borrow_mut();
        if let Some(known) = given.identifiers.get(name) {
            return known.clone();
        }
        let text = given.names.unique(name, |text| !self.unit.is_symbol(text));
        given.identifiers.insert(name.to_owned(), text.clone());
        text
    }

    /// A name that nothing has.
    pub(in crate::people) fn new_name(&self, wanted: &str) -> String {
        let mut given = self.names.borrow_mut();
        given
            .names
            .unique(wanted, |text| !self.unit.is_symbol(text))
    }

    pub(in crate::people) fn ty(&self, operand: Operand) -> TypeId {
        self.unit.module.operand_type(self.function, operand)
    }

    pub(super) fn resolved(&self, ty: TypeId) -> &'m Type {
        self.unit.module.types.resolve(ty)
    }

    pub(super) fn bits(&self, ty: TypeId) -> Option<u32> {
        self.unit.module.types.int_width(ty)
    }

    pub(super) fn known_int(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Const(id) => self.unit.module.int(id).map(unsnarl_ir::WideInt::low),
            Operand::Value(_) => None,
        }
    }

    /// Tells whether an operand is written as a number.
    fn is_number(&self, mut operand: Operand) -> bool {
        while let Some(&Op::Freeze(value)) = self.folded(operand) {
            operand = value;
        }
        self.known_int(operand).is_some()
    }

    pub(super) fn named(&self, name: &str) -> Expression {
        let text = self.identifier(name);
        self.read.borrow_mut().insert(text.clone());
        let target = self.target(&text);
        Expression::atom(text).pointing(target)
    }

    /// The expression of an operand.
    pub(in crate::people) fn operand(&self, operand: Operand) -> Made {
        let value = match operand {
            Operand::Const(id) => return self.constant(id),
            Operand::Value(value) => value,
        };
        if let Definition::Inst(inst) = self.function.values[value].definition {
            match self.code.written(inst) {
                Written::Variable => {
                    let name = self.named(self.code.variable_name(inst));
                    let ty = self.code.variable_of(inst).map(|variable| variable.ty);
                    let address = match ty {
                        Some(ty) => self.unit.address_of(ty, &name),
                        None => Expression::address(&name),
                    };
                    return Ok(match self.is_volatile(inst) {
                        true => untyped(&address),
                        false => address,
                    });
                }
                Written::Folded => return self.inst(inst),
                Written::Statement | Written::Omitted => {}
            }
        }
        if let Some(name) = self.by_value(value) {
            return Ok(Expression::address(&self.named(&name)));
        }
        Ok(self.named(self.code.name(value)))
    }

    /// A constant: an expression of several is written as instructions are.
    fn constant(&self, id: ConstId) -> Made {
        self.unit.check_length(id)?;
        let Constant::Expression { ty, expression } = self.unit.module.constant(id) else {
            return self.unit.simple(id, &|part| self.constant(part));
        };
        let operand = Operand::Const;
        match expression {
            &ConstantExpression::Binary {
                op, left, right, ..
            } => self.binary(op, operand(left), operand(right), *ty),
            &ConstantExpression::Cast { op, value } => self.cast(op, operand(value), *ty),
            ConstantExpression::Gep {
                source,
                base,
                indices,
                flags,
                ..
            } => {
                let indices: Vec<Operand> = indices.iter().map(|&index| operand(index)).collect();
                self.address(*source, operand(*base), &indices, *flags)
            }
            &ConstantExpression::Compare {
                predicate,
                left,
                right,
            } => self.compare(predicate, operand(left), operand(right)),
            &ConstantExpression::FloatCompare {
                predicate,
                left,
                right,
            } => self.compare_floats(predicate, operand(left), operand(right)),
            &ConstantExpression::Negate(value) => self.float_negated(operand(value)),
            &ConstantExpression::Select {
                condition,
                then,
                otherwise,
            } => self.select(operand(condition), operand(then), operand(otherwise)),
            &ConstantExpression::ExtractElement { vector, index } => {
                self.extracted(operand(vector), operand(index))
            }
            &ConstantExpression::InsertElement {
                vector,
                element,
                index,
            } => self.inserted_lane(operand(vector), operand(element), operand(index)),
            ConstantExpression::ShuffleVector { left, right, mask } => {
                self.shuffled(operand(*left), operand(*right), mask)
            }
            ConstantExpression::ExtractValue { aggregate, path } => {
                let value = self.constant(*aggregate)?;
                let ty = self.unit.module.constant_type(*aggregate);
                Ok(self.part(value, ty, path))
            }
            ConstantExpression::InsertValue {
                aggregate,
                value,
                path,
            } => self.inserted(operand(*aggregate), operand(*value), path),
            ConstantExpression::SignedPointer { .. } => {
                Err(Cause::Construct("a signed pointer".to_owned()))
            }
        }
    }

    /// The instruction that is written where its result is used, if that is what an operand is.
    pub(super) fn folded(&self, operand: Operand) -> Option<&'a Op> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return None;
        };
        let is_folded = self.code.written(inst) == Written::Folded;
        is_folded.then(|| &self.function.insts[inst].op)
    }

    /// The name of a parameter that C passes by value, and the IR by an address.
    pub(in crate::people) fn by_value(&self, value: ValueId) -> Option<String> {
        let Definition::Parameter(place) = self.function.values[value].definition else {
            return None;
        };
        let parameter = self.function.parameters.get(place as usize)?;
        parameter.attributes.byval?;
        Some(self.code.name(value).to_owned())
    }

    /// The operand where C converts to its type by itself.
    pub(in crate::people) fn converted(&self, operand: Operand) -> Result<String, Cause> {
        Ok(self.operand(operand)?.converted().text.clone())
    }

    /// An integer, read with its sign.
    pub(in crate::people) fn signed(&self, operand: Operand) -> Made {
        let ty = self.ty(operand);
        let bits = self
            .bits(ty)
            .ok_or_else(|| self.unit.types.borrow().unsupported(ty))?;
        if let Some(known) = self.known_int(operand)
            && let Some(number) = signed_int(known, bits)
        {
            return Ok(number);
        }
        match self.folded(operand) {
            Some(&Op::Freeze(value)) => self.signed(value),
            // gcc warns of a number that becomes negative because a choice does.
            Some(&Op::Select {
                condition,
                then,
                otherwise,
                ..
            }) if bits > 1 && [then, otherwise].iter().any(|&arm| self.is_number(arm)) => {
                Ok(Expression::choice(
                    &self.condition(condition)?,
                    &self.signed(then)?,
                    &self.signed(otherwise)?,
                ))
            }
            _ => Ok(signed(&self.operand(operand)?, bits)),
        }
    }

    /// The condition of a branch.
    pub(in crate::people) fn condition(&self, operand: Operand) -> Made {
        self.operand(operand)
    }

    /// What holds where a condition does not.
    pub(in crate::people) fn opposite(&self, operand: Operand) -> Made {
        if let Some(&Op::IntCompare {
            predicate,
            left,
            right,
            ..
        }) = self.folded(operand)
            && self.bits(self.ty(left)).is_none_or(|bits| bits > 1)
        {
            return self.compare(negated(predicate), left, right);
        }
        let operand = self.operand(operand)?;
        Ok(match operand.text.strip_prefix('!') {
            Some(inner) if operand.level == Level::Prefix && !inner.contains(' ') => {
                Expression::atom(inner)
            }
            _ => Expression::prefix("!", &operand),
        })
    }

    /// The expression of an instruction with a result.
    pub(in crate::people) fn inst(&self, id: InstId) -> Made {
        let made = self.expression(id);
        made.map_err(|cause| self.located(id, cause))
    }

    /// Says of what is refused in which instruction it is, unless that is said.
    pub(in crate::people) fn located(&self, id: InstId, cause: Cause) -> Cause {
        let inst = &self.function.insts[id];
        match cause {
            Cause::Instruction { .. } => cause,
            cause => Cause::Instruction {
                line: inst.origin.line,
                text: self.unit.module.show_inst(self.function, inst).to_string(),
                cause: Box::new(cause),
            },
        }
    }

    fn expression(&self, id: InstId) -> Made {
        let inst = &self.function.insts[id];
        let result = inst.result.map(|value| self.function.value_type(value));
        let result = || result.ok_or_else(|| Cause::Construct("a missing result".to_owned()));
        match &inst.op {
            &Op::Unary { value, .. } => self.float_negated(value),
            &Op::Binary {
                op, left, right, ..
            } => self.binary(op, left, right, result()?),
            &Op::IntCompare {
                predicate,
                left,
                right,
                ..
            } => self.compare(predicate, left, right),
            &Op::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => self.compare_floats(predicate, left, right),
            &Op::Cast { op, value, .. } => self.cast(op, value, result()?),
            &Op::Alloca {
                ty, count, align, ..
            } => self.alloca(ty, count, align),
            &Op::Load {
                pointer,
                align,
                volatile,
                atomic,
            } => {
                let ty = result()?;
                match atomic {
                    Some(atomic) => self.atomic_load(pointer, ty, atomic),
                    None => self.accessed(pointer, ty, align, volatile),
                }
            }
            Op::Gep {
                source,
                base,
                indices,
                flags,
            } => {
                if let Some(value) = inst.result
                    && let Some(address) = self.named_address(value)?
                {
                    return Ok(address);
                }
                self.address(*source, *base, indices, *flags)
            }
            &Op::Select {
                condition,
                then,
                otherwise,
                ..
            } => self.select(condition, then, otherwise),
            Op::Call(call) => self.call(call, inst.result),
            &Op::Freeze(value) => self.operand(value),
            Op::ExtractValue { aggregate, path } => {
                let value = self.operand(*aggregate)?;
                Ok(self.part(value, self.ty(*aggregate), path))
            }
            Op::InsertValue {
                aggregate,
                value,
                path,
            } => self.inserted(*aggregate, *value, path),
            &Op::ExtractElement { vector, index } => self.extracted(vector, index),
            &Op::InsertElement {
                vector,
                element,
                index,
            } => self.inserted_lane(vector, element, index),
            Op::ShuffleVector { left, right, mask } => self.shuffled(*left, *right, mask),
            Op::AtomicRmw {
                op,
                pointer,
                value,
                atomic,
                ..
            } => self.atomic_change(*op, *pointer, *value, *atomic),
            Op::CompareExchange { .. } => self.compare_exchange(&inst.op, result()?),
            Op::Fence(atomic) => Ok(Expression::new(
                format!("__atomic_thread_fence({})", ordering(atomic.ordering)),
                Level::Postfix,
            )),
            _ => Err(Cause::Construct("this instruction".to_owned())),
        }
    }

    pub(super) fn lanes(&self, vector: Operand) -> Option<(&'m Type, u32)> {
        self.lanes_of(self.ty(vector))
    }

    pub(in crate::people) fn lanes_of(&self, ty: TypeId) -> Option<(&'m Type, u32)> {
        match *self.resolved(ty) {
            Type::Vector { element, count, .. } => Some((self.resolved(element), count)),
            _ => None,
        }
    }

    /// Tells whether an instruction, as it is written, does something besides computing its result.
    pub(in crate::people) fn acts_itself(&self, inst: InstId) -> bool {
        let op = &self.function.insts[inst].op;
        let mut found = acts(op);
        op.each_operand(|operand| found = found || self.acts(operand));
        found
    }

    /// Tells whether computing an operand does something, because a call is written in it.
    pub(in crate::people) fn acts(&self, operand: Operand) -> bool {
        let mut work = vec![operand];
        while let Some(operand) = work.pop() {
            if let Some(op) = self.folded(operand) {
                if acts(op) {
                    return true;
                }
                op.each_operand(|operand| work.push(operand));
            }
        }
        false
    }

    pub(super) fn select(&self, condition: Operand, then: Operand, otherwise: Operand) -> Made {
        if let Some((_, count)) = self.lanes(condition) {
            return self.vector_select(condition, then, otherwise, count);
        }
        let condition_text = self.condition(condition)?;
        if self.bits(self.ty(then)) == Some(1) {
            match (self.known_int(then), self.known_int(otherwise)) {
                (_, Some(0)) => {
                    return Ok(Expression::infix(
                        "&&",
                        &condition_text,
                        &self.operand(then)?,
                    ));
                }
                (Some(1), _) => {
                    return Ok(Expression::infix(
                        "||",
                        &condition_text,
                        &self.operand(otherwise)?,
                    ));
                }
                _ => {}
            }
        }
        let is_pointer = self.unit.module.types.is_pointer(self.ty(then));
        let (mut then, mut otherwise) = (self.operand(then)?, self.operand(otherwise)?);
        let mut target = None;
        if is_pointer {
            let is_null = |own: &Expression| own.text == "NULL";
            target = match (then.points_to, otherwise.points_to) {
                (own, other) if own == other => own,
                (own, None) if is_null(&otherwise) => own,
                (None, other) if is_null(&then) => other,
                _ => None,
            };
            if target.is_none() {
                (then, otherwise) = (untyped(&then), untyped(&otherwise));
            }
        }
        Ok(Expression::choice(&condition_text, &then, &otherwise).pointing(target))
    }
}

/// Tells whether a block has a call that may return twice.
pub(in crate::people) fn returns_again(
    module: &Module,
    function: &Function,
    block: &Block,
) -> bool {
    let mut ops = block.insts.iter().map(|&inst| &function.insts[inst].op);
    ops.any(|op| matches!(op, Op::Call(call) if module.returns_twice(call)))
}

/// Tells whether an instruction does something besides computing its result.
fn acts(op: &Op) -> bool {
    match op {
        Op::Call(_) | Op::AtomicRmw { .. } | Op::CompareExchange { .. } => true,
        Op::Load {
            volatile, atomic, ..
        } => *volatile || atomic.is_some(),
        _ => false,
    }
}
