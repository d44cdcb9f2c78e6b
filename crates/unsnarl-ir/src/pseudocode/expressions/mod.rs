//! Instructions as expressions.
//!
//! *Needs:* the folded instructions, and the names.
//! *Gives:* [`Builder`].
//! *Cost:* linear in the folded instructions.

mod calls;

use super::Context;
use super::constants::{Sign, constant};
use super::fold::{Fate, Folding};
use super::operators::{binary, choice, compare, compare_floats};
use super::places::{access, address};
use super::tree::{Base, Expression, Known, Place, Shape, Statement, Step};
use super::variables::Variables;
use crate::atomic::Atomicity;
use crate::function::{Definition, Function};
use crate::id::{IdMap, InstId, TypeId, ValueId};
use crate::inst::{Call, Inst, Op, Operand};
use crate::ops::{BinaryOp, CastOp, IntPredicate};
use crate::types::Type;

pub(super) struct Builder<'a, 'm> {
    pub(super) context: &'a Context<'m>,
    pub(super) function: &'a Function,
    pub(super) variables: &'a Variables,
    pub(super) folding: &'a Folding,
    /// Debug information about each value that has a name.
    pub(super) known: &'a IdMap<ValueId, Option<Known>>,
}

impl Builder<'_, '_> {
    /// The statement of an instruction, if it is one.
    pub(super) fn statement(&self, id: InstId) -> Option<Statement> {
        let inst = &self.function.insts[id];
        if self.folding.fate(id) != Fate::Statement || self.variables.is_homing(id) {
            return None;
        }
        if let Some(variable) = self.variables.get(id) {
            return variable
                .parameter
                .is_none()
                .then_some(Statement::Declare(id));
        }
        if let Op::Store {
            value,
            pointer,
            volatile,
            ref atomic,
            ..
        } = inst.op
        {
            let ty = self.context.module.operand_type(self.function, value);
            let place = access(self.context, self.operand(pointer), ty);
            return Some(Statement::Store {
                inst: id,
                place: marked(place, volatile, atomic.as_ref()),
                value: self.operand(value),
            });
        }
        let expression = self.expression(id);
        Some(match inst.result {
            Some(to) => Statement::Assign {
                to,
                value: expression,
            },
            None => Statement::Do(expression),
        })
    }

    pub(super) fn operand(&self, operand: Operand) -> Expression {
        self.signed_operand(operand, Sign::Signed)
    }

    fn signed_operand(&self, operand: Operand, sign: Sign) -> Expression {
        let value = match operand {
            Operand::Const(id) => return constant(self.context, self.function, id, sign),
            Operand::Value(value) => value,
        };
        if let Some((inst, variable)) = self.variables.at(self.function, operand) {
            let object = Expression::new(Shape::Variable(inst));
            let mut place = Place::new(Base::Object(Box::new(object)), Vec::new());
            place.size = self.context.layout.size(variable.ty);
            place.ty = self
                .context
                .variable_type(self.variables.source(variable.address));
            return Expression::new(Shape::AddressOf(place));
        }
        if let Definition::Inst(inst) = self.function.values[value].definition
            && self.folding.fate(inst) == Fate::Folded
        {
            return self.expression(inst);
        }
        Expression::new(Shape::Value(value)).known(self.known[value])
    }

    /// A call as an expression.
    pub(super) fn call(&self, call: &Call) -> Expression {
        calls::call(self, call)
    }

    /// An instruction with a result, or a call, as an expression.
    fn expression(&self, id: InstId) -> Expression {
        let inst = &self.function.insts[id];
        self.computed(inst).by(id)
    }

    fn ty(&self, operand: Operand) -> TypeId {
        self.context.module.operand_type(self.function, operand)
    }

    fn result_type(&self, inst: &Inst) -> Option<TypeId> {
        inst.result.map(|result| self.function.value_type(result))
    }

    fn all(&self, operands: &[Operand]) -> Vec<Expression> {
        operands
            .iter()
            .map(|&operand| self.operand(operand))
            .collect()
    }

