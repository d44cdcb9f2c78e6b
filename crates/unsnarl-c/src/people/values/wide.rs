//! Integers of more than 128 bits: calls of [functions](Operation) on structs of words.

use unsnarl_ir::{BinaryOp, CastOp, IntPredicate, Operand, TypeId};

use super::{Made, Values, cut};
use crate::people::expression::{Expression, Level};
use crate::people::helpers::Helper;
use crate::people::refusal::Cause;
use crate::people::wide::{self, Operation};

impl Values<'_, '_> {
    /// The bits of the struct that an integer of this type is, if it is one.
    pub(super) fn wide_size(&self, ty: TypeId) -> Option<u32> {
        wide::size(self.bits(ty)?)
    }

    fn wide(&self, operation: Operation, size: u32, operands: &[Expression]) -> Expression {
        let name = self.unit.needs(Helper::Wide { size, operation });
        Expression::call(name, operands)
    }

    /// An operation by a number of bits.
    fn by_bits(&self, operation: Operation, size: u32, of: Expression, bits: u32) -> Expression {
        let bits = Expression::literal(bits.to_string());
        self.wide(operation, size, &[of, bits])
    }

    /// The lowest bits of what has zeros or anything above them.
    fn wide_cut(&self, value: Expression, bits: u32, size: u32) -> Expression {
        match bits == size {
            true => value,
            false => self.by_bits(Operation::Cut, size, value, bits),
        }
    }

    /// A value with its sign in all bits above.
    fn wide_signed(&self, value: Expression, bits: u32, size: u32) -> Expression {
        match bits == size {
            true => value,
            false => self.by_bits(Operation::Extend, size, value, bits),
        }
    }

    fn bits_of(&self, ty: TypeId) -> Result<u32, Cause> {
        let unsupported = || self.unit.types.borrow().unsupported(ty);
        self.bits(ty).ok_or_else(unsupported)
    }

    pub(super) fn wide_binary(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        size: u32,
    ) -> Made {
        let bits = self.bits_of(self.ty(left))?;
        let a = self.operand(left)?;
        let b = || self.operand(right);
        let amount = || -> Made {
            if let Some(amount) = self.known_int(right) {
                let amount = amount % u128::from(bits);
                return Ok(Expression::literal(amount.to_string()));
            }
            let low = b()?.field("word").element(0);
            let amount = Expression::infix("%", &low, &Expression::literal(bits.to_string()));
            Ok(Expression::cast("unsigned", &amount))
        };
        let signed = |own: Expression| self.wide_signed(own, bits, size);
        let cut = |own: Expression| self.wide_cut(own, bits, size);
        Ok(match op {
            BinaryOp::And => self.wide(Operation::And, size, &[a, b()?]),
            BinaryOp::Or => self.wide(Operation::Or, size, &[a, b()?]),
            BinaryOp::Xor => self.wide(Operation::Xor, size, &[a, b()?]),
            BinaryOp::Add => cut(self.wide(Operation::Add, size, &[a, b()?])),
            BinaryOp::Sub => cut(self.wide(Operation::Sub, size, &[a, b()?])),
            BinaryOp::Mul => cut(self.wide(Operation::Mul, size, &[a, b()?])),
            BinaryOp::ShiftLeft => cut(self.wide(Operation::ShiftLeft, size, &[a, amount()?])),
            BinaryOp::LogicalShiftRight => self.wide(Operation::ShiftRight, size, &[a, amount()?]),
            BinaryOp::ArithmeticShiftRight => {
                cut(self.wide(Operation::ShiftRightSigned, size, &[signed(a), amount()?]))
            }
            BinaryOp::UnsignedDiv => self.wide(Operation::UnsignedDiv, size, &[a, b()?]),
            BinaryOp::UnsignedRem => self.wide(Operation::UnsignedRem, size, &[a, b()?]),
            BinaryOp::SignedDiv => {
                cut(self.wide(Operation::SignedDiv, size, &[signed(a), signed(b()?)]))
            }
            BinaryOp::SignedRem => {
                cut(self.wide(Operation::SignedRem, size, &[signed(a), signed(b()?)]))
            }
            _ => return Err(Cause::Construct("this operation on integers".to_owned())),
        })
    }

