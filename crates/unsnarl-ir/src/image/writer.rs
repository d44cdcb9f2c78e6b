//! The parts of a constant, written one after the other.
//!
//! *Cost:* linear in the parts and their explicit bytes. Only the aggregates around the current
//! part are held, however many parts they have.

use std::iter::Enumerate;
use std::slice::Iter;

use super::run::{Run, Runs};
use super::{ImageError, Relocation, Scalar, Scalars};
use crate::constant::Constant;
use crate::id::{ConstId, TypeId};
use crate::layout::Layout;
use crate::module::Module;
use crate::types::Type;

/// An image under construction.
pub(super) struct Writer<'m> {
    scalars: &'m Scalars,
    module: &'m Module,
    layout: &'m Layout,
    runs: Runs,
    relocations: Vec<Relocation>,
}

/// An aggregate, some of whose parts are still to be written.
struct Open<'m> {
    offset: usize,
    places: Places,
    parts: Enumerate<Iter<'m, ConstId>>,
}

/// The places of an aggregate's parts.
enum Places {
    /// At the offsets in the layout of a struct.
    Fields(TypeId),
    /// At multiples of this number of bytes.
    Stride(usize),
}

impl<'m> Writer<'m> {
    /// An image of `size` bytes, all of which are zero.
    pub(super) fn new(
        scalars: &'m Scalars,
        module: &'m Module,
        layout: &'m Layout,
        size: usize,
    ) -> Self {
        Writer {
            scalars,
            module,
            layout,
            runs: Runs::new(size),
            relocations: Vec::new(),
        }
    }

    /// Writes a constant, its parts in ascending order.
    pub(super) fn write(&mut self, constant: ConstId) -> Result<(), ImageError> {
        let mut open = Vec::from_iter(self.part(constant, 0)?);
        while let Some(aggregate) = open.last_mut() {
            let Some((index, &part)) = aggregate.parts.next() else {
                open.pop();
                continue;
            };
            let at = aggregate.offset + aggregate.places.of(self.layout, index)?;
            open.extend(self.part(part, at)?);
        }
        Ok(())
    }

    /// Returns the bytes that may differ from zero, and the places for addresses.
    pub(super) fn finish(self) -> (Vec<Run>, Vec<Relocation>) {
        (self.runs.finish(), self.relocations)
    }

    /// Writes a constant without parts; returns a constant with parts.
    fn part(&mut self, constant: ConstId, offset: usize) -> Result<Option<Open<'m>>, ImageError> {
        match self.module.constant(constant) {
            Constant::Zero(_) | Constant::Undef(_) | Constant::Poison(_) | Constant::Null(_) => {}
            Constant::Bytes { bytes, .. } => {
                self.room(constant, offset, bytes.len())?
                    .copy_from_slice(bytes);
            }
            Constant::Aggregate { ty, elements } if self.is_packed(*ty) => {
                self.packed(constant, offset, *ty, elements)?;
            }
            Constant::Aggregate { ty, elements } => {
                return Ok(Some(Open {
                    offset,
                    places: self.places(*ty)?,
                    parts: elements.iter().enumerate(),
                }));
            }
            Constant::Int { ty, value } => {
                let size = store_size(self.layout, *ty)?;
                self.number(constant, offset, size, |bytes| value.write_le(bytes))?;
            }
            _ => self.scalar(constant, offset)?,
        }
        Ok(None)
    }

    /// Writes a constant that is one number or address.
    fn scalar(&mut self, constant: ConstId, offset: usize) -> Result<(), ImageError> {
        let size = store_size(self.layout, self.module.constant_type(constant))?;
        match self.scalars.get(constant)? {
            Scalar::Bits(bits) => {
                let bits = bits.to_le_bytes();
                self.number(constant, offset, size, |bytes| {
                    let count = size.min(bits.len());
                    bytes[..count].copy_from_slice(&bits[..count]);
                })?;
            }
            Scalar::Address {
                plus,
                minus,
                offset: addend,
            } => self.relocations.push(Relocation {
                offset,
                size,
                plus,
                minus,
                addend,
            }),
        }
        Ok(())
    }

    /// Writes a vector of sub-byte elements, which are packed bit by bit.
    fn packed(
        &mut self,
        constant: ConstId,
        offset: usize,
        ty: TypeId,
        elements: &[ConstId],
    ) -> Result<(), ImageError> {
        let types = &self.module.types;
        let width = types.int_width(types.scalar(ty)).unwrap_or(0) as usize;
        if self.module.data_layout.big_endian {
            return Err(ImageError::NoSize(ty));
        }
        let scalars = self.scalars;
        let bytes = self.room(constant, offset, (width * elements.len()).div_ceil(8))?;
        for (index, &element) in elements.iter().enumerate() {
            let Scalar::Bits(bits) = scalars.get(element)? else {
                return Err(ImageError::NotLinkable(element));
            };
            for bit in (0..width).filter(|&bit| bits >> bit & 1 == 1) {
                let at = index * width + bit;
                bytes[at / 8] |= 1 << (at % 8);
            }
        }
        Ok(())
    }

    /// Writes a number in the byte order of the target; `write` writes it in ascending order.
    fn number(
        &mut self,
        constant: ConstId,
        offset: usize,
        size: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> Result<(), ImageError> {
        let big_endian = self.module.data_layout.big_endian;
        let bytes = self.room(constant, offset, size)?;
        write(bytes);
        if big_endian {
            bytes.reverse();
        }
        Ok(())
    }

    /// Makes room for the bytes of a constant.
    fn room(
        &mut self,
        constant: ConstId,
        offset: usize,
        size: usize,
    ) -> Result<&mut [u8], ImageError> {
        let room = self.runs.room(offset, size);
        room.ok_or(ImageError::NotScalar(constant))
    }

    /// Tells whether a type is a vector of sub-byte elements (whose width is not a multiple of 8).
    fn is_packed(&self, ty: TypeId) -> bool {
        let types = &self.module.types;
        match types.get(ty) {
            Type::Vector { element, .. } => types
                .int_width(*element)
                .is_some_and(|width| !width.is_multiple_of(8)),
            _ => false,
        }
    }

    /// Gives the places of an aggregate's parts. Elements of a vector have no padding between them.
    fn places(&self, ty: TypeId) -> Result<Places, ImageError> {
        let stride = match self.module.types.resolve(ty) {
            Type::Struct { .. } => return Ok(Places::Fields(ty)),
            Type::Array { element, .. } => self.layout.size(*element),
            Type::Vector { element, .. } => {
                self.layout.get(*element).map(|layout| layout.store_size)
            }
            _ => None,
        };
        let stride = stride.and_then(|stride| usize::try_from(stride).ok());
        stride.map(Places::Stride).ok_or(ImageError::NoSize(ty))
    }
}

impl Places {
    /// The offset of a part.
    fn of(&self, layout: &Layout, index: usize) -> Result<usize, ImageError> {
        match *self {
            Places::Stride(stride) => Ok(stride * index),
            Places::Fields(ty) => {
                let field = layout.field(ty, index);
                let field = field.and_then(|offset| usize::try_from(offset).ok());
                field.ok_or(ImageError::NoSize(ty))
            }
        }
    }
}

fn store_size(layout: &Layout, ty: TypeId) -> Result<usize, ImageError> {
    let size = layout.get(ty).ok_or(ImageError::NoSize(ty))?.store_size;
    usize::try_from(size).map_err(|_| ImageError::NoSize(ty))
}
