//! The valid conversions.

use super::Judge;
use crate::id::TypeId;
use crate::ops::CastOp;
use crate::types::Type;

impl Judge<'_> {
    /// Tells whether `op` converts a value of type `from` to type `to`.
    pub(super) fn converts(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        if op == CastOp::Bitcast {
            return self.reinterprets(from, to);
        }
        let scalar = |ty| self.module.types.get(self.module.types.scalar(ty));
        let fits = match (op, scalar(from), scalar(to)) {
            (CastOp::Truncate, Type::Int(from), Type::Int(to)) => from > to,
            (CastOp::ZeroExtend | CastOp::SignExtend, Type::Int(from), Type::Int(to)) => from < to,
            (CastOp::FloatTruncate, Type::Float(from), Type::Float(to)) => from.bits() > to.bits(),
            (CastOp::FloatExtend, Type::Float(from), Type::Float(to)) => from.bits() < to.bits(),
            (CastOp::FloatToUnsigned | CastOp::FloatToSigned, Type::Float(_), Type::Int(_))
            | (CastOp::UnsignedToFloat | CastOp::SignedToFloat, Type::Int(_), Type::Float(_))
            | (CastOp::PtrToInt | CastOp::PtrToAddr, Type::Pointer { .. }, Type::Int(_))
            | (CastOp::IntToPtr, Type::Int(_), Type::Pointer { .. }) => true,
            (CastOp::AddressSpace, Type::Pointer { space: from }, Type::Pointer { space: to }) => {
                from != to
            }
            _ => false,
        };
        fits && self.same_length(from, to)
    }

    /// Pointers stay pointers of the same number and space, where a pointer counts like a vector of
    /// one; everything else keeps its number of bits.
    fn reinterprets(&self, from: TypeId, to: TypeId) -> bool {
        if self.is_pointer_or_vector(from) || self.is_pointer_or_vector(to) {
            return self.module.types.scalar(from) == self.module.types.scalar(to)
                && self.elements(from) == self.elements(to);
        }
        self.bits(from).is_some() && self.bits(from) == self.bits(to)
    }

    /// The number of elements of a type, and whether it is a factor of `vscale`.
    fn elements(&self, ty: TypeId) -> (u32, bool) {
        match *self.module.types.get(ty) {
            Type::Vector {
                count, scalable, ..
            } => (count, scalable),
            _ => (1, false),
        }
    }

    /// The number of bits of a type, and whether it is a factor of `vscale`.
    fn bits(&self, ty: TypeId) -> Option<(u64, bool)> {
        let scalar = match self.module.types.get(self.module.types.scalar(ty)) {
            Type::Int(width) => u64::from(*width),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::X86Mmx => 64,
            Type::X86Amx => 8192,
            _ => return None,
        };
        let (count, scalable) = self.elements(ty);
        Some((scalar * u64::from(count), scalable))
    }
}
