//! An entry of debug information.

use gimli::write::UnitEntryId;

/// How deep entries nest.
pub(super) const DEEPEST: u32 = 128;

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) id: UnitEntryId,
    /// The entry that it is in.
    pub(super) parent: UnitEntryId,
    pub(super) depth: u32,
}
