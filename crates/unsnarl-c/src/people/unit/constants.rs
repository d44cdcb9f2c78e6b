//! Constants as expressions, and what initialises variables.

use unsnarl_ir::{
    CastOp, ConstId, Constant, Expression as ConstantExpression, Operand, Scalar, Type, TypeId,
};

use super::{Unit, is_aggregate, offset, untyped};
use crate::people::constants::{float, int, padded, signalling, wide_int};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;
use crate::people::types::int_name;

/// How many parts a constant expression may have.
const LONGEST: usize = 256;

/// How the parts of a constant are written.
type Parts<'a> = dyn Fn(ConstId) -> Result<Expression, Cause> + 'a;

impl Unit<'_> {
    /// A constant that C must compute before the program runs.
    pub(in crate::people) fn constant(&self, id: ConstId) -> Result<Expression, Cause> {
        self.check_length(id)?;
        match self.module.constant(id) {
            Constant::Expression { ty, expression } => match self.scalars.get(id) {
                // It depends on no address.
                Ok(Scalar::Bits(bits)) => self.number(*ty, bits),
                _ => self.computed(*ty, expression),
            },
            &Constant::Float { ty, bits } if self.literal(id).is_none() => {
                self.signalling(ty, bits)
            }
            _ => self.simple(id, &|part| self.constant(part)),
        }
    }

    /// A constant that is no constant expression of the IR.
    pub(in crate::people) fn simple(
        &self,
        id: ConstId,
        parts: &Parts<'_>,
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
                match bits {
                    ..=128 => int(value.low(), bits),
                    _ => wide_int(
                        &value.to_le_bytes(bits.div_ceil(8) as usize),
                        &self.value_type(*ty)?,
                    ),
                }
            }
            Constant::Float { ty, bits } => match self.literal(id) {
                Some(number) => number,
                None => self.punned(*ty, *bits)?,
            },
            Constant::Null(_) => Expression::atom("NULL"),
            Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty) => self.zero(*ty)?,
            Constant::Bytes { .. } | Constant::Aggregate { .. } | Constant::Splat { .. } => {
                let ty = self.value_type(module.constant_type(id))?;
                let is_array = matches!(
                    module.types.resolve(module.constant_type(id)),
                    Type::Array { .. }
                );
                let list = self.list(id, parts)?;
                let list = if is_array {
                    format!("{{{list}}}")
                } else {
                    list
                };
                Expression::new(format!("({ty}){list}"), Level::Postfix)
            }
            Constant::Global(global) => self.address_of_global(*global),
            Constant::Function(function) => self.address_of_function(*function),
            Constant::Expression { .. } | Constant::Metadata { .. } => return Err(shown()),
        })
    }

    /// A floating-point number as a literal, if there is one.
    fn literal(&self, id: ConstId) -> Option<Expression> {
        match self.module.constant(id) {
            Constant::Float { ty, bits } => match *self.module.types.resolve(*ty) {
                Type::Float(kind) => float(*bits, kind),
                _ => None,
            },
            _ => None,
        }
    }

    /// A number that a constant expression has.
    fn number(&self, ty: TypeId, bits: u128) -> Result<Expression, Cause> {
        let module = self.module;
        Ok(match *module.types.resolve(ty) {
            Type::Int(width) => int(bits, width),
            Type::Pointer { .. } if bits == 0 => Expression::atom("NULL"),
            Type::Pointer { .. } => {
                let address = Expression::cast("uintptr_t", &int(bits, 64));
                Expression::cast("void *", &address)
            }
            Type::Float(kind) => match float(bits, kind) {
                Some(number) => number,
                None => self.signalling(ty, bits)?,
            },
            _ => return Err(self.types.borrow().unsupported(ty)),
        })
    }

    /// A NaN that signals, as a constant expression.
    fn signalling(&self, ty: TypeId, bits: u128) -> Result<Expression, Cause> {
        let number = match *self.module.types.resolve(ty) {
            Type::Float(kind) => signalling(bits, kind),
            _ => None,
        };
        number.ok_or_else(|| self.types.borrow().no_operation(ty))
    }

    /// Refuses constant expressions of many parts, each counted as often as it is written: walks of
    /// the others may recurse.
    pub(in crate::people) fn check_length(&self, id: ConstId) -> Result<(), Cause> {
        let Constant::Expression { expression, .. } = self.module.constant(id) else {
            return Ok(());
        };
        let mut work = expression.operands();
        for _ in 1..LONGEST {
            let Some(id) = work.pop() else {
                return Ok(());
            };
            match self.module.constant(id) {
                Constant::Expression { expression, .. } => work.extend(expression.operands()),
                Constant::Aggregate { elements, .. } => work.extend(elements.iter().take(LONGEST)),
                _ => {}
            }
        }
        match work.is_empty() {
            true => Ok(()),
            false => Err(Cause::Construct(format!(
                "a constant of more than {LONGEST} parts"
            ))),
        }
    }

    /// A number by the bits of its format, where no literal says it.
    pub(super) fn punned(&self, ty: TypeId, bits: u128) -> Result<Expression, Cause> {
        let name = self.value_type(ty)?;
        let size = 8 * self.layout.size(ty).unwrap_or(0) as u32;
        let number = int(bits, size);
        let from = int_name(size, false);
        if size > 64 {
            return self.signalling(ty, bits);
        }
        let text = format!(
            "((union {{ {from} from; {name} to; }}){{ {} }}).to",
            number.text
        );
        Ok(Expression::new(text, Level::Postfix))
    }

    pub(in crate::people) fn zero(&self, ty: TypeId) -> Result<Expression, Cause> {
        Ok(match self.module.types.resolve(ty) {
            Type::Int(bits @ ..=128) => int(0, *bits),
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

    /// A constant expression that linkers compute: an address, and a distance from it.
    fn computed(&self, ty: TypeId, expression: &ConstantExpression) -> Result<Expression, Cause> {
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
                Ok(offset(self.constant(*base)?, address.offset))
            }
            ConstantExpression::Cast { op, value } => {
                let bits = self.module.types.int_width(ty);
                let value = self.constant(*value)?;
                match (op, bits) {
                    (CastOp::PtrToInt | CastOp::PtrToAddr, Some(64)) => {
                        Ok(Expression::cast("uintptr_t", &value))
                    }
                    (CastOp::IntToPtr, _) => {
                        let value = Expression::cast("uintptr_t", &value);
                        Ok(Expression::cast("void *", &value))
                    }
                    (CastOp::Bitcast, None) if self.module.types.is_pointer(ty) => Ok(value),
                    _ => Err(Cause::Construct(
                        "a conversion in an initialiser that is not of an address".to_owned(),
                    )),
                }
            }
            _ => Err(Cause::Construct(
                "an operation in an initialiser that is not an address".to_owned(),
            )),
        }
    }

    /// What initialises a variable: a constant expression, or a list in braces.
    pub(in crate::people) fn initializer(&self, id: ConstId) -> Result<String, Cause> {
        self.list(id, &|part| self.constant(part))
    }

    /// What initialises a pointer that is none to `void`.
    pub(in crate::people) fn pointer_to(&self, id: ConstId) -> Result<String, Cause> {
        let constant = match self.module.constant(id) {
            Constant::Zero(_) | Constant::Undef(_) | Constant::Poison(_) => {
                return Ok("NULL".to_owned());
            }
            _ => self.constant(id)?,
        };
        Ok(untyped(&constant).text)
    }

    fn list(&self, id: ConstId, parts: &Parts<'_>) -> Result<String, Cause> {
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
                    text += &self.lane(lane, parts)?;
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
                    let element = self.lane(element, parts)?;
                    text += &format!("{{ {} }}", vec![element; count as usize].join(", "));
                }
                Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty)
                    if is_aggregate(module, *ty) =>
                {
                    text += "{}";
                }
                _ => text += &parts(id)?.converted().text,
            }
        }
        Ok(text)
    }

    fn lane(&self, element: ConstId, parts: &Parts<'_>) -> Result<String, Cause> {
        let ty = self.module.constant_type(element);
        let text = parts(element)?.text;
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
