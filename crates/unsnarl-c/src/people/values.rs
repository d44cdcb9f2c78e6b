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

use std::cell::RefCell;

use foldhash::{HashMap, HashSet};
use unsnarl_ir::pseudocode::Code;
use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::{
    Atomicity, BinaryOp, CastOp, Constant, Definition, Flags, FloatKind, FloatPredicate, Function,
    InstId, IntPredicate, Op, Operand, Ordering, Type, TypeId, ValueId,
};

use super::constants::{int, signed_int};
use super::expression::{Expression, Level};
use super::helpers::Helper;
use super::names::Names;
use super::refusal::Cause;
use super::types::{Types, holder, int_name};
use super::unit::{Unit, offset, untyped};

pub(super) struct Values<'a, 'm> {
    pub(super) unit: &'a Unit<'m>,
    pub(super) code: &'a Code<'a, 'm>,
    pub(super) function: &'a Function,
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
    pub(super) fn new(unit: &'a Unit<'m>, code: &'a Code<'a, 'm>, function: &'a Function) -> Self {
        Values {
            unit,
            code,
            function,
            names: RefCell::default(),
            read: RefCell::default(),
        }
    }

    /// The identifier of what has a name in the function.
    pub(super) fn identifier(&self, name: &str) -> String {
        let mut given = self.names.borrow_mut();
        if let Some(known) = given.identifiers.get(name) {
            return known.clone();
        }
        let text = given.names.unique(name, |text| !self.unit.is_symbol(text));
        given.identifiers.insert(name.to_owned(), text.clone());
        text
    }

    /// A name that nothing has.
    pub(super) fn new_name(&self, wanted: &str) -> String {
        let mut given = self.names.borrow_mut();
        given
            .names
            .unique(wanted, |text| !self.unit.is_symbol(text))
    }

    pub(super) fn ty(&self, operand: Operand) -> TypeId {
        self.unit.module.operand_type(self.function, operand)
    }

