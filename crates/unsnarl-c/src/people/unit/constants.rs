//! Constants as expressions, and what initialises variables.

use unsnarl_ir::{
    BinaryOp, CastOp, ConstId, Constant, Expression as ConstantExpression, Operand, Type, TypeId,
};

use super::{Unit, is_aggregate, offset};
use crate::people::constants::{float, int, padded};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;
use crate::people::types::int_name;

impl Unit<'_> {
    /// A constant as an expression; where it initialises a variable, C must compute it before the
    /// program runs.
    pub(in crate::people) fn constant(
        &self,
        id: ConstId,
        is_static: bool,
    ) -> Result<Expression, Cause> {
        let module = self.module;
        let shown = || {
            Cause::Construct(format!(
                "a constant of type {}",
                module.show_type(module.constant_type(id))
            ))
        };
        Ok(match module.constant(id) {
            Constant::Int { ty, value } => {
                let bits = module.types.int_width(*ty).ok_or_else(shown)?;
                if bits > 128 {
                    return Err(self.types.borrow().unsupported(*ty));
                }
                int(value.low(), bits)
            }
            Constant::Float { ty, bits } => match *module.types.resolve(*ty) {
                Type::Float(kind) => match float(*bits, kind) {
                    Some(number) => number,
                    None if is_static => return Err(shown()),
                    None => self.punned(*ty, *bits)?,
                },
                _ => return Err(shown()),
            },
            Constant::Null(_) => Expression::atom("NULL"),
            Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty) => self.zero(*ty)?,
            Constant::Bytes { .. } | Constant::Aggregate { .. } | Constant::Splat { .. } => {
                let ty = self.value_type(module.constant_type(id))?;
                let is_array = matches!(
                    module.types.resolve(module.constant_type(id)),
                    Type::Array { .. }
                );
                let list = self.initializer(id)?;
                let list = if is_array {
                    format!("{{{list}}}")
                } else {
                    list
                };
                Expression::new(format!("({ty}){list}"), Level::Postfix)
            }
            Constant::Global(global) => self.address_of_global(*global),
            Constant::Function(function) => self.address_of_function(*function),
            Constant::Expression { ty, expression } => self.computed(*ty, expression, is_static)?,
            Constant::Metadata { .. } => return Err(shown()),
        })
    }

    /// A number by the bits of its format, where no literal says it.
    pub(super) fn punned(&self, ty: TypeId, bits: u128) -> Result<Expression, Cause> {
        let name = self.value_type(ty)?;
        let size = 8 * self.layout.size(ty).unwrap_or(0) as u32;
        let number = int(bits, size);
        let from = int_name(size, false);
        if size > 64 {
            return Err(self.types.borrow().unsupported(ty));
        }
        let text = format!(
            "((union {{ {from} from; {name} to; }}){{ {} }}).to",
            number.text
        );
        Ok(Expression::new(text, Level::Postfix))
    }

    pub(in crate::people) fn zero(&self, ty: TypeId) -> Result<Expression, Cause> {
        Ok(match self.module.types.resolve(ty) {
            Type::Int(bits) => int(0, *bits),
            Type::Pointer { .. } => Expression::atom("NULL"),
            Type::Float(kind) => {
                float(0, *kind).ok_or_else(|| self.types.borrow().unsupported(ty))?
            }
            _ => {
                let name = self.value_type(ty)?;
                Expression::new(format!("({name}){{0}}"), Level::Postfix)
            }
        })
    }

    pub(super) fn computed(
        &self,
        ty: TypeId,
        expression: &ConstantExpression,
        is_static: bool,
    ) -> Result<Expression, Cause> {
        match expression {
            ConstantExpression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices.iter().map(|&index| Operand::Const(index));
                let address =
                    self.layout
                        .address(self.module, *source, Operand::Const(*base), indices);
                let address = address.map_err(|error| Cause::Construct(error.to_string()))?;
                let base = self.constant(*base, is_static)?;
                Ok(offset(base, address.offset))
            }
            ConstantExpression::Cast { op, value } => {
                let bits = self.module.types.int_width(ty);
                let value = self.constant(*value, is_static)?;
                match (op, bits) {
                    (CastOp::PtrToInt | CastOp::PtrToAddr, Some(64)) => {
                        Ok(Expression::cast("uintptr_t", &value))
                    }
                    (CastOp::IntToPtr, _) => {
                        let value = Expression::cast("uintptr_t", &value);
                        Ok(Expression::cast("void *", &value))
                    }
                    (CastOp::PtrToInt | CastOp::Truncate, Some(bits @ (8 | 16 | 32)))
                        if !is_static =>
                    {
                        let value = Expression::cast("uintptr_t", &value);
                        let name = int_name(bits, false);
                        Ok(Expression::cast(name, &value))
                    }
                    (CastOp::Bitcast, None) if self.module.types.is_pointer(ty) => Ok(value),
                    _ => Err(Cause::Construct("such a constant".to_owned())),
                }
            }
            ConstantExpression::Binary {
                op, left, right, ..
            } if !is_static => {
                let sign = match op {
                    BinaryOp::Add => "+",
                    BinaryOp::Sub => "-",
                    _ => return Err(Cause::Construct("such a constant".to_owned())),
                };
                match self.module.types.int_width(ty) {
                    Some(64) => {
                        let left = self.constant(*left, false)?;
                        let right = self.constant(*right, false)?;
                        Ok(Expression::infix(sign, &left, &right))
                    }
                    _ => Err(Cause::Construct("such a constant".to_owned())),
                }
            }
            _ => Err(Cause::Construct("such a constant".to_owned())),
        }
    }

    /// What initialises a variable: a constant expression, or a list in braces.
    pub(in crate::people) fn initializer(&self, id: ConstId) -> Result<String, Cause> {
        let module = self.module;
        let (mut text, mut work) = (String::new(), vec![Piece::Constant(id)]);
        while let Some(piece) = work.pop() {
            let id = match piece {
                Piece::Constant(id) => id,
                Piece::Text(own) => {
                    text += own;
                    continue;
                }
                Piece::Lane(lane) => {
                    text += &self.lane(lane)?;
                    continue;
                }
            };
            match module.constant(id) {
                Constant::Bytes { bytes, ty } => {
                    let element = match module.types.resolve(*ty) {
                        Type::Array { element, .. } => module.types.int_width(*element),
                        _ => None,
                    };
                    match (element, &**bytes) {
                        (Some(8), [own @ .., 0]) => text += &padded(own),
                        (Some(8), own) => {
                            let all: Vec<String> = own.iter().map(u8::to_string).collect();
                            text += &format!("{{ {} }}", all.join(", "));
                        }
                        _ => return Err(Cause::Construct("bytes as a vector".to_owned())),
                    }
                }
                Constant::Aggregate { elements, ty } => {
                    let is_vector = matches!(module.types.resolve(*ty), Type::Vector { .. });
                    work.push(Piece::Text(" }"));
                    for (place, &element) in elements.iter().enumerate().rev() {
                        work.push(match is_vector {
                            true => Piece::Lane(element),
                            false => Piece::Constant(element),
                        });
                        work.push(Piece::Text(if place > 0 { ", " } else { "{ " }));
                    }
                    if elements.is_empty() {
                        work.pop();
                        text += "{}";
                    }
                }
                &Constant::Splat { ty, element } => {
                    let &Type::Vector { count, .. } = module.types.resolve(ty) else {
                        return Err(self.types.borrow().unsupported(ty));
                    };
                    let element = self.lane(element)?;
                    text += &format!("{{ {} }}", vec![element; count as usize].join(", "));
                }
                Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty)
                    if is_aggregate(module, *ty) =>
                {
                    text += "{}";
                }
                _ => text += &self.constant(id, true)?.converted().text,
            }
        }
        Ok(text)
    }

    pub(super) fn lane(&self, element: ConstId) -> Result<String, Cause> {
        let ty = self.module.constant_type(element);
        let text = self.constant(element, true)?.text;
        Ok(match self.module.types.resolve(ty) {
            Type::Int(1) => if text == "true" { "-1" } else { "0" }.to_owned(),
            Type::Pointer { .. } => format!("(uintptr_t){text}"),
            _ => text,
        })
    }
}

enum Piece {
    Constant(ConstId),
    /// An element of a vector.
    Lane(ConstId),
    Text(&'static str),
}
