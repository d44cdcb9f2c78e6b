//! Constant expressions.

use unsnarl_ir::{ConstId, Constant, Expression, Flags, IndexRange, Type, TypeId};

use super::Reader;
use super::codes;
use super::error::Result;
use super::fields::Fields;
use crate::build::shuffle_mask;

/// The version of LLVM since which texts write such expressions as splats.
const FIRST_WITH_SPLATS: u32 = 20;

impl Reader<'_> {
    /// Makes a computation on constants whose result has type `ty`.
    pub(super) fn expression(&mut self, ty: TypeId, mut fields: Fields<'_>) -> Result<ConstId> {
        let expression = match fields.code {
            10 => {
                let code = fields.next()?;
                let (left, right) = (self.part(&mut fields)?, self.part(&mut fields)?);
                let is_float = self.is_float(ty);
                let op = codes::binary_op(code, is_float);
                let op = op.ok_or_else(|| fields.error("unknown operation"))?;
                let flags = codes::binary_flags(op, fields.or_zero());
                Expression::Binary {
                    op,
                    flags,
                    left,
                    right,
                }
            }
            11 => {
                let op = codes::cast_op(fields.next()?);
                let op = op.ok_or_else(|| fields.error("unknown conversion"))?;
                fields.next()?;
                let value = self.part(&mut fields)?;
                Expression::Cast { op, value }
            }
            12 | 20 | 24 | 31 | 32 => self.gep_expression(fields)?,
            13 => Expression::Select {
                condition: self.part(&mut fields)?,
                then: self.part(&mut fields)?,
                otherwise: self.part(&mut fields)?,
            },
            14 => {
                fields.next()?;
                let vector = self.part(&mut fields)?;
                let index = self.index(&mut fields)?;
                Expression::ExtractElement { vector, index }
            }
            15 => {
                let vector = self.part(&mut fields)?;
                let element = self.part(&mut fields)?;
                let index = self.index(&mut fields)?;
                Expression::InsertElement {
                    vector,
                    element,
                    index,
                }
            }
            16 | 19 => {
                if fields.code == 19 {
                    fields.next()?;
                }
                let (left, right) = (self.part(&mut fields)?, self.part(&mut fields)?);
                let mask = self.part(&mut fields)?;
                if let Some(element) = self.splatted(ty, left, mask) {
                    return Ok(self.module.add_constant(Constant::Splat { ty, element }));
                }
                let mask = shuffle_mask(&self.module, mask);
                let (mask, _) = mask.ok_or_else(|| fields.unsupported("mask"))?;
                Expression::ShuffleVector { left, right, mask }
            }
            17 => self.compare_expression(fields)?,
            25 => {
                if fields.next()? != 0 {
                    return Err(fields.error("unknown operation"));
                }
                Expression::Negate(self.part(&mut fields)?)
            }
            33 | 34 => self.signed_pointer(fields)?,
            code => return Err(fields.unknown(format!("constant of code {code}"))),
        };
        Ok(self
            .module
            .add_constant(Constant::Expression { ty, expression }))
    }

    fn part(&mut self, fields: &mut Fields<'_>) -> Result<ConstId> {
        let number = fields.next()?;
        self.constant(number, fields)
    }

    /// The number of an element, with its type before it since LLVM 3.3.
    fn index(&mut self, fields: &mut Fields<'_>) -> Result<ConstId> {
        if fields.len() > 1 {
            fields.next()?;
        }
        self.part(fields)
    }

    /// Tells whether operations on values of this type are those on floating-point numbers.
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        let scalar = self.module.types.scalar(ty);
        matches!(self.module.types.get(scalar), Type::Float(_))
    }

    /// The element of a vector of equal ones whose length is known only at run time: element 0 of
    /// `left`, everywhere.
    fn splatted(&self, ty: TypeId, left: ConstId, mask: ConstId) -> Option<ConstId> {
        let is_scalable = matches!(
            self.module.types.get(ty),
            Type::Vector { scalable: true, .. }
        );
        let is_first = matches!(self.module.constant(mask), Constant::Zero(_));
        match self.module.constant(left) {
            &Constant::Expression {
                expression:
                    Expression::InsertElement {
                        vector,
                        element,
                        index,
                    },
                ..
            } if is_scalable && is_first => {
                let is_nothing = matches!(self.module.constant(vector), Constant::Poison(_));
                let is_at_0 = self.module.int(index).is_some_and(|index| index.is_zero());
                let writes_splats = self.version == 0 || self.version >= FIRST_WITH_SPLATS;
                (is_nothing && is_at_0 && writes_splats).then_some(element)
            }
            _ => None,
        }
    }

    fn compare_expression(&mut self, mut fields: Fields<'_>) -> Result<Expression> {
        fields.next()?;
        let (left, right) = (self.part(&mut fields)?, self.part(&mut fields)?);
        let code = fields.next()?;
        if let Some(predicate) = codes::int_predicate(code) {
            return Ok(Expression::Compare {
                predicate,
                left,
                right,
            });
        }
        let predicate = codes::float_predicate(code);
        let predicate = predicate.ok_or_else(|| fields.error("unknown comparison"))?;
        Ok(Expression::FloatCompare {
            predicate,
            left,
            right,
        })
    }

    fn gep_expression(&mut self, mut fields: Fields<'_>) -> Result<Expression> {
        let code = fields.code;
        let is_old = matches!(code, 12 | 20);
        if is_old && fields.len().is_multiple_of(2) {
            return Err(fields.unsupported("getelementptr of LLVM before 3.7"));
        }
        let source = fields.next()?;
        let source = self.ty(source, &fields)?;
        let flags = match code {
            12 => Flags::default(),
            20 => Flags::IN_BOUNDS,
            // The rest says before which index the word `inrange` is.
            24 => codes::gep_flags(fields.next()? & 1),
            _ => codes::gep_flags(fields.next()?),
        };
        let inrange = if code == 31 {
            Some(range(&mut fields)?)
        } else {
            None
        };
        let mut parts = Vec::with_capacity(fields.len() / 2);
        while !fields.is_empty() {
            fields.next()?;
            parts.push(self.part(&mut fields)?);
        }
        let mut parts = parts.into_iter();
        let base = parts.next();
        Ok(Expression::Gep {
            source,
            base: base.ok_or_else(|| fields.error("the record is too short"))?,
            indices: parts.collect(),
            flags,
            inrange,
        })
    }

    fn signed_pointer(&mut self, mut fields: Fields<'_>) -> Result<Expression> {
        /// Pointer and key.
        const ALWAYS: usize = 2;
        let mut parts = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            parts.push(self.part(&mut fields)?);
        }
        while parts.len() > ALWAYS && parts.last().is_some_and(|&last| self.is_null(last)) {
            parts.pop();
        }
        let parts = parts.into();
        Ok(Expression::SignedPointer { parts })
    }

    fn is_null(&self, id: ConstId) -> bool {
        match self.module.constant(id) {
            Constant::Null(_) => true,
            Constant::Int { value, .. } => value.is_zero(),
            _ => false,
        }
    }
}

/// The bytes around an address that may be accessed.
fn range(fields: &mut Fields<'_>) -> Result<IndexRange> {
    let width = fields.next()?;
    if width > 64 {
        return Err(fields.unsupported("range of more than 64 bits"));
    }
    let start = fields.signed()?;
    let end = fields.signed()?;
    Ok(IndexRange { start, end })
}
