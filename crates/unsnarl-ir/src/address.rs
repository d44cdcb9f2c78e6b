//! `getelementptr` in bytes.
//!
//! *Needs:* the [`Layout`] of the module.
//! *Gives:* [`Address`]: base, constant offset, and for each variable index a term index × scale.
//! *Limits:* refuses vectors of addresses.

use std::fmt;

use crate::id::TypeId;
use crate::inst::Operand;
use crate::layout::Layout;
use crate::module::Module;
use crate::types::Type;

/// An address: `base + offset + Σ index × scale`, all modulo the width of a pointer.
///
/// Indices are signed and may be narrower or wider than a pointer: sign-extend or truncate them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The base pointer.
    pub base: Operand,
    /// The constant part in bytes.
    pub offset: i64,
    /// The other parts, in the order of the indices; no scale is zero.
    pub terms: Vec<Term>,
}

/// A part of an [`Address`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The index.
    pub index: Operand,
    /// Its scale in bytes.
    pub scale: u64,
}

/// Why a `getelementptr` has no address in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressError {
    /// It steps over a type that has no size.
    NoSize(TypeId),
    /// An index is out of range: not a constant below a struct's number of fields, or in a type
    /// without members.
    NoMember {
        /// The position of the index, counted from 0.
        position: usize,
        /// The type that it indexes.
        ty: TypeId,
    },
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSize(ty) => write!(f, "getelementptr steps over type {ty}, which has no size"),
            Self::NoMember { position, ty } => {
                write!(
                    f,
                    "index {position} of getelementptr names no member of type {ty}"
                )
            }
        }
    }
}

impl std::error::Error for AddressError {}

impl Layout {
    /// Splits a `getelementptr` into base, offset and terms.
    ///
    /// # Errors
    /// If a type on the path has no size, or an index is out of range.
    pub fn address(
        &self,
        module: &Module,
        source: TypeId,
        base: Operand,
        indices: impl IntoIterator<Item = Operand>,
    ) -> Result<Address, AddressError> {
        let mut address = Address {
            base,
            offset: 0,
            terms: Vec::new(),
        };
        let mut ty = source;
        for (position, index) in indices.into_iter().enumerate() {
            if position == 0 {
                self.step(module, &mut address, ty, index)?;
                continue;
            }
            ty = match module.types.resolve(ty) {
                Type::Struct { fields, .. } => {
                    let missing = AddressError::NoMember { position, ty };
                    let field =
                        constant(module, index).and_then(|value| usize::try_from(value).ok());
                    let field = field.ok_or(missing)?;
                    let member = *fields.get(field).ok_or(missing)?;
                    let offset = self.field(ty, field).ok_or(AddressError::NoSize(ty))?;
                    address.offset = address.offset.wrapping_add_unsigned(offset);
                    member
                }
                Type::Array { element, .. } | Type::Vector { element, .. } => {
                    self.step(module, &mut address, *element, index)?;
                    *element
                }
                _ => return Err(AddressError::NoMember { position, ty }),
            };
        }
        Ok(address)
    }

    fn step(
        &self,
        module: &Module,
        address: &mut Address,
        ty: TypeId,
        index: Operand,
    ) -> Result<(), AddressError> {
        let scale = self.size(ty).ok_or(AddressError::NoSize(ty))?;
        match constant(module, index) {
            Some(value) => {
                let bytes = (value as i64).wrapping_mul(scale as i64);
                address.offset = address.offset.wrapping_add(bytes);
            }
            None if scale == 0 => {}
            None => address.terms.push(Term { index, scale }),
        }
        Ok(())
    }
}

/// The signed value of an index, if it is an integer constant or a vector with the same constant in
/// all elements. Its low 64 bits are enough for an address.
fn constant(module: &Module, index: Operand) -> Option<i128> {
    let Operand::Const(id) = index else {
        return None;
    };
    let types = &module.types;
    let width = types.int_width(types.scalar(module.constant_type(id)))?;
    let value = module.splat(id)?;
    Some(value.as_i128(width).unwrap_or(value.low() as i128))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{Id, ValueId};

    /// `{ i8, [4 x i32] }` with 64-bit pointers: the array lies at 4, an element is 20 bytes.
    fn module() -> (Module, TypeId) {
        let mut module = Module::default();
        let (byte, int) = (module.types.int(8), module.types.int(32));
        let array = module.types.add(Type::Array {
            element: int,
            count: 4,
        });
        let pair = module.types.add(Type::Struct {
            fields: [byte, array].into(),
            packed: false,
        });
        (module, pair)
    }

    /// The offset, and the values with their scales.
    type Parts<'a> = (i64, &'a [(usize, u64)]);

    #[track_caller]
    fn check(indices: &[Result<i64, usize>], expected: Result<Parts<'_>, AddressError>) {
        let (mut module, source) = module();
        let operands: Vec<Operand> = indices
            .iter()
            .map(|index| match index {
                Ok(value) => Operand::Const(module.add_int(64, *value as u128)),
                Err(value) => Operand::Value(ValueId::new(*value)),
            })
            .collect();
        let layout = Layout::new(&module.types, &module.data_layout);
        let base = Operand::Value(ValueId::new(0));
        let expected = expected.map(|(offset, terms)| Address {
            base,
            offset,
            terms: terms
                .iter()
                .map(|&(value, scale)| Term {
                    index: Operand::Value(ValueId::new(value)),
                    scale,
                })
                .collect(),
        });
        assert_eq!(layout.address(&module, source, base, operands), expected);
    }

    #[test]
    fn constants_become_an_offset_and_values_become_terms() {
        check(&[Ok(0)], Ok((0, &[])));
        check(&[Ok(-1)], Ok((-20, &[])));
        check(&[Ok(2), Ok(1), Ok(3)], Ok((40 + 4 + 12, &[])));
        check(&[Err(1), Ok(1), Err(2)], Ok((4, &[(1, 20), (2, 4)])));
    }

    #[test]
    fn a_struct_wants_a_constant_field_that_it_has() {
        let (_, pair) = module();
        let error = AddressError::NoMember {
            position: 1,
            ty: pair,
        };
        check(&[Ok(0), Ok(2)], Err(error));
        check(&[Ok(0), Ok(-1)], Err(error));
        check(&[Ok(0), Err(1)], Err(error));
    }
}
