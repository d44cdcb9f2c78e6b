//! Operations on vectors of gcc's extension, lane by lane. A vector of bits has lanes of eight
//! bits, all zeros or all ones.

use unsnarl_ir::{BinaryOp, FloatKind, FloatPredicate, Operand, Type, TypeId};

use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;
use crate::people::types::int_name;

impl Values<'_, '_> {
    /// The type of the lanes of a vector, or the type itself.
    pub(in crate::people) fn lane_of(&self, ty: TypeId) -> TypeId {
        match *self.resolved(ty) {
            Type::Vector { element, .. } => element,
            _ => ty,
        }
    }

    /// A lane of a vector that has a name, as a value of its own type.
    pub(in crate::people) fn lane(&self, element: &Type, lane: Expression) -> Expression {
        match element {
            Type::Int(1) => Expression::infix("!=", &lane, &Expression::literal("0")),
            Type::Pointer { .. } => Expression::cast("void *", &lane),
            _ => lane,
        }
    }

    /// A value as a lane of a vector.
    pub(in crate::people) fn as_lane(&self, element: &Type, value: &Expression) -> Expression {
        match element {
            Type::Int(1) => Expression::prefix("-", value),
            Type::Pointer { .. } => Expression::cast("uintptr_t", value),
            _ => value.converted().clone(),
        }
    }

    /// What is made of operands; lane by lane if it is a vector. Operands that are none are the
    /// same for all lanes.
    pub(in crate::people) fn each_lane(
        &self,
        operands: &[Operand],
        ty: TypeId,
        make: impl Fn(&[Expression]) -> Made,
    ) -> Made {
        let Some((lane, count)) = self.lanes_of(ty) else {
            let all = operands.iter().map(|&operand| self.operand(operand));
            return make(&all.collect::<Result<Vec<_>, _>>()?);
        };
        self.in_lanes(operands, &self.unit.value_type(ty)?, (lane, count), make)
    }

    /// A vector of lanes that are made of operands one by one.
    fn in_lanes(
        &self,
        operands: &[Operand],
        own: &str,
        (lane, count): (&Type, u32),
        make: impl Fn(&[Expression]) -> Made,
    ) -> Made {
        let mut text = String::from("__extension__({ ");
        let mut all = Vec::new();
        for (place, &operand) in operands.iter().enumerate() {
            let own = self.unit.value_type(self.ty(operand))?;
            text += &format!("{own} ir_{place} = {}; ", self.converted(operand)?);
            let name = Expression::atom(format!("ir_{place}"));
            all.push(match self.lanes(operand) {
                Some((element, _)) => self.lane(element, name.element("ir_i")),
                None => name,
            });
        }
        let value = self.as_lane(lane, &make(&all)?).text;
        text += &format!(
            "{own} ir_r; for (int ir_i = 0; ir_i < {count}; ir_i++) {{ ir_r[ir_i] = {value}; }} ir_r; }})"
        );
        Ok(Expression::atom(text))
    }

    /// A lane of a vector.
    pub(super) fn extracted(&self, vector: Operand, index: Operand) -> Made {
        let lane = self.operand(vector)?.element(self.operand(index)?.text);
        Ok(match self.lanes(vector) {
            Some((element, _)) => self.lane(element, lane),
            None => lane,
        })
    }

    /// A vector with another lane.
    pub(super) fn inserted_lane(&self, vector: Operand, value: Operand, index: Operand) -> Made {
        let ty = self.unit.value_type(self.ty(vector))?;
        let value = self.operand(value)?;
        let lane = match self.lanes(vector) {
            Some((lane, _)) => self.as_lane(lane, &value).text,
            None => value.text,
        };
        Ok(Expression::atom(format!(
            "__extension__({{ {ty} ir_v = {}; ir_v[{}] = {lane}; ir_v; }})",
            self.converted(vector)?,
            self.operand(index)?.text
        )))
    }

