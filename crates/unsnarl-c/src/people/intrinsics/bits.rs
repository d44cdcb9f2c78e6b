//! Intrinsics on integers of one bit: their two numbers are 0 and 1, and with a sign 0 and -1.
//!
//! *Gives:* [`Values::of_bits`].
//!
//! Optimizers write them where what is reversed or added turns out to be one bit. Each is an
//! operation on truths, which is the same in the lanes of a vector: all zeros or all ones.

use unsnarl_ir::{Call, Operand, Type, TypeId, ValueId};

use super::Made;
use crate::people::expression::Expression;
use crate::people::types::int_name;
use crate::people::values::{Values, cut};

/// One bit, by the operands of an intrinsic.
#[derive(Clone, Copy)]
enum Truth {
    First,
    Second,
    NotFirst,
    Both,
    Either,
    One,
    OnlyFirst,
    OnlySecond,
    Never,
}

impl Truth {
    /// The expression; `not` is the operator of the complement.
    fn written(self, [a, b]: &[Expression; 2], not: &str) -> Expression {
        let not = |own| Expression::prefix(not, own);
        match self {
            Truth::First => a.clone(),
            Truth::Second => b.clone(),
            Truth::NotFirst => not(a),
            Truth::Both => Expression::infix("&", a, b),
            Truth::Either => Expression::infix("|", a, b),
            Truth::One => Expression::infix("^", a, b),
            Truth::OnlyFirst => Expression::infix("&", a, &not(b)),
            Truth::OnlySecond => Expression::infix("&", &not(a), b),
            Truth::Never => Expression::infix("&", a, &not(a)),
        }
    }
}

impl Values<'_, '_> {
    /// An intrinsic on single bits; nothing if it is none.
    pub(super) fn of_bits(&self, base: &str, call: &Call, result: Option<ValueId>) -> Option<Made> {
        let first = call.arguments.first()?.value;
        if *self.resolved(self.lane_of(self.ty(first))) != Type::Int(1) {
            return None;
        }
        let ty = self.function.value_type(result?);
        let second = call.arguments.get(1).map_or(first, |own| own.value);
        if let "scmp" | "ucmp" = base {
            return Some(self.order_of_bits(base, [first, second], ty));
        }
        let not = match self.lanes(first) {
            Some(_) => "~",
            None => "!",
        };
        if let Some(truths) = overflowing(base) {
            return Some(self.pair_of_bits(truths, [first, second], not, ty));
        }
        let truth = truth(base)?;
        let made = || {
            let operands = [self.operand(first)?, self.operand(second)?];
            Ok(truth.written(&operands, not))
        };
        Some(made())
    }

    /// A result and whether it left its range, as a struct.
    fn pair_of_bits(
        &self,
        truths: [Truth; 2],
        operands: [Operand; 2],
        not: &str,
        ty: TypeId,
    ) -> Made {
        let own = self.unit.value_type(self.ty(operands[0]))?;
        let named = ["ir_a", "ir_b"].map(Expression::atom);
        let [value, flag] = truths.map(|truth| truth.written(&named, not).text);
        let [a, b] = operands;
        Ok(Expression::atom(format!(
            "__extension__({{ {own} ir_a = {}, ir_b = {}; ({}){{ {value}, {flag} }}; }})",
            self.converted(a)?,
            self.converted(b)?,
            self.unit.value_type(ty)?,
        )))
    }

    /// -1, 0 or 1.
    fn order_of_bits(&self, base: &str, operands: [Operand; 2], ty: TypeId) -> Made {
        let bits = self.width(ty)?;
        self.each_lane(&operands, ty, |all| {
            // The bit 1 is -1 where it has a sign.
            let (larger, smaller) = match base {
                "ucmp" => (&all[0], &all[1]),
                _ => (&all[1], &all[0]),
            };
            let order = Expression::infix("-", larger, smaller);
            let order = Expression::cast(int_name(bits.max(8), false), &order);
            Ok(cut(order, bits))
        })
    }
}

fn truth(base: &str) -> Option<Truth> {
    Some(match base {
        "abs" | "bitreverse" | "ctpop" | "fshl" | "sshl.sat" | "ushl.sat" => Truth::First,
        "fshr" => Truth::Second,
        "ctlz" | "cttz" => Truth::NotFirst,
        "smax" | "umin" => Truth::Both,
        "smin" | "umax" | "sadd.sat" | "uadd.sat" => Truth::Either,
        "ssub.sat" | "usub.sat" => Truth::OnlyFirst,
        _ => return None,
    })
}

/// The result, and whether it left its range.
fn overflowing(base: &str) -> Option<[Truth; 2]> {
    Some(match base.strip_suffix(".with.overflow")? {
        "sadd" | "uadd" => [Truth::One, Truth::Both],
        "ssub" | "usub" => [Truth::One, Truth::OnlySecond],
        "smul" => [Truth::Both, Truth::Both],
        "umul" => [Truth::Both, Truth::Never],
        _ => return None,
    })
}
