//! Constrained floating-point operations: those that depend on how numbers are rounded when they
//! run, or that must raise the exceptions of the machine, and no others.
//!
//! *Gives:* [`Values::constrained`].
//!
//! Compilers of C move and fold operations on numbers: gcc has no `#pragma STDC FENV_ACCESS`, and
//! its `-frounding-math` promises little. So such an operation stands between two statements of
//! assembly, which are empty, say that they change the operands and the result, and stay in their
//! order among each other and among calls:
//! ```c
//! __extension__({ double ir_0 = a, ir_1 = b; __asm__ volatile ("" : "+m"(ir_0), "+m"(ir_1) : : "memory");
//!   double ir_r = ir_0 + ir_1; __asm__ volatile ("" : "+m"(ir_r) : : "memory"); ir_r; })
//! ```
//! Where exceptions are ignored and numbers rounded to the nearest, the operation is the ordinary
//! one.

use unsnarl_ir::{
    BinaryOp, Call, CastOp, Constant, FloatPredicate, Operand, TypeId, ValueId, constrained_binary,
    constrained_cast, constrained_predicate,
};

use super::{Made, called, floats};
use crate::people::expression::Expression;
use crate::people::math::{Function, Operands};
use crate::people::refusal::Cause;
use crate::people::types::{holder, int_name};
use crate::people::values::{Values, signed};

impl Values<'_, '_> {
    /// An operation by its name without `llvm.experimental.constrained.`.
    pub(super) fn constrained(
        &self,
        name: &str,
        base: &str,
        call: &Call,
        result: Option<ValueId>,
    ) -> Made {
        let unsupported = || Cause::Intrinsic(name.to_owned());
        let (mut operands, mut words) = (Vec::new(), Vec::new());
        for argument in &call.arguments {
            match self.word(argument.value) {
                Some(word) => words.push(word),
                None => operands.push(argument.value),
            }
        }
        let first = *operands.first().ok_or_else(unsupported)?;
        let ty = self.function.value_type(result.ok_or_else(unsupported)?);
        let from = self.ty(first);
        if let "fcmp" | "fcmps" = base {
            let predicate = words.first().and_then(|word| constrained_predicate(word));
            let predicate = predicate.ok_or_else(unsupported)?;
            let is_quiet = base == "fcmp";
            let wider = self.format(from)?.wider();
            return self.in_order(&operands, ty, |all| {
                let [a, b] = [0, 1].map(|place| match wider {
                    Some(wider) => Expression::cast(wider, &all[place]),
                    None => all[place].clone(),
                });
                Ok(match is_quiet {
                    true => quiet(predicate, &[a, b]),
                    false => signalling(predicate, &a, &b),
                })
            });
        }
        let is_ordinary = words
            .iter()
            .all(|word| matches!(*word, "round.tonearest" | "fpexcept.ignore"));
        let written = |all: &[Expression]| self.strict(base, all, from, ty);
        match is_ordinary {
            true => self.each_lane(&operands, ty, written),
            false => self.in_order(&operands, ty, written),
        }
        .map_err(|cause| match cause {
            Cause::Intrinsic(_) => unsupported(),
            cause => cause,
        })
    }

    /// The text of metadata that is one string.
    pub(super) fn word(&self, operand: Operand) -> Option<&str> {
        let Operand::Const(constant) = operand else {
            return None;
        };
        match self.unit.module.constant(constant) {
            Constant::Metadata { text, .. } => Some(text.trim_start_matches('!').trim_matches('"')),
            _ => None,
        }
    }

    /// The operation on operands of a lane.
    fn strict(&self, base: &str, all: &[Expression], from: TypeId, to: TypeId) -> Made {
        let to = self.lane_of(to);
        if let Some(op) = constrained_cast(base) {
            return self.strict_cast(op, &all[0], self.lane_of(from), to);
        }
        match constrained_binary(base) {
            Some(BinaryOp::FloatRem) => {
                let function = Function::Library("fmod", Operands::Numbers(2));
                return Ok(called(&self.math(function, to)?, all));
            }
            Some(op) => return self.float_operation(op, all, to),
            None => {}
        }
        if base == "fmuladd" {
            let product = self.float_operation(BinaryOp::FloatMul, all, to)?;
            return self.float_operation(BinaryOp::FloatAdd, &[product, all[2].clone()], to);
        }
        let function = floats::function(base).ok_or_else(|| Cause::Intrinsic(base.to_owned()))?;
        let function = match function {
            Function::Library(
                name @ ("ceil" | "floor" | "nearbyint" | "rint" | "round" | "roundeven" | "trunc"),
                _,
            ) => Function::Outside(name),
            function => function,
        };
        let function_called = called(&self.math(function, from)?, all);
        Ok(match function {
            Function::Library(_, Operands::ToInt(_)) => {
                Expression::retyped(self.unit.value_type(to)?, &function_called)
            }
            _ => function_called,
        })
    }

