//! Constant expressions.
//!
//! *Needs:* an expression in postfix order, and the names of globals and functions.
//! *Gives:* expressions of JavaScript for the [words] of its value. *Cost:* linear.
//!
//! An instance computes its constants once, so arithmetic of 64 bits is that of `BigInt`: a word of
//! the sum is an expression that has each operand once.

use unsnarl_low::module::{Constant, ConstantOp};
use unsnarl_low::{Number, Type, Width};

use crate::code::float;
use crate::context::Context;
use crate::error::{Error, refused};
use crate::words;

/// A value on the stack.
enum Value {
    Words(Vec<String>),
    /// A `BigInt`, of which the lowest 64 bits count.
    Big(String),
}

/// The words of a constant expression.
pub(crate) fn words(
    context: &Context<'_>,
    constant: &Constant,
    ty: Type,
) -> Result<Vec<String>, Error> {
    let mut stack: Vec<Value> = Vec::new();
    for &op in &constant.0 {
        let value = match op {
            ConstantOp::Number(number) => Value::Words(number_words(number)?),
            ConstantOp::Global(number) => {
                Value::Words(context.names.globals[number as usize].clone())
            }
            ConstantOp::Function(number) => {
                Value::Words(vec![context.names.functions[number as usize].clone()])
            }
            ConstantOp::Null(_) => Value::Words(vec![String::from("null")]),
            ConstantOp::Add(width) => arithmetic(&mut stack, width, "+")?,
            ConstantOp::Subtract(width) => arithmetic(&mut stack, width, "-")?,
            ConstantOp::Multiply(width) => arithmetic(&mut stack, width, "*")?,
        };
        stack.push(value);
    }
    match (stack.pop().map(Value::words), stack.is_empty()) {
        (Some(words), true) if words.len() == words::count(ty) => Ok(words),
        _ => Err(refused(
            "a constant expression with a number of values other than one",
        )),
    }
}

fn arithmetic(stack: &mut Vec<Value>, width: Width, sign: &str) -> Result<Value, Error> {
    let (right, left) = (stack.pop(), stack.pop());
    let (Some(right), Some(left)) = (right, left) else {
        return Err(refused("a constant expression without operands"));
    };
    Ok(match width {
        Width::W64 => Value::Big(format!(
            "BigInt.asIntN(64, {} {sign} {})",
            left.big(),
            right.big()
        )),
        Width::W32 => {
            let (left, right) = (left.words(), right.words());
            let (left, right) = (&left[0], &right[0]);
            Value::Words(vec![match sign {
                "*" => format!("imul({left}, {right})"),
                _ => format!("({left} {sign} {right} | 0)"),
            }])
        }
    })
}

impl Value {
    fn words(self) -> Vec<String> {
        match self {
            Value::Words(words) => words,
            Value::Big(big) => vec![
                format!("Number(BigInt.asIntN(32, {big}))"),
                format!("Number({big} >> 32n)"),
            ],
        }
    }

    fn big(self) -> String {
        match self {
            Value::Words(words) => match &words[..] {
                [low, high] => format!("((BigInt({high}) << 32n) + BigInt({low} >>> 0))"),
                _ => words.concat(),
            },
            Value::Big(big) => big,
        }
    }
}

fn number_words(number: Number) -> Result<Vec<String>, Error> {
    let int = |number: i32| number.to_string();
    Ok(match number {
        Number::I32(number) => vec![int(number)],
        Number::I64(number) => vec![int(number as i32), int((number >> 32) as i32)],
        Number::F32(bits) => vec![float::number(f64::from(f32::from_bits(bits))).text],
        Number::F64(bits) => vec![float::number(f64::from_bits(bits)).text],
        Number::V128(bytes) => {
            let words = bytes.chunks_exact(4);
            words
                .map(|word| int(i32::from_le_bytes(word.try_into().expect("four bytes"))))
                .collect()
        }
        Number::Address(..) => return Err(refused("an address in a constant expression")),
    })
}
