//! Signs of operators.
//!
//! *Gives:* arithmetic, comparisons and conversions as expressions. Where C writes signed and
//! unsigned operators alike, a `u` marks the unsigned one: `x /u y`, `x <u y`, `x >>u y`.
//! Conversions are distinguished by their type: `(i64)x` extends the sign, `(u64)x` extends with
//! zeros.

use super::tree::{Expression, Infix, Level, Shape};
use crate::ops::{BinaryOp, FloatPredicate, IntPredicate};

impl Infix {
    const AND: Infix = Infix::new("&&", Level::And);
    const OR: Infix = Infix::new("||", Level::Or);
    const BIT_AND: Infix = Infix::new("&", Level::BitAnd);
    const BIT_OR: Infix = Infix::new("|", Level::BitOr);

    const fn new(sign: &'static str, level: Level) -> Infix {
        Infix { sign, level }
    }
}

/// The sign of a binary operation; nothing for the remainder of floating-point numbers.
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
        BinaryOp::And => return Some(Infix::BIT_AND),
        BinaryOp::Or => return Some(Infix::BIT_OR),
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

/// The number with the opposite sign, if an expression is a negative number.
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
    opposite(operand, &|_| None)
}

/// The kind of a sign's operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operands {
    Integers,
    TruthValues,
}

/// The negation of an expression: the opposite comparison, or, by De Morgan's laws, the negations
/// of both operands of `&&`, `||`, `&` or `|`, unless neither has a form without `!`; otherwise
/// `!x`. A comparison of operands that may be NaN has an opposite only for `==` and `!=`, since for
/// a NaN both of two other opposite comparisons are false. `operands` gives the kind of an
/// expression's operands.
pub(super) fn opposite(
    operand: Expression,
    operands: &impl Fn(&Expression) -> Option<Operands>,
) -> Expression {
    match turned(&operand, operands) {
        Some(turned) => turned,
        None => Expression::prefix("!", operand),
    }
}

/// The negation of an expression, if it has a form without `!`.
fn turned(
    expression: &Expression,
    operands: &impl Fn(&Expression) -> Option<Operands>,
) -> Option<Expression> {
    let (infix, left, right) = match &expression.shape {
        Shape::Infix(infix, left, right) => (*infix, left, right),
        Shape::Prefix(sign, inner) if sign == "!" => {
            let inner = inner.as_ref().clone();
            return Some(inner.with(expression.made_by.clone()));
        }
        _ => return None,
    };
    let both = |infix| {
        let turned = both(infix, left, right, operands)?;
        Some(turned.with(expression.made_by.clone()))
    };
    let of = operands(expression);
    let of_integers = of == Some(Operands::Integers);
    let of_truth_values = of == Some(Operands::TruthValues);
    let sign = match infix.sign {
        "==" => "!=",
        "!=" => "==",
        "<u" => ">=u",
        ">=u" => "<u",
        ">u" => "<=u",
        "<=u" => ">u",
        "<" if of_integers => ">=",
        ">=" if of_integers => "<",
        ">" if of_integers => "<=",
        "<=" if of_integers => ">",
        "&&" => return both(Infix::OR),
        "||" => return both(Infix::AND),
        "&" if of_truth_values => return both(Infix::BIT_OR),
        "|" if of_truth_values => return both(Infix::BIT_AND),
        _ => return None,
    };
    let mut turned = expression.clone();
    turned.shape = Shape::Infix(Infix { sign, ..infix }, left.clone(), right.clone());
    Some(turned)
}

/// The negations of two operands; nothing if neither has a form without `!`.
fn both(
    infix: Infix,
    left: &Expression,
    right: &Expression,
    operands: &impl Fn(&Expression) -> Option<Operands>,
) -> Option<Expression> {
    let sides = [left, right].map(|side| (side, turned(side, operands)));
    if sides.iter().all(|(_, turned)| turned.is_none()) {
        return None;
    }
    let [left, right] =
        sides.map(|(side, turned)| turned.unwrap_or_else(|| Expression::prefix("!", side.clone())));
    Some(Expression::infix(infix, left, right))
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

/// As in C, every comparison sign but `!=` is false if an operand is a NaN. The other comparisons
/// are written as calls with their name in LLVM IR.
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
    if is_text(&otherwise, "false") {
        return Expression::infix(Infix::AND, condition, then);
    }
    if is_text(&then, "true") {
        return Expression::infix(Infix::OR, condition, otherwise);
    }
    if is_text(&then, "false") {
        return Expression::infix(Infix::AND, not(condition), otherwise);
    }
    if is_text(&otherwise, "true") {
        return Expression::infix(Infix::OR, not(condition), then);
    }
    Expression::new(Shape::Choice(Box::new([condition, then, otherwise])))
}