    /// A conversion by C's own, which raises what the machine's does.
    fn strict_cast(&self, op: CastOp, value: &Expression, from: TypeId, to: TypeId) -> Made {
        let whole = |ty: TypeId| {
            self.bits(ty)
                .filter(|&bits| bits > 1 && holder(bits) == Some(bits))
        };
        let name = self.unit.value_type(to)?;
        Ok(match (op, whole(from), whole(to)) {
            (CastOp::FloatToSigned, _, Some(bits)) => {
                Expression::retyped(name, &Expression::cast(int_name(bits, true), value))
            }
            (CastOp::FloatToUnsigned, _, Some(_)) => Expression::cast(name, value),
            (CastOp::SignedToFloat, Some(bits), _) => Expression::cast(name, &signed(value, bits)),
            (CastOp::UnsignedToFloat, Some(_), _) => Expression::cast(name, value),
            (CastOp::FloatTruncate | CastOp::FloatExtend, ..) => Expression::cast(name, value),
            _ => return Err(self.unit.types.borrow().no_operation(to)),
        })
    }

    /// What is made of operands, between statements that keep it in its place.
    fn in_order(
        &self,
        operands: &[Operand],
        ty: TypeId,
        make: impl Fn(&[Expression]) -> Made,
    ) -> Made {
        let (mut text, mut places, mut all) = (String::new(), Vec::new(), Vec::new());
        for (place, &operand) in operands.iter().enumerate() {
            let own = self.unit.value_type(self.ty(operand))?;
            text += &format!("{own} ir_{place} = {}; ", self.converted(operand)?);
            places.push(format!("\"+m\"(ir_{place})"));
            let name = Expression::atom(format!("ir_{place}"));
            all.push(match self.lanes(operand) {
                Some((element, _)) => self.lane(element, name.element("ir_i")),
                None => name,
            });
        }
        let own = self.unit.value_type(ty)?;
        let value = make(&all)?;
        let computed = match self.lanes_of(ty) {
            Some((lane, count)) => format!(
                "{own} ir_r; for (int ir_i = 0; ir_i < {count}; ir_i++) {{ ir_r[ir_i] = {}; }}",
                self.as_lane(lane, &value).text
            ),
            None => format!("{own} ir_r = {};", value.converted().text),
        };
        let kept = |places: &str| format!("__asm__ volatile (\"\" : {places} : : \"memory\");");
        Ok(Expression::atom(format!(
            "__extension__({{ {text}{} {computed} {} ir_r; }})",
            kept(&places.join(", ")),
            kept("\"+m\"(ir_r)")
        )))
    }
}

/// A comparison that raises nothing for a NaN that is quiet.
fn quiet(predicate: FloatPredicate, operands: &[Expression; 2]) -> Expression {
    use FloatPredicate as P;
    let [a, b] = operands;
    let call = |name: &str| Expression::call(format_args!("__builtin_{name}"), operands);
    let not = |own: Expression| Expression::prefix("!", &own);
    match predicate {
        P::OrderedEqual => Expression::infix("==", a, b),
        P::OrderedGreater => call("isgreater"),
        P::OrderedGreaterEqual => call("isgreaterequal"),
        P::OrderedLess => call("isless"),
        P::OrderedLessEqual => call("islessequal"),
        P::OrderedNotEqual => call("islessgreater"),
        P::Ordered => not(call("isunordered")),
        P::Unordered => call("isunordered"),
        P::UnorderedEqual => not(call("islessgreater")),
        P::UnorderedGreater => not(call("islessequal")),
        P::UnorderedGreaterEqual => not(call("isless")),
        P::UnorderedLess => not(call("isgreaterequal")),
        P::UnorderedLessEqual => not(call("isgreater")),
        P::UnorderedNotEqual => Expression::infix("!=", a, b),
        P::False => Expression::atom("false"),
        P::True => Expression::atom("true"),
    }
}

/// A comparison that raises an exception for every NaN.
fn signalling(predicate: FloatPredicate, a: &Expression, b: &Expression) -> Expression {
    use FloatPredicate as P;
    let infix = |sign| Expression::infix(sign, a, b);
    let not = |own: Expression| Expression::prefix("!", &own);
    let equal = || Expression::infix("&", &infix("<="), &infix(">="));
    let unequal = || Expression::infix("|", &infix("<"), &infix(">"));
    let ordered = || Expression::infix("|", &infix("<"), &infix(">="));
    match predicate {
        P::OrderedEqual => equal(),
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
        P::UnorderedNotEqual => not(equal()),
        P::False => Expression::atom("false"),
        P::True => Expression::atom("true"),
    }
}
