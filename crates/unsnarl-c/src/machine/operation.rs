//! Operations on numbers as expressions of C without undefined behaviour.
//!
//! *Needs:* an operation that reads and writes nothing, and its operands as expressions.
//! *Gives:* [`value`]: an expression. What has no operator is a call of a function of the
//! [runtime](super::runtime) that has the operation's name.
//! *Cost:* that of the text.
//!
//! Integers are unsigned, so that they wrap. Signed comparisons, divisions by constants and shifts
//! to the right convert to a signed type, of which the runtime checks when it is compiled that it
//! is two's complement. What traps, or would be undefined in C, is a function with its checks.

use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatCompare};
use unsnarl_low::op::int::{IntBinary, IntCompare, IntUnary};
use unsnarl_low::{Op, Sign, Width};

use super::expression::{Expr, Traps, int_operators};

/// The constant that an operand is, if it is a small one that is written as such.
pub(super) type Constants<'a> = &'a dyn Fn(usize) -> Option<i64>;

/// The expression of an operation on numbers; none if it is another one.
pub(super) fn value(op: &Op, operands: &[Expr], constant: Constants<'_>) -> Option<Expr> {
    Some(match *op {
        Op::IntUnary(width, own) => int_unary(op, width, own, operands),
        Op::IntBinary(width, own) => int_binary(op, width, own, operands, constant),
        Op::IntIsZero(_) => operands[0].is_zero(),
        Op::IntCompare(width, own) => int_compare(width, own, operands, constant),
        Op::FloatUnary(..) => function(op, operands),
        Op::FloatBinary(width, own) => match float_operator(own) {
            Some(operator) if width == Width::W32 => {
                Expr::binary(operator, &operands[0], &operands[1]).single()
            }
            Some(operator) => Expr::binary(operator, &operands[0], &operands[1]),
            None => function(op, operands),
        },
        Op::FloatCompare(_, own) => {
            Expr::comparison(float_operators(own), "", &operands[0], &operands[1])
        }
        Op::Convert(own) => convert(op, own, &operands[0]),
        Op::Select(_) => Expr::select(&operands[2], &operands[0], &operands[1]),
        Op::IsNull(_) => operands[0].is_zero(),
        Op::Null(_) => Expr::primary("unsnarl_null"),
        _ => return None,
    })
}

/// The name of an operation as that of a function.
pub(super) fn function_name(op: &Op) -> String {
    op.name().replace('.', "_")
}

/// A call of the function of an operation.
pub(super) fn function(op: &Op, operands: &[Expr]) -> Expr {
    Expr::call(&function_name(op), "", operands)
}

/// A call of the function of an operation that may trap.
fn trapping(op: &Op, operands: &[Expr]) -> Expr {
    Expr::call(&function_name(op), "self", operands).trapping(Traps::ARITHMETIC)
}

/// The signed type of a width.
fn signed(width: Width) -> &'static str {
    match width {
        Width::W32 => "int32_t",
        Width::W64 => "int64_t",
    }
}

/// The unsigned type of a width.
fn unsigned(width: Width) -> &'static str {
    match width {
        Width::W32 => "uint32_t",
        Width::W64 => "uint64_t",
    }
}

fn int_unary(op: &Op, width: Width, own: IntUnary, operands: &[Expr]) -> Expr {
    let narrow = match own {
        IntUnary::Clz | IntUnary::Ctz | IntUnary::Popcnt => return function(op, operands),
        IntUnary::Extend8 => "int8_t",
        IntUnary::Extend16 => "int16_t",
        IntUnary::Extend32 => "int32_t",
    };
    Expr::cast(unsigned(width), &Expr::cast(narrow, &operands[0]))
}

fn int_binary(
    op: &Op,
    width: Width,
    own: IntBinary,
    operands: &[Expr],
    constant: Constants<'_>,
) -> Expr {
    let [left, right] = operands else {
        return function(op, operands);
    };
    let divisor = constant(1).map(|number| match width {
        Width::W32 => i64::from(number as i32),
        Width::W64 => number,
    });
    let by = |operator: &str| {
        let (left, right) = (
            Expr::cast(signed(width), left),
            Expr::cast(signed(width), right),
        );
        Expr::cast(unsigned(width), &Expr::binary(operator, &left, &right))
    };
    match own {
        IntBinary::Add => match constant(1) {
            Some(number @ -1024..=-1) => {
                let amount = Expr::primary(match width {
                    Width::W32 => format!("{}u", -number),
                    Width::W64 => format!("{}ull", -number),
                });
                Expr::binary("-", left, &amount)
            }
            _ => Expr::binary("+", left, right),
        },
        IntBinary::Sub => Expr::binary("-", left, right),
        IntBinary::Mul => Expr::binary("*", left, right),
        IntBinary::And => Expr::binary("&", left, right),
        IntBinary::Or => Expr::binary("|", left, right),
        IntBinary::Xor => match (constant(0), constant(1)) {
            // Of two decimal numbers clang warns that this is no power.
            (Some(number @ (2 | 10)), Some(_)) => {
                let left = Expr::primary(match width {
                    Width::W32 => format!("0x{number:x}u"),
                    Width::W64 => format!("0x{number:x}ull"),
                });
                Expr::binary("^", &left, right)
            }
            _ => Expr::binary("^", left, right),
        },
        IntBinary::Shl => Expr::binary("<<", left, &amount(width, right, constant)),
        IntBinary::ShrU => Expr::binary(">>", left, &amount(width, right, constant)),
        IntBinary::ShrS => {
            let left = Expr::cast(signed(width), left);
            let shifted = Expr::binary(">>", &left, &amount(width, right, constant));
            Expr::cast(unsigned(width), &shifted)
        }
        IntBinary::DivU if divisor.is_some_and(|number| number != 0) => {
            Expr::binary("/", left, right)
        }
        IntBinary::RemU if divisor.is_some_and(|number| number != 0) => {
            Expr::binary("%", left, right)
        }
        IntBinary::DivS if divisor.is_some_and(|number| number != 0 && number != -1) => by("/"),
        IntBinary::RemS if divisor.is_some_and(|number| number != 0 && number != -1) => by("%"),
        IntBinary::Rotl | IntBinary::Rotr => function(op, operands),
        IntBinary::DivS | IntBinary::DivU | IntBinary::RemS | IntBinary::RemU => {
            trapping(op, operands)
        }
    }
}

