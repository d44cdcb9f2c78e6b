//! Operations on vectors of gcc's extension, lane by lane. A vector of bits has lanes of eight
//! bits, all zeros or all ones.

use unsnarl_ir::{BinaryOp, FloatPredicate, Operand, Type};

use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;

impl Values<'_, '_> {
    pub(super) fn vector_binary(
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

    pub(super) fn compare_float_vectors(
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
        // What reads its operands twice reads them by names.
        let ty = self.unit.value_type(self.ty(left))?;
        let named = |own: &str| {
            let (a, b) = (&a.text, &b.text);
            Expression::atom(format!(
                "__extension__({{ {ty} ir_a = {a}; {ty} ir_b = {b}; {own}; }})"
            ))
        };
        let ordered = || named("(ir_a == ir_a) & (ir_b == ir_b)");
        let unequal = || named("(ir_a < ir_b) | (ir_a > ir_b)");
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

    pub(super) fn vector_select(
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
}
