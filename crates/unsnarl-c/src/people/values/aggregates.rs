//! Parts of structs and arrays that are values.

use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::{Constant, Definition, Op, Operand, Type, TypeId};

use super::Values;
use crate::people::expression::Expression;
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

    /// The fields of what an `insertvalue` makes, one after the other.
    pub(super) fn fields(&self, made: &Op) -> Result<Vec<String>, Cause> {
        let Op::InsertValue {
            aggregate,
            value,
            path,
        } = made
        else {
            return Err(Cause::Construct("such a struct".to_owned()));
        };
        let mut list = self.fields_of(*aggregate)?;
        match path[..] {
            [field] => list[field as usize] = self.converted(*value)?,
            _ => return Err(Cause::Construct("a nested insertvalue".to_owned())),
        }
        Ok(list)
    }

    pub(super) fn fields_of(&self, operand: Operand) -> Result<Vec<String>, Cause> {
        let ty = self.ty(operand);
        let Type::Struct { fields, .. } = self.resolved(ty) else {
            return Err(Cause::Construct("an insertvalue in an array".to_owned()));
        };
        match operand {
            Operand::Value(value) => {
                if let Definition::Inst(inst) = self.function.values[value].definition
                    && self.code.written(inst) == Written::Folded
                    && let own @ Op::InsertValue { .. } = &self.function.insts[inst].op
                {
                    return self.fields(own);
                }
                let base = self.operand(operand)?;
                Ok((0..fields.len())
                    .map(|field| base.field(format_args!("f{field}")).text)
                    .collect())
            }
            Operand::Const(id) => match self.unit.module.constant(id) {
                Constant::Aggregate { elements, .. } => {
                    let own = elements.iter();
                    own.map(|&element| Ok(self.unit.constant(element, false)?.text))
                        .collect()
                }
                _ => fields
                    .iter()
                    .map(|&field| Ok(self.unit.zero(field)?.text))
                    .collect(),
            },
        }
    }
}
