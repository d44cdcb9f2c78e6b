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
mod writer;

use crate::id::{ConstId, FuncId, GlobalId};
use crate::layout::Layout;
use crate::module::Module;
pub use error::ImageError;
pub use run::Run;
pub use scalar::Scalars;

use writer::Writer;

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
        /// The offset in bytes.
        offset: i64,
    },
}

/// The bytes of a constant in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// The number of bytes.
    pub size: usize,
    /// The bytes that may differ from zero, ascending, with zeros between the runs. Padding and
    /// places for addresses are zero.
    pub runs: Vec<Run>,
    /// The places for addresses, ascending.
    pub relocations: Vec<Relocation>,
}

/// A place for an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The first byte.
    pub offset: usize,
    /// The number of bytes.
    pub size: usize,
    /// The symbol whose address goes there.
    pub plus: Symbol,
    /// The symbol whose address is subtracted first, if any.
    pub minus: Option<Symbol>,
    /// The addend.
    pub addend: i64,
}

impl Image {
    /// Tells whether all bytes are zero, and remain zero after relocation.
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
    /// If a part has no size, is larger than `limit` bytes in all, or is neither a number nor an
    /// address.
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
        let mut writer = Writer::new(self, module, layout, size);
        writer.write(constant)?;
        let (runs, relocations) = writer.finish();
        Ok(Image {
            size,
            runs,
            relocations,
        })
    }
}

#[cfg(test)]
mod tests;
