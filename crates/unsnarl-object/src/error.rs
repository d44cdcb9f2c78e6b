//! Why an object cannot be written.

use wasm_encoder::ValType;

/// Why an object cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectError {
    /// A reference is out of range.
    #[error("undefined {what} {index}: there are {count}")]
    Missing {
        /// The kind of reference: `symbol`, `type`, ….
        what: &'static str,
        /// Its number.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// A relocation does not fit the kind of its symbol.
    #[error("the relocation does not fit the kind of symbol '{0}'")]
    Kind(String),
    /// The address of a function is taken, but no symbol names the table.
    #[error("the address of a function is taken, but no symbol names the table of functions")]
    NoTable,
    /// A relocation is outside of the bytes.
    #[error("a relocation at byte {at} does not fit into {size} bytes")]
    Place {
        /// Its place.
        at: u32,
        /// How many bytes there are.
        size: usize,
    },
    /// The data does not fit 32-bit addresses.
    #[error("the data takes {0} bytes, but 32-bit addresses end at 4 GiB")]
    TooLarge(u64),
    /// A section is too large for its size field.
    #[error("a section takes {0} bytes, but at most 4 GiB are possible")]
    Section(u64),
    /// A global of a type that is not written.
    #[error("a global of type {0:?} is not supported")]
    Global(ValType),
    /// An alignment is no power of two.
    #[error("the alignment of segment '{0}' is not a power of two")]
    Alignment(String),
}

/// Looks up a reference.
pub(crate) fn find<'a, T>(
    list: &'a [T],
    what: &'static str,
    index: u32,
) -> Result<&'a T, ObjectError> {
    list.get(index as usize).ok_or(ObjectError::Missing {
        what,
        index,
        count: list.len(),
    })
}