/// How far a number is shifted: modulo its width.
fn amount(width: Width, right: &Expr, constant: Constants<'_>) -> Expr {
    let mask = i64::from(width.bits() - 1);
    match constant(1) {
        Some(number) => Expr::primary((number & mask).to_string()),
        None => Expr::binary("&", right, &Expr::primary(mask.to_string())),
    }
}

fn int_compare(width: Width, own: IntCompare, operands: &[Expr], constant: Constants<'_>) -> Expr {
    let (left, right) = (&operands[0], &operands[1]);
    // Compilers warn of unsigned numbers that are compared with 0, and of variables that are
    // compared with themselves.
    let zero = (constant(0) == Some(0), constant(1) == Some(0));
    let known = match own {
        IntCompare::LtU if zero.1 => Some(false),
        IntCompare::GeU if zero.1 => Some(true),
        IntCompare::GtU if zero.0 => Some(false),
        IntCompare::LeU if zero.0 => Some(true),
        _ if left.text == right.text => Some(matches!(
            own,
            IntCompare::Eq | IntCompare::LeS | IntCompare::LeU | IntCompare::GeS | IntCompare::GeU
        )),
        _ => None,
    };
    if let Some(known) = known {
        let name = if known { "always" } else { "never" };
        return Expr::call(name, "", operands);
    }
    match own {
        IntCompare::Eq if zero.1 && left.binding == super::expression::Binding::Truth => {
            left.is_zero()
        }
        _ => {
            let (operators, is_signed) = int_operators(own);
            let cast = if is_signed { signed(width) } else { "" };
            Expr::comparison(operators, cast, left, right)
        }
    }
}

fn float_operator(op: FloatBinary) -> Option<&'static str> {
    Some(match op {
        FloatBinary::Add => "+",
        FloatBinary::Sub => "-",
        FloatBinary::Mul => "*",
        FloatBinary::Div => "/",
        FloatBinary::Min | FloatBinary::Max | FloatBinary::Copysign => return None,
    })
}

/// The operator of a comparison of floats, and that of its contrary if there is one.
fn float_operators(op: FloatCompare) -> [&'static str; 2] {
    match op {
        FloatCompare::Eq => ["==", "!="],
        FloatCompare::Ne => ["!=", "=="],
        FloatCompare::Lt => ["<", ""],
        FloatCompare::Gt => [">", ""],
        FloatCompare::Le => ["<=", ""],
        FloatCompare::Ge => [">=", ""],
    }
}

fn convert(op: &Op, own: Convert, operand: &Expr) -> Expr {
    let float = |width: Width| match width {
        Width::W32 => "float",
        Width::W64 => "double",
    };
    match own {
        Convert::Wrap => Expr::cast("uint32_t", operand),
        Convert::Extend(Sign::Unsigned) => Expr::cast("uint64_t", operand),
        Convert::Extend(Sign::Signed) => Expr::cast(
            "uint64_t",
            &Expr::cast("int64_t", &Expr::cast("int32_t", operand)),
        ),
        Convert::Truncate { .. } => trapping(op, std::slice::from_ref(operand)),
        Convert::ToFloat {
            from,
            to,
            sign: Sign::Signed,
        } => Expr::cast(float(to), &Expr::cast(signed(from), operand)),
        Convert::ToFloat {
            to,
            sign: Sign::Unsigned,
            ..
        } => Expr::cast(float(to), operand),
        Convert::Demote => Expr::cast("float", operand),
        Convert::Promote => Expr::cast("double", operand),
        Convert::TruncateSaturating { .. }
        | Convert::IntToFloatBits(_)
        | Convert::FloatToIntBits(_) => function(op, std::slice::from_ref(operand)),
    }
}
