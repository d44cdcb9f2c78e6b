//! Constants as expressions.
//!
//! *Needs:* a module.
//! *Gives:* [`constant`]: numbers in decimal, globals by name, private strings as their text;
//! constants without a short form as LLVM IR writes them.
//! *Cost:* O(text).

use super::Context;
use super::operators::{binary, compare};
use super::places;
use super::tree::{Base, Expression, Place, Shape};
use crate::constant::{Constant, Expression as Computed};
use crate::function::Function;
use crate::global::{Global, GlobalKind, Linkage};
use crate::id::{ConstId, GlobalId, TypeId};
use crate::inst::Operand;
use crate::int::WideInt;
use crate::ops::CastOp;
use crate::types::{FloatKind, Type};

/// Whether an integer is read as signed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Signed,
    Unsigned,
}

/// The maximum depth of constant expressions that are written out.
const DEEPEST: u32 = 6;

/// The longest string that is written out, in bytes.
const LONGEST: usize = 60;

pub(super) fn constant(
    context: &Context<'_>,
    function: &Function,
    id: ConstId,
    sign: Sign,
) -> Expression {
    nested(context, function, id, sign, DEEPEST)
}

fn nested(
    context: &Context<'_>,
    function: &Function,
    id: ConstId,
    sign: Sign,
    depth: u32,
) -> Expression {
    let module = context.module;
    match module.constant(id) {
        Constant::Int { ty, value } => int(context, *ty, value, sign),
        Constant::Float { ty, bits } => {
            let text = float(module.types.get(*ty), *bits);
            Expression::text(text.unwrap_or_else(|| llvm(context, function, id)))
        }
        Constant::Null(_) => Expression::text("null"),
        Constant::Zero(_) => Expression::text("zero"),
        Constant::Undef(_) => Expression::text("undef"),
        Constant::Poison(_) => Expression::text("poison"),
        Constant::Global(global) => self::global(context, *global),
        Constant::Function(callee) => Expression::text(symbol(module.function_name(*callee))),
        Constant::Expression { ty, expression } if depth > 0 => {
            let part = |id| nested(context, function, id, Sign::Signed, depth - 1);
            match expression {
                Computed::Binary {
                    op, left, right, ..
                } => binary(*op, part(*left), part(*right)),
                Computed::Compare {
                    predicate,
                    left,
                    right,
                } => compare(*predicate, part(*left), part(*right)),
                Computed::Cast {
                    op: CastOp::PtrToInt | CastOp::IntToPtr | CastOp::PtrToAddr,
                    value,
                } => {
                    let ty = module.show_type(*ty);
                    Expression::prefix(format!("({ty})"), part(*value))
                }
                Computed::Gep {
                    source,
                    base,
                    indices,
                    ..
                } => {
                    let indices: Vec<Operand> =
                        indices.iter().map(|&index| Operand::Const(index)).collect();
                    let written = indices.iter().map(|index| match index {
                        Operand::Const(index) => part(*index),
                        Operand::Value(_) => Expression::text("?"),
                    });
                    let written = written.collect();
                    places::address(context, *source, part(*base), &indices, written)
                }
                _ => Expression::text(llvm(context, function, id)),
            }
        }
        _ => Expression::text(llvm(context, function, id)),
    }
}

/// A constant as LLVM IR writes it.
fn llvm(context: &Context<'_>, function: &Function, id: ConstId) -> String {
    let shown = context.module.show_operand(function, Operand::Const(id));
    shown.to_string()
}

/// The name of a symbol, in quotes if it is not a word.
pub(super) fn symbol(name: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    match !name.is_empty() && name.chars().all(is_word) {
        true => name.to_owned(),
        false => format!("{name:?}"),
    }
}

/// The address of a global: the text of a string, or `&x`.
fn global(context: &Context<'_>, id: GlobalId) -> Expression {
    let module = context.module;
    let global = &module.globals[id];
    if let Some(text) = string(context, global) {
        return Expression::text(text);
    }
    let name = Expression::text(symbol(module.name(global.name)));
    if !matches!(global.kind, GlobalKind::Variable { .. }) {
        return name;
    }
    let mut place = Place::new(Base::Object(Box::new(name)), Vec::new());
    place.size = context.layout.size(global.ty);
    place.ty = context.global_type(id);
    Expression::new(Shape::AddressOf(place))
}

/// The text of a private string that ends with a zero, if it is short and printable.
fn string(context: &Context<'_>, global: &Global) -> Option<String> {
    let GlobalKind::Variable {
        constant: true,
        initializer: Some(initializer),
        ..
    } = global.kind
    else {
        return None;
    };
    let Constant::Bytes { bytes, .. } = context.module.constant(initializer) else {
        return None;
    };
    let is_anonymous = global.linkage == Linkage::Private && global.unnamed_address;
    let (&0, text) = bytes.split_last()? else {
        return None;
    };
    let is_plain = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r');
    let is_shown = is_anonymous && text.len() <= LONGEST && text.iter().all(is_plain);
    let text = std::str::from_utf8(text).ok()?;
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped = escaped.replace('\n', "\\n").replace('\t', "\\t");
    is_shown.then(|| format!("\"{}\"", escaped.replace('\r', "\\r")))
}

fn int(context: &Context<'_>, ty: TypeId, value: &WideInt, sign: Sign) -> Expression {
    let width = context.module.types.int_width(ty).unwrap_or(128);
    let signed = value.as_i128(width);
    Expression::text(match (width, sign, signed) {
        (1, ..) => (if value.is_zero() { "false" } else { "true" }).to_owned(),
        (_, Sign::Signed, Some(signed)) => signed.to_string(),
        (..=128, Sign::Unsigned, _) => value.low().to_string(),
        _ => {
            let bytes = value.to_le_bytes((width as usize).div_ceil(8));
            let digits = bytes.iter().rev().map(|byte| format!("{byte:02x}"));
            format!("0x{}", digits.collect::<String>())
        }
    })
}

/// A `float` or `double` in decimal, if it is a number.
fn float(ty: &Type, bits: u128) -> Option<String> {
    match ty {
        Type::Float(FloatKind::Float) => {
            let value = f32::from_bits(bits as u32);
            value.is_finite().then(|| format!("{value:?}"))
        }
        Type::Float(FloatKind::Double) => {
            let value = f64::from_bits(bits as u64);
            value.is_finite().then(|| format!("{value:?}"))
        }
        _ => None,
    }
}
