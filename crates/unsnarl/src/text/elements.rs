//! Nodes and edges as they stand in a text.

use crate::cfg::Exit;
use crate::ids::BlockId;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// A node of the text.
#[derive(Clone)]
pub(super) struct DraftNode {
    pub(super) identifier: String,
    pub(super) shown: Option<String>,
    pub(super) exit: Option<Exit>,
    pub(super) size: u32,
    pub(super) only_decides: bool,
    pub(super) text: NodeText,
    /// The place where it is marked as the entry.
    pub(super) entry: Option<Range<usize>>,
    /// Whether control starts here by the convention of the tool that has written the text, if no
    /// node is marked.
    pub(super) begins: bool,
    /// The first mention of the node.
    pub(super) span: Range<usize>,
}

/// The text of a node.
#[derive(Clone, Default)]
pub(super) struct NodeText {
    /// Its lines; the first may be the block's name.
    pub(super) lines: Vec<String>,
    pub(super) shape: Shape,
}

impl NodeText {
    /// A text without letters and digits, such as `...`, counts as empty.
    pub(super) fn new(mut lines: Vec<String>, shape: Shape) -> NodeText {
        if !lines
            .iter()
            .any(|line| line.contains(char::is_alphanumeric))
        {
            lines.clear();
        }
        NodeText { lines, shape }
    }

    /// Tells whether the text is only a question.
    pub(super) fn only_asks(&self, arms: usize) -> bool {
        arms > 1 && self.shape == Shape::Question && self.lines.len() == 1
    }
}

/// The meaning of a node's shape for its text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Shape {
    /// The shape has no meaning.
    #[default]
    Plain,
    /// The text ends with a question.
    Question,
}

/// An edge of the text.
pub(super) struct DraftEdge {
    pub(super) from: BlockId,
    pub(super) to: BlockId,
    /// Edges out of a block are ordered by rank, then in the order in which they were added.
    pub(super) rank: usize,
    pub(super) weight: u32,
    pub(super) empty: bool,
    /// The text on the edge.
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