    fn resolved(&self, ty: TypeId) -> &'m Type {
        self.unit.module.types.resolve(ty)
    }

    fn bits(&self, ty: TypeId) -> Option<u32> {
        self.unit.module.types.int_width(ty)
    }

    fn known_int(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Const(id) => self.unit.module.int(id).map(unsnarl_ir::WideInt::low),
            Operand::Value(_) => None,
        }
    }

    fn named(&self, name: &str) -> Expression {
        let text = self.identifier(name);
        self.read.borrow_mut().insert(text.clone());
        Expression::atom(text)
    }

    /// The expression of an operand.
    pub(super) fn operand(&self, operand: Operand) -> Made {
        let value = match operand {
            Operand::Const(id) => return self.unit.constant(id, false),
            Operand::Value(value) => value,
        };
        if let Definition::Inst(inst) = self.function.values[value].definition {
            match self.code.written(inst) {
                Written::Variable => {
                    let name = self.named(self.code.variable_name(inst));
                    let ty = self.code.variable_of(inst).map(|variable| variable.ty);
                    return Ok(match ty {
                        Some(ty) => self.unit.address_of(ty, &name),
                        None => Expression::address(&name),
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

    /// The name of a parameter that C passes by value, and the IR by an address.
    fn by_value(&self, value: ValueId) -> Option<String> {
        let Definition::Parameter(place) = self.function.values[value].definition else {
            return None;
        };
        let parameter = self.function.parameters.get(place as usize)?;
        parameter.attributes.byval?;
        Some(self.code.name(value).to_owned())
    }

    /// The operand where C converts to its type by itself.
    pub(super) fn converted(&self, operand: Operand) -> Result<String, Cause> {
        Ok(self.operand(operand)?.converted().text.clone())
    }

    /// An integer, read with its sign.
    pub(super) fn signed(&self, operand: Operand) -> Made {
        let ty = self.ty(operand);
        let bits = self
            .bits(ty)
            .ok_or_else(|| self.unit.types.borrow().unsupported(ty))?;
        if let Some(known) = self.known_int(operand)
            && let Some(number) = signed_int(known, bits)
        {
            return Ok(number);
        }
        Ok(signed(&self.operand(operand)?, bits))
    }

    /// The condition of a branch.
    pub(super) fn condition(&self, operand: Operand) -> Made {
        self.operand(operand)
    }

    /// What holds where a condition does not.
    pub(super) fn opposite(&self, operand: Operand) -> Made {
        if let Operand::Value(value) = operand
            && let Definition::Inst(inst) = self.function.values[value].definition
            && self.code.written(inst) == Written::Folded
            && let Op::IntCompare {
                predicate,
                left,
                right,
                ..
            } = self.function.insts[inst].op
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
    pub(super) fn inst(&self, id: InstId) -> Made {
        let inst = &self.function.insts[id];
        let result = inst.result.map(|value| self.function.value_type(value));
        let result =
            || result.ok_or_else(|| Cause::Construct("a result that is not there".to_owned()));
        match &inst.op {
            &Op::Unary { value, .. } => Ok(Expression::prefix("-", &self.operand(value)?)),
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
                    None => self.place(pointer, ty, align, volatile),
                }
            }
            Op::Gep {
                source,
                base,
                indices,
                flags,
            } => self.address(*source, *base, indices, *flags),
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
            own @ Op::InsertValue { .. } => {
                let fields = self.fields(own)?;
                let name = self.unit.value_type(result()?)?;
                Ok(Expression::new(
                    format!("({name}){{ {} }}", fields.join(", ")),
                    Level::Postfix,
                ))
            }
            &Op::ExtractElement { vector, index } => {
                let lane = self.operand(vector)?.element(self.operand(index)?.text);
                Ok(match self.lanes(vector) {
                    Some((Type::Int(1), _)) => {
                        Expression::infix("!=", &lane, &Expression::literal("0"))
                    }
                    Some((Type::Pointer { .. }, _)) => Expression::cast("void *", &lane),
                    _ => lane,
                })
            }
            &Op::InsertElement {
                vector,
                element,
                index,
            } => {
                let ty = self.unit.value_type(self.ty(vector))?;
                let element_text = match self.lanes(vector) {
                    Some((Type::Int(1), _)) => {
                        Expression::prefix("-", &self.operand(element)?).text
                    }
                    Some((Type::Pointer { .. }, _)) => {
                        Expression::cast("uintptr_t", &self.operand(element)?).text
                    }
                    _ => self.converted(element)?,
                };
                let text = format!(
                    "__extension__({{ {ty} ir_v = {}; ir_v[{}] = {element_text}; ir_v; }})",
                    self.converted(vector)?,
                    self.operand(index)?.text
                );
                Ok(Expression::atom(text))
            }
            Op::ShuffleVector { left, right, mask } => {
                let text = |operand| self.converted(operand);
                let list: Vec<String> = mask
                    .iter()
                    .map(|lane| lane.map_or_else(|| "-1".to_owned(), |lane| lane.to_string()))
                    .collect();
                if !mask.len().is_power_of_two() {
                    return Err(self.unit.types.borrow().unsupported(result()?));
                }
                let text = format!(
                    "__builtin_shufflevector({}, {}, {})",
                    text(*left)?,
                    text(*right)?,
                    list.join(", ")
                );
                Ok(Expression::new(text, Level::Postfix))
            }
            Op::AtomicRmw {
                op,
                pointer,
                value,
                atomic,
                ..
            } => self.atomic_change(*op, *pointer, *value, *atomic),
            Op::CompareExchange {
                pointer,
                expected,
                replacement,
                weak,
                atomic,
                failure,
                ..
            } => {
                let ty = self.ty(*expected);
                let name = self.unit.value_type(ty)?;
                let place = self.atomic_place(*pointer, ty)?;
                let own = self.unit.value_type(result()?)?;
                let text = format!(
                    "__extension__({{ {name} ir_v = {}; bool ir_done = __atomic_compare_exchange_n({}, &ir_v, {}, {weak}, {}, {}); ({own}){{ ir_v, ir_done }}; }})",
                    self.converted(*expected)?,
                    place.text,
                    self.converted(*replacement)?,
                    ordering(atomic.ordering),
                    ordering(*failure),
                );
                Ok(Expression::atom(text))
            }
            Op::Fence(atomic) => Ok(Expression::new(
                format!("__atomic_thread_fence({})", ordering(atomic.ordering)),
                Level::Postfix,
            )),
            _ => Err(Cause::Construct(
                self.unit.module.show_inst(self.function, inst).to_string(),
            )),
        }
    }

    fn lanes(&self, vector: Operand) -> Option<(&'m Type, u32)> {
        self.lanes_of(self.ty(vector))
    }

    pub(super) fn lanes_of(&self, ty: TypeId) -> Option<(&'m Type, u32)> {
        match *self.resolved(ty) {
            Type::Vector { element, count, .. } => Some((self.resolved(element), count)),
            _ => None,
        }
    }

    fn binary(&self, op: BinaryOp, left: Operand, right: Operand, ty: TypeId) -> Made {
        if let Some((element, count)) = self.lanes_of(ty) {
            return self.vector_binary(op, left, right, element, count);
        }
        if op.is_float() {
            let (left, right) = (self.operand(left)?, self.operand(right)?);
            let sign = match op {
                BinaryOp::FloatAdd => "+",
                BinaryOp::FloatSub => "-",
                BinaryOp::FloatMul => "*",
                BinaryOp::FloatDiv => "/",
                _ => {
                    let name = match self.resolved(ty) {
                        Type::Float(FloatKind::Float) => "__builtin_fmodf",
                        Type::Float(FloatKind::Double) => "__builtin_fmod",
                        Type::Float(FloatKind::X86Fp80) => "__builtin_fmodl",
                        _ => return Err(self.unit.types.borrow().unsupported(ty)),
                    };
                    return Ok(Expression::call(name, &[left, right]));
                }
            };
            return Ok(Expression::infix(sign, &left, &right));
        }
        let unsupported = || self.unit.types.borrow().unsupported(ty);
        let bits = self.bits(ty).ok_or_else(unsupported)?;
        let size = holder(bits).ok_or_else(unsupported)?;
        if bits == 1 {
            return self.binary_of_bits(op, left, right);
        }
        let unsigned = int_name(size, false);
        let shift = || -> Made {
            if let Some(amount) = self.known_int(right) {
                return Ok(Expression::literal((amount % u128::from(bits)).to_string()));
            }
            let amount = self.operand(right)?;
            let sign = if bits.is_power_of_two() { "&" } else { "%" };
            let most = if bits.is_power_of_two() {
                bits - 1
            } else {
                bits
            };
            Ok(Expression::infix(
                sign,
                &amount,
                &Expression::literal(most.to_string()),
            ))
        };
        let wide = |own: Expression| match size < 32 {
            true => Expression::cast("uint32_t", &own),
            false => own,
        };
        Ok(match op {
            BinaryOp::Add => {
                // A negative number is subtracted.
                let negative = self
                    .known_int(right)
                    .and_then(|number| negative(number, bits));
                let sum = match negative {
                    Some(number) => {
                        let number = int(number, bits);
                        Expression::infix("-", &self.operand(left)?, &number)
                    }
                    None => Expression::infix("+", &self.operand(left)?, &self.operand(right)?),
                };
                cut(sum, bits)
            }
            BinaryOp::Sub => {
                let left = match self.known_int(left) {
                    Some(0) if size >= 32 => {
                        return Ok(cut(Expression::prefix("-", &self.operand(right)?), bits));
                    }
                    _ => self.operand(left)?,
                };
                cut(Expression::infix("-", &left, &self.operand(right)?), bits)
            }
            BinaryOp::Mul => {
                let left = wide(self.operand(left)?);
                cut(Expression::infix("*", &left, &self.operand(right)?), bits)
            }
            BinaryOp::UnsignedDiv => {
                Expression::infix("/", &self.operand(left)?, &self.operand(right)?)
            }
            BinaryOp::UnsignedRem => {
                Expression::infix("%", &self.operand(left)?, &self.operand(right)?)
            }
            BinaryOp::SignedDiv | BinaryOp::SignedRem => {
                let sign = if op == BinaryOp::SignedDiv { "/" } else { "%" };
                let result =
                    Expression::infix(sign, &self.signed_typed(left, bits)?, &self.signed(right)?);
                cut(Expression::widened(unsigned, &result), bits)
            }
            BinaryOp::ShiftLeft => {
                let left = match self.known_int(left) {
                    Some(_) => Expression::cast(&unsigned, &self.operand(left)?),
                    None => self.operand(left)?,
                };
                cut(Expression::infix("<<", &wide(left), &shift()?), bits)
            }
            BinaryOp::LogicalShiftRight => {
                Expression::infix(">>", &self.typed(left, &unsigned)?, &shift()?)
            }
            BinaryOp::ArithmeticShiftRight => {
                let result = Expression::infix(">>", &self.signed_typed(left, bits)?, &shift()?);
                cut(Expression::widened(unsigned, &result), bits)
            }
            BinaryOp::And => Expression::infix("&", &self.operand(left)?, &self.operand(right)?),
            BinaryOp::Or => Expression::infix("|", &self.operand(left)?, &self.operand(right)?),
            BinaryOp::Xor => {
                let all = u128::MAX >> (128 - bits);
                match self.known_int(right) == Some(all) && !self.is_widened_bit(left) {
                    true => cut(Expression::prefix("~", &self.operand(left)?), bits),
                    false => Expression::infix("^", &self.operand(left)?, &self.operand(right)?),
                }
            }
            _ => return Err(Cause::Construct("such an operation on integers".to_owned())),
        })
    }

    /// Tells whether an operand is written as a bit that becomes a number: compilers warn of its
    /// complement.
    fn is_widened_bit(&self, operand: Operand) -> bool {
        let Operand::Value(value) = operand else {
            return false;
        };
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return false;
        };
        match self.function.insts[inst].op {
            Op::Cast { value, .. } => self.bits(self.ty(value)) == Some(1),
            _ => false,
        }
    }

    /// An operand whose expression has a type even if it is a number.
    fn typed(&self, operand: Operand, name: &str) -> Made {
        let expression = self.operand(operand)?;
        Ok(match expression.is_literal {
            true => Expression::cast(name, &expression),
            false => expression,
        })
    }

    fn signed_typed(&self, operand: Operand, bits: u32) -> Made {
        let expression = self.signed(operand)?;
        let size = holder(bits).unwrap_or(64);
        Ok(match expression.is_literal {
            true => Expression::cast(int_name(size, true), &expression),
            false => expression,
        })
    }

    /// An operation on single bits. What the IR leaves undefined is anything.
    fn binary_of_bits(&self, op: BinaryOp, left: Operand, right: Operand) -> Made {
        let known = self.known_int(right);
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        Ok(match op {
            BinaryOp::And | BinaryOp::Mul => Expression::infix("&", &a, &b),
            BinaryOp::Or => Expression::infix("|", &a, &b),
            BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub => match known {
                Some(1) => self.opposite(left)?,
                _ => Expression::infix("!=", &a, &b),
            },
            BinaryOp::UnsignedRem | BinaryOp::SignedRem => Expression::atom("false"),
            _ => a,
        })
    }

    fn vector_binary(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        element: &Type,
        count: u32,
    ) -> Made {
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        let lanes = |bits, is_signed| self.unit.types.borrow_mut().lanes(bits, count, is_signed);
        let bits = match *element {
            Type::Int(1) => 8,
            Type::Int(bits) => bits,
            _ => 0,
        };
        let shift = || {
            let most = Expression::literal((bits.max(1) - 1).to_string());
            Expression::infix("&", &b, &most)
        };
        let signed = |own: &Expression| Expression::cast(lanes(bits, true), own);
        let plain = |sign| Expression::infix(sign, &a, &b);
        Ok(match op {
            BinaryOp::Add | BinaryOp::Sub if *element == Type::Int(1) => plain("^"),
            BinaryOp::Add | BinaryOp::FloatAdd => plain("+"),
            BinaryOp::Sub | BinaryOp::FloatSub => plain("-"),
            BinaryOp::Mul | BinaryOp::FloatMul => plain("*"),
            BinaryOp::FloatDiv | BinaryOp::UnsignedDiv => plain("/"),
            BinaryOp::UnsignedRem => plain("%"),
            BinaryOp::And => plain("&"),
            BinaryOp::Or => plain("|"),
            BinaryOp::Xor => plain("^"),
            BinaryOp::ShiftLeft => Expression::infix("<<", &a, &shift()),
            BinaryOp::LogicalShiftRight => Expression::infix(">>", &a, &shift()),
            BinaryOp::ArithmeticShiftRight => {
                let result = Expression::infix(">>", &signed(&a), &signed(&shift()));
                Expression::cast(lanes(bits, false), &result)
            }
            BinaryOp::SignedDiv | BinaryOp::SignedRem => {
                let sign = if op == BinaryOp::SignedDiv { "/" } else { "%" };
                let result = Expression::infix(sign, &signed(&a), &signed(&b));
                Expression::cast(lanes(bits, false), &result)
            }
            BinaryOp::FloatRem => {
                return Err(Cause::Construct("frem of vectors".to_owned()));
            }
        })
    }

    fn compare(&self, predicate: IntPredicate, left: Operand, right: Operand) -> Made {
        use IntPredicate as P;
        let ty = self.ty(left);
        let sign = match predicate {
            P::Equal => "==",
            P::NotEqual => "!=",
            P::UnsignedGreater | P::SignedGreater => ">",
            P::UnsignedGreaterEqual | P::SignedGreaterEqual => ">=",
            P::UnsignedLess | P::SignedLess => "<",
            P::UnsignedLessEqual | P::SignedLessEqual => "<=",
        };
        let is_signed = matches!(
            predicate,
            P::SignedGreater | P::SignedGreaterEqual | P::SignedLess | P::SignedLessEqual
        );
        let is_equality = matches!(predicate, P::Equal | P::NotEqual);
        if let Some((element, count)) = self.lanes_of(ty) {
            let bits = match *element {
                Type::Int(1) => 8,
                Type::Int(bits) => bits,
                _ => 64,
            };
            let lanes = self.unit.types.borrow_mut().lanes(bits, count, is_signed);
            let cast = |own: Expression| match is_signed {
                true => Expression::cast(&lanes, &own),
                false => own,
            };
            let (left, right) = (cast(self.operand(left)?), cast(self.operand(right)?));
            let compared = Expression::infix(sign, &left, &right);
            let mask = self.unit.types.borrow_mut().lanes(8, count, true);
            return Ok(Expression::call(
                "__builtin_convertvector",
                &[compared, Expression::atom(mask)],
            ));
        }
        if self.unit.module.types.is_pointer(ty) {
            let (left, right) = (self.operand(left)?, self.operand(right)?);
            let cast = |own: &Expression| match is_equality {
                true => untyped(own),
                false if is_signed => Expression::cast("intptr_t", own),
                false => Expression::cast("uintptr_t", own),
            };
            return Ok(Expression::infix(sign, &cast(&left), &cast(&right)));
        }
        if is_signed && self.bits(ty) != Some(1) {
            return Ok(Expression::infix(
                sign,
                &self.signed(left)?,
                &self.signed(right)?,
            ));
        }
        let (mut left, mut right) = (self.operand(left)?, self.operand(right)?);
        if is_signed {
            // The bit 1 is -1.
            std::mem::swap(&mut left, &mut right);
        }
        Ok(Expression::infix(sign, &left, &right))
    }

    fn compare_floats(&self, predicate: FloatPredicate, left: Operand, right: Operand) -> Made {
        use FloatPredicate as P;
        if self.lanes(left).is_some() {
            return self.compare_float_vectors(predicate, left, right);
        }
        let operands = [self.operand(left)?, self.operand(right)?];
        let [a, b] = &operands;
        let infix = |sign| Expression::infix(sign, a, b);
        let call = |name| Expression::call(name, &operands);
        let not = |own: Expression| Expression::prefix("!", &own);
        Ok(match predicate {
            P::False => Expression::atom("false"),
            P::True => Expression::atom("true"),
            P::OrderedEqual => infix("=="),
            P::OrderedGreater => infix(">"),
            P::OrderedGreaterEqual => infix(">="),
            P::OrderedLess => infix("<"),
            P::OrderedLessEqual => infix("<="),
            P::OrderedNotEqual => call("__builtin_islessgreater"),
            P::Ordered => not(call("__builtin_isunordered")),
            P::Unordered => call("__builtin_isunordered"),
            P::UnorderedEqual => not(call("__builtin_islessgreater")),
            P::UnorderedGreater => not(infix("<=")),
            P::UnorderedGreaterEqual => not(infix("<")),
            P::UnorderedLess => not(infix(">=")),
            P::UnorderedLessEqual => not(infix(">")),
            P::UnorderedNotEqual => infix("!="),
        })
    }

    fn compare_float_vectors(
        &self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Made {
        use FloatPredicate as P;
        let count = self.lanes(left).map_or(0, |(_, count)| count);
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        let infix = |sign| Expression::infix(sign, &a, &b);
        let not = |own: Expression| Expression::prefix("~", &own);
        let ordered = || {
            let (own, other) = (
                Expression::infix("==", &a, &a),
                Expression::infix("==", &b, &b),
            );
            Expression::infix("&", &own, &other)
        };
        let unequal = || Expression::infix("|", &infix("<"), &infix(">"));
        let compared = match predicate {
            P::OrderedEqual => infix("=="),
            P::OrderedGreater => infix(">"),
            P::OrderedGreaterEqual => infix(">="),
            P::OrderedLess => infix("<"),
            P::OrderedLessEqual => infix("<="),
            P::OrderedNotEqual => unequal(),
            P::Ordered => ordered(),
            P::Unordered => not(ordered()),
            P::UnorderedEqual => not(unequal()),
            P::UnorderedGreater => not(infix("<=")),
            P::UnorderedGreaterEqual => not(infix("<")),
            P::UnorderedLess => not(infix(">=")),
            P::UnorderedLessEqual => not(infix(">")),
            P::UnorderedNotEqual => infix("!="),
            P::False | P::True => {
                return Err(Cause::Construct(
                    "fcmp true and false of vectors".to_owned(),
                ));
            }
        };
        let mask = self.unit.types.borrow_mut().lanes(8, count, true);
        Ok(Expression::call(
            "__builtin_convertvector",
            &[compared, Expression::atom(mask)],
        ))
    }

    fn cast(&self, op: CastOp, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        if self.lanes_of(to).is_some() && op != CastOp::Bitcast {
            return self.vector_cast(op, value, to);
        }
        let name = self.unit.value_type(to)?;
        let operand = self.operand(value)?;
        let unsupported = |ty| self.unit.types.borrow().unsupported(ty);
        Ok(match op {
            CastOp::Truncate => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                match bits {
                    1 => Expression::infix("&", &operand, &Expression::literal("1")),
                    bits if holder(bits) == Some(bits) => Expression::cast(name, &operand),
                    bits => cut(Expression::cast(name, &operand), bits),
                }
            }
            CastOp::ZeroExtend => Expression::widened(name, &operand),
            CastOp::SignExtend => {
                let bits = self.bits(from).ok_or_else(|| unsupported(from))?;
                let to_bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                match bits {
                    1 => {
                        let number = Expression::cast(name, &operand);
                        cut(Expression::prefix("-", &number), to_bits)
                    }
                    bits => cut(Expression::widened(name, &signed(&operand, bits)), to_bits),
                }
            }
            CastOp::FloatTruncate | CastOp::FloatExtend => Expression::cast(name, &operand),
            CastOp::FloatToUnsigned | CastOp::FloatToSigned => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                let size = holder(bits)
                    .filter(|_| bits > 1)
                    .ok_or_else(|| unsupported(to))?;
                let from = self.float_bits(from)?;
                let helper = Helper::ToInt {
                    from,
                    bits: size,
                    is_signed: op == CastOp::FloatToSigned,
                    saturates: false,
                };
                cut(Expression::call(self.unit.needs(helper), &[operand]), bits)
            }
            CastOp::UnsignedToFloat => Expression::cast(name, &operand),
            CastOp::SignedToFloat => {
                let bits = self.bits(from).ok_or_else(|| unsupported(from))?;
                match bits {
                    1 => {
                        let number = Expression::cast("int", &operand);
                        Expression::cast(name, &Expression::prefix("-", &number))
                    }
                    bits => Expression::cast(name, &signed(&operand, bits)),
                }
            }
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                let bits = self.bits(to).ok_or_else(|| unsupported(to))?;
                let address = Expression::cast("uintptr_t", &operand);
                match bits {
                    64 => address,
                    bits if holder(bits) == Some(bits) && bits > 1 => {
                        Expression::cast(name, &address)
                    }
                    bits => cut(Expression::cast(name, &address), bits),
                }
            }
            CastOp::IntToPtr => {
                let address = match self.bits(from) {
                    Some(64) => operand.clone(),
                    _ => Expression::cast("uintptr_t", &operand),
                };
                Expression::cast("void *", &address)
            }
            CastOp::Bitcast => {
                if from == to || self.unit.module.types.is_pointer(from) {
                    return Ok(operand);
                }
                let bits = |ty: TypeId| matches!(self.lanes_of(ty), Some((Type::Int(1), _)));
                if bits(to) {
                    return self.spread_bits(value, to);
                }
                if bits(from) {
                    return self.joined_bits(value, to);
                }
                let own = self.unit.value_type(from)?;
                let text = format!(
                    "((union {{ {own} from; {name} to; }}){{ {} }}).to",
                    operand.converted().text
                );
                Expression::new(text, Level::Postfix)
            }
            CastOp::AddressSpace => {
                return Err(Cause::Construct("an addrspacecast".to_owned()));
            }
        })
    }

    /// The bits of something as a vector of them, the lowest first.
    fn spread_bits(&self, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        let (size, own) = self.small(from)?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (_, count) = self.lanes_of(to).ok_or_else(unsupported)?;
        let name = self.unit.value_type(to)?;
        let text = format!(
            "__extension__({{ {own} ir_v = {}; uint64_t ir_w = 0; {name} ir_r; \
             __builtin_memcpy(&ir_w, &ir_v, {size}); \
             for (int ir_i = 0; ir_i < {count}; ir_i++) ir_r[ir_i] = ir_w >> ir_i & 1 ? -1 : 0; \
             ir_r; }})",
            self.converted(value)?
        );
        Ok(Expression::atom(text))
    }

    /// The bits of a vector as something else, the first lowest.
    fn joined_bits(&self, value: Operand, to: TypeId) -> Made {
        let (size, name) = self.small(to)?;
        let own = self.unit.value_type(self.ty(value))?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (_, count) = self.lanes(value).ok_or_else(unsupported)?;
        let text = format!(
            "__extension__({{ {own} ir_v = {}; uint64_t ir_w = 0; {name} ir_r; \
             for (int ir_i = 0; ir_i < {count}; ir_i++) ir_w |= (uint64_t)(ir_v[ir_i] & 1) << ir_i; \
             __builtin_memcpy(&ir_r, &ir_w, {size}); ir_r; }})",
            self.converted(value)?
        );
        Ok(Expression::atom(text))
    }

    /// The size of a type of at most eight bytes, and its name.
    fn small(&self, ty: TypeId) -> Result<(u64, String), Cause> {
        let size = self.unit.layout.size(ty).filter(|&size| size <= 8);
        let size = size.ok_or_else(|| self.unit.types.borrow().unsupported(ty))?;
        Ok((size, self.unit.value_type(ty)?))
    }

    pub(super) fn float_bits(&self, ty: TypeId) -> Result<u32, Cause> {
        match self.resolved(ty) {
            Type::Float(FloatKind::Float) => Ok(32),
            Type::Float(FloatKind::Double) => Ok(64),
            Type::Float(FloatKind::X86Fp80) => Ok(80),
            _ => Err(self.unit.types.borrow().unsupported(ty)),
        }
    }

    fn vector_cast(&self, op: CastOp, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        let operand = self.operand(value)?;
        let unsupported = || self.unit.types.borrow().unsupported(to);
        let (element, count) = self.lanes_of(from).ok_or_else(unsupported)?;
        let (target, _) = self.lanes_of(to).ok_or_else(unsupported)?;
        let name = self.unit.value_type(to)?;
        let lanes = |bits, is_signed| self.unit.types.borrow_mut().lanes(bits, count, is_signed);
        let convert = |own: Expression, name: String| {
            Expression::call("__builtin_convertvector", &[own, Expression::atom(name)])
        };
        Ok(match (op, element, target) {
            (CastOp::Truncate, _, Type::Int(1)) => {
                let ones = Expression::infix("&", &operand, &Expression::literal("1"));
                let bits = convert(ones, lanes(8, true));
                Expression::prefix("-", &bits)
            }
            // Bits are zeros or ones.
            (CastOp::ZeroExtend, Type::Int(1), _) => {
                let ones = Expression::infix("&", &operand, &Expression::literal("1"));
                convert(ones, name)
            }
            (CastOp::SignExtend, Type::Int(1), &Type::Int(bits)) => {
                Expression::cast(name, &convert(operand, lanes(bits, true)))
            }
            (CastOp::SignExtend, &Type::Int(from), &Type::Int(to)) => {
                let own = Expression::cast(lanes(from, true), &operand);
                Expression::cast(name, &convert(own, lanes(to, true)))
            }
            (CastOp::SignedToFloat, &Type::Int(from), _) => {
                convert(Expression::cast(lanes(from, true), &operand), name)
            }
            (CastOp::FloatToSigned, _, &Type::Int(to)) => {
                Expression::cast(name, &convert(operand, lanes(to, true)))
            }
            (CastOp::PtrToInt | CastOp::IntToPtr, ..) => operand,
            _ => convert(operand, name),
        })
    }

    fn alloca(&self, ty: TypeId, count: Operand, align: Option<u64>) -> Made {
        let size = self.unit.layout.size(ty).unwrap_or(0);
        let count = Expression::widened("size_t", &self.operand(count)?);
        let bytes = match size {
            1 => count,
            size => Expression::infix("*", &count, &Expression::literal(size.to_string())),
        };
        Ok(match align {
            Some(align) if align > 16 => Expression::call(
                "__builtin_alloca_with_align",
                &[bytes, Expression::literal((8 * align).to_string())],
            ),
            _ => Expression::call("__builtin_alloca", &[bytes]),
        })
    }

    /// A place in memory: what is read from it, or assigned to.
    pub(super) fn place(
        &self,
        pointer: Operand,
        ty: TypeId,
        align: Option<u64>,
        volatile: bool,
    ) -> Made {
        if let Some(bits) = self.bits(ty)
            && holder(bits).is_some_and(|size| u64::from(size / 8) != u64::from(bits.div_ceil(8)))
        {
            return self.odd(pointer, ty, bits);
        }
        if let Some((Type::Int(1), _)) = self.lanes_of(ty) {
            return Err(self.unit.types.borrow().unsupported(ty));
        }
        if !volatile {
            if let Some(object) = self.object(pointer, ty) {
                return Ok(object);
            }
        }
        let access = self.unit.types.borrow_mut().access(ty, align)?;
        let access = match volatile {
            true => format!("volatile {access}"),
            false => access,
        };
        let place = Expression::access(access, &self.operand(pointer)?);
        Ok(place)
    }

    /// What a load of an integer reads whose bytes are no type of C.
    fn odd(&self, pointer: Operand, ty: TypeId, bits: u32) -> Made {
        if let Some(object) = self.object(pointer, ty) {
            return Ok(object);
        }
        let name = self.unit.value_type(ty)?;
        let text = format!(
            "__extension__({{ {name} ir_v = 0; __builtin_memcpy(&ir_v, {}, {}); ir_v; }})",
            self.converted(pointer)?,
            bits.div_ceil(8)
        );
        Ok(Expression::atom(text))
    }

    /// How many bytes a store writes of an integer whose bytes are no type of C.
    pub(super) fn odd_bytes(&self, ty: TypeId) -> Option<u32> {
        let bits = self.bits(ty)?;
        let bytes = bits.div_ceil(8);
        (holder(bits)? != 8 * bytes).then_some(bytes)
    }

    /// The private variable that a store sets, if it is one of this type.
    pub(super) fn set(&self, pointer: Operand, ty: TypeId) -> Option<String> {
        let Operand::Value(value) = pointer else {
            return None;
        };
        let Definition::Inst(inst) = self.function.values[value].definition else {
            return None;
        };
        let variable = self.code.variable_of(inst)?;
        let is_plain = variable.is_private && variable.ty == ty;
        let is_array = matches!(self.resolved(ty), Type::Array { .. });
        (is_plain && !is_array).then(|| self.identifier(self.code.variable_name(inst)))
    }

    /// Tells whether an instruction, as it is written, does something besides computing its result.
    pub(super) fn acts_itself(&self, inst: InstId) -> bool {
        let op = &self.function.insts[inst].op;
        let mut found = acts(op);
        op.each_operand(|operand| found = found || self.acts(operand));
        found
    }

    /// Tells whether computing an operand does something, because a call is written in it.
    pub(super) fn acts(&self, operand: Operand) -> bool {
        let mut work = vec![operand];
        while let Some(operand) = work.pop() {
            if let Operand::Value(value) = operand
                && let Definition::Inst(inst) = self.function.values[value].definition
                && self.code.written(inst) == Written::Folded
            {
                let op = &self.function.insts[inst].op;
                if acts(op) {
                    return true;
                }
                op.each_operand(|operand| work.push(operand));
            }
        }
        false
    }

    /// The variable at an address, if it has this type.
    fn object(&self, pointer: Operand, ty: TypeId) -> Option<Expression> {
        if matches!(self.resolved(ty), Type::Array { .. }) {
            return None;
        }
        match pointer {
            Operand::Value(value) => {
                if let Definition::Inst(inst) = self.function.values[value].definition
                    && self.code.variable_of(inst)?.ty == ty
                {
                    return Some(self.named(self.code.variable_name(inst)));
                }
                None
            }
            Operand::Const(id) => {
                let &Constant::Global(global) = self.unit.module.constant(id) else {
                    return None;
                };
                let same = self.unit.module.globals[global].ty == ty;
                (same && !self.unit.is_literal(global)).then(|| {
                    self.unit.used_globals.borrow_mut().insert(global);
                    Expression::atom(self.unit.global_name(global))
                })
            }
        }
    }

    fn address(&self, source: TypeId, base: Operand, indices: &[Operand], flags: Flags) -> Made {
        let unit = self.unit;
        let address = unit
            .layout
            .address(unit.module, source, base, indices.iter().copied());
        let address = address.map_err(|error| Cause::Construct(error.to_string()))?;
        let mut text = self.operand(address.base)?;
        if self.lanes(base).is_some() || indices.iter().any(|&index| self.lanes(index).is_some()) {
            return self.addresses(&address);
        }
        let stays =
            flags.contains(Flags::IN_BOUNDS) || flags.contains(Flags::NO_UNSIGNED_SIGNED_WRAP);
        // C has no sums with a null pointer.
        let is_null = matches!(address.base, Operand::Const(id)
            if matches!(unit.module.constant(id), Constant::Null(_)));
        let stays = stays && !is_null;
        if !stays {
            text = Expression::cast("uintptr_t", &text);
        } else if address.offset != 0 || !address.terms.is_empty() {
            text = untyped(&text);
        }
        for term in &address.terms {
            let bits = self.bits(self.ty(term.index)).unwrap_or(64);
            let mut index = match stays {
                true => {
                    let index = self.operand(term.index)?;
                    match bits {
                        64 => Expression::cast("int64_t", index.converted()),
                        bits => Expression::cast("int64_t", &signed(&index, bits)),
                    }
                }
                false => {
                    let index = self.operand(term.index)?;
                    match bits {
                        64 => index,
                        bits => Expression::cast("uint64_t", &signed(&index, bits)),
                    }
                }
            };
            if bits > 64 {
                return Err(Cause::Construct("an index of more than 64 bits".to_owned()));
            }
            if term.scale != 1 {
                index =
                    Expression::infix("*", &index, &Expression::literal(term.scale.to_string()));
            }
            text = Expression::infix("+", &text, &index);
        }
        text = match stays {
            true => offset(text, address.offset),
            false if address.offset == 0 => text,
            false => {
                let sign = if address.offset < 0 { "-" } else { "+" };
                let bytes = Expression::literal(address.offset.unsigned_abs().to_string());
                Expression::infix(sign, &text, &bytes)
            }
        };
        Ok(match stays {
            true => text,
            false => Expression::cast("void *", &text),
        })
    }

    /// A vector of addresses: as integers, which wrap.
    fn addresses(&self, address: &unsnarl_ir::Address) -> Made {
        let count = address
            .terms
            .iter()
            .map(|term| term.index)
            .chain([address.base])
            .find_map(|operand| Some(self.lanes(operand)?.1));
        let count = count.ok_or_else(|| Cause::Construct("a vector of addresses".to_owned()))?;
        let lanes = self.unit.types.borrow_mut().lanes(64, count, false);
        let signed_lanes = |bits| self.unit.types.borrow_mut().lanes(bits, count, true);
        let splat = |own: &str| format!("({lanes}){{ {} }}", vec![own; count as usize].join(", "));
        let base = self.operand(address.base)?;
        let mut text = match self.lanes(address.base) {
            Some(_) => Expression::cast(&lanes, &base),
            None => {
                let address = Expression::cast("uintptr_t", &base);
                Expression::new(splat(&address.text), Level::Postfix)
            }
        };
        for term in &address.terms {
            let index = self.operand(term.index)?;
            let index = match self.lanes(term.index) {
                Some((Type::Int(64), _)) => Expression::cast(&lanes, &index),
                Some((&Type::Int(bits), _)) => {
                    let own = Expression::cast(signed_lanes(bits), &index);
                    let wide = Expression::atom(signed_lanes(64));
                    let wide = Expression::call("__builtin_convertvector", &[own, wide]);
                    Expression::cast(&lanes, &wide)
                }
                _ => {
                    let bits = self.bits(self.ty(term.index)).unwrap_or(64);
                    Expression::cast("uint64_t", &signed(&index, bits))
                }
            };
            let scale = Expression::literal(term.scale.to_string());
            text = Expression::infix("+", &text, &Expression::infix("*", &index, &scale));
        }
        let bytes = Expression::cast("uint64_t", &Expression::literal(address.offset.to_string()));
        Ok(match address.offset {
            0 => text,
            _ => Expression::infix("+", &text, &bytes),
        })
    }

    fn select(&self, condition: Operand, then: Operand, otherwise: Operand) -> Made {
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
        let own = |operand| -> Made {
            let text = self.operand(operand)?;
            Ok(if is_pointer { untyped(&text) } else { text })
        };
        Ok(Expression::choice(
            &condition_text,
            &own(then)?,
            &own(otherwise)?,
        ))
    }

    fn vector_select(
        &self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
        count: u32,
    ) -> Made {
        let ty = self.ty(then);
        let name = self.unit.value_type(ty)?;
        let unsupported = || self.unit.types.borrow().unsupported(ty);
        let (element, _) = self.lanes_of(ty).ok_or_else(unsupported)?;
        let bits = match element {
            Type::Int(1) => 8,
            Type::Int(bits) => *bits,
            Type::Float(kind) => kind.bits(),
            Type::Pointer { .. } => 64,
            _ => return Err(unsupported()),
        };
        let lanes = self.unit.types.borrow_mut().lanes(bits, count, true);
        // The mask is read twice, so it has a name.
        let text = format!(
            "__extension__({{ {lanes} ir_m = __builtin_convertvector({}, {lanes}); \
             ({name})((ir_m & ({lanes}){}) | (~ir_m & ({lanes}){})); }})",
            self.operand(condition)?.text,
            self.operand(then)?.at(Level::Prefix),
            self.operand(otherwise)?.at(Level::Prefix)
        );
        Ok(Expression::atom(text))
    }

    /// A part of a struct or array.
    pub(super) fn part(&self, mut value: Expression, mut ty: TypeId, path: &[u32]) -> Expression {
        let mut is_value = true;
        for &step in path {
            value = match self.resolved(ty) {
                Type::Array { .. } if is_value => value.field(Types::ELEMENTS).element(step),
                Type::Array { .. } => value.element(step),
                _ => value.field(format_args!("f{step}")),
            };
            is_value = false;
            ty = self.unit.module.types.member(ty, step.into()).unwrap_or(ty);
        }
        value
    }

    /// The fields of what an `insertvalue` makes, one after the other.
    fn fields(&self, made: &Op) -> Result<Vec<String>, Cause> {
        let Op::InsertValue {
            aggregate,
            value,
            path,
        } = made
        else {
            return Err(Cause::Construct("such a struct".to_owned()));
        };
        let mut list = self.fields_of(*aggregate)?;
        match path[..] {
            [field] => list[field as usize] = self.converted(*value)?,
            _ => return Err(Cause::Construct("a nested insertvalue".to_owned())),
        }
        Ok(list)
    }

    fn fields_of(&self, operand: Operand) -> Result<Vec<String>, Cause> {
        let ty = self.ty(operand);
        let Type::Struct { fields, .. } = self.resolved(ty) else {
            return Err(Cause::Construct("an insertvalue in an array".to_owned()));
        };
        match operand {
            Operand::Value(value) => {
                if let Definition::Inst(inst) = self.function.values[value].definition
                    && self.code.written(inst) == Written::Folded
                    && let own @ Op::InsertValue { .. } = &self.function.insts[inst].op
                {
                    return self.fields(own);
                }
                let base = self.operand(operand)?;
                Ok((0..fields.len())
                    .map(|field| base.field(format_args!("f{field}")).text)
                    .collect())
            }
            Operand::Const(id) => match self.unit.module.constant(id) {
                Constant::Aggregate { elements, .. } => {
                    let own = elements.iter();
                    own.map(|&element| Ok(self.unit.constant(element, false)?.text))
                        .collect()
                }
                _ => fields
                    .iter()
                    .map(|&field| Ok(self.unit.zero(field)?.text))
                    .collect(),
            },
        }
    }

    fn atomic_place(&self, pointer: Operand, ty: TypeId) -> Made {
        let name = self.unit.value_type(ty)?;
        Ok(Expression::cast(
            format_args!("{name} *"),
            &self.operand(pointer)?,
        ))
    }

    fn atomic_load(&self, pointer: Operand, ty: TypeId, atomic: Atomicity) -> Made {
        let place = self.atomic_place(pointer, ty)?;
        let order = ordering(atomic.ordering);
        Ok(match self.resolved(ty) {
            Type::Int(_) | Type::Pointer { .. } => {
                let text = format!("__atomic_load_n({}, {order})", place.text);
                Expression::new(text, Level::Postfix)
            }
            _ => {
                let name = self.unit.value_type(ty)?;
                Expression::atom(format!(
                    "__extension__({{ {name} ir_v; __atomic_load({}, &ir_v, {order}); ir_v; }})",
                    place.text
                ))
            }
        })
    }

    pub(super) fn atomic_store(
        &self,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Result<String, Cause> {
        let place = self.atomic_place(pointer, self.ty(value))?;
        let (value_text, order) = (self.converted(value)?, ordering(atomic.ordering));
        Ok(match self.resolved(self.ty(value)) {
            Type::Int(_) | Type::Pointer { .. } => {
                format!("__atomic_store_n({}, {value_text}, {order})", place.text)
            }
            _ => {
                let name = self.unit.value_type(self.ty(value))?;
                format!(
                    "__extension__({{ {name} ir_v = {value_text}; __atomic_store({}, &ir_v, {order}); }})",
                    place.text
                )
            }
        })
    }

    fn atomic_change(
        &self,
        op: unsnarl_ir::AtomicOp,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Made {
        use unsnarl_ir::AtomicOp as A;
        let name = match op {
            A::Exchange => "__atomic_exchange_n",
            A::Add => "__atomic_fetch_add",
            A::Sub => "__atomic_fetch_sub",
            A::And => "__atomic_fetch_and",
            A::Nand => "__atomic_fetch_nand",
            A::Or => "__atomic_fetch_or",
            A::Xor => "__atomic_fetch_xor",
            _ => return self.atomic_loop(op, pointer, value, atomic),
        };
        if !matches!(self.resolved(self.ty(value)), Type::Int(_)) {
            return self.atomic_loop(op, pointer, value, atomic);
        }
        let place = self.atomic_place(pointer, self.ty(value))?;
        let text = format!(
            "{name}({}, {}, {})",
            place.text,
            self.converted(value)?,
            ordering(atomic.ordering)
        );
        Ok(Expression::new(text, Level::Postfix))
    }
}

impl Values<'_, '_> {
    /// An atomic change without a builtin: a loop around a comparison and exchange.
    fn atomic_loop(
        &self,
        op: unsnarl_ir::AtomicOp,
        pointer: Operand,
        value: Operand,
        atomic: Atomicity,
    ) -> Made {
        use unsnarl_ir::AtomicOp as A;
        let ty = self.ty(value);
        let name = self.unit.value_type(ty)?;
        let place = self.atomic_place(pointer, ty)?;
        let bits = self.bits(ty).unwrap_or(0);
        let signed = holder(bits).map_or_else(String::new, |size| int_name(size, true));
        let next = match op {
            A::Exchange => "ir_v".to_owned(),
            A::Max => format!("({signed})ir_o > ({signed})ir_v ? ir_o : ir_v"),
            A::Min => format!("({signed})ir_o < ({signed})ir_v ? ir_o : ir_v"),
            A::UnsignedMax => "ir_o > ir_v ? ir_o : ir_v".to_owned(),
            A::UnsignedMin => "ir_o < ir_v ? ir_o : ir_v".to_owned(),
            A::FloatAdd => "ir_o + ir_v".to_owned(),
            A::FloatSub => "ir_o - ir_v".to_owned(),
            A::WrappingIncrement => "ir_o >= ir_v ? 0 : ir_o + 1".to_owned(),
            A::WrappingDecrement => "ir_o == 0 || ir_o > ir_v ? ir_v : ir_o - 1".to_owned(),
            _ => return Err(Cause::Construct(format!("an atomicrmw of {op:?}"))),
        };
        let order = ordering(atomic.ordering);
        let text = format!(
            "__extension__({{ {name} ir_v = {}, ir_o, ir_n; {name} *ir_p = {}; \
             __atomic_load(ir_p, &ir_o, __ATOMIC_RELAXED); \
             do ir_n = ({name})({next}); \
             while (!__atomic_compare_exchange(ir_p, &ir_o, &ir_n, 0, {order}, __ATOMIC_RELAXED)); \
             ir_o; }})",
            self.converted(value)?,
            place.text
        );
        Ok(Expression::atom(text))
    }
}

/// An integer of so many bits with its sign, as a type of C.
pub(super) fn signed(value: &Expression, bits: u32) -> Expression {
    let Some(size) = holder(bits) else {
        return value.clone();
    };
    if bits == 1 {
        let number = Expression::cast("int", value);
        return Expression::prefix("-", &number);
    }
    let name = int_name(size, true);
    if size == bits {
        return Expression::cast(name, value);
    }
    let distance = Expression::literal((size - bits).to_string());
    let up = Expression::infix("<<", value, &distance);
    Expression::infix(">>", &Expression::cast(name, &up), &distance)
}

/// The lowest bits of what C computes in a type that is at least as wide.
pub(super) fn cut(value: Expression, bits: u32) -> Expression {
    let Some(size) = holder(bits) else {
        return value;
    };
    match (bits == size, size < 32) {
        (true, false) => value,
        (true, true) => Expression::cast(int_name(size, false), &value),
        (false, is_narrow) => {
            let mask = int(u128::MAX >> (128 - bits), size);
            let cut = Expression::infix("&", &value, &mask);
            match is_narrow {
                true => Expression::cast(int_name(size, false), &cut),
                false => cut,
            }
        }
    }
}

/// The number that is subtracted where this one is added, if that is the shorter one.
fn negative(number: u128, bits: u32) -> Option<u128> {
    let half = 1u128.checked_shl(bits - 1)?;
    if number < half || number == half || bits >= 128 {
        return None;
    }
    Some((1u128 << bits) - number)
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

fn negated(predicate: IntPredicate) -> IntPredicate {
    use IntPredicate as P;
    match predicate {
        P::Equal => P::NotEqual,
        P::NotEqual => P::Equal,
        P::UnsignedGreater => P::UnsignedLessEqual,
        P::UnsignedGreaterEqual => P::UnsignedLess,
        P::UnsignedLess => P::UnsignedGreaterEqual,
        P::UnsignedLessEqual => P::UnsignedGreater,
        P::SignedGreater => P::SignedLessEqual,
        P::SignedGreaterEqual => P::SignedLess,
        P::SignedLess => P::SignedGreaterEqual,
        P::SignedLessEqual => P::SignedGreater,
    }
}

pub(super) fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered | Ordering::Monotonic => "__ATOMIC_RELAXED",
        Ordering::Acquire => "__ATOMIC_ACQUIRE",
        Ordering::Release => "__ATOMIC_RELEASE",
        Ordering::AcquireRelease => "__ATOMIC_ACQ_REL",
        Ordering::SequentiallyConsistent => "__ATOMIC_SEQ_CST",
    }
}
