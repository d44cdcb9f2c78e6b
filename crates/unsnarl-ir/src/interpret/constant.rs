//! The values of constants.
//!
//! *Needs:* the addresses of symbols.
//! *Gives:* the value of every constant that can be a value. The initial bytes of globals are an
//! [`Image`](crate::Image) and are not computed here.
//! *Cost:* each constant is computed once, when it is first needed, with an explicit stack.
//! *Limits:* metadata has no value, and neither has a signed pointer.

use super::bits::Bits;
use super::evaluate::{self, Gep};
use super::floating::SignChange;
use super::interpreter::Interpreter;
use super::scalar::Scalar;
use super::stop::{Stop, Unsupported};
use super::value::Value;
use crate::constant::{Constant, Expression};
use crate::id::{ConstId, Id, TypeId};
use crate::ops::Flags;

impl Interpreter<'_> {
    /// Returns the value of a constant.
    ///
    /// # Errors
    /// If it has none, or if its computation has undefined behaviour.
    pub fn constant(&self, id: ConstId) -> Result<&Value, Stop> {
        let mut open = vec![id];
        while let Some(&top) = open.last() {
            let cell = &self.constants[top.index()];
            if cell.get().is_some() {
                open.pop();
                continue;
            }
            let before = open.len();
            // A constant consists of older constants only, so this ends.
            let parts = parts(self.module.constant(top)).into_iter();
            open.extend(
                parts.filter(|part| *part < top && self.constants[part.index()].get().is_none()),
            );
            if open.len() == before {
                cell.get_or_init(|| self.value_of(top));
                open.pop();
            }
        }
        let value = self.constants[id.index()].get();
        let value = value.expect("the loop ends when it is there");
        value.as_ref().map_err(Stop::clone)
    }

    /// The value of a constant that is part of another one.
    fn part(&self, id: ConstId) -> Result<&Value, Stop> {
        match self.constants[id.index()].get() {
            Some(value) => value.as_ref().map_err(Stop::clone),
            None => Err(Unsupported::Constant.into()),
        }
    }

    fn value_of(&self, id: ConstId) -> Result<Value, Stop> {
        let ty = self.module.constant_type(id);
        let address = |address: u64| {
            let kind = self.shapes.element(ty)?;
            Ok(Value::One(Scalar::int(kind.bits(), address.into())))
        };
        match self.module.constant(id) {
            Constant::Int { ty, value } => {
                let width = self.shapes.element(*ty)?.bits();
                Ok(Value::One(Scalar::Known(Bits::from_wide(width, value))))
            }
            Constant::Float { ty, bits } => {
                let width = self.shapes.element(*ty)?.bits();
                Ok(Value::One(Scalar::int(width, *bits)))
            }
            Constant::Null(ty) | Constant::Zero(ty) => Ok(self.shapes.get(*ty)?.zero()),
            Constant::Undef(ty) => Ok(self.shapes.get(*ty)?.undef()),
            Constant::Poison(ty) => Ok(self.shapes.get(*ty)?.poison()),
            Constant::Bytes { ty, bytes } => {
                self.shapes.get(*ty)?;
                let scalars = bytes.iter().map(|&byte| Scalar::int(8, byte.into()));
                Ok(Value::new(scalars.collect()))
            }
            Constant::Aggregate { ty, elements } => {
                self.shapes.get(*ty)?;
                let mut scalars = Vec::new();
                for &element in elements {
                    scalars.extend_from_slice(self.part(element)?.scalars());
                }
                Ok(Value::new(scalars))
            }
            Constant::Splat { ty, element } => {
                let Value::One(element) = self.part(*element)? else {
                    return Err(Unsupported::Type(*ty).into());
                };
                Ok(self.shapes.get(*ty)?.fill(|_| element.clone()))
            }
            Constant::Global(global) => address(self.addresses.globals[*global]),
            Constant::Function(function) => address(self.addresses.functions[*function]),
            Constant::Expression { ty, expression } => self.expression(*ty, expression),
            Constant::Metadata { .. } => Err(Unsupported::Constant.into()),
        }
    }

    fn expression(&self, ty: TypeId, expression: &Expression) -> Result<Value, Stop> {
        let type_of = |id: &ConstId| self.module.constant_type(*id);
        let part = |id: &ConstId| self.part(*id);
        let plain = Flags::default();
        match expression {
            Expression::Binary {
                op,
                flags,
                left,
                right,
            } => self.binary(*op, *flags, ty, part(left)?, part(right)?),
            Expression::Cast { op, value } => {
                self.cast(*op, plain, part(value)?, type_of(value), ty)
            }
            Expression::Gep {
                source,
                base,
                indices,
                flags,
                ..
            } => {
                let indices: Result<Vec<Value>, Stop> =
                    indices.iter().map(|index| part(index).cloned()).collect();
                self.gep(&Gep {
                    source: *source,
                    flags: *flags,
                    base: part(base)?,
                    indices: &indices?,
                    base_type: type_of(base),
                    result: ty,
                })
            }
            Expression::Compare {
                predicate,
                left,
                right,
            } => self.int_compare(*predicate, plain, part(left)?, part(right)?),
            Expression::FloatCompare {
                predicate,
                left,
                right,
            } => self.float_compare(*predicate, plain, type_of(left), part(left)?, part(right)?),
            Expression::Negate(value) => {
                let floating = self.floating(ty)?;
                evaluate::map(part(value)?, |scalar| {
                    Ok(floating.signed(plain, scalar, SignChange::Flip))
                })
            }
            Expression::ExtractValue { aggregate, path } => {
                self.extract_value(type_of(aggregate), part(aggregate)?, path)
            }
            Expression::InsertValue {
                aggregate,
                value,
                path,
            } => self.insert_value(ty, part(aggregate)?, path, part(value)?),
            Expression::SignedPointer { .. } => Err(Unsupported::Constant.into()),
            Expression::Select {
                condition,
                then,
                otherwise,
            } => self.select(plain, ty, part(condition)?, part(then)?, part(otherwise)?),
            Expression::ExtractElement { vector, index } => {
                let index = &part(index)?.scalars()[0];
                Ok(Value::One(evaluate::extract_element(part(vector)?, index)))
            }
            Expression::InsertElement {
                vector,
                element,
                index,
            } => {
                let (scalar, index) = (&part(element)?.scalars()[0], &part(index)?.scalars()[0]);
                Ok(evaluate::insert_element(part(vector)?, scalar, index))
            }
            Expression::ShuffleVector { left, right, mask } => {
                Ok(evaluate::shuffle(part(left)?, part(right)?, mask))
            }
        }
    }
}

/// The parts of a constant.
fn parts(constant: &Constant) -> Vec<ConstId> {
    match constant {
        Constant::Aggregate { elements, .. } => elements.to_vec(),
        Constant::Splat { element, .. } => vec![*element],
        Constant::Expression { expression, .. } => expression.operands(),
        _ => Vec::new(),
    }
}
