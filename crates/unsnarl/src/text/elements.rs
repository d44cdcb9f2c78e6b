//! Nodes and edges as a text says them.

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
    /// Where it is marked as the entry.
    pub(super) entry: Option<Range<usize>>,
    /// The tool that has written the text lets control start here, if no node is marked.
    pub(super) begins: bool,
    /// Where the node is mentioned first.
    pub(super) span: Range<usize>,
}

/// What a node shows.
#[derive(Clone, Default)]
pub(super) struct NodeText {
    /// Its lines, of which the first may be the block's name.
    pub(super) lines: Vec<String>,
    pub(super) shape: Shape,
}

impl NodeText {
    /// A text without letters and digits, such as `...`, is none.
    pub(super) fn new(mut lines: Vec<String>, shape: Shape) -> NodeText {
        if !lines
            .iter()
            .any(|line| line.contains(char::is_alphanumeric))
        {
            lines.clear();
        }
        NodeText { lines, shape }
    }

    /// Tells whether the text is a question, and nothing else.
    pub(super) fn only_asks(&self, arms: usize) -> bool {
        arms > 1 && self.shape == Shape::Question && self.lines.len() == 1
    }
}

/// What the shape of a node says of its text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Shape {
    /// Nothing.
    #[default]
    Plain,
    /// That it ends with a question.
    Question,
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
