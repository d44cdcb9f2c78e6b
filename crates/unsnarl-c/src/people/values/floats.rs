//! Arithmetic and comparisons of floating-point numbers.

use unsnarl_ir::{BinaryOp, FloatPredicate, Operand, TypeId};

use super::{Made, Values};
use crate::people::expression::Expression;
use crate::people::math::{Format, Function, Operands};
use crate::people::refusal::Cause;

impl Values<'_, '_> {
    /// Computes, also with vectors.
    pub(super) fn float_binary(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        ty: TypeId,
    ) -> Made {
        if op == BinaryOp::FloatRem {
            let function = Function::Library("fmod", Operands::Numbers(2));
            let name = self.math(function, ty)?;
            return self.each_lane(&[left, right], ty, |all| Ok(Expression::call(&name, all)));
        }
        if self.format(ty)?.wider().is_none() {
            return self.float_operation(op, &[self.operand(left)?, self.operand(right)?], ty);
        }
        self.each_lane(&[left, right], ty, |all| self.float_operation(op, all, ty))
    }

    /// An operation on numbers of this type, or on those of its lanes. Compilers may compute with a
    /// `_Float16` in more than its bits, so that its results are rounded.
    pub(in crate::people) fn float_operation(
        &self,
        op: BinaryOp,
        operands: &[Expression],
        ty: TypeId,
    ) -> Made {
        let sign = match op {
            BinaryOp::FloatAdd => "+",
            BinaryOp::FloatSub => "-",
            BinaryOp::FloatMul => "*",
            BinaryOp::FloatDiv => "/",
            _ => return Err(Cause::Construct("this operation on numbers".to_owned())),
        };
        let format = self.format(ty)?;
        Ok(match format.wider() {
            Some(wider) => {
                let [a, b] = [0, 1].map(|place| Expression::cast(wider, &operands[place]));
                Expression::cast(format.name(), &Expression::infix(sign, &a, &b))
            }
            None => Expression::infix(sign, &operands[0], &operands[1]),
        })
    }

    /// A number with the other sign, or a vector of such.
    pub(super) fn float_negated(&self, value: Operand) -> Made {
        let ty = self.ty(value);
        if self.format(ty)? != Format::Half {
            return Ok(Expression::prefix("-", &self.operand(value)?));
        }
        let name = self.math(Function::Negate, ty)?;
        self.each_lane(&[value], ty, |all| Ok(Expression::call(&name, all)))
    }

    pub(super) fn compare_floats(
        &self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Made {
        if self.lanes(left).is_some() {
            return self.compare_float_vectors(predicate, left, right);
        }
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        Ok(self.float_comparison(predicate, [&a, &b], self.ty(left)))
    }

    /// A comparison of two numbers of this type, or of its lanes.
    pub(super) fn float_comparison(
        &self,
        predicate: FloatPredicate,
        operands: [&Expression; 2],
        ty: TypeId,
    ) -> Expression {
        use FloatPredicate as P;
        let wider = self.format(ty).ok().and_then(Format::wider);
        let operands = operands.map(|own| match wider {
            Some(wider) => Expression::cast(wider, own),
            None => own.clone(),
        });
        let [a, b] = &operands;
        let infix = |sign| Expression::infix(sign, a, b);
        let call = |name| Expression::call(name, &operands);
        let not = |own: Expression| Expression::prefix("!", &own);
        match predicate {
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
        }
    }
}
