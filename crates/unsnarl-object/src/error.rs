//! Why an object cannot be written.

/// Why an object cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectError {
    /// Something names a thing that is not there.
    #[error("{what} {index} is named, and there are {count}")]
    Missing {
        /// What is named: `symbol`, `type`, ….
        what: &'static str,
        /// By which number.
        index: u32,
        /// How many there are.
        count: usize,
    },
    /// A relocation asks a symbol for what it is not.
    #[error("symbol '{0}' is relocated as what it is not")]
    Kind(String),
    /// The address of a function is taken, but no symbol names the table.
    #[error("the address of a function is taken, but no symbol names the table of functions")]
    NoTable,
    /// A relocation does not lie within the bytes.
    #[error("a relocation at byte {at} does not fit into {size} bytes")]
    Place {
        /// Where it should be.
        at: u32,
        /// How many bytes there are.
        size: usize,
    },
    /// The data does not fit 32-bit addresses.
    #[error("the data takes {0} bytes, and 32-bit addresses end at 4 GiB")]
    TooLarge(u64),
    /// A section is larger than its size can say.
    #[error("a section takes {0} bytes, and at most 4 GiB are possible")]
    Section(u64),
    /// An alignment is no power of two.
    #[error("segment '{0}' has an alignment that is no power of two")]
    Alignment(String),
}

/// Looks up what is named.
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
