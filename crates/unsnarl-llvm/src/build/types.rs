//! Types that follow from those of operands.

use unsnarl_ir::{Type, TypeId, Types};

/// The type of a comparison of `ty`: a bit, or a vector of bits.
pub(crate) fn bits_like(types: &mut Types, ty: TypeId) -> TypeId {
    let bit = types.int(1);
    match *types.get(ty) {
        Type::Vector {
            count, scalable, ..
        } => types.add(Type::Vector {
            element: bit,
            count,
            scalable,
        }),
        _ => bit,
    }
}

/// The type of an address from `pointer` with an index of type `index`: a vector if one of them
/// is.
pub(crate) fn widened(types: &mut Types, pointer: TypeId, index: TypeId) -> TypeId {
    match (types.get(pointer), types.get(index)) {
        (
            Type::Pointer { .. },
            &Type::Vector {
                count, scalable, ..
            },
        ) => types.add(Type::Vector {
            element: pointer,
            count,
            scalable,
        }),
        _ => pointer,
    }
}

/// The type of what a `cmpxchg` of values of type `ty` gives.
pub(crate) fn exchanged(types: &mut Types, ty: TypeId) -> TypeId {
    let bit = types.int(1);
    types.add(Type::Struct {
        fields: [ty, bit].into(),
        packed: false,
    })
}

/// The type of part `index` of a struct or an array.
pub(crate) fn part_type(types: &Types, ty: TypeId, index: u32) -> Option<TypeId> {
    match types.resolve(ty) {
        Type::Struct { .. } | Type::Array { .. } => types.member(ty, u64::from(index)),
        _ => None,
    }
}

/// Tells whether a constant of type `ty` is made of this many others.
pub(crate) fn has_members(types: &Types, ty: TypeId, members: usize) -> bool {
    match types.resolve(ty) {
        Type::Struct { fields, .. } => fields.len() == members,
        Type::Array { count, .. } => *count == members as u64,
        Type::Vector {
            count,
            scalable: false,
            ..
        } => *count as usize == members,
        _ => false,
    }
}
