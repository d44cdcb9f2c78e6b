//! Constants as bytes and relocations.
//!
//! *Needs:* a [`Module`] and its [`Layout`].
//! *Gives:* [`Scalars`], the value of every constant that is one number or address; [`Image`], the
//! bytes of an initialiser with the places where addresses go.
//! *Cost:* [`Scalars::new`] is linear in the constants, an image linear in its parts and their
//! explicit bytes: `zeroinitializer`, however large, costs nothing.
//! *Limits:* an address is at most the difference of two symbols and a number. Any other
//! computation with addresses (a product, say) is an error, as it is for every linker.

mod alias;
mod error;
mod fold;
mod run;
mod scalar;

use crate::constant::Constant;
use crate::id::{ConstId, FuncId, GlobalId, TypeId};
use crate::layout::Layout;
use crate::module::Module;
use crate::types::Type;
pub use error::ImageError;
pub use run::Run;
pub use scalar::Scalars;

use run::Runs;

/// A symbol, whose address the linker or the back end chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A global variable or an alias.
    Global(GlobalId),
    /// A function.
    Function(FuncId),
}

/// A constant that is one number or address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A number: an integer, the bits of a floating-point number, a null pointer.
    Bits(u128),
    /// `plus - minus + offset`.
    Address {
        /// The symbol.
        plus: Symbol,
        /// The subtracted symbol, if any.
        minus: Option<Symbol>,
        /// The bytes.
        offset: i64,
    },
}

/// The bytes of a constant in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// How many bytes.
    pub size: usize,
    /// The bytes that may be other than zero, ascending, with zeros between one run and the next.
    /// Padding and places for addresses are zero.
    pub runs: Vec<Run>,
    /// The places for addresses, ascending.
    pub relocations: Vec<Relocation>,
}

/// A place for an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The first byte.
    pub offset: usize,
    /// How many bytes.
    pub size: usize,
    /// The symbol whose address goes there.
    pub plus: Symbol,
    /// The symbol whose address is subtracted first, if any.
    pub minus: Option<Symbol>,
    /// The addend.
    pub addend: i64,
}

impl Image {
    /// Tells whether all bytes are zero, and stay so.
    pub fn is_zero(&self) -> bool {
        let mut bytes = self.runs.iter().flat_map(|run| &run.bytes);
        self.relocations.is_empty() && bytes.all(|&byte| byte == 0)
    }

    /// Returns all bytes, with the zeros between the runs.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.size];
        for run in &self.runs {
            bytes[run.offset..][..run.bytes.len()].copy_from_slice(&run.bytes);
        }
        bytes
    }
}

impl Scalars {
    /// Returns the bytes of a constant. Undefined parts are zero.
    ///
    /// # Errors
    /// If a part has no size, is larger than `limit` bytes in all, or is no number or address.
    pub fn image(
        &self,
        module: &Module,
        layout: &Layout,
        constant: ConstId,
        limit: usize,
    ) -> Result<Image, ImageError> {
        let ty = module.constant_type(constant);
        let size = layout.size(ty).ok_or(ImageError::NoSize(ty))?;
        let size = usize::try_from(size).ok().filter(|&size| size <= limit);
        let size = size.ok_or(ImageError::TooLarge { constant, limit })?;
        let mut image = Draft {
            runs: Runs::new(size),
            relocations: Vec::new(),
        };
        // Parts are taken from the end of the stack, so they are pushed last first and met in
        // ascending order.
        let mut parts = vec![(constant, 0_usize)];
        while let Some((constant, offset)) = parts.pop() {
            match module.constant(constant) {
                Constant::Zero(_)
                | Constant::Undef(_)
                | Constant::Poison(_)
                | Constant::Null(_) => {}
                Constant::Bytes { bytes, .. } => {
                    put(&mut image, constant, offset, bytes)?;
                }
                Constant::Aggregate { ty, elements } if is_packed(module, *ty) => {
                    let bytes = self.packed(module, *ty, elements)?;
                    put(&mut image, constant, offset, &bytes)?;
                }
                Constant::Aggregate { ty, elements } => {
                    for (index, &element) in elements.iter().enumerate().rev() {
                        let at = part_offset(module, layout, *ty, index)?;
                        parts.push((element, offset + at));
                    }
                }
                Constant::Int { ty, value } => {
                    let size = store_size(layout, *ty)?;
                    let mut bytes = value.to_le_bytes(size);
                    if module.data_layout.big_endian {
                        bytes.reverse();
                    }
                    put(&mut image, constant, offset, &bytes)?;
                }
                _ => self.write_scalar(module, layout, constant, offset, &mut image)?,
            }
        }
        Ok(Image {
            size,
            runs: image.runs.finish(),
            relocations: image.relocations,
        })
    }

