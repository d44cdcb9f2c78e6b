//! Comparisons of floats.

use unsnarl_ir::{FloatKind, FloatPredicate, Operand, Type, TypeId};

use super::{Made, Values};
use crate::people::expression::Expression;
use crate::people::refusal::Cause;

impl Values<'_, '_> {
    pub(super) fn compare_floats(
        &self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Made {
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

    pub(in crate::people) fn float_bits(&self, ty: TypeId) -> Result<u32, Cause> {
        match self.resolved(ty) {
            Type::Float(FloatKind::Float) => Ok(32),
            Type::Float(FloatKind::Double) => Ok(64),
            Type::Float(FloatKind::X86Fp80) => Ok(80),
            _ => Err(self.unit.types.borrow().unsupported(ty)),
        }
    }
}
