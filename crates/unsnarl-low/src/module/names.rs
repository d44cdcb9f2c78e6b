//! What the parts of a module are called.

use std::collections::BTreeMap;

/// Names, by number in the index space of each kind. Names may occur several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The module's own.
    pub module: Option<String>,
    /// Those of functions.
    pub functions: BTreeMap<u32, String>,
    /// Those of tables.
    pub tables: BTreeMap<u32, String>,
    /// Those of memories.
    pub memories: BTreeMap<u32, String>,
    /// Those of globals.
    pub globals: BTreeMap<u32, String>,
    /// Those of tags.
    pub tags: BTreeMap<u32, String>,
    /// Those of segments of elements.
    pub elements: BTreeMap<u32, String>,
    /// Those of segments of data.
    pub data: BTreeMap<u32, String>,
}
