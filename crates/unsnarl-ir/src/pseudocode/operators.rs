//! Signs of operators.
//!
//! *Gives:* arithmetic, comparisons and conversions as expressions. What C spells alike for both
//! is told apart by a `u`: `x /u y`, `x <u y`, `x >>u y`; so do conversions by their type: `(i64)x`
//! extends the sign, `(u64)x` extends with zeros.

use super::tree::{Expression, Infix, Level, Shape};
use crate::ops::{BinaryOp, FloatPredicate, IntPredicate};

/// The sign of a binary operation; none for the remainder of floating-point numbers.
fn sign(op: BinaryOp) -> Option<Infix> {
    let (sign, level) = match op {
        BinaryOp::Add | BinaryOp::FloatAdd => ("+", Level::Sum),
        BinaryOp::Sub | BinaryOp::FloatSub => ("-", Level::Sum),
        BinaryOp::Mul | BinaryOp::FloatMul => ("*", Level::Product),
        BinaryOp::SignedDiv | BinaryOp::FloatDiv => ("/", Level::Product),
        BinaryOp::UnsignedDiv => ("/u", Level::Product),
        BinaryOp::SignedRem => ("%", Level::Product),
        BinaryOp::UnsignedRem => ("%u", Level::Product),
        BinaryOp::ShiftLeft => ("<<", Level::Shift),
        BinaryOp::LogicalShiftRight => (">>u", Level::Shift),
        BinaryOp::ArithmeticShiftRight => (">>", Level::Shift),
        BinaryOp::And => ("&", Level::BitAnd),
        BinaryOp::Or => ("|", Level::BitOr),
        BinaryOp::Xor => ("^", Level::BitXor),
        BinaryOp::FloatRem => return None,
    };
    Some(Infix { sign, level })
}

/// `left op right`.
pub(super) fn binary(op: BinaryOp, left: Expression, right: Expression) -> Expression {
    match (op, sign(op)) {
        (BinaryOp::Add, _) if negated(&right).is_some() => {
            let text = negated(&right).unwrap_or_default();
            binary(BinaryOp::Sub, left, Expression::text(text))
        }
        (BinaryOp::Sub, _) if is_text(&left, "0") => Expression::prefix("-", right),
        (BinaryOp::Xor, _) if is_text(&right, "-1") => Expression::prefix("~", left),
        (BinaryOp::Xor, _) if is_text(&right, "true") => not(left),
        (_, Some(infix)) => Expression::infix(infix, left, right),
        (_, None) => Expression::call("fmod", vec![left, right]),
    }
}

/// The number that has the other sign, if an expression is a negative one.
fn negated(expression: &Expression) -> Option<String> {
    match &expression.shape {
        Shape::Text(text) => text.strip_prefix('-').map(str::to_owned),
        _ => None,
    }
}

pub(super) fn is_text(expression: &Expression, wanted: &str) -> bool {
    matches!(&expression.shape, Shape::Text(text) if text == wanted)
}

/// `!x`, or the opposite of `==`.
fn not(operand: Expression) -> Expression {
    opposite(operand, false)
}

/// `!x`, or the opposite comparison: that of a smaller floating-point number has none, since
/// neither holds of what is not a number.
pub(super) fn opposite(mut operand: Expression, compares_integers: bool) -> Expression {
    let opposite = match &operand.shape {
        Shape::Infix(infix, ..) => match infix.sign {
            "==" => "!=",
            "!=" => "==",
            "<u" => ">=u",
            ">=u" => "<u",
            ">u" => "<=u",
            "<=u" => ">u",
            "<" if compares_integers => ">=",
            ">=" if compares_integers => "<",
            ">" if compares_integers => "<=",
            "<=" if compares_integers => ">",
            _ => return Expression::prefix("!", operand),
        },
        Shape::Prefix(sign, inner) if sign == "!" => return inner.as_ref().clone(),
        _ => return Expression::prefix("!", operand),
    };
    if let Shape::Infix(infix, ..) = &mut operand.shape {
        infix.sign = opposite;
    }
    operand
}

pub(super) fn compare(predicate: IntPredicate, left: Expression, right: Expression) -> Expression {
    let sign = match predicate {
        IntPredicate::Equal => "==",
        IntPredicate::NotEqual => "!=",
        IntPredicate::UnsignedGreater => ">u",
        IntPredicate::UnsignedGreaterEqual => ">=u",
        IntPredicate::UnsignedLess => "<u",
        IntPredicate::UnsignedLessEqual => "<=u",
        IntPredicate::SignedGreater => ">",
        IntPredicate::SignedGreaterEqual => ">=",
        IntPredicate::SignedLess => "<",
        IntPredicate::SignedLessEqual => "<=",
    };
    Expression::infix(relation(sign), left, right)
}

fn relation(sign: &'static str) -> Infix {
    let level = match sign {
        "==" | "!=" => Level::Equality,
        _ => Level::Relation,
    };
    Infix { sign, level }
}

/// As in C, a sign is false if an operand is not a number, but for `!=`. The other comparisons are
/// written as calls by their name in LLVM IR.
pub(super) fn compare_floats(
    predicate: FloatPredicate,
    left: Expression,
    right: Expression,
) -> Expression {
    use FloatPredicate as P;
    let sign = match predicate {
        P::OrderedEqual => Ok("=="),
        P::OrderedGreater => Ok(">"),
        P::OrderedGreaterEqual => Ok(">="),
        P::OrderedLess => Ok("<"),
        P::OrderedLessEqual => Ok("<="),
        P::UnorderedNotEqual => Ok("!="),
        P::False => Err("false"),
        P::OrderedNotEqual => Err("one"),
        P::Ordered => Err("ord"),
        P::Unordered => Err("uno"),
        P::UnorderedEqual => Err("ueq"),
        P::UnorderedGreater => Err("ugt"),
        P::UnorderedGreaterEqual => Err("uge"),
        P::UnorderedLess => Err("ult"),
        P::UnorderedLessEqual => Err("ule"),
        P::True => Err("true"),
    };
    match sign {
        Ok(sign) => Expression::infix(relation(sign), left, right),
        Err(name) => Expression::call(name, vec![left, right]),
    }
}

/// `condition ? then : otherwise`, or `a && b` and `a || b`.
pub(super) fn choice(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    let [and, or] =
        [("&&", Level::And), ("||", Level::Or)].map(|(sign, level)| Infix { sign, level });
    if is_text(&otherwise, "false") {
        return Expression::infix(and, condition, then);
    }
    if is_text(&then, "true") {
        return Expression::infix(or, condition, otherwise);
    }
    if is_text(&then, "false") {
        return Expression::infix(and, not(condition), otherwise);
    }
    if is_text(&otherwise, "true") {
        return Expression::infix(or, not(condition), then);
    }
    Expression::new(Shape::Choice(Box::new([condition, then, otherwise])))
}