    fn computed(&self, inst: &Inst) -> Expression {
        let context = self.context;
        match &inst.op {
            Op::Unary { value, .. } => Expression::prefix("-", self.operand(*value)),
            Op::Binary {
                op, left, right, ..
            } => {
                let sign = match op {
                    BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem => Sign::Unsigned,
                    _ => Sign::Signed,
                };
                let operand = |operand| self.signed_operand(operand, sign);
                binary(*op, operand(*left), operand(*right))
            }
            Op::IntCompare {
                predicate,
                left,
                right,
                ..
            } => {
                let sign = match predicate {
                    IntPredicate::UnsignedGreater
                    | IntPredicate::UnsignedGreaterEqual
                    | IntPredicate::UnsignedLess
                    | IntPredicate::UnsignedLessEqual => Sign::Unsigned,
                    _ => Sign::Signed,
                };
                let operand = |operand| self.signed_operand(operand, sign);
                compare(*predicate, operand(*left), operand(*right))
            }
            Op::FloatCompare {
                predicate,
                left,
                right,
                ..
            } => compare_floats(*predicate, self.operand(*left), self.operand(*right)),
            Op::Cast { op, value, .. } => self.cast(inst, *op, *value),
            Op::Alloca { ty, count, .. } => {
                let ty = Expression::text(context.module.show_type(*ty).to_string());
                Expression::call("alloca", vec![ty, self.operand(*count)])
            }
            Op::Load {
                pointer,
                volatile,
                atomic,
                ..
            } => match self.result_type(inst) {
                Some(ty) => {
                    let place = access(context, self.operand(*pointer), ty);
                    marked(place, *volatile, atomic.as_ref())
                }
                None => Expression::call("load", vec![self.operand(*pointer)]),
            },
            Op::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let (start, written) = (self.operand(*base), self.all(indices));
                let is_vector = |ty| matches!(context.module.types.get(ty), Type::Vector { .. });
                if self.result_type(inst).is_some_and(is_vector) {
                    let name = format!("addresses<{}>", context.module.show_type(*source));
                    return Expression::call(name, [vec![start], written].concat());
                }
                let inner = start.made_by.clone();
                address(context, *source, start, indices, written).with(inner)
            }
            Op::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                let is_vector = |ty| matches!(context.module.types.get(ty), Type::Vector { .. });
                let parts = [*condition, *then, *otherwise];
                if is_vector(self.ty(*condition)) {
                    return Expression::call("select", self.all(&parts));
                }
                let [condition, then, otherwise] = parts.map(|part| self.operand(part));
                let known = then.known.or(otherwise.known);
                choice(condition, then, otherwise).known(known)
            }
            Op::Call(call) => self.call(call),
            Op::Freeze(value) => Expression::call("freeze", vec![self.operand(*value)]),
            Op::ExtractValue { aggregate, path } => {
                let base = Base::Object(Box::new(self.operand(*aggregate)));
                let steps = path.iter().map(|field| Step::Field(field.to_string()));
                Expression::new(Shape::Place(Place::new(base, steps.collect())))
            }
            Op::InsertValue {
                aggregate,
                value,
                path,
            } => {
                let path = path.iter().map(|field| format!(".{field}"));
                let path = Expression::text(path.collect::<String>());
                let [aggregate, value] = [*aggregate, *value].map(|part| self.operand(part));
                Expression::call("insert", vec![aggregate, path, value])
            }
            Op::ExtractElement { vector, index } => {
                let base = Base::Object(Box::new(self.operand(*vector)));
                let steps = vec![Step::Index(self.operand(*index))];
                Expression::new(Shape::Place(Place::new(base, steps)))
            }
            Op::InsertElement {
                vector,
                element,
                index,
            } => Expression::call("insert", self.all(&[*vector, *index, *element])),
            Op::ShuffleVector { left, right, mask } => {
                let lanes = mask.iter().map(|lane| match lane {
                    Some(lane) => lane.to_string(),
                    None => "poison".to_owned(),
                });
                let lanes = lanes.collect::<Vec<_>>().join(", ");
                let mut arguments = self.all(&[*left, *right]);
                arguments.push(Expression::text(format!("[{lanes}]")));
                Expression::call("shuffle", arguments)
            }
            Op::VaArg { list } => {
                let ty = self.result_type(inst);
                let ty = ty.map(|ty| context.module.show_type(ty).to_string());
                let ty = Expression::text(ty.unwrap_or_default());
                Expression::call("va_arg", vec![self.operand(*list), ty])
            }
            op => self.atomic(inst, op),
        }
    }

    /// Atomic accesses, fences, and pads: by their names in LLVM IR.
    fn atomic(&self, inst: &Inst, op: &Op) -> Expression {
        match op {
            Op::AtomicRmw { pointer, value, .. } => {
                let shown = self
                    .context
                    .module
                    .show_inst(self.function, inst)
                    .to_string();
                let mut words = shown.split(' ').skip_while(|word| *word != "atomicrmw");
                let word = words.find(|word| !matches!(*word, "atomicrmw" | "volatile"));
                let name = format!("atomic_{}", word.unwrap_or("rmw"));
                Expression::call(name, self.all(&[*pointer, *value]))
            }
            Op::CompareExchange {
                pointer,
                expected,
                replacement,
                ..
            } => Expression::call(
                "compare_exchange",
                self.all(&[*pointer, *expected, *replacement]),
            ),
            Op::Fence(_) => Expression::call("fence", Vec::new()),
            Op::CatchPad {
                switch: pad,
                arguments,
            }
            | Op::CleanupPad {
                parent: pad,
                arguments,
            } => {
                let name = match op {
                    Op::CatchPad { .. } => "catchpad",
                    _ => "cleanuppad",
                };
                let arguments = self.all(arguments);
                Expression::call(name, [vec![self.operand(*pad)], arguments].concat())
            }
            // Only a `landingpad` is left, whose clauses are constants.
            _ => {
                let shown = self
                    .context
                    .module
                    .show_inst(self.function, inst)
                    .to_string();
                let shown = shown.split_once(" = ").map_or(&*shown, |(_, op)| op);
                Expression::text(shown)
            }
        }
    }

    fn cast(&self, inst: &Inst, op: CastOp, value: Operand) -> Expression {
        let types = &self.context.module.types;
        let name = |ty: TypeId| self.context.module.show_type(ty).to_string();
        let to = self.result_type(inst).map_or_else(String::new, name);
        let from = name(self.ty(value));
        let operand = self.operand(value);
        // The number of a block's address, which a reader made from an `indirectbr`.
        if op == CastOp::PtrToInt && inst.origin.range().is_empty() {
            return operand;
        }
        let is_vector = matches!(types.get(self.ty(value)), Type::Vector { .. });
        let unsigned = |ty: &str| match ty.strip_prefix('i') {
            Some(width) => format!("u{width}"),
            None => ty.to_owned(),
        };
        let signs = match op {
            _ if is_vector => {
                let word = self
                    .context
                    .module
                    .show_inst(self.function, inst)
                    .to_string();
                let word = word.split_once(" = ").map_or(&*word, |(_, op)| op);
                let word = word.split(' ').next().unwrap_or_default();
                return Expression::call(format!("{word}<{to}>"), vec![operand]);
            }
            CastOp::ZeroExtend | CastOp::FloatToUnsigned => format!("({})", unsigned(&to)),
            CastOp::UnsignedToFloat => format!("({to})({})", unsigned(&from)),
            CastOp::Bitcast => return Expression::call(format!("bits<{to}>"), vec![operand]),
            _ => format!("({to})"),
        };
        Expression::prefix(signs, operand)
    }
}

/// Marks an access that is volatile or atomic.
fn marked(place: Expression, volatile: bool, atomic: Option<&Atomicity>) -> Expression {
    let place = match atomic {
        Some(_) => Expression::call("atomic", vec![place]),
        None => place,
    };
    match volatile {
        true => Expression::call("volatile", vec![place]),
        false => place,
    }
}