    pub(super) fn wide_compare(
        &self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
        size: u32,
    ) -> Made {
        use IntPredicate as P;
        let bits = self.bits_of(self.ty(left))?;
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        let (operation, is_swapped, is_opposite) = match predicate {
            P::Equal => (Operation::Equal, false, false),
            P::NotEqual => (Operation::Equal, false, true),
            P::UnsignedLess => (Operation::Less, false, false),
            P::UnsignedGreater => (Operation::Less, true, false),
            P::UnsignedLessEqual => (Operation::Less, true, true),
            P::UnsignedGreaterEqual => (Operation::Less, false, true),
            P::SignedLess => (Operation::LessSigned, false, false),
            P::SignedGreater => (Operation::LessSigned, true, false),
            P::SignedLessEqual => (Operation::LessSigned, true, true),
            P::SignedGreaterEqual => (Operation::LessSigned, false, true),
        };
        let mut operands = match operation {
            Operation::LessSigned => [a, b].map(|own| self.wide_signed(own, bits, size)),
            _ => [a, b],
        };
        if is_swapped {
            operands.reverse();
        }
        let holds = self.wide(operation, size, &operands);
        Ok(match is_opposite {
            true => Expression::prefix("!", &holds),
            false => holds,
        })
    }

    /// A conversion from or to such an integer.
    pub(super) fn wide_cast(&self, op: CastOp, value: Operand, to: TypeId) -> Made {
        let from = self.ty(value);
        let operand = self.operand(value)?;
        let name = self.unit.value_type(to)?;
        let sizes = (self.wide_size(from), self.wide_size(to));
        let resized = |operand: Expression, from: u32, to: u32| match from == to {
            true => operand,
            false => self.wide(Operation::Resize(from), to, &[operand]),
        };
        Ok(match (op, sizes) {
            (CastOp::Truncate, (Some(own), Some(size))) => {
                self.wide_cut(resized(operand, own, size), self.bits_of(to)?, size)
            }
            (CastOp::Truncate, (Some(size), None)) => {
                let bits = self.bits_of(to)?;
                match bits {
                    1 => {
                        let low = operand.field("word").element(0);
                        Expression::infix("&", &low, &Expression::literal("1"))
                    }
                    64 => operand.field("word").element(0),
                    ..64 => {
                        let low = operand.field("word").element(0);
                        cut(Expression::cast(name, &low), bits)
                    }
                    _ => cut(self.wide(Operation::Low, size, &[operand]), bits),
                }
            }
            (CastOp::ZeroExtend, (Some(own), Some(size))) => resized(operand, own, size),
            (CastOp::ZeroExtend, (None, Some(size))) => {
                self.wide(Operation::Widen, size, &[operand])
            }
            (CastOp::SignExtend, (Some(own), Some(size))) => {
                let resized = resized(operand, own, size);
                let signed = self.wide_signed(resized, self.bits_of(from)?, size);
                self.wide_cut(signed, self.bits_of(to)?, size)
            }
            (CastOp::SignExtend, (None, Some(size))) => {
                let signed = self.wide(Operation::WidenSigned, size, &[self.signed(value)?]);
                self.wide_cut(signed, self.bits_of(to)?, size)
            }
            (CastOp::PtrToInt | CastOp::PtrToAddr, (None, Some(size))) => {
                let address = Expression::cast("uintptr_t", &operand);
                self.wide(Operation::Widen, size, &[address])
            }
            (CastOp::IntToPtr, (Some(_), None)) => {
                let address = operand.field("word").element(0);
                Expression::cast("void *", &address)
            }
            (CastOp::Bitcast, (own, other))
                if is_whole(self, from, own) && is_whole(self, to, other) =>
            {
                if from == to {
                    return Ok(operand);
                }
                let own = self.unit.value_type(from)?;
                let text = format!(
                    "((union {{ {own} from; {name} to; }}){{ {} }}).to",
                    operand.converted().text
                );
                Expression::new(text, Level::Postfix)
            }
            (_, (own, _)) => {
                let ty = if own.is_some() { from } else { to };
                return Err(self.unit.types.borrow().no_operation(ty));
            }
        })
    }
}

/// Tells whether all bits of a struct are those of the integer, if it is one.
fn is_whole(values: &Values<'_, '_>, ty: TypeId, size: Option<u32>) -> bool {
    size.is_none() || size == values.bits(ty)
}
