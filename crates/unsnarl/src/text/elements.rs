//! Nodes and edges as a text says them.

use crate::cfg::Exit;
use crate::ids::BlockId;
use alloc::string::String;
use core::ops::Range;

/// A node of the text.
#[derive(Clone)]
pub(super) struct DraftNode {
    pub(super) identifier: String,
    pub(super) shown: Option<String>,
    pub(super) exit: Option<Exit>,
    pub(super) size: u32,
    pub(super) only_decides: bool,
    /// Where it is marked as the entry.
    pub(super) entry: Option<Range<usize>>,
    /// Where the node is mentioned first.
    pub(super) span: Range<usize>,
}

/// An edge of the text.
pub(super) struct DraftEdge {
    pub(super) from: BlockId,
    pub(super) to: BlockId,
    /// Edges out of a block are ordered by rank, then as they were added.
    pub(super) rank: usize,
    pub(super) weight: u32,
    pub(super) empty: bool,
    /// The text at the edge.
    pub(super) label: Option<String>,
}

impl DraftEdge {
    pub(super) fn new(from: BlockId, to: BlockId) -> DraftEdge {
        DraftEdge {
            from,
            to,
            rank: 0,
            weight: 1,
            empty: true,
            label: None,
        }
    }
}