    /// The bytes of a vector of sub-byte elements, which are packed bit by bit.
    fn packed(
        &self,
        module: &Module,
        ty: TypeId,
        elements: &[ConstId],
    ) -> Result<Vec<u8>, ImageError> {
        let width = module.types.int_width(module.types.scalar(ty)).unwrap_or(0) as usize;
        if module.data_layout.big_endian {
            return Err(ImageError::NoSize(ty));
        }
        let mut bytes = vec![0_u8; (width * elements.len()).div_ceil(8)];
        for (index, &element) in elements.iter().enumerate() {
            let Scalar::Bits(bits) = self.get(element)? else {
                return Err(ImageError::NotLinkable(element));
            };
            for bit in (0..width).filter(|&bit| bits >> bit & 1 == 1) {
                let at = index * width + bit;
                bytes[at / 8] |= 1 << (at % 8);
            }
        }
        Ok(bytes)
    }

    fn write_scalar(
        &self,
        module: &Module,
        layout: &Layout,
        constant: ConstId,
        offset: usize,
        image: &mut Draft,
    ) -> Result<(), ImageError> {
        let size = store_size(layout, module.constant_type(constant))?;
        match self.get(constant)? {
            Scalar::Bits(bits) => {
                let mut bytes = bits.to_le_bytes().to_vec();
                bytes.resize(size, 0);
                if module.data_layout.big_endian {
                    bytes.reverse();
                }
                put(image, constant, offset, &bytes)?;
            }
            Scalar::Address {
                plus,
                minus,
                offset: addend,
            } => {
                image.relocations.push(Relocation {
                    offset,
                    size,
                    plus,
                    minus,
                    addend,
                });
            }
        }
        Ok(())
    }
}

/// Tells whether a type is a vector of sub-byte elements (whose width is not a multiple of 8).
fn is_packed(module: &Module, ty: TypeId) -> bool {
    match module.types.get(ty) {
        Type::Vector { element, .. } => module
            .types
            .int_width(*element)
            .is_some_and(|width| !width.is_multiple_of(8)),
        _ => false,
    }
}

/// An image under construction.
struct Draft {
    runs: Runs,
    relocations: Vec<Relocation>,
}

fn put(
    image: &mut Draft,
    constant: ConstId,
    offset: usize,
    bytes: &[u8],
) -> Result<(), ImageError> {
    let fits = image.runs.put(offset, bytes);
    fits.ok_or(ImageError::NotScalar(constant))
}

fn store_size(layout: &Layout, ty: TypeId) -> Result<usize, ImageError> {
    let size = layout.get(ty).ok_or(ImageError::NoSize(ty))?.store_size;
    usize::try_from(size).map_err(|_| ImageError::NoSize(ty))
}

/// The offset of a part of an aggregate. Elements of a vector have no padding between them.
fn part_offset(
    module: &Module,
    layout: &Layout,
    ty: TypeId,
    index: usize,
) -> Result<usize, ImageError> {
    let offset = match module.types.resolve(ty) {
        Type::Struct { .. } => layout.field(ty, index),
        Type::Array { element, .. } => layout.size(*element).map(|size| size * index as u64),
        Type::Vector { element, .. } => {
            let whole_bytes =
                !matches!(module.types.get(*element), Type::Int(width) if width % 8 != 0);
            let size = layout.get(*element).map(|layout| layout.store_size);
            size.filter(|_| whole_bytes).map(|size| size * index as u64)
        }
        _ => None,
    };
    offset
        .and_then(|offset| usize::try_from(offset).ok())
        .ok_or(ImageError::NoSize(ty))
}

#[cfg(test)]
mod tests;
