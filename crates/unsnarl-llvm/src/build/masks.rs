//! Constants that are written shortly, and what they hold.

use unsnarl_ir::{ConstId, Constant, Module, Type, TypeId, WideInt};

use super::LONGEST;

/// A vector of equal elements; nothing if `ty` is none.
pub(crate) fn splat(module: &mut Module, ty: TypeId, element: ConstId) -> Option<ConstId> {
    Some(match module.types.get(ty) {
        Type::Vector {
            count,
            scalable: false,
            ..
        } if *count <= LONGEST => {
            let elements = vec![element; *count as usize].into();
            module.add_constant(Constant::Aggregate { ty, elements })
        }
        Type::Vector { .. } => module.add_constant(Constant::Splat { ty, element }),
        _ => return None,
    })
}

/// Which elements the mask of a `shufflevector` picks, and whether its length is known only at run
/// time. Nothing if it is no mask.
pub(crate) fn shuffle_mask(module: &Module, id: ConstId) -> Option<(Box<[Option<u32>]>, bool)> {
    let (count, scalable) = match *module.types.get(module.constant_type(id)) {
        Type::Vector {
            count, scalable, ..
        } => (count as usize, scalable),
        _ => return None,
    };
    let element = |id: ConstId| {
        let value = module.int(id).and_then(WideInt::as_u64);
        value.and_then(|value| value.try_into().ok())
    };
    let mask = match module.constant(id) {
        Constant::Aggregate { elements, .. } => elements.iter().map(|&id| element(id)).collect(),
        Constant::Splat { element: id, .. } if count <= LONGEST as usize => {
            vec![element(*id); count].into()
        }
        Constant::Zero(_) if count <= LONGEST as usize => vec![Some(0); count].into(),
        Constant::Undef(_) | Constant::Poison(_) if count <= LONGEST as usize => {
            vec![None; count].into()
        }
        _ => return None,
    };
    Some((mask, scalable))
}
