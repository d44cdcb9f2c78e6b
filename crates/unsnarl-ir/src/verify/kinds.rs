//! The kinds of types that the rules distinguish.

use super::Judge;
use crate::function::Function;
use crate::id::TypeId;
use crate::inst::Operand;
use crate::types::Type;

impl Judge<'_> {
    pub(super) fn ty(&self, function: &Function, operand: Operand) -> TypeId {
        self.module.operand_type(function, operand)
    }

    /// Tells whether a type is an integer or a vector of them.
    pub(super) fn is_int(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        types.int_width(types.scalar(ty)).is_some()
    }

    /// Tells whether a type is a pointer or a vector of them.
    pub(super) fn is_pointer_or_vector(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        types.is_pointer(types.scalar(ty))
    }

    pub(super) fn is_pointer(&self, ty: TypeId) -> bool {
        self.module.types.is_pointer(ty)
    }

    /// Tells whether a type is a floating-point number or a vector of them.
    pub(super) fn is_float(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        matches!(types.get(types.scalar(ty)), Type::Float(_))
    }

    pub(super) fn is_bit(&self, ty: TypeId) -> bool {
        self.module.types.int_width(ty) == Some(1)
    }

    /// Tells whether two types are both scalars, or vectors of the same length.
    pub(super) fn same_length(&self, left: TypeId, right: TypeId) -> bool {
        self.length(left) == self.length(right)
    }

    fn length(&self, ty: TypeId) -> Option<(u32, bool)> {
        match self.module.types.get(ty) {
            Type::Vector {
                count, scalable, ..
            } => Some((*count, *scalable)),
            _ => None,
        }
    }

    /// Tells whether `bits` is the result type of a comparison of `ty`.
    pub(super) fn is_comparison_of(&self, bits: TypeId, ty: TypeId) -> bool {
        self.is_bit(self.module.types.scalar(bits)) && self.same_length(bits, ty)
    }

    /// Tells whether memory can hold a value of a type.
    pub(super) fn has_size(&self, ty: TypeId) -> bool {
        self.layout.has_size(ty)
    }

    /// Tells whether a type can be the type of a constant or a value.
    pub(super) fn is_value_type(&self, ty: TypeId) -> bool {
        !matches!(
            self.module.types.get(ty),
            Type::Void | Type::Function { .. } | Type::Label | Type::Metadata
        )
    }
}
