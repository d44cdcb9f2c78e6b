//! Parts of structs and arrays that are values.

use std::fmt::Write as _;

use unsnarl_ir::{Constant, Op, Operand, Type, TypeId};

use super::{Made, Values};
use crate::people::expression::{Expression, Level};
use crate::people::refusal::Cause;
use crate::people::types::Types;

impl Values<'_, '_> {
    /// A part of a struct or array.
    pub(in crate::people) fn part(
        &self,
        mut value: Expression,
        mut ty: TypeId,
        path: &[u32],
    ) -> Expression {
        let mut is_value = true;
        for &step in path {
            value = match self.resolved(ty) {
                Type::Array { .. } if is_value => value.field(Types::ELEMENTS).element(step),
                Type::Array { .. } => value.element(step),
                _ => value.field(format_args!("f{step}")),
            };
            is_value = false;
            ty = self.unit.module.types.member(ty, step.into()).unwrap_or(ty);
        }
        value
    }

    /// A struct with other fields. A base that is no name and no constant is computed once, in a
    /// variable of its own.
    pub(super) fn inserted(&self, aggregate: Operand, value: Operand, path: &[u32]) -> Made {
        let (base, mut inserted) = self.insertions(aggregate);
        inserted.push((path, value));
        let name = self.unit.value_type(self.ty(aggregate))?;
        let fields = self.fields_of(base)?;
        let mut values = Vec::with_capacity(inserted.len());
        for (path, value) in inserted {
            match *path {
                [field] => values.push((field as usize, self.converted(value)?)),
                _ => return Err(Cause::Construct("a nested insertvalue".to_owned())),
            }
        }
        if let Some(mut fields) = fields {
            for (field, value) in values {
                fields[field] = value;
            }
            let text = format!("({name}){{ {} }}", fields.join(", "));
            return Ok(Expression::new(text, Level::Postfix));
        }
        let mut text = format!("__extension__({{ {name} ir_v = {}; ", self.converted(base)?);
        for (field, value) in values {
            let _ = write!(text, "ir_v.f{field} = {value}; ");
        }
        text += "ir_v; })";
        Ok(Expression::atom(text))
    }

    /// Splits an operand into what `insertvalue`s that are folded into it begin with, and what they
    /// insert, in their order.
    fn insertions(&self, operand: Operand) -> (Operand, Vec<(&[u32], Operand)>) {
        let (mut base, mut inserted) = (operand, Vec::new());
        while let Some(Op::InsertValue {
            aggregate,
            value,
            path,
        }) = self.folded(base)
        {
            inserted.push((&**path, *value));
            base = *aggregate;
        }
        inserted.reverse();
        (base, inserted)
    }

    /// The fields of a struct that has a name or is a constant.
    fn fields_of(&self, operand: Operand) -> Result<Option<Vec<String>>, Cause> {
        let ty = self.ty(operand);
        let Type::Struct { fields, .. } = self.resolved(ty) else {
            return Err(Cause::Construct("an insertvalue in an array".to_owned()));
        };
        Ok(Some(match operand {
            Operand::Value(_) if self.folded(operand).is_some() => return Ok(None),
            Operand::Value(_) => {
                let base = self.operand(operand)?;
                (0..fields.len())
                    .map(|field| base.field(format_args!("f{field}")).text)
                    .collect()
            }
            Operand::Const(id) => match self.unit.module.constant(id) {
                Constant::Aggregate { elements, .. } => {
                    let own = elements.iter();
                    own.map(|&element| Ok(self.operand(Operand::Const(element))?.text))
                        .collect::<Result<_, Cause>>()?
                }
                _ => fields
                    .iter()
                    .map(|&field| Ok(self.unit.zero(field)?.text))
                    .collect::<Result<_, Cause>>()?,
            },
        }))
    }
}