    /// Lanes of two vectors; nothing is anything.
    pub(super) fn shuffled(&self, left: Operand, right: Operand, mask: &[Option<u32>]) -> Made {
        let count = self.lanes(left).map_or(0, |(_, count)| count);
        // In C there are more lanes between the two.
        let more = count.next_power_of_two() - count;
        let lanes = mask.iter().map(|lane| match *lane {
            Some(lane) if lane >= count => (lane + more).to_string(),
            Some(lane) => lane.to_string(),
            None => "-1".to_owned(),
        });
        let rest = mask.len().next_power_of_two() - mask.len();
        let lanes: Vec<String> = lanes.chain(vec!["-1".to_owned(); rest]).collect();
        let text = format!(
            "__builtin_shufflevector({}, {}, {})",
            self.converted(left)?,
            self.converted(right)?,
            lanes.join(", ")
        );
        Ok(Expression::new(text, Level::Postfix))
    }

    /// Truths that are found in the lanes of operands, one by one.
    pub(super) fn truths(
        &self,
        operands: &[Operand],
        count: u32,
        make: impl Fn(&[Expression]) -> Made,
    ) -> Made {
        let own = self.unit.types.borrow_mut().lanes(8, count, true);
        self.in_lanes(operands, &own, (&Type::Int(1), count), make)
    }

    pub(super) fn vector_binary(
        &self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        element: &Type,
        count: u32,
    ) -> Made {
        // What the lanes have that are there to make a power of two is not divided by.
        let divides = matches!(
            op,
            BinaryOp::UnsignedDiv
                | BinaryOp::SignedDiv
                | BinaryOp::UnsignedRem
                | BinaryOp::SignedRem
        );
        if let &Type::Int(bits) = element
            && (!is_plain(element) || divides && !count.is_power_of_two())
        {
            let ty = self.ty(left);
            return self.each_lane(&[left, right], ty, |all| lane_binary(op, all, bits));
        }
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
            BinaryOp::Add => plain("+"),
            BinaryOp::Sub => plain("-"),
            BinaryOp::Mul => plain("*"),
            BinaryOp::UnsignedDiv => plain("/"),
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
            _ => return Err(Cause::Construct("this operation on vectors".to_owned())),
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
        if matches!(predicate, P::True | P::False) {
            let is_true = predicate == P::True;
            return self.truths(&[], count, |_| Ok(Expression::atom(is_true.to_string())));
        }
        if !is_plain(self.resolved(self.lane_of(self.ty(left)))) {
            return self.truths(&[left, right], count, |all| {
                Ok(self.float_comparison(predicate, [&all[0], &all[1]], self.ty(left)))
            });
        }
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
            P::False | P::True => unreachable!("they are no comparisons"),
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
        if !is_plain(element) {
            return self.each_lane(&[condition, then, otherwise], ty, |all| {
                Ok(Expression::choice(&all[0], &all[1], &all[2]))
            });
        }
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

/// Tells whether all operations of compilers on vectors have lanes of a type.
pub(super) fn is_plain(lane: &Type) -> bool {
    matches!(
        lane,
        Type::Int(1 | 8 | 16 | 32 | 64)
            | Type::Float(FloatKind::Float | FloatKind::Double)
            | Type::Pointer { .. }
    )
}

/// An operation on two integers, which a lane takes the lowest bits of.
fn lane_binary(op: BinaryOp, operands: &[Expression], bits: u32) -> Made {
    let sign = match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UnsignedDiv | BinaryOp::SignedDiv => "/",
        BinaryOp::UnsignedRem | BinaryOp::SignedRem => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight => ">>",
        _ => return Err(Cause::Construct("this operation on integers".to_owned())),
    };
    let is_shift = matches!(
        op,
        BinaryOp::ShiftLeft | BinaryOp::LogicalShiftRight | BinaryOp::ArithmeticShiftRight
    );
    let is_signed = matches!(
        op,
        BinaryOp::SignedDiv | BinaryOp::SignedRem | BinaryOp::ArithmeticShiftRight
    );
    let typed = |own: &Expression| Expression::cast(int_name(bits, is_signed), own);
    let right = match is_shift {
        true => {
            let most = Expression::literal((bits - 1).to_string());
            Expression::infix("&", &operands[1], &most)
        }
        false => typed(&operands[1]),
    };
    Ok(Expression::infix(sign, &typed(&operands[0]), &right))
}
