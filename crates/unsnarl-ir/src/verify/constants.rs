//! Rule I2: constants have their type.

use super::{Judge, Place, Rule};
use crate::constant::{Constant, Expression};
use crate::id::{ConstId, TypeId};
use crate::inst::Operand;
use crate::origin::Origin;
use crate::types::Type;

impl Judge<'_> {
    pub(super) fn constants(&mut self) {
        self.origin = Origin::default();
        for (id, constant) in self.module.constants() {
            self.place = Place::Constant(id);
            let holds = self.is_constant(constant);
            self.check(Rule::I2, holds, "a constant does not match its type");
        }
    }

    fn is_constant(&self, constant: &Constant) -> bool {
        let types = &self.module.types;
        match constant {
            Constant::Int { ty, value } => {
                types.int_width(*ty).is_some_and(|width| value.fits(width))
            }
            Constant::Float { ty, bits } => {
                matches!(types.get(*ty), Type::Float(kind) if bits >> (kind.bits() - 1) <= 1)
            }
            Constant::Null(ty) => types.is_pointer(*ty),
            Constant::Zero(ty) | Constant::Undef(ty) | Constant::Poison(ty) => {
                self.is_value_type(*ty)
            }
            Constant::Bytes { ty, bytes } => match types.get(*ty) {
                Type::Array { element, count } => {
                    types.int_width(*element) == Some(8) && *count == bytes.len() as u64
                }
                _ => false,
            },
            Constant::Aggregate { ty, elements } => self.is_aggregate(*ty, elements),
            Constant::Splat { ty, element } => {
                self.is_vector(*ty) && types.scalar(*ty) == self.module.constant_type(*element)
            }
            Constant::Global(_) | Constant::Function(_) => true,
            Constant::Expression { ty, expression } => self.is_expression(*ty, expression),
            Constant::Metadata { ty, .. } => *types.get(*ty) == Type::Metadata,
        }
    }

    fn is_aggregate(&self, ty: TypeId, elements: &[ConstId]) -> bool {
        let ty_of = |&id: &ConstId| self.module.constant_type(id);
        match self.module.types.resolve(ty) {
            Type::Struct { fields, .. } => fields.iter().copied().eq(elements.iter().map(ty_of)),
            Type::Array { element, count } => {
                *count == elements.len() as u64 && elements.iter().all(|id| ty_of(id) == *element)
            }
            Type::Vector {
                element,
                count,
                scalable: false,
            } => {
                *count as usize == elements.len() && elements.iter().all(|id| ty_of(id) == *element)
            }
            _ => false,
        }
    }

    fn is_expression(&self, ty: TypeId, expression: &Expression) -> bool {
        let ty_of = |id: ConstId| self.module.constant_type(id);
        match expression {
            Expression::Binary {
                op, left, right, ..
            } => {
                let fits = if op.is_float() {
                    self.is_float(ty)
                } else {
                    self.is_int(ty)
                };
                fits && ty_of(*left) == ty && ty_of(*right) == ty
            }
            Expression::Cast { op, value } => self.converts(*op, ty_of(*value), ty),
            Expression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices = indices.iter().map(|&index| Operand::Const(index));
                self.is_pointer_or_vector(ty_of(*base))
                    && self.is_pointer_or_vector(ty)
                    && indices
                        .clone()
                        .all(|index| matches!(index, Operand::Const(id) if self.is_int(ty_of(id))))
                    && (self.is_unmeasured(*source)
                        || self
                            .layout
                            .address(self.module, *source, Operand::Const(*base), indices)
                            .is_ok())
            }
            Expression::FloatCompare { left, right, .. } => {
                let operand = ty_of(*left);
                self.is_float(operand)
                    && ty_of(*right) == operand
                    && self.is_comparison_of(ty, operand)
            }
            Expression::Negate(value) => self.is_float(ty) && ty_of(*value) == ty,
            Expression::ExtractValue { aggregate, path } => {
                !path.is_empty() && self.inside(ty_of(*aggregate), path) == Some(ty)
            }
            Expression::InsertValue {
                aggregate,
                value,
                path,
            } => {
                !path.is_empty()
                    && ty_of(*aggregate) == ty
                    && self.inside(ty, path) == Some(ty_of(*value))
            }
            Expression::SignedPointer { parts } => match **parts {
                [pointer, ..] => self.is_pointer(ty) && ty_of(pointer) == ty,
                [] => false,
            },
            Expression::Compare { left, right, .. } => {
                let operand = ty_of(*left);
                let comparable = self.is_int(operand) || self.is_pointer_or_vector(operand);
                comparable && ty_of(*right) == operand && self.is_comparison_of(ty, operand)
            }
            Expression::Select {
                condition,
                then,
                otherwise,
            } => {
                self.is_selector(ty_of(*condition), ty)
                    && ty_of(*then) == ty
                    && ty_of(*otherwise) == ty
            }
            Expression::ExtractElement { vector, index } => {
                let vector = ty_of(*vector);
                self.is_vector(vector)
                    && self.module.types.scalar(vector) == ty
                    && self.is_int(ty_of(*index))
            }
            Expression::InsertElement {
                vector,
                element,
                index,
            } => {
                let scalar = self.module.types.scalar(ty);
                self.is_vector(ty)
                    && ty_of(*vector) == ty
                    && ty_of(*element) == scalar
                    && self.is_int(ty_of(*index))
            }
            Expression::ShuffleVector { left, right, mask } => {
                ty_of(*left) == ty_of(*right) && self.is_shuffle(ty_of(*left), mask, ty)
            }
        }
    }
}
